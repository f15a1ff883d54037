"""The local stack: how many moves a second it carries, and many rooms on it at once.

Real sockets and a real emulator of AWS, on this machine and beside whatever else runs on it: the figures
say what a developer can expect, and nothing of AWS.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from bench.choice import GAMES as PLAYED
from bench.choice import choose
from bench.loaded import Loaded, row, table_of
from bench.report import Report
from bench.table import BenchError
from local.client import Lobby
from local.stack import LocalStack

if TYPE_CHECKING:
    from local.client import Snapshot, Tab

STACK_ROOMS = 20
_BUSY_ROOMS = 4
_SECONDS = 6.0
_WAIT_SEC = 120.0
"""A machine that others keep busy may start a function's worker for many seconds: that is measured, and
is no fault."""


@dataclass(slots=True)
class StackTable:
    """Two tabs at a table; one thread plays both of them."""

    game_id: str
    tabs: tuple[Tab, Tab]
    dice: Random
    took_ms: list[float] = field(default_factory=list)
    games: int = 0
    made: int = 0
    """Moves of the game under way that were confirmed."""
    lost: int = 0
    fault: Exception | None = None

    def run(self, stop: threading.Event, think_sec: float) -> None:
        """Play until told to stop; what goes wrong is kept in ``fault``."""
        try:
            while not stop.is_set():
                self._turn(stop, think_sec)
            self._count_lost()
        except Exception as fault:  # noqa: BLE001 - raised again by whoever started the thread
            self.fault = fault

    def _turn(self, stop: threading.Event, think_sec: float) -> None:
        if self.tabs[0].now.status == "finished":
            self._count_lost()
            self.games += 1
            self.made = 0
            for tab in self.tabs:
                tab.rematch()
            self._both(lambda now: now.status == "playing")
        mover, view = self._mover()
        stop.wait(self.dice.random() * think_sec)
        started = time.perf_counter()
        action = choose(self.game_id, view, self.dice)
        refused = mover.command("act", timeout=_WAIT_SEC, action=action)
        if refused is not None:
            raise BenchError(f"{self.game_id}: {refused}")
        seq = mover.now.seq
        self._both(lambda now: now.seq >= seq)
        self.took_ms.append((time.perf_counter() - started) * 1_000)
        self.made += 1

    def _mover(self) -> tuple[Tab, dict[str, Any]]:
        for tab in self.tabs:
            view = tab.now.view
            if view is not None and "legalMoves" in view:
                return tab, dict(view)
        raise BenchError(f"{self.game_id}: nobody has the turn")

    def _both(self, predicate: Any) -> None:
        for tab in self.tabs:
            tab.wait_until(predicate, _WAIT_SEC)

    def _count_lost(self) -> None:
        """Compare the record that both see with the moves that were confirmed; passes are nobody's."""
        for tab in self.tabs:
            shown = sum(1 for move in tab.now.moves if not _is_pass(move))
            self.lost += abs(shown - self.made)


def _is_pass(move: object) -> bool:
    return isinstance(move, dict) and move.get("kind") == "pass"


@contextmanager
def tables(stack: LocalStack, rooms: int) -> Iterator[list[StackTable]]:
    """Rooms of all games, each with its game begun."""
    with ExitStack() as at_end:
        lobby = at_end.enter_context(Lobby(stack.http_url))
        found: list[StackTable] = []
        for number in range(rooms):
            game_id = PLAYED[number % len(PLAYED)]
            host, guest = lobby.guest("안나"), lobby.guest("보")
            room = host.create_room(game_id)
            first = at_end.enter_context(host.open_tab(room.room_id))
            second = at_end.enter_context(guest.open_tab(room.room_id, code=room.code))
            for tab in (first, second):
                tab.wait_until(_is_connected, _WAIT_SEC)
            if second.sit() is not None:
                raise BenchError("nobody may sit")
            first.wait_until(_is_full, _WAIT_SEC)
            if first.start() is not None:
                raise BenchError("the game does not begin")
            second.wait_until(_is_playing, _WAIT_SEC)
            found.append(StackTable(game_id, (first, second), Random(number)))  # noqa: S311 - not for secrets
        yield found


def _is_connected(now: Snapshot) -> bool:
    return now.connected


def _is_full(now: Snapshot) -> bool:
    return all(now.seats)


def _is_playing(now: Snapshot) -> bool:
    return now.status == "playing"


def _play(found: Sequence[StackTable], seconds: float, think_sec: float) -> float:
    """Play at all tables at once; how long it took.

    :raises Exception: whatever went wrong at a table.
    """
    stop = threading.Event()
    threads = [threading.Thread(target=table.run, args=(stop, think_sec)) for table in found]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    stop.wait(seconds)
    stop.set()
    for thread in threads:
        thread.join()
    elapsed = time.perf_counter() - started
    for table in found:
        if table.fault is not None:
            raise table.fault
    return elapsed


def load_stack(rooms: int, seconds: float, *, think_sec: float = 1.0) -> Loaded:
    """So many rooms on a stack of their own for so long.

    :raises BenchError: a player was refused, or a function has logged a fault.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        LocalStack(state_dir=Path(folder), keep_state=False) as stack,
        tables(stack, rooms) as found,
    ):
        elapsed = _play(found, seconds, think_sec)
        if faults := stack.errors():
            raise BenchError(faults)
        return Loaded(
            rooms=rooms,
            seconds=elapsed,
            games=sum(table.games for table in found),
            took_ms=[ms for table in found for ms in table.took_ms],
            lost=sum(table.lost for table in found),
        )


def report() -> Report:
    """The section ``stack``."""
    busy = load_stack(_BUSY_ROOMS, _SECONDS, think_sec=0.0)
    return Report(
        "stack",
        [table_of("The local stack: moves that both clients have seen", [row("as fast as it goes", busy)])],
        notes=["Two Python clients a room share the machine with the emulator and the functions."],
        figures={"moves_a_second": len(busy.took_ms) / busy.seconds},
    )
