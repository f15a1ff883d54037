/** What a player's clock shows. */

import type { CommonView, SeatKey } from "../protocol";

/** Where no clock runs, the limit for doing nothing is shown only when it comes near. */
const IDLE_SHOWN_MS = 60_000;

export type TimedView = Pick<CommonView, "clock" | "deadline" | "phase" | "turn">;

/** What a player's clock shows in ms, and null for none. The turn that runs goes down to its deadline. */
export function timeOf(view: TimedView, seat: SeatKey, now: number): number | null {
  const { clock, deadline, phase, turn } = view;
  const left = phase === "playing" && turn === seat && deadline !== null ? Math.max(0, deadline - now) : null;
  const started: Record<SeatKey, boolean> = "started" in clock ? { ...clock.started } : {};
  if (clock.kind === "none") return left !== null && (left < IDLE_SHOWN_MS || started[seat] === false) ? left : null;
  if (clock.kind === "perMove") return left;
  const remaining: Record<SeatKey, number> = { ...clock.remainingMs };
  return left ?? remaining[seat] ?? null;
}

export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
