"""How a game describes what clients read of it: its view, its events, its result.

The models here and in each game's ``wire`` module become JSON Schema, AsyncAPI and TypeScript; no
code of a running game imports them. That they say neither more nor less than what the games send
is tested over whole games: a field that is missing, unknown or of another type fails there.

A field that may be absent is made with ``sometimes``; one that may be null says so in its type.
"""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from engine.clock import ClockKind
from engine.colors import Color
from engine.game import Millis, PlayerId, Reason

Phase: TypeAlias = Literal["playing", "finished"]


class WireModel(BaseModel):
    """Base of what is described: camelCase names, nothing beside them, nothing converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, alias_generator=to_camel)


def sometimes(description: str) -> Any:
    """A field that is there only when its description says so, and then is never null."""
    return Field(default_factory=lambda: None, description=description)


class NumberByColor(WireModel):
    """A whole number for each colour."""

    black: int
    white: int


class PlayerByColor(WireModel):
    """Who plays which colour, by player id."""

    black: PlayerId
    white: PlayerId


class FlagByColor(WireModel):
    """Yes or no for each colour."""

    black: bool
    white: bool


class LeftByColor(WireModel):
    """How often each colour still may; null for any number."""

    black: int | None
    white: int | None


class ClockView(WireModel):
    """Both colours' time. The turn that runs began at ``turnStartedAt`` with what is left here."""

    kind: ClockKind
    remaining_ms: NumberByColor
    turn_started_at: Millis
    started: FlagByColor = sometimes(
        "Where first moves have a limit of their own: whether a colour's own time runs in its turns."
    )


class PendingUndo(WireModel):
    """An undo request that waits for its answer; ``plies`` is how many it would take back."""

    id: int
    by: Color
    plies: int


class PendingDraw(WireModel):
    """A draw offer that waits for its answer."""

    id: int
    by: Color


class Pending(WireModel):
    """What was offered and is not answered: at most one of the two."""

    undo: PendingUndo | None
    draw: PendingDraw | None


class UndoView(WireModel):
    """How often each colour may still take moves back."""

    left: LeftByColor


class ResultModel(WireModel):
    """How a game ended. ``ranking`` has groups of tied players, best first: a draw is one group of
    two, an aborted game has none. Each game adds ``detail``, in its own words."""

    ranking: list[list[PlayerId]]
    scores: dict[PlayerId, int] | None = Field(description="In games that count points.")
    summary: str = Field(description="A Korean sentence.")
    reason: Reason


class DuelView(WireModel):
    """What the views of games for two have in common. Each adds ``options``, ``moves`` (the record
    from ``movesFrom`` on), ``lastMove`` and ``result``."""

    phase: Phase
    players: PlayerByColor
    turn: Color = Field(description="Whose turn it is; means nothing at the end.")
    moves_from: int = Field(description="Where `moves` begins, 0-based; what came before has not changed.")
    move_count: int = Field(description="The length of the whole record.")
    clock: ClockView
    deadline: Millis | None = Field(description="The game's own; a frame's `deadline` is the one enforced.")
    pending: Pending
    undo: UndoView


class EventModel(WireModel):
    """A public fact about one change."""

    by: PlayerId = Field(description="A player id, or `system`.")


class OfferEvent(EventModel):
    """About an offer; ``color`` is its asker's."""

    id: int
    color: Color


class UndoRequested(OfferEvent):
    """Somebody asks to take moves back."""

    type: Literal["undoRequested"]
    kind: Literal["undo"]
    plies: int


class UndoAccepted(OfferEvent):
    """The asked player agreed; the record is shorter now."""

    type: Literal["undoAccepted"]
    kind: Literal["undo"]
    plies: int


class UndoDeclined(OfferEvent):
    """The asked player said no, or moved."""

    type: Literal["undoDeclined"]
    kind: Literal["undo"]
    plies: int


class DrawOffered(OfferEvent):
    """Somebody offers a draw."""

    type: Literal["drawOffered"]
    kind: Literal["draw"]


class DrawDeclined(OfferEvent):
    """The asked player said no, or moved. An accepted draw is told by ``gameEnded``."""

    type: Literal["drawDeclined"]
    kind: Literal["draw"]


class OfferCancelled(OfferEvent):
    """An offer was taken back: by its asker, by the asker's move, or by a timeout."""

    type: Literal["offerCancelled"]
    kind: Literal["undo", "draw"]
    plies: int = sometimes("Of an undo request.")


OFFER_EVENTS: tuple[type[EventModel], ...] = (
    UndoRequested,
    UndoAccepted,
    UndoDeclined,
    DrawOffered,
    DrawDeclined,
    OfferCancelled,
)
"""The events of games in which one may offer."""


@dataclass(frozen=True, slots=True)
class Wire:
    """What a game shows: the model of its view, and the models of its events."""

    view: type[WireModel]
    events: tuple[type[EventModel], ...]
