"""Poker hands: names, order, the best of seven, and exhaustive counts."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.poker import (
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    Straights,
    best,
    five,
)
from engine.cards.standard import DECK, RANKS

LADDER = [
    ("C-7 D-5 H-4 S-3 C-2", "하이 카드"),
    ("C-A D-K H-Q S-J C-9", "하이 카드"),
    ("C-2 D-2 H-5 S-4 C-3", "원페어"),
    ("C-2 D-2 H-A S-4 C-3", "원페어"),
    ("C-A D-A H-K S-Q C-J", "원페어"),
    ("C-3 D-3 H-2 S-2 C-4", "투페어"),
    ("C-3 D-3 H-2 S-2 C-A", "투페어"),
    ("C-A D-A H-2 S-2 C-3", "투페어"),
    ("C-A D-A H-K S-K C-2", "투페어"),
    ("C-2 D-2 H-2 S-4 C-3", "트리플"),
    ("C-A D-A H-A S-K C-Q", "트리플"),
    ("C-A D-2 H-3 S-4 C-5", "백스트레이트"),
    ("C-2 D-3 H-4 S-5 C-6", "스트레이트"),
    ("C-9 D-K H-Q S-J C-10", "스트레이트"),
    ("C-A D-K H-Q S-J C-10", "마운틴"),
    ("C-7 C-5 C-4 C-3 C-2", "플러시"),
    ("H-A H-K H-Q H-J H-9", "플러시"),
    ("C-2 D-2 H-2 S-3 C-3", "풀하우스"),
    ("C-2 D-2 H-2 S-A C-A", "풀하우스"),
    ("C-3 D-3 H-3 S-2 C-2", "풀하우스"),
    ("C-2 D-2 H-2 S-2 C-3", "포카드"),
    ("C-2 D-2 H-2 S-2 C-A", "포카드"),
    ("C-A D-A H-A S-A C-2", "포카드"),
    ("D-A D-2 D-3 D-4 D-5", "백스트레이트 플러시"),
    ("D-2 D-3 D-4 D-5 D-6", "스트레이트 플러시"),
    ("S-9 S-K S-Q S-J S-10", "스트레이트 플러시"),
    ("S-A S-K S-Q S-J S-10", "로열 스트레이트 플러시"),
]
"""Hands from the worst to the best in the standard order."""


@pytest.mark.parametrize(("cards", "name"), LADDER)
def test_a_hand_has_its_korean_name_in_whatever_order_it_is_held(cards: str, name: str) -> None:
    held = cards.split()
    for order in (held, held[::-1], sorted(held)):
        assert five(order).name_ko == name
        assert five(order, straights="korean").name_ko == name


def test_every_hand_of_the_ladder_beats_those_below_it() -> None:
    hands = [five(cards.split()) for cards, _ in LADDER]
    assert hands == sorted(hands)
    assert len(set(hands)) == len(hands)


@pytest.mark.parametrize(
    ("straights", "order"),
    [
        (
            "standard",
            "C-A D-2 H-3 S-4 C-5 | C-2 D-3 H-4 S-5 C-6 | C-9 D-K H-Q S-J C-10 | C-A D-K H-Q S-J C-10",
        ),
        ("korean", "C-2 D-3 H-4 S-5 C-6 | C-9 D-K H-Q S-J C-10 | C-A D-2 H-3 S-4 C-5 | C-A D-K H-Q S-J C-10"),
    ],
)
def test_the_wheel_is_the_lowest_straight_or_in_korea_the_second(straights: Straights, order: str) -> None:
    hands = [five(cards.split(), straights=straights) for cards in order.split("|")]
    assert all(lower < higher for lower, higher in pairwise(hands))
    same_suit = [[f"H{card[1:]}" for card in cards.split()] for cards in order.split("|")]
    flushes = [five(cards, straights=straights) for cards in same_suit]
    assert all(lower < higher for lower, higher in pairwise(flushes))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C-A D-K H-9 S-5 C-3", "H-A S-K C-9 D-5 H-3"),
        ("C-A C-K C-9 C-5 C-3", "S-A S-K S-9 S-5 S-3"),
        ("C-A D-K H-Q S-J C-10", "S-A S-K H-Q S-J S-10"),
    ],
)
def test_suits_break_no_tie(one: str, other: str) -> None:
    assert five(one.split()) == five(other.split())


@pytest.mark.parametrize(
    "cards", ["", "S-A", "S-A S-K S-Q S-J", "S-A S-A S-K S-Q S-J", "S-A S-K S-Q S-J S-10 S-9"]
)
def test_what_is_not_five_different_cards_is_refused(cards: str) -> None:
    with pytest.raises(ValueError, match="not five"):
        five(cards.split())


@pytest.mark.parametrize("wrong", ["JK1", "S-1"])
def test_a_joker_is_worth_nothing_by_itself(wrong: str) -> None:
    with pytest.raises(ValueError, match="not a card of a suit"):
        five(["S-A", "S-K", "S-Q", "S-J", wrong])


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("S-A S-K S-Q S-J S-10 H-A D-A", "로열 스트레이트 플러시"),
        ("S-2 H-2 D-2 S-9 H-9 D-9 C-K", "풀하우스"),
        ("S-2 H-2 D-5 S-5 H-9 D-9 C-K", "투페어"),
        ("S-2 S-4 S-6 S-8 S-J H-J D-J", "플러시"),
        ("S-A H-2 D-3 S-4 C-5 H-6 D-K", "스트레이트"),
        ("S-A H-2 D-3 S-4 C-5 H-K", "백스트레이트"),
    ],
)
def test_the_best_five_of_six_or_seven_count(cards: str, name: str) -> None:
    assert best(cards.split()).name_ko == name


@pytest.mark.parametrize("count", [4, 8])
def test_the_best_hand_is_made_of_five_to_seven_cards(count: int) -> None:
    with pytest.raises(ValueError, match="not five to seven"):
        best(DECK[:count])


def other_judgement(cards: Sequence[str]) -> tuple[int, list[int]]:
    """A category and the ranks that decide, worked out another way: from groups of equal ranks."""
    ranks = sorted((RANKS.index(card.split("-")[1]) for card in cards), reverse=True)
    groups = sorted(((len(list(equal)), rank) for rank, equal in groupby(ranks)), reverse=True)
    sizes = [size for size, _ in groups]
    order = [rank for _, rank in groups]
    flush = len({card[0] for card in cards}) == 1
    if order == [12, 3, 2, 1, 0]:
        order = [3]
    straight = order == [3] or (sizes == [1] * 5 and order[0] - order[4] == 4)
    if straight:
        return (STRAIGHT_FLUSH if flush else STRAIGHT), order[:1]
    if flush:
        return FLUSH, order
    by_sizes = {"41": QUADS, "32": FULL_HOUSE, "311": TRIPS, "221": TWO_PAIR, "2111": ONE_PAIR}
    return by_sizes.get("".join(map(str, sizes)), HIGH_CARD), order


HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


@settings(max_examples=300, deadline=None)
@given(HANDS, HANDS)
def test_two_hands_compare_as_another_judge_compares_them(one: list[str], other: list[str]) -> None:
    judged, judged_other = other_judgement(one), other_judgement(other)
    assert (five(one) < five(other)) == (judged < judged_other)
    assert (five(one) == five(other)) == (judged == judged_other)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(DECK), min_size=7, max_size=7, unique=True))
def test_the_best_of_seven_is_what_the_other_judge_finds_best(cards: list[str]) -> None:
    assert other_judgement(max(combinations(cards, 5), key=five)) == max(
        other_judgement(chosen) for chosen in combinations(cards, 5)
    )
    assert best(cards) == max(five(chosen) for chosen in combinations(cards, 5))


COUNTS = {
    **{HIGH_CARD: 1_302_540, ONE_PAIR: 1_098_240, TWO_PAIR: 123_552, TRIPS: 54_912, STRAIGHT: 10_200},
    **{FLUSH: 5_108, FULL_HOUSE: 3_744, QUADS: 624, STRAIGHT_FLUSH: 40},
}
"""How many of the 2,598,960 hands are of each category (any textbook)."""


@pytest.mark.demand
def test_all_five_card_hands_are_of_their_category_as_often_as_the_textbook_says() -> None:
    hands = Counter(five(cards) for cards in combinations(DECK, 5))
    categories: Counter[int] = Counter()
    for hand, count in hands.items():
        categories[hand.category] += count
    assert categories == COUNTS
    assert sum(categories.values()) == 2_598_960
    assert len(hands) == 7_462, "hands that differ in strength"
    names = Counter(hand.name_ko for hand in hands.elements())
    assert (names["로열 스트레이트 플러시"], names["백스트레이트 플러시"]) == (4, 4)
    assert (names["마운틴"], names["백스트레이트"]) == (1_020, 1_020)


def test_the_hands_of_a_small_deck_are_counted_as_combinatorics_counts_them() -> None:
    """Ranks 10 to A of three suits: 3,003 hands, in every run."""
    small = [f"{suit}-{rank}" for suit in "SHD" for rank in ("10", "J", "Q", "K", "A")]
    counts = Counter(five(cards).category for cards in combinations(small, 5))
    assert counts == {
        STRAIGHT_FLUSH: 3,
        STRAIGHT: 3**5 - 3,
        FULL_HOUSE: 5 * 4 * 3,
        TRIPS: 5 * 6 * 9,
        TWO_PAIR: 10 * 9 * 9,
        ONE_PAIR: 5 * 3 * 4 * 27,
    }
    assert sum(counts.values()) == 3_003
