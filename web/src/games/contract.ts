/** What a game's module gives to the client (document 002, section 6). */

import type { ComponentType } from "preact";
import type { Color, CommonView, GameId, GameMove, Games, RecordAnswer } from "../protocol";

export type PlayerId = string;

export interface BoardProps<Id extends GameId> {
  /** The position to draw: the newest, or an older one that somebody looks back at. */
  view: Games[Id]["view"];
  /** Who looks, null for somebody who does not play. */
  me: PlayerId | null;
  /** The colour that sits at the lower edge. */
  bottom: Color;
  /** Asks the server for an action; null while nothing may be asked. */
  act: ((action: Games[Id]["action"]) => void) | null;
  /** Whether an action is on its way. */
  pending: boolean;
  /** What has just happened, to be shown moving; empty when the position was not seen to change. */
  events: readonly Games[Id]["event"][];
}

export interface GameUI<Id extends GameId = GameId> {
  id: Id;
  /** Whoever moves first stands first. */
  colors: readonly [Color, Color];
  Board: ComponentType<BoardProps<Id>>;
  /** What stands beside a player's name: discs, captured pieces, skill. */
  SeatNote: ComponentType<{ view: Games[Id]["view"]; color: Color }>;
  /** What stands above the board at all times, if anything. */
  Above?: ComponentType<{ view: Games[Id]["view"] }>;
  Rules: ComponentType;
  /** One sentence about what is awaited now. */
  statusText(view: Games[Id]["view"], me: PlayerId | null): string;
  /** A message that an event is worth to this viewer, or null. */
  told(event: Games[Id]["event"], view: Games[Id]["view"], me: PlayerId | null): string | null;
  /** The record, one short text a ply. */
  moveTexts(view: Games[Id]["view"]): readonly string[];
  /** The position after the first `ply` plies of the record. */
  at(view: Games[Id]["view"], ply: number): Games[Id]["view"];
  /** The end of a recorded game, as its view would have shown it. */
  fromRecord(record: RecordAnswer): Games[Id]["view"];
  /** Why the game ended so, for somebody who does not know the words. */
  explain(result: Games[Id]["result"]): string;
}

/** The registry holds all games; each is only given what is its own, by the room's `game`. */
export function defineGame<Id extends GameId>(ui: GameUI<Id>): GameUI {
  return ui as unknown as GameUI;
}

export const COLOR_KO: Record<Color, string> = { black: "흑", white: "백" };

export function other(color: Color): Color {
  return color === "black" ? "white" : "black";
}

export function colorOf(view: CommonView, player: PlayerId | null): Color | null {
  if (player === null) return null;
  if (view.players.black === player) return "black";
  return view.players.white === player ? "white" : null;
}

export function isMyTurn(view: CommonView, me: PlayerId | null): boolean {
  return view.phase === "playing" && me !== null && view.players[view.turn] === me;
}

export function turnText(view: CommonView, me: PlayerId | null): string {
  if (view.phase === "finished") return "대국이 끝났어요";
  if (isMyTurn(view, me)) return "내 차례예요";
  return colorOf(view, me) === null ? `${COLOR_KO[view.turn]} 차례예요` : "상대 차례예요";
}

/** The fields that every view has, for a game that is over and known by its record alone. */
export function commonFromRecord(record: RecordAnswer, first: Color) {
  return {
    phase: "finished",
    players: playersOf(record, first),
    turn: first,
    movesFrom: 0,
    moveCount: record.moves.length,
    clock: { kind: "none", remainingMs: { black: 0, white: 0 }, turnStartedAt: record.endedAt },
    deadline: null,
    pending: { undo: null, draw: null },
    undo: { left: { black: 0, white: 0 } },
  } as const;
}

/** Who had which colour, which a record does not say: `first` moves first. */
function playersOf({ players, result, actions }: RecordAnswer, first: Color): Record<Color, PlayerId> {
  const ids = players.map((player) => player.playerId);
  const paired = (color: Color, player: PlayerId): Record<Color, PlayerId> => {
    const opponent = ids.find((id) => id !== player) ?? "";
    return color === "black" ? { black: player, white: opponent } : { black: opponent, white: player };
  };
  const winner = result.ranking[0];
  if (result.detail.winner !== null && winner?.[0] !== undefined) return paired(result.detail.winner, winner[0]);
  // Nobody won: whoever made the first move had the first colour.
  const moved = actions.find(({ action }) => MOVES.has(action.type));
  return paired(first, moved?.player ?? ids[0] ?? "");
}

const MOVES: ReadonlySet<string> = new Set(["place", "move", "castle", "useSkill", "timeout"]);

/** The colour of a ply of the record. */
export function moveColor(view: { moves: readonly GameMove[] }, ply: number): Color | undefined {
  return view.moves[ply]?.color;
}
