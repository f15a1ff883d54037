"""What the pieces on the board are good for (document 004, sections 6 and 8.3).

All of it reads the first field of a FEN. Squares are dark or light as a1 is dark.
"""

from collections.abc import Iterator

from engine.colors import WHITE, Color

VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
"""What a piece counts on screen; the king counts nothing."""

_MATING = frozenset("PRQprq")
"""Any of these, and the game goes on."""


def difference(board: str) -> int:
    """White's pieces less black's, in ``VALUES``."""
    return sum(value * (board.count(piece.upper()) - board.count(piece)) for piece, value in VALUES.items())


def is_insufficient(board: str) -> bool:
    """Whether neither side has the material to mate, by any play: a draw at once (section 6, 2).

    King against king; with one bishop or one knight; bishops only, all on squares of one
    colour, whoever has them and however many.
    """
    if not _MATING.isdisjoint(board):
        return False
    knights = board.count("n") + board.count("N")
    bishops = list(_bishop_shades(board))
    if knights:
        return knights == 1 and not bishops
    return len(set(bishops)) <= 1


def cannot_mate(board: str, side: Color) -> bool:
    """Whether ``side`` is sure to have no way to mate, so that it does not win on time
    (section 6, 6; FIDE 6.9).

    Only what the document lists: a bare king; one knight against a bare king; bishops of one
    shade against a bare king or bishops of the same shade. Never a false yes; blocked
    positions and some odd material are a no.
    """
    mine, theirs = "", ""
    for piece in board:
        if piece.isalpha() and piece not in "kK":
            if piece.isupper() == (side == WHITE):
                mine += piece.lower()
            else:
                theirs += piece.lower()
    if not mine or (mine == "n" and not theirs):
        return True
    only_bishops = not (mine + theirs).strip("b")
    return only_bishops and len(set(_bishop_shades(board))) == 1


def _bishop_shades(board: str) -> Iterator[bool]:
    """Per bishop, whether it stands on a light square."""
    for row, text in enumerate(board.split("/")):
        file = 0
        for piece in text:
            if piece in "bB":
                yield (row + file) % 2 == 0  # row 0 is the eighth rank: a8 is light
            file += int(piece) if piece.isdigit() else 1
