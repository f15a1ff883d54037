/** The open list, as somebody looks at it. */

import type { RoomCard, RoomList } from "../protocol";

/** So many pages are asked for at once, at most: there may be very many rooms that were left behind. */
export const MOST_PAGES = 6;

/**
 * The next page with a room to show, and what came before it. A page can be empty and not be the last.
 * A cursor without such a room means that there may be one further on.
 */
export async function nextRooms(
  ask: (cursor: string | null) => Promise<RoomList>,
  from: string | null,
  isShown: (room: RoomCard) => boolean,
): Promise<RoomList> {
  const rooms: RoomCard[] = [];
  let cursor = from;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await ask(cursor);
    rooms.push(...page.rooms);
    cursor = page.cursor;
    if (cursor === null || rooms.some(isShown)) break;
  }
  return { rooms, cursor };
}
