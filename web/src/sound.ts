/** A few soft tones, made here: no file is loaded. Silent when the player has turned sound off. */

import { settings } from "./session";

type Tune = "move" | "turn" | "tick" | "offer" | "end";

/** Pairs of pitch (Hz) and length (ms). */
const TUNES: Record<Tune, readonly [number, number][]> = {
  move: [[330, 60]],
  turn: [
    [523, 80],
    [659, 110],
  ],
  tick: [[880, 40]],
  offer: [
    [440, 90],
    [440, 90],
  ],
  end: [
    [523, 120],
    [659, 120],
    [784, 200],
  ],
};

let context: AudioContext | null = null;

/** A page may make sound only after somebody has touched it: waits for that. */
export function awaitTouch(): void {
  const wake = () => void (context ??= new AudioContext()).resume();
  addEventListener("pointerdown", wake, { once: true });
  addEventListener("keydown", wake, { once: true });
}

export function play(tune: Tune): void {
  if (!settings.value.sound || context === null || context.state !== "running") return;
  let at = context.currentTime;
  for (const [pitch, length] of TUNES[tune]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length / 1000);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length / 1000);
    at += length / 1000;
  }
}
