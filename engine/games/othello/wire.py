"""What clients read of a reversi game, described (document 000, section 8.3)."""

from typing import Literal, TypeAlias

from pydantic import Field

from engine.colors import Color
from engine.games.othello.options import OthelloOptions
from engine.games.othello.state import EndReason
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


class OthelloCounts(WireModel):
    """The discs of each colour and the empty points."""

    black: int
    white: int
    empty: int


class OthelloPlacement(WireModel):
    """A disc put down. ``auto``: by the server, for a player whose time ran out."""

    kind: Literal["place"]
    color: Color
    x: int
    y: int
    flipped: list[int] = Field(description="Indices of the discs it turned, nearest first.")
    auto: bool


class OthelloPass(WireModel):
    """A turn without a legal move, which passes by itself."""

    kind: Literal["pass"]
    color: Color
    auto: Literal[True]


class OthelloLastMove(WireModel):
    """The newest placement, whether or not a pass followed it."""

    kind: Literal["place"]
    color: Color
    x: int
    y: int
    auto: bool


class OthelloLegalMove(WireModel):
    """Where a disc may be put, and how many it would turn."""

    x: int
    y: int
    flips: int


class OthelloDetail(WireModel):
    """How the game ended, in the words of document 000, section 8.6."""

    winner: Color | None
    reason: EndReason
    discs: OthelloCounts
    display_score: NumberByColor
    transcript: str = Field(description="The moves' names one after another, passes left out: `f5d6…`.")


class OthelloResult(ResultModel):
    """The result of a reversi game."""

    detail: OthelloDetail


class OthelloView(DuelView):
    """A reversi game as one viewer sees it."""

    options: OthelloOptions
    board: list[Point] = Field(
        description="64 points, index y*8+x: 0 empty, 1 black, 2 white.", min_length=64, max_length=64
    )
    counts: OthelloCounts
    moves: list[OthelloPlacement | OthelloPass]
    last_move: OthelloLastMove | None
    auto_move_streak: NumberByColor = Field(
        description="How many turns in a row the server has moved for a colour."
    )
    result: OthelloResult | None
    legal_moves: list[OthelloLegalMove] = sometimes("For the player whose turn it is.")


class OthelloPlaced(EventModel):
    """A disc was put down and turned others, nearest first."""

    type: Literal["placed"]
    color: Color
    x: int
    y: int
    flipped: list[int]
    auto: bool


class OthelloPassed(EventModel):
    """A colour has no legal move and passes."""

    type: Literal["passed"]
    color: Color


class OthelloEnded(EventModel):
    """The game is over."""

    type: Literal["gameEnded"]
    result: OthelloResult


WIRE = Wire(view=OthelloView, events=(OthelloPlaced, OthelloPassed, *OFFER_EVENTS, OthelloEnded))
