export const SIZE = 15;

/** The points that are marked on a board. */
export const STARS: readonly number[] = [3, 7, 11].flatMap((y) => [3, 7, 11].map((x) => y * SIZE + x));

export function pointName(x: number, y: number): string {
  return `${"abcdefghijklmno"[x]}${y + 1}`;
}

export function nameOf(index: number): string {
  return pointName(index % SIZE, Math.floor(index / SIZE));
}
