"""Making a failing world small: which of its mishaps are needed for it to fail?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.simulation.watch import BrokenError
from tests.simulation.world import World


@dataclass(frozen=True, slots=True)
class Failure:
    """A world that broke: its seed, the mishaps that happened in it, and what did not hold."""

    seed: int
    mishaps: tuple[str, ...]
    what: str
    kind: type[BaseException]
    story: tuple[str, ...] = ()


def live(seed: int, *, only: frozenset[str] | None = None, with_story: bool = False) -> Failure | None:
    """Live through a world; how it broke, or None."""
    story: list[str] | None = [] if with_story else None
    world = World(seed, only=only, story=story)
    try:
        world.run()
    except Exception as fault:  # noqa: BLE001 - a fault of the backend or of the client is what is looked for
        words = str(fault) if isinstance(fault, BrokenError) else repr(fault)
        return Failure(seed, tuple(world.fate.fired), words, type(fault), tuple(story or ()))
    return None


def shrunk(failure: Failure, *, runs: int = 300) -> Failure:
    """The same seed with as few mishaps as still break it in the same way, found in about so many runs.

    Halves are left out first, then ever smaller pieces (Zeller's ddmin).
    """
    left = [runs]

    def breaks(mishaps: Sequence[str]) -> Failure | None:
        left[0] -= 1
        found = live(failure.seed, only=frozenset(mishaps))
        return found if found is not None and _alike(found, failure) else None

    smallest = _minimal(breaks, failure, left)
    told = live(smallest.seed, only=frozenset(smallest.mishaps), with_story=True)
    return smallest if told is None else told


def _minimal(breaks: Callable[[Sequence[str]], Failure | None], failure: Failure, left: list[int]) -> Failure:
    pieces = 2
    while failure.mishaps and left[0] > 0:
        size = max(1, len(failure.mishaps) // pieces)
        for start in range(0, len(failure.mishaps), size):
            rest = failure.mishaps[:start] + failure.mishaps[start + size :]
            smaller = breaks(rest)
            if smaller is not None and len(smaller.mishaps) < len(failure.mishaps):
                failure, pieces = smaller, max(2, pieces - 1)
                break
        else:
            if size == 1:
                break
            pieces *= 2
    return failure


def _alike(one: Failure, other: Failure) -> bool:
    """Whether two worlds broke for the same reason: names and numbers aside, in the same words."""
    return one.kind is other.kind and _bare(one.what) == _bare(other.what)


def _bare(what: str) -> str:
    words = what.split("(", maxsplit=1)[0].split(":", maxsplit=1)[0].split(" ")
    return " ".join(word for word in words if word.isalpha() and word not in _NAMES)


_NAMES = frozenset({"anna", "bo", "cy", "dora", "eve", "fil", "gus"})
