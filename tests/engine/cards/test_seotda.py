"""Hands of 섯다: all 190 pairs, and who wins a showdown."""

from collections import Counter
from itertools import combinations

import pytest

from engine.cards.hwatu import SEOTDA_DECK, parse
from engine.cards.seotda import Redeal, SeotdaHand, Special, SpecialRules, hand_of, redeal_of, verdict

ALL = SpecialRules()
NONE = SpecialRules(ddaeng_catcher=False, inspector=False, gusa=False)
PAIRS = list(combinations(SEOTDA_DECK, 2))

LADDER = [
    *("망통", "1끗", "2끗", "3끗", "4끗", "5끗", "6끗", "7끗", "8끗", "갑오"),
    *("세륙", "장사", "장삥", "구삥", "독사", "알리"),
    *("1땡", "2땡", "3땡", "4땡", "5땡", "6땡", "7땡", "8땡", "9땡", "장땡"),
    *("13광땡", "18광땡", "38광땡"),
]
"""Every name, worst first."""

COUNTS = {
    **{
        "망통": 8,
        "1끗": 15,
        "2끗": 16,
        "3끗": 16,
        "4끗": 11,
        "5끗": 16,
        "6끗": 16,
        "7끗": 20,
        "8끗": 16,
        "갑오": 19,
    },
    **dict.fromkeys(("세륙", "장사", "장삥", "구삥", "독사", "알리"), 4),
    **dict.fromkeys(LADDER[16:], 1),
}
"""Worked out by hand. Two months make four pairs; 끗 lose those that are called otherwise:
망통 3-7 and 2-8 keep 4 each (1-9 구삥, 4-6 세륙); 1끗 are 2-9, 3-8, 4-7, 5-6 (1-10 장삥) but 38광땡;
4끗 are 1-3, 5-9, 6-8 (4-10 장사) but 13광땡; 갑오 are 1-8, 2-7, 3-6, 4-5, 9-10 but 18광땡."""


def hand(cards: str) -> SeotdaHand:
    """The hand of two cards by short names: ``3G 8G``."""
    one, two = (f"M{card[:-1]}-{card[-1]}" for card in cards.split())
    return hand_of(one, two)


def test_all_190_pairs_have_the_name_they_have_on_paper() -> None:
    assert len(PAIRS) == 190
    names = Counter(hand_of(*pair).name_ko for pair in PAIRS)
    assert names == COUNTS


def test_all_190_pairs_are_as_strong_as_their_name_and_as_in_either_order() -> None:
    strengths: dict[str, int] = {}
    for one, two in PAIRS:
        found = hand_of(one, two)
        assert found == hand_of(two, one)
        assert strengths.setdefault(found.name_ko, found.strength) == found.strength
    assert sorted(strengths, key=lambda name: strengths[name]) == LADDER
    assert len(set(strengths.values())) == len(LADDER)


def test_whatever_is_no_name_of_its_own_is_the_last_digit_of_the_sum() -> None:
    digits = {name: digit for digit, name in enumerate(LADDER[:10])}
    for one, two in PAIRS:
        found = hand_of(one, two)
        if found.name_ko in digits:
            assert digits[found.name_ko] == (parse(one).month + parse(two).month) % 10


@pytest.mark.parametrize(
    ("special", "pairs", "worth"),
    [
        ("ddaengCatcher", ["3G 7Y"], "망통"),
        ("inspector", ["4Y 7Y"], "1끗"),
        ("mungGusa", ["4Y 9Y"], "3끗"),
        ("gusa", ["4Y 9T", "4T 9Y", "4T 9T"], "3끗"),
    ],
)
def test_a_special_hand_is_made_of_its_own_cards_and_no_others(
    special: Special, pairs: list[str], worth: str
) -> None:
    found = {frozenset(pair) for pair in PAIRS if hand_of(*pair).special == special}
    assert found == {frozenset(f"M{card[:-1]}-{card[-1]}" for card in pair.split()) for pair in pairs}
    assert {hand(pair).name_ko for pair in pairs} == {worth}


def test_a_special_hand_is_called_so_where_it_counts() -> None:
    assert ALL.label_ko(hand("3G 7Y")) == "땡잡이(망통)"
    assert ALL.label_ko(hand("4Y 9Y")) == "멍텅구리구사(3끗)"
    assert NONE.label_ko(hand("4Y 7Y")) == "1끗"
    assert ALL.label_ko(hand("3G 8G")) == "38광땡"


@pytest.mark.parametrize(
    ("rules", "counting"),
    [
        (ALL, {"ddaengCatcher", "inspector", "gusa", "mungGusa"}),
        (NONE, set()),
        (SpecialRules(ddaeng_catcher=False), {"inspector", "gusa", "mungGusa"}),
        (SpecialRules(inspector=False), {"ddaengCatcher", "gusa", "mungGusa"}),
        (SpecialRules(gusa=False), {"ddaengCatcher", "inspector"}),
    ],
)
def test_each_disputed_rule_is_switched_by_itself(rules: SpecialRules, counting: set[Special]) -> None:
    specials: list[Special] = ["ddaengCatcher", "inspector", "gusa", "mungGusa"]
    assert {special for special in specials if rules.has(special)} == counting
    assert not rules.has(None)


@pytest.mark.parametrize("cards", [("M1-G", "M1-G"), ("M1-G", "M1-P1"), ("M1-G", "M11-G"), ("M1-G", "S-A")])
def test_cards_of_another_deck_are_refused(cards: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="not two cards of seotda"):
        hand_of(*cards)


@pytest.mark.parametrize(
    ("shown", "winners", "caught_by"),
    [
        ("3G 8G | 10Y 10T", [0], None),
        ("2Y 7T | 3T 6Y | 1T 2T", [2], None),
        ("2Y 7T | 3T 6Y", [0, 1], None),
        ("2Y 7T | 5Y 5T | 3T 6Y | 1T 1G", [1], None),
        # 땡잡이
        ("9Y 9T | 3G 7Y", [1], "ddaengCatcher"),
        ("1G 1T | 3G 7Y", [1], "ddaengCatcher"),
        ("9Y 9T | 3G 7Y | 1T 2T | 2Y 6Y", [1], "ddaengCatcher"),
        ("5Y 5T | 9Y 9T | 3G 7Y", [2], "ddaengCatcher"),
        ("10Y 10T | 3G 7Y", [0], None),
        ("10Y 10T | 9Y 9T | 3G 7Y", [0], None),
        ("1G 8G | 3G 7Y", [0], None),
        ("1T 2T | 3G 7Y", [0], None),
        ("2Y 8Y | 3G 7Y", [0, 1], None),
        ("9Y 9T | 3T 7Y", [0], None),
        ("9Y 9T | 3G 7T", [0], None),
        # 암행어사
        ("1G 3G | 4Y 7Y", [1], "inspector"),
        ("1G 8G | 4Y 7Y | 10Y 10T", [1], "inspector"),
        ("3G 8G | 4Y 7Y", [0], None),
        ("10Y 10T | 4Y 7Y", [0], None),
        ("2Y 9T | 4Y 7Y", [0, 1], None),
        ("1G 8G | 4T 7Y", [0], None),
        # 구사 has no power of its own in a showdown
        ("4T 9T | 5Y 8Y", [0, 1], None),
    ],
)
def test_a_showdown_has_its_winners(shown: str, winners: list[int], caught_by: Special | None) -> None:
    hands = {seat: hand(cards) for seat, cards in enumerate(shown.split("|"))}
    assert verdict(hands, ALL) == (tuple(winners), caught_by)
    turned = {9 - seat: found for seat, found in reversed(hands.items())}
    assert {9 - seat for seat in verdict(turned, ALL).winners} == set(winners)


@pytest.mark.parametrize(("shown", "winner"), [("9Y 9T | 3G 7Y", 0), ("1G 8G | 4Y 7Y", 0)])
def test_without_the_rule_a_special_hand_beats_nothing(shown: str, winner: int) -> None:
    hands = {seat: hand(cards) for seat, cards in enumerate(shown.split("|"))}
    assert verdict(hands, NONE) == ((winner,), None)


def test_a_showdown_without_hands_is_a_fault() -> None:
    with pytest.raises(ValueError, match="nobody"):
        verdict({}, ALL)


@pytest.mark.parametrize(
    ("shown", "redeal"),
    [
        ("4T 9T | 1T 2T", "gusa"),
        ("4T 9T | 2Y 7T", "gusa"),
        ("4T 9T | 1T 1G", None),
        ("4T 9T | 1T 1G | 3G 7Y", None),
        ("4Y 9T | 1G 3G | 2Y 7T", None),
        ("4Y 9Y | 1T 2T", "mungGusa"),
        ("4Y 9Y | 8G 8Y", "mungGusa"),
        ("4Y 9Y | 8G 8Y | 3G 7Y", "mungGusa"),
        ("4Y 9Y | 10Y 10T", None),
        ("4Y 9Y | 1G 3G", None),
        ("4Y 9Y | 3G 8G", None),
        ("2Y 7T | 3T 6Y", None),
    ],
)
def test_a_gusa_has_the_cards_dealt_anew_unless_a_hand_is_too_good(shown: str, redeal: Redeal | None) -> None:
    hands = [hand(cards) for cards in shown.split("|")]
    assert redeal_of(hands, ALL) == redeal
    assert redeal_of(hands[::-1], ALL) == redeal
    assert redeal_of(hands, SpecialRules(gusa=False)) is None


def test_of_any_two_hands_at_most_one_special_hand_catches() -> None:
    """Every two hands that can be held at once: the better wins, unless a special one beats it."""
    checked = 0
    for one, other in combinations(PAIRS, 2):
        if set(one) & set(other):
            continue
        hands = {0: hand_of(*one), 1: hand_of(*other)}
        winners, caught_by = verdict(hands, ALL)
        strengths = [hands[0].strength, hands[1].strength]
        ordinary = tuple(seat for seat in (0, 1) if strengths[seat] == max(strengths))
        if caught_by is None:
            assert winners == ordinary
        else:
            (winner,) = winners
            assert hands[winner].special == caught_by
            assert (winner,) != ordinary
        checked += 1
    assert checked == 190 * 153 // 2
