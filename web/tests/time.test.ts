import { expect, test } from "vitest";
import type { DuelView } from "../src/protocol";
import { clockText, timeOf, type TimedView } from "../src/ui/time";

const NOW = 1_000_000;

function view(clock: Partial<DuelView["clock"]>, more: Partial<TimedView> = {}): TimedView {
  return {
    phase: "playing",
    turn: "black",
    clock: { kind: "fischer", remainingMs: { black: 60_000, white: 45_000 }, turnStartedAt: NOW, ...clock },
    deadline: NOW + 60_000,
    ...more,
  };
}

test.each([
  ["a running clock goes down to its deadline", view({}), "black", NOW + 20_000, 40_000],
  ["the other clock stands still", view({}), "white", NOW + 20_000, 45_000],
  ["a clock does not go below zero", view({}), "black", NOW + 99_000, 0],
  ["a finished game's clocks stand still", view({}, { phase: "finished", deadline: null }), "black", NOW + 5_000, 60_000],
  ["a limit for each move is seen only by whoever moves", view({ kind: "perMove" }), "white", NOW, null],
  ["before a first move its own limit runs", view({ started: { black: false, white: false } }, { deadline: NOW + 30_000 }), "black", NOW, 30_000],
  ["without a clock nothing is shown while there is much time", view({ kind: "none" }, { deadline: NOW + 300_000 }), "black", NOW, null],
  ["without a clock the last minute is shown", view({ kind: "none" }, { deadline: NOW + 300_000 }), "black", NOW + 250_000, 50_000],
] as const)("%s", (_, shown, color, now, ms) => {
  expect(timeOf(shown, color, now)).toBe(ms);
});

test("a clock never shows more than is left, nor zero before it is", () => {
  expect([0, 1, 999, 1_000, 59_001, 600_000].map(clockText)).toEqual(["0:00", "0:01", "0:01", "0:01", "1:00", "10:00"]);
});
