"""What an omok player may do and what comes of it (document 003, steps 2 and 3)."""

from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.colors import Color, color_of, other
from engine.duel import GAME_OVER, NOT_SEATED, NOT_YOUR_TURN, TIMEOUTS_TO_LOSE, Ending, game_ended
from engine.game import SYSTEM, ActionModel, Actor, GameEvent, Millis, PlayerId, Rejection, Timeout
from engine.games.omok.board import GRID, lines
from engine.games.omok.record import PASSED, Position, placement, position_after, removal
from engine.games.omok.result import result_of
from engine.games.omok.state import EndReason, OmokState
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


class Place(ActionModel):
    """Put a stone on (x, y), both 0-based from a1. Where the board ends, the rules judge."""

    type: Literal["place"] = "place"
    x: int
    y: int


class UseSkill(ActionModel):
    """Take the opponent's stone on (x, y) off the board instead of placing one."""

    type: Literal["useSkill"] = "useSkill"
    x: int
    y: int


OmokAction: TypeAlias = Annotated[
    Place | UseSkill | RequestUndo | RespondUndo | OfferDraw | RespondDraw | CancelOffer | Resign,
    Field(discriminator="type"),
]


def refusal(state: OmokState, actor: PlayerId, action: OmokAction | Timeout) -> Rejection | None:
    """Why ``actor`` may not do this now, or None."""
    color = color_of(state.players, actor)
    if color is None:
        return NOT_SEATED
    if state.ending is not None:
        return GAME_OVER
    match action:
        case Place() | UseSkill() | Timeout() if color != state.position.turn:
            return NOT_YOUR_TURN
        case Place():
            return _placement_refusal(state, action)
        case UseSkill():
            return _removal_refusal(state, action)
        case Timeout() | Resign():
            return None
        case _:
            return state.offers.refusal(color, action, _terms(state, color))


def _placement_refusal(state: OmokState, action: Place) -> Rejection | None:
    if not GRID.has(action.x, action.y):
        return Rejection("move/illegal", "판 밖에는 둘 수 없어요")
    if not state.position.empty() >> GRID.index(action.x, action.y) & 1:
        return Rejection("move/illegal", "이미 돌이 있는 자리예요")
    return None


def _removal_refusal(state: OmokState, action: UseSkill) -> Rejection | None:
    if not state.options.skill:
        return Rejection("skill/off", "이 대국에서는 돌 제거 스킬을 쓸 수 없어요")
    if not state.skill_left(state.position.turn):
        return Rejection("skill/used", "돌 제거 스킬을 이미 썼어요")
    if not GRID.has(action.x, action.y):
        return Rejection("skill/target", "판 밖에는 없앨 돌이 없어요")
    own, opp = state.position.sides()
    index = GRID.index(action.x, action.y)
    if own >> index & 1:
        return Rejection("skill/own", "내 돌은 없앨 수 없어요")
    if not opp >> index & 1:
        return Rejection("skill/target", "이 자리에는 없앨 돌이 없어요")
    return None


def _terms(state: OmokState, color: Color) -> OfferTerms:
    return OfferTerms(
        undo=state.options.undo, draw=state.options.draw_offer, undo_plies=state.undo_plies(color)
    )


def carry_out(
    state: OmokState, actor: PlayerId, action: OmokAction | Timeout, *, now: Millis
) -> tuple[OmokState, Events]:
    """The state and the events after an action that ``refusal`` let pass. No chance is in it.

    :raises ValueError: ``refusal`` would not have let it pass.
    """
    refused = refusal(state, actor, action)
    color, deadline = color_of(state.players, actor), state.deadline()
    if refused is not None or color is None or deadline is None:
        raise ValueError(f"{action!r} by {actor!r}: {refused}")
    match action:
        case Place() if now < deadline:
            return _place(state, GRID.index(action.x, action.y), by=actor, now=now)
        case UseSkill() if now < deadline:
            return _remove(state, GRID.index(action.x, action.y), by=actor, now=now)
        case Place() | UseSkill() | Timeout():
            return _time_out(state, now=now)
        case Resign():
            return _end(state, Ending(other(color), "resign"), ())
        case _:
            return _offer(state, actor, color, action, now=now)


def _place(state: OmokState, index: int, *, by: Actor, now: Millis) -> tuple[OmokState, Events]:
    """A five wins at once, on the last free point too; a full board without one is a draw."""
    color = state.position.turn
    x, y = GRID.point(index)
    placed = GameEvent("placed", by, {"color": color, "x": x, "y": y})
    moved, events = _moved(state, state.position.placed(index), placement(index), placed, now=now)
    if lines(moved.position.of(color), index):
        return _end(moved, Ending(color, "five"), events)
    if not moved.position.empty():
        return _end(moved, Ending(None, "boardFull"), events)
    return moved, events


def _remove(state: OmokState, index: int, *, by: Actor, now: Millis) -> tuple[OmokState, Events]:
    """The skill takes the place of the turn's stone (document 003, step 3.1). It wins nothing."""
    x, y = GRID.point(index)
    removed = GameEvent("removed", by, {"color": state.position.turn, "x": x, "y": y})
    return _moved(state, state.position.removed(index), removal(index), removed, now=now)


def _time_out(state: OmokState, *, now: Millis) -> tuple[OmokState, Events]:
    """The deadline passed: the turn does, or the game is lost (document 003, step 3.3)."""
    color = state.position.turn
    plays_on = state.options.time_control.kind == "perMove" and state.options.timeout_policy == "pass"
    if not plays_on or state.pass_streak(color) + 1 >= TIMEOUTS_TO_LOSE:
        return _end(state, Ending(other(color), "timeLoss"), ())
    passed = GameEvent("passed", SYSTEM, {"color": color})
    return _moved(state, state.position.passed(), PASSED, passed, now=now)


def _moved(
    state: OmokState, position: Position, ply: str, event: GameEvent, *, now: Millis
) -> tuple[OmokState, Events]:
    """The side to move made a ply: the turn goes over, its clock stops, an offer falls."""
    color = state.position.turn
    offers, offer_events = state.offers.after_move(color, event.by)
    moved = replace(
        state,
        position=position,
        record=state.record + ply,
        clock=state.clock.moved(color, now),
        offers=offers,
    )
    return moved, (*offer_events, event)


def _end(state: OmokState, ending: Ending[EndReason], events: Events) -> tuple[OmokState, Events]:
    ended = replace(state, ending=ending, offers=state.offers.cleared())
    return ended, (*events, game_ended(result_of(ended)))


def _offer(
    state: OmokState, actor: PlayerId, color: Color, action: OfferAction, *, now: Millis
) -> tuple[OmokState, Events]:
    offers, events, agreed = state.offers.after(color, action, _terms(state, color), by=actor)
    answered = replace(state, offers=offers)
    if agreed is None:
        return answered, events
    if agreed.kind == "draw":
        return _end(answered, Ending(None, "drawAgreed"), events)
    return _take_back(answered, agreed.plies, now=now), events


def _take_back(state: OmokState, plies: int, *, now: Millis) -> OmokState:
    """The game without its last ``plies`` plies. A skill used there is unused; time stays used."""
    record = state.record[: len(state.record) - len(PASSED) * plies]
    return replace(
        state,
        position=position_after(record, state.start),
        record=record,
        clock=state.clock.interrupted(state.position.turn, now),
    )


def postponed(state: OmokState, by: Millis) -> OmokState:
    """The same game with its running deadline ``by`` ms later."""
    return replace(state, clock=state.clock.postponed(by))
