"""What a chess player may do and what comes of it (document 004, sections 5, 6 and 8)."""

from dataclasses import replace
from typing import Annotated, TypeAlias

from pydantic import Field

from engine.clock import Clock
from engine.colors import Color, PerColor, color_of, other
from engine.duel import GAME_OVER, NOT_SEATED, NOT_YOUR_TURN, Ending, game_ended
from engine.game import GameEvent, Millis, PlayerId, Rejection, Timeout
from engine.games.chess.board import LegalMove
from engine.games.chess.draws import claim_of, end_of, hash_of, is_irreversible, seen_after
from engine.games.chess.events import events_of
from engine.games.chess.material import cannot_mate
from engine.games.chess.moves import Castle, ClaimDraw, Move, resolve
from engine.games.chess.record import WIDTH, elapsed, move_code, replay, time_code
from engine.games.chess.result import result_of
from engine.games.chess.state import ChessState, EndReason, Newest, with_taken
from engine.offers import (
    CancelOffer,
    OfferAction,
    OfferDraw,
    OfferTerms,
    RequestUndo,
    Resign,
    RespondDraw,
    RespondUndo,
)

Events: TypeAlias = tuple[GameEvent, ...]

ChessAction: TypeAlias = Annotated[
    Move | Castle | ClaimDraw | RequestUndo | RespondUndo | OfferDraw | RespondDraw | CancelOffer | Resign,
    Field(discriminator="type"),
]


def refusal(state: ChessState, actor: PlayerId, action: ChessAction | Timeout) -> Rejection | None:
    """Why ``actor`` may not do this now, or None."""
    color = color_of(state.players, actor)
    if color is None:
        return NOT_SEATED
    if state.ending is not None:
        return GAME_OVER
    match action:
        case Move() | Castle() | ClaimDraw() | Timeout() if color != state.turn:
            return NOT_YOUR_TURN
        case Move() | Castle():
            meant = _meant(state, action)
            return meant if isinstance(meant, Rejection) else None
        case ClaimDraw():
            return _claim_refusal(state)
        case Timeout() | Resign():
            return None
        case _:
            return state.offers.refusal(color, action, _terms(state, color))


def _meant(state: ChessState, action: Move | Castle) -> LegalMove | Rejection:
    return resolve(state.position, action, auto_queen=state.options.auto_queen)


def _claim_refusal(state: ChessState) -> Rejection | None:
    if state.options.draw_mode != "fide":
        return Rejection("claim/off", "이 대국에서는 반복과 50수가 저절로 무승부가 돼요")
    if state.claimable is None:
        return Rejection("claim/none", "아직 무승부를 선언할 수 없어요")
    return None


def _terms(state: ChessState, color: Color) -> OfferTerms:
    return OfferTerms(
        undo=state.options.undo, draw=state.options.draw_offer, undo_plies=state.undo_plies(color)
    )


def carry_out(
    state: ChessState, actor: PlayerId, action: ChessAction | Timeout, *, now: Millis
) -> tuple[ChessState, Events]:
    """The state and the events after an action that ``refusal`` let pass. No chance is in it.

    The order is that of section 8.2: first the clock, so that what comes too late is not
    played, a claim neither.

    :raises ValueError: ``refusal`` would not have let it pass.
    """
    color, deadline = color_of(state.players, actor), state.deadline()
    if color is None or deadline is None:
        raise ValueError(f"{action!r} by {actor!r}: no player of a running game")
    match action:
        case Move() | Castle() | ClaimDraw() | Timeout() if color != state.turn:
            raise ValueError(f"{action!r}: it is not {color}'s turn")
        case Move() | Castle() if now < deadline:
            return _play(state, actor, action, now=now)
        case ClaimDraw() if now < deadline:
            if state.claimable is None:
                raise ValueError("there is no draw to claim")
            return _end(state, Ending(None, state.claimable), now=now)
        case Move() | Castle() | ClaimDraw() | Timeout():
            return _end(state, _out_of_time(state), now=now)
        case Resign():
            return _end(state, _resigned(state, color), now=now)
        case _:
            return _offer(state, actor, color, action, now=now)


def _play(
    state: ChessState, actor: PlayerId, action: Move | Castle, *, now: Millis
) -> tuple[ChessState, Events]:
    move = _meant(state, action)
    if isinstance(move, Rejection):
        raise ValueError(f"{action!r}: {move.code}")  # noqa: TRY004 - refusal() would not have let it pass
    color, before = state.turn, state.position
    san, after = before.play(move)
    seen = seen_after(state.seen, before, after)
    end = end_of(after, seen, state.options.draw_mode)
    offers, offer_events = state.offers.after_move(color, actor)
    last_at = state.began if state.newest is None else state.newest.at
    at = max(now, last_at)
    moved = replace(
        state,
        position=after,
        moves=state.moves + move_code(move),
        times=state.times + time_code(at - last_at),
        seen=seen,
        taken=with_taken(state.taken, before, move),
        newest=Newest(san, at),
        claimable=None if end else claim_of(after, seen, state.options.draw_mode),
        clock=state.clock.moved(color, now),
        offers=offers,
    )
    events = (*offer_events, *events_of(before, move, moved, actor))
    if end is None:
        return moved, events
    return _over(moved, Ending(color if end == "checkmate" else None, end), events)


def _out_of_time(state: ChessState) -> Ending[EndReason]:
    """The deadline passed (section 8.5): without a first move there was no game, and nobody
    wins on time who could not have mated."""
    if not state.clock.started.of(state.turn):
        return Ending(None, "aborted")
    opponent = other(state.turn)
    if cannot_mate(state.position.fen.partition(" ")[0], opponent):
        return Ending(None, "timeoutVsInsufficient")
    return Ending(opponent, "timeLoss")


def _resigned(state: ChessState, color: Color) -> Ending[EndReason]:
    """Whoever has not moved yet calls the game off instead of losing it."""
    return Ending(other(color), "resign") if state.clock.started.of(color) else Ending(None, "aborted")


def _end(state: ChessState, ending: Ending[EndReason], *, now: Millis) -> tuple[ChessState, Events]:
    """The game ends at ``now`` without a move."""
    return _over(replace(state, clock=state.clock.stopped(state.turn, now)), ending, ())


def _over(state: ChessState, ending: Ending[EndReason], events: Events) -> tuple[ChessState, Events]:
    ended = replace(state, ending=ending, offers=state.offers.cleared(), claimable=None)
    return ended, (*events, game_ended(result_of(ended)))


def _offer(
    state: ChessState, actor: PlayerId, color: Color, action: OfferAction, *, now: Millis
) -> tuple[ChessState, Events]:
    offers, events, agreed = state.offers.after(color, action, _terms(state, color), by=actor)
    answered = replace(state, offers=offers)
    if agreed is None:
        return answered, events
    if agreed.kind == "draw":
        ended, last = _end(answered, Ending(None, "drawAgreed"), now=now)
        return ended, (*events, *last)
    return _take_back(answered, agreed.plies, now=now), events


def _take_back(state: ChessState, plies: int, *, now: Millis) -> ChessState:
    """The game without its last ``plies`` plies: replayed from its start, but for the clocks,
    on which time used stays used (section 8.2)."""
    kept = state.plies - plies
    moves = state.moves[: len(state.moves) - WIDTH * plies]
    taken, san, standing = PerColor("", ""), "", [state.start]
    for step in replay(state.start, moves):
        taken, san = with_taken(taken, step.before, step.move), step.san
        standing = [step.after] if is_irreversible(step.before, step.after) else [*standing, step.after]
    position, seen = standing[-1], tuple(map(hash_of, standing))
    times = list(elapsed(state.times))[:kept]
    shorter = replace(
        state,
        position=position,
        moves=moves,
        times="".join(map(time_code, times)),
        seen=seen,
        taken=taken,
        newest=Newest(san, state.began + sum(times)) if kept else None,
        claimable=claim_of(position, seen, state.options.draw_mode),
    )
    return _restarted(shorter, state.clock.interrupted(state.turn, now))


def postponed(state: ChessState, by: Millis) -> ChessState:
    """The same game with its running deadline ``by`` ms later."""
    return _restarted(state, state.clock.postponed(by))


def _restarted(state: ChessState, clock: Clock) -> ChessState:
    """The game with a clock that no move explains; ``left_after`` needs it where a bank runs."""
    if clock.kind != "fischer":
        return replace(state, clock=clock)
    before = (restart for restart in state.restarts if restart[0] < state.plies)
    return replace(state, clock=clock, restarts=(*before, (state.plies, clock)))
