"""How a position ends the game or lets a player claim a draw (document 004, sections 6 and 8.2)."""

from hashlib import blake2b
from typing import Literal, TypeAlias

from engine.games.chess.board import Position
from engine.games.chess.material import is_insufficient
from engine.games.chess.options import DrawMode

Claim: TypeAlias = Literal["threefold", "fiftyMove"]

PositionEnd: TypeAlias = Literal[
    "checkmate", "stalemate", "insufficientMaterial", "seventyFiveMove", "fivefold", "fiftyMove", "threefold"
]
"""What the newest move may have ended the game with, in the order in which they are looked for."""

Seen: TypeAlias = tuple[bytes, ...]
"""The positions since the newest move that no later one can go behind, oldest first, as hashes."""

HASH_BYTES = 6
"""A position is kept as 48 bits. At most 150 positions stand between two irreversible moves, so
by chance alone two of them share a hash in one such stretch of 25 thousand million; to end a
game wrongly a position must moreover meet one that has stood before. BLAKE2b gives nobody a
way to look for such a pair faster than by trying 2^24 positions, and both players would have
to walk to them."""


def hash_of(position: Position) -> bytes:
    """The hash by which repetition knows a position; the same in every version of this code."""
    return blake2b(position.key(), digest_size=HASH_BYTES).digest()


def is_irreversible(before: Position, after: Position) -> bool:
    """Whether nothing from before this move can ever stand again.

    So it is after a capture or a pawn move, which the halfmove clock tells, and after a right
    to castle was lost.
    """
    return after.halfmove_clock == 0 or after.castling != before.castling


def seen_after(seen: Seen, before: Position, after: Position) -> Seen:
    """``seen`` with the position after a move."""
    newest = hash_of(after)
    return (newest,) if is_irreversible(before, after) else (*seen, newest)


def times_seen(seen: Seen) -> int:
    """How often the newest position has stood."""
    return seen.count(seen[-1])


def end_of(position: Position, seen: Seen, mode: DrawMode) -> PositionEnd | None:
    """What a move that led to ``position`` ended the game with, or None."""
    if not position.legal:
        return "checkmate" if position.in_check else "stalemate"
    if is_insufficient(position.fen.partition(" ")[0]):
        return "insufficientMaterial"
    if position.halfmove_clock >= 150:
        return "seventyFiveMove"
    times = times_seen(seen)
    if times >= 5:
        return "fivefold"
    if mode == "auto" and position.halfmove_clock >= 100:
        return "fiftyMove"
    if mode == "auto" and times >= 3:
        return "threefold"
    return None


def claim_of(position: Position, seen: Seen, mode: DrawMode) -> Claim | None:
    """Why the side to move may claim a draw, or None (section 7; FIDE 9.2 and 9.3).

    The position stands, or some legal move of this side would make it stand. Of two reasons
    the repetition is named.
    """
    if mode == "auto":
        return None
    if times_seen(seen) >= 3 or _repeats_next(position, seen):
        return "threefold"
    if position.halfmove_clock >= 100 or (position.halfmove_clock == 99 and _is_hundredth_next(position)):
        return "fiftyMove"
    return None


def _repeats_next(position: Position, seen: Seen) -> bool:
    """Whether some move leads to a position that has stood twice. Nothing is tried unless there
    is such a position."""
    twice = {known for known in set(seen) if seen.count(known) >= 2}
    if not twice:
        return False
    return any(hash_of(position.after(move)) in twice for move in position.legal)


def _is_hundredth_next(position: Position) -> bool:
    """Whether some move is the hundredth ply without capture or pawn move, and the game goes on."""
    after = (position.after(move) for move in position.legal)
    return any(there.halfmove_clock == 100 and there.legal for there in after)
