"""Hwatu cards: 48 and the bonus cards, their attributes, the deck of 섯다."""

from collections import Counter
from itertools import permutations

import pytest

from engine.cards.hwatu import CARDS, DECK, SEOTDA_DECK, deck, parse


def ids(**attributes: object) -> set[str]:
    """The cards of the 48 with these attributes."""
    cards = [parse(card) for card in DECK]
    return {
        card.id for card in cards if all(getattr(card, name) == value for name, value in attributes.items())
    }


def test_a_deck_has_twelve_months_of_four_cards() -> None:
    assert len(DECK) == len(set(DECK)) == 48
    assert Counter(parse(card).month for card in DECK) == dict.fromkeys(range(1, 13), 4)


def test_a_deck_has_5_gwang_9_yeolkkeut_10_tti_and_24_pi() -> None:
    kinds = Counter(parse(card).kind for card in DECK)
    assert kinds == {"gwang": 5, "yeolkkeut": 9, "tti": 10, "pi": 24}


@pytest.mark.parametrize(
    ("attributes", "cards"),
    [
        ({"kind": "gwang"}, "M1-G M3-G M8-G M11-G M12-G"),
        ({"ribbon": "hong"}, "M1-T M2-T M3-T"),
        ({"ribbon": "cheong"}, "M6-T M9-T M10-T"),
        ({"ribbon": "cho"}, "M4-T M5-T M7-T"),
        ({"kind": "tti", "ribbon": None}, "M12-T"),
        ({"godori": True}, "M2-Y M4-Y M8-Y"),
        ({"pi": 2}, "M11-PP M12-PP"),
        ({"may_be_pi": True}, "M9-Y"),
        ({"month": 11}, "M11-G M11-PP M11-P1 M11-P2"),
        ({"month": 12}, "M12-G M12-Y M12-T M12-PP"),
        ({"month": 8}, "M8-G M8-Y M8-P1 M8-P2"),
    ],
)
def test_the_table_says_which_cards_are_what(attributes: dict[str, object], cards: str) -> None:
    assert ids(**attributes) == set(cards.split())


def test_only_pi_count_as_pi() -> None:
    assert all((card.pi > 0) == (card.kind == "pi") for card in CARDS.values())
    assert sum(parse(card).pi for card in DECK) == 26


def test_bonus_cards_are_two_double_pi_and_a_triple_one() -> None:
    assert deck() == DECK
    assert [parse(card).pi for card in deck(bonus=3)[48:]] == [2, 2, 3]
    assert [parse(card).name_ko for card in deck(bonus=3)[48:]] == [
        "보너스 쌍피",
        "보너스 쌍피",
        "보너스 쓰리피",
    ]
    assert deck(bonus=1) == (*DECK, "BN1")
    for bonus in (-1, 4):
        with pytest.raises(ValueError, match="bonus"):
            deck(bonus=bonus)


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("M3-G", "3월 광"),
        ("M4-Y", "4월 열끗"),
        ("M1-T", "1월 홍단"),
        ("M6-T", "6월 청단"),
        ("M7-T", "7월 초단"),
        ("M12-T", "12월 띠"),
        ("M11-PP", "11월 쌍피"),
        ("M5-P2", "5월 피"),
    ],
)
def test_a_card_has_a_name_for_people(card: str, name: str) -> None:
    assert parse(card).name_ko == name


@pytest.mark.parametrize("card", ["", "M", "M0-G", "M1-Y", "M13-P1", "M1-P3", "m1-g", "BN4", "S-A"])
def test_what_is_no_hwatu_card_is_refused(card: str) -> None:
    with pytest.raises(ValueError, match="not a hwatu card"):
        parse(card)


def test_no_id_is_part_of_another() -> None:
    for one, other in permutations(CARDS, 2):
        assert one not in other


def test_the_deck_of_seotda_has_two_cards_of_each_month_to_ten_and_no_pi() -> None:
    assert len(SEOTDA_DECK) == len(set(SEOTDA_DECK)) == 20
    assert Counter(parse(card).month for card in SEOTDA_DECK) == dict.fromkeys(range(1, 11), 2)
    kinds = {card: parse(card).kind for card in SEOTDA_DECK}
    assert sorted(card for card, kind in kinds.items() if kind == "gwang") == ["M1-G", "M3-G", "M8-G"]
    assert "pi" not in kinds.values()
    assert {kinds[card] for card in SEOTDA_DECK if parse(card).month == 8} == {"gwang", "yeolkkeut"}
