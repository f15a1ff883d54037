"""Games by chance: how fast the rules are, beside python-chess and OpenSpiel.

The rules here make more than the others': events for every move, immutable states, clocks, reasons for
what is refused. So this says how far the engine is from bare rules, not which is better.

OpenSpiel is no dependency. ``NOLPAN_OPENSPIEL`` names a Python interpreter that has ``pyspiel``; without
it the comparison says "not installed".
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median

import chess

from bench import midgame, spiel
from bench.games import NAMES, ROOT, people
from bench.measure import cpu_ns, settled
from bench.report import Cell, Report, Table
from engine.registry import GAMES
from engine.rng import Rng

_SECONDS = 0.5
_ROUNDS = 3
_MOST_PLIES = 400
_START = 1_800_000_000_000

SPIEL_NAMES = {"othello": "othello", "omok": "gomoku", "chess": "chess"}
"""The same games there."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Games and plies a second of CPU."""

    games: float
    plies: float


def rate(play: Callable[[int], int], seconds: float) -> Rate:
    """How fast ``play`` plays; it is given the game's number and gives the number of its plies."""
    games = plies = 0
    started = cpu_ns()
    while (used := (cpu_ns() - started) / 1e9) < seconds:
        plies += play(games)
        games += 1
    return Rate(games / used, plies / used)


def engine_game(game_id: str, number: int) -> int:
    """One game by the project's rules; how many plies it had."""
    game = GAMES[game_id]
    options = game.Options()
    seed = number.to_bytes(16, "little")
    rng, dice = Rng.from_seed(seed), Rng.from_seed(seed)
    now = _START
    state = game.setup(players=people(game, options), options=options, rng=rng, now=now)
    plies = 0
    while plies < _MOST_PLIES and game.result(state) is None:
        player = game.active_players(state)[0]
        legal = game.legal_actions(state, player)
        now += 1_000
        state, _ = game.apply(state, player, legal[dice.int(len(legal))], rng=rng, now=now)
        plies += 1
    return plies


def library_game(number: int) -> int:
    """One game of chess by python-chess alone, drawn as the rules draw it without a claim."""
    dice = random.Random(number)  # noqa: S311 - a playout
    board = chess.Board()
    plies = 0
    while plies < _MOST_PLIES and not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
        plies += 1
    return plies


def openspiel(game_ids: list[str], seconds: float) -> dict[str, Rate | None]:
    """The same by OpenSpiel, None for a game that it does not know; empty where it is not installed.

    :raises subprocess.CalledProcessError: the interpreter that was named cannot run it.
    """
    interpreter = os.environ.get("NOLPAN_OPENSPIEL")
    if interpreter is None:
        if not spiel.is_installed():
            return {}
        interpreter = sys.executable
    names = [SPIEL_NAMES[game_id] for game_id in game_ids if game_id in SPIEL_NAMES]
    command = [interpreter, str(ROOT / "bench" / "spiel.py"), str(seconds), str(_MOST_PLIES), *names]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, list[float] | None] = json.loads(done.stdout)
    rates = {name: None if pair is None else Rate(*pair) for name, pair in found.items()}
    return {game_id: rates.get(SPIEL_NAMES.get(game_id, "")) for game_id in game_ids}


def report() -> Report:
    """The section ``playouts``."""
    game_ids = list(GAMES)
    ours: dict[str, list[Rate]] = {game_id: [] for game_id in game_ids}
    library: list[Rate] = []
    with settled():
        for _ in range(_ROUNDS):
            for game_id in game_ids:
                ours[game_id].append(rate(partial(engine_game, game_id), _SECONDS))
            library.append(rate(library_game, _SECONDS))
    theirs = openspiel(game_ids, _SECONDS)
    rows: list[tuple[Cell, ...]] = []
    for game_id in game_ids:
        plies = median(one.plies for one in ours[game_id])
        spiel_rate = theirs.get(game_id)
        rows.append(
            (
                NAMES.get(game_id, game_id),
                median(one.games for one in ours[game_id]),
                plies,
                plies / median(one.plies for one in library) if game_id == "chess" else None,
                "not installed" if not theirs else None if spiel_rate is None else plies / spiel_rate.plies,
            )
        )
    chess_games = median(one.games for one in library)
    head = ("game", "games/s", "plies/s", "beside python-chess", "beside OpenSpiel (C++)")
    position, limits = midgame.compared()
    return Report(
        "playouts",
        [Table("Games by chance, a second of CPU", head, rows), position],
        limits,
        notes=[
            f"python-chess alone: {chess_games:.1f} games a second, of another length: it claims no "
            "repetition. So plies are compared.",
        ],
    )
