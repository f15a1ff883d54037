/** What a game's module gives to the client (document 002, section 6). */

import type { ComponentType } from "preact";
import type { Color, CommonView, DuelMove, DuelView, GameId, GameMove, Games, RecordAnswer, SeatKey } from "../protocol";

export type PlayerId = string;

/** Somebody with a seat in the game, as the room knows them. */
export interface Sitter {
  nickname: string;
  /** Whether a seat of the room is still theirs: who leaves a running game gives it up. */
  isHere: boolean;
  online: boolean;
}

export type Who = (seat: SeatKey) => Sitter;

export interface BoardProps<Id extends GameId> {
  /** The position to draw: the newest, or an older one that somebody looks back at. */
  view: Games[Id]["view"];
  /** Who looks, null for somebody who does not play. */
  me: PlayerId | null;
  /** The colour that sits at the lower edge; a game without colours goes by `me`. */
  bottom: Color;
  /** Asks the server for an action; null while nothing may be asked. */
  act: ((action: Games[Id]["action"]) => void) | null;
  /** Whether an action is on its way. */
  pending: boolean;
  /** What has just happened, to be shown moving; empty when the position was not seen to change. */
  events: readonly Games[Id]["event"][];
  who: Who;
  serverNow: () => number;
}

export interface GameUI<Id extends GameId = GameId> {
  id: Id;
  /**
   * Two sides of a board, whoever moves first first: their names and clocks stand above and below
   * it. Null for a table with any number of seats, whose `Board` shows everybody itself.
   */
  colors: readonly [Color, Color] | null;
  Board: ComponentType<BoardProps<Id>>;
  /** What stands beside a player's name: discs, captured pieces, skill. */
  SeatNote?: ComponentType<{ view: Games[Id]["view"]; color: Color }>;
  /** What stands above the board at all times, if anything. */
  Above?: ComponentType<{ view: Games[Id]["view"] }>;
  Rules: ComponentType;
  /** One sentence about what is awaited now. */
  statusText(view: Games[Id]["view"], me: PlayerId | null, who: Who): string;
  /** A message that an event is worth to this viewer, or null. */
  told(event: Games[Id]["event"], view: Games[Id]["view"], me: PlayerId | null, who: Who): string | null;
  /** The record, one short text a ply. */
  moveTexts(view: Games[Id]["view"], who: Who): readonly string[];
  /** The position after the first `ply` plies of the record. */
  at(view: Games[Id]["view"], ply: number): Games[Id]["view"];
  /** The end of a recorded game, as its view would have shown it. */
  fromRecord(record: RecordAnswer): Games[Id]["view"];
  /** Why the game ended so, for somebody who does not know the words. */
  explain(result: Games[Id]["result"]): string;
  /** Giving up, in the game's words; left out where it is 기권 and the opponent wins. */
  givingUp?: GivingUp;
  /** Whether somebody has given up and the game goes on without them. */
  hasGivenUp?(view: Games[Id]["view"], me: PlayerId): boolean;
  /** How long the end is looked at before the result is laid over it. */
  resultAfterMs?: number;
}

export interface GivingUp {
  button: string;
  title: string;
  text: string;
  yes: string;
  /** What leaving the room in mid-game means. */
  leaving: string;
}

export const RESIGNING: GivingUp = {
  button: "기권",
  title: "기권할까요?",
  text: "기권하면 이번 판은 상대가 이겨요.",
  yes: "기권하기",
  leaving: "대국 중에 나가면 기권한 것이 돼요.",
};

/** The registry holds all games; each is only given what is its own, by the room's `game`. */
export function defineGame<Id extends GameId>(ui: GameUI<Id>): GameUI {
  return ui as unknown as GameUI;
}

export const COLOR_KO: Record<Color, string> = { black: "흑", white: "백" };

export function other(color: Color): Color {
  return color === "black" ? "white" : "black";
}

function isColor(seat: SeatKey): seat is Color {
  return Object.hasOwn(COLOR_KO, seat);
}

/** What a seat is called where its player's name does not stand: 흑, or 2번. */
export function seatKo(seat: SeatKey): string {
  return isColor(seat) ? COLOR_KO[seat] : `${seat}번`;
}

type Seated = Pick<CommonView, "players">;

export function playerAt(view: Seated, seat: SeatKey): PlayerId | undefined {
  const players: Record<SeatKey, PlayerId> = { ...view.players };
  return players[seat];
}

export function seatOf(view: Seated, player: PlayerId | null): SeatKey | null {
  if (player === null) return null;
  return Object.keys(view.players).find((seat) => playerAt(view, seat) === player) ?? null;
}

export function colorOf(view: Seated, player: PlayerId | null): Color | null {
  const seat = seatOf(view, player);
  return seat !== null && isColor(seat) ? seat : null;
}

export function isMyTurn(view: Seated & Pick<CommonView, "phase" | "turn">, me: PlayerId | null): boolean {
  return view.phase === "playing" && me !== null && playerAt(view, view.turn) === me;
}

export function turnText(view: DuelView, me: PlayerId | null): string {
  if (view.phase === "finished") return "대국이 끝났어요";
  if (isMyTurn(view, me)) return "내 차례예요";
  return colorOf(view, me) === null ? `${COLOR_KO[view.turn]} 차례예요` : "상대 차례예요";
}

/** The fields that every view has, for a game that is over and known by its record alone. */
export function commonFromRecord(record: RecordAnswer, first: Color) {
  return {
    phase: "finished",
    players: { black: record.sides.black ?? "", white: record.sides.white ?? "" },
    turn: first,
    movesFrom: 0,
    moveCount: record.moves.length,
    clock: { kind: "none", remainingMs: { black: 0, white: 0 }, turnStartedAt: record.endedAt },
    deadline: null,
    pending: { undo: null, draw: null },
    undo: { left: { black: 0, white: 0 } },
  } as const;
}

/** The colour of a ply of the record, in a game of two colours. */
export function moveColor(moves: readonly GameMove[], ply: number): Color | undefined {
  return (moves as readonly DuelMove[])[ply]?.color;
}
