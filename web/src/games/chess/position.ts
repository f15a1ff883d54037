/** Where chess pieces stand, and how one recorded move changes that. No rules: what may be moved, the view says. */

import type { ChessMove, Color } from "../../protocol";

export type Role = "k" | "q" | "r" | "b" | "n" | "p";

export interface Piece {
  color: Color;
  role: Role;
}

/** Pieces by the names of their squares. */
export type Position = ReadonlyMap<string, Piece>;

export const FILES = "abcdefgh";

export const ROLE_KO: Record<Role, string> = {
  k: "킹",
  q: "퀸",
  r: "룩",
  b: "비숍",
  n: "나이트",
  p: "폰",
};

/** The position of a FEN (its first field is enough). */
export function readFen(fen: string): Position {
  const position = new Map<string, Piece>();
  const rows = fen.split(" ")[0]?.split("/") ?? [];
  rows.forEach((row, down) => {
    let x = 0;
    for (const sign of row) {
      if (sign >= "1" && sign <= "8") {
        x += Number(sign);
        continue;
      }
      const role = sign.toLowerCase() as Role;
      position.set(`${FILES[x]}${8 - down}`, { color: role === sign ? "black" : "white", role });
      x += 1;
    }
  });
  return position;
}

/**
 * The position after a recorded move. Castling is known by its SAN, since in Chess960 it is written
 * as the king taking its own rook; a pawn that goes aslant to an empty square has taken in passing.
 */
export function played(position: Position, move: ChessMove): Position {
  const from = move.uci.slice(0, 2);
  const to = move.uci.slice(2, 4);
  const piece = position.get(from);
  if (piece === undefined) throw new Error(`no piece on ${from} to play ${move.uci}`);
  const next = new Map(position);
  next.delete(from);
  if (move.san.startsWith("O-O")) {
    const rank = from[1] ?? "";
    const long = move.san.startsWith("O-O-O");
    const rook = position.get(to)?.color === piece.color ? to : `${long ? "a" : "h"}${rank}`;
    next.delete(rook);
    next.set(`${long ? "c" : "g"}${rank}`, piece);
    next.set(`${long ? "d" : "f"}${rank}`, { color: piece.color, role: "r" });
    return next;
  }
  if (piece.role === "p" && from[0] !== to[0] && !position.has(to)) next.delete(`${to[0]}${from[1]}`);
  const promotion = move.uci[4] as Role | undefined;
  next.set(to, promotion === undefined ? piece : { color: piece.color, role: promotion });
  return next;
}

/** What a recorded move takes, if anything. */
export function takenBy(position: Position, move: ChessMove): Exclude<Role, "k"> | null {
  const from = move.uci.slice(0, 2);
  const to = move.uci.slice(2, 4);
  if (move.san.startsWith("O-O")) return null;
  const inPassing = position.get(from)?.role === "p" && from[0] !== to[0] && !position.has(to);
  const taken = inPassing ? "p" : (position.get(to)?.role ?? null);
  return taken === "k" ? null : taken;
}

/** The first field of a FEN. */
export function writeFen(position: Position): string {
  const rows: string[] = [];
  for (let rank = 8; rank >= 1; rank -= 1) {
    let row = "";
    let empty = 0;
    for (const file of FILES) {
      const piece = position.get(`${file}${rank}`);
      if (piece === undefined) {
        empty += 1;
        continue;
      }
      if (empty > 0) row += empty;
      empty = 0;
      row += piece.color === "white" ? piece.role.toUpperCase() : piece.role;
    }
    rows.push(empty > 0 ? row + empty : row);
  }
  return rows.join("/");
}

const VALUE: Record<Role, number> = { k: 0, q: 9, r: 5, b: 3, n: 3, p: 1 };

/** White's material less black's. */
export function materialOf(position: Position): number {
  let sum = 0;
  for (const { color, role } of position.values()) sum += color === "white" ? VALUE[role] : -VALUE[role];
  return sum;
}
