"""A room whose people do things over their sockets, by the road that real commands take."""

import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from functions.rooms.commands import Sender
from functions.rooms.runner import Runner
from functions.rooms.teller import Client
from functions.rooms.timing import Policy
from local.memory import MemoryOutbox, MemoryTimers
from tests.lobby.api import Api, Guest
from tests.lobby.conftest import World

WIPE_OUT = "e6f4e3f6g5d6e7f5c5"
"""The shortest reversi game there is: after nine moves white has no disc left."""


@dataclass(slots=True)
class Table:
    """One room of a world; ``made`` is what ``POST /rooms`` answered."""

    world: World
    made: dict[str, str]
    outbox: MemoryOutbox = field(default_factory=MemoryOutbox)
    _numbers: Any = field(default_factory=lambda: count(1))

    @staticmethod
    def set_up(world: World, api: Api, host: Guest, **request: object) -> "Table":
        """A new room of the host's."""
        answer = api.post("/rooms", {"game": "othello", **request}, host)
        assert answer.status_code == 201, answer.text
        return Table(world, answer.json())

    @property
    def id(self) -> str:
        """The room's id."""
        return self.made["roomId"]

    def send(self, guest: Guest, type: str, **fields: object) -> dict[str, Any]:  # noqa: A002 - its name on the wire
        """Send a frame on the guest's socket; the newest frame that came back."""
        client = Client(f"c-{guest.player}", self.id, Sender(guest.player, "tab-1", guest.nickname))  # type: ignore[arg-type]
        numbered = {} if type == "hello" else {"cs": next(self._numbers)}
        runner = Runner(
            rooms=self.world.store,
            connections=self.world.store,
            outbox=self.outbox,
            timers=MemoryTimers(),
            entropy=self.world.entropy,
            policy=Policy(),
            on_fault=lambda where, fault: self.world.faults.append((where, fault)),
        )
        runner.message(client, json.dumps({"type": type, **numbered, **fields}), self.world.now)
        return self.outbox.frames(client.connection_id)[-1]

    def accept(self, guest: Guest, type: str, **fields: object) -> dict[str, Any]:  # noqa: A002
        """Send a frame that must not be refused."""
        frame = self.send(guest, type, **fields)
        assert frame["type"] != "rejected", frame
        return frame

    def leave(self, guest: Guest) -> None:
        """Close the guest's socket, without giving up the seat."""
        self.world.store.unlist_connection(self.id, f"c-{guest.player}", guest.player, self.world.now)  # type: ignore[arg-type]

    def begin(self, host: Guest, other: Guest) -> None:
        """Seat the other and start."""
        for guest in (host, other):
            self.accept(guest, "hello")
        self.accept(other, "sit")
        self.accept(host, "start")

    def play(self, first: Guest, second: Guest, moves: str) -> None:
        """Play moves in turn, a second each; nobody may have to pass."""
        names = [moves[at : at + 2] for at in range(0, len(moves), 2)]
        for number, name in enumerate(names):
            self.world.now += 1_000
            action = {"type": "place", "x": ord(name[0]) - ord("a"), "y": int(name[1]) - 1}
            self.accept((first, second)[number % 2], "act", action=action)
