"""What an omok player may do and what comes of it (document 003, steps 2 and 3)."""

from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.colors import other
from engine.duel import TIMEOUTS_TO_LOSE, Ending, Made
from engine.game import SYSTEM, ActionModel, GameEvent, PlayerId, Rejection
from engine.games.omok.board import GRID, lines
from engine.games.omok.record import PASSED, placement, position_after, removal
from engine.games.omok.state import EndReason, OmokState
from engine.offers import CancelOffer, OfferDraw, RequestUndo, Resign, RespondDraw, RespondUndo


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


def move_refusal(state: OmokState, move: Place | UseSkill) -> Rejection | None:
    """Why the side to move may not do this, or None."""
    return _placement_refusal(state, move) if isinstance(move, Place) else _removal_refusal(state, move)


def _placement_refusal(state: OmokState, move: Place) -> Rejection | None:
    if not GRID.has(move.x, move.y):
        return Rejection("move/illegal", "판 밖에는 둘 수 없어요")
    if not state.position.empty() >> GRID.index(move.x, move.y) & 1:
        return Rejection("move/illegal", "이미 돌이 있는 자리예요")
    return None


def _removal_refusal(state: OmokState, move: UseSkill) -> Rejection | None:
    if not state.options.skill:
        return Rejection("skill/off", "이 대국에서는 돌 제거 스킬을 쓸 수 없어요")
    if not state.skill_left(state.turn):
        return Rejection("skill/used", "돌 제거 스킬을 이미 썼어요")
    if not GRID.has(move.x, move.y):
        return Rejection("skill/target", "판 밖에는 없앨 돌이 없어요")
    own, opp = state.position.sides()
    index = GRID.index(move.x, move.y)
    if own >> index & 1:
        return Rejection("skill/own", "내 돌은 없앨 수 없어요")
    if not opp >> index & 1:
        return Rejection("skill/target", "이 자리에는 없앨 돌이 없어요")
    return None


def moved(state: OmokState, move: Place | UseSkill, *, by: PlayerId) -> Made[OmokState]:
    """What the side to move makes of the board. No chance is in it.

    :raises ValueError: ``move_refusal`` would not have let it pass.
    """
    if (refused := move_refusal(state, move)) is not None:
        raise ValueError(f"{move!r} by {by!r}: {refused}")
    index = GRID.index(move.x, move.y)
    return _placed(state, index, by) if isinstance(move, Place) else _removed(state, index, by)


def _placed(state: OmokState, index: int, by: PlayerId) -> Made[OmokState]:
    """A five wins at once, on the last free point too; a full board without one is a draw."""
    color, position = state.turn, state.position.placed(index)
    x, y = GRID.point(index)
    events = (GameEvent("placed", by, {"color": color, "x": x, "y": y}),)
    ending: Ending[EndReason] | None = None
    if lines(position.of(color), index):
        ending = Ending(color, "five")
    elif not position.empty():
        ending = Ending(None, "boardFull")
    return Made(replace(state, position=position, record=state.record + placement(index)), events, ending)


def _removed(state: OmokState, index: int, by: PlayerId) -> Made[OmokState]:
    """The skill takes the place of the turn's stone (document 003, step 3.1). It wins nothing."""
    x, y = GRID.point(index)
    events = (GameEvent("removed", by, {"color": state.turn, "x": x, "y": y}),)
    position = state.position.removed(index)
    return Made(replace(state, position=position, record=state.record + removal(index)), events)


def timed_out(state: OmokState) -> Made[OmokState] | Ending[EndReason]:
    """The turn passes, or the game is lost (document 003, step 3.3)."""
    color = state.turn
    plays_on = state.options.time_control.kind == "perMove" and state.options.timeout_policy == "pass"
    if not plays_on or state.pass_streak(color) + 1 >= TIMEOUTS_TO_LOSE:
        return Ending(other(color), "timeLoss")
    events = (GameEvent("passed", SYSTEM, {"color": color}),)
    return Made(replace(state, position=state.position.passed(), record=state.record + PASSED), events)


def taken_back(state: OmokState, plies: int) -> OmokState:
    """The game without its last ``plies`` plies. A skill used there is unused."""
    record = state.record[: len(state.record) - len(PASSED) * plies]
    return replace(state, position=position_after(record, state.start), record=record)
