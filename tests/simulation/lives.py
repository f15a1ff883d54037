"""Living through worlds, and making one that breaks small: which of its mishaps are needed?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.simulation.fate import Fate
from tests.simulation.watch import BrokenError
from tests.simulation.world import NAMES, World


@dataclass(frozen=True, slots=True)
class Life:
    """What became of a world. ``broken`` says what did not hold in it, None if everything did."""

    seed: int
    game_id: str
    saves: int
    ends: tuple[str, ...]
    """Why its games ended."""
    mishaps: tuple[str, ...]
    broken: str | None
    story: tuple[str, ...]
    """What happened, line by line, if that was asked for."""


def live(seed: int, *, only: frozenset[str] | None = None, with_story: bool = False) -> Life:
    """Live through a world; with ``only``, no mishap happens but those."""
    story: list[str] | None = [] if with_story else None
    world = World(Fate(seed, only=only), story)
    broken: str | None = None
    try:
        world.run()
    except BrokenError as fault:
        broken = str(fault)
    except Exception as fault:  # noqa: BLE001 - whatever backend and client raise is what is looked for
        broken = repr(fault)
    return Life(
        seed=seed,
        game_id=world.game_id,
        saves=world.watch.saves,
        ends=tuple(world.watch.ends),
        mishaps=tuple(world.fate.fired),
        broken=broken,
        story=tuple(story or ()),
    )


def shrunk(life: Life, *, runs: int = 300) -> Life:
    """The same world with as few mishaps as still break it in the same way, and its story.

    Halves are left out first, then ever smaller pieces (Zeller's ddmin), in about so many runs.
    """

    def still_breaks(mishaps: Sequence[str]) -> Life | None:
        nonlocal runs
        runs -= 1
        again = live(life.seed, only=frozenset(mishaps))
        return again if _in_words(again.broken) == _in_words(life.broken) else None

    smallest = _smaller(life, still_breaks, lambda: runs > 0)
    return live(smallest.seed, only=frozenset(smallest.mishaps), with_story=True)


def _smaller(
    life: Life, still_breaks: Callable[[Sequence[str]], Life | None], may_go_on: Callable[[], bool]
) -> Life:
    pieces = 2
    while life.mishaps and may_go_on():
        size = max(1, len(life.mishaps) // pieces)
        for start in range(0, len(life.mishaps), size):
            again = still_breaks(life.mishaps[:start] + life.mishaps[start + size :])
            if again is not None and len(again.mishaps) < len(life.mishaps):
                life, pieces = again, max(2, pieces - 1)
                break
        else:
            if size == 1:
                break
            pieces *= 2
    return life


def _in_words(broken: str | None) -> str | None:
    """What broke without the names and numbers of this one time."""
    if broken is None:
        return None
    head = broken.split("(")[0].split(":")[0]
    return " ".join(word for word in head.split() if word.isalpha() and word not in NAMES)
