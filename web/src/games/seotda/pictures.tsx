/**
 * What grows and lives on the cards, drawn for this client: a plant for each month, and what makes
 * a card a 광 or a 열끗. All in a field of 50 by 80, of which the corners belong to number and kind.
 */

import type { JSX } from "preact";
import type { Face } from "./cards";

const INK = "#2f2a26";
const LEAF = "#4d7a4a";
const RED = "#c8322b";
const PINK = "#ec93a8";
const VIOLET = "#6a4c9c";
const YELLOW = "#eab63a";

const around = (count: number) => Array.from({ length: count }, (_, index) => (360 / count) * index);

function Flower({ x, y, r, petal, middle = YELLOW, petals = 5 }: { x: number; y: number; r: number; petal: string; middle?: string; petals?: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      {around(petals).map((turn) => (
        <ellipse key={turn} cy={-r * 0.62} rx={r * 0.42} ry={r * 0.55} fill={petal} transform={`rotate(${turn})`} />
      ))}
      <circle r={r * 0.3} fill={middle} />
    </g>
  );
}

function Fan({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path d="M-11 0A11 11 0 0 1 11 0Z" fill={LEAF} />
      <path d="M0 0V-10M0 0L-7 -7.5M0 0L7 -7.5" stroke="#d9e6c8" stroke-width="0.9" />
    </g>
  );
}

/** Leaves left and right of a bent stem. */
function Sprig({ x, y, leaf, turn = 0 }: { x: number; y: number; leaf: string; turn?: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <path d="M0 0V30" stroke={INK} stroke-width="1.1" fill="none" />
      {[4, 11, 18, 25].map((at) => (
        <g key={at} fill={leaf}>
          <ellipse cx="-4.5" cy={at} rx="4.6" ry="2.6" transform={`rotate(24 -4.5 ${at})`} />
          <ellipse cx="4.5" cy={at} rx="4.6" ry="2.6" transform={`rotate(-24 4.5 ${at})`} />
        </g>
      ))}
    </g>
  );
}

const Maple = ({ x, y, scale = 1 }: { x: number; y: number; scale?: number }) => (
  <path
    transform={`translate(${x} ${y}) scale(${scale})`}
    d="M0 -11L2.6 -5L8 -8L6.4 -2L11 1L5.5 3L6 8L1 5.6L0.6 12H-0.6L-1 5.6L-6 8L-5.5 3L-11 1L-6.4 -2L-8 -8L-2.6 -5Z"
    fill={RED}
  />
);

const PLANTS: Record<number, () => JSX.Element> = {
  1: () => (
    <>
      <path d="M6 78C14 66 12 54 26 46" stroke="#7a5236" stroke-width="3" fill="none" />
      <Fan x={17} y={62} />
      <Fan x={35} y={66} />
      <Fan x={27} y={50} />
    </>
  ),
  2: () => (
    <>
      <path d="M4 76C18 70 16 56 30 50C36 47 38 40 44 36" stroke="#6b4632" stroke-width="2.4" fill="none" />
      <Flower x={16} y={64} r={8.5} petal="#d8435f" />
      <Flower x={34} y={60} r={8.5} petal="#d8435f" />
      <Flower x={37} y={43} r={6} petal="#d8435f" />
    </>
  ),
  3: () => (
    <>
      <path d="M3 70C16 66 30 66 47 58" stroke="#6b4632" stroke-width="2.2" fill="none" />
      <Flower x={12} y={64} r={8} petal={PINK} middle="#b83b5e" />
      <Flower x={26} y={69} r={8} petal={PINK} middle="#b83b5e" />
      <Flower x={39} y={60} r={8} petal={PINK} middle="#b83b5e" />
      <Flower x={26} y={54} r={6.5} petal={PINK} middle="#b83b5e" />
    </>
  ),
  4: () => (
    <>
      <Sprig x={15} y={44} leaf="#39352f" turn={8} />
      <Sprig x={34} y={42} leaf="#39352f" turn={-6} />
    </>
  ),
  5: () => (
    <>
      <path d="M12 78L16 46L20 78ZM22 78L27 42L31 78ZM32 78L39 50L41 78Z" fill={LEAF} />
      <Flower x={18} y={50} r={8} petal={VIOLET} petals={3} />
      <Flower x={35} y={56} r={8} petal={VIOLET} petals={3} />
    </>
  ),
  6: () => (
    <>
      <path d="M6 74C16 62 34 62 45 74C34 80 16 80 6 74Z" fill={LEAF} />
      <Flower x={25} y={60} r={16} petal={RED} petals={8} />
      <Flower x={25} y={60} r={9} petal="#e2655a" petals={6} />
    </>
  ),
  7: () => (
    <>
      <Sprig x={15} y={44} leaf="#b3362d" turn={8} />
      <Sprig x={34} y={42} leaf="#b3362d" turn={-6} />
    </>
  ),
  8: () => <path d="M0 80V66C10 50 40 48 50 64V80Z" fill={INK} />,
  9: () => (
    <>
      <path d="M24 78C22 70 28 64 26 56M14 72C18 66 22 68 24 72M38 72C33 66 29 68 26 72" stroke={LEAF} stroke-width="2.4" fill="none" />
      <Flower x={16} y={58} r={10} petal={YELLOW} middle="#b8731f" petals={10} />
      <Flower x={35} y={62} r={10} petal={YELLOW} middle="#b8731f" petals={10} />
    </>
  ),
  10: () => (
    <>
      <path d="M6 80C14 66 30 62 46 50" stroke="#6b4632" stroke-width="2" fill="none" />
      <Maple x={15} y={62} />
      <Maple x={36} y={66} scale={0.9} />
      <Maple x={34} y={46} scale={0.75} />
    </>
  ),
};

const Bird = ({ body, belly }: { body: string; belly: string }) => (
  <g transform="translate(26 32)">
    <path d="M-14 6C-8 -6 4 -8 10 -3L15 -1L10 2C8 9 -2 11 -14 6Z" fill={body} />
    <path d="M-3 7C2 8 7 6 9 2C5 1 0 3 -3 7Z" fill={belly} />
    <path d="M-6 1C-10 -6 -8 -11 -3 -12C-1 -7 -1 -3 1 0Z" fill={body} />
    <circle cx="8" cy="-1.5" r="1.2" fill="#fff" />
  </g>
);

/** What is on a card beside its plant. */
const SIGHTS: Record<string, () => JSX.Element> = {
  "1G": () => (
    <>
      <circle cx="37" cy="24" r="8" fill={RED} />
      <path d="M14 46C10 38 14 32 20 32C24 32 26 28 25 23L28 22L33 24L28 26C29 33 26 36 27 42C22 47 18 48 14 46Z" fill="#fff" stroke={INK} stroke-width="1" />
      <path d="M14 46C12 41 14 37 17 36L20 45Z" fill={INK} />
      <path d="M25 22.5L28.5 21.5L27 24Z" fill={RED} />
    </>
  ),
  "2Y": () => <Bird body="#7c8f3a" belly="#e9d98a" />,
  "3G": () => (
    <>
      <path d="M4 36H46V50C39 45 33 52 25 47C18 52 11 45 4 50Z" fill={RED} />
      <path d="M4 36H46V40H4Z" fill="#f3e3c0" />
      <path d="M12 40V49M25 40V48M38 40V49" stroke="#f3e3c0" stroke-width="1.6" />
    </>
  ),
  "4Y": () => (
    <>
      <path d="M32 18A8 8 0 1 0 40 28A7 7 0 0 1 32 18Z" fill={YELLOW} />
      <Bird body="#5d5a77" belly="#e8e2d2" />
    </>
  ),
  "5Y": () => (
    <g stroke={INK} stroke-width="1">
      <path d="M5 30L21 26L17 34L33 30L29 38L45 34" fill="none" stroke="#8a5a34" stroke-width="5" stroke-linejoin="round" />
      <path d="M10 32V42M26 35V44M40 38V46" stroke-width="1.6" />
    </g>
  ),
  "6Y": () => (
    <g transform="translate(28 30)">
      <path d="M0 0C-6 -12 -16 -10 -14 -2C-13 4 -6 5 0 0ZM0 0C6 -12 16 -10 14 -2C13 4 6 5 0 0Z" fill={YELLOW} stroke={INK} stroke-width="1" />
      <path d="M0 0C-5 4 -8 10 -3 10C0 10 0 4 0 0ZM0 0C5 4 8 10 3 10C0 10 0 4 0 0Z" fill="#e07a3c" stroke={INK} stroke-width="1" />
      <path d="M0 -4V9M0 -4L-3 -9M0 -4L3 -9" stroke={INK} stroke-width="1.4" />
    </g>
  ),
  "7Y": () => (
    <g transform="translate(25 33)">
      <path d="M-17 6C-17 -6 -6 -10 4 -8C10 -7 16 -3 17 2L13 6C10 10 4 9 0 9H-12Z" fill="#5b4637" />
      <path d="M-11 8V13M-5 8V13M4 8V13M9 7V12" stroke="#5b4637" stroke-width="3" />
      <path d="M6 -8L5 -12L10 -7Z" fill="#5b4637" />
      <circle cx="10.5" cy="-2" r="1.1" fill="#fff" />
      <path d="M13 5L16 1" stroke="#fff" stroke-width="1.6" />
    </g>
  ),
  "8G": () => <circle cx="26" cy="37" r="15" fill="#fffdf4" stroke="#d8c48e" stroke-width="1" />,
  "8Y": () => (
    <path
      d="M8 30C12 25 15 26 17 30C19 26 22 25 26 30M22 42C26 37 29 38 31 42C33 38 36 37 40 42M28 25C31 21 34 22 35 25C37 22 39 21 43 25"
      stroke={INK}
      stroke-width="2.6"
      fill="none"
      stroke-linecap="round"
    />
  ),
  "9Y": () => (
    <>
      <path d="M11 26H41C40 38 34 44 26 44C18 44 12 38 11 26Z" fill={RED} stroke={INK} stroke-width="1" />
      <ellipse cx="26" cy="26" rx="15" ry="4.4" fill="#f3e3c0" stroke={INK} stroke-width="1" />
      <path d="M22 44H30L31 48H21Z" fill={INK} />
    </>
  ),
  "10Y": () => (
    <g transform="translate(22 36)">
      <path d="M-14 4C-13 -3 -6 -5 2 -4L7 -12L12 -11L15 -7L11 -6L7 3L7 14H4.5L3 5H-8L-9.5 14H-12Z" fill="#b9783f" />
      <path d="M8 -12L6 -20M6 -17L2 -19M10 -12L13 -19M12 -16L16 -17" stroke={INK} stroke-width="1.4" fill="none" />
      <path d="M-6 -1h.1M-1 1h.1M-9 2h.1" stroke="#fff" stroke-width="2" stroke-linecap="round" />
    </g>
  ),
};

const RIBBONS: Record<number, string> = { 6: "#2f5aa8", 9: "#2f5aa8", 10: "#2f5aa8" };

function Ribbon({ month }: { month: number }) {
  return (
    <g transform="rotate(-9 25 36)">
      <path d="M8 29L42 27V41L8 43L12 36Z" fill={RIBBONS[month] ?? RED} />
      <path d="M16 36H37" stroke="#fff" stroke-width="1.4" stroke-dasharray="4 2.4" opacity="0.9" />
    </g>
  );
}

export function Picture({ month, kind }: Face) {
  const Plant = PLANTS[month];
  const Sight = SIGHTS[`${month}${kind}`];
  return (
    <>
      {month === 8 && <rect x="2" y="2" width="46" height="76" rx="4" fill={kind === "G" ? "#e0533f" : "#f3e7c8"} />}
      {Sight !== undefined && month === 8 && <Sight />}
      {Plant !== undefined && <Plant />}
      {kind === "T" ? <Ribbon month={month} /> : Sight !== undefined && month !== 8 && <Sight />}
    </>
  );
}
