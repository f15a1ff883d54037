"""What a game must bring to be seen and played in a terminal, and what all views have in common."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from local.client.frames import JsonObject, Millis


class ViewPart(BaseModel):
    """Base of what is read out of a view. Keys that are not drawn are let through."""

    model_config = ConfigDict(extra="ignore", frozen=True, alias_generator=to_camel, populate_by_name=True)


class ClockPart(ViewPart):
    """The clocks as the turn began."""

    kind: str
    remaining_ms: dict[str, Millis]
    turn_started_at: Millis


class OfferPart(ViewPart):
    """An offer that stands; ``plies`` only for an undo."""

    id: int
    by: str
    plies: int = 0


class PendingPart(ViewPart):
    """The offers that stand: one at most."""

    undo: OfferPart | None
    draw: OfferPart | None


class ResultPart(ViewPart):
    """How a game ended."""

    ranking: tuple[tuple[str, ...], ...]
    summary: str
    reason: str


class CommonView(ViewPart):
    """What the views of all games have."""

    phase: str
    players: dict[str, str]
    turn: str
    clock: ClockPart
    pending: PendingPart
    result: ResultPart | None


class Side(NamedTuple):
    """A colour or seat: its key in the view, its Korean word, its sign in a terminal (two columns wide)."""

    key: str
    name: str
    sign: str


class Draw(Protocol):
    """The lines of a board. ``letters``: for terminals that cannot show the signs."""

    def __call__(self, view: JsonObject, *, letters: bool) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Board:
    """One game. Each function reads the view it is given and keeps nothing.

    ``sides``          every side the game may have; a view shows those that are played
    ``standing``       what to show beside each side, such as its number of discs
    ``read_move``      the action that a typed move means, None for what is no move
    ``legal_actions``  every action that the view's ``legalMoves`` offer; empty out of turn
    ``tell``           a sentence about one of the game's own events, None for others
    ``example``        a move as one types it
    """

    sides: tuple[Side, ...]
    rules: tuple[str, ...]
    example: str
    draw: Draw
    standing: Callable[[JsonObject], dict[str, str]]
    read_move: Callable[[str], JsonObject | None]
    legal_actions: Callable[[JsonObject], list[JsonObject]]
    tell: Callable[[JsonObject], str | None]

    def side(self, key: str) -> Side:
        """A side by its key.

        :raises ValueError: the game has no such side.
        """
        for side in self.sides:
            if side.key == key:
                return side
        raise ValueError(f"no side {key!r}")
