"""What a reversi player may do and what comes of it (document 000, sections 5, 6 and 8)."""

from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.colors import Color, color_of, other
from engine.duel import GAME_OVER, NOT_SEATED, NOT_YOUR_TURN, TIMEOUTS_TO_LOSE, Ending, game_ended
from engine.game import SYSTEM, ActionModel, Actor, GameEvent, Json, Millis, PlayerId, Rejection, Timeout
from engine.games.othello.board import GRID, flips, legal_moves, nearest_first
from engine.games.othello.record import PASSED, code, replay
from engine.games.othello.result import result_of
from engine.games.othello.state import EndReason, OthelloState
from engine.grid import points
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
from engine.rng import Rng

_CORNERS = sum(1 << GRID.index_of(name) for name in ("a1", "h1", "a8", "h8"))

Events: TypeAlias = tuple[GameEvent, ...]


class Place(ActionModel):
    """Put a disc on (x, y), both 0-based from a1. Where the board ends, the rules judge."""

    type: Literal["place"] = "place"
    x: int
    y: int


OthelloAction: TypeAlias = Annotated[
    Place | RequestUndo | RespondUndo | OfferDraw | RespondDraw | CancelOffer | Resign,
    Field(discriminator="type"),
]


def refusal(state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout) -> Rejection | None:
    """Why ``actor`` may not do this now, or None."""
    color = color_of(state.players, actor)
    if color is None:
        return NOT_SEATED
    if state.ending is not None:
        return GAME_OVER
    match action:
        case Place():
            return _placement_refusal(state, color, action)
        case Resign():
            return None
        case Timeout():
            return None if color == state.position.turn else NOT_YOUR_TURN
        case _:
            return state.offers.refusal(color, action, _terms(state, color))


def _placement_refusal(state: OthelloState, color: Color, action: Place) -> Rejection | None:
    if color != state.position.turn:
        return NOT_YOUR_TURN
    if not GRID.has(action.x, action.y):
        return Rejection("move/illegal", "판 밖에는 둘 수 없어요")
    index = GRID.index(action.x, action.y)
    own, opp = state.position.sides()
    if (own | opp) >> index & 1:
        return Rejection("move/illegal", "이미 돌이 있는 칸이에요")
    if not flips(own, opp, index):
        return Rejection("move/illegal", "여기에 두면 뒤집을 돌이 없어요")
    return None


def _terms(state: OthelloState, color: Color) -> OfferTerms:
    return OfferTerms(
        undo=state.options.undo, draw=state.options.draw_offer, undo_plies=state.undo_plies(color)
    )


def carry_out(
    state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout, *, rng: Rng, now: Millis
) -> tuple[OthelloState, Events]:
    """The state and the events after an action that ``refusal`` let pass.

    :raises ValueError: ``refusal`` would not have let it pass.
    """
    color = color_of(state.players, actor)
    deadline = state.deadline()
    if color is None or deadline is None:
        raise ValueError(f"{action!r} by {actor!r}: no player of a running game")
    match action:
        case Place() | Timeout() if color != state.position.turn:
            raise ValueError(f"{action!r}: it is not {color}'s turn")
        case Place() if now < deadline:
            if not GRID.has(action.x, action.y):
                raise ValueError(f"off the board: {action!r}")
            return _place(state, GRID.index(action.x, action.y), by=actor, now=now)
        case Place() | Timeout():
            return _time_out(state, color, rng=rng, now=now)
        case Resign():
            return _end(state, Ending(other(color), "resign"), ())
        case _:
            return _offer(state, actor, color, action, now=now)


def _place(state: OthelloState, index: int, *, by: Actor, now: Millis) -> tuple[OthelloState, Events]:
    """The side to move puts a disc on ``index``; ``by`` the system when time ran out."""
    color = state.position.turn
    auto = by == SYSTEM
    own, opp = state.position.sides()
    turned = 0 if (own | opp) >> index & 1 else flips(own, opp, index)
    if not turned:
        raise ValueError(f"{color} turns nothing on {GRID.name(index)}")
    offers, offer_events = state.offers.after_move(color, by)
    position = state.position.placed(index, turned)
    record = state.record + code(index, auto=auto)
    x, y = GRID.point(index)
    placed: dict[str, Json] = {
        "color": color,
        "x": x,
        "y": y,
        "flipped": list(nearest_first(index, turned)),
        "auto": auto,
    }
    events = (*offer_events, GameEvent("placed", by, placed))
    ending = None
    own, opp = position.sides()
    if not legal_moves(own, opp):
        if legal_moves(opp, own):
            events = (*events, GameEvent("passed", SYSTEM, {"color": position.turn}))
            position = position.passed()
            record += PASSED
        else:
            ending = _count(position.black, position.white)
    moved = replace(
        state,
        position=position,
        record=record,
        turned=turned,
        clock=state.clock.moved(color, now),
        offers=offers,
    )
    return (moved, events) if ending is None else _end(moved, ending, events)


def _count(black: int, white: int) -> Ending[EndReason]:
    """Neither side can move: more discs win (document 000, section 6)."""
    lead = black.bit_count() - white.bit_count()
    return Ending(None if lead == 0 else "black" if lead > 0 else "white", "noMoves")


def _time_out(state: OthelloState, color: Color, *, rng: Rng, now: Millis) -> tuple[OthelloState, Events]:
    """The deadline passed in ``color``'s turn (document 000, section 8.5)."""
    plays_on = state.options.time_control.kind == "perMove" and state.options.timeout_policy == "autoMove"
    if not plays_on or state.auto_streak(color) + 1 >= TIMEOUTS_TO_LOSE:
        return _end(state, Ending(other(color), "timeLoss"), ())
    legal = legal_moves(*state.position.sides())
    candidates = list(points(legal & _CORNERS or legal))  # section 8.4: a corner if there is one
    return _place(state, candidates[rng.int(len(candidates))], by=SYSTEM, now=now)


def _end(state: OthelloState, ending: Ending[EndReason], events: Events) -> tuple[OthelloState, Events]:
    ended = replace(state, ending=ending, offers=state.offers.cleared())
    return ended, (*events, game_ended(result_of(ended)))


def _offer(
    state: OthelloState, actor: PlayerId, color: Color, action: OfferAction, *, now: Millis
) -> tuple[OthelloState, Events]:
    offers, events, agreed = state.offers.after(color, action, _terms(state, color), by=actor)
    answered = replace(state, offers=offers)
    if agreed is None:
        return answered, events
    if agreed.kind == "draw":
        return _end(answered, Ending(None, "drawAgreed"), events)
    return _take_back(answered, agreed.plies, now=now), events


def _take_back(state: OthelloState, plies: int, *, now: Millis) -> OthelloState:
    """The game without its last ``plies`` plies. Time used stays used (section 8.2)."""
    record = state.record[: len(state.record) - plies]
    position, turned = state.start, 0
    for ply, after in replay(state.start, record):
        position = after
        turned = ply.turned or turned  # a pass turns nothing and changes no newest placement
    return replace(
        state,
        position=position,
        record=record,
        turned=turned,
        clock=state.clock.interrupted(state.position.turn, now),
    )


def postponed(state: OthelloState, by: Millis) -> OthelloState:
    """The same game with its running deadline ``by`` ms later."""
    return replace(state, clock=state.clock.postponed(by))
