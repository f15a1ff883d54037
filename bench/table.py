"""People at their sockets in one room, whatever the room is kept in."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from bench.games import Corpus, Script, people
from engine.game import AnyGame, Json, Millis, PlayerId
from engine.registry import GAMES
from functions.rooms.commands import Sender
from functions.rooms.ports import Connection, ConnectionStore, Fanout, LobbyStore, Outbox, RoomStore, Timers
from functions.rooms.room import Room, Seat
from functions.rooms.runner import Runner
from functions.rooms.tally import Tally
from functions.rooms.teller import Client
from functions.rooms.timing import Policy
from local.memory import FixedEntropy, MemoryOutbox, MemoryStore, MemoryTimers

START: Millis = 1_800_000_000_000
POLICY = Policy()


class Store(RoomStore, ConnectionStore, LobbyStore, Protocol):
    """What ``MemoryStore`` and ``DynamoStore`` both are."""


class Fired(Timers, Protocol):
    """Timers that say which of their calls are due."""

    def due(self, now: Millis) -> list[tuple[str, int]]:
        """Room and second of every call that is due, each once."""


class Reader(Protocol):
    """What reads rooms."""

    def load(self, room_id: str) -> Room | None:
        """As ``RoomStore.load``."""


class BenchError(RuntimeError):
    """What must not happen in a measurement: a refusal, or an exception out of the rules."""


@dataclass
class Ports:
    """What a room stands on. ``look`` reads rooms past whatever counts reads (mostly ``store``)."""

    store: Store
    look: Reader
    outbox: Outbox
    timers: Fired
    fanout: Fanout | None = None


@dataclass(slots=True)
class _Person:
    client: Client
    cs: int = 0


@dataclass
class Table:
    """A room with as many people as its game takes at least, and the game begun.

    Ids are as long as real ones. A move takes between 1.5 and 8.5 seconds of the room's own time.
    """

    ports: Ports
    game_id: str
    options: Mapping[str, Json] = field(default_factory=dict)
    number: int = 0
    now: Millis = START
    woken: int = 0
    """How many timers went off."""
    _people: dict[PlayerId, _Person] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.room_id = f"7hq2mk{self.number:06d}"
        self.runner = Runner(
            rooms=self.ports.store,
            connections=self.ports.store,
            outbox=self.ports.outbox,
            timers=self.ports.timers,
            entropy=FixedEntropy(f"room {self.number}"),
            policy=POLICY,
            on_fault=_raise,
            fanout=self.ports.fanout,
        )
        room = _new_room(self.game_id, self.options, self.room_id, self.number, self.now)
        self.ports.store.create_room(room, key=None, body_hash="", now=self.now)
        host, *others = people(room.game, room.options)
        for number, player in enumerate((host, *others)):
            self._join(player, number)
        for player in others:
            self.send(player, "sit")
        self.send(host, "start")

    @property
    def room(self) -> Room:
        """The room as it is kept.

        :raises BenchError: it is gone.
        """
        room = self.ports.look.load(self.room_id)
        if room is None:
            raise BenchError(f"room {self.room_id} is gone")
        return room

    @property
    def players(self) -> list[PlayerId]:
        """Everybody who plays, the host first."""
        return list(self._people)

    def look(self) -> tuple[AnyGame, Any] | None:
        """The rules and the state of the game, None at its end (``games.Look``)."""
        room = self.room
        return (room.game, room.match.state) if room.match and room.status == "playing" else None

    @property
    def mover(self) -> PlayerId | None:
        """Whose turn it is, None at the end."""
        seen = self.look()
        return None if seen is None else seen[0].active_players(seen[1])[0]

    def think(self) -> None:
        """Let time pass, and the timers go off that fall into it."""
        self.now += 1_500 + self.now // 100 * 7_919 % 7_000
        for room_id, second in self.ports.timers.due(self.now):
            self.woken += 1
            self.runner.woken(room_id, second, self.now)

    def frame(self, player: PlayerId, kind: str, **fields: Json) -> str:
        """The next command of a player, not sent yet."""
        person = self._people[player]
        person.cs += 1
        return json.dumps({"type": kind, "cs": person.cs, **fields})

    def carry(self, player: PlayerId, text: str) -> Tally:
        """A frame of a player, received now.

        :raises BenchError: it was refused.
        """
        tally = self.runner.message(self._people[player].client, text, self.now)
        if tally.rejection is not None or tally.faults:
            raise BenchError(f"{self.game_id}: {text} of {player}: {tally}")
        return tally

    def send(self, player: PlayerId, kind: str, **fields: Json) -> Tally:
        """The next command of a player, at once."""
        return self.carry(player, self.frame(player, kind, **fields))

    def client(self, player: PlayerId) -> Client:
        """A player's socket."""
        return self._people[player].client

    def moves(self, script: Script) -> Iterator[tuple[PlayerId, str]]:
        """Whose move comes next, and its frame, after some thought; each is to be carried before the
        next is asked for."""
        for action in script.sent(self.look):
            self.think()
            mover = self.mover
            if mover is None:  # time ran out
                return
            yield mover, self.frame(mover, "act", action=action)

    def _join(self, player: PlayerId, number: int) -> None:
        client = Client(
            f"Uu3p{self.number:05d}E0CF{number:02d}=",
            self.room_id,
            Sender(player, f"4f0c9a7be21d83{number:02d}", f"바둑이{number}"),
        )
        sender = client.sender
        connection = Connection(
            client.connection_id, self.room_id, player, sender.tab, sender.nickname, self.now // 1000 + 10_800
        )
        self._people[player] = _Person(client)
        if not self.ports.store.open_connection(
            connection, ticket_id=f"k3m8qzt5w0hx{self.number:05d}{number:03d}", ticket_expires_at=2**31
        ):
            raise BenchError(f"a ticket was used twice: {connection}")
        self.runner.message(client, '{"type":"hello"}', self.now)

    def leave_all(self) -> None:
        """Everybody's socket closes."""
        for person in self._people.values():
            self.runner.disconnected(person.client, self.now)


def in_memory(corpus: Corpus, number: int = 0) -> tuple[Table, MemoryOutbox]:
    """A table for a game of the corpus in a store of its own, and what its people are sent."""
    store, outbox = MemoryStore(), MemoryOutbox()
    ports = Ports(store, store, outbox, MemoryTimers())
    return Table(ports, corpus.game_id, corpus.options, number=number), outbox


def _new_room(game_id: str, options: Mapping[str, Json], room_id: str, number: int, now: Millis) -> Room:
    """A room as the lobby makes it: its host, the first of ``Table``'s people, sits."""
    game = GAMES[game_id]
    read = game.Options.model_validate(options)
    _, most = game.players_for(read)
    host = people(game, read)[0]
    room = Room(
        id=room_id,
        code=f"A{number:05d}",
        game_id=game_id,
        options=read,
        visibility="private",
        chat="all",
        spectators_allowed=True,
        host=host,
        seats=(Seat(host, "바둑이0"), *[None] * (most - 1)),
        created_at=now,
        expires_at=0,
    )
    return replace(room, expires_at=POLICY.expiry(room, now))


def _raise(where: str, fault: Exception) -> None:
    raise BenchError(where) from fault
