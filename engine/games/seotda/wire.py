"""What clients read of a game of 섯다, described. Seats are keys from ``"1"``, clockwise from the host."""

from typing import Literal, TypeAlias

from pydantic import Field

from engine.cards.hwatu import CardId
from engine.cards.seotda import Special
from engine.game import Millis, PlayerId
from engine.games.seotda.actions import BetWord
from engine.games.seotda.options import SeotdaOptions
from engine.games.seotda.record import How
from engine.games.seotda.state import EndReason, Replay
from engine.wire import EventModel, Phase, ResultModel, Wire, WireModel, sometimes

SeatKey: TypeAlias = str


class SeotdaDeal(WireModel):
    """A hand was dealt; ``replay`` counts how often it had been dealt before."""

    kind: Literal["deal"]
    hand: int
    replay: int
    lead: SeatKey
    auto: Literal[True]


class SeotdaWord(WireModel):
    """A seat said a word of betting and paid so many chips. ``auto``: the server, when time ran out."""

    kind: Literal["bet"]
    seat: SeatKey
    word: BetWord
    paid: int
    auto: bool


class SeotdaLeaving(WireModel):
    """A seat left the game for good."""

    kind: Literal["left"]
    seat: SeatKey
    auto: Literal[False]


class SeotdaHandEnd(WireModel):
    """A hand ended: the chips won by seat, and what those at a showdown had."""

    kind: Literal["end"]
    how: How
    won: dict[SeatKey, int]
    hands: dict[SeatKey, str] = Field(description="Korean names of hands, in a showdown.")
    auto: Literal[True]


class SeotdaSeat(WireModel):
    """One seat. ``chips`` are not in the pot, ``paid`` are, ``bet`` is the part of this round."""

    chips: int
    paid: int
    bet: int
    status: Literal["in", "allIn", "died", "out", "left"] = Field(
        description="`out`: not in this hand, for want of chips or because others play it off."
    )
    cards: list[CardId | None] = Field(description="Null for a card that this viewer may not see.")
    hand: str | None = Field(description="What two known cards are called, in Korean.")
    ready: bool


class SeotdaPot(WireModel):
    """A pot that was given away, and its winners."""

    amount: int
    seats: list[SeatKey]


class SeotdaOutcome(WireModel):
    """What the last hand came to. With ``replay`` the ``contenders`` are dealt new cards for the pot."""

    how: Literal["died", "showdown"]
    pots: list[SeotdaPot]
    caught_by: Special | None = Field(description="The special hand that beat a better one.")
    replay: Replay | None
    contenders: list[SeatKey]


class SeotdaClock(WireModel):
    """How long a turn or a pause lasts, and when the one that runs began."""

    kind: Literal["perMove"]
    remaining_ms: dict[SeatKey, Millis]
    turn_started_at: Millis


class SeotdaPending(WireModel):
    """Nothing can be offered in this game."""

    undo: None
    draw: None


class SeotdaUndo(WireModel):
    """Nothing can be taken back in this game."""

    left: dict[SeatKey, Literal[0]]


class SeotdaLegalBet(WireModel):
    """A word that may be said, and how many chips it costs now."""

    type: Literal["bet"]
    word: BetWord
    pay: int


class SeotdaLegalReady(WireModel):
    """One may say that one has seen the last hand."""

    type: Literal["ready"]


class SeotdaDetail(WireModel):
    """How the game ended, in its own words."""

    winner: SeatKey | None = Field(description="Null if several share the first place.")
    reason: EndReason
    hands: int
    chips: dict[SeatKey, int]
    left: list[SeatKey]


class SeotdaResult(ResultModel):
    """The result of a game of 섯다; ``scores`` are chips."""

    detail: SeotdaDetail


class SeotdaView(WireModel):
    """A game of 섯다 as one viewer sees it."""

    phase: Phase
    stage: Literal["betting", "pause", "over"]
    options: SeotdaOptions
    players: dict[SeatKey, PlayerId]
    turn: SeatKey = Field(
        description="Whom the game waits for: in a pause the viewer, if it is one of them. Empty at the end."
    )
    hand: int = Field(description="The number of the hand, from 1.")
    replay: int = Field(description="How often this hand was dealt anew.")
    lead: SeatKey = Field(description="Who speaks first.")
    round: int = Field(description="The round of betting, 1 or 2.")
    pot: int
    bet: int = Field(description="The highest bet of this round.")
    seats: dict[SeatKey, SeotdaSeat]
    outcome: SeotdaOutcome | None = Field(description="In a pause and at the end.")
    moves: list[SeotdaDeal | SeotdaWord | SeotdaLeaving | SeotdaHandEnd]
    moves_from: int = Field(description="Where `moves` begins, 0-based; what came before has not changed.")
    move_count: int = Field(description="The length of the whole record.")
    last_move: SeotdaWord | None
    clock: SeotdaClock
    deadline: Millis | None = Field(description="The game's own; a frame's `deadline` is the one enforced.")
    pending: SeotdaPending
    undo: SeotdaUndo
    result: SeotdaResult | None
    legal_moves: list[SeotdaLegalBet | SeotdaLegalReady] = sometimes("For whom the game waits for.")


class SeotdaDealt(EventModel):
    """Cards were dealt to ``seats``, in this order."""

    type: Literal["dealt"]
    hand: int
    replay: int
    lead: SeatKey
    seats: list[SeatKey]
    cards: int = Field(description="How many each got.")
    ante: int
    pot: int


class SeotdaBetSaid(EventModel):
    """A seat said a word. ``bet`` and ``pot`` are what they are after it."""

    type: Literal["bet"]
    seat: SeatKey
    word: BetWord
    paid: int
    bet: int
    pot: int
    all_in: bool
    auto: bool


class SeotdaCardDealt(EventModel):
    """Those who are left got another card; they have ``cards`` now."""

    type: Literal["cardDealt"]
    seats: list[SeatKey]
    cards: int
    pot: int


class SeotdaRefunded(EventModel):
    """Chips that nobody matched went back."""

    type: Literal["refunded"]
    seat: SeatKey
    amount: int


class SeotdaOpened(WireModel):
    """Somebody's open cards and what they are called."""

    seat: SeatKey
    cards: list[CardId]
    hand: str


class SeotdaShowdown(EventModel):
    """Those who are left opened their cards."""

    type: Literal["showdown"]
    hands: list[SeotdaOpened]
    caught_by: Special | None


class SeotdaPotWon(EventModel):
    """The pot was given away: chips by seat, and the pots one by one, the main pot first."""

    type: Literal["potWon"]
    won: dict[SeatKey, int]
    pots: list[SeotdaPot]


class SeotdaReplayed(EventModel):
    """The cards will be dealt anew among ``seats``, for what is in the pot."""

    type: Literal["replayed"]
    why: Replay
    seats: list[SeatKey]
    pot: int


class SeotdaReadied(EventModel):
    """A seat has seen the last hand."""

    type: Literal["ready"]
    seat: SeatKey


class SeotdaLeft(EventModel):
    """A seat left the game for good, by itself or because its time ran out three times in a row."""

    type: Literal["left"]
    seat: SeatKey
    why: Literal["resign", "timeLoss"]


class SeotdaEnded(EventModel):
    """The game is over."""

    type: Literal["gameEnded"]
    result: SeotdaResult


WIRE = Wire(
    view=SeotdaView,
    events=(
        *(SeotdaDealt, SeotdaBetSaid, SeotdaCardDealt, SeotdaRefunded, SeotdaShowdown, SeotdaPotWon),
        *(SeotdaReplayed, SeotdaReadied, SeotdaLeft, SeotdaEnded),
    ),
)
