"""Whether a move costs more the longer a game lasts: calls, CPU, frames, the stored item.

Chess games that were made to last, omok until the board is full, reversi to its end; and reversi in
which every placement is taken back again, so that the board stays and the log alone grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING

from bench.games import Corpus, Script, made
from bench.measure import cpu_ns, settled
from bench.report import Cell, Limit, Report, Table
from bench.table import Ports
from bench.table import Table as Seats
from functions.aws.items import room_item
from functions.rooms import codec
from local.memory import MemoryOutbox, MemoryStore, MemoryTimers
from local.meter import item_size

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.game import PlayerId
    from functions.rooms.ports import Lost
    from functions.rooms.room import Link, Room

LIMIT = 1.25
"""Ply 200 beside ply 20."""
EARLY, LATE = 20, 200
_PLIES = (10, 20, 40, 60, 100, 200, 300)
_AROUND = 5
"""Figures of a ply are medians over so many plies before and after it."""
_GAMES = 3
_REPEATS = 3
"""Every game is played so often; of each move the least CPU time counts."""
_OPENING = 12
_LOOPS = 100
"""Placements that are taken back, after an opening of so many that are not."""


class CountedStore(MemoryStore):
    """Counts what a move asks of a store: reads and writes of the room, and whatever else."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def load(self, room_id: str) -> Room | None:
        """As ``RoomStore.load``."""
        self.calls += 1
        return super().load(room_id)

    def save(self, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        """As ``RoomStore.save``."""
        self.calls += 1
        return super().save(room, presence_rev=presence_rev, arm=arm)

    def set_armed(self, room_id: str, *, was: int, becomes: int) -> bool:
        """As ``RoomStore.set_armed``."""
        self.calls += 1
        return super().set_armed(room_id, was=was, becomes=becomes)

    def spectators(self, room_id: str) -> Mapping[str, Link]:
        """As ``RoomStore.spectators``."""
        self.calls += 1
        return super().spectators(room_id)


@dataclass(frozen=True, slots=True)
class _Uncounted:
    """The room as it is kept, read past the counting."""

    store: CountedStore

    def load(self, room_id: str) -> Room | None:
        """As ``RoomStore.load``."""
        return MemoryStore.load(self.store, room_id)


@dataclass(frozen=True, slots=True)
class Figures:
    """One move: CPU, bytes of all its frames, the item after it, calls to the store."""

    cpu_ns: int
    frame_bytes: int
    item_bytes: int
    calls: int


Frames = Iterator[tuple["PlayerId", str]]


def walked(corpus: Corpus, play: Callable[[Seats], Frames]) -> list[Figures]:
    """The figures of each frame of one game."""
    store, outbox = CountedStore(), MemoryOutbox()
    ports = Ports(store, _Uncounted(store), outbox, MemoryTimers())
    seats = Seats(ports, corpus.game_id, corpus.options)
    found: list[Figures] = []
    for player, text in play(seats):
        outbox.clear()
        store.calls = 0
        started = cpu_ns()
        seats.carry(player, text)
        used, calls = cpu_ns() - started, store.calls
        sent = sum(len(data) for frames in outbox.sent.values() for data in frames)
        found.append(Figures(used, sent, item_size(room_item(codec.encode(seats.room))), calls))
    return found


def taken_back(seats: Seats, opening: Script) -> Frames:
    """An opening, then placements that are taken back one after the other: three frames for each."""
    yield from islice(seats.moves(opening), _OPENING)
    for _ in range(_LOOPS):
        seats.think()
        mover, seen = seats.mover, seats.look()
        if mover is None or seen is None:
            return
        game, state = seen
        (other,) = [player for player in seats.players if player != mover]
        action = game.legal_actions(state, mover)[0].model_dump(mode="json")
        yield mover, seats.frame(mover, "act", action=action)
        yield mover, seats.frame(mover, "act", action={"type": "requestUndo"})
        yield other, seats.frame(other, "act", action={"type": "respondUndo", "accept": True})


@dataclass(frozen=True, slots=True)
class Line:
    """The figures of some games, ply by ply: of each move the least CPU of all repeats."""

    name: str
    games: Sequence[Sequence[Figures]]

    def at(self, ply: int, figure: Callable[[Figures], int]) -> float | None:
        """A figure around a ply, None if no game lasts as long."""
        found = [
            figure(moves[near - 1])
            for moves in self.games
            for near in range(max(1, ply - _AROUND), ply + _AROUND + 1)
            if near <= len(moves) and len(moves) >= ply
        ]
        return median(found) if found else None

    def ratio(self, figure: Callable[[Figures], int]) -> float:
        """A figure late in a game beside the same early.

        :raises ValueError: the games are too short.
        """
        early, late = self.at(EARLY, figure), self.at(LATE, figure)
        if early is None or late is None:
            raise ValueError(f"{self.name}: no game reaches ply {LATE}")
        return late / early


def line(name: str, corpus: Corpus, plays: Sequence[Callable[[Seats], Frames]]) -> Line:
    """Play every game several times."""
    games: list[list[Figures]] = []
    with settled():
        for play in plays:
            repeats = [walked(corpus, play) for _ in range(_REPEATS)]
            games.append([min(same, key=lambda one: one.cpu_ns) for same in zip(*repeats, strict=True)])
    return Line(name, games)


def _longest(game_id: str) -> tuple[Corpus, list[Callable[[Seats], Frames]]]:
    corpus = made(game_id)
    scripts = sorted(corpus.games, key=lambda script: -script.length)[:_GAMES]
    return corpus, [_moves_of(script) for script in scripts]


def _moves_of(script: Script) -> Callable[[Seats], Frames]:
    return lambda seats: seats.moves(script)


def lines() -> list[Line]:
    """All that is measured here."""
    found = [
        line(name, *_longest(game_id))
        for name, game_id in (("chess", "chess"), ("omok", "omok"), ("reversi", "othello"))
    ]
    corpus = made("othello")
    unlimited = Corpus(corpus.game_id, corpus.source, corpus.games, {"undo": "unlimited"})
    loop = [lambda seats: taken_back(seats, corpus.games[0])]
    again = line("reversi, undone again and again", unlimited, loop)
    return [*found, again]


def report() -> Report:
    """The section ``growth``."""
    found = lines()
    figures: dict[str, Callable[[Figures], int]] = {
        "CPU, ms": lambda one: one.cpu_ns,
        "bytes of both frames": lambda one: one.frame_bytes,
        "item, bytes": lambda one: one.item_bytes,
        "calls": lambda one: one.calls,
    }
    tables = []
    for title, figure in figures.items():
        scale = 1e6 if title == "CPU, ms" else 1
        rows: list[tuple[Cell, ...]] = []
        for one in found:
            values = [one.at(ply, figure) for ply in _PLIES]
            rows.append((one.name, *(None if value is None else value / scale for value in values)))
        tables.append(Table(f"A move by ply: {title}", ("ply", *map(str, _PLIES)), rows))
    limits = [
        Limit(
            f"{title.partition(',')[0]} at ply {LATE} beside {EARLY}",
            one.ratio(figure),
            LIMIT,
            "ratio",
            of=one.name,
        )
        for title, figure in figures.items()
        if title != "item, bytes"
        for one in found
        if one.at(LATE, figure) is not None
    ]
    return Report(
        "growth",
        tables,
        limits,
        [
            f"The {_GAMES} longest made games of each kind, each played {_REPEATS} times: the least CPU of a "
            f"move, then the median over the games and the {2 * _AROUND + 1} plies around.",
            "The item grows with the log (some eight bytes a move): that is what write units are about "
            "(section cost).",
        ],
    )
