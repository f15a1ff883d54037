/** The words of the table, for those who know them and those who do not. */

import type { SeotdaOutcome, SeotdaWord } from "../../protocol";

export type Word = SeotdaWord["word"];

export const WORD_KO: Record<Word, string> = {
  die: "다이",
  check: "체크",
  call: "콜",
  bbing: "삥",
  ddadang: "따당",
  quarter: "쿼터",
  half: "하프",
  full: "풀",
  allIn: "올인",
};

/** What a word does, in three or four syllables. */
export const MEANING: Record<Word, string> = {
  die: "이번 판 포기",
  check: "그냥 넘기기",
  call: "똑같이 걸기",
  bbing: "조금만 걸기",
  ddadang: "두 배로 걸기",
  quarter: "¼ 더 걸기",
  half: "절반 더 걸기",
  full: "판돈만큼 더",
  allIn: "남은 칩 모두",
};

export const REPLAY_KO: Record<NonNullable<SeotdaOutcome["replay"]>, string> = {
  tie: "비겨서",
  gusa: "구사가 나와서",
  mungGusa: "멍텅구리구사가 나와서",
};

export const CAUGHT_KO: Record<NonNullable<SeotdaOutcome["caughtBy"]>, string> = {
  ddaengCatcher: "땡잡이가 땡을 잡았어요!",
  inspector: "암행어사가 광땡을 잡았어요!",
  gusa: "",
  mungGusa: "",
};

export function chipsKo(chips: number): string {
  return `${chips.toLocaleString("ko-KR")}개`;
}

/** A word with what it cost, as it is said at the table: 하프 60개. */
export function saidKo(word: Word, paid: number): string {
  return paid > 0 ? `${WORD_KO[word]} ${chipsKo(paid)}` : WORD_KO[word];
}
