/** Moving a piece by dragging it, beside tapping: the same pointer may do either. */

import type { TargetedPointerEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { Piece } from "./Piece";
import type { Position } from "./position";

/** A finger that moves less than this has tapped. */
const SLACK_PX = 6;

interface Dragging {
  from: string;
  x: number;
  y: number;
  size: number;
}

function squareAt(x: number, y: number): string | null {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-cell]");
  return cell?.dataset.cell ?? null;
}

export function useDrag(how: {
  canLift: (square: string) => boolean;
  onLift: (square: string) => void;
  onDrop: (from: string, to: string | null) => void;
}) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const pressed = useRef<{ from: string; x: number; y: number; size: number; id: number } | null>(null);
  const dragged = useRef(false);

  const stop = () => {
    pressed.current = null;
    setDragging(null);
  };

  const handlers = {
    onPointerDown(event: TargetedPointerEvent<HTMLElement>) {
      dragged.current = false;
      const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
      const square = cell?.dataset.cell;
      if (cell == null || square === undefined || event.button !== 0 || !how.canLift(square)) return;
      pressed.current = { from: square, x: event.clientX, y: event.clientY, size: cell.offsetWidth, id: event.pointerId };
    },
    onPointerMove(event: TargetedPointerEvent<HTMLElement>) {
      const start = pressed.current;
      if (start === null || event.pointerId !== start.id) return;
      if (!dragged.current) {
        if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK_PX) return;
        dragged.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        how.onLift(start.from);
      }
      setDragging({ from: start.from, x: event.clientX, y: event.clientY, size: start.size });
    },
    onPointerUp(event: TargetedPointerEvent<HTMLElement>) {
      const start = pressed.current;
      if (start !== null && dragged.current) how.onDrop(start.from, squareAt(event.clientX, event.clientY));
      stop();
    },
    onPointerCancel: stop,
  };

  return {
    handlers,
    /** The square whose piece is in the air. */
    from: dragging?.from ?? null,
    /** Whether the click that is being heard is the end of a drag. */
    swallowsClick(): boolean {
      const was = dragged.current;
      dragged.current = false;
      return was;
    },
    ghost(position: Position) {
      const piece = dragging && position.get(dragging.from);
      if (!dragging || !piece) return null;
      const size = dragging.size * 1.15;
      return (
        <div
          class="ghost-piece"
          style={{ width: `${size}px`, height: `${size}px`, transform: `translate(${dragging.x - size / 2}px, ${dragging.y - size * 0.6}px)` }}
        >
          <Piece role={piece.role} color={piece.color} />
        </div>
      );
    },
  };
}
