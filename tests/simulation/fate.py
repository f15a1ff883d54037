"""What chance decides in a simulated world: everything from one seed, each decision under a name.

A decision depends on the seed and its own name alone, never on how many were made before it. So
a world can be run again with some mishaps left out, and whatever these do not touch happens as
before: that is what makes a failing run small enough to read (``shrink.py``).
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WHOLE = 1 << 64

Odds = tuple[float, float]
"""How likely something is in a world where it is rare, and in one where it is common."""

MISHAPS: Mapping[str, Mapping[str, Odds]] = {
    "link": {
        "up.drop": (0.01, 0.08),
        "up.double": (0.02, 0.15),
        "up.late": (0.03, 0.2),
        "down.drop": (0.01, 0.08),
        "down.double": (0.02, 0.1),
        "down.late": (0.03, 0.2),
    },
    "socket": {
        "break": (0.01, 0.04),
        "mute": (0.003, 0.02),
        "refused": (0.02, 0.1),
        "disconnect.lost": (0.1, 0.5),
        "disconnect.late": (0.1, 0.4),
        "disconnect.twice": (0.05, 0.2),
    },
    "function": {
        "cold": (0.02, 0.2),
        "pause": (0.03, 0.2),
        "crash.before": (0.003, 0.02),
        "crash.after": (0.003, 0.02),
    },
    "store": {
        "throttled": (0.004, 0.03),
        "written.unseen": (0.004, 0.03),
        "written.twice": (0.004, 0.03),
    },
    "post": {
        "post.gone": (0.002, 0.01),
        "post.failed": (0.01, 0.06),
        "post.unsure": (0.01, 0.06),
    },
    "timer": {
        "fire.early": (0.05, 0.2),
        "fire.late": (0.05, 0.3),
        "fire.twice": (0.05, 0.3),
        "fire.never": (0.01, 0.1),
    },
    "outage": {"outage": (0.5, 0.9)},
    "people": {
        "whim": (0.05, 0.25),
        "dawdle": (0.02, 0.1),
    },
}
"""By the family that a world has much of, little of, or nothing of."""


LOSSES = frozenset(
    {
        *("up.drop", "down.drop", "fire.never", "outage"),
        *("post.gone", "post.failed", "post.unsure"),
        *("crash.before", "crash.after", "throttled", "written.unseen"),
    }
)
"""Mishaps by which somebody may miss something until they ask, or go on, or come back."""


class Fate:
    """The decisions of one world.

    With ``only`` no mishap happens but those named. ``fired`` collects the names of those that
    happened, in order; ``lost_something`` says whether one of ``LOSSES`` did; ``odds`` how likely each is.
    """

    def __init__(self, seed: int, *, only: frozenset[str] | None = None) -> None:
        self.seed = seed
        self.only = only
        self.fired: list[str] = []
        self.is_calm = False
        self.lost_something = False
        self._salt = seed.to_bytes(8, "little", signed=True)
        self.odds: dict[str, float] = {}
        loses = self.number("loses") < 0.6
        for family, mishaps in MISHAPS.items():
            level = self.choice(f"much of {family}", (None, 0, 0, 1))
            for what, odds in mishaps.items():
                never = level is None or (what in LOSSES and not loses)
                self.odds[what] = 0.0 if never else odds[level or 0]

    def number(self, name: str) -> float:
        """A number from 0 up to 1."""
        digest = blake2b(name.encode(), digest_size=8, salt=self._salt).digest()
        return int.from_bytes(digest, "little") / _WHOLE

    def below(self, name: str, limit: int) -> int:
        """A whole number from 0 up to ``limit``."""
        return int(self.number(name) * limit)

    def between(self, name: str, least: int, most: int) -> int:
        """A whole number, both ends included."""
        return least + self.below(name, most - least + 1)

    def choice(self, name: str, among: Sequence[T]) -> T:
        """One of several."""
        return among[self.below(name, len(among))]

    def happens(self, what: str, where: str) -> bool:
        """Whether a mishap of that kind happens there; noted if it does."""
        odds = self.odds[what]
        if self.is_calm or not odds:
            return False
        name = f"{what} {where}"
        return self.number(name) < odds and self._fires(what, name)

    def one_of(self, kinds: Sequence[str], where: str) -> str | None:
        """At most one mishap of these kinds, by one draw."""
        if self.is_calm:
            return None
        drawn = self.number(f"mishap {where}")
        for what in kinds:
            drawn -= self.odds[what]
            if drawn < 0:
                return what if self._fires(what, f"{what} {where}") else None
        return None

    def _fires(self, what: str, name: str) -> bool:
        if self.only is not None and name not in self.only:
            return False
        self.fired.append(name)
        self.lost_something = self.lost_something or what in LOSSES
        return True
