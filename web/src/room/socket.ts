/**
 * A tab in a room, kept connected: a new ticket for each connection, waits that grow and differ
 * between clients, and the timers that `state.ts` asks for.
 *
 * What the browser gives (sockets, time, chance, timers) comes in as `Machine`, so that tests can
 * script it.
 */

import { ProblemError } from "../api";
import type { ClientFrame, NewCommand, RejectedFrame, ServerFrame, TicketAnswer } from "../protocol";
import type { Closed, Snapshot } from "./snapshot";
import { TabState, type Command, type Reaction } from "./state";

const BACKOFF_MS = { least: 500, most: 15_000 };
/** A socket that has not opened by then is given up. */
const OPEN_MS = 10_000;
/** The machine's clock is looked at this often; a gap much longer than that was sleep. */
const HEARTBEAT_MS = 5_000;
const SLEPT_MS = 15_000;

/** The part of a WebSocket that is used. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Machine {
  /** Milliseconds since 1970 as this machine believes. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  openSocket(url: string): SocketLike;
  /** Calls once, after so many milliseconds; gives what takes it back. */
  after(ms: number, call: () => void): () => void;
}

/** Why there is no connection now; null while there is one or the first is being made. */
export type Trouble = "offline" | "server" | null;

export type Listener = (frame: ServerFrame | null) => void;

export class RoomSocket {
  #machine: Machine;
  #admit: () => Promise<TicketAnswer>;
  #keep: (cs: number) => void;
  #state: TabState;
  #listeners = new Set<Listener>();
  #waiting = new Map<Command, (refusal: RejectedFrame | null | Closed) => void>();

  #socket: SocketLike | null = null;
  #isOpen = false;
  #attempt = 0; // names a try to connect, so that a late answer to an older one is ignored
  #tries = 0; // without an answer from the server
  #over = false;
  #lastBeat: number;
  #cancelDue: (() => void) | null = null;
  #cancelRetry: (() => void) | null = null;
  #cancelOpening: (() => void) | null = null;
  #cancelBeat: (() => void) | null = null;
  trouble: Trouble = null;

  /**
   * @param admit asks for a ticket. A `ProblemError` that is final ends the tab.
   * @param cs the last command number that this tab used in this room
   * @param keep is told of each number as it is used, so that a reload goes on from there
   */
  constructor(machine: Machine, admit: () => Promise<TicketAnswer>, cs = 0, keep: (cs: number) => void = () => {}) {
    this.#machine = machine;
    this.#admit = admit;
    this.#keep = keep;
    this.#state = new TabState(() => machine.random(), cs);
    this.#lastBeat = machine.now();
    this.#beat();
    void this.#connect();
  }

  get snapshot(): Snapshot {
    return this.#state.snapshot;
  }

  /** Whether a command waits for its confirmation. */
  get isBusy(): boolean {
    return this.#state.pending !== null;
  }

  /** The server's time as well as it is known, this machine's before anything was heard. */
  serverNow(): number {
    const at = this.#machine.now();
    return this.#state.clock.now(at) ?? at;
  }

  /** Hears of each frame that had an effect, and null when the connection came or went. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Sends a command. Gives null once it is carried out, else why not: the server's refusal, or that
   * the tab was put out. Undefined at once if the one before is not confirmed yet.
   */
  async command(command: NewCommand): Promise<RejectedFrame | Closed | null | undefined> {
    const submitted = this.#state.submit(command, this.#machine.now());
    if (submitted === null) return this.snapshot.closed ?? undefined;
    const [made, reaction] = submitted;
    this.#keep(made.cs);
    const answer = new Promise<RejectedFrame | Closed | null>((settle) => this.#waiting.set(made, settle));
    this.#perform(reaction);
    this.#tell(null);
    return answer;
  }

  /** Says something to the room; false if there is no connection now. */
  chat(text: string): boolean {
    if (!this.#isOpen) return false;
    this.#transmit({ type: "chat", text });
    return true;
  }

  /** The page is seen again, the network is back, or the machine slept: do not wait, look. */
  wake(): void {
    if (this.#over) return;
    this.#lastBeat = this.#machine.now();
    if (this.#isOpen) {
      this.#perform(this.#state.woke(this.#machine.now()));
    } else if (this.#cancelRetry !== null) {
      this.#tries = 0;
      void this.#connect();
    }
  }

  /** The network is gone, as the machine says; it may be wrong, so trying goes on. */
  networkLost(): void {
    if (this.#isOpen || this.#over) return;
    this.trouble = "offline";
    this.#tell(null);
  }

  /** Closes the connection for good. The seat is kept, as when a browser closes. */
  close(): void {
    this.#over = true;
    this.#drop();
    this.#cancelRetry?.();
    this.#cancelBeat?.();
    this.#listeners.clear();
  }

  // --- Connecting -------------------------------------------------------------------------------

  async #connect(): Promise<void> {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#drop();
    const attempt = ++this.#attempt;
    let ticket: TicketAnswer;
    try {
      ticket = await this.#admit();
    } catch (problem) {
      if (attempt !== this.#attempt || this.#over) return;
      if (problem instanceof ProblemError && problem.isFinal) {
        this.#state.closed({ code: problem.code, reason: problem.message });
        this.#end();
      } else {
        this.#failed(problem instanceof ProblemError ? "server" : "offline");
      }
      return;
    }
    if (attempt !== this.#attempt || this.#over) return;
    this.#open(ticket.url);
  }

  #open(url: string): void {
    const socket = this.#machine.openSocket(url);
    this.#socket = socket;
    this.#cancelOpening = this.#machine.after(OPEN_MS, () => this.#failed("server"));
    socket.onopen = () => {
      this.#cancelOpening?.();
      this.#isOpen = true;
      this.#perform(this.#state.opened(this.#machine.now()));
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.#heard(data);
    };
    socket.onclose = () => this.#failed("server");
  }

  /** Leaves the socket that there is, if any, without hearing of it again. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    this.#cancelOpening?.();
    this.#cancelDue?.();
    this.#cancelOpening = this.#cancelDue = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#state.lost();
  }

  #failed(why: Trouble): void {
    this.#drop();
    if (this.#over) return;
    this.trouble = why;
    const most = Math.min(BACKOFF_MS.most, BACKOFF_MS.least * 2 ** Math.min(this.#tries, 6));
    this.#tries += 1;
    this.#cancelRetry?.();
    // Half of the wait is chance, so that a crowd that was cut off does not come back as one.
    const wait = most / 2 + (this.#machine.random() * most) / 2;
    this.#cancelRetry = this.#machine.after(wait, () => void this.#connect());
    this.#tell(null);
  }

  #end(): void {
    this.#over = true;
    this.#drop();
    this.#cancelRetry?.();
    this.#cancelBeat?.();
    const closed = this.snapshot.closed;
    if (closed !== null) for (const settle of this.#waiting.values()) settle(closed);
    this.#waiting.clear();
    this.#tell(null);
  }

  // --- Living -----------------------------------------------------------------------------------

  #heard(text: string): void {
    const reaction = this.#state.receive(text, this.#machine.now());
    if (this.snapshot.connected) {
      this.#tries = 0;
      this.trouble = null;
    }
    this.#perform(reaction);
    this.#settle();
    if (this.snapshot.closed !== null) this.#end();
    if (reaction.frame !== null) this.#tell(reaction.frame);
  }

  #perform(reaction: Reaction): void {
    if (reaction.reconnect) {
      this.#failed("server");
      return;
    }
    if (this.#isOpen) for (const frame of reaction.send) this.#transmit(frame);
    this.#plan();
  }

  #transmit(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #plan(): void {
    this.#cancelDue?.();
    this.#cancelDue = null;
    const due = this.#state.nextDue();
    if (due === null || !this.#isOpen) return;
    this.#cancelDue = this.#machine.after(Math.max(0, due - this.#machine.now()), () => {
      this.#perform(this.#state.due(this.#machine.now()));
    });
  }

  #settle(): void {
    for (const [command, settle] of this.#waiting) {
      if (command.reply === null) continue;
      this.#waiting.delete(command);
      settle(command.reply.rejection);
    }
  }

  #beat(): void {
    this.#cancelBeat = this.#machine.after(HEARTBEAT_MS, () => {
      const now = this.#machine.now();
      if (now - this.#lastBeat > SLEPT_MS) this.wake();
      this.#lastBeat = now;
      if (!this.#over) this.#beat();
    });
  }

  #tell(frame: ServerFrame | null): void {
    for (const listener of this.#listeners) listener(frame);
  }
}
