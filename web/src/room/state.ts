/**
 * What one tab does about what it hears: the client's half of the protocol, "Socket".
 *
 * No DOM, no socket, no clock, no chance: every method takes `at`, the tab's own time in
 * milliseconds, and gives back what is to be sent.
 */

import {
  FAILURE,
  MAX_FRAME_BYTES,
  readFrame,
  type ClientFrame,
  type CommandFrame,
  type NewCommand,
  type PresenceFrame,
  type RejectedFrame,
  type RoomFrame,
  type ServerFrame,
  type UpdateFrame,
} from "../protocol";
import { ServerClock } from "./clock";
import {
  follows,
  isWatching,
  NOTHING_YET,
  withPresence,
  withRoom,
  withUpdate,
  type Closed,
  type Snapshot,
} from "./snapshot";

/** The gateway closes after ten minutes without a message; whatever is sent counts. */
export const PING_EVERY_MS = 8 * 60_000;
/** After so long without its answer, a frame that needs one is sent again. */
export const SEND_AGAIN_MS = 5_000;
/** An answer is due and nothing at all comes for so long: the connection is dead. */
export const SILENCE_MS = 15_000;
/** The same after sleep, when a dead connection is likely and somebody is looking. */
export const AWAKE_SILENCE_MS = 4_000;
/** How long an update that another frame has overtaken may take before the room is asked for. */
export const BEHIND_MS = 1_000;
/** A clock that is read a little wrong must not cost a refusal. */
export const FLAG_AFTER_MS = 100;
const FLAG_AGAIN_MS = 2_000;
const SPECTATORS_WAIT_MS = 3_000;
const JITTER_MS = 2_000;

/** `ask`: for the whole room; `silence`: give the connection up. */
type Timer = "ask" | "resend" | "ping" | "flag" | "silence";

/** What became of a command: carried out, or refused. */
export interface Reply {
  rejection: RejectedFrame | null;
}

export interface Command {
  readonly cs: number;
  readonly frame: CommandFrame;
  reply: Reply | null;
}

/** What came of a call: frames to send, the frame received if it had an effect, and whether the
 * connection is to be replaced. */
export interface Reaction {
  send: ClientFrame[];
  frame: ServerFrame | null;
  reconnect: boolean;
}

export class TabState {
  snapshot: Snapshot = NOTHING_YET;
  readonly clock = new ServerClock();
  /** The command that is not confirmed yet. */
  pending: Command | null = null;

  #chance: () => number;
  #cs: number;
  #timers = new Map<Timer, number>();
  #failures = 0;
  #flagFloor = 0;
  #flagJitter: [deadline: number, wait: number] = [0, 0];
  // Of the connection that is open:
  #greeted = false;
  #asked = false; // for the room, and not answered
  #doubting = false; // an answer would set seq back, and is asked for once more
  #newest = 0; // the highest seq that any frame showed

  /** `chance` gives numbers from 0 up to 1; `cs` is the last number that this tab used in this room. */
  constructor(chance: () => number, cs = 0) {
    this.#chance = chance;
    this.#cs = cs;
  }

  // --- The connection ---------------------------------------------------------------------------

  /** A socket is open: say hello on it. */
  opened(at: number): Reaction {
    this.lost();
    const reaction = nothing();
    this.#ask(reaction, at);
    return reaction;
  }

  /** The socket is gone. What was not confirmed is sent again on the next one. */
  lost(): void {
    this.#greeted = this.#asked = this.#doubting = false;
    this.#newest = 0;
    this.#timers.clear();
    this.clock.reconnected();
    if (this.snapshot.connected) this.snapshot = { ...this.snapshot, connected: false, events: [] };
  }

  /** The tab may not come back. */
  closed(why: Closed): void {
    this.lost();
    this.pending = null;
    this.snapshot = { ...this.snapshot, closed: why };
  }

  /** When `due` has something to do, null if nothing is planned. */
  nextDue(): number | null {
    return this.#timers.size === 0 ? null : Math.min(...this.#timers.values());
  }

  /** The machine was asleep or the page hidden: ask whether the world is still as it seems. */
  woke(at: number): Reaction {
    const reaction = nothing();
    if (!this.#greeted) return reaction;
    this.clock.reconnected(); // this machine's own clock may have stood still
    this.#ask(reaction, at);
    this.#ping(reaction, at);
    this.#timers.set("silence", at + AWAKE_SILENCE_MS);
    return reaction;
  }

  // --- Saying -----------------------------------------------------------------------------------

  /**
   * A new command, numbered: sent now, or as soon as the room is known. Null if it may not be made:
   * the one before is not confirmed, the tab has been put out, or the frame is too large to send.
   */
  submit(command: NewCommand, at: number): [Command, Reaction] | null {
    if (this.snapshot.closed !== null || this.pending !== null) return null;
    const cs = Math.max(this.#cs, this.snapshot.you?.cs ?? 0) + 1;
    const frame = { ...command, cs } as CommandFrame;
    if (new TextEncoder().encode(JSON.stringify(frame)).length > MAX_FRAME_BYTES) return null;
    this.#cs = cs;
    this.pending = { cs, frame, reply: null };
    const made = this.pending;
    const reaction = nothing();
    if (this.#greeted) this.#sendPending(reaction, at);
    return [made, reaction];
  }

  // --- Hearing ----------------------------------------------------------------------------------

  /** A frame came in. */
  receive(text: string, at: number): Reaction {
    const reaction = nothing();
    if (this.snapshot.closed !== null) return reaction;
    const frame = readFrame(text);
    this.#timers.delete("silence");
    if (frame === FAILURE) {
      this.#failed(at);
    } else if (frame !== null) {
      this.#failures = 0;
      this.clock.heard(frame.now, at);
      if (this.#take(frame, at)) reaction.frame = frame;
      if (frame.type === "room" && !this.#greeted && this.snapshot.closed === null) {
        this.#greeted = true;
        this.#ping(reaction, at);
        this.#sendPending(reaction, at);
      }
      this.#planFlag(at);
    }
    this.#runDue(reaction, at);
    if (this.#asked || this.clock.isAsking || this.#timers.has("resend")) this.#awaitAnswer(at);
    return reaction;
  }

  /** Time has passed: do what is planned for `at` or before. */
  due(at: number): Reaction {
    const reaction = nothing();
    this.#runDue(reaction, at);
    return reaction;
  }

  /** Whether the frame had an effect. */
  #take(frame: ServerFrame, at: number): boolean {
    switch (frame.type) {
      case "room":
        return this.#room(frame, at);
      case "update":
        return this.#update(frame, at);
      case "presence":
        return this.#presence(frame, at);
      case "rejected":
        this.#rejected(frame, at);
        return true;
      case "pong":
        this.clock.answered(frame.t, frame.now, at);
        return true;
      case "closed":
        this.closed({ code: frame.code, reason: frame.reason });
        return true;
      case "chat":
        return true;
    }
  }

  #room(frame: RoomFrame, at: number): boolean {
    this.#confirm(Math.max(frame.cs ?? 0, frame.you.cs));
    this.#asked = false;
    this.#timers.delete("ask");
    if (frame.seq < this.#newest && !this.#doubting) {
      // Either what showed the higher seq has overtaken this frame, or the server has lost
      // something. Only a second answer tells, and only that one may set seq back.
      this.#doubting = true;
      this.#timers.set("ask", at);
      if (this.snapshot.connected && frame.seq < this.snapshot.seq) return false;
    } else {
      this.#doubting = false;
      this.#newest = frame.seq;
    }
    this.snapshot = withRoom(this.snapshot, frame);
    this.#flagFloor = 0;
    return true;
  }

  #update(frame: UpdateFrame, at: number): boolean {
    this.#confirm(frame.cs ?? 0);
    this.#newest = Math.max(this.#newest, frame.seq);
    if (!this.snapshot.connected || frame.seq <= this.snapshot.seq) return false;
    if (!follows(this.snapshot, frame)) {
      this.#needRoom(at);
      return false;
    }
    this.snapshot = withUpdate(this.snapshot, frame);
    this.#flagFloor = 0;
    if (frame.seq === this.#newest && !this.#asked) this.#timers.delete("ask");
    return true;
  }

  #presence(frame: PresenceFrame, at: number): boolean {
    if (!this.snapshot.connected || frame.seq < this.snapshot.seq) return false;
    this.#heardOf(frame.seq, at);
    this.snapshot = withPresence(this.snapshot, frame);
    return true;
  }

  #rejected(frame: RejectedFrame, at: number): void {
    if (frame.seq !== undefined) this.#heardOf(frame.seq, at);
    if (this.pending !== null && frame.cs === this.pending.cs) this.#settle({ rejection: frame });
    if (frame.code === "room/not_found") this.closed({ code: frame.code, reason: frame.reason });
    if (frame.code === "deadline/not_reached") {
      const told = frame.deadline == null ? at : this.clock.local(frame.deadline, at);
      this.#flagFloor = Math.max(at + FLAG_AGAIN_MS, told + FLAG_AFTER_MS);
    }
  }

  /** What was not answered is sent again, soon but for a server that keeps failing. */
  #failed(at: number): void {
    const delay = 250 * 2 ** Math.min(this.#failures, 5);
    this.#failures += 1;
    const again = at + delay / 2 + this.#chance() * (delay / 2);
    if (this.#asked) this.#timers.set("ask", again);
    if (this.#timers.has("resend")) this.#timers.set("resend", again);
  }

  // --- Confirming -------------------------------------------------------------------------------

  /** The server has carried out this tab's commands up to `cs`. */
  #confirm(cs: number): void {
    if (this.pending !== null && cs >= this.pending.cs) this.#settle({ rejection: null });
  }

  #settle(reply: Reply): void {
    if (this.pending === null) return;
    this.pending.reply = reply;
    this.pending = null;
    this.#timers.delete("resend");
  }

  // --- Catching up ------------------------------------------------------------------------------

  /** A frame that is no change shows its version; the update to it may be on its way. */
  #heardOf(seq: number, at: number): void {
    this.#newest = Math.max(this.#newest, seq);
    if (this.snapshot.connected && seq > this.snapshot.seq) this.#needRoom(at, BEHIND_MS);
  }

  /** Ask for the room, once; spectators, who may be many, not all at the same moment. */
  #needRoom(at: number, wait = 0): void {
    if (this.#asked) return;
    const pause = isWatching(this.snapshot) ? wait + this.#chance() * JITTER_MS : wait;
    this.#timers.set("ask", Math.min(at + pause, this.#timers.get("ask") ?? Infinity));
  }

  // --- Deadlines --------------------------------------------------------------------------------

  #planFlag(at: number): void {
    const { connected, room, deadline } = this.snapshot;
    this.#timers.delete("flag");
    if (!connected || room?.status !== "playing" || deadline === null) return;
    let due = this.clock.local(deadline, at) + FLAG_AFTER_MS;
    if (isWatching(this.snapshot)) {
      if (this.#flagJitter[0] !== deadline) this.#flagJitter = [deadline, this.#chance() * JITTER_MS];
      due += SPECTATORS_WAIT_MS + this.#flagJitter[1];
    }
    this.#timers.set("flag", Math.max(due, this.#flagFloor));
  }

  // --- Sending ----------------------------------------------------------------------------------

  #runDue(reaction: Reaction, at: number): void {
    for (;;) {
      const ready = [...this.#timers].filter(([, when]) => when <= at).sort(([, a], [, b]) => a - b)[0];
      if (ready === undefined) return;
      switch (ready[0]) {
        case "ask":
          this.#ask(reaction, at);
          break;
        case "resend":
          this.#sendPending(reaction, at);
          break;
        case "ping":
          this.#ping(reaction, at);
          break;
        case "flag":
          this.#flagFloor = at + SEND_AGAIN_MS;
          this.#timers.set("flag", this.#flagFloor);
          this.#send(reaction, { type: "flag", seq: this.snapshot.seq }, at);
          break;
        case "silence":
          this.#timers.clear();
          reaction.reconnect = true;
          return;
      }
    }
  }

  /** For the whole room: by `hello` until the first answer on this connection. */
  #ask(reaction: Reaction, at: number): void {
    this.#asked = true;
    this.#timers.set("ask", at + SEND_AGAIN_MS);
    const frame: ClientFrame = this.#greeted ? { type: "sync", seq: this.snapshot.seq } : { type: "hello" };
    this.#send(reaction, frame, at);
  }

  #sendPending(reaction: Reaction, at: number): void {
    if (this.pending === null) {
      this.#timers.delete("resend");
      return;
    }
    this.#timers.set("resend", at + SEND_AGAIN_MS);
    this.#send(reaction, this.pending.frame, at);
  }

  #ping(reaction: Reaction, at: number): void {
    this.clock.asked(at);
    this.#send(reaction, { type: "ping", t: at }, at);
  }

  #send(reaction: Reaction, frame: ClientFrame, at: number): void {
    reaction.send.push(frame);
    this.#timers.set("ping", at + PING_EVERY_MS);
    this.#awaitAnswer(at);
  }

  #awaitAnswer(at: number): void {
    if (!this.#timers.has("silence")) this.#timers.set("silence", at + SILENCE_MS);
  }
}

function nothing(): Reaction {
  return { send: [], frame: null, reconnect: false };
}
