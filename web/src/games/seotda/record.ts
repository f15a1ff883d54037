/**
 * The record put back on the table. It names words, chips and hands, never a card, so that is what
 * an earlier moment shows. Nothing is judged here: who may say what, and whose hand is better, the
 * record knows.
 */

import type { RecordAnswer, SeatKey, SeotdaHandEnd, SeotdaMove, SeotdaResult, SeotdaSeat, SeotdaView } from "../../protocol";
import type { Who } from "../contract";
import { saidKo, chipsKo } from "./words";

type Seats = Record<SeatKey, SeotdaSeat>;

interface Counted {
  seats: Seats;
  hand: number;
  replay: number;
  lead: SeatKey;
  carried: number;
}

const NOBODY: SeotdaSeat = { chips: 0, paid: 0, bet: 0, status: "in", cards: [], hand: null, ready: false };

/** The table after the first `ply` entries of the record. */
export function at(view: SeotdaView, ply: number): SeotdaView {
  if (ply >= view.moves.length) return view;
  const { legalMoves: _, ...rest } = view;
  const past = view.moves.slice(0, ply);
  const { seats, hand, replay, lead, carried } = counted(view, ply);
  const last = past.at(-1);
  const next = view.moves.slice(ply).find((move) => move.kind !== "deal");
  const isEnded = last === undefined || last.kind === "end";
  return {
    ...rest,
    stage: isEnded ? "pause" : "betting",
    turn: next?.kind === "bet" && !isEnded ? next.seat : "",
    hand,
    replay,
    lead,
    pot: potOf(seats) + carried,
    bet: 0,
    seats,
    outcome: null,
    moves: past,
    lastMove: past.findLast((move) => move.kind === "bet") ?? null,
    result: null,
  };
}

function counted(view: SeotdaView, ply: number): Counted {
  const keys = Object.keys(view.players);
  const { startChips, ante } = view.options;
  let seats: Seats = Object.fromEntries(keys.map((key) => [key, { ...NOBODY, chips: startChips }]));
  const change = (key: SeatKey, more: Partial<SeotdaSeat>) => {
    seats = { ...seats, [key]: { ...(seats[key] ?? NOBODY), ...more } };
  };
  const table = { hand: 1, replay: 0, lead: "1", carried: 0 };
  view.moves.slice(0, ply).forEach((move, index) => {
    switch (move.kind) {
      case "deal": {
        const { hand, replay, lead } = move;
        Object.assign(table, { hand, replay, lead });
        const again = replay > 0 ? thoseWhoPlay(view, index) : null;
        for (const [key, seat] of Object.entries(seats)) {
          const plays = seat.status !== "left" && (again === null ? seat.chips > 0 : again.has(key));
          const paid = plays && again === null ? Math.min(ante, seat.chips) : 0;
          const status = seat.status === "left" ? "left" : !plays ? "out" : seat.chips === paid ? "allIn" : "in";
          change(key, { status, hand: null, paid, chips: seat.chips - paid });
        }
        break;
      }
      case "bet": {
        const { chips, paid } = seats[move.seat] ?? NOBODY;
        const left = chips - move.paid;
        change(move.seat, { chips: left, paid: paid + move.paid, status: move.word === "die" ? "died" : left === 0 ? "allIn" : "in" });
        break;
      }
      case "left":
        change(move.seat, { status: "left" });
        break;
      case "end": {
        const back = unmatched(seats);
        const pot = potOf(seats) + table.carried;
        const given = Object.values(move.won).reduce((sum, chips) => sum + chips, 0);
        table.carried = pot - (back?.chips ?? 0) - given;
        for (const [key, seat] of Object.entries(seats)) {
          const returned = back?.seat === key ? back.chips : 0;
          const status = seat.status === "allIn" ? "in" : seat.status;
          change(key, { status, chips: seat.chips + returned + (move.won[key] ?? 0), paid: 0, hand: move.hands[key] ?? null });
        }
        break;
      }
    }
  });
  return { seats, ...table };
}

/** Who has a part in cards that were dealt anew: whoever says or shows something before they are out. */
function thoseWhoPlay(view: SeotdaView, deal: number): Set<SeatKey> {
  const after = view.moves.slice(deal + 1);
  const end = after.findIndex((move) => move.kind === "end");
  const entries = end < 0 ? after : after.slice(0, end + 1);
  const playing = entries.flatMap((move) => (move.kind === "bet" ? [move.seat] : move.kind === "end" ? [...Object.keys(move.hands), ...Object.keys(move.won)] : []));
  // The hand that is being played is not told to its end yet: the view knows who is in it.
  const now = end < 0 ? Object.entries(view.seats).flatMap(([key, { status }]) => (status === "in" || status === "allIn" || status === "died" ? [key] : [])) : [];
  return new Set([...playing, ...now]);
}

/** What the highest payer has paid beyond the next, which goes back before the pot is given away. */
function unmatched(seats: Seats): { seat: SeatKey; chips: number } | null {
  const [most, next] = Object.entries(seats).sort(([, a], [, b]) => b.paid - a.paid);
  if (most === undefined || next === undefined) return null;
  const chips = most[1].paid - next[1].paid;
  const isIn = most[1].status === "in" || most[1].status === "allIn";
  return chips > 0 && isIn ? { seat: most[0], chips } : null;
}

function potOf(seats: Seats): number {
  return Object.values(seats).reduce((sum, seat) => sum + seat.paid, 0);
}

export function fromRecord(record: RecordAnswer): SeotdaView {
  const { options, moves, result } = record as Omit<RecordAnswer, "options" | "moves" | "result"> & Pick<SeotdaView, "options" | "moves"> & { result: SeotdaResult };
  const players = record.sides;
  const keys = Object.keys(players);
  const last = moves.findLast((move) => move.kind === "deal");
  const view: SeotdaView = {
    phase: "finished",
    stage: "over",
    options,
    players,
    turn: "",
    hand: last?.hand ?? 1,
    replay: last?.replay ?? 0,
    lead: last?.lead ?? "1",
    round: 1,
    pot: 0,
    bet: 0,
    seats: {},
    outcome: null,
    moves,
    movesFrom: 0,
    moveCount: moves.length,
    lastMove: moves.findLast((move) => move.kind === "bet") ?? null,
    clock: { kind: "perMove", remainingMs: {}, turnStartedAt: record.endedAt },
    deadline: null,
    pending: { undo: null, draw: null },
    undo: { left: Object.fromEntries(keys.map((key) => [key, 0])) },
    result,
  };
  return { ...view, seats: counted(view, moves.length).seats };
}

/** How the newest hand ended, if it has. */
export function lastEnd(view: SeotdaView): SeotdaHandEnd | null {
  const last = view.moves.findLast((move) => move.kind === "end" || move.kind === "deal");
  return last?.kind === "end" ? last : null;
}

/** What was said since the newest deal, newest last. */
export function saidSince(view: SeotdaView): SeotdaMove[] {
  const deal = view.moves.findLastIndex((move) => move.kind === "deal");
  return view.moves.slice(deal + 1);
}

export function moveTexts(view: SeotdaView, who: Who): string[] {
  return view.moves.map((move) => {
    switch (move.kind) {
      case "deal":
        return move.replay > 0 ? `${move.hand}판 다시 나눔, 선 ${who(move.lead).nickname}` : `${move.hand}판 시작, 선 ${who(move.lead).nickname}`;
      case "bet":
        return `${who(move.seat).nickname} ${saidKo(move.word, move.paid)}${move.auto ? " (시간 초과)" : ""}`;
      case "left":
        return `${who(move.seat).nickname} 그만둠`;
      case "end": {
        const won = Object.entries(move.won).map(([seat, chips]) => `${who(seat).nickname} +${chipsKo(chips)}${move.hands[seat] === undefined ? "" : ` ${move.hands[seat]}`}`);
        return won.length > 0 ? won.join(", ") : "판돈을 두고 다시";
      }
    }
  });
}
