"""Playing cards: ids, suits, ranks, orders, decks, dealing."""

from itertools import permutations

import pytest

from engine.cards.deal import deal
from engine.cards.standard import (
    DECK,
    JOKERS,
    RANKS,
    SUITS,
    Card,
    deck,
    is_joker,
    name_ko,
    parse,
    rank_value,
    strength,
)


def test_a_deck_has_52_cards_of_four_suits_and_thirteen_ranks() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {parse(card) for card in DECK} == {Card(suit, rank) for suit in SUITS for rank in RANKS}
    assert not any(is_joker(card) for card in DECK)


def test_jokers_come_after_the_52_cards() -> None:
    assert deck() == DECK
    assert deck(jokers=1) == (*DECK, "JK1")
    assert deck(jokers=2) == (*DECK, *JOKERS)
    for jokers in (-1, 3):
        with pytest.raises(ValueError, match="jokers"):
            deck(jokers=jokers)


@pytest.mark.parametrize(
    ("card", "parts", "high", "low", "name"),
    [
        ("S-A", ("S", "A"), 14, 1, "스페이드 A"),
        ("H-10", ("H", "10"), 10, 10, "하트 10"),
        ("D-2", ("D", "2"), 2, 2, "다이아몬드 2"),
        ("C-K", ("C", "K"), 13, 13, "클로버 K"),
    ],
)
def test_an_id_says_suit_and_rank(card: str, parts: tuple[str, str], high: int, low: int, name: str) -> None:
    assert parse(card) == parts
    assert parse(card).id == card
    assert (rank_value(card), rank_value(card, ace="low")) == (high, low)
    assert name_ko(card) == name


@pytest.mark.parametrize("card", ["", "S", "S-1", "S-11", "X-A", "s-a", "SA", "S-A ", "JK3"])
def test_what_is_no_card_is_refused(card: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse(card)
    with pytest.raises(ValueError, match="not a card"):
        name_ko(card)


def test_a_joker_has_neither_suit_nor_rank_but_a_name() -> None:
    assert is_joker("JK1")
    assert name_ko("JK2") == "조커"
    for read in (parse, rank_value, strength):
        with pytest.raises(ValueError, match="not a card of a suit"):
            read("JK1")


def test_cards_sort_by_rank_and_within_a_rank_by_the_korean_order_of_suits() -> None:
    assert sorted(["S-A", "C-A", "D-2", "S-2", "H-A", "D-A", "C-10", "H-9"], key=strength) == [
        *("D-2", "S-2", "H-9", "C-10", "C-A", "H-A", "D-A", "S-A"),
    ]


def test_no_id_is_part_of_another() -> None:
    for one, other in permutations(deck(jokers=2), 2):
        assert one not in other


def test_cards_are_dealt_one_a_round_from_the_top() -> None:
    hands, rest = deal("abcdefgh", 3, 2)
    assert hands == (("a", "d"), ("b", "e"), ("c", "f"))
    assert rest == ("g", "h")
    assert deal("abc", 3) == ((("a",), ("b",), ("c",)), ())
    assert deal("abc", 0) == ((), ("a", "b", "c"))


def test_more_cards_than_there_are_cannot_be_dealt() -> None:
    with pytest.raises(ValueError, match="more than 5 cards"):
        deal("abcde", 3, 2)
