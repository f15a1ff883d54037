"""What five cards are worth in poker, and which five of six or seven are the best."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from engine.cards.standard import CardId, parse, rank_value

Straights: TypeAlias = Literal["standard", "korean"]
"""What A-2-3-4-5 is worth: the lowest straight, or, as in Korean poker rooms (백스트레이트), the
second highest, below 10-J-Q-K-A (마운틴) only. Straight flushes likewise."""

HIGH_CARD, ONE_PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

_NAMES = (
    "하이 카드",
    "원페어",
    "투페어",
    "트리플",
    "스트레이트",
    "플러시",
    "풀하우스",
    "포카드",
    "스트레이트 플러시",
)
_WHEEL = (14, 5, 4, 3, 2)
_BROADWAY = (14, 13, 12, 11, 10)
_BY_COUNTS = {
    (4, 1): QUADS,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): TRIPS,
    (2, 2, 1): TWO_PAIR,
    (2, 1, 1, 1): ONE_PAIR,
}


class PokerHand(NamedTuple):
    """Five cards' worth. Hands compare by ``<``; equal ones tie, for suits do not count.

    ``order`` decides within a category, the most telling number first. ``ranks`` are the five
    cards' values (2 to 14), those that come oftest first, then the highest.
    """

    category: int
    order: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def name_ko(self) -> str:
        """The name of the hand in Korean, 하이 카드 to 로열 스트레이트 플러시."""
        if self.category == STRAIGHT_FLUSH and self.ranks == _BROADWAY:
            return "로열 스트레이트 플러시"
        if self.category in (STRAIGHT, STRAIGHT_FLUSH) and self.ranks == _WHEEL:
            return "백" + _NAMES[self.category]
        if self.category == STRAIGHT and self.ranks == _BROADWAY:
            return "마운틴"
        return _NAMES[self.category]


def five(cards: Sequence[CardId], *, straights: Straights = "standard") -> PokerHand:
    """What exactly five different cards are worth.

    :raises ValueError: they are not that, or a joker is among them.
    """
    if len(cards) != 5 or len(set(cards)) != 5:
        raise ValueError(f"not five different cards: {list(cards)!r}")
    values = [rank_value(card) for card in cards]
    counts = {value: values.count(value) for value in values}
    ranks = tuple(sorted(values, key=lambda value: (counts[value], value), reverse=True))
    if len(counts) < 5:
        shape = tuple(sorted(counts.values(), reverse=True))
        return PokerHand(_BY_COUNTS[shape], ranks, ranks)
    is_flush = len({parse(card).suit for card in cards}) == 1
    if ranks == _WHEEL or ranks[0] - ranks[4] == 4:
        return PokerHand(STRAIGHT_FLUSH if is_flush else STRAIGHT, _straight(ranks, straights), ranks)
    return PokerHand(FLUSH if is_flush else HIGH_CARD, ranks, ranks)


def _straight(ranks: tuple[int, ...], straights: Straights) -> tuple[int, int]:
    if ranks != _WHEEL:
        return ranks[0], 1
    return (5, 1) if straights == "standard" else (14, 0)


def best(cards: Sequence[CardId], *, straights: Straights = "standard") -> PokerHand:
    """The best hand that five of five to seven different cards make.

    :raises ValueError: they are not that, or a joker is among them.
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"not five to seven cards: {list(cards)!r}")
    return max(five(chosen, straights=straights) for chosen in combinations(cards, 5))
