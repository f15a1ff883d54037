/** The HTTP API: what there is to play, guests, rooms, tickets, records. */

import type {
  GameCard,
  GameList,
  GuestAnswer,
  ProblemAnswer,
  RecordAnswer,
  RoomCard,
  RoomList,
  RoomMade,
  RoomRequest,
  TicketAnswer,
} from "./protocol";

/** A refusal over HTTP: a status, a stable `code`, and as message a Korean sentence for the player. */
export class ProblemError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }

  /** Whether asking again is of no use: not for an overload or a fault of the server. */
  get isFinal(): boolean {
    return this.status < 500 && ![408, 425, 429].includes(this.status);
  }
}

/** There is no answer: this machine has no network, or the server is not there. */
export class UnreachableError extends Error {
  constructor() {
    super(navigator.onLine ? "서버에 연결할 수 없어요. 잠시 뒤에 다시 시도해 주세요." : "인터넷에 연결되어 있지 않아요.");
  }
}

let refused = () => {};

/** Says whom to call when the server no longer takes somebody's token. */
export function whenTokenIsRefused(tell: () => void): void {
  refused = tell;
}

const TIMEOUT_MS = 15_000;

let httpUrl: Promise<string> | null = null;

/** Where the API is, as the file beside the page says; asked again if that failed. */
function baseUrl(): Promise<string> {
  httpUrl ??= fetch("/config.json", { cache: "no-cache" })
    .then(async (response) => {
      if (!response.ok) throw new Error(`config.json: ${response.status}`);
      const config = (await response.json()) as { httpUrl: string };
      return config.httpUrl.replace(/\/+$/, "");
    })
    .catch((fault: unknown) => {
      httpUrl = null;
      throw fault;
    });
  return httpUrl;
}

interface Asked {
  token?: string;
  body?: unknown;
  query?: Record<string, string | null | undefined>;
  headers?: Record<string, string>;
}

async function call<T>(method: "GET" | "POST", path: string, asked: Asked = {}): Promise<T> {
  const headers: Record<string, string> = { ...asked.headers };
  if (asked.token !== undefined) headers.Authorization = `Bearer ${asked.token}`;
  if (asked.body !== undefined) headers["Content-Type"] = "application/json";
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked.query ?? {})) if (value != null) query.set(name, value);
  let response: Response;
  try {
    response = await fetch(`${await baseUrl()}${path}${query.size > 0 ? `?${query}` : ""}`, {
      method,
      headers,
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new UnreachableError();
  }
  if (response.ok) return (await response.json()) as T;
  if (response.status === 401) refused();
  throw await problem(response);
}

async function problem(response: Response): Promise<ProblemError> {
  const fallback = response.status === 429 ? "너무 자주 보냈어요. 잠시 뒤에 다시 시도해 주세요." : "잠시 뒤에 다시 시도해 주세요.";
  try {
    const told = (await response.json()) as Partial<ProblemAnswer>;
    // A gateway in front of the server refuses in its own words, without a code.
    if (typeof told.code === "string") {
      return new ProblemError(response.status, told.code, told.errors?.[0]?.detail ?? told.detail ?? fallback);
    }
  } catch {
    // No JSON: it comes from something between us and the server.
  }
  return new ProblemError(response.status, response.status === 429 ? "rate/limited" : "server/fault", fallback);
}

export const api = {
  games: () => call<GameCard[]>("GET", "/games"),
  guest: (nickname: string) => call<GuestAnswer>("POST", "/guests", { body: { nickname } }),
  /** `key` makes a repeat give the same room. */
  createRoom: (token: string, room: RoomRequest, key: string) =>
    call<RoomMade>("POST", "/rooms", { token, body: room, headers: { "Idempotency-Key": key } }),
  rooms: (token: string, game: string | null, cursor?: string | null) =>
    call<RoomList>("GET", "/rooms", { token, query: { game, cursor } }),
  roomByCode: (token: string, code: string) =>
    call<RoomCard>("GET", `/rooms/by-code/${encodeURIComponent(code)}`, { token }),
  ticket: (token: string, roomId: string, tab: string, code: string | null) =>
    call<TicketAnswer>("POST", `/rooms/${encodeURIComponent(roomId)}/tickets`, {
      token,
      body: code === null ? { tab } : { tab, code },
    }),
  record: (token: string, roomId: string, gameNo: number, code: string | null) =>
    call<RecordAnswer>("GET", `/rooms/${encodeURIComponent(roomId)}/games/${gameNo}`, { token, query: { code } }),
  myGames: (token: string, cursor?: string | null) => call<GameList>("GET", "/me/games", { token, query: { cursor } }),
};
