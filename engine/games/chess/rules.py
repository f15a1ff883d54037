"""What a chess player may do and what comes of it (document 004, sections 5, 6 and 8)."""

from dataclasses import replace
from typing import Annotated, TypeAlias

from pydantic import Field

from engine.clock import Clock
from engine.colors import Color, PerColor, other
from engine.duel import Ending, Made
from engine.game import Millis, PlayerId, Rejection
from engine.games.chess.board import LegalMove
from engine.games.chess.draws import claim_of, end_of, hash_of, is_irreversible, seen_after
from engine.games.chess.events import events_of
from engine.games.chess.material import cannot_mate
from engine.games.chess.moves import Castle, ClaimDraw, Move, resolve
from engine.games.chess.record import WIDTH, elapsed, move_code, replay, time_code
from engine.games.chess.state import ChessState, EndReason, Newest, with_taken
from engine.offers import CancelOffer, OfferDraw, RequestUndo, Resign, RespondDraw, RespondUndo

ChessMove: TypeAlias = Move | Castle | ClaimDraw
"""What only whose turn it is may do. A claim is no ply, but it comes too late as a move does."""

ChessAction: TypeAlias = Annotated[
    Move | Castle | ClaimDraw | RequestUndo | RespondUndo | OfferDraw | RespondDraw | CancelOffer | Resign,
    Field(discriminator="type"),
]


def move_refusal(state: ChessState, move: ChessMove) -> Rejection | None:
    """Why the side to move may not do this, or None."""
    if isinstance(move, ClaimDraw):
        return _claim_refusal(state)
    meant = _meant(state, move)
    return meant if isinstance(meant, Rejection) else None


def _meant(state: ChessState, action: Move | Castle) -> LegalMove | Rejection:
    return resolve(state.position, action, auto_queen=state.options.auto_queen)


def _claim_refusal(state: ChessState) -> Rejection | None:
    if state.options.draw_mode != "fide":
        return Rejection("claim/off", "이 대국에서는 반복과 50수가 저절로 무승부가 돼요")
    if state.claimable is None:
        return Rejection("claim/none", "아직 무승부를 선언할 수 없어요")
    return None


def moved(
    state: ChessState, move: ChessMove, *, by: PlayerId, now: Millis
) -> Made[ChessState] | Ending[EndReason]:
    """What a move makes of the game, or the draw that is claimed. No chance is in it.

    :raises ValueError: ``move_refusal`` would not have let it pass.
    """
    if not isinstance(move, ClaimDraw):
        return _played(state, move, by=by, now=now)
    if state.claimable is None:
        raise ValueError("there is no draw to claim")
    return Ending(None, state.claimable)


def _played(state: ChessState, action: Move | Castle, *, by: PlayerId, now: Millis) -> Made[ChessState]:
    move = _meant(state, action)
    if isinstance(move, Rejection):
        raise ValueError(f"{action!r}: {move.code}")  # noqa: TRY004 - the rules would not have let it pass
    color, before = state.turn, state.position
    san, after = before.play(move)
    seen = seen_after(state.seen, before, after)
    end = end_of(after, seen, state.options.draw_mode)
    last_at = state.began if state.newest is None else state.newest.at
    at = max(now, last_at)
    played = replace(
        state,
        position=after,
        moves=state.moves + move_code(move),
        times=state.times + time_code(at - last_at),
        seen=seen,
        taken=with_taken(state.taken, before, move),
        newest=Newest(san, at),
        claimable=None if end else claim_of(after, seen, state.options.draw_mode),
    )
    ending = None if end is None else Ending(color if end == "checkmate" else None, end)
    return Made(played, tuple(events_of(before, move, played, by)), ending)


def timed_out(state: ChessState) -> Ending[EndReason]:
    """The deadline passed (section 8.5): without a first move there was no game, and nobody
    wins on time who could not have mated."""
    if not state.clock.started.of(state.turn):
        return Ending(None, "aborted")
    opponent = other(state.turn)
    if cannot_mate(state.position.fen.partition(" ")[0], opponent):
        return Ending(None, "timeoutVsInsufficient")
    return Ending(opponent, "timeLoss")


def resigned(state: ChessState, color: Color) -> Ending[EndReason]:
    """Whoever has not moved yet calls the game off instead of losing it."""
    return Ending(other(color), "resign") if state.clock.started.of(color) else Ending(None, "aborted")


def taken_back(state: ChessState, plies: int) -> ChessState:
    """The game without its last ``plies`` plies, replayed from its start (section 8.2)."""
    kept = state.plies - plies
    moves = state.moves[: len(state.moves) - WIDTH * plies]
    taken, san, standing = PerColor("", ""), "", [state.start]
    for step in replay(state.start, moves):
        taken, san = with_taken(taken, step.before, step.move), step.san
        standing = [step.after] if is_irreversible(step.before, step.after) else [*standing, step.after]
    position, seen = standing[-1], tuple(map(hash_of, standing))
    times = list(elapsed(state.times))[:kept]
    return replace(
        state,
        position=position,
        moves=moves,
        times="".join(map(time_code, times)),
        seen=seen,
        taken=taken,
        newest=Newest(san, state.began + sum(times)) if kept else None,
        claimable=claim_of(position, seen, state.options.draw_mode),
    )


def restarted(state: ChessState, clock: Clock) -> ChessState:
    """The game with a clock that no move explains; ``left_after`` needs it where a bank runs."""
    if clock.kind != "fischer":
        return replace(state, clock=clock)
    before = (restart for restart in state.restarts if restart[0] < state.plies)
    return replace(state, clock=clock, restarts=(*before, (state.plies, clock)))
