"""The ports of one call of a function: each is a place where the call may be held up, fail or die."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeVar

from engine.game import Millis, PlayerId
from functions.rooms.ports import Connection, Created, GameEntry, Lost, Page, PostResult
from functions.rooms.record import Record
from functions.rooms.room import Link, Room
from functions.rooms.timing import Policy

if TYPE_CHECKING:
    from tests.simulation.world import World

T = TypeVar("T")

LONGEST_CALL_MS = 10_000
"""After so long the platform kills a function (``Timeout`` in the template)."""

_BEFORE = ("pause", "crash.before", "throttled")
_AFTER = ("crash.after", "written.unseen", "written.twice")


class KilledError(BaseException):
    """The function died here. No ``Exception``: nothing of it goes on, not even its handlers."""


class StoreFaultError(Exception):
    """DynamoDB or the Scheduler answered with an error, or not at all."""


@dataclass(slots=True)
class Call:
    """One call of a function. ``by`` is whose frame it carries, None for a timer's or a crowd's."""

    name: str
    by: PlayerId | None
    started: Millis
    policy: Policy
    counted: dict[str, int] = field(default_factory=dict)

    def where(self, port: str) -> str:
        """The name of the next call of a port."""
        number = self.counted[port] = self.counted.get(port, 0) + 1
        return f"{self.name} {port}{number}"


class Ports:
    """Every port there is: ``RoomStore``, ``ConnectionStore``, ``LobbyStore``, ``Outbox`` and so on."""

    def __init__(self, world: "World", call: Call) -> None:
        self._world = world
        self._call = call
        self._store = world.store

    # --- RoomStore ---

    def load(self, room_id: str) -> Room | None:
        return self._read("load", lambda: self._store.load(room_id))

    def save(self, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        return self._write(
            "save", room.id, lambda: self._store.save(room, presence_rev=presence_rev, arm=arm), twice=True
        )

    def set_armed(self, room_id: str, *, was: int, becomes: int) -> bool:
        return self._write(
            "set_armed", room_id, lambda: self._store.set_armed(room_id, was=was, becomes=becomes), twice=True
        )

    def archive(self, record: Record) -> None:
        return self._write("archive", record.room_id, lambda: self._store.archive(record))

    def list_connection(self, room_id: str, connection_id: str, link: Link) -> Room | None:
        return self._write(
            "list", room_id, lambda: self._store.list_connection(room_id, connection_id, link), twice=True
        )

    def unlist_connection(
        self, room_id: str, connection_id: str, player: PlayerId, left_at: Millis | None
    ) -> Room | None:
        return self._write(
            "unlist",
            room_id,
            lambda: self._store.unlist_connection(room_id, connection_id, player, left_at),
            twice=True,
        )

    def add_spectator(self, room_id: str, connection_id: str, link: Link) -> bool:
        return self._write("watch", room_id, lambda: self._store.add_spectator(room_id, connection_id, link))

    def drop_spectator(self, room_id: str, connection_id: str) -> bool:
        return self._write("unwatch", room_id, lambda: self._store.drop_spectator(room_id, connection_id))

    def spectators(self, room_id: str) -> Mapping[str, Link]:
        return self._read("watchers", lambda: self._store.spectators(room_id))

    def publish(self, room: Room) -> None:
        return self._write("publish", room.id, lambda: self._store.publish(room))

    # --- ConnectionStore ---

    def open_connection(self, connection: Connection, *, ticket_id: str, ticket_expires_at: int) -> bool:
        return self._write(
            "open",
            connection.room_id,
            lambda: self._store.open_connection(
                connection, ticket_id=ticket_id, ticket_expires_at=ticket_expires_at
            ),
        )

    def find_connection(self, connection_id: str) -> Connection | None:
        return self._read("find", lambda: self._store.find_connection(connection_id))

    def close_connection(self, connection_id: str) -> None:
        return self._read("forget", lambda: self._store.close_connection(connection_id))

    def may_chat(self, connection_id: str, now: Millis, every_ms: Millis) -> bool:
        return self._read("may_chat", lambda: self._store.may_chat(connection_id, now, every_ms))

    # --- LobbyStore ---

    def create_room(
        self, room: Room, *, key: str | None, body_hash: str, now: Millis
    ) -> Created | Literal["code_taken", "key_reused"]:
        return self._write(
            "create",
            room.id,
            lambda: self._store.create_room(room, key=key, body_hash=body_hash, now=now),
        )

    def room_by_code(self, code: str, now: Millis) -> Room | None:
        return self._read("by_code", lambda: self._store.room_by_code(code, now))

    def open_rooms(self, game_id: str | None, cursor: str | None, now: Millis) -> Page[Room]:
        return self._read("open_rooms", lambda: self._store.open_rooms(game_id, cursor, now))

    def find_record(self, room_id: str, game_no: int) -> Record | None:
        return self._read("record", lambda: self._store.find_record(room_id, game_no))

    def games_of(self, player: PlayerId, cursor: str | None) -> Page[GameEntry]:
        return self._read("games", lambda: self._store.games_of(player, cursor))

    # --- Outbox ---

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Sequence[PostResult]:
        """One after the other, so that a call can die between two posts."""
        self._hold_up(self._world.fate.one_of(("pause",), self._call.where("post")))
        return [self._post(connection_id, data) for connection_id, data in frames]

    def _post(self, connection_id: str, data: bytes) -> PostResult:
        mishap = self._world.fate.one_of(
            ("crash.before", "post.gone", "post.failed", "post.unsure"), self._call.where("frame")
        )
        if mishap == "crash.before":
            raise KilledError
        self._world.watch.posted(connection_id, data)
        if mishap == "post.gone":
            return "gone"
        if mishap == "post.failed":
            return "failed"
        result = self._world.gateway.post(connection_id, data)
        return "failed" if mishap == "post.unsure" else result

    def close(self, connection_ids: Sequence[str]) -> None:
        self._hold_up(self._world.fate.one_of(_BEFORE[:2], self._call.where("close")))
        for connection_id in connection_ids:
            self._world.gateway.close(connection_id)

    # --- Timers, Entropy, Fanout ---

    def arm(self, room_id: str, fire_at: int) -> bool:
        """Never raises; a call that fails may have made the schedule all the same."""
        mishap = self._world.fate.one_of((*_BEFORE, *_AFTER[:2]), self._call.where("arm"))
        if mishap == "throttled":
            return self._world.scheduler.refuse(room_id)
        self._hold_up(mishap)
        self._world.scheduler.arm(room_id, fire_at)
        if mishap == "crash.after":
            raise KilledError
        return mishap != "written.unseen"

    def seed(self) -> bytes:
        return self._world.seed()

    def tell(self, room_id: str, frame: bytes | None, *, but: str | None, now: Millis) -> None:
        del now
        where = self._call.where("tell")
        if self._world.fate.one_of(("crash.before",), where) is not None:
            raise KilledError
        self._world.scheduler.tell_crowd(where, room_id, frame, but)

    # --- What may happen on the way ---

    def _read(self, port: str, call: Callable[[], T]) -> T:
        """What changes nothing that the watch looks at."""
        where = self._call.where(port)
        mishap = self._world.fate.one_of((*_BEFORE, "crash.after"), where)
        self._hold_up(mishap)
        answer = call()
        if mishap == "crash.after":
            raise KilledError
        return answer

    def _write(self, port: str, room_id: str, call: Callable[[], T], *, twice: bool = False) -> T:
        """``twice``: the client of DynamoDB repeats it by itself when an answer gets lost; what is a
        transaction is not done again then."""
        where = self._call.where(port)
        mishap = self._world.fate.one_of((*_BEFORE, *_AFTER), where)
        self._hold_up(mishap)
        answer = call()
        self._world.watch.wrote(port, room_id, self._call)
        if mishap == "written.twice" and twice:
            answer = call()
            self._world.watch.wrote(port, room_id, self._call)
        if mishap == "crash.after":
            raise KilledError
        if mishap == "written.unseen":
            raise StoreFaultError("the answer got lost")
        return answer

    def _hold_up(self, mishap: str | None) -> None:
        world, call = self._world, self._call
        if mishap == "pause":
            world.relay.pause(world.fate.choice(f"pause {call.name} {call.counted}", _PAUSES_MS))
            if world.relay.now - call.started > LONGEST_CALL_MS:
                world.fate.lost_something = True
                raise KilledError
        if mishap == "crash.before":
            raise KilledError
        if mishap == "throttled" or world.is_down:
            raise StoreFaultError("throttled")


_PAUSES_MS = (1, 5, 20, 60, 150, 400, 900, 2_000, 3_500, 8_000)
