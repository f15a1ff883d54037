"""Simulated worlds from the command line.

python -m tests.simulation 4711              live through one world and tell its story
python -m tests.simulation 4711 --only ...   the same with these mishaps and no others
python -m tests.simulation --worlds 10000    live through many; the first that breaks is made small
"""

import argparse
import os
import shlex
import sys
import time
from collections import Counter
from functools import partial
from multiprocessing import Pool

from tests.simulation.lives import Life, live, shrunk

_LINES = 60
_WIDTH = 400


def main(arguments: list[str]) -> int:
    """0 if everything held."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("seed", type=int, nargs="?", help="the world to tell of")
    parser.add_argument("--only", nargs="*", metavar="MISHAP", help="let nothing else go wrong")
    parser.add_argument("--worlds", type=int, metavar="N", help="live through so many")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="from this seed on")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    given = parser.parse_args(arguments)
    if given.worlds is not None:
        return _live_through(given.first, given.worlds, given.jobs)
    if given.seed is None:
        parser.error("a seed, or --worlds")
    life = live(given.seed, only=None if given.only is None else frozenset(given.only), with_story=True)
    print(*life.story, sep="\n")
    print(_summary(life))
    return 0 if life.broken is None else 1


def _live_through(first: int, worlds: int, jobs: int) -> int:
    began = time.perf_counter()
    ends: Counter[str] = Counter()
    mishaps: Counter[str] = Counter()
    saves = done = 0
    with Pool(jobs) as pool:
        for life in pool.imap_unordered(live, range(first, first + worlds), chunksize=8):
            if life.broken is not None:
                pool.terminate()
                _tell_of(life)
                return 1
            done += 1
            saves += life.saves
            ends.update(f"{life.game_id} {reason}" for reason in life.ends)
            mishaps.update(name.split(" ")[0] for name in life.mishaps)
            if done % 500 == 0:
                print(f"{done} worlds", file=sys.stderr)
    seconds = time.perf_counter() - began
    print(f"{done} worlds, {saves} saved commands, {sum(ends.values())} games; everything held")
    print("ends:   ", ", ".join(f"{name} {count}" for name, count in sorted(ends.items())))
    print("mishaps:", ", ".join(f"{name} {count}" for name, count in sorted(mishaps.items())))
    print(f"{done / seconds:.1f} worlds a second on {jobs} cores")
    return 0


def _tell_of(life: Life) -> None:
    """The shortest way to see a world break."""
    print(_summary(life))
    print("looking for what is needed of that ...", file=sys.stderr)
    small = shrunk(life)
    print(*(line[:_WIDTH] for line in small.story[-_LINES:]), sep="\n")
    print(_summary(small))
    words = [shlex.quote(name) for name in small.mishaps]
    print(f"\nthe whole of it: python -m tests.simulation {small.seed} --only {' '.join(words)}")


def _summary(life: Life) -> str:
    held = "everything held" if life.broken is None else f"broken: {life.broken}"
    return "\n".join(
        [f"world {life.seed} ({life.game_id}): {held}", *map(partial("  {}".format), life.mishaps)]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
