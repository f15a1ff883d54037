import { useId, useState } from "preact/hooks";
import { api } from "../api";
import { OptionsForm } from "../options/OptionsForm";
import { fieldsOf, type Options } from "../options/schema";
import type { GameCard, GameOptionsChoice, GuestAnswer, RoomRequest } from "../protocol";
import { randomId } from "../room/browser";
import { go } from "../router";
import { Dialog } from "../ui/Dialog";

const CHAT_KO = { all: "모두", players: "참가자만", off: "끄기" } as const;

/** Makes a room: what matters at once, and everything else for those who look. */
export function NewRoom({ guest, game, onClose }: { guest: GuestAnswer; game: GameCard; onClose: () => void }) {
  const [options, setOptions] = useState(game.defaultOptions as Options);
  const [visibility, setVisibility] = useState<"private" | "public">("private");
  const [spectators, setSpectators] = useState(true);
  const [chat, setChat] = useState<keyof typeof CHAT_KO>("all");
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);
  // A second press, or a repeat after a lost answer, makes no second room.
  const [key, setKey] = useState(randomId);
  const about = useId();

  const make = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setRefusal("");
    const body: RoomRequest = { game: game.id, options: options as GameOptionsChoice, visibility, spectators, chat };
    try {
      const room = await api.createRoom(guest.token, body, key);
      go(`/r/${room.code}`);
    } catch (fault) {
      setRefusal(fault instanceof Error ? fault.message : String(fault));
      setBusy(false);
    }
  };

  const changed = (change: () => void) => {
    change();
    setKey(randomId());
  };

  return (
    <Dialog title={`${game.nameKo} 방 만들기`} onClose={onClose} wide>
      <form onSubmit={(event) => void make(event)}>
        <fieldset class="option">
          <legend>누가 들어올 수 있나요?</legend>
          <div class="chips">
            {(["private", "public"] as const).map((value) => (
              <label class="chip" key={value}>
                <input type="radio" name="visibility" checked={visibility === value} onChange={() => changed(() => setVisibility(value))} />
                <span>{value === "private" ? "초대한 사람만" : "누구나"}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <details class="more">
          <summary>게임 설정</summary>
          <OptionsForm fields={fieldsOf(game.optionsSchema)} options={options} onChange={(value) => changed(() => setOptions(value))} />
        </details>
        <details class="more">
          <summary>관전과 채팅</summary>
          <label class="option switch">
            <span>
              <span class="switch-title">관전</span>
              <span class="hint" id={about}>
                자리에 앉지 않은 사람도 볼 수 있어요.
              </span>
            </span>
            <input type="checkbox" role="switch" checked={spectators} aria-describedby={about} onChange={({ currentTarget }) => changed(() => setSpectators(currentTarget.checked))} />
          </label>
          <fieldset class="option">
            <legend>채팅</legend>
            <div class="chips">
              {(Object.keys(CHAT_KO) as (keyof typeof CHAT_KO)[]).map((value) => (
                <label class="chip" key={value}>
                  <input type="radio" name="chat" checked={chat === value} onChange={() => changed(() => setChat(value))} />
                  <span>{CHAT_KO[value]}</span>
                </label>
              ))}
            </div>
          </fieldset>
        </details>
        <p class="wrong" role="alert">
          {refusal}
        </p>
        <button type="submit" class="button primary big" disabled={busy}>
          {busy ? "만드는 중…" : "방 만들기"}
        </button>
      </form>
    </Dialog>
  );
}
