/** The pieces, drawn for this client: flat shapes in two colours, readable when small. */

import type { Color } from "../../protocol";
import type { Role } from "./position";

const BASE = "M9.5 36.5h21v-2.6q0-2.4-2.4-2.4H11.9q-2.4 0-2.4 2.4z";

const SHAPES: Record<Role, string> = {
  p: "M20 7.5a5.4 5.4 0 013.3 9.7h2.2l-1.6 3.4c.9 4 3 6.6 4.1 9.4H12c1.1-2.8 3.2-5.4 4.1-9.4l-1.6-3.4h2.2A5.4 5.4 0 0120 7.5z",
  r: "M10.5 8h4.3v3h3.1V8h4.2v3h3.1V8h4.3v7l-3 3v8.5l2.5 3.5h-18l2.5-3.5V18l-3-3z",
  n: "M12.5 30c0-5.5 2-8.5 5.2-11.7-2.6.2-4.7 1.6-6.6 3.4L8 19.2c.7-4.7 3-8.7 6.3-10.7l.7-4.3 3.7 3.2C26 7.6 30.6 13.6 30.2 22c-.1 2.9-.8 5.5-1.7 8z",
  b: "M20 8.2c4.9 4 7.6 8 7.6 12 0 2.9-1.3 5-3.3 6.3L27 30H13l2.7-3.5c-2-1.3-3.3-3.4-3.3-6.3 0-4 2.7-8 7.6-12z",
  q: "M6.5 14.5l4.8 6 1.4-11 3.9 9.3L20 8l3.4 10.8 3.9-9.3 1.4 11 4.8-6L28.7 30H11.3z",
  k: "M20 12.5c2.2-3.2 5.2-4.4 8.2-3.8 4.2.8 6 4.6 4.6 8.4-1.3 3.5-4.2 5.8-5 8.9l.9 4H11.3l.9-4c-.8-3.1-3.7-5.4-5-8.9-1.4-3.8.4-7.6 4.6-8.4 3-.6 6 .6 8.2 3.8z",
};

/** What is drawn over the shape, in lines. */
const LINES: Partial<Record<Role, string>> = {
  r: "M14 18h12M14 26.5h12",
  b: "M22.3 13.5l-3.8 6M15.7 26.5h8.6",
  n: "M16.6 13.2v.01M21 9.5c4 2 6 6.5 5.5 12.5",
  q: "M12.3 25.8c5-1.3 10.4-1.3 15.4 0",
  k: "M20 12.5V24M12.2 26c5-1.5 10.6-1.5 15.6 0",
};

const BALLS: Partial<Record<Role, readonly (readonly [number, number])[]>> = {
  b: [[20, 6.2]],
  q: [
    [6.5, 13],
    [12.7, 8],
    [20, 6.2],
    [27.3, 8],
    [33.5, 13],
  ],
};

export function Piece({ role, color }: { role: Role; color: Color }) {
  return (
    <svg class={`piece ${color}`} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
      {role === "k" && <path class="cross" d="M20 3v8M17 5.8h6" />}
      <path class="body" d={SHAPES[role]} />
      <path class="body" d={BASE} />
      {(BALLS[role] ?? []).map(([x, y]) => (
        <circle class="body" cx={x} cy={y} r="2.2" key={x} />
      ))}
      {LINES[role] !== undefined && <path class="lines" d={LINES[role]} />}
    </svg>
  );
}
