"""Clocks, and what makes figures of a busy machine comparable."""

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

REFERENCE_MS = 3.0
"""``calibrate`` on the machine that the design's limits were set on (Python 3.11, two cores), idle.
CPU limits are compared after scaling by it, so that a slower machine, or neighbours that press on
its caches and clock rate, do not turn into a verdict on the code."""

_ROUNDS = 5


def cpu_ns() -> int:
    """CPU time of this process, all its threads: what others do meanwhile is hardly in it."""
    return time.process_time_ns()


def calibrate() -> float:
    """CPU milliseconds of a fixed piece of plain Python: dicts, strings, whole numbers, calls."""
    return min(_timed_ms(_plain_python) for _ in range(_ROUNDS))


def _timed_ms(call: Callable[[], object]) -> float:
    started = cpu_ns()
    call()
    return (cpu_ns() - started) / 1e6


def _plain_python() -> int:
    total = 0
    known: dict[str, int] = {}
    for number in range(12_000):
        name = f"{number % 97}:{number & 7}"
        known[name] = known.get(name, 0) + 1
        total ^= _step(total, number)
    return total + len(known)


def _step(total: int, number: int) -> int:
    return (total << 1 | number) & 0xFFFF_FFFF


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` (0 to 1) of them lie.

    :raises ValueError: there are none.
    """
    if not values:
        raise ValueError("no percentile of nothing")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


@dataclass(frozen=True, slots=True)
class Spread:
    """Several measurements of one thing: their median, and the least and the greatest."""

    median: float
    least: float
    most: float

    @staticmethod
    def of(values: Sequence[float]) -> "Spread":
        """The spread of some values."""
        return Spread(statistics.median(values), min(values), max(values))

    @property
    def noise(self) -> float:
        """How far apart they lie, as a share of the median."""
        return (self.most - self.least) / self.median if self.median else 0.0


def alternate(cases: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """What each case measured, round by round: one after the other, then from the start again, so
    that a noisy moment meets all of them."""
    found: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, measure in cases.items():
            found[name].append(measure())
    return found


def ratio(found: Mapping[str, Sequence[float]], name: str, beside: str) -> Spread:
    """One case beside another, each round by itself.

    :raises ValueError: they were not measured equally often.
    """
    return Spread.of([one / other for one, other in zip(found[name], found[beside], strict=True)])


@contextmanager
def settled() -> Iterator[None]:
    """As a Lambda is after its start (``functions/aws/startup.py``): what is there already is of no
    concern to the garbage collector any more."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
