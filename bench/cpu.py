"""CPU of a move with in-memory ports, by part: reading the frame, loading, deciding, saving, views."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import mean, median
from typing import TYPE_CHECKING

from bench import transport
from bench.games import Corpus, Script, best, made
from bench.measure import REFERENCE_MS, Spread, calibrate, cpu_ns, percentile, settled
from bench.report import Cell, Limit, Report, Table
from bench.table import POLICY, in_memory
from bench.table import Table as Seats
from engine.registry import GAMES
from functions.rooms import codec, frames, messages
from functions.rooms.commands import Act
from functions.rooms.decide import decide

if TYPE_CHECKING:
    from engine.game import PlayerId

PARTS = ("read", "load", "decide", "save", "views")
LIMIT_MS = {"othello": 0.40, "omok": 0.40, "chess": 1.00}
"""Limits of the design for the whole of it, at the speed of ``REFERENCE_MS``."""

_GAMES = {"othello": 10, "omok": 10, "chess": 6}
_OTHERS = 4
_ROUNDS = 3


@dataclass(slots=True)
class Timed:
    """CPU of some moves, in nanoseconds: each part by itself, and the whole on the real road."""

    parts: dict[str, list[int]] = field(default_factory=lambda: {part: [] for part in PARTS})
    whole: list[int] = field(default_factory=list)

    def part_ms(self, part: str) -> float:
        """The median of a part."""
        return median(self.parts[part]) / 1e6

    @property
    def ms(self) -> float:
        """The median of the whole."""
        return median(self.whole) / 1e6

    @property
    def p99_ms(self) -> float:
        """What 99 of 100 moves stay below."""
        return percentile(self.whole, 0.99) / 1e6

    @property
    def mean_ms(self) -> float:
        """The mean, which is what is paid for."""
        return mean(self.whole) / 1e6


def timed(corpus: Corpus, games: Sequence[Script]) -> Timed:
    """Every move of these games, twice: in parts, then as the runner carries it."""
    found = Timed()
    with settled():
        for number, game in enumerate(games):
            seats, outbox = in_memory(corpus, number)
            for mover, text in seats.moves(game):
                _in_parts(seats, mover, text, found)
                started = cpu_ns()
                seats.carry(mover, text)
                found.whole.append(cpu_ns() - started)
                outbox.clear()
    return found


def _in_parts(seats: Seats, mover: PlayerId, text: str, found: Timed) -> None:
    """What the runner does with the frame, step by step; nothing of it is kept."""
    stored, sender = codec.encode(seats.room), seats.client(mover).sender
    at = [cpu_ns()]
    frame = messages.read(text)
    at.append(cpu_ns())
    room = codec.decode(stored)
    at.append(cpu_ns())
    if not isinstance(frame, messages.ActFrame):
        raise TypeError(f"not a move: {text}")
    outcome = decide(room, Act(sender, frame.cs, frame.action, frame.seq), seats.now, POLICY)
    at.append(cpu_ns())
    codec.encode(outcome.room)
    at.append(cpu_ns())
    update = frames.Update(outcome, seats.now, POLICY)
    for player in seats.players:
        update.for_viewer(player, frame.cs if player == mover else None)
    at.append(cpu_ns())
    for part, (started, ended) in zip(PARTS, pairwise(at), strict=True):
        found.parts[part].append(ended - started)


def own_cpu_ms(corpus: Corpus) -> float:
    """What the project's own code takes for a move, on average; a quick look."""
    return timed(corpus, corpus.sample(4)).mean_ms


def report() -> Report:
    """The section ``cpu``."""
    kinds = {game_id: [best(game_id)] for game_id in GAMES}
    for game_id, found in kinds.items():
        if made(game_id).source != found[0].source:
            found.append(made(game_id))
    corpora = [corpus for found in kinds.values() for corpus in found]
    rounds: dict[str, list[Timed]] = {corpus.label: [] for corpus in corpora}
    speeds = [calibrate()]
    for _ in range(_ROUNDS):
        for corpus in corpora:
            count = _GAMES.get(corpus.game_id, _OTHERS)
            rounds[corpus.label].append(timed(corpus, corpus.sample(count)))
        speeds.append(calibrate())
    speed = median(speeds) / REFERENCE_MS
    rows, limits = [], []
    for corpus in corpora:
        found_in = rounds[corpus.label]
        rows.append(_row(corpus, found_in, speed))
        if corpus is kinds[corpus.game_id][0] and corpus.game_id in LIMIT_MS:
            scaled = Spread.of([timed.ms for timed in found_in]).median / speed
            limit = LIMIT_MS[corpus.game_id]
            limits.append(Limit("CPU of a move, median", scaled, limit, "ms", 3, of=corpus.name))
    around = transport.measure()
    return Report(
        "cpu",
        [
            Table(
                "CPU of a move with ports in memory, ms (median of all moves; two players, two views)",
                ("game", "moves", *PARTS, "rest", "whole", "mean", "p99", "scaled", "noise"),
                rows,
            ),
            Table(
                "CPU around it, ms (botocore and Powertools up to the socket; canned answers)",
                ("", "read", "write", "two posts", "log line", "all"),
                [("a move", around.read, around.write, around.posts, around.log, around.total)],
            ),
        ],
        limits,
        [
            f"Calibration {median(speeds):.2f} ms ({min(speeds):.2f} to {max(speeds):.2f}), reference "
            f"{REFERENCE_MS} ms: 'scaled' is the whole divided by {speed:.2f}; the limits are about it.",
            "'rest' is what is neither part: presence, timers, the runner itself; 'noise' is how far the "
            f"{_ROUNDS} rounds lie apart, as a share of their median.",
        ],
        {"calibration_ms": median(speeds), "reference_ms": REFERENCE_MS},
    )


def _row(corpus: Corpus, rounds: Sequence[Timed], speed: float) -> tuple[Cell, ...]:
    parts = [median(timed.part_ms(part) for timed in rounds) for part in PARTS]
    whole = Spread.of([timed.ms for timed in rounds])
    return (
        corpus.label,
        len(rounds[0].whole),
        *parts,
        max(0.0, whole.median - sum(parts)),
        whole.median,
        median(timed.mean_ms for timed in rounds),
        median(timed.p99_ms for timed in rounds),
        whole.median / speed,
        f"{whole.noise:.0%}",
    )
