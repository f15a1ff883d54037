"""What every game for two has beside its rules: the turn, the clock, offers, resigning, the ending.

A game's state is a ``DuelState`` with a board of its own; its definition is a ``DuelGame``, which asks the
game only what a move does to that board. Time, consent and endings are settled here, once:

* A move in time stops the mover's clock and ends a standing offer. One at or past the deadline is not
  played: it stands for the time-out.
* A game that ends without a move stops the clock of whose turn it is; who let it run out has 0 ms left.
* An undo that is agreed on charges the turn that it interrupts. Time used stays used.
* Leaving a running game is resigning it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.clock import Clock
from engine.codec import want_list, want_text
from engine.colors import Color, PerColor, color_of, other, want_color
from engine.game import (
    SYSTEM,
    ActionModel,
    Actor,
    GameDefinition,
    GameEvent,
    GameResult,
    Json,
    JsonObject,
    Millis,
    O,
    PlayerId,
    Rejection,
    Timeout,
)
from engine.offers import (
    NOTHING_OFFERED,
    CancelOffer,
    OfferAction,
    OfferDraw,
    Offers,
    OfferTerms,
    RequestUndo,
    Resign,
    RespondDraw,
    RespondUndo,
)
from engine.options import UndoLimit
from engine.rng import Rng

NOT_SEATED = Rejection("room/not_seated", "참가자만 할 수 있어요")
GAME_OVER = Rejection("game/over", "이미 끝난 대국이에요")
NOT_YOUR_TURN = Rejection("move/not_your_turn", "지금은 상대 차례예요")

TIMEOUTS_TO_LOSE = 3
"""Where a timeout does not lose at once, the third in a row of one colour does."""

Events: TypeAlias = tuple[GameEvent, ...]

R = TypeVar("R", bound=str)
R_co = TypeVar("R_co", bound=str, covariant=True)


class Ending(NamedTuple, Generic[R_co]):
    """That a game is over: who won (None: a draw) and why, in the game's own words."""

    winner: Color | None
    reason: R_co

    def dump(self) -> list[Json]:
        """The ending as it is stored."""
        return [self.winner, self.reason]


def load_ending(data: Json, reasons: Sequence[R]) -> Ending[R] | None:
    """The ending that was stored, if one was; ``reasons`` are all that the game knows.

    :raises ValueError: it is no ending of that game.
    """
    if data is None:
        return None
    winner, stored = want_list(data)
    for reason in reasons:
        if reason == stored:
            return Ending(None if winner is None else want_color(winner), reason)
    raise ValueError(f"not an ending: {data!r}")


def load_players(data: Json) -> PerColor[PlayerId]:
    """:raises ValueError: these are not two players."""
    black, white = want_list(data)
    return PerColor(PlayerId(want_text(black)), PlayerId(want_text(white)))


def ranking(players: PerColor[PlayerId], winner: Color | None) -> tuple[tuple[PlayerId, ...], ...]:
    """``GameResult.ranking``: the winner before the loser, or both in one group."""
    if winner is None:
        return ((players.black, players.white),)
    return ((players.of(winner),), (players.of(other(winner)),))


def game_ended(result: GameResult | None) -> GameEvent:
    """The last event of a game.

    :raises ValueError: there is no result yet.
    """
    if result is None:
        raise ValueError("an ended game has no result")
    return GameEvent("gameEnded", SYSTEM, {"result": result.to_json()})


class DuelOptions(Protocol):
    """The options that decide here; every game for two has them."""

    @property
    def undo(self) -> UndoLimit: ...
    @property
    def draw_offer(self) -> bool: ...
    def model_dump(self, *, mode: str, exclude_defaults: bool = False) -> JsonObject: ...


P_co = TypeVar("P_co", bound=DuelOptions, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelState(ABC, Generic[P_co, R_co]):
    """A game for two, but for its board. ``ending`` is None while it goes on."""

    options: P_co
    players: PerColor[PlayerId]
    clock: Clock
    offers: Offers = NOTHING_OFFERED
    ending: Ending[R_co] | None = None

    @property
    @abstractmethod
    def turn(self) -> Color:
        """Whose turn it is; means nothing at the end."""

    @abstractmethod
    def undo_plies(self, color: Color) -> int:
        """The length of the record from the colour's newest move on; 0 without one."""

    def deadline(self) -> Millis | None:
        """When the running turn is out of time; None at the end."""
        return None if self.ending is not None else self.clock.deadline(self.turn)

    @property
    def mover(self) -> PlayerId | None:
        """Who is to move; None at the end."""
        return None if self.ending is not None else self.players.of(self.turn)

    def terms(self, color: Color) -> OfferTerms:
        """What ``color`` may offer now."""
        return OfferTerms(self.options.undo, self.options.draw_offer, self.undo_plies(color))

    def to_json(self, result: GameResult | None) -> JsonObject:
        """The part of a view that is the same in all games for two; ``result`` is the game's."""
        return {
            "phase": "playing" if self.ending is None else "finished",
            "options": self.options.model_dump(mode="json"),
            "players": self.players.to_json(),
            "turn": self.turn,
            "clock": self.clock.to_json(),
            "deadline": self.deadline(),
            "pending": self.offers.pending_json(),
            "undo": self.offers.undo_json(self.options.undo),
            "result": None if result is None else result.to_json(),
        }

    def dump_rest(self, default_options: DuelOptions) -> JsonObject:
        """What few games have at first, for storage: whatever has its usual value is left out."""
        data: JsonObject = {}
        if self.options != default_options:
            data["options"] = self.options.model_dump(mode="json", exclude_defaults=True)
        if (offers := self.offers.dump()) is not None:
            data["offers"] = offers
        if self.ending is not None:
            data["ending"] = self.ending.dump()
        return data


S = TypeVar("S", bound=DuelState[DuelOptions, str])
M = TypeVar("M", bound=ActionModel)


class Made(NamedTuple, Generic[S]):
    """What a ply made of a game: ``state`` has the new board and the record, and time and offers as
    they were. ``ending`` if the ply ended it."""

    state: S
    events: Events
    ending: Ending[str] | None = None


class DuelGame(GameDefinition[S, M | OfferAction | Resign, O], Generic[S, M, O]):
    """A game for two. ``M`` is the union of its moves: what only whose turn it is may do.

    A game says what a move is and does; the methods to write are the abstract ones, and with them
    ``setup``, ``view``, ``result``, ``dump``, ``load``, ``moves_made`` and ``legal_actions``.
    """

    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 2
    Moves: tuple[type[M], ...]
    """The classes of ``M``, the likeliest first."""
    for_the_mover: ClassVar[frozenset[str]] = frozenset({"legalMoves"})
    """The fields that only the view of whose turn it is has. Nothing else is hidden."""

    @abstractmethod
    def move_refusal(self, state: S, move: M) -> Rejection | None:
        """Why the side to move may not do this, or None."""

    @abstractmethod
    def moved(self, state: S, move: M, *, by: PlayerId, now: Millis) -> Made[S] | Ending[str]:
        """What a move in time makes of the game; an ending if it is no ply, such as a claim.

        :raises ValueError: ``move_refusal`` would not have let it pass.
        """

    @abstractmethod
    def timed_out(self, state: S, *, rng: Rng) -> Made[S] | Ending[str]:
        """What follows when the side to move is out of time: a ply by the system, or the end."""

    @abstractmethod
    def taken_back(self, state: S, plies: int) -> S:
        """The game without its last ``plies`` plies, time and offers as they are."""

    def resigned(self, state: S, color: Color) -> Ending[str]:
        """What comes of ``color`` giving the game up."""
        del state
        return Ending(other(color), "resign")

    def restarted(self, state: S, clock: Clock) -> S:
        """The game with a clock that no move explains: after an undo, or an outage."""
        return replace(state, clock=clock)

    def validate(
        self, state: S, actor: PlayerId, action: M | OfferAction | Resign | Timeout
    ) -> Rejection | None:
        color = color_of(state.players, actor)
        if color is None:
            return NOT_SEATED
        if state.ending is not None:
            return GAME_OVER
        if isinstance(action, self.Moves):  # first: to find that a model is another one takes time
            return NOT_YOUR_TURN if color != state.turn else self.move_refusal(state, action)
        match action:
            case Timeout():
                return NOT_YOUR_TURN if color != state.turn else None
            case Resign():
                return None
            case RequestUndo() | RespondUndo() | OfferDraw() | RespondDraw() | CancelOffer():
                return state.offers.refusal(color, action, state.terms(color))
            case _:
                raise ValueError(f"no action of {self.id}: {action!r}")

    def apply(
        self,
        state: S,
        actor: PlayerId,
        action: M | OfferAction | Resign | Timeout,
        *,
        rng: Rng,
        now: Millis,
    ) -> tuple[S, Events]:
        color, deadline = color_of(state.players, actor), state.deadline()
        if color is None or deadline is None:
            refused = NOT_SEATED if color is None else GAME_OVER
            raise ValueError(f"{action!r} by {actor!r}, no player of a running game: {refused.code}")
        if isinstance(action, self.Moves) and color == state.turn and now < deadline:
            return self._after(state, self.moved(state, action, by=actor, now=now), by=actor, now=now)
        match action:
            case Resign():
                return self._stopped(state, self.resigned(state, color), (), now=now)
            case RequestUndo() | RespondUndo() | OfferDraw() | RespondDraw() | CancelOffer():
                return self._offered(state, actor, color, action, now=now)
            case _ if color == state.turn:
                return self._after(state, self.timed_out(state, rng=rng), by=SYSTEM, now=now)
            case _:
                raise ValueError(f"{action!r}: it is not {color}'s turn")

    def _after(self, before: S, made: Made[S] | Ending[str], *, by: Actor, now: Millis) -> tuple[S, Events]:
        """The turn is over: with a ply, or with the game."""
        if isinstance(made, Ending):
            return self._stopped(before, made, (), now=now)
        color = before.turn
        offers, told = before.offers.after_move(color, by)
        after = replace(made.state, clock=before.clock.moved(color, now), offers=offers)
        events = (*told, *made.events)
        return (after, events) if made.ending is None else self._over(after, made.ending, events)

    def _stopped(self, state: S, ending: Ending[str], events: Events, *, now: Millis) -> tuple[S, Events]:
        """The game ends without a move."""
        return self._over(replace(state, clock=state.clock.stopped(state.turn, now)), ending, events)

    def _over(self, state: S, ending: Ending[str], events: Events) -> tuple[S, Events]:
        ended = replace(state, ending=ending, offers=state.offers.cleared())
        return ended, (*events, game_ended(self.result(ended)))

    def _offered(
        self, state: S, actor: PlayerId, color: Color, action: OfferAction, *, now: Millis
    ) -> tuple[S, Events]:
        """Somebody offered, answered or took an offer back; what was agreed on happens."""
        offers, events, agreed = state.offers.after(color, action, state.terms(color), by=actor)
        answered = replace(state, offers=offers)
        if agreed is None:
            return answered, events
        if agreed.kind == "draw":
            return self._stopped(answered, Ending(None, "drawAgreed"), events, now=now)
        clock = state.clock.interrupted(state.turn, now)
        return self.restarted(self.taken_back(answered, agreed.plies), clock), events

    def active_players(self, state: S) -> tuple[PlayerId, ...]:
        return () if state.ending is not None else (state.players.of(state.turn),)

    def deadline(self, state: S) -> Millis | None:
        return state.deadline()

    def turn_started_at(self, state: S) -> Millis | None:
        return None if state.ending is not None else state.clock.turn_started_at

    def postponed(self, state: S, by: Millis) -> S:
        return self.restarted(state, state.clock.postponed(by))

    def on_timeout(self, state: S, player: PlayerId) -> Timeout:
        del state, player
        return Timeout()

    def on_leave(self, state: S, player: PlayerId) -> Resign | None:
        return Resign() if state.ending is None and color_of(state.players, player) is not None else None

    def secrets_of(self, state: S, player: PlayerId) -> frozenset[str]:
        return self.for_the_mover if player == state.mover else frozenset()
