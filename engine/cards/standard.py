"""The 52 playing cards and two jokers.

The id of a card is its suit and its rank, ``S-A`` or ``H-10``; jokers are ``JK1`` and ``JK2``
(document 002, section 5).
"""

from functools import cache
from typing import Literal, NamedTuple, TypeAlias, get_args

CardId: TypeAlias = str
Suit: TypeAlias = Literal["S", "D", "H", "C"]
Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]

SUITS: tuple[Suit, ...] = get_args(Suit)
"""In the Korean order, best first: spade, diamond, heart, club (스다하클)."""
RANKS: tuple[Rank, ...] = get_args(Rank)
"""Lowest first; where an ace is low, the game says so (``rank_value``)."""

SUIT_KO: dict[Suit, str] = {"S": "스페이드", "D": "다이아몬드", "H": "하트", "C": "클로버"}

JOKERS: tuple[CardId, ...] = ("JK1", "JK2")


class Card(NamedTuple):
    """A card that is no joker."""

    suit: Suit
    rank: Rank

    @property
    def id(self) -> CardId:
        """The id that ``parse`` takes."""
        return f"{self.suit}-{self.rank}"

    @property
    def name_ko(self) -> str:
        """What a player reads, such as ``스페이드 A``."""
        return f"{SUIT_KO[self.suit]} {self.rank}"


_CARDS: dict[CardId, Card] = {
    card.id: card for suit in SUITS for card in (Card(suit, rank) for rank in RANKS)
}

DECK: tuple[CardId, ...] = tuple(_CARDS)
"""The 52 cards, suit by suit, in one fixed order: what a shuffle starts from."""


def deck(*, jokers: int = 0) -> tuple[CardId, ...]:
    """A deck in its fixed order.

    :raises ValueError: there are no so many jokers.
    """
    if not 0 <= jokers <= len(JOKERS):
        raise ValueError(f"a deck has 0 to {len(JOKERS)} jokers, not {jokers}")
    return DECK + JOKERS[:jokers]


def is_joker(card: CardId) -> bool:
    """Whether the card is a joker."""
    return card in JOKERS


def parse(card: CardId) -> Card:
    """The suit and rank of a card.

    :raises ValueError: there is no such card, or it is a joker, which has neither.
    """
    found = _CARDS.get(card)
    if found is None:
        raise ValueError(f"not a card of a suit: {card!r}")
    return found


def name_ko(card: CardId) -> str:
    """What a player reads.

    :raises ValueError: there is no such card.
    """
    return "조커" if is_joker(card) else parse(card).name_ko


@cache
def rank_value(card: CardId, *, ace: Literal["high", "low"] = "high") -> int:
    """2 to 10, then 11, 12, 13 for J, Q, K; an ace is 14, or 1 where it is low.

    :raises ValueError: the card has no rank.
    """
    value = RANKS.index(parse(card).rank) + 2
    return 1 if value == 14 and ace == "low" else value


def strength(card: CardId) -> tuple[int, int]:
    """A key by which cards sort from the lowest to the highest: by rank, then by Korean suit.

    :raises ValueError: the card has no rank.
    """
    return rank_value(card), -SUITS.index(parse(card).suit)
