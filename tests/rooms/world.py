"""A whole room on memory ports: sockets that talk to a ``Runner``, and what they were told."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.game import Json, Millis, PlayerId
from functions.rooms.ports import Connection
from functions.rooms.room import Room
from functions.rooms.runner import Runner
from functions.rooms.tally import Tally
from functions.rooms.teller import Client
from functions.rooms.timing import Policy
from local.memory import FixedEntropy, MemoryOutbox, MemoryStore, MemoryTimers
from tests.rooms.client_frames import FIELDS, NUMBERED
from tests.rooms.people import ANNA, BO, NOW, check_room, sender, table

Frame = dict[str, Any]


@dataclass
class World:
    """One room and the people at their sockets. ``now`` moves only when a test moves it."""

    first: Room = field(default_factory=lambda: table(ANNA, BO))
    policy: Policy = field(default_factory=Policy)
    store: MemoryStore = field(default_factory=MemoryStore)
    outbox: MemoryOutbox = field(default_factory=MemoryOutbox)
    timers: MemoryTimers = field(default_factory=MemoryTimers)
    now: Millis = NOW
    faults: list[Exception] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=list)
    sockets: int = 0

    def __post_init__(self) -> None:
        self.store.create_room(self.first, key=None, body_hash="", now=self.now)
        self.entropy = FixedEntropy()

    @property
    def runner(self) -> Runner:
        """As the composition root makes it."""
        return Runner(
            rooms=self.store,
            connections=self.store,
            outbox=self.outbox,
            timers=self.timers,
            entropy=self.entropy,
            policy=self.policy,
            on_fault=lambda _room, fault: self.faults.append(fault),
        )

    def socket(self, player: PlayerId, tab: str = "tab1") -> "Socket":
        """A socket that is open, but that the room does not know yet."""
        self.sockets += 1
        client = Client(f"socket{self.sockets}", self.first.id, sender(player, tab))
        connection = Connection(client.connection_id, self.first.id, player, tab, player.title(), 2**31)
        ticket = f"ticket{self.sockets}"
        assert self.store.open_connection(connection, ticket_id=ticket, ticket_expires_at=2**31)
        return Socket(self, client)

    def join(self, player: PlayerId, tab: str = "tab1") -> "Socket":
        """A socket that said hello."""
        socket = self.socket(player, tab)
        socket.send("hello")
        return socket

    def tick(self, ms: Millis) -> None:
        """Let time pass."""
        self.now += ms

    def fire(self) -> list[Tally]:
        """Deliver the wake-up calls that are due."""
        return [self.runner.woken(room_id, second, self.now) for room_id, second in self.timers.due(self.now)]

    @property
    def room(self) -> Room:
        """The room as stored, looked up past whatever meddles with the store."""
        room = MemoryStore.load(self.store, self.first.id)
        assert room is not None
        return room

    @property
    def mover(self) -> PlayerId:
        """Whose turn it is."""
        room = self.room
        assert room.match is not None
        (player,) = room.game.active_players(room.match.state)
        return player

    def legal(self, which: int = 0) -> dict[str, Json]:
        """One of the mover's legal moves, as an action."""
        room = self.room
        assert room.match is not None
        (mover,) = room.game.active_players(room.match.state)
        action: dict[str, Json] = room.game.legal_actions(room.match.state, mover)[which].model_dump()
        return action

    def check(self) -> None:
        """What holds at every time."""
        check_room(self.room)
        assert not self.faults


@dataclass
class Socket:
    """One client: counts its commands, and reads what it is sent."""

    world: World
    client: Client
    cs: int = 0

    @property
    def id(self) -> str:
        """The connection id."""
        return self.client.connection_id

    @property
    def player(self) -> PlayerId:
        """Who sits there."""
        return self.client.sender.player

    def text(self, text: str) -> Tally:
        """Send a frame as it is."""
        return self.world.runner.message(self.client, text, self.world.now)

    def send(self, kind: str, **fields: Json) -> Tally:
        """Send an unnumbered frame, or one with the number given."""
        return self.text(json.dumps({"type": kind, **fields}))

    def ask(self, kind: str, **fields: Json) -> Tally:
        """Send the next numbered command."""
        self.cs += 1
        return self.send(kind, cs=self.cs, **fields)

    def say(self, kind: str) -> Tally:
        """Send the first frame of that type in the table, with the next number if it needs one."""
        return self.fill(kind, FIELDS[kind])

    def fill(self, kind: str, fields: Mapping[str, Json]) -> Tally:
        """Send a frame with these fields, and with the next number if its type needs one."""
        send = self.ask if kind in NUMBERED else self.send
        return send(kind, **fields)

    def act(self, kind: str, **fields: Json) -> Tally:
        """Send an action of the game."""
        return self.ask("act", action={"type": kind, **fields})

    def move(self, which: int = 0) -> Tally:
        """Make a legal move."""
        return self.ask("act", action=self.world.legal(which))

    def drop(self) -> Tally:
        """The socket closes."""
        return self.world.runner.disconnected(self.client, self.world.now)

    @property
    def frames(self) -> list[Frame]:
        """All it was ever sent."""
        return self.world.outbox.frames(self.id)

    def kinds(self) -> list[str]:
        """The types of all it was ever sent."""
        return [frame["type"] for frame in self.frames]

    @property
    def newest(self) -> Frame:
        """The frame it was sent last."""
        return self.frames[-1]

    def last(self, kind: str) -> Frame:
        """The last frame of a type."""
        found = [frame for frame in self.frames if frame["type"] == kind]
        assert found, f"{self.player} never got {kind}, only {self.kinds()}"
        return found[-1]

    @property
    def closed(self) -> bool:
        """Whether the server closed it."""
        return self.id in self.world.outbox.closed


def game_of_two(world: World | None = None) -> tuple[World, Socket, Socket]:
    """Anna and Bo, connected, at a game that has just begun."""
    world = World() if world is None else world
    anna, bo = world.join(ANNA), world.join(BO)
    anna.ask("start")
    world.outbox.clear()
    return world, anna, bo
