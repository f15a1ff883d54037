/** Who has which seat of a game, by what the room says of its seats now and what it said before. */

import { playerAt, type Who } from "../games/contract";
import type { GameView, RoomInfo } from "../protocol";

export function sitters(view: GameView, room: RoomInfo, names: ReadonlyMap<string, string>): Who {
  return (seat) => {
    const player = playerAt(view, seat) ?? "";
    const taken = room.seats.find((found) => found?.playerId === player);
    return { nickname: taken?.nickname ?? names.get(player) ?? "나간 사람", isHere: taken != null, online: taken?.online === true };
  };
}
