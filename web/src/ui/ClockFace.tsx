import { useEffect, useRef, useState } from "preact/hooks";
import type { SeatKey } from "../protocol";
import { play } from "../sound";
import { clockText, timeOf, type TimedView } from "./time";

const LOW_MS = 10_000;

export function ClockFace({ view, seat, serverNow, ticks }: { view: TimedView; seat: SeatKey; serverNow: () => number; ticks: boolean }) {
  const [, redraw] = useState({});
  const ticked = useRef(0);
  const runs = view.phase === "playing" && view.turn === seat;
  const ms = timeOf(view, seat, serverNow());
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => redraw({}), 200);
    return () => clearInterval(timer);
  }, [runs]);
  const isLow = runs && ms !== null && ms < LOW_MS;
  const seconds = ms === null ? 0 : Math.ceil(ms / 1000);
  useEffect(() => {
    if (!isLow || !ticks || seconds === ticked.current || seconds === 0) return;
    ticked.current = seconds;
    play("tick");
  }, [isLow, ticks, seconds]);
  if (ms === null) return null;
  return (
    <span class={`clock${runs ? " runs" : ""}${isLow ? " low" : ""}`} role="timer" aria-label={`남은 시간 ${Math.floor(seconds / 60)}분 ${seconds % 60}초`}>
      {clockText(ms)}
    </span>
  );
}
