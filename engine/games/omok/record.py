"""The record of an omok game: two letters per ply, the form in which it is stored.

A placement is the column and the row of its point, both ``a`` to ``o``; a removal is the same in
capitals; a pass is ``--``. The colours take turns without a gap, so who made a ply follows from
its number and from who began. So does all that a game must remember: the board (every ply but a
pass turns one bit of it), who has used the skill, and how often in a row somebody passed. That
makes taking plies back a matter of cutting the text.
"""

from functools import reduce
from operator import add, xor
from typing import Literal, NamedTuple, TypeAlias

from engine.colors import BLACK, Color, other
from engine.games.omok.board import FULL, GRID, POINTS

PlyKind: TypeAlias = Literal["place", "remove", "pass"]

PASSED = "--"
_LETTERS = "abcdefghijklmno"
_PLACED = tuple(column + row for row in _LETTERS for column in _LETTERS)
_REMOVED = tuple(ply.upper() for ply in _PLACED)
_INDEX = {ply: index for plies in (_PLACED, _REMOVED) for index, ply in enumerate(plies)}
_TURNED = {
    **{ply: 1 << index for index, ply in enumerate(_PLACED)},
    **{ply: 1 << index + POINTS for index, ply in enumerate(_REMOVED)},
    PASSED: 0,
}
"""The bit that a ply turns: the mover's stones are the low bits, the opponent's the high ones."""


class Position(NamedTuple):
    """Stones and whose turn it is."""

    black: int
    white: int
    turn: Color

    def of(self, color: Color) -> int:
        """The stones of ``color``."""
        return self.black if color == BLACK else self.white

    def sides(self) -> tuple[int, int]:
        """The stones of the side to move, then the opponent's."""
        return (self.black, self.white) if self.turn == BLACK else (self.white, self.black)

    def empty(self) -> int:
        """The free points."""
        return FULL ^ (self.black | self.white)

    def placed(self, index: int) -> "Position":
        """After the side to move put a stone on the free point ``index``."""
        own, opp = self.sides()
        return self._after(own | 1 << index, opp)

    def removed(self, index: int) -> "Position":
        """After the side to move took the opponent's stone on ``index`` off the board."""
        own, opp = self.sides()
        return self._after(own, opp ^ 1 << index)

    def passed(self) -> "Position":
        """After the side to move let its time run out."""
        return self._replace(turn=other(self.turn))

    def _after(self, own: int, opp: int) -> "Position":
        black, white = (own, opp) if self.turn == BLACK else (opp, own)
        return Position(black, white, other(self.turn))


START = Position(black=0, white=0, turn=BLACK)
"""Document 003, step 2.1: an empty board, black first."""


class Ply(NamedTuple):
    """A ply as the record has it. ``point`` is None for a pass, which only the server makes."""

    kind: PlyKind
    color: Color
    point: int | None


def placement(index: int) -> str:
    """The ply that puts a stone on ``index``."""
    return _PLACED[index]


def removal(index: int) -> str:
    """The ply that takes the opponent's stone on ``index``."""
    return _REMOVED[index]


def length(record: str) -> int:
    """The number of plies."""
    return len(record) // 2


def made_by(record: str, number: int) -> str:
    """A letter for each ply of whoever made ply 0 or 1 (``number``), oldest first.

    Small for a placement, a capital for a removal, ``-`` for a pass.
    """
    return record[2 * number :: 4]


def ply_at(record: str, number: int, first: Color) -> Ply:
    """Ply ``number``, 0-based, of a record that ``first`` began."""
    text = record[2 * number : 2 * number + 2]
    color = first if number % 2 == 0 else other(first)
    if text == PASSED:
        return Ply("pass", color, None)
    return Ply("place" if text.islower() else "remove", color, _INDEX[text])


def position_after(record: str, start: Position) -> Position:
    """The board at the end of a record. The order of the plies does not matter to it.

    :raises ValueError: it is no record from that start.
    """
    if len(record) % 2:
        raise ValueError(f"half a ply: {record!r}")
    try:
        first, second = _turned(record, 0), _turned(record, 1)
    except KeyError as unknown:
        raise ValueError(f"not a ply: {unknown}") from None
    own, opp = start.sides()
    own ^= first & FULL ^ second >> POINTS
    opp ^= second & FULL ^ first >> POINTS
    if own & opp:
        raise ValueError(f"two stones on one point: {record!r}")
    black, white = (own, opp) if start.turn == BLACK else (opp, own)
    return Position(black, white, start.turn if length(record) % 2 == 0 else other(start.turn))


def _turned(record: str, number: int) -> int:
    """The bits that all plies of one side turned, as in ``_TURNED``."""
    plies = map(add, record[2 * number :: 4], record[2 * number + 1 :: 4])
    return reduce(xor, map(_TURNED.__getitem__, plies), 0)


def transcript(record: str) -> str:
    """The record in the notation of the game, such as ``h8 i9 xh8 pass``."""
    return " ".join(_notation(record[at : at + 2]) for at in range(0, len(record), 2))


def _notation(ply: str) -> str:
    if ply == PASSED:
        return "pass"
    name = GRID.name(_INDEX[ply])
    return name if ply.islower() else f"x{name}"
