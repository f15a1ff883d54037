"""What clients read of an omok game, described."""

from typing import Literal, TypeAlias

from pydantic import Field

from engine.colors import Color
from engine.games.omok.options import OmokOptions
from engine.games.omok.state import EndReason
from engine.wire import (
    OFFER_EVENTS,
    DuelView,
    EventModel,
    NumberByColor,
    ResultModel,
    Wire,
    WireModel,
    sometimes,
)

Point: TypeAlias = Literal[0, 1, 2]


class OmokPly(WireModel):
    """A stone put down (``place``), or one of the opponent's taken off (``remove``)."""

    kind: Literal["place", "remove"]
    color: Color = Field(description="Whoever made it, of a removal too.")
    x: int
    y: int
    auto: Literal[False]


class OmokPass(WireModel):
    """A turn that ran out of time."""

    kind: Literal["pass"]
    color: Color
    auto: Literal[True]


class OmokLegalMoves(WireModel):
    """Where a stone may be put, and which stones the skill may take off, by index."""

    place: list[int]
    remove: list[int]


class OmokDetail(WireModel):
    """How the game ended, in the words of document 003."""

    winner: Color | None
    reason: EndReason
    line: list[int] = Field(description="Indices of the stones that won; empty if no line did.")
    move_count: int = Field(description="Plies, passes included.")
    transcript: str


class OmokResult(ResultModel):
    """The result of an omok game."""

    detail: OmokDetail


class OmokView(DuelView):
    """An omok game as one viewer sees it."""

    options: OmokOptions
    board: list[Point] = Field(
        description="225 points, index y*15+x: 0 empty, 1 black, 2 white.", min_length=225, max_length=225
    )
    moves: list[OmokPly | OmokPass]
    last_move: OmokPly | None = Field(description="The newest ply that is no pass.")
    skill: NumberByColor = Field(description="How many stones each colour may still take off.")
    pass_streak: NumberByColor = Field(description="How many turns in a row a colour has let pass.")
    win_line: list[int] = Field(description="Indices of the stones that won; empty if no line did.")
    result: OmokResult | None
    legal_moves: OmokLegalMoves = sometimes("For the player whose turn it is.")


class OmokPlaced(EventModel):
    """A stone was put down."""

    type: Literal["placed"]
    color: Color
    x: int
    y: int


class OmokRemoved(EventModel):
    """A stone of the opponent's was taken off; ``color`` is whoever did it."""

    type: Literal["removed"]
    color: Color
    x: int
    y: int


class OmokPassed(EventModel):
    """A turn ran out of time and passed."""

    type: Literal["passed"]
    color: Color


class OmokEnded(EventModel):
    """The game is over."""

    type: Literal["gameEnded"]
    result: OmokResult


WIRE = Wire(view=OmokView, events=(OmokPlaced, OmokRemoved, OmokPassed, *OFFER_EVENTS, OmokEnded))
