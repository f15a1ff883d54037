import { useEffect, useId, useRef, useState } from "preact/hooks";
import { MAX_CHAT_CHARACTERS, type RoomInfo } from "../protocol";
import type { RoomLink } from "../room/useRoom";
import { toast } from "./toast";

/** What people say in the room. Nothing of it is kept: who comes later does not see it. */
export function Chat({ link, room }: { link: RoomLink; room: RoomInfo }) {
  const [text, setText] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const { you } = link.now;
  const title = useId(); // on a phone it may be on the page twice
  useEffect(() => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight;
  }, [link.chat]);
  if (room.chat === "off") return null;
  const mayWrite = room.chat === "all" || you?.role === "player";
  return (
    <section class="card chat" aria-labelledby={title}>
      <h2 id={title}>채팅</h2>
      <div class="chat-lines" ref={list} role="log" aria-label="채팅 내용" tabIndex={0}>
        {link.chat.length === 0 && <p class="hint">{mayWrite ? "첫인사를 건네 보세요." : "아직 아무 말도 없어요."}</p>}
        {link.chat.map((line, index) => (
          <p class={line.from.playerId === you?.playerId ? "line mine" : "line"} key={`${line.now}-${index}`}>
            <b>{line.from.nickname}</b> {line.text}
          </p>
        ))}
      </div>
      {mayWrite ? (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === "") return;
            if (link.say(text.trim())) setText("");
            else toast("연결되면 보낼 수 있어요", "refusal");
          }}
        >
          <input class="field grow" aria-label="채팅 쓰기" value={text} maxLength={MAX_CHAT_CHARACTERS} autocomplete="off" onInput={({ currentTarget }) => setText(currentTarget.value)} />
          <button type="submit" class="button" disabled={text.trim() === ""}>
            보내기
          </button>
        </form>
      ) : (
        <p class="hint">참가자만 쓸 수 있어요.</p>
      )}
    </section>
  );
}
