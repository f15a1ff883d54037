import { useEffect, useRef } from "preact/hooks";
import type { Color, GameMove } from "../protocol";
import { moveColor, type GameUI } from "../games/contract";
import { Icon } from "./icons";

interface MoveListProps {
  ui: GameUI;
  texts: readonly string[];
  moves: readonly GameMove[];
  /** How many plies are shown on the board. */
  ply: number;
  onGo: (ply: number) => void;
  /** Where the buttons that go through it stand elsewhere. */
  noSteps?: boolean;
}

/** What a record is called: a board game has a 기보. */
export function recordName(ui: GameUI): string {
  return ui.colors === null ? "기록" : "기보";
}

/** The record. A press on a move shows the board as it was then. */
export function MoveList({ ui, texts, moves, ply, onGo, noSteps }: MoveListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current="true"]');
    if (list.current === null) return;
    list.current.scrollTop = here == null ? 0 : here.offsetTop - list.current.clientHeight / 2;
  }, [ply, texts.length]);
  const { colors } = ui;
  const rows = colors === null ? texts.map((_, index) => [index]) : paired(colors[0], texts, moves);
  return (
    <>
      <ol class={colors === null ? "moves single" : "moves"} ref={list} aria-label={recordName(ui)} tabIndex={0}>
        {rows.map((row, number) => (
          <li key={number}>
            <span class="move-number">{number + 1}</span>
            {row.map((index, side) =>
              index === null ? (
                <span key={side} />
              ) : (
                <button type="button" key={side} class="move" aria-current={index + 1 === ply} onClick={() => onGo(index + 1)}>
                  {colors !== null && <span class={`pip ${colors[side]}`} aria-hidden="true" />}
                  {texts[index]}
                </button>
              ),
            )}
          </li>
        ))}
      </ol>
      {texts.length === 0 && <p class="hint">아직 둔 수가 없어요.</p>}
      {noSteps !== true && <Steps label={`${recordName(ui)} 넘기기`} ply={ply} last={texts.length} onGo={onGo} />}
    </>
  );
}

/** Plies in pairs, the first colour on the left. */
function paired(first: Color, texts: readonly string[], moves: readonly GameMove[]): (number | null)[][] {
  const rows: (number | null)[][] = [];
  texts.forEach((_, index) => {
    const isFirst = (moveColor(moves, index) ?? first) === first;
    if (isFirst || rows.length === 0) rows.push(isFirst ? [index, null] : [null, index]);
    else if (rows[rows.length - 1]?.[1] === null) rows[rows.length - 1]![1] = index;
    else rows.push([null, index]);
  });
  return rows;
}

/** Buttons that go through the record. */
export function Steps({ label, ply, last, onGo }: { label: string; ply: number; last: number; onGo: (ply: number) => void }) {
  return (
    <div class="steps" role="group" aria-label={label}>
      <button type="button" class="icon-button" aria-label="처음으로" disabled={ply === 0} onClick={() => onGo(0)}>
        <Icon name="first" />
      </button>
      <button type="button" class="icon-button" aria-label="한 수 앞으로" disabled={ply === 0} onClick={() => onGo(ply - 1)}>
        <Icon name="prev" />
      </button>
      <span class="steps-at" aria-live="polite">
        {ply} / {last}
      </span>
      <button type="button" class="icon-button" aria-label="한 수 뒤로" disabled={ply === last} onClick={() => onGo(ply + 1)}>
        <Icon name="next" />
      </button>
      <button type="button" class="icon-button" aria-label="끝으로" disabled={ply === last} onClick={() => onGo(last)}>
        <Icon name="last" />
      </button>
    </div>
  );
}
