"""The record of a chess game as it is stored: two texts, for moves and for times.

A move has two characters: its square of origin, then its target; a promotion has another
target character, which also names the piece. The rank of a promotion follows from its origin.
A time is the number of ms since the time before it, in base 32 with the low digit first;
digits that another follows come from the second half of the alphabet.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.games.chess.board import PROMOTIONS, LegalMove, Position, Promotion

WIDTH = 2
"""Characters per ply in the text of the moves."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_"
_PROMOTED = "".join(chr(0xC0 + number) for number in range(32))
"""Per piece in the order of ``PROMOTIONS``, the eight files."""

_VALUES = {character: value for value, character in enumerate(_ALPHABET)}
_MORE = 32


class Squares(NamedTuple):
    """What the record says of a move."""

    origin: int
    target: int
    promotion: Promotion | None


class Step(NamedTuple):
    """A move of a record, with the position it was made in and the one it led to."""

    before: Position
    move: LegalMove
    san: str
    after: Position


def move_code(move: LegalMove) -> str:
    """The two characters of a move."""
    if move.promotion is None:
        return _ALPHABET[move.origin] + _ALPHABET[move.target]
    piece = PROMOTIONS.index(move.promotion)
    return _ALPHABET[move.origin] + _PROMOTED[piece * 8 + (move.target & 7)]


def check_record(moves: str, times: str) -> None:
    """Whether the texts are a record; the moves themselves are not judged.

    :raises ValueError: they are none.
    """
    if len(moves) % WIDTH or moves.strip(_ALPHABET + _PROMOTED) or times.strip(_ALPHABET):
        raise ValueError(f"not a record: {moves!r}, {times!r}")


def length(moves: str) -> int:
    """The number of plies."""
    return len(moves) // WIDTH


def squares(moves: str, ply: int) -> Squares:
    """The move of a ply, counted from 0.

    :raises ValueError: these are no characters of a record.
    """
    code = moves[WIDTH * ply : WIDTH * (ply + 1)]
    origin, target = _VALUES.get(code[:1]), _VALUES.get(code[1:])
    if origin is None:
        raise ValueError(f"not a move: {code!r}")
    if target is not None:
        return Squares(origin, target, None)
    piece, file = divmod(_PROMOTED.find(code[1:]), 8)
    if not 0 <= piece < len(PROMOTIONS) or len(code) != WIDTH:
        raise ValueError(f"not a move: {code!r}")
    last = 56 if origin >= 32 else 0
    return Squares(origin, last + file, PROMOTIONS[piece])


def replay(start: Position, moves: str) -> Iterator[Step]:
    """Each ply of a record. Costs time with every ply.

    :raises ValueError: a move is not legal: it is no record from that start.
    """
    position = start
    for ply in range(length(moves)):
        wanted = squares(moves, ply)
        move = position.find(*wanted)
        if move is None:
            raise ValueError(f"ply {ply + 1} is not legal: {wanted} in {position.fen}")
        san, after = position.play(move)
        yield Step(position, move, san, after)
        position = after


def time_code(elapsed_ms: int) -> str:
    """The characters of a time.

    :raises ValueError: time does not run backwards.
    """
    if elapsed_ms < 0:
        raise ValueError(f"not a time: {elapsed_ms} ms")
    code = ""
    while elapsed_ms >= _MORE:
        elapsed_ms, digit = divmod(elapsed_ms, _MORE)
        code += _ALPHABET[_MORE + digit]
    return code + _ALPHABET[elapsed_ms]


def elapsed(times: str) -> Iterator[int]:
    """The times of a record, in ms each since the one before.

    :raises ValueError: these are no characters of a record.
    """
    total, scale = 0, 1
    for character in times:
        value = _VALUES.get(character)
        if value is None:
            raise ValueError(f"not a time: {character!r}")
        total += value % _MORE * scale
        if value < _MORE:
            yield total
            total, scale = 0, 1
        else:
            scale *= _MORE
    if scale != 1:
        raise ValueError("the times end in the middle of one")
