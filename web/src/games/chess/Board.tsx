import { useEffect, useRef, useState } from "preact/hooks";
import type { ChessAction, ChessEvent, ChessLegalMove, Color } from "../../protocol";
import { Dialog } from "../../ui/Dialog";
import { colorOf, isMyTurn, type BoardProps } from "../contract";
import { Grid } from "../Grid";
import { useDrag } from "./drag";
import { Piece } from "./Piece";
import { FILES, readFen, ROLE_KO } from "./position";

const COLOR_WORD: Record<Color, string> = { white: "백", black: "흑" };

/** The squares from the upper left, as the player at the lower edge sees them. */
function squaresFor(bottom: Color): string[] {
  const squares = Array.from({ length: 64 }, (_, index) => `${FILES[index % 8]}${8 - Math.floor(index / 8)}`);
  return bottom === "white" ? squares : squares.reverse();
}

/** From which square each piece that has just moved came: two pieces if it was castling. */
function slides(events: readonly ChessEvent[]): Map<string, string> {
  const ways = new Map<string, string>();
  const castled = events.find((event) => event.type === "castled");
  if (castled !== undefined) {
    for (const way of [castled.king, castled.rook]) ways.set(way.to, way.from);
    return ways;
  }
  const moved = events.find((event) => event.type === "moved");
  if (moved !== undefined) ways.set(moved.uci.slice(2, 4), moved.uci.slice(0, 2));
  return ways;
}

export function Board({ view, me, bottom, act, pending, events }: BoardProps<"chess">) {
  const [selected, setSelected] = useState<string | null>(null);
  const [promoting, setPromoting] = useState<ChessLegalMove[] | null>(null);
  const dropped = useRef<string | null>(null); // a piece that was dragged there is there already
  const position = readFen(view.fen);
  const mine = colorOf(view, me);
  const isTurn = isMyTurn(view, me);
  const canAct = isTurn && act !== null;
  const legal = view.legalMoves ?? [];
  const hints = view.options.hints;

  useEffect(() => {
    setSelected(null);
    setPromoting(null);
  }, [view.fen, isTurn]);

  const isOwn = (square: string) => position.get(square)?.color === mine;

  /** The legal moves that going from one square to another can mean. */
  const meant = (from: string, to: string): ChessLegalMove[] => {
    const exact = legal.filter((move) => move.from === from && move.to === to);
    if (exact.length > 0) return exact;
    // In Chess960 castling is listed by the rook's square; the king's goal says the same.
    return legal.filter(
      (move) => move.from === from && move.castle !== undefined && to === `${move.castle === "king" ? "g" : "c"}${from[1]}`,
    );
  };

  const attempt = (from: string, to: string) => {
    const moves = meant(from, to);
    const first = moves[0];
    setSelected(null);
    if (first === undefined) {
      act?.({ type: "move", from, to }); // the server says why not
    } else if (first.castle !== undefined) {
      act?.({ type: "castle", side: first.castle });
    } else if (first.promotion !== undefined && !view.options.autoQueen) {
      setPromoting(moves);
    } else {
      act?.(first.promotion === undefined ? { type: "move", from, to } : { type: "move", from, to, promotion: "q" });
    }
  };

  const pick = (key: string | number) => {
    const square = String(key);
    if (!canAct) return;
    if (selected === null) {
      if (isOwn(square)) setSelected(square);
    } else if (square === selected) setSelected(null);
    else if (isOwn(square) && meant(selected, square).length === 0) setSelected(square);
    else attempt(selected, square);
  };

  const drag = useDrag({
    canLift: (square) => canAct && isOwn(square),
    onLift: setSelected,
    onDrop: (from, to) => {
      if (to === null || to === from) return;
      if (isOwn(to) && meant(from, to).length === 0) return;
      dropped.current = to;
      attempt(from, to);
    },
  });

  const targets = new Set<string>();
  if (selected !== null && hints !== "off") {
    for (const move of legal) if (move.from === selected) targets.add(move.to);
  }
  const threats = new Set(hints === "movesAndThreats" && isTurn ? (view.threatenedSquares ?? []) : []);
  const checked = view.check ? [...position].find(([, piece]) => piece.role === "k" && piece.color === view.turn)?.[0] : undefined;
  const ways = slides(events);
  const turned = bottom === "white" ? 1 : -1;

  const cells = squaresFor(bottom).map((square, index) => {
    const piece = position.get(square);
    const [x, y] = [index % 8, Math.floor(index / 8)];
    const isLast = view.lastMove !== null && (square === view.lastMove.from || square === view.lastMove.to);
    const from = dropped.current === square ? undefined : ways.get(square);
    const words = [
      piece === undefined ? "빈칸" : `${COLOR_WORD[piece.color]} ${ROLE_KO[piece.role]}`,
      square === selected ? "골랐어요" : "",
      targets.has(square) ? (piece === undefined ? "갈 수 있어요" : piece.color === mine ? "캐슬링할 수 있어요" : "잡을 수 있어요") : "",
      square === checked ? "체크!" : "",
      threats.has(square) ? "공격받고 있어요" : "",
      isLast ? "마지막 수" : "",
    ].filter((word) => word !== "");
    const names = [
      (x + y) % 2 === 0 ? "light" : "dark",
      isLast ? "last" : "",
      square === selected ? "selected" : "",
      square === checked ? "checked" : "",
      threats.has(square) ? "threat" : "",
      canAct && isOwn(square) ? "own" : "",
      drag.from === square ? "lifted" : "",
    ];
    return {
      key: square,
      label: `${square} ${words.join(", ")}`,
      class: names.filter((name) => name !== "").join(" "),
      content: (
        <>
          {y === 7 && <span class="file-name" data-name={square[0]} />}
          {x === 0 && <span class="rank-name" data-name={square[1]} />}
          {piece !== undefined && (
            <span
              key={from === undefined ? square : `${from}${square}${view.moveCount}`}
              class={from === undefined ? "man" : "man sliding"}
              style={
                from === undefined
                  ? {}
                  : {
                      "--dx": turned * (FILES.indexOf(from[0] ?? "") - FILES.indexOf(square[0] ?? "")),
                      "--dy": turned * (Number(square[1]) - Number(from[1])),
                    }
              }
            >
              <Piece role={piece.role} color={piece.color} />
            </span>
          )}
          {targets.has(square) && <span class={piece === undefined ? "target-dot" : "target-ring"} />}
          {square === checked && view.phase === "playing" && <span class={`check-bubble${y === 0 ? " below" : ""}`}>체크!</span>}
        </>
      ),
    };
  });

  const choose = (promotion: NonNullable<ChessLegalMove["promotion"]>) => {
    const move = promoting?.[0];
    setPromoting(null);
    if (move !== undefined) act?.({ type: "move", from: move.from, to: move.to, promotion });
  };

  useEffect(() => {
    dropped.current = null;
  }, [view.moveCount]);

  return (
    <>
      <div {...drag.handlers}>
        <Grid label="체스 판" columns={8} cells={cells} class={`chess-board${pending ? " pending" : ""}`} onPick={(key) => !drag.swallowsClick() && pick(key)} />
      </div>
      {drag.ghost(position)}
      {view.claimable !== null && isTurn && <Claim reason={view.claimable} act={act} />}
      {promoting !== null && mine !== null && (
        <Dialog title="어떤 기물로 바꿀까요?" onClose={() => setPromoting(null)}>
          <div class="promotions">
            {(["q", "r", "b", "n"] as const).map((role) => (
              <button type="button" class="button promotion" key={role} onClick={() => choose(role)}>
                <Piece role={role} color={mine} />
                {ROLE_KO[role]}
              </button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

function Claim({ reason, act }: { reason: "threefold" | "fiftyMove"; act: ((action: ChessAction) => void) | null }) {
  const why = reason === "threefold" ? "같은 국면이 세 번 나왔어요" : "50수 동안 진전이 없었어요";
  return (
    <div class="claim">
      <p>{why}. 원하면 무승부를 선언할 수 있어요.</p>
      <button type="button" class="button" disabled={act === null} onClick={() => act?.({ type: "claimDraw" })}>
        무승부 선언
      </button>
    </div>
  );
}
