"""The state of a game of 섯다, and how it is stored."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, TypeVar, get_args

from engine.betting import Betting
from engine.cards.hwatu import SEOTDA_DECK, CardId
from engine.cards.seotda import Redeal, SeotdaHand, Special, hand_of
from engine.codec import want_int, want_list, want_object, want_text
from engine.game import Json, JsonObject, Millis, PlayerId
from engine.games.seotda.options import SeotdaOptions
from engine.games.seotda.record import is_record
from engine.pots import Pot

Replay: TypeAlias = Redeal | Literal["tie"]
"""Why the cards are dealt anew: a 구사, or a tie."""

EndReason: TypeAlias = Literal["handsPlayed", "lastStanding", "resign", "timeLoss"]
"""Why the game is over.

``handsPlayed``   all hands were played
``lastStanding``  only one has chips left
``resign``        all others left it; the last of them gave it up
``timeLoss``      all others left it; the last of them let time run out three times in a row
"""

T = TypeVar("T", bound=str)


class Outcome(NamedTuple):
    """What a hand came to. ``pots`` are those given away, each with its winners.

    ``how`` says whether the cards of those who were left are open. ``caught_by`` is the special hand
    that beat a better one. While ``replay`` is not None, ``contenders`` are dealt new cards for
    what is still in the pot.
    """

    how: Literal["died", "showdown"]
    pots: tuple[Pot, ...]
    caught_by: Special | None = None
    replay: Replay | None = None
    contenders: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeotdaState:
    """A game in full. Seats are numbers in the order of ``players``.

    ``hand`` counts from 1, ``replay`` how often this hand was dealt anew. ``lead`` is who speaks
    first (선). ``deck`` are the cards not dealt, top first, ``cards`` what each seat holds: both are
    secret. ``gone`` left the game for good; ``missed`` counts turns in a row that ran out.
    ``outcome`` is None while a hand is played; then there is a pause until those who play on are
    ``ready``. ``started_at`` is when the running turn or pause began. ``record``: see ``record.py``.
    """

    options: SeotdaOptions
    players: tuple[PlayerId, ...]
    hand: int
    replay: int
    lead: int
    deck: tuple[CardId, ...]
    cards: tuple[tuple[CardId, ...], ...]
    betting: Betting
    gone: tuple[bool, ...]
    missed: tuple[int, ...]
    ready: tuple[bool, ...]
    outcome: Outcome | None
    record: str
    started_at: Millis
    ending: EndReason | None

    def seat_of(self, player: PlayerId | None) -> int | None:
        """The seat of a player, None for anyone else."""
        return self.players.index(player) if player in self.players else None

    def stack(self, seat: int) -> int:
        """The chips a seat has, without what lies in the pot."""
        return self.betting.stakes[seat].stack

    def playing(self) -> tuple[int, ...]:
        """The seats that would be dealt into a new hand."""
        return tuple(s for s in range(len(self.players)) if self.stack(s) > 0 and not self.gone[s])

    def contenders(self) -> tuple[int, ...]:
        """In a pause: the seats that will be dealt cards after it."""
        if self.outcome is not None and self.outcome.replay is not None:
            return self.outcome.contenders
        return self.playing()

    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for: whose turn it is, or who is not ready; none at the end."""
        if self.ending is not None:
            return ()
        if self.outcome is not None:
            return tuple(seat for seat in self.contenders() if not self.ready[seat])
        return () if self.betting.turn is None else (self.betting.turn,)

    def shown(self) -> tuple[int, ...]:
        """The seats whose cards all may see."""
        is_open = self.outcome is not None and self.outcome.how == "showdown"
        return self.betting.live if is_open else ()

    def worth(self, seat: int) -> SeotdaHand | None:
        """What a seat's cards are worth; None while it has no two."""
        cards = self.cards[seat]
        return hand_of(*cards) if len(cards) == 2 else None

    def deadline(self) -> Millis | None:
        """When the running turn or pause is over; None at the end."""
        return None if self.ending is not None else self.started_at + self.options.per_move_sec * 1000


DEFAULT_OPTIONS = SeotdaOptions()

_REPLAYS: tuple[Replay, ...] = (*get_args(Redeal), "tie")

_LETTERS = "abcdefghijklmnopqrst"
_TO_LETTER = dict(zip(SEOTDA_DECK, _LETTERS, strict=True))
_TO_CARD = dict(zip(_LETTERS, SEOTDA_DECK, strict=True))


def dump(state: SeotdaState) -> JsonObject:
    """The state as JSON; cards are letters, and whatever has its usual value is left out."""
    data: JsonObject = {
        "players": list(state.players),
        "hand": [state.hand, state.replay, state.lead],
        "cards": [_letters(state.deck), *map(_letters, state.cards)],
        "betting": state.betting.dump(),
        "record": state.record,
        "at": state.started_at,
    }
    if state.options != DEFAULT_OPTIONS:
        data["options"] = state.options.model_dump(mode="json", exclude_defaults=True)
    for name, flags in (("gone", state.gone), ("ready", state.ready)):
        if any(flags):
            data[name] = sum(1 << seat for seat, flag in enumerate(flags) if flag)
    if any(state.missed):
        data["missed"] = list(state.missed)
    if state.outcome is not None:
        how, pots, caught_by, replay, contenders = state.outcome
        data["outcome"] = [
            how,
            [[pot.amount, *pot.seats] for pot in pots],
            caught_by,
            replay,
            list(contenders),
        ]
    if state.ending is not None:
        data["ending"] = state.ending
    return data


def load(data: Json) -> SeotdaState:
    """:raises ValueError: ``dump`` did not write this."""
    fields = want_object(data)
    options = DEFAULT_OPTIONS
    if "options" in fields:
        options = SeotdaOptions.model_validate(fields["options"])
    players = tuple(PlayerId(want_text(player)) for player in want_list(fields.get("players")))
    seats = range(len(players))
    hand, replay, lead = _ints(fields.get("hand"))
    deck, *cards = (_cards(letters) for letters in want_list(fields.get("cards")))
    record = want_text(fields.get("record"))
    if not is_record(record):
        raise ValueError(f"not a record: {record!r}")
    betting = Betting.load(fields.get("betting"), options.betting_rules())
    missed = tuple(_ints(fields["missed"])) if "missed" in fields else (0,) * len(players)
    if not len(cards) == len(betting.stakes) == len(missed) == len(players):
        raise ValueError(f"not a table of {len(players)}: {data!r}")
    flags = {name: want_int(fields.get(name, 0)) for name in ("gone", "ready")}
    return SeotdaState(
        options=options,
        players=players,
        hand=hand,
        replay=replay,
        lead=lead,
        deck=deck,
        cards=tuple(cards),
        betting=betting,
        gone=tuple(bool(flags["gone"] >> seat & 1) for seat in seats),
        missed=missed,
        ready=tuple(bool(flags["ready"] >> seat & 1) for seat in seats),
        outcome=_outcome(fields["outcome"]) if "outcome" in fields else None,
        record=record,
        started_at=want_int(fields.get("at")),
        ending=_one_of(get_args(EndReason), fields["ending"]) if "ending" in fields else None,
    )


def _outcome(data: Json) -> Outcome:
    how, pots, caught_by, replay, contenders = want_list(data)
    return Outcome(
        _one_of(("died", "showdown"), how),
        tuple(Pot(amount, tuple(seats)) for amount, *seats in map(_ints, want_list(pots))),
        None if caught_by is None else _one_of(get_args(Special), caught_by),
        None if replay is None else _one_of(_REPLAYS, replay),
        tuple(_ints(contenders)),
    )


def _one_of(known: tuple[T, ...], data: Json) -> T:
    for word in known:
        if word == data:
            return word
    raise ValueError(f"not one of {known}: {data!r}")


def _letters(cards: tuple[CardId, ...]) -> str:
    return "".join(_TO_LETTER[card] for card in cards)


def _cards(data: Json) -> tuple[CardId, ...]:
    letters = want_text(data)
    if letters.strip(_LETTERS):
        raise ValueError(f"not cards: {letters!r}")
    return tuple(_TO_CARD[letter] for letter in letters)


def _ints(data: Json) -> list[int]:
    return [want_int(number) for number in want_list(data)]
