"""Where a game begins: the usual array, or one of the 960 of Chess960 (document 004, section 4)."""

from functools import lru_cache
from itertools import combinations

from engine.games.chess.board import Position

STANDARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ARRAYS = 960

_KNIGHTS = tuple(combinations(range(5), 2))
"""Step 4: (0, 1), (0, 2) .. (3, 4), in the order of their number."""


def back_rank(index: int) -> str:
    """White's first rank a to h, such as ``RNBQKBNR``, by Scharnagl's numbering.

    :raises ValueError: the number is not in 0 .. 959.
    """
    if not 0 <= index < ARRAYS:
        raise ValueError(f"Chess960 has no array {index}")
    rest, light = divmod(index, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    rank = [""] * 8
    rank[2 * light + 1] = "B"
    rank[2 * dark] = "B"
    rank[_free(rank)[queen]] = "Q"
    free = _free(rank)
    for place in _KNIGHTS[knights]:
        rank[free[place]] = "N"
    for file, piece in zip(_free(rank), "RKR", strict=True):
        rank[file] = piece
    return "".join(rank)


def _free(rank: list[str]) -> list[int]:
    return [file for file, piece in enumerate(rank) if not piece]


def start_fen(index: int | None) -> str:
    """The FEN of the start: the usual one for None, Shredder-FEN for a number of Chess960.

    :raises ValueError: the number is not in 0 .. 959.
    """
    if index is None:
        return STANDARD_FEN
    rank = back_rank(index)
    rooks = "".join("abcdefgh"[file] for file in (rank.rindex("R"), rank.index("R")))
    return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w {rooks.upper()}{rooks} - 0 1"


@lru_cache(maxsize=64)
def start_position(index: int | None) -> Position:
    """The position of ``start_fen``, kept since every load of a game asks for it."""
    return Position.stored(start_fen(index), chess960=index is not None)
