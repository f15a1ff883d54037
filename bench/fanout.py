"""What spectators cost, and that the players do not wait for them.

Ports are in memory, so a post costs nothing but handing it over; what AWS takes for one is in
``docs/scale.md``. Measured are the moment at which both players' frames are handed over, the whole of
the players' call, and the call that a crowd is told by.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from statistics import median

from bench.games import made
from bench.measure import cpu_ns, settled
from bench.report import Cell, Limit, Report, Table
from bench.table import Ports
from bench.table import Table as Seats
from engine.game import PlayerId
from functions.rooms.ports import Fanout, PostResult
from functions.rooms.room import Link
from functions.rooms.teller import CROWD
from local.memory import MemoryFanout, MemoryStore, MemoryTimers

CROWDS = (0, 1, 10, 100, 500, 1_000)
LIMIT = 1.25
"""When the players hear of a move with the largest crowd, beside none."""
_MOVES = 40
_ROUNDS = 5


@dataclass(slots=True)
class TimedOutbox:
    """Takes what it is given and notes when: the first post of a call is the players'."""

    handed_over: list[int] = field(default_factory=list)
    posts: int = 0
    sent_bytes: int = 0

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Sequence[PostResult]:
        """As ``Outbox.post``."""
        self.posts += len(frames)
        self.sent_bytes += sum(len(data) for _, data in frames)
        self.handed_over.append(cpu_ns())
        return ["sent"] * len(frames)

    def close(self, connection_ids: Sequence[str]) -> None:
        """As ``Outbox.close``."""

    def clear(self) -> None:
        """Begin a call."""
        self.handed_over.clear()
        self.posts = self.sent_bytes = 0


@dataclass(slots=True)
class Heard:
    """CPU milliseconds of each move: until the players' frames are handed over, the players' whole
    call, the crowd's call; and what was posted by the two."""

    players: list[float] = field(default_factory=list)
    call: list[float] = field(default_factory=list)
    crowd: list[float] = field(default_factory=list)
    posts: list[int] = field(default_factory=list)
    crowd_posts: list[int] = field(default_factory=list)


def watched(spectators: int, fanout: MemoryFanout | None) -> Heard:
    """Some moves of a game that so many people watch; without ``fanout`` everybody is told by the call
    that carries the move."""
    store, outbox = MemoryStore(), TimedOutbox()
    way: Fanout | None = fanout
    corpus = made("othello")
    seats = Seats(Ports(store, store, outbox, MemoryTimers(), way), corpus.game_id)
    for number in range(spectators):
        store.add_spectator(seats.room_id, f"Uu3pW{number:05d}=", Link(PlayerId(f"spectator{number}"), "tab"))
    heard = Heard()
    asked: list[list[tuple[str, bytes | None, str | None]]] = []
    for mover, text in islice(seats.moves(corpus.games[0]), _MOVES):
        outbox.clear()
        started = cpu_ns()
        seats.carry(mover, text)
        ended = cpu_ns()
        heard.players.append((outbox.handed_over[0] - started) / 1e6)
        heard.call.append((ended - started) / 1e6)
        heard.posts.append(outbox.posts)
        asked.append([] if fanout is None else fanout.calls[:])
        if fanout is not None:
            fanout.calls.clear()
    # Afterwards: on AWS it is another process that tells the crowd, and takes nothing from this one's caches.
    for calls in asked:
        outbox.clear()
        started = cpu_ns()
        for room_id, frame, but in calls:
            seats.runner.crowd(room_id, frame, but=but, now=seats.now)
        heard.crowd.append((cpu_ns() - started) / 1e6)
        heard.crowd_posts.append(outbox.posts)
    return heard


def report() -> Report:
    """The section ``fanout``."""
    rows: list[tuple[Cell, ...]] = []
    players: dict[int, float] = {}
    with settled():
        rounds = [
            {crowd: (watched(crowd, MemoryFanout()), watched(crowd, None)) for crowd in CROWDS}
            for _ in range(_ROUNDS)
        ]
    for crowd in CROWDS:
        by_call = [found[crowd][0] for found in rounds]
        at_once = [found[crowd][1] for found in rounds]
        players[crowd] = min(median(heard.players) for heard in by_call)
        rows.append(
            (
                f"{crowd:,}",
                players[crowd],
                min(median(heard.call) for heard in by_call),
                by_call[0].posts[-1],
                min(median(heard.crowd) for heard in by_call),
                by_call[0].crowd_posts[-1],
                min(median(heard.call) for heard in at_once),
            )
        )
    head = (
        "spectators",
        "players' frames handed over",
        "players' call",
        "players' posts",
        "crowd's call",
        "crowd's posts",
        "one call for all",
    )
    largest = CROWDS[-1]
    return Report(
        "fanout",
        [Table("A move of reversi that is watched, CPU ms (medians; least of the rounds)", head, rows)],
        [
            Limit(
                f"players hear of a move, {largest:,} spectators beside none",
                median(median(found[largest][0].players) / median(found[0][0].players) for found in rounds),
                LIMIT,
                "ratio",
            )
        ],
        [
            f"More than {CROWD} spectators are told by a call of their own; 'one call for all' is what the "
            "players' call would take without that."
        ],
    )
