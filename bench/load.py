"""Many rooms at once on one machine: every move must be kept, and how long each one took.

All rooms share one store, one outbox and one runner, and every player is a thread that reads its own
frames as a client does. What the players were told is then compared with what the logs hold.
"""

from __future__ import annotations

import json
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from random import Random
from typing import TYPE_CHECKING, Any

from bench.choice import GAMES as PLAYED
from bench.choice import choose
from bench.loaded import Loaded, row, table_of
from bench.report import Limit, Report
from bench.stack import STACK_ROOMS, load_stack
from bench.table import BenchError, Ports
from bench.table import Table as Seats
from functions.rooms.record import replay, replay_record
from local.memory import MemoryStore, MemoryTimers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.game import Json, Millis, PlayerId
    from functions.rooms.log import Log
    from functions.rooms.ports import PostResult
    from functions.rooms.tally import Tally

ROOMS = 200
TITLE = "Load: each move by the clock, in ms"
THINK_SEC = 1.0
"""A move is thought about for 0 to this long."""
_SYNC_ONE_IN = 10
"""So often whoever waits asks for the room meanwhile."""
_LOOK_SEC = 0.2


def now_ms() -> Millis:
    """The time by the clock."""
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class Inboxes:
    """``Outbox`` into a queue for each connection."""

    of: defaultdict[str, SimpleQueue[bytes]] = field(default_factory=lambda: defaultdict(SimpleQueue))

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Sequence[PostResult]:
        """As ``Outbox.post``."""
        for connection_id, data in frames:
            self.of[connection_id].put(data)
        return ["sent"] * len(frames)

    def close(self, connection_ids: Sequence[str]) -> None:
        """As ``Outbox.close``: nobody is to be put out here.

        :raises BenchError: somebody was.
        """
        raise BenchError(f"put out: {connection_ids}")


@dataclass(slots=True)
class Player:
    """Plays until it is told to stop; asks for another game at each end. One thread runs it."""

    seats: Seats
    player: PlayerId
    inbox: SimpleQueue[bytes]
    stop: threading.Event
    dice: Random
    think_sec: float
    kept: list[int] = field(default_factory=list)
    """The numbers of the commands that moved, as their sender was told."""
    took_ms: list[float] = field(default_factory=list)
    fault: Exception | None = None
    _acted_on: int = 0
    _has_asked: bool = False

    def run(self) -> None:
        """Play; what goes wrong is kept in ``fault``."""
        try:
            while not self.stop.is_set():
                frame = self._newest()
                if frame is not None:
                    self._answer(frame)
        except Exception as fault:  # noqa: BLE001 - raised again by whoever started the thread
            self.fault = fault

    def _newest(self) -> dict[str, Any] | None:
        """The newest frame that shows the game, None if none came for a while."""
        try:
            data = self.inbox.get(timeout=_LOOK_SEC)
        except Empty:
            return None
        found: dict[str, Any] | None = None
        while True:
            frame: dict[str, Any] = json.loads(data)
            if frame["type"] in ("room", "update") and (found is None or frame["seq"] >= found["seq"]):
                found = frame
            try:
                data = self.inbox.get_nowait()
            except Empty:
                return found

    def _answer(self, frame: dict[str, Any]) -> None:
        if frame["seq"] <= self._acted_on:
            return
        status = frame["room"]["status"] if frame["type"] == "room" else frame["status"]
        if status == "finished":
            if not self._has_asked:
                self._has_asked = True
                self._send("rematch")
            return
        self._has_asked = False
        if "legalMoves" in frame["view"]:
            self._acted_on = frame["seq"]
            self.stop.wait(self.dice.random() * self.think_sec)
            self._move(choose(self.seats.game_id, frame["view"], self.dice))
        elif self.dice.randrange(_SYNC_ONE_IN) == 0:
            self.seats.runner.message(self.seats.client(self.player), '{"type":"sync"}', now_ms())

    def _move(self, action: dict[str, Json]) -> None:
        started = time.perf_counter()
        number, tally = self._send("act", action=action)
        self.took_ms.append((time.perf_counter() - started) * 1_000)
        if tally.moves:
            self.kept.append(number)

    def _send(self, kind: str, **fields: Json) -> tuple[int, Tally]:
        """Send a command; its number, and what it caused.

        :raises BenchError: it was refused.
        """
        text = self.seats.frame(self.player, kind, **fields)
        tally = self.seats.runner.message(self.seats.client(self.player), text, now_ms())
        if tally.rejection is not None or tally.faults:
            raise BenchError(f"{self.seats.room_id}: {text}: {tally}")
        return json.loads(text)["cs"], tally


def carry_load(rooms: int, seconds: float, *, think_sec: float = THINK_SEC) -> Loaded:
    """So many rooms in memory for so long, two players each.

    :raises BenchError: a player was refused, or a log does not replay to the state.
    """
    store, outbox, timers = MemoryStore(), Inboxes(), MemoryTimers()
    ports = Ports(store, store, outbox, timers)
    tables = [
        Seats(ports, PLAYED[number % len(PLAYED)], number=number, now=now_ms()) for number in range(rooms)
    ]
    stop = threading.Event()
    players = [
        Player(table, who, outbox.of[table.client(who).connection_id], stop, Random(f"{n} {who}"), think_sec)  # noqa: S311 - not for secrets
        for n, table in enumerate(tables)
        for who in table.players
    ]
    threads = [threading.Thread(target=player.run, name=str(player.player)) for player in players]
    threads.append(threading.Thread(target=_ring, args=(tables[0], timers, stop), name="timers"))
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    stop.wait(seconds)
    stop.set()
    for thread in threads:
        thread.join()
    elapsed = time.perf_counter() - started
    for player in players:
        if player.fault is not None:
            raise player.fault
    lost = games = 0
    for table in tables:
        told = {
            (table.client(player.player).sender.tab, number)
            for player in players
            if player.seats is table
            for number in player.kept
        }
        held, ended = logged(store, table)
        lost += len(held ^ told)
        games += ended
    took = [ms for player in players for ms in player.took_ms]
    return Loaded(rooms, elapsed, games, took, lost)


def _ring(table: Seats, timers: MemoryTimers, stop: threading.Event) -> None:
    """Let every timer go off that is due."""
    while not stop.wait(_LOOK_SEC):
        for room_id, second in timers.due(now_ms()):
            table.runner.woken(room_id, second, now_ms())


def logged(store: MemoryStore, table: Seats) -> tuple[set[tuple[str, int]], int]:
    """Every command that the room's logs hold, and how many games have ended.

    :raises BenchError: a log does not replay to the state that was kept.
    """
    room = table.room
    held: set[tuple[str, int]] = set()
    ended = room.archived_no
    for number in range(1, ended + 1):
        record = store.find_record(table.room_id, number)
        if record is None:
            raise BenchError(f"{table.room_id} has no record of game {number}")
        replay_record(record)
        held |= _commands(record.log, record.started_at)
    match = room.match
    if match is not None and match.no > ended:
        state, _ = replay(match, room.game, room.options)
        if state != match.state:
            raise BenchError(f"{table.room_id}: the log replays to another state")
        held |= _commands(match.log, match.started_at)
    return held, ended


def _commands(log: Log, started_at: Millis) -> set[tuple[str, int]]:
    return {(entry.by.tab, entry.by.cs) for entry in log.entries(started_at) if entry.by is not None}


def report(seconds: float = 5.0) -> Report:
    """The section ``load``: in memory, then on the local stack, each for so many seconds."""
    memory = carry_load(ROOMS, seconds)
    stack = load_stack(STACK_ROOMS, seconds)
    return Report(
        "load",
        [table_of(TITLE, [row("in memory, a thread a player", memory), row("on the local stack", stack)])],
        [
            Limit("moves lost, in memory", memory.lost, 0, "moves", 0),
            Limit("moves lost, on the local stack", stack.lost, 0, "moves", 0),
        ],
        [
            "In memory a move is timed from its frame to the last post; on the stack from the client that "
            "sends it to the moment both clients show it. Other work on the machine is in both.",
        ],
    )
