/** A game as it is played and watched, and its result. */

import { useEffect, useState } from "preact/hooks";
import { COLOR_KO, colorOf, other, type GameUI } from "../games/contract";
import type { Color, GameAction, GuestAnswer, RoomInfo } from "../protocol";
import type { RoomLink } from "../room/useRoom";
import { go } from "../router";
import { Chat } from "../ui/Chat";
import { ClockFace } from "../ui/ClockFace";
import { Confirm, Dialog } from "../ui/Dialog";
import { Icon } from "../ui/icons";
import { MoveList } from "../ui/MoveList";
import { Page, SoundButton, ThemeButton } from "../ui/Page";
import { Offers } from "./Offers";
import { Result } from "./Result";

interface GameProps {
  link: RoomLink;
  room: RoomInfo;
  ui: GameUI;
  guest: GuestAnswer;
  unread: number;
  onRead: () => void;
}

type Window = "rules" | "resign" | "leave" | "result" | "record" | "chat" | null;

export function Game({ link, room, ui, guest, unread, onRead }: GameProps) {
  const { view, connected, events, you } = link.now;
  const [ply, setPly] = useState<number | null>(null);
  const [flipped, setFlipped] = useState(false);
  const [open, setOpen] = useState<Window>(null);
  const isOver = view?.phase === "finished";

  useEffect(() => {
    if (isOver) setOpen("result");
    setPly(null);
  }, [isOver]);

  if (view === null) return null;
  const me = colorOf(view, guest.playerId);
  const bottom = flipped ? other(me ?? ui.colors[0]) : (me ?? ui.colors[0]);
  const looksBack = ply !== null && ply < view.moves.length;
  const shown = looksBack ? ui.at(view, ply) : view;
  const act = me !== null && connected && !link.busy && !looksBack && !isOver ? (action: GameAction) => link.send({ type: "act", action }) : null;
  const texts = ui.moveTexts(view);
  const record = (
    <MoveList ui={ui} texts={texts} moves={view.moves} ply={ply ?? texts.length} onGo={(to) => setPly(to >= texts.length ? null : to)} />
  );

  return (
    <Page
      title={room.nameKo}
      class={`game game-${room.game}`}
      back="/"
      aside={
        <>
          {room.spectators.count > 0 && (
            <span class="watching" title="관전 중인 사람">
              <Icon name="eye" />
              <span class="unseen">관전</span>
              {room.spectators.count}
            </span>
          )}
          <SoundButton />
          <ThemeButton />
        </>
      }
    >
      <div class="play">
        <div class="play-board">
          <PlayerBar link={link} room={room} ui={ui} color={other(bottom)} shown={shown} me={guest.playerId} />
          {ui.Above !== undefined && <ui.Above view={shown} />}
          <div class="board-frame">
            <ui.Board view={shown} me={guest.playerId} bottom={bottom} act={act} pending={link.busy} events={looksBack ? [] : events} />
          </div>
          <PlayerBar link={link} room={room} ui={ui} color={bottom} shown={shown} me={guest.playerId} />
          <p class={`status${me === view.turn && !isOver ? " mine" : ""}`} role="status" aria-live="polite">
            {looksBack ? "지난 판을 보고 있어요" : ui.statusText(view, guest.playerId)}
          </p>
          <Absent link={link} room={room} />
          {looksBack && (
            <button type="button" class="button primary wide" onClick={() => setPly(null)}>
              지금 판으로 돌아가기
            </button>
          )}
          {!isOver && me !== null && <Offers link={link} view={view} me={me} room={room} />}
          {isOver && (
            <button type="button" class="button primary wide" onClick={() => setOpen("result")}>
              결과 보기
            </button>
          )}
          <div class="actions" role="group" aria-label="대국 단추">
            {!isOver && me !== null && <OfferButtons link={link} me={me} />}
            {!isOver && me !== null && (
              <ActionButton icon="flag" text="기권" onClick={() => setOpen("resign")} />
            )}
            {me === null && <ActionButton icon="flip" text="판 돌리기" onClick={() => setFlipped(!flipped)} />}
            <ActionButton icon="book" text="규칙" onClick={() => setOpen("rules")} />
            <span class="phone-only">
              <ActionButton icon="next" text="기보" onClick={() => setOpen("record")} />
            </span>
            {room.chat !== "off" && (
              <span class="phone-only">
                <ActionButton icon="chat" text={unread > 0 ? `채팅 ${unread}` : "채팅"} onClick={() => (onRead(), setOpen("chat"))} />
              </span>
            )}
            <ActionButton icon="door" text="나가기" onClick={() => (me !== null && !isOver ? setOpen("leave") : leaveRoom())} />
          </div>
        </div>
        <aside class="play-side" aria-label="기보와 채팅">
          <section class="card" aria-labelledby="record">
            <h2 id="record">기보</h2>
            {record}
          </section>
          <Chat link={link} room={room} />
        </aside>
      </div>
      {open === "rules" && (
        <Dialog title={`${room.nameKo} 규칙`} onClose={() => setOpen(null)} wide>
          <div class="rules">
            <ui.Rules />
          </div>
        </Dialog>
      )}
      {open === "record" && (
        <Dialog title="기보" onClose={() => setOpen(null)}>
          {record}
        </Dialog>
      )}
      {open === "chat" && (
        <Dialog title="채팅" onClose={() => (onRead(), setOpen(null))}>
          <Chat link={link} room={room} />
        </Dialog>
      )}
      {open === "resign" && (
        <Confirm title="기권할까요?" text="기권하면 이번 판은 상대가 이겨요." yes="기권하기" onYes={() => link.send({ type: "act", action: { type: "resign" } })} onClose={() => setOpen(null)} />
      )}
      {open === "leave" && (
        <Confirm title="나갈까요?" text="대국 중에 나가면 기권한 것이 돼요." yes="나가기" onYes={leaveRoom} onClose={() => setOpen(null)} />
      )}
      {open === "result" && view.result !== null && (
        <Result link={link} room={room} ui={ui} view={view} me={me} onClose={() => setOpen(null)} onLeave={leaveRoom} />
      )}
    </Page>
  );

  function leaveRoom() {
    if (you?.seat != null) link.send({ type: "leave" });
    go("/");
  }
}

function ActionButton({ icon, text, onClick, disabled }: { icon: Parameters<typeof Icon>[0]["name"]; text: string; onClick: () => void; disabled?: boolean }) {
  return (
    <button type="button" class="action" onClick={onClick} disabled={disabled}>
      <Icon name={icon} />
      {text}
    </button>
  );
}

function OfferButtons({ link, me }: { link: RoomLink; me: Color }) {
  const { view, connected } = link.now;
  if (view === null) return null;
  const left = view.undo.left[me];
  const waits = view.pending.undo !== null || view.pending.draw !== null;
  const disabled = link.busy || !connected || waits;
  const ask = (type: "requestUndo" | "offerDraw") => link.send({ type: "act", action: { type } });
  return (
    <>
      {view.options.undo !== "off" && (
        <ActionButton icon="undo" text={left === null ? "무르기" : `무르기 ${left}`} disabled={disabled || left === 0} onClick={() => ask("requestUndo")} />
      )}
      {view.options.drawOffer && <ActionButton icon="draw" text="무승부" disabled={disabled} onClick={() => ask("offerDraw")} />}
    </>
  );
}

/** A player's name, colour, clock, and what the game has to say of them. */
function PlayerBar({ link, room, ui, color, shown, me }: { link: RoomLink; room: RoomInfo; ui: GameUI; color: Color; shown: NonNullable<RoomLink["now"]["view"]>; me: string }) {
  const { view } = link.now;
  if (view === null) return null;
  const player = view.players[color];
  const seat = room.seats.find((taken) => taken?.playerId === player);
  const runs = view.phase === "playing" && view.turn === color;
  return (
    <div class={`player${runs ? " to-move" : ""}`}>
      <span class={`avatar ${color}`} aria-hidden="true">
        {seat == null ? "–" : [...seat.nickname][0]}
      </span>
      <span class="player-name grow">
        <b>{seat?.nickname ?? "나간 사람"}</b>
        <span class="unseen">{COLOR_KO[color]}</span>
        {player === me && <span class="tag">나</span>}
        {seat?.online === false && <span class="tag away">연결 끊김</span>}
        <ui.SeatNote view={shown} color={color} />
      </span>
      <ClockFace view={view} color={color} serverNow={link.serverNow} ticks={player === me} />
    </div>
  );
}

/** Whom the game waits for, and how long. */
function Absent({ link, room }: { link: RoomLink; room: RoomInfo }) {
  const [, redraw] = useState({});
  const waits = link.now.away.filter((who) => who.until !== null);
  useEffect(() => {
    if (waits.length === 0) return undefined;
    const timer = setInterval(() => redraw({}), 1000);
    return () => clearInterval(timer);
  }, [waits.length]);
  return (
    <>
      {waits.map((who) => {
        const left = Math.max(0, Math.ceil(((who.until ?? 0) - link.serverNow()) / 1000));
        return (
          <p class="absent" key={who.seat}>
            {room.seats[who.seat]?.nickname}님이 자리를 비웠어요. {left}초 기다려요.
          </p>
        );
      })}
    </>
  );
}
