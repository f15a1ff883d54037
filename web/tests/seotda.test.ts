import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cardName, faceOf } from "../src/games/seotda/cards";
import { at, fromRecord, lastEnd, moveTexts } from "../src/games/seotda/record";
import { saidKo } from "../src/games/seotda/words";
import type { RecordAnswer, SeotdaView } from "../src/protocol";

interface Played {
  options: SeotdaView["options"];
  sides: Record<string, string>;
  moves: SeotdaView["moves"];
  result: NonNullable<SeotdaView["result"]>;
  /** By the length of the record: hand, replay, pot, and of each seat chips, paid and status. */
  seen: Record<string, [number, number, number, ...[number, number, string][]]>;
}

/** Games that the engine played, as somebody without a seat saw them (`tests/web/seotda_games.py`). */
const GAMES = readFileSync(new URL("data/seotda-games.jsonl", import.meta.url), "utf-8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Played);

function recordOf(game: Played): RecordAnswer {
  return { ...game, endedAt: 0 } as unknown as RecordAnswer;
}

const who = (seat: string) => ({ nickname: `P${seat}`, isHere: true, online: true });

test("the games have what can happen in one", () => {
  const moves = GAMES.flatMap((game) => game.moves);
  expect(new Set(moves.map((move) => move.kind))).toEqual(new Set(["deal", "bet", "left", "end"]));
  expect(new Set(moves.flatMap((move) => (move.kind === "end" ? [move.how] : [])))).toEqual(new Set(["died", "showdown", "replay"]));
  expect(moves.some((move) => move.kind === "deal" && move.replay > 1)).toBe(true);
  expect(moves.some((move) => move.kind === "bet" && move.word === "allIn")).toBe(true);
});

test("every moment of a record has the chips, the pot and the people in it that were there", () => {
  for (const [number, game] of GAMES.entries()) {
    const end = fromRecord(recordOf(game));
    for (const [ply, seen] of Object.entries(game.seen)) {
      const view = at(end, Number(ply));
      const seats = Object.values(view.seats).map((seat) => [seat.chips, seat.paid, seat.status]);
      expect([view.hand, view.replay, view.pot, ...seats], `game ${number}, ply ${ply}`).toEqual(seen);
    }
  }
});

test("a record shows no card, and the hands that were shown by their names", () => {
  for (const game of GAMES) {
    const end = fromRecord(recordOf(game));
    game.moves.forEach((move, index) => {
      const view = at(end, index + 1);
      expect(Object.values(view.seats).flatMap((seat) => seat.cards)).toEqual([]);
      if (move.kind !== "end") return;
      expect(lastEnd(view)).toEqual(move);
      const named = Object.entries(view.seats).flatMap(([key, seat]) => (seat.hand === null ? [] : [[key, seat.hand]]));
      expect(Object.fromEntries(named)).toEqual(move.hands);
    });
  }
});

test("looking back at a game that is played shows whose word came next, and nothing to be said", () => {
  const [game] = GAMES;
  const view = { ...fromRecord(recordOf(game!)), legalMoves: [{ type: "ready" as const }] };
  const bet = game!.moves.findIndex((move) => move.kind === "bet");
  const past = at(view, bet);
  const next = game!.moves[bet];
  expect(next?.kind === "bet" && past.turn).toBe(next?.kind === "bet" && next.seat);
  expect(past).not.toHaveProperty("legalMoves");
  expect(at(view, game!.moves.length)).toBe(view);
});

test("every entry of a record has a text with the people's names", () => {
  for (const game of GAMES) {
    const texts = moveTexts(fromRecord(recordOf(game)), who);
    expect(texts).toHaveLength(game.moves.length);
    expect(texts.every((text) => /P\d|판돈/.test(text))).toBe(true);
  }
});

test.each([
  ["M3-G", "3월 벚꽃 광"],
  ["M10-Y", "10월 단풍 열끗"],
  ["M7-T", "7월 홍싸리 띠"],
])("%s is called %s", (id, name) => expect(cardName(id)).toBe(name));

test.each(["M3-P1", "3-G", "", "BN1"])("%j is no card of this game", (id) => expect(() => faceOf(id)).toThrow("not a card"));

test("a word says what it cost, if it cost something", () => {
  expect(saidKo("half", 1500)).toBe("하프 1,500개");
  expect(saidKo("check", 0)).toBe("체크");
});
