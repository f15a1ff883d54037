"""A table to play 섯다 at, with the cards that a test wants."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from engine.betting import Betting
from engine.cards.hwatu import SEOTDA_DECK
from engine.game import ActionModel, GameEvent, JsonObject, PlayerId, Rejection, Timeout
from engine.games.seotda import Bet, Ready, Seotda, SeotdaAction, SeotdaOptions, SeotdaState
from engine.games.seotda.hand import dealt
from engine.rng import Rng
from tests.engine.helpers import NOW, SEED

SEOTDA = Seotda()
PEOPLE = tuple(PlayerId(name) for name in ("anna", "bo", "cy", "dora", "eli", "fay"))
ANNA, BO, CY, DORA, ELI, FAY = PEOPLE


def options(**chosen: JsonValue) -> SeotdaOptions:
    """Options by their JSON names."""
    return SeotdaOptions.model_validate(chosen)


def cards_of(text: str) -> tuple[str, ...]:
    """Cards by short names, such as ``3G 7Y``."""
    return tuple(f"M{card[:-1]}-{card[-1]}" for card in text.split())


@dataclass
class SeotdaTable:
    """A game in progress; seat 0 (Anna) leads unless told otherwise. An act takes a second."""

    state: SeotdaState
    rng: Rng = field(default_factory=lambda: Rng.from_seed(SEED))
    now: int = NOW

    @staticmethod
    def new(
        players: int = 3, *, lead: int = 0, chips: Sequence[int] | None = None, **chosen: JsonValue
    ) -> "SeotdaTable":
        """The first hand, dealt; ``chips`` are what the seats have before they pay the ante."""
        return SeotdaTable.under(options(**chosen), players, lead=lead, chips=chips)

    @staticmethod
    def under(
        read: SeotdaOptions, players: int, *, lead: int = 0, chips: Sequence[int] | None = None
    ) -> "SeotdaTable":
        """The same with options that were read before."""
        rng = Rng.from_seed(SEED)
        fresh = SEOTDA.setup(players=PEOPLE[:players], options=read, rng=rng, now=NOW)
        stacks = chips or [read.start_chips] * players
        seats = range(players)
        empty = replace(
            fresh, record="", betting=Betting.begin(read.betting_rules(), stacks, seats), outcome=None
        )
        state, _ = dealt(empty, seats, lead, replay_no=0, rng=rng, now=NOW)
        return SeotdaTable(state, rng)

    def holding(self, hands: str) -> "SeotdaTable":
        """Give the seats that are in these cards, ``3G 7Y | 9Y 9T``.

        Where one card was dealt, the other will come from the deck, if nobody dies before.
        """
        wanted = [cards_of(hand) for hand in hands.split("|")]
        seats = [seat for seat, cards in enumerate(self.state.cards) if cards]
        assert len(wanted) == len(seats)
        used = {card for hand in wanted for card in hand}
        count = len(self.state.cards[seats[0]])
        given = dict(zip(seats, wanted, strict=True))
        lead = seats.index(self.state.lead)
        later = [card for seat in (*seats[lead:], *seats[:lead]) for card in given[seat][count:]]
        self.state = replace(
            self.state,
            cards=tuple(given.get(seat, ())[:count] for seat in range(len(self.state.cards))),
            deck=(*later, *(card for card in SEOTDA_DECK if card not in used)),
        )
        return self

    def act(
        self, player: PlayerId, action: SeotdaAction | Timeout, *, after_ms: int = 1000
    ) -> tuple[GameEvent, ...]:
        """Do what is allowed; the events."""
        refused = self.refusal(player, action)
        assert refused is None, refused
        self.now += after_ms
        self.state, events = SEOTDA.apply(self.state, player, action, rng=self.rng, now=self.now)
        return events

    def says(self, words: str) -> tuple[GameEvent, ...]:
        """Words of those whose turn it is, one after another; the events of the last."""
        events: tuple[GameEvent, ...] = ()
        for word in words.split():
            events = self.act(self.mover, bet(word))
        return events

    def all_ready(self) -> tuple[GameEvent, ...]:
        """Everybody has seen the last hand; the events of the last of them."""
        assert self.state.outcome is not None
        events: tuple[GameEvent, ...] = ()
        for player in SEOTDA.active_players(self.state):
            events = self.act(player, Ready())
        return events

    def time_out(self) -> tuple[GameEvent, ...]:
        """Let the running deadline pass."""
        deadline = SEOTDA.deadline(self.state)
        assert deadline is not None
        return self.act(SEOTDA.active_players(self.state)[0], Timeout(), after_ms=deadline - self.now)

    @property
    def mover(self) -> PlayerId:
        """Whose turn it is in the betting."""
        (player,) = SEOTDA.active_players(self.state)
        return player

    @property
    def chips(self) -> list[int]:
        """The stacks by seat."""
        return [stake.stack for stake in self.state.betting.stakes]

    def refusal(self, player: PlayerId, action: ActionModel) -> Rejection | None:
        return SEOTDA.validate(self.state, player, action)  # type: ignore[arg-type]

    def code(self, player: PlayerId, action: ActionModel) -> str:
        """The code of a refusal."""
        refused = self.refusal(player, action)
        assert refused is not None, f"{action!r} of {player} is allowed"
        return refused.code

    def view(self, viewer: PlayerId | None = None, moves_from: int = 0) -> JsonObject:
        return SEOTDA.view(self.state, viewer, moves_from=moves_from)

    def detail(self) -> JsonObject:
        """The game's own part of the result."""
        result = SEOTDA.result(self.state)
        assert result is not None
        return dict(result.detail)


def bet(word: str) -> Bet:
    """A word of betting as an action."""
    return Bet.model_validate({"word": word})


def named(events: Sequence[GameEvent], kind: str) -> JsonObject:
    """The one event of a type."""
    [event] = [event for event in events if event.type == kind]
    return event.to_json()
