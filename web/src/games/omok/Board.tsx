import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../ui/icons";
import { colorOf, isMyTurn, type BoardProps } from "../contract";
import { Grid } from "../Grid";
import { nameOf, SIZE, STARS } from "./points";

/** A finger covers several points of a phone's board, so a first tap only aims there. */
function useFinger(): boolean {
  const [query] = useState(() => matchMedia("(pointer: coarse)"));
  const [coarse, setCoarse] = useState(query.matches);
  useEffect(() => {
    const look = () => setCoarse(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, [query]);
  return coarse;
}

export function Board({ view, me, act, pending, events }: BoardProps<"omok">) {
  const finger = useFinger();
  const [aim, setAim] = useState<number | null>(null);
  const [armed, setArmed] = useState(false);
  const mine = colorOf(view, me);
  const isTurn = isMyTurn(view, me);
  const canAct = isTurn && act !== null;
  const placeable = new Set(view.legalMoves?.place ?? []);
  const removable = new Set(view.legalMoves?.remove ?? []);
  const hasSkill = mine !== null && view.options.skill;

  // What was aimed at belongs to one turn.
  useEffect(() => {
    setAim(null);
    setArmed(false);
  }, [view.moveCount, view.turn, isTurn]);

  const send = (type: "place" | "useSkill", index: number) => {
    act?.({ type, x: index % SIZE, y: Math.floor(index / SIZE) });
    setAim(null);
    setArmed(false);
  };

  const pick = (key: string | number) => {
    const index = Number(key);
    if (!canAct) return;
    if (armed) {
      if (removable.has(index)) setAim(index);
    } else if (placeable.has(index)) {
      if (finger && aim !== index) setAim(index);
      else send("place", index);
    }
  };

  const marksLast = view.options.showLastMove;
  const last = view.lastMove === null || !marksLast ? -1 : view.lastMove.y * SIZE + view.lastMove.x;
  const won = new Set(view.winLine);
  const cells = view.board.map((cell, index) => {
    const stone = cell === 0 ? null : cell === 1 ? "black" : "white";
    const isLast = index === last;
    const target = armed && removable.has(index);
    const words = [
      nameOf(index),
      stone === null ? "빈 점" : stone === "black" ? "흑 돌" : "백 돌",
      isLast ? (stone === null ? ", 돌이 사라진 자리" : ", 마지막 수") : "",
      won.has(index) ? ", 이긴 줄" : "",
      target ? ", 없앨 수 있어요" : "",
    ];
    return {
      key: index,
      label: `${words[0]} ${words.slice(1).join("")}`,
      class: `${isLast ? "last " : ""}${won.has(index) ? "won " : ""}${target ? "target " : ""}${aim === index ? "aimed" : ""}`,
      content:
        stone !== null ? (
          <span key={stone} class={`stone ${stone}${isLast && events.length > 0 ? " fresh" : ""}`} />
        ) : isLast ? (
          <span class="gone" />
        ) : aim === index && mine !== null ? (
          <span class={`stone ghost ${mine}`} />
        ) : STARS.includes(index) ? (
          <span class="star" />
        ) : null,
    };
  });

  return (
    <>
      <Grid
        label="오목 판"
        columns={SIZE}
        cells={cells}
        class={`omok-board${armed ? " armed" : ""}${pending ? " pending" : ""}${canAct ? ` mine ${mine}` : ""}`}
        onPick={pick}
      >
        <WinLine points={view.winLine} />
      </Grid>
      {mine !== null && view.phase === "playing" && (
        <div class="omok-bar" aria-live="polite">
          {armed ? (
            <>
              <p>{aim === null ? "없앨 상대 돌을 골라 주세요" : `${nameOf(aim)} 돌을 없앨까요? 이번 차례에는 돌을 놓지 않아요.`}</p>
              <div class="buttons">
                <button type="button" class="button" onClick={() => (setArmed(false), setAim(null))}>
                  그만두기
                </button>
                <button type="button" class="button danger" disabled={aim === null || !canAct} onClick={() => aim !== null && send("useSkill", aim)}>
                  없애기
                </button>
              </div>
            </>
          ) : aim !== null ? (
            <div class="buttons">
              <button type="button" class="button primary" disabled={!canAct} onClick={() => send("place", aim)}>
                {nameOf(aim)}에 놓기
              </button>
            </div>
          ) : (
            hasSkill && (
              <button
                type="button"
                class="button skill"
                aria-pressed={armed}
                disabled={!canAct || view.skill[mine] === 0 || removable.size === 0}
                onClick={() => setArmed(true)}
              >
                <Icon name="spark" />
                {view.skill[mine] > 0 ? "돌 제거 스킬" : "스킬을 썼어요"}
              </button>
            )
          )}
        </div>
      )}
    </>
  );
}

/** A line over the stones that won. Several lines may have been made at once. */
function WinLine({ points }: { points: readonly number[] }) {
  if (points.length === 0) return null;
  return (
    <svg class="win-line" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      {linesIn(points).map(([from, to]) => (
        <line
          key={`${from}-${to}`}
          x1={(from % SIZE) + 0.5}
          y1={Math.floor(from / SIZE) + 0.5}
          x2={(to % SIZE) + 0.5}
          y2={Math.floor(to / SIZE) + 0.5}
        />
      ))}
    </svg>
  );
}

/** The ends of each straight row among the points, however many there are. */
function linesIn(points: readonly number[]): [number, number][] {
  const all = new Set(points);
  const lines: [number, number][] = [];
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [-1, 1]] as const) {
    const next = (index: number): number | null => {
      const [x, y] = [(index % SIZE) + dx, Math.floor(index / SIZE) + dy];
      return x >= 0 && x < SIZE && y < SIZE && all.has(y * SIZE + x) ? y * SIZE + x : null;
    };
    const inside = new Set([...all].map(next));
    for (const start of all) {
      if (inside.has(start)) continue;
      let end = start;
      let length = 1;
      for (let step = next(end); step !== null; step = next(end)) {
        end = step;
        length += 1;
      }
      if (length > 2) lines.push([start, end]);
    }
  }
  return lines;
}
