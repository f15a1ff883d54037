"""The state of a chess game: what it holds and what follows from it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from engine.clock import Clock
from engine.colors import Color, PerColor, other
from engine.duel import DuelState
from engine.game import Millis, PlayerId
from engine.games.chess.board import LegalMove, Position
from engine.games.chess.draws import Claim, PositionEnd, Seen, claim_of, end_of, hash_of
from engine.games.chess.options import ChessOptions
from engine.games.chess.record import elapsed, length, replay
from engine.games.chess.start import start_position

PlayersEnd: TypeAlias = Literal["resign", "timeLoss", "timeoutVsInsufficient", "drawAgreed", "aborted"]
EndReason: TypeAlias = PositionEnd | PlayersEnd
"""Document 004, section 8.6.

``checkmate``             the king is attacked and no move helps
``stalemate``             no legal move, and no check
``insufficientMaterial``  nobody can mate with what is left
``threefold``             a position stood for the third time (by itself, or claimed)
``fivefold``              a position stood for the fifth time
``fiftyMove``             50 moves of both without capture or pawn move (by itself, or claimed)
``seventyFiveMove``       75 such moves
``resign``                a player resigned or left
``timeLoss``              a clock, the idle limit or the grace of an absence ran out
``timeoutVsInsufficient`` so it did, but the opponent cannot mate
``drawAgreed``            an offered draw was accepted
``aborted``               a first move was not made
"""

DEFAULT_OPTIONS = ChessOptions()
_STANDARD = start_position(None)


class Newest(NamedTuple):
    """What one tells of the newest ply without replaying: its SAN and when it was made."""

    san: str
    at: Millis


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessState(DuelState[ChessOptions, EndReason]):
    """A game in full.

    ``moves`` and ``times`` are the record (``record.py``); the times start at ``began``. What
    follows from it and is asked for at every move is kept beside it: ``position``, at the end
    of which ``turn`` means nothing; ``seen``, for repetition; ``taken``, the letters of the
    pieces each colour has taken, oldest first; ``newest``, None before the first ply; and what
    the side to move may claim (at the end it means nothing). ``restarts`` are the clocks that
    undo or an outage set by hand, with the number of plies at that time, so that a replay finds
    what each move cost. ``index`` is the number of Chess960, and ``start`` the first position.
    """

    index: int | None
    start: Position
    position: Position
    moves: str
    times: str
    began: Millis
    seen: Seen
    taken: PerColor[str]
    newest: Newest | None
    claimable: Claim | None
    restarts: tuple[tuple[int, Clock], ...] = ()

    @property
    def turn(self) -> Color:
        return self.position.turn

    @property
    def is_standard_start(self) -> bool:
        """Whether the record starts from the usual array of standard chess."""
        return self.start == _STANDARD

    @property
    def plies(self) -> int:
        """The length of the record."""
        return length(self.moves)

    def made_by(self, ply: int) -> Color:
        """Who made a ply of the record, counted from 0."""
        return self.start.turn if ply % 2 == 0 else other(self.start.turn)

    def undo_plies(self, color: Color) -> int:
        """1 or 2; 0 before the colour's first move."""
        plies = 2 if color == self.turn else 1
        return plies if plies <= self.plies else 0

    def sans(self) -> tuple[str, ...]:
        """The SAN of every ply. Replays."""
        return _sans(self.start, self.moves)

    def instants(self) -> tuple[Millis, ...]:
        """When each ply was made. Reads the whole record."""
        at = self.began
        return tuple(at := at + more for more in elapsed(self.times))

    def left_after(self) -> tuple[Millis, ...]:
        """What each ply left on the clock of who made it. Reads the whole record."""
        clock, restarts = self.options.clock(now=self.began), dict(self.restarts)
        left: list[Millis] = []
        for ply, at in enumerate(self.instants()):
            color = self.made_by(ply)
            clock = restarts.get(ply, clock).moved(color, at)
            left.append(clock.remaining.of(color))
        return tuple(left)


@lru_cache(maxsize=4)
def _sans(start: Position, moves: str) -> tuple[str, ...]:
    """Kept, since the last move of a game and each newcomer ask for it several times."""
    return tuple(step.san for step in replay(start, moves))


def with_taken(taken: PerColor[str], before: Position, move: LegalMove) -> PerColor[str]:
    """What both colours have taken after a legal move from ``before``."""
    square = before.captured_square(move)
    piece = None if square is None else before.piece(square)
    if piece is None:
        return taken
    return taken.having(before.turn, taken.of(before.turn) + piece.lower())


def new_state(
    *,
    options: ChessOptions,
    players: PerColor[PlayerId],
    index: int | None,
    start: Position,
    now: Millis,
) -> ChessState:
    """A game whose first turn starts at ``now``."""
    seen = (hash_of(start),)
    return ChessState(
        options=options,
        players=players,
        index=index,
        start=start,
        position=start,
        moves="",
        times="",
        began=now,
        seen=seen,
        taken=PerColor("", ""),
        newest=None,
        claimable=claim_of(start, seen, options.draw_mode),
        clock=options.clock(now=now),
    )


def state_from_position(
    fen: str,
    *,
    players: PerColor[PlayerId],
    options: ChessOptions | None = None,
    now: Millis = 0,
) -> ChessState:
    """A game that starts from a FEN, for tests; no option of the game leads here.

    The option ``variant`` says how castling is written and meant.

    :raises ValueError: it is no position, or one in which the game would be over.
    """
    options = options or DEFAULT_OPTIONS
    start = Position.read(fen, chess960=options.variant == "chess960")
    if end := end_of(start, (hash_of(start),), options.draw_mode):
        raise ValueError(f"not a position to play from, {end}: {fen!r}")
    return new_state(options=options, players=players, index=None, start=start, now=now)
