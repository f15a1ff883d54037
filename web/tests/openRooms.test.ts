import { expect, test } from "vitest";
import { MOST_PAGES, nextRooms } from "../src/lobby/openRooms";
import type { RoomCard, RoomList } from "../src/protocol";

const room = (roomId: string, game = "omok") => ({ roomId, game }) as RoomCard;

/** A list of these pages, each with a cursor to the next; and the cursors that were asked for. */
function list(...pages: RoomCard[][]) {
  const asked: (string | null)[] = [];
  const ask = async (cursor: string | null): Promise<RoomList> => {
    asked.push(cursor);
    const at = Number(cursor ?? 0);
    return { rooms: pages[at] ?? [], cursor: at + 1 < pages.length ? String(at + 1) : null };
  };
  return { ask, asked };
}

const all = () => true;

test.each([
  ["a page with a room is enough", [[room("a")], [room("b")]], null, ["a"], "1", 1],
  ["pages without a room are read past", [[], [], [room("a")], [room("b")]], null, ["a"], "3", 3],
  ["it goes on where a page ended", [[room("a")], [], [room("b")]], "1", ["b"], null, 2],
  ["nothing but empty pages ends with the last", [[], [], []], null, [], null, 3],
  ["an empty list is asked for once", [], null, [], null, 1],
] as const)("%s", async (_, pages, from, found, cursor, times) => {
  const { ask, asked } = list(...pages.map((page) => [...page]));
  const page = await nextRooms(ask, from, all);
  expect(page.rooms.map(({ roomId }) => roomId)).toEqual(found);
  expect(page.cursor).toBe(cursor);
  expect(asked.length).toBe(times);
  expect(asked[0]).toBe(from);
});

test("it asks for so many pages and no more, and says where to go on", async () => {
  const { ask, asked } = list(...Array.from({ length: 40 }, () => []));
  expect(await nextRooms(ask, null, all)).toEqual({ rooms: [], cursor: String(MOST_PAGES) });
  expect(asked.length).toBe(MOST_PAGES);
});

test("a page of games that cannot be drawn counts as empty", async () => {
  const { ask } = list([room("new", "mahjong")], [room("a")], [room("b")]);
  const page = await nextRooms(ask, null, ({ game }) => game !== "mahjong");
  expect(page).toEqual({ rooms: [room("new", "mahjong"), room("a")], cursor: "2" });
});
