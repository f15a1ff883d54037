/** A board of squares or points that can be tapped, clicked, and walked with the arrow keys. */

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

export interface GridCell {
  key: string | number;
  /** What a screen reader says: the name of the square and what stands on it. */
  label: string;
  class: string;
  content: ComponentChildren;
}

interface GridProps {
  label: string;
  columns: number;
  /** Row by row from the upper left, as it is shown. */
  cells: readonly GridCell[];
  class: string;
  onPick: (key: GridCell["key"]) => void;
  onFocus?: (key: GridCell["key"] | null) => void;
  children?: ComponentChildren;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function Grid({ label, columns, cells, class: name, onPick, onFocus, children }: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = cells.length / columns;
  // One square is in the tab order; the arrows move from there.
  const [here, setHere] = useState(Math.floor(rows / 2) * columns + Math.floor(columns / 2));

  const walk = (event: KeyboardEvent) => {
    const x = here % columns;
    const y = Math.floor(here / columns);
    let to: number;
    const step = STEPS[event.key];
    if (step !== undefined) {
      const [dx, dy] = step;
      to = Math.min(rows - 1, Math.max(0, y + dy)) * columns + Math.min(columns - 1, Math.max(0, x + dx));
    } else if (event.key === "Home") to = y * columns;
    else if (event.key === "End") to = y * columns + columns - 1;
    else return;
    event.preventDefault();
    setHere(to);
    box.current?.querySelectorAll<HTMLButtonElement>("button[data-cell]")[to]?.focus();
  };

  return (
    <div class={`grid ${name}`} ref={box}>
      <div role="grid" aria-label={label} class="grid-cells" onKeyDown={walk} onFocusOut={() => onFocus?.(null)}>
        {Array.from({ length: rows }, (_, row) => (
          <div role="row" class="grid-row" key={row}>
            {cells.slice(row * columns, (row + 1) * columns).map((cell, column) => {
              const index = row * columns + column;
              return (
                <div role="gridcell" class={`cell ${cell.class}`} key={cell.key}>
                  <button
                    type="button"
                    data-cell={cell.key}
                    tabIndex={index === here ? 0 : -1}
                    aria-label={cell.label}
                    onClick={() => onPick(cell.key)}
                    onFocus={() => {
                      setHere(index);
                      onFocus?.(cell.key);
                    }}
                  >
                    {cell.content}
                  </button>
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}
