/** What a tab knows at one moment, and how a frame changes it. Whether it may is `state.ts`'s. */

import type {
  Away,
  GameEvent,
  GameMove,
  GameView,
  PresenceFrame,
  RoomFrame,
  RoomInfo,
  UpdateFrame,
  You,
} from "../protocol";

/** The tab's part in the room has ended for good; `reason` is a Korean sentence. */
export interface Closed {
  code: string;
  reason: string;
}

/**
 * The room as a tab knows it. `room` is null until the first `room` frame. `view` has the whole
 * record, merged from the updates. `deadline` is the enforced one, in the server's time.
 * `connected`: the server has answered on the connection that is open now. `closed`: it has put the
 * tab out. `events` are those of the newest frame if that was an update, else none.
 */
export interface Snapshot {
  readonly seq: number;
  readonly room: RoomInfo | null;
  readonly you: You | null;
  readonly view: GameView | null;
  readonly events: readonly GameEvent[];
  readonly deadline: number | null;
  readonly away: readonly Away[];
  readonly connected: boolean;
  readonly closed: Closed | null;
}

export const NOTHING_YET: Snapshot = {
  seq: 0,
  room: null,
  you: null,
  view: null,
  events: [],
  deadline: null,
  away: [],
  connected: false,
  closed: null,
};

/** Everything anew. The frame does not list the absent: who was absent and is not back, is. */
export function withRoom(snapshot: Snapshot, frame: RoomFrame): Snapshot {
  return {
    ...snapshot,
    seq: frame.seq,
    room: frame.room,
    you: frame.you,
    view: frame.view,
    events: [],
    deadline: frame.deadline,
    away: snapshot.away.filter((who) => frame.room.seats[who.seat]?.online === false),
    connected: true,
  };
}

/** Whether the update is the very next change, and continues the record that is known. */
export function follows(snapshot: Snapshot, frame: UpdateFrame): boolean {
  return frame.seq === snapshot.seq + 1 && frame.view.movesFrom <= movesOf(snapshot.view).length;
}

/** The next change, its part of the record put in place of what came from `movesFrom` on. */
export function withUpdate(snapshot: Snapshot, frame: UpdateFrame): Snapshot {
  const moves = [...movesOf(snapshot.view).slice(0, frame.view.movesFrom), ...frame.view.moves];
  return {
    ...snapshot,
    seq: frame.seq,
    room: snapshot.room && { ...snapshot.room, status: frame.status },
    // The moves are of the same game as the view, which the type of a union cannot say.
    view: { ...frame.view, moves, movesFrom: 0 } as GameView,
    events: frame.events,
    deadline: frame.deadline,
  };
}

/** Who is there now. The game is as it was, and so is `seq`. */
export function withPresence(snapshot: Snapshot, frame: PresenceFrame): Snapshot {
  return {
    ...snapshot,
    room: snapshot.room && { ...snapshot.room, seats: frame.seats, spectators: frame.spectators },
    away: frame.away,
    deadline: frame.deadline,
    events: [],
  };
}

export function isWatching(snapshot: Snapshot): boolean {
  return snapshot.you === null || snapshot.you.role === "spectator";
}

function movesOf(view: GameView | null): readonly GameMove[] {
  return view?.moves ?? [];
}
