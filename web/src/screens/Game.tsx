/** A game as it is played and watched, and its result. */

import { useEffect, useState } from "preact/hooks";
import { colorOf, other, playerAt, RESIGNING, seatKo, seatOf, type GameUI, type Who } from "../games/contract";
import type { Color, GameAction, GuestAnswer, RoomInfo, SeatKey } from "../protocol";
import type { RoomLink } from "../room/useRoom";
import { go } from "../router";
import { forgetRoom } from "../session";
import { Chat } from "../ui/Chat";
import { ClockFace } from "../ui/ClockFace";
import { Confirm, Dialog } from "../ui/Dialog";
import { Icon } from "../ui/icons";
import { MoveList, recordName, Steps } from "../ui/MoveList";
import { Page, SoundButton, ThemeButton } from "../ui/Page";
import { Offers } from "./Offers";
import { Result } from "./Result";
import { sitters } from "./sitters";

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

  // The room before it may have been scrolled down.
  useEffect(() => window.scrollTo(0, 0), []);
  useEffect(() => {
    setPly(null);
    if (!isOver) return undefined;
    const timer = setTimeout(() => setOpen((old) => (old === null ? "result" : old)), ui.resultAfterMs ?? 0);
    return () => clearTimeout(timer);
  }, [isOver]);

  if (view === null) return null;
  const me = seatOf(view, guest.playerId);
  const mine = colorOf(view, guest.playerId) ?? ui.colors?.[0] ?? "black";
  const bottom = flipped ? other(mine) : mine;
  const who = sitters(view, room, link.names);
  const plays = me !== null && !isOver && ui.hasGivenUp?.(view, guest.playerId) !== true;
  const givingUp = ui.givingUp ?? RESIGNING;
  const recordKo = recordName(ui);
  const looksBack = ply !== null && ply < view.moves.length;
  const shown = looksBack ? ui.at(view, ply) : view;
  const act = plays && connected && !link.busy && !looksBack ? (action: GameAction) => link.send({ type: "act", action }) : null;
  const texts = ui.moveTexts(view, who);
  const goTo = (to: number) => setPly(to >= texts.length ? null : to);
  const record = (
    <MoveList ui={ui} texts={texts} moves={view.moves} ply={ply ?? texts.length} onGo={goTo} />
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
          {ui.colors !== null && <PlayerBar link={link} ui={ui} seat={other(bottom)} shown={shown} me={guest.playerId} who={who} />}
          {ui.Above !== undefined && <ui.Above view={shown} />}
          <div class="board-frame">
            <ui.Board view={shown} me={guest.playerId} bottom={bottom} act={act} pending={link.busy} events={looksBack ? [] : events} who={who} serverNow={link.serverNow} />
          </div>
          {ui.colors !== null && <PlayerBar link={link} ui={ui} seat={bottom} shown={shown} me={guest.playerId} who={who} />}
          <p class={`status${me === view.turn && !isOver ? " mine" : ""}`} role="status" aria-live="polite">
            {looksBack ? "지난 판을 보고 있어요" : ui.statusText(view, guest.playerId, who)}
          </p>
          <Absent link={link} room={room} />
          {looksBack && (
            <span class="phone-only">
              <Steps label={`${recordKo} 넘기기`} ply={ply} last={texts.length} onGo={goTo} />
            </span>
          )}
          {looksBack && (
            <button type="button" class="button primary wide" onClick={() => setPly(null)}>
              지금 판으로 돌아가기
            </button>
          )}
          {plays && me !== null && <Offers link={link} view={view} me={me} room={room} />}
          {isOver && (
            <button type="button" class="button primary wide" onClick={() => setOpen("result")}>
              결과 보기
            </button>
          )}
          <div class="actions" role="group" aria-label="대국 단추">
            {plays && me !== null && <OfferButtons link={link} me={me} />}
            {plays && <ActionButton icon="flag" text={givingUp.button} onClick={() => setOpen("resign")} />}
            {me === null && ui.colors !== null && <ActionButton icon="flip" text="판 돌리기" onClick={() => setFlipped(!flipped)} />}
            <ActionButton icon="book" text="규칙" onClick={() => setOpen("rules")} />
            <span class="phone-only">
              <ActionButton icon="next" text={recordKo} onClick={() => setOpen("record")} />
            </span>
            {room.chat !== "off" && (
              <span class="phone-only">
                <ActionButton icon="chat" text={unread > 0 ? `채팅 ${unread}` : "채팅"} onClick={() => (onRead(), setOpen("chat"))} />
              </span>
            )}
            <ActionButton icon="door" text="나가기" onClick={() => (plays ? setOpen("leave") : leaveRoom())} />
          </div>
        </div>
        <aside class="play-side" aria-label={`${recordKo}, 채팅`}>
          <section class="card" aria-labelledby="record">
            <h2 id="record">{recordKo}</h2>
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
        <Dialog title={recordKo} onClose={() => setOpen(null)}>
          {record}
        </Dialog>
      )}
      {open === "chat" && (
        <Dialog title="채팅" onClose={() => (onRead(), setOpen(null))}>
          <Chat link={link} room={room} />
        </Dialog>
      )}
      {open === "resign" && (
        <Confirm title={givingUp.title} text={givingUp.text} yes={givingUp.yes} onYes={() => link.send({ type: "act", action: { type: "resign" } })} onClose={() => setOpen(null)} />
      )}
      {open === "leave" && (
        <Confirm title="나갈까요?" text={givingUp.leaving} yes="나가기" onYes={leaveRoom} onClose={() => setOpen(null)} />
      )}
      {open === "result" && view.result !== null && (
        <Result link={link} room={room} ui={ui} view={view} me={guest.playerId} who={who} onClose={() => setOpen(null)} onLeave={leaveRoom} />
      )}
    </Page>
  );

  function leaveRoom() {
    if (you?.seat != null) link.send({ type: "leave" });
    forgetRoom(room.code);
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

/** What may be asked of the opponent; nothing in a game whose options know no such thing. */
function OfferButtons({ link, me }: { link: RoomLink; me: SeatKey }) {
  const { view, connected } = link.now;
  if (view === null || !("undo" in view.options)) return null;
  const lefts: Record<SeatKey, number | null> = { ...view.undo.left };
  const left = lefts[me] ?? null;
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
function PlayerBar({ link, ui, seat, shown, me, who }: { link: RoomLink; ui: GameUI; seat: Color; shown: NonNullable<RoomLink["now"]["view"]>; me: string; who: Who }) {
  const { view } = link.now;
  if (view === null) return null;
  const sitter = who(seat);
  const runs = view.phase === "playing" && view.turn === seat;
  return (
    <div class={`player${runs ? " to-move" : ""}`}>
      <span class={`avatar ${seat}`} aria-hidden="true">
        {[...sitter.nickname][0]}
      </span>
      <span class="player-name grow">
        <b>{sitter.nickname}</b>
        <span class="unseen">{seatKo(seat)}</span>
        {playerAt(view, seat) === me && <span class="tag">나</span>}
        {!sitter.isHere && <span class="tag away">나감</span>}
        {sitter.isHere && !sitter.online && <span class="tag away">연결 끊김</span>}
        {ui.SeatNote !== undefined && <ui.SeatNote view={shown} color={seat} />}
      </span>
      <ClockFace view={view} seat={seat} serverNow={link.serverNow} ticks={playerAt(view, seat) === me} />
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
