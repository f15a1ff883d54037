"""Deterministic random numbers: sfc32 (document 002, section 3).

One ``Rng`` belongs to the runner for one call. The runner makes it from the state that is
stored beside the game, hands it to the game, and stores ``state`` again afterwards. No game
keeps one, and nothing of it is in any view.
"""

import struct
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

_T = TypeVar("_T")

# ``Rng.int`` hides the builtin inside the class, so the type needs another name there.
UInt32: TypeAlias = int
RngState: TypeAlias = tuple[UInt32, UInt32, UInt32, UInt32]
"""The words a, b, c and the counter of sfc32, each 0 .. 2**32 - 1."""

_MASK = 0xFFFF_FFFF
_RANGE = 0x1_0000_0000
_WARMUP = 12
"""Outputs thrown away after seeding, as PractRand does, so that close seeds part ways."""


class Rng:
    """A generator that advances by one step for each number drawn.

    Not for secrets: whoever sees a few outputs in full knows all that follow.
    """

    __slots__ = ("_a", "_b", "_c", "_counter")

    def __init__(self, a: UInt32, b: UInt32, c: UInt32, counter: UInt32) -> None:
        """:raises ValueError: a word is not an unsigned 32-bit number."""
        for word in (a, b, c, counter):
            if not 0 <= word <= _MASK:
                raise ValueError(f"not an unsigned 32-bit word: {word!r}")
        self._a, self._b, self._c, self._counter = a, b, c, counter

    @classmethod
    def from_seed(cls, seed: bytes) -> "Rng":
        """A fresh generator: four little-endian words, then twelve outputs thrown away.

        :raises ValueError: the seed is not 16 bytes long.
        """
        if len(seed) != 16:
            raise ValueError(f"a seed has 16 bytes, not {len(seed)}")
        rng = cls(*struct.unpack("<4I", seed))
        for _ in range(_WARMUP):
            rng._step()
        return rng

    @classmethod
    def from_state(cls, state: Sequence[UInt32]) -> "Rng":
        """The generator whose ``state`` this was.

        :raises ValueError: it is not four unsigned 32-bit numbers.
        """
        if len(state) != 4:
            raise ValueError(f"a state has 4 words, not {len(state)}")
        a, b, c, counter = state
        return cls(a, b, c, counter)

    @property
    def state(self) -> RngState:
        """What ``from_state`` needs to go on from here."""
        return self._a, self._b, self._c, self._counter

    def _step(self) -> UInt32:
        a, b, c, counter = self._a, self._b, self._c, self._counter
        out = (a + b + counter) & _MASK
        self._counter = (counter + 1) & _MASK
        self._a = b ^ (b >> 9)
        self._b = (c + (c << 3)) & _MASK
        self._c = (((c << 21) | (c >> 11)) + out) & _MASK
        return out

    def next(self) -> float:
        """The next number of [0, 1), a multiple of 2**-32."""
        return self._step() / _RANGE

    def int(self, n: UInt32) -> UInt32:
        """A whole number of 0 .. n - 1, each equally likely; draws once or, rarely, more.

        :raises ValueError: n is not in 1 .. 2**32.
        """
        if not 1 <= n <= _RANGE:
            raise ValueError(f"cannot draw below {n!r}")
        limit = _RANGE - _RANGE % n  # what is at or past it would favour small numbers
        while (out := self._step()) >= limit:
            pass
        return out % n

    def shuffle(self, items: Sequence[_T]) -> list[_T]:
        """A shuffled copy: Fisher-Yates from the last index down."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.int(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled
