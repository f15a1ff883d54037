/** Reversi. */

import "./othello.css";
import type { Color, OthelloEvent, OthelloResult, OthelloView, RecordAnswer } from "../../protocol";

import {
  COLOR_KO,
  colorOf,
  commonFromRecord,
  defineGame,
  isMyTurn,
  turnText,
  type BoardProps,
} from "../contract";
import { Grid } from "../Grid";
import { Disc } from "./Disc";
import { Rules } from "./Rules";

type Cell = OthelloView["board"][number];

const FILES = "abcdefgh";
/** How long all discs of a move may take to turn, and how long one of them does. */
const TURN_ALL_MS = 400;
const TURN_ONE_MS = 200;

export function squareName(x: number, y: number): string {
  return `${FILES[x]}${y + 1}`;
}

const CODE: Record<Color, Cell> = { black: 1, white: 2 };

/** When each turned disc begins to turn: nearest first, all done within `TURN_ALL_MS`. */
function delays(events: readonly OthelloEvent[]): Map<number, number> {
  const flipped = events.find((event) => event.type === "placed")?.flipped ?? [];
  const step = (TURN_ALL_MS - TURN_ONE_MS) / Math.max(1, flipped.length - 1);
  return new Map(flipped.map((index, rank) => [index, Math.round(rank * Math.min(step, 60))]));
}

function Board({ view, me, act, pending, events }: BoardProps<"othello">) {
  const turning = delays(events);
  const last = view.lastMove === null ? -1 : view.lastMove.y * 8 + view.lastMove.x;
  const isTurn = isMyTurn(view, me);
  const flips = new Map((view.legalMoves ?? []).map((move) => [move.y * 8 + move.x, move.flips]));
  const shows = isTurn && view.options.showLegalMoves !== false;
  const counts = view.options.showFlipCount === true;
  const cells = view.board.map((cell, index) => {
    const [x, y] = [index % 8, Math.floor(index / 8)];
    const legal = shows && flips.has(index);
    const what = cell === 0 ? (legal ? `둘 수 있어요${counts ? `, ${flips.get(index)}개 뒤집기` : ""}` : "빈칸") : cell === 1 ? "흑 돌" : "백 돌";
    return {
      key: index,
      label: `${squareName(x, y)} ${what}${index === last ? ", 마지막 수" : ""}`,
      class: `${index === last ? "last " : ""}${legal ? "legal" : ""}`,
      content:
        cell !== 0 ? (
          <Disc color={cell} {...(turning.has(index) ? { turnAfterMs: turning.get(index) ?? 0 } : {})} fresh={index === last && events.length > 0} />
        ) : legal ? (
          counts ? <span class="flip-count" data-flips={flips.get(index)} /> : <span class="dot" />
        ) : null,
    };
  });
  return (
    <Grid
      label="리버시 판"
      columns={8}
      cells={cells}
      class={`othello-board${pending ? " pending" : ""}${isTurn && act ? " mine" : ""}`}
      onPick={(key) => {
        const index = Number(key);
        if (act && isTurn && view.board[index] === 0) act({ type: "place", x: index % 8, y: Math.floor(index / 8) });
      }}
    />
  );
}

function SeatNote({ view, color }: { view: OthelloView; color: Color }) {
  return (
    <span class="disc-count">
      <span class={`pip ${color}`} aria-hidden="true" />
      {view.counts[color]}개
    </span>
  );
}

/** The share of each colour, always in sight. */
function DiscBar({ view }: { view: OthelloView }) {
  const { black, white } = view.counts;
  return (
    <div class="disc-bar" role="img" aria-label={`돌 수 흑 ${black}, 백 ${white}`}>
      <span class="black" style={{ flexGrow: black }}>{black}</span>
      <span class="white" style={{ flexGrow: white }}>{white}</span>
    </div>
  );
}

const START: readonly Cell[] = Array.from({ length: 64 }, (_, index): Cell => (index === 27 || index === 36 ? 2 : index === 28 || index === 35 ? 1 : 0));

function at(view: OthelloView, ply: number): OthelloView {
  const board = [...START];
  let lastMove: OthelloView["lastMove"] = null;
  for (const move of view.moves.slice(0, ply)) {
    if (move.kind === "pass") continue;
    for (const index of [move.y * 8 + move.x, ...move.flipped]) board[index] = CODE[move.color];
    lastMove = move;
  }
  const black = board.filter((cell) => cell === 1).length;
  const white = board.filter((cell) => cell === 2).length;
  const turn = view.moves[ply]?.color ?? view.turn;
  const { legalMoves: _, ...rest } = view;
  return { ...rest, board, lastMove, turn, counts: { black, white, empty: 64 - black - white } };
}

function fromRecord(record: RecordAnswer): OthelloView {
  const { options, moves, result } = record as RecordAnswer & Pick<OthelloView, "options" | "moves" | "result">;
  const view: OthelloView = {
    ...commonFromRecord(record, "black"),
    options,
    moves,
    result,
    board: [],
    lastMove: null,
    counts: { black: 0, white: 0, empty: 0 },
    autoMoveStreak: { black: 0, white: 0 },
  };
  return at(view, moves.length);
}

const WHY: Record<OthelloResult["detail"]["reason"], string> = {
  noMoves: "두 사람 모두 더 둘 곳이 없어서 끝났어요. 자기 색 돌이 더 많은 쪽이 이겨요.",
  resign: "한 사람이 기권했어요.",
  timeLoss: "정해진 시간을 다 썼어요.",
  drawAgreed: "두 사람이 무승부에 합의했어요.",
};

export default defineGame<"othello">({
  id: "othello",
  colors: ["black", "white"],
  Board,
  SeatNote,
  Above: DiscBar,
  Rules,
  statusText: turnText,
  told(event, view, me) {
    if (event.type === "passed") {
      const mine = colorOf(view, me);
      const who = mine === null ? `${COLOR_KO[event.color]}이 ` : event.color === mine ? "" : "상대가 ";
      return `${who}둘 곳이 없어서 차례가 넘어갔어요`;
    }
    if (event.type === "placed" && event.auto === true) return "시간이 다 되어 대신 두었어요";
    return null;
  },
  moveTexts: (view) => view.moves.map((move) => (move.kind === "pass" ? "패스" : squareName(move.x, move.y) + (move.auto ? "·자동" : ""))),
  at,
  fromRecord,
  explain: (result) => WHY[result.detail.reason],
});
