/** Short messages that come and go, also read aloud. */

import { useEffect, useRef } from "preact/hooks";
import { Cell, useCell } from "../session";

interface Toast {
  id: number;
  text: string;
  kind: "news" | "refusal";
}

const SHOWN_MS = 4_000;
const toasts = new Cell<readonly Toast[]>([]);
let made = 0;

export function toast(text: string, kind: Toast["kind"] = "news"): void {
  const id = ++made;
  // The same sentence twice is one message that stays longer.
  toasts.set([...toasts.value.filter((old) => old.text !== text).slice(-2), { id, text, kind }]);
  setTimeout(() => toasts.set(toasts.value.filter((old) => old.id !== id)), SHOWN_MS);
}

export function Toasts() {
  const shown = useCell(toasts);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Raised anew, so that it stands above a dialog, too.
    box.current?.hidePopover?.();
    if (shown.length > 0) box.current?.showPopover?.();
  }, [shown]);
  return (
    <>
      <div class="unseen" role="status" aria-live="polite">
        {shown.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      <div class="toasts" ref={box} popover="manual" aria-hidden="true">
        {shown.map(({ id, text, kind }) => (
          <p key={id} class={`toast ${kind}`}>
            {text}
          </p>
        ))}
      </div>
    </>
  );
}
