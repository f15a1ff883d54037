/**
 * The one place where the client takes names from the generated contract, and where text from the
 * socket becomes a frame. Everything else imports from here.
 */

import type { Games, PlayerByColor } from "./contract/games";
import type { RecordAnswer as AnyRecord } from "./contract/http";
import type {
  CommandFrame,
  RoomFrame as AnyRoomFrame,
  ServerFrame as AnyServerFrame,
  UpdateFrame as AnyUpdateFrame,
} from "./contract/socket";

export type * from "./contract/games";
export type * from "./contract/http";
export type * from "./contract/socket";

export type Color = keyof PlayerByColor;

/** A seat as views name it: a colour in games for two, else its number from "1". */
export type SeatKey = string;

/**
 * The games that this client draws. A newer server may have more: they are named, but not drawn
 * (`games/registry.ts`).
 */
export type GameId = keyof Games;
/** The games for two colours around a board. */
export type DuelId = Extract<GameId, "othello" | "omok" | "chess">;
export type GameView = Games[GameId]["view"];
export type GameEvent = Games[GameId]["event"];
export type GameAction = Games[GameId]["action"];
export type GameMove = Games[GameId]["move"];
export type GameResult = Games[GameId]["result"];

export type RoomFrame = Omit<AnyRoomFrame, "view"> & { view: GameView | null };
export type UpdateFrame = Omit<AnyUpdateFrame, "view" | "events"> & { view: GameView; events: GameEvent[] };
export type ServerFrame = Exclude<AnyServerFrame, AnyRoomFrame | AnyUpdateFrame> | RoomFrame | UpdateFrame;
export type DuelView = Games[DuelId]["view"];
export type DuelMove = Games[DuelId]["move"];

export type RecordAnswer = Omit<AnyRecord, "moves" | "result"> & { moves: GameMove[]; result: GameResult };

/** What is left of a view where the game does not matter. */
export type CommonView = Pick<
  GameView,
  "phase" | "players" | "turn" | "movesFrom" | "moveCount" | "clock" | "deadline" | "pending" | "undo" | "result"
>;

type OmitNumber<T> = T extends unknown ? Omit<T, "cs"> : never;
/** A command before it has its number. */
export type NewCommand = OmitNumber<CommandFrame>;

const TYPES: ReadonlySet<string> = new Set<ServerFrame["type"]>([
  "room",
  "update",
  "presence",
  "chat",
  "rejected",
  "pong",
  "closed",
]);

/** The gateway's own frame, without a `type`: the function behind it failed. */
export const FAILURE = Symbol("failure");

/**
 * The frame in `text`; `FAILURE` for one without a type, null for what this client does not know
 * (a newer server may say more) and for what is no frame at all.
 */
export function readFrame(text: string): ServerFrame | typeof FAILURE | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null; // Not ours: an answer that is missing is asked for again anyway.
  }
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  if (!("type" in data)) return FAILURE;
  // The server's own tests hold its frames to the contract; they are not checked twice.
  return TYPES.has(String(data.type)) ? (data as ServerFrame) : null;
}

export const MAX_FRAME_BYTES = 8 * 1024;
export const MAX_CHAT_CHARACTERS = 200;
