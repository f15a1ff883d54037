"""Side pots: who can win which part of what was paid, and how a pot is shared.

Who has paid less than another can win no more than as much from each as he has paid himself.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple


class Pot(NamedTuple):
    """Chips, and the seats that can win them."""

    amount: int
    seats: tuple[int, ...]


def pots_of(paid: Sequence[int], live: Sequence[int], carried: Sequence[Pot] = ()) -> tuple[Pot, ...]:
    """What the seats have paid as pots, the main pot first, after the pots that lay there before.

    Only ``live`` seats win. What the others have paid beyond the highest living payment lies in
    the last pot, and a pot whose contenders are all gone falls to the one before it (the first:
    to all who live).
    """
    found = [Pot(pot.amount, tuple(seat for seat in pot.seats if seat in live)) for pot in carried]
    below = 0
    for level in sorted({paid[seat] for seat in live} - {0}):
        amount = sum(min(chips, level) - min(chips, below) for chips in paid)
        found.append(Pot(amount, tuple(seat for seat in live if paid[seat] >= level)))
        below = level
    found.append(Pot(sum(max(0, chips - below) for chips in paid), ()))
    return _merged(found, tuple(live))


def _merged(pots: Sequence[Pot], live: tuple[int, ...]) -> tuple[Pot, ...]:
    """The pots without empty ones, and with neighbours that the same seats can win in one."""
    found: list[Pot] = []
    for pot in pots:
        seats = pot.seats or (found[-1].seats if found else live)
        if found and found[-1].seats == seats:
            found[-1] = Pot(found[-1].amount + pot.amount, seats)
        elif pot.amount:
            found.append(Pot(pot.amount, seats))
    return tuple(found)


def shares_of(pot: Pot, winners: Collection[int], order: Sequence[int]) -> dict[int, int]:
    """A pot in equal parts; chips left over go one each to the first winners in ``order``.

    :raises ValueError: nobody wins, or somebody who is not in ``order``.
    """
    ordered = [seat for seat in order if seat in winners]
    if not ordered or len(ordered) != len(winners):
        raise ValueError(f"{winners} among {order} cannot share a pot")
    each, odd = divmod(pot.amount, len(ordered))
    return {seat: each + (place < odd) for place, seat in enumerate(ordered)}
