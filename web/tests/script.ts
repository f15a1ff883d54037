/** A scripted machine and server: time moves only when told, and every frame is written here. */

import type { ClientFrame, RoomFrame, TicketAnswer, UpdateFrame } from "../src/protocol";
import { RoomSocket, type Machine, type SocketLike } from "../src/room/socket";

/** A frame whose game is of no matter here: its moves are words. */
type Loose<T> = { [Key in keyof T]?: unknown };

export const START = 1_000_000;

export function roomFrame(seq: number, more: Loose<RoomFrame> = {}, cs = 0): string {
  const frame: Loose<RoomFrame> = {
    type: "room",
    now: START,
    seq,
    room: {
      id: "room1",
      code: "ABC234",
      game: "othello",
      nameKo: "리버시",
      gameNo: 1,
      status: "playing",
      host: "me",
      options: {},
      visibility: "private",
      chat: "all",
      seats: [
        { playerId: "me", nickname: "나", online: true },
        { playerId: "you", nickname: "너", online: true },
      ],
      spectators: { allowed: true, count: 0 },
      rematch: [],
    },
    you: { playerId: "me", role: "player", seat: 0, tab: "tab1", cs },
    view: { moves: [], movesFrom: 0 },
    deadline: null,
    ...more,
  };
  return JSON.stringify(frame);
}

export function spectatorFrame(seq: number): string {
  return roomFrame(seq, { you: { playerId: "s", role: "spectator", seat: null, tab: "tab1", cs: 0 } });
}

export function updateFrame(seq: number, more: Loose<UpdateFrame> = {}): string {
  const frame: Loose<UpdateFrame> = {
    type: "update",
    now: START,
    seq,
    events: [{ type: "placed", by: "you" }],
    view: { moves: [`move ${seq}`], movesFrom: 0 },
    status: "playing",
    deadline: null,
    ...more,
  };
  return JSON.stringify(frame);
}

export class ScriptedSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  sent: ClientFrame[] = [];
  isClosed = false;

  constructor(readonly url: string) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame);
  }
  close(): void {
    this.isClosed = true;
  }
  hear(text: string): void {
    this.onmessage?.({ data: text });
  }
  break(): void {
    this.onclose?.();
  }
  types(): string[] {
    return this.sent.map((frame) => frame.type);
  }
}

/** One tab on a machine whose network, clock and chance the test holds in its hand. */
export class Scripted implements Machine {
  at = START;
  chance = 0.5;
  sockets: ScriptedSocket[] = [];
  tickets = 0;
  refuse: Error | null = null;
  kept = 0;
  #timers: { due: number; call: () => void }[] = [];
  readonly tab: RoomSocket;

  constructor(cs = 0, refuse: Error | null = null) {
    this.refuse = refuse;
    const admit = async (): Promise<TicketAnswer> => {
      this.tickets += 1;
      if (this.refuse !== null) throw this.refuse;
      return { url: `wss://rooms/?ticket=${this.tickets}`, ticket: String(this.tickets), expiresAt: 0 };
    };
    this.tab = new RoomSocket(this, admit, cs, (number) => (this.kept = number));
  }

  now = () => this.at;
  random = () => this.chance;
  openSocket = (url: string) => {
    const socket = new ScriptedSocket(url);
    this.sockets.push(socket);
    return socket;
  };
  after = (ms: number, call: () => void) => {
    const timer = { due: this.at + ms, call };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  get socket(): ScriptedSocket {
    const newest = this.sockets.at(-1);
    if (newest === undefined) throw new Error("no socket was opened");
    return newest;
  }

  /** Lets promises run. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }

  /** A tab that is connected and knows the room at `seq`. */
  async connect(text = roomFrame(1)): Promise<void> {
    await this.settle();
    this.socket.onopen?.();
    this.socket.hear(text);
    this.pong();
  }

  /** Answers the newest ping. */
  pong(): void {
    const ping = this.socket.sent.findLast((frame) => frame.type === "ping");
    if (ping?.type === "ping") this.socket.hear(JSON.stringify({ type: "pong", t: ping.t, now: this.at }));
  }

  /** Time goes by, and every timer rings when it should. */
  async pass(ms: number): Promise<void> {
    const until = this.at + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.due <= until).sort((a, b) => a.due - b.due)[0];
      if (next === undefined) break;
      this.at = Math.max(this.at, next.due);
      this.#timers = this.#timers.filter((timer) => timer !== next);
      next.call();
      await this.settle();
    }
    this.at = until;
  }

  /** The machine sleeps: its clock goes on, its timers do not; then those that are due ring. */
  async sleep(ms: number): Promise<void> {
    this.at += ms;
    await this.pass(0);
  }
}
