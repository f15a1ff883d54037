"""The 48 hwatu cards and the bonus cards: one table for 섯다, 고스톱 and 맞고.

The id of a card is ``M``, its month, and its kind: ``M3-G`` (광), ``M4-Y`` (열끗), ``M4-T`` (띠),
``M4-P1`` and ``M4-P2`` (피), ``M11-PP`` (쌍피). The bonus cards are ``BN1`` to ``BN3``.
"""

from typing import Literal, NamedTuple, TypeAlias

CardId: TypeAlias = str
Kind: TypeAlias = Literal["gwang", "yeolkkeut", "tti", "pi"]
Ribbon: TypeAlias = Literal["hong", "cheong", "cho"]

KIND_KO: dict[Kind, str] = {"gwang": "광", "yeolkkeut": "열끗", "tti": "띠", "pi": "피"}
RIBBON_KO: dict[Ribbon, str] = {"hong": "홍단", "cheong": "청단", "cho": "초단"}
MONTH_KO = (
    *("보너스", "송학", "매조", "벚꽃", "흑싸리", "난초", "모란"),
    *("홍싸리", "공산", "국진", "단풍", "오동", "비"),
)
"""What the months are called, by their numbers; 0 is that of the bonus cards."""


class HwatuCard(NamedTuple):
    """A card's attributes.

    ``pi`` is how many 피 the card counts as: 1, 2 (쌍피), 3 (쓰리피), 0 for what is no 피.
    ``may_be_pi``: the 열끗 of the ninth month may be counted as a 쌍피 instead. ``godori`` marks
    the three birds. The 띠 of the twelfth month belongs to no set of ribbons.
    """

    id: CardId
    month: int
    kind: Kind
    ribbon: Ribbon | None = None
    godori: bool = False
    pi: int = 0
    may_be_pi: bool = False

    @property
    def name_ko(self) -> str:
        """What a player reads, such as ``3월 광`` or ``7월 초단``."""
        name = KIND_KO[self.kind] if self.ribbon is None else RIBBON_KO[self.ribbon]
        if self.pi > 1:
            name = "쌍피" if self.pi == 2 else "쓰리피"
        return f"{MONTH_KO[0]} {name}" if self.month == 0 else f"{self.month}월 {name}"


_SPECIALS: dict[int, str] = {
    **{1: "G T", 2: "Y T", 3: "G T", 4: "Y T", 5: "Y T", 6: "Y T"},
    **{7: "Y T", 8: "G Y", 9: "Y T", 10: "Y T", 11: "G PP", 12: "G Y T PP"},
}
"""What is in a month beside its 피: the first two of months 1 to 10 make the deck of 섯다."""
_RIBBONS: dict[int, Ribbon] = {
    **dict.fromkeys((1, 2, 3), "hong"),
    **dict.fromkeys((6, 9, 10), "cheong"),
    **dict.fromkeys((4, 5, 7), "cho"),
}
_BIRDS = (2, 4, 8)
_KINDS: dict[str, Kind] = {"G": "gwang", "Y": "yeolkkeut", "T": "tti", "P": "pi"}


def _month(month: int) -> list[HwatuCard]:
    cards = [
        HwatuCard(
            id=f"M{month}-{code}",
            month=month,
            kind=_KINDS[code[0]],
            ribbon=_RIBBONS.get(month) if code == "T" else None,
            godori=code == "Y" and month in _BIRDS,
            pi=2 if code == "PP" else 0,
            may_be_pi=code == "Y" and month == 9,
        )
        for code in _SPECIALS[month].split()
    ]
    plain = range(1, 5 - len(cards))
    return cards + [HwatuCard(f"M{month}-P{number}", month, "pi", pi=1) for number in plain]


_BONUS = [HwatuCard(f"BN{number}", 0, "pi", pi=pi) for number, pi in enumerate((2, 2, 3), start=1)]
"""Decks differ in how many they bring; the first two are 쌍피, the third is a 쓰리피."""

CARDS: dict[CardId, HwatuCard] = {
    card.id: card for card in [*(card for month in range(1, 13) for card in _month(month)), *_BONUS]
}
"""Every card there is, by its id."""

DECK: tuple[CardId, ...] = tuple(card.id for card in CARDS.values() if card.month)
"""The 48 cards, month by month, in one fixed order."""

SEOTDA_DECK: tuple[CardId, ...] = tuple(
    card.id for card in CARDS.values() if 1 <= card.month <= 10 and card.kind != "pi"
)
"""The 20 cards of 섯다: of the months 1 to 10 what is no 피, 광 or 열끗 before 띠 (8: 광, 열끗)."""


def deck(*, bonus: int = 0) -> tuple[CardId, ...]:
    """The 48 cards and the first ``bonus`` bonus cards, in their fixed order.

    :raises ValueError: there are no so many bonus cards.
    """
    if not 0 <= bonus <= len(_BONUS):
        raise ValueError(f"a deck has 0 to {len(_BONUS)} bonus cards, not {bonus}")
    return DECK + tuple(card.id for card in _BONUS[:bonus])


def parse(card: CardId) -> HwatuCard:
    """A card's attributes.

    :raises ValueError: there is no such card.
    """
    found = CARDS.get(card)
    if found is None:
        raise ValueError(f"not a hwatu card: {card!r}")
    return found
