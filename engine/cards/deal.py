"""Dealing from a shuffled deck."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Dealt(NamedTuple, Generic[T]):
    """What everybody got, in the order of dealing, and what is left of the deck, top first."""

    hands: tuple[tuple[T, ...], ...]
    rest: tuple[T, ...]


def deal(deck: Sequence[T], hands: int, each: int = 1) -> Dealt[T]:
    """One card a round to each hand in turn, from the top of the deck (its beginning).

    :raises ValueError: there are not enough cards.
    """
    needed = hands * each
    if needed > len(deck):
        raise ValueError(f"{hands} hands of {each} are more than {len(deck)} cards")
    return Dealt(tuple(tuple(deck[hand:needed:hands]) for hand in range(hands)), tuple(deck[needed:]))
