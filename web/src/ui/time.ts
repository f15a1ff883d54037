/** What a player's clock shows. */

import type { Color, CommonView } from "../protocol";

/** Where no clock runs, the limit for doing nothing is shown only when it comes near. */
const IDLE_SHOWN_MS = 60_000;

/** What a player's clock shows in ms, and null for none. The turn that runs goes down to its deadline. */
export function timeOf(view: CommonView, color: Color, now: number): number | null {
  const { clock, deadline, phase, turn } = view;
  const left = phase === "playing" && turn === color && deadline !== null ? Math.max(0, deadline - now) : null;
  if (clock.kind === "none") return left !== null && (left < IDLE_SHOWN_MS || clock.started?.[color] === false) ? left : null;
  if (clock.kind === "perMove") return left;
  // Before the first move of a colour its own time stands still.
  if (clock.started?.[color] === false) return left ?? clock.remainingMs[color];
  return left ?? clock.remainingMs[color];
}

export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
