"""The contract between a game and everything around it (document 002, section 2).

A game is one ``GameDefinition``: a stateless object whose methods are functions of
their arguments. The room (``functions/rooms``) keeps the state, the random numbers
and the time; a game never does.

The rules of the contract:

* ``validate`` judges everything, whose turn it is included. ``apply`` may assume that
  ``validate`` found nothing, and raises on a broken invariant.
* A state is an immutable value. ``apply`` returns a new one.
* A refusal is a value (``Rejection``); a fault is an exception.
* Instants are integer milliseconds since 1970 UTC (``Millis``), durations are
  milliseconds unless a name ends in ``_sec``.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, NewType, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter
from pydantic.alias_generators import to_camel

from engine.rng import Rng

PlayerId = NewType("PlayerId", str)
Millis: TypeAlias = int

Json: TypeAlias = "Mapping[str, Json] | Sequence[Json] | str | int | float | bool | None"
"""A value that ``json.dumps`` writes and ``json.loads`` gives back equal (lists, not tuples)."""

JsonObject: TypeAlias = dict[str, Json]

Actor: TypeAlias = PlayerId | Literal["system"]
SYSTEM: Literal["system"] = "system"

Reason: TypeAlias = Literal["normal", "resign", "timeout", "draw-agreed", "aborted", "abandoned"]
"""Why a game ended, in the words that all games share; the game's own word is in ``detail``.

``normal``       the rules of the game ended it
``resign``       a player resigned, or left a game that counts leaving as resigning
``timeout``      a clock or an absence ran out, whoever it favoured
``draw-agreed``  a draw was offered and accepted
``aborted``      it never began in earnest: no winner, no loser, an empty ranking
``abandoned``    ``on_leave`` ended it without a resignation
"""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A refusal: a stable code for programs and a Korean sentence for the player."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A public fact about one change, for animation and log. It holds nothing secret."""

    type: str
    by: Actor
    fields: Mapping[str, Json] = field(default_factory=dict)

    def to_json(self) -> JsonObject:
        """The event as clients read it: ``type`` and ``by`` beside its own fields."""
        return {"type": self.type, "by": self.by, **self.fields}


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended.

    ``ranking`` lists groups of tied players, best first: a win is two groups of one, a
    draw one group of two, an aborted game no group. ``summary`` is a Korean sentence.
    ``detail`` holds what the game's own document names (``winner``, its own ``reason``,
    and so on); it is JSON and public. ``unsent`` are those of its keys that are too long to
    say twice: clients and records have them elsewhere (the view, ``notations``).
    """

    ranking: tuple[tuple[PlayerId, ...], ...]
    summary: str
    reason: Reason
    detail: Mapping[str, Json]
    scores: Mapping[PlayerId, int] | None = None
    unsent: frozenset[str] = frozenset()

    def to_json(self) -> JsonObject:
        """The result as clients and records hold it: without what is ``unsent``."""
        return {
            "ranking": [list(group) for group in self.ranking],
            "scores": None if self.scores is None else {str(who): n for who, n in self.scores.items()},
            "summary": self.summary,
            "reason": self.reason,
            "detail": {key: value for key, value in self.detail.items() if key not in self.unsent},
        }


class ActionModel(BaseModel):
    """Base of every action a client may send: unknown keys and loose types are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Timeout(ActionModel):
    """The system's action for a deadline that passed. No game's ``Action`` contains it."""

    type: Literal["timeout"] = "timeout"


class OptionsModel(BaseModel):
    """Base of every game's options, with Korean titles in the schema.

    They are read and written by their JSON names, the fields' names in camelCase, and by no
    others; keys that are missing have their defaults.
    """

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        alias_generator=to_camel,
        serialize_by_alias=True,
    )


S = TypeVar("S")
A = TypeVar("A", bound=ActionModel)
O = TypeVar("O", bound=OptionsModel)  # noqa: E741 - the letter that document 002 uses


class GameDefinition(ABC, Generic[S, A, O]):
    """One game. Implementations hold no state of their own.

    ``S`` is the state, ``A`` the union of the actions (what ``Action`` reads), ``O`` the
    options.
    """

    id: ClassVar[str]
    """Internal and stable, never on a screen (``othello``)."""
    name_ko: ClassVar[str]
    """The name on a screen (``리버시``)."""
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    state_version: ClassVar[int]
    """Raised when ``dump`` changes its form or a default option changes its value."""

    Options: type[O]
    """A pydantic model; its JSON Schema carries Korean titles, choices and defaults."""
    Action: TypeAdapter[A]
    """Reads a client's action: shape only, no rules. It cannot yield ``Timeout``."""

    def players_for(self, options: O) -> tuple[int, int]:
        """The least and the greatest number of players under these options."""
        del options
        return self.min_players, self.max_players

    @abstractmethod
    def setup(self, *, players: Sequence[PlayerId], options: O, rng: Rng, now: Millis, game_no: int = 1) -> S:
        """The state before the first action.

        ``players[0]`` is the host, the others follow clockwise. ``game_no`` counts the
        games of a room from 1. Draws from ``rng`` only what the options call for, in the
        order of section 8.4 of the game's document.
        """

    @abstractmethod
    def validate(self, state: S, actor: PlayerId, action: A | Timeout) -> Rejection | None:
        """Why ``actor`` may not do this now, or None. Never raises on a well-formed action."""

    @abstractmethod
    def apply(
        self, state: S, actor: PlayerId, action: A | Timeout, *, rng: Rng, now: Millis
    ) -> tuple[S, tuple[GameEvent, ...]]:
        """Carry out an action that ``validate`` accepted.

        A move whose ``now`` is at or past the deadline is not played: the verdict of the
        deadline is given instead, as if ``Timeout`` had been applied.

        :raises ValueError: an invariant is broken; the state given is untouched.
        """

    @abstractmethod
    def view(self, state: S, viewer: PlayerId | None, *, moves_from: int = 0) -> JsonObject:
        """What ``viewer`` (None: a spectator) may see, ready for JSON, camelCase keys.

        Only the part of the record from ``moves_from`` on is in it. With a ``moves_from``
        at the end of the record nothing is replayed.
        """

    @abstractmethod
    def active_players(self, state: S) -> tuple[PlayerId, ...]:
        """Whose action the game waits for; empty when it is over. It bars nobody from acting."""

    @abstractmethod
    def deadline(self, state: S) -> Millis | None:
        """The instant at which ``on_timeout`` is due, or None when nothing runs."""

    @abstractmethod
    def turn_started_at(self, state: S) -> Millis | None:
        """The instant at which the running turn began, or None when nothing runs.

        A turn is what the deadline is about: it changes hands, or the same player gets a new
        one. Nothing happens before it, and an absence counts from it on at the earliest.
        """

    def timeout_players(self, state: S) -> tuple[PlayerId, ...]:
        """Whom the deadline strikes."""
        return self.active_players(state)

    @abstractmethod
    def postponed(self, state: S, by: Millis) -> S:
        """The same state with its running turn and deadline ``by`` ms later; no clock gains time.

        The room uses it where time passed that must cost nobody anything (an outage).
        """

    @abstractmethod
    def on_timeout(self, state: S, player: PlayerId) -> A | Timeout:
        """The action that stands for ``player`` letting the deadline pass; it validates."""

    @abstractmethod
    def on_leave(self, state: S, player: PlayerId) -> A | Timeout | None:
        """The action that stands for ``player`` giving up the seat, or None for no effect."""

    @abstractmethod
    def result(self, state: S) -> GameResult | None:
        """The result, or None while the game goes on."""

    def notations(self, state: S, names: Mapping[PlayerId, str]) -> Mapping[str, str]:
        """A finished game in the notations that are usual for it: format name → text.

        ``names`` are the players' nicknames, for notations that name them. None by default.
        """
        del state, names
        return {}

    @abstractmethod
    def dump(self, state: S) -> Json:
        """The state as JSON values, small; ``load(dump(state)) == state``."""

    @abstractmethod
    def load(self, data: Json) -> S:
        """The state that ``dump`` wrote under this ``state_version``.

        :raises ValueError: it is not such a value.
        """

    def migrate(self, old: Json, from_version: int) -> Json:
        """What ``dump`` of an older ``state_version`` wrote, in today's form.

        :raises ValueError: that version is unknown.
        """
        del old
        raise ValueError(f"{self.id}: no road from state version {from_version}")

    @abstractmethod
    def moves_made(self, state: S) -> int:
        """The length of the record (``moves`` of the view): where the next update starts."""

    @abstractmethod
    def legal_actions(self, state: S, player: PlayerId) -> Sequence[A]:
        """Every move ``player`` may make now, offers aside; for tests and playouts."""

    @abstractmethod
    def secrets_of(self, state: S, player: PlayerId) -> frozenset[str]:
        """Strings that only ``player`` may find in a view now; for the leak test."""


AnyGame: TypeAlias = GameDefinition[Any, Any, Any]
"""Some game, where it does not matter which. A room holds a game's state without looking
inside, which Python's types cannot say otherwise; this alias is the only place that ``Any``
stands for it."""
