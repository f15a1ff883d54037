import { useState } from "preact/hooks";
import { api } from "../api";
import { setGuest } from "../session";
import { Page, ThemeButton } from "../ui/Page";

const FIRST = ["신나는", "느긋한", "반짝이는", "용감한", "다정한", "씩씩한", "졸린", "똑똑한"];
const SECOND = ["수달", "고양이", "너구리", "토끼", "두루미", "다람쥐", "호랑이", "거북이"];

function suggestion(): string {
  const pick = (words: readonly string[]) => words[Math.floor(Math.random() * words.length)] ?? "";
  return `${pick(FIRST)} ${pick(SECOND)}`;
}

/** Asks for a name; nothing else is needed to play. */
export function Nickname({ inRoom }: { inRoom: boolean }) {
  const [nickname, setNickname] = useState("");
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);
  const enter = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setRefusal("");
    try {
      setGuest(await api.guest(nickname));
    } catch (fault) {
      setRefusal(fault instanceof Error ? fault.message : String(fault));
      setBusy(false);
    }
  };
  return (
    <Page title="이름 정하기" class="narrow" aside={<ThemeButton />}>
      <form class="card welcome" onSubmit={(event) => void enter(event)}>
        <div class="welcome-picture" aria-hidden="true">
          {["othello", "omok", "chess", "seotda"].map((game) => (
            <img src={`/thumbnails/${game}.svg`} alt="" width="84" height="84" key={game} />
          ))}
        </div>
        <h2>{inRoom ? "초대를 받으셨네요!" : "어서 오세요!"}</h2>
        <p>{inRoom ? "함께 놀 때 쓸 이름만 정하면 바로 들어가요." : "가입 없이 이름만 정하면 바로 놀 수 있어요."}</p>
        <label for="nickname">이름</label>
        <div class="row">
          <input
            id="nickname"
            class="field grow"
            value={nickname}
            maxLength={24}
            autocomplete="nickname"
            placeholder="16자까지"
            aria-invalid={refusal !== ""}
            aria-describedby="nickname-refusal"
            onInput={({ currentTarget }) => setNickname(currentTarget.value)}
          />
          <button type="button" class="button" onClick={() => setNickname(suggestion())}>
            골라 주기
          </button>
        </div>
        <p id="nickname-refusal" class="wrong" role="alert">
          {refusal}
        </p>
        <button type="submit" class="button primary big" disabled={busy || nickname.trim() === ""}>
          {busy ? "들어가는 중…" : "들어가기"}
        </button>
      </form>
    </Page>
  );
}
