"""Playouts by OpenSpiel, as a program for whatever interpreter has it: nothing else is imported.

``spiel.py SECONDS MOST_PLIES GAME ...`` prints, by game, games and plies a second, null for a game that it
does not know.
"""

import importlib.util
import json
import random
import sys
import time
from typing import Any


def is_installed() -> bool:
    """Whether this interpreter has it."""
    return importlib.util.find_spec("pyspiel") is not None


def _rate(game: Any, seconds: float, most: int) -> tuple[float, float]:
    dice = random.Random(1)  # noqa: S311 - a playout
    games = plies = 0
    started = time.process_time()
    while (used := time.process_time() - started) < seconds:
        state = game.new_initial_state()
        played = 0
        while played < most and not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            played += 1
        plies += played
        games += 1
    return games / used, plies / used


def main(seconds: float, most: int, names: list[str]) -> None:
    """Play and print."""
    import pyspiel  # type: ignore[import-not-found]

    known = set(pyspiel.registered_names())
    print(
        json.dumps(
            {name: _rate(pyspiel.load_game(name), seconds, most) if name in known else None for name in names}
        )
    )


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
