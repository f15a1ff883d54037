/** The twenty cards as people name them. An id is `M`, the month, and the kind: `M3-G`. */

export type Kind = "G" | "Y" | "T";

export interface Face {
  month: number;
  kind: Kind;
}

const MONTH_KO = ["송학", "매조", "벚꽃", "흑싸리", "난초", "모란", "홍싸리", "공산", "국진", "단풍"];
const KIND_KO: Record<Kind, string> = { G: "광", Y: "열끗", T: "띠" };

/** What a card's id says. */
export function faceOf(id: string): Face {
  const found = /^M(\d+)-([GYT])$/.exec(id);
  if (found === null) throw new Error(`not a card of seotda: ${id}`);
  return { month: Number(found[1]), kind: found[2] as Kind };
}

/** What a card is called, such as 3월 벚꽃 광. */
export function cardName(id: string): string {
  const { month, kind } = faceOf(id);
  return `${month}월 ${MONTH_KO[month - 1] ?? ""} ${KIND_KO[kind]}`;
}
