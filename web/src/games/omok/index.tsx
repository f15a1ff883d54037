/** Omok with the skill that removes a stone (document 003). */

import "./omok.css";
import type { Color, OmokResult, OmokView, RecordAnswer } from "../../protocol";
import { COLOR_KO, colorOf, commonFromRecord, defineGame, turnText } from "../contract";
import { Board } from "./Board";
import { Rules } from "./Rules";
import { pointName, SIZE } from "./points";

type Cell = OmokView["board"][number];

const CODE: Record<Color, Cell> = { black: 1, white: 2 };

function SeatNote({ view, color }: { view: OmokView; color: Color }) {
  return (
    <span class="disc-count">
      <span class={`pip ${color}`} aria-hidden="true" />
      {COLOR_KO[color]}
      {view.options.skill && (
        <span class={view.skill[color] > 0 ? "skill-left" : "skill-left used"}>
          {view.skill[color] > 0 ? "스킬 1번" : "스킬 씀"}
        </span>
      )}
    </span>
  );
}

function at(view: OmokView, ply: number): OmokView {
  const board: Cell[] = Array.from({ length: SIZE * SIZE }, () => 0);
  const skill = view.options.skill ? { black: 1, white: 1 } : { black: 0, white: 0 };
  let lastMove: OmokView["lastMove"] = null;
  for (const move of view.moves.slice(0, ply)) {
    if (move.kind === "pass") continue;
    board[move.y * SIZE + move.x] = move.kind === "place" ? CODE[move.color] : 0;
    if (move.kind === "remove") skill[move.color] -= 1;
    lastMove = move;
  }
  const { legalMoves: _, ...rest } = view;
  const turn = view.moves[ply]?.color ?? view.turn;
  return { ...rest, board, skill, lastMove, turn, winLine: ply === view.moves.length ? view.winLine : [] };
}

function fromRecord(record: RecordAnswer): OmokView {
  const { options, moves, result } = record as RecordAnswer & { options: OmokView["options"]; moves: OmokView["moves"]; result: OmokResult };
  const view: OmokView = {
    ...commonFromRecord(record, "black"),
    options,
    moves,
    result,
    board: [],
    lastMove: null,
    skill: { black: 0, white: 0 },
    passStreak: { black: 0, white: 0 },
    winLine: result.detail.line,
  };
  return at(view, moves.length);
}

const WHY: Record<OmokResult["detail"]["reason"], string> = {
  five: "가로, 세로, 대각선 중 한 줄로 돌을 다섯 개 이상 이으면 이겨요.",
  boardFull: "판이 가득 찰 때까지 아무도 다섯을 잇지 못했어요.",
  resign: "한 사람이 기권했어요.",
  timeLoss: "정해진 시간을 다 썼어요.",
  drawAgreed: "두 사람이 무승부에 합의했어요.",
};

export default defineGame<"omok">({
  id: "omok",
  colors: ["black", "white"],
  Board,
  SeatNote,
  Rules,
  statusText: turnText,
  told(event, view, me) {
    if (event.type !== "passed" && event.type !== "removed") return null;
    const mine = colorOf(view, me);
    const who = mine === null ? COLOR_KO[event.color] : event.color === mine ? "나" : "상대";
    if (event.type === "passed") return `시간이 다 되어 ${who === "나" ? "내" : `${who}의`} 차례가 넘어갔어요`;
    return event.color === mine ? null : `${who}의 돌 제거 스킬! ${pointName(event.x, event.y)} 돌이 사라졌어요`;
  },
  moveTexts: (view) =>
    view.moves.map((move) =>
      move.kind === "pass" ? "시간 초과" : `${move.kind === "remove" ? "제거 " : ""}${pointName(move.x, move.y)}`,
    ),
  at,
  fromRecord,
  explain: (result) => WHY[result.detail.reason],
});
