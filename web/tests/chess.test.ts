import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { played, readFen, takenBy, writeFen, type Position } from "../src/games/chess/position";
import type { ChessMove, Color } from "../src/protocol";

interface Recorded {
  id: string;
  start: string;
  uci: string;
  final: string;
}

/** Made games of the project's own test data, the header left out. */
function recorded(name: string): Recorded[] {
  const lines = readFileSync(new URL(`../../tests/data/random/${name}`, import.meta.url), "utf-8").trim().split("\n");
  return lines.slice(1).map((line) => JSON.parse(line) as Recorded);
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The SAN of castling, and nothing for other moves: all that replaying needs of it. */
function san(position: Position, uci: string): string {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const king = position.get(from);
  if (king?.role !== "k") return "";
  const takesRook = position.get(to)?.color === king.color;
  const twoSquares = Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) === 2 && from[1] === to[1];
  if (!takesRook && !twoSquares) return "";
  return to > from ? "O-O" : "O-O-O";
}

describe.each(["chess_random.jsonl", "chess960_random.jsonl"])("every game of %s", (file) => {
  test("ends in its recorded position, and the pieces that are gone were taken", () => {
    const games = recorded(file);
    expect(games.length).toBeGreaterThan(40);
    for (const game of games) {
      let position = readFen(game.start === "startpos" ? START : game.start);
      let taken = 0;
      let color: Color = "white";
      for (const uci of game.uci.split(" ")) {
        const move: ChessMove = { uci, san: san(position, uci), color, at: 0 };
        if (takenBy(position, move) !== null) taken += 1;
        position = played(position, move);
        color = color === "white" ? "black" : "white";
      }
      expect(writeFen(position), game.id).toBe(game.final.split(" ")[0]);
      expect(position.size, game.id).toBe(32 - taken);
    }
  });
});

test("a king that castles without moving leaves nothing behind", () => {
  const after = played(readFen("8/8/8/8/8/8/8/5RK1 w F - 0 1"), { uci: "g1f1", san: "O-O", color: "white", at: 0 });
  expect(after.get("g1")?.role).toBe("k");
  const still = played(readFen("8/8/8/8/8/8/8/6KR w H - 0 1"), { uci: "g1h1", san: "O-O", color: "white", at: 0 });
  expect(writeFen(still)).toBe("8/8/8/8/8/8/8/5RK1");
});

test("the record of a move that nobody can have made is a fault", () => {
  expect(() => played(readFen(START), { uci: "e5e6", san: "e6", color: "white", at: 0 })).toThrow("no piece on e5");
});
