/** Chess and Chess960 (document 004). */

import "./chess.css";
import type { ChessResult, ChessView, Color, RecordAnswer } from "../../protocol";
import { COLOR_KO, commonFromRecord, defineGame, isMyTurn, turnText } from "../contract";
import { Board } from "./Board";
import { Piece } from "./Piece";
import { materialOf, played, readFen, ROLE_KO, takenBy, writeFen, type Position } from "./position";
import { Rules } from "./Rules";

const STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The pieces that a player took, and by how much that player is ahead. */
function SeatNote({ view, color }: { view: ChessView; color: Color }) {
  const taken = [...view.captured[color]].sort((a, b) => "qrbnp".indexOf(a) - "qrbnp".indexOf(b));
  const lead = color === "white" ? view.materialDiff : -view.materialDiff;
  const words = taken.length === 0 ? "잡은 기물 없음" : `잡은 기물 ${taken.map((role) => ROLE_KO[role]).join(", ")}`;
  return (
    <span class="taken">
      <span class={`pip ${color}`} aria-hidden="true" />
      {taken.length === 0 && COLOR_KO[color]}
      <span class="taken-pieces" role="img" aria-label={words}>
        {taken.map((role, rank) => (
          <Piece key={rank} role={role} color={color === "white" ? "black" : "white"} />
        ))}
      </span>
      {lead > 0 && <b>+{lead}</b>}
    </span>
  );
}

function at(view: ChessView, ply: number): ChessView {
  if (ply >= view.moves.length && view.fen !== "") return view;
  let position: Position = readFen(view.startFen);
  const captured: ChessView["captured"] = { white: [], black: [] };
  for (const move of view.moves.slice(0, ply)) {
    const taken = takenBy(position, move);
    if (taken !== null) captured[move.color].push(taken);
    position = played(position, move);
  }
  const last = view.moves[ply - 1];
  const { legalMoves: _, threatenedSquares: __, ...rest } = view;
  return {
    ...rest,
    fen: writeFen(position),
    captured,
    materialDiff: materialOf(position),
    turn: view.moves[ply]?.color ?? (last?.color === "white" ? "black" : "white"),
    check: last !== undefined && /[+#]$/.test(last.san),
    claimable: null,
    lastMove: last === undefined ? null : { ...last, from: last.uci.slice(0, 2), to: last.uci.slice(2, 4) },
  };
}

function fromRecord(record: RecordAnswer): ChessView {
  const { options, moves, result } = record as RecordAnswer & { options: ChessView["options"]; moves: ChessView["moves"]; result: ChessResult };
  const pgn = record.notation.pgn ?? "";
  const view: ChessView = {
    ...commonFromRecord(record, "white"),
    options,
    moves,
    result,
    pgn,
    fen: "",
    startFen: /\[FEN "([^"]+)"\]/.exec(pgn)?.[1] ?? STANDARD,
    chess960Index: null,
    claimable: null,
    check: false,
    lastMove: null,
    captured: { black: [], white: [] },
    materialDiff: 0,
  };
  return at(view, moves.length);
}

const WHY: Record<ChessResult["detail"]["reason"], string> = {
  checkmate: "체크메이트예요. 킹이 공격받고 있는데 피할 곳도, 막을 방법도 없어요.",
  stalemate: "스테일메이트예요. 체크는 아니지만 둘 수 있는 수가 하나도 없어서 비겨요.",
  insufficientMaterial: "남은 기물로는 어느 쪽도 체크메이트를 할 수 없어서 비겨요.",
  threefold: "같은 국면이 세 번 나와서 비겨요.",
  fivefold: "같은 국면이 다섯 번 나와서 비겨요.",
  fiftyMove: "50수 동안 폰이 움직이지 않고 잡힌 기물도 없어서 비겨요.",
  seventyFiveMove: "75수 동안 폰이 움직이지 않고 잡힌 기물도 없어서 비겨요.",
  resign: "한 사람이 기권했어요.",
  timeLoss: "정해진 시간을 다 썼어요.",
  timeoutVsInsufficient: "시간은 다 되었지만, 상대에게 체크메이트를 할 기물이 없어서 비겨요.",
  drawAgreed: "두 사람이 무승부에 합의했어요.",
  aborted: "첫 수를 두기 전에 끝나서 승패를 기록하지 않아요.",
};

export default defineGame<"chess">({
  id: "chess",
  colors: ["white", "black"],
  Board,
  SeatNote,
  Rules,
  statusText(view, me) {
    if (view.phase === "playing" && view.clock.started?.[view.turn] === false) {
      return isMyTurn(view, me) ? "내 차례예요. 첫 수를 두어 주세요" : "상대의 첫 수를 기다려요";
    }
    if (isMyTurn(view, me) && view.check) return "체크예요! 킹을 지켜 주세요";
    return turnText(view, me);
  },
  told(event, view, me) {
    if (event.type === "drawClaimable" && isMyTurn(view, me)) return "무승부를 선언할 수 있어요";
    return null;
  },
  moveTexts: (view) => view.moves.map((move) => move.san),
  at,
  fromRecord,
  explain: (result) => WHY[result.detail.reason],
});
