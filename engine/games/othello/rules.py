"""What a reversi player may do and what comes of it (document 000, sections 5, 6 and 8)."""

from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.colors import other
from engine.duel import TIMEOUTS_TO_LOSE, Ending, Made
from engine.game import SYSTEM, ActionModel, Actor, GameEvent, Json, Rejection
from engine.games.othello.board import GRID, flips, legal_moves, nearest_first
from engine.games.othello.record import PASSED, code, replay
from engine.games.othello.state import EndReason, OthelloState
from engine.grid import points
from engine.offers import CancelOffer, OfferDraw, RequestUndo, Resign, RespondDraw, RespondUndo
from engine.rng import Rng

_CORNERS = sum(1 << GRID.index_of(name) for name in ("a1", "h1", "a8", "h8"))


class Place(ActionModel):
    """Put a disc on (x, y), both 0-based from a1. Where the board ends, the rules judge."""

    type: Literal["place"] = "place"
    x: int
    y: int


OthelloAction: TypeAlias = Annotated[
    Place | RequestUndo | RespondUndo | OfferDraw | RespondDraw | CancelOffer | Resign,
    Field(discriminator="type"),
]


def placement_refusal(state: OthelloState, action: Place) -> Rejection | None:
    """Why the side to move may not put a disc there, or None."""
    if not GRID.has(action.x, action.y):
        return Rejection("move/illegal", "판 밖에는 둘 수 없어요")
    index = GRID.index(action.x, action.y)
    own, opp = state.position.sides()
    if (own | opp) >> index & 1:
        return Rejection("move/illegal", "이미 돌이 있는 칸이에요")
    if not flips(own, opp, index):
        return Rejection("move/illegal", "여기에 두면 뒤집을 돌이 없어요")
    return None


def placed(state: OthelloState, index: int, *, by: Actor) -> Made[OthelloState]:
    """The side to move puts a disc on ``index``; ``by`` the system when time ran out.

    A pass that is forced then is a ply of its own. When neither side can move, the game is over.

    :raises ValueError: the disc would turn none.
    """
    color = state.turn
    auto = by == SYSTEM
    own, opp = state.position.sides()
    turned = 0 if (own | opp) >> index & 1 else flips(own, opp, index)
    if not turned:
        raise ValueError(f"{color} turns nothing on {GRID.name(index)}")
    position = state.position.placed(index, turned)
    record = state.record + code(index, auto=auto)
    x, y = GRID.point(index)
    told: dict[str, Json] = {
        "color": color,
        "x": x,
        "y": y,
        "flipped": list(nearest_first(index, turned)),
        "auto": auto,
    }
    events: tuple[GameEvent, ...] = (GameEvent("placed", by, told),)
    ending = None
    own, opp = position.sides()
    if not legal_moves(own, opp):
        if legal_moves(opp, own):
            events = (*events, GameEvent("passed", SYSTEM, {"color": position.turn}))
            position = position.passed()
            record += PASSED
        else:
            ending = _count(position.black, position.white)
    return Made(replace(state, position=position, record=record, turned=turned), events, ending)


def _count(black: int, white: int) -> Ending[EndReason]:
    """Neither side can move: more discs win (document 000, section 6)."""
    lead = black.bit_count() - white.bit_count()
    return Ending(None if lead == 0 else "black" if lead > 0 else "white", "noMoves")


def timed_out(state: OthelloState, *, rng: Rng) -> Made[OthelloState] | Ending[EndReason]:
    """The server moves, or the game is lost (document 000, section 8.5)."""
    plays_on = state.options.time_control.kind == "perMove" and state.options.timeout_policy == "autoMove"
    if not plays_on or state.auto_streak(state.turn) + 1 >= TIMEOUTS_TO_LOSE:
        return Ending(other(state.turn), "timeLoss")
    legal = legal_moves(*state.position.sides())
    candidates = list(points(legal & _CORNERS or legal))  # section 8.4: a corner if there is one
    return placed(state, candidates[rng.int(len(candidates))], by=SYSTEM)


def taken_back(state: OthelloState, plies: int) -> OthelloState:
    """The game without its last ``plies`` plies, replayed from its start (section 8.2)."""
    record = state.record[: len(state.record) - plies]
    position, turned = state.start, 0
    for ply, after in replay(state.start, record):
        position = after
        turned = ply.turned or turned  # a pass turns nothing and changes no newest placement
    return replace(state, position=position, record=record, turned=turned)
