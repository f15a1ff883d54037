"""The record of a reversi game: one character per ply, the form in which it is stored.

The colours take turns without a gap, because a forced pass is a ply of its own; so who made
a ply follows from its number and from who began.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.colors import BLACK, Color, other
from engine.games.othello.board import GRID, flips

PASSED = "-"
_BY_HAND = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_"
_AUTO = "".join(chr(0xC0 + index) for index in range(64))
_CODES = _BY_HAND + _AUTO + PASSED
_POINTS = {code: index for codes in (_BY_HAND, _AUTO) for index, code in enumerate(codes)}


class Position(NamedTuple):
    """Discs and whose turn it is."""

    black: int
    white: int
    turn: Color

    def sides(self) -> tuple[int, int]:
        """The discs of the side to move, then the opponent's."""
        return (self.black, self.white) if self.turn == BLACK else (self.white, self.black)

    def placed(self, index: int, turned: int) -> "Position":
        """After the side to move put a disc on ``index`` and turned ``turned``."""
        own, opp = self.sides()
        own, opp = own | turned | 1 << index, opp & ~turned
        black, white = (own, opp) if self.turn == BLACK else (opp, own)
        return Position(black, white, other(self.turn))

    def passed(self) -> "Position":
        """After the side to move passed."""
        return self._replace(turn=other(self.turn))


START = Position(
    black=1 << GRID.index_of("e4") | 1 << GRID.index_of("d5"),
    white=1 << GRID.index_of("d4") | 1 << GRID.index_of("e5"),
    turn=BLACK,
)
"""Document 000, section 4: d4 and e5 white, e4 and d5 black, black first."""


class Ply(NamedTuple):
    """A ply as the record has it. ``point`` is None for a forced pass, which turns nothing."""

    color: Color
    point: int | None
    turned: int
    auto: bool


def is_record(text: str) -> bool:
    """Whether all characters are plies; the moves themselves are not judged."""
    return not text.strip(_CODES)


def code(index: int, *, auto: bool) -> str:
    """The character of a placement; ``auto`` if the server chose it."""
    return (_AUTO if auto else _BY_HAND)[index]


def placement(ply: str) -> int | None:
    """Where a ply's disc was put; None for a pass."""
    return _POINTS.get(ply)


def is_auto(ply: str) -> bool:
    """Whether the server chose the placement because time ran out."""
    return ply >= "\xc0"


def replay(start: Position, record: str) -> Iterator[tuple[Ply, Position]]:
    """Each ply of a record with the position after it. Costs time with every ply.

    :raises ValueError: a placement turns nothing: it is no record from that start.
    """
    position = start
    for number, ply in enumerate(record):
        index = placement(ply)
        color = position.turn
        if index is None:
            position = position.passed()
            yield Ply(color, None, 0, True), position
            continue
        turned = flips(*position.sides(), index)
        if not turned:
            raise ValueError(f"ply {number + 1} turns nothing: {GRID.name(index)}")
        position = position.placed(index, turned)
        yield Ply(color, index, turned, is_auto(ply)), position


def transcript(record: str) -> str:
    """The record in the notation of the game, ``f5d6c3...``: forced passes are left out."""
    return "".join(GRID.name(index) for ply in record if (index := placement(ply)) is not None)
