"""What two hwatu cards are worth in 섯다 (족보), and who wins a showdown.

House rules differ, so what is disputed is in ``SpecialRules``. What is common to nearly all
tables, online and off:

* 광땡 (two 광 of 1, 3, 8; 38 is the best) > 땡 (a pair, 장땡 is 10) > 알리 1-2 > 독사 1-4 >
  구삥 1-9 > 장삥 1-10 > 장사 4-10 > 세륙 4-6 > 끗 (the last digit of the sum: 9 is 갑오, 0 is 망통).
* 땡잡이 (광 of 3 with 열끗 of 7) beats 1땡 to 9땡; otherwise it is a 망통.
* 암행어사 (열끗 of 4 with 열끗 of 7) beats 13광땡 and 18광땡; otherwise it is a 1끗.
* 구사 (4 with 9) has the cards dealt anew if the best hand is an 알리 or less, 멍텅구리 구사
  (열끗 of 4 with 열끗 of 9) if it is a 9땡 or less; otherwise they are a 3끗.

Not played here: a 땡값 paid beside the pot, and buying oneself back in when cards are dealt anew.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from engine.cards.hwatu import SEOTDA_DECK, CardId, parse

Special: TypeAlias = Literal["ddaengCatcher", "inspector", "gusa", "mungGusa"]
Redeal: TypeAlias = Literal["gusa", "mungGusa"]

SPECIAL_KO: dict[Special, str] = {
    "ddaengCatcher": "땡잡이",
    "inspector": "암행어사",
    "gusa": "구사",
    "mungGusa": "멍텅구리구사",
}

_SPECIALS: dict[frozenset[CardId], Special] = {
    frozenset(("M3-G", "M7-Y")): "ddaengCatcher",
    frozenset(("M4-Y", "M7-Y")): "inspector",
    frozenset(("M4-Y", "M9-Y")): "mungGusa",
    frozenset(("M4-Y", "M9-T")): "gusa",
    frozenset(("M4-T", "M9-Y")): "gusa",
    frozenset(("M4-T", "M9-T")): "gusa",
}

_KKEUT_KO = ("망통", *(f"{number}끗" for number in range(1, 9)), "갑오")
_MIDDLE = ((4, 6, "세륙"), (4, 10, "장사"), (1, 10, "장삥"), (1, 9, "구삥"), (1, 4, "독사"), (1, 2, "알리"))
_GWANG = ((1, 3, "13광땡"), (1, 8, "18광땡"), (3, 8, "38광땡"))

KKEUT = 0
"""The strength of a 망통; a hand of n 끗 is n above it."""
MIDDLE = KKEUT + len(_KKEUT_KO)
ALI = MIDDLE + len(_MIDDLE) - 1
DDAENG = ALI
"""A pair of month n is n above it."""
GWANG = DDAENG + 11
"""13광땡, the lowest of the three; 18 and 38 follow."""

_NINE_DDAENG = DDAENG + 9
_BEST_TO_REDEAL: dict[Redeal, int] = {"gusa": ALI, "mungGusa": _NINE_DDAENG}


class SeotdaHand(NamedTuple):
    """Two cards' worth. ``strength`` orders ordinary hands; equal ones tie."""

    strength: int
    name_ko: str
    special: Special | None


@dataclass(frozen=True, slots=True)
class SpecialRules:
    """Which of the disputed rules hold: 땡잡이, 암행어사, 구사 (with 멍텅구리 구사)."""

    ddaeng_catcher: bool = True
    inspector: bool = True
    gusa: bool = True

    def has(self, special: Special | None) -> bool:
        """Whether this special hand is more here than its 끗."""
        match special:
            case None:
                return False
            case "ddaengCatcher":
                return self.ddaeng_catcher
            case "inspector":
                return self.inspector
            case _:
                return self.gusa

    def label_ko(self, hand: SeotdaHand) -> str:
        """What a player reads: the hand's name, or that of its special power with its 끗."""
        if hand.special is None or not self.has(hand.special):
            return hand.name_ko
        return f"{SPECIAL_KO[hand.special]}({hand.name_ko})"


class Verdict(NamedTuple):
    """Who has won: more than one is a tie. ``caught_by`` is the special hand that beat a better one."""

    winners: tuple[int, ...]
    caught_by: Special | None


def hand_of(one: CardId, two: CardId) -> SeotdaHand:
    """What two different cards of the deck of 섯다 are worth.

    :raises ValueError: they are not that.
    """
    if one == two or one not in SEOTDA_DECK or two not in SEOTDA_DECK:
        raise ValueError(f"not two cards of seotda: {one!r}, {two!r}")
    low, high = sorted((parse(one), parse(two)), key=lambda card: card.month)
    special = _SPECIALS.get(frozenset((one, two)))
    if low.kind == high.kind == "gwang":
        for number, (first, second, name) in enumerate(_GWANG):
            if (low.month, high.month) == (first, second):
                return SeotdaHand(GWANG + number, name, None)
    if low.month == high.month:
        name = "장땡" if low.month == 10 else f"{low.month}땡"
        return SeotdaHand(DDAENG + low.month, name, None)
    for number, (first, second, name) in enumerate(_MIDDLE):
        if (low.month, high.month) == (first, second):
            return SeotdaHand(MIDDLE + number, name, None)
    kkeut = (low.month + high.month) % 10
    return SeotdaHand(KKEUT + kkeut, _KKEUT_KO[kkeut], special)


def redeal_of(hands: Collection[SeotdaHand], rules: SpecialRules) -> Redeal | None:
    """The hand that has the cards dealt anew, if one of the hands shown does.

    It looks at the best hand as such: that a 땡잡이 would beat it makes it no lower.
    """
    if not rules.gusa:
        return None
    top = max(hand.strength for hand in hands)
    for hand in hands:
        if hand.special in _BEST_TO_REDEAL and top <= _BEST_TO_REDEAL[hand.special]:
            return hand.special
    return None


def verdict(hands: Mapping[int, SeotdaHand], rules: SpecialRules) -> Verdict:
    """Who of the seats wins; one card of each special hand being single, only one can hold it.

    :raises ValueError: nobody shows a hand.
    """
    if not hands:
        raise ValueError("nobody shows a hand")
    top = max(hand.strength for hand in hands.values())
    catching = _catching(top)
    if catching is not None and rules.has(catching):
        for seat, hand in hands.items():
            if hand.special == catching:
                return Verdict((seat,), catching)
    return Verdict(tuple(seat for seat, hand in hands.items() if hand.strength == top), None)


def _catching(top: int) -> Special | None:
    """The special hand that beats the best ordinary one."""
    if DDAENG < top <= _NINE_DDAENG:
        return "ddaengCatcher"
    return "inspector" if top in (GWANG, GWANG + 1) else None
