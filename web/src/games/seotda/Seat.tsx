import type { SeatKey, SeotdaEvent, SeotdaView } from "../../protocol";
import { seatKo, type Sitter } from "../contract";
import { ClockFace } from "../../ui/ClockFace";
import { Card } from "./Card";
import { lastEnd, saidSince } from "./record";
import { chipsKo, saidKo } from "./words";

interface SeatProps {
  view: SeotdaView;
  seat: SeatKey;
  sitter: Sitter;
  isMe: boolean;
  /** What has just happened. */
  events: readonly SeotdaEvent[];
  serverNow: () => number;
}

/** One at the table: name, cards, chips, and what was said or won. */
export function Seat({ view, seat, sitter, isMe, events, serverNow }: SeatProps) {
  const own = view.seats[seat];
  if (own === undefined) return null;
  const runs = view.phase === "playing" && view.stage === "betting" && view.turn === seat;
  const won = lastEnd(view)?.won[seat] ?? 0;
  const rests = own.status === "died" || own.status === "left" || own.status === "out";
  return (
    <div class={`sitter${isMe ? " me" : ""}${runs ? " to-move" : ""}${rests ? " rests" : ""}${won > 0 ? " won" : ""}`} data-seat={seat}>
      <p class="sitter-name">
        <b>{sitter.nickname}</b>
        {isMe ? <span class="tag">나</span> : <span class="seat-number">{seatKo(seat)}</span>}
        {view.lead === seat && (
          <span class="lead-mark" title="선: 먼저 말하는 사람">
            선
          </span>
        )}
        {sitter.isHere && !sitter.online && <span class="tag away">끊김</span>}
      </p>
      <div class="sitter-cards">
        {own.cards.map((card, index) => (
          <Card key={`${view.hand}.${view.replay}.${index}.${card === null}`} id={card} moving={movingOf(events, seat, index)} />
        ))}
        {won === 0 && <Saying view={view} seat={seat} />}
      </div>
      {runs && <ClockFace view={view} seat={seat} serverNow={serverNow} ticks={isMe} />}
      {own.hand !== null && <b class="hand-name">{own.hand}</b>}
      <p class="sitter-chips">
        <span class="chip-mark" aria-hidden="true" />
        <span>
          <span class="unseen">칩 </span>
          {chipsKo(own.chips)}
        </span>
        {won > 0 && <span class="saying won">+{chipsKo(won)}</span>}
      </p>
    </div>
  );
}

function Saying({ view, seat }: { view: SeotdaView; seat: SeatKey }) {
  const own = view.seats[seat];
  if (own === undefined) return null;
  const quiet = { died: "다이", left: "그만뒀어요", out: own.chips === 0 ? "칩이 없어요" : "쉬어요" } as const;
  if (own.status !== "in" && own.status !== "allIn") return <span class="saying quiet">{quiet[own.status]}</span>;
  if (view.stage === "pause") return own.ready ? <span class="saying quiet">준비됐어요</span> : null;
  if (own.status === "allIn") return <span class="saying all-in">올인</span>;
  const said = saidSince(view).findLast((move) => move.kind === "bet" && move.seat === seat);
  // A word of the round before is no longer what this seat says.
  const isNews = said?.kind === "bet" && (own.bet > 0 || said === view.moves.at(-1));
  return isNews && said.kind === "bet" ? <span class="saying">{saidKo(said.word, said.paid)}</span> : null;
}

function movingOf(events: readonly SeotdaEvent[], seat: SeatKey, index: number): "dealt" | "opened" | undefined {
  const deal = events.findLast((event) => event.type === "dealt" || event.type === "cardDealt");
  if (events.some((event) => event.type === "showdown" && event.hands.some((opened) => opened.seat === seat))) return "opened";
  const isNew = deal !== undefined && deal.seats.includes(seat) && (deal.type === "dealt" || index === deal.cards - 1);
  return isNew ? "dealt" : undefined;
}
