"""Every port in memory, for development, tests, the simulation and the benchmarks.

As strict as the real ones: rooms and records are kept as the bytes that DynamoDB would keep, every
call is one atomic step whatever the number of threads, and ``tests/aws`` holds this store and
``functions.aws`` to the same promises. What it does not have is a clock: nothing expires by itself
(``MemoryStore.delete_expired`` does what time-to-live does, when it is told to).
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Literal

from engine.game import Millis, PlayerId
from functions.lobby import lists
from functions.lobby.lists import PAGE_SIZE, Cursor
from functions.rooms import record_codec
from functions.rooms.codec import StoredRoom, decode, encode
from functions.rooms.ports import Connection, Created, GameEntry, Lost, Page, PostResult
from functions.rooms.record import Record
from functions.rooms.room import Link, Presence, Room

IDEMPOTENCY_LIFE_SEC = 86_400


@dataclass(frozen=True, slots=True)
class _Request:
    """What a request with an idempotency key made."""

    body_hash: str
    created: Created
    until: int
    """Unix second."""


class MemoryStore:
    """``RoomStore``, ``ConnectionStore`` and ``LobbyStore``."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._rooms: dict[str, StoredRoom] = {}
        self._spectators: dict[str, dict[str, Link]] = {}
        self._open: dict[str, Room] = {}  # position in the open list -> the room that was put there
        self._codes: dict[str, str] = {}
        self._requests: dict[tuple[PlayerId, str], _Request] = {}
        self._records: dict[tuple[str, int], record_codec.StoredRecord] = {}
        self._games: dict[PlayerId, dict[str, GameEntry]] = {}
        self._connections: dict[str, Connection] = {}
        self._tickets: dict[str, str] = {}
        self._chatted: dict[str, Millis] = {}

    def delete_expired(self, now: Millis) -> None:
        """Delete the rooms whose life is over, as time-to-live does sooner or later."""
        with self._lock:
            for room_id, stored in list(self._rooms.items()):
                if now >= stored.expires_at * 1000:
                    del self._rooms[room_id]
                    self._spectators.pop(room_id, None)

    # --- RoomStore ---

    def load(self, room_id: str) -> Room | None:
        """As ``RoomStore.load``."""
        stored = self._rooms.get(room_id)
        return None if stored is None else decode(stored)

    def save(self, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        """As ``RoomStore.save``."""
        mine = encode(room)
        with self._lock:
            stored = self._rooms.get(room.id)
            if stored is None:
                return Lost(None)
            if stored.seq == room.seq - 1 and presence_rev in (None, stored.presence.rev):
                left = {who: at for who, at in stored.presence.left.items() if who not in room.unmissed}
                stored = self._rooms[room.id] = replace(
                    mine,
                    presence=replace(stored.presence, left=left),
                    archived_no=stored.archived_no,
                    armed_at=stored.armed_at if arm is None else arm,
                )
        if (stored.seq, stored.body, stored.log) != (mine.seq, mine.body, mine.log):
            return Lost(decode(stored))
        return replace(
            room, presence=stored.presence, archived_no=stored.archived_no, armed_at=stored.armed_at
        )

    def set_armed(self, room_id: str, *, was: int, becomes: int) -> bool:
        """As ``RoomStore.set_armed``."""
        with self._lock:
            stored = self._rooms.get(room_id)
            if stored is None or stored.armed_at != was:
                return False
            self._rooms[room_id] = replace(stored, armed_at=becomes)
            return True

    def archive(self, record: Record) -> None:
        """As ``RoomStore.archive``."""
        kept = record_codec.encode(record)
        position = lists.game_position(record.room_id, record.game_no, record.ended_at)
        with self._lock:
            if (record.room_id, record.game_no) not in self._records:
                self._records[record.room_id, record.game_no] = kept
                for player, entry in lists.entries_of(record).items():
                    self._games.setdefault(player, {})[position] = entry
            stored = self._rooms.get(record.room_id)
            if stored is not None and stored.archived_no < record.game_no:
                self._rooms[record.room_id] = replace(stored, archived_no=record.game_no)

    def list_connection(self, room_id: str, connection_id: str, link: Link) -> Room | None:
        """As ``RoomStore.list_connection``."""
        with self._lock:
            stored = self._rooms.get(room_id)
            if stored is None:
                return None
            old = stored.presence
            presence = replace(
                old,
                connections={**old.connections, connection_id: link},
                left={who: at for who, at in old.left.items() if who != link.player},
                rev=old.rev + 1,
            )
            stored = self._rooms[room_id] = replace(stored, presence=presence)
        return decode(stored)

    def unlist_connection(
        self, room_id: str, connection_id: str, player: PlayerId, left_at: Millis | None
    ) -> Room | None:
        """As ``RoomStore.unlist_connection``."""
        with self._lock:
            stored = self._rooms.get(room_id)
            if stored is None:
                return None
            old = stored.presence
            if connection_id in old.connections:
                left = {who: at for who, at in old.left.items() if who != player}
                if left_at is not None:
                    left[player] = max(left_at, old.left.get(player, left_at))
                others = {conn: link for conn, link in old.connections.items() if conn != connection_id}
                presence = replace(old, connections=others, left=left, rev=old.rev + 1)
                stored = self._rooms[room_id] = replace(stored, presence=presence)
        return decode(stored)

    def add_spectator(self, room_id: str, connection_id: str, link: Link) -> bool:
        """As ``RoomStore.add_spectator``."""
        with self._lock:
            spectators = self._spectators.setdefault(room_id, {})
            if room_id not in self._rooms or connection_id in spectators:
                return False
            spectators[connection_id] = link
            self._count_spectators(room_id, 1)
            return True

    def drop_spectator(self, room_id: str, connection_id: str) -> bool:
        """As ``RoomStore.drop_spectator``."""
        with self._lock:
            spectators = self._spectators.get(room_id, {})
            if room_id not in self._rooms or connection_id not in spectators:
                return False
            del spectators[connection_id]
            self._count_spectators(room_id, -1)
            return True

    def _count_spectators(self, room_id: str, by: int) -> None:
        stored = self._rooms[room_id]
        presence: Presence = replace(stored.presence, watching=stored.presence.watching + by)
        self._rooms[room_id] = replace(stored, presence=presence)

    def spectators(self, room_id: str) -> Mapping[str, Link]:
        """As ``RoomStore.spectators``."""
        with self._lock:
            return dict(self._spectators.get(room_id, {}))

    def publish(self, room: Room) -> None:
        """As ``RoomStore.publish``."""
        with self._lock:
            self._publish(room)

    def _publish(self, room: Room) -> None:
        position = lists.open_position(room)
        listed = self._open.get(position)
        if listed is not None and listed.seq > room.seq:
            return
        if lists.is_open(room):
            self._open[position] = room
        else:
            self._open.pop(position, None)

    # --- LobbyStore ---

    def create_room(
        self, room: Room, *, key: str | None, body_hash: str, now: Millis
    ) -> Created | Literal["code_taken", "key_reused"]:
        """As ``LobbyStore.create_room``."""
        with self._lock:
            request = None if key is None else self._requests.get((room.host, key))
            if request is not None and now // 1000 < request.until:
                return request.created if request.body_hash == body_hash else "key_reused"
            holder = self._rooms.get(self._codes.get(room.code, ""))
            if holder is not None and now < holder.expires_at * 1000:
                return "code_taken"
            if room.id in self._rooms:
                raise ValueError(f"room {room.id} is there already")
            created = Created(room.id, room.code)
            self._rooms[room.id] = encode(room)
            self._codes[room.code] = room.id
            if key is not None:
                until = now // 1000 + IDEMPOTENCY_LIFE_SEC
                self._requests[room.host, key] = _Request(body_hash, created, until)
            self._publish(room)
            return created

    def room_by_code(self, code: str, now: Millis) -> Room | None:
        """As ``LobbyStore.room_by_code``."""
        room = self.load(self._codes.get(code, ""))
        return None if room is None or room.is_gone(now) else room

    def open_rooms(self, game_id: str | None, cursor: str | None, now: Millis) -> Page[Room]:
        """As ``LobbyStore.open_rooms``."""
        with self._lock:
            lines = {at: room.id for at, room in self._open.items() if game_id in (None, room.game_id)}
        found: list[Room] = []
        damaged: dict[str, ValueError] = {}
        for position in _after(lines, lists.OPEN_ROOMS, cursor):
            if len(found) == PAGE_SIZE:
                last = lists.open_position(found[-1])
                return Page(tuple(found), str(Cursor(lists.OPEN_ROOMS, last)), damaged)
            room_id = lines[position]
            stored = self._rooms.get(room_id)
            if stored is None:
                continue
            try:
                room = lists.shown(stored, now)
            except ValueError as damage:
                damaged[room_id] = damage
                continue
            if room is not None:
                found.append(room)
        return Page(tuple(found), None, damaged)

    def find_record(self, room_id: str, game_no: int) -> Record | None:
        """As ``LobbyStore.find_record``."""
        kept = self._records.get((room_id, game_no))
        return None if kept is None else record_codec.decode(kept)

    def games_of(self, player: PlayerId, cursor: str | None) -> Page[GameEntry]:
        """As ``LobbyStore.games_of``."""
        of = lists.games_list(player)
        with self._lock:
            games = dict(self._games.get(player, {}))
        positions = _after(games, of, cursor)
        page = positions[:PAGE_SIZE]
        rest = len(positions) > PAGE_SIZE
        return Page(tuple(games[position] for position in page), str(Cursor(of, page[-1])) if rest else None)

    # --- ConnectionStore ---

    def open_connection(self, connection: Connection, *, ticket_id: str, ticket_expires_at: int) -> bool:
        """As ``ConnectionStore.open_connection``."""
        del ticket_expires_at  # nothing is deleted here
        with self._lock:
            if self._tickets.setdefault(ticket_id, connection.id) != connection.id:
                return False
            self._connections[connection.id] = connection
            return True

    def find_connection(self, connection_id: str) -> Connection | None:
        """As ``ConnectionStore.find_connection``."""
        return self._connections.get(connection_id)

    def close_connection(self, connection_id: str) -> None:
        """As ``ConnectionStore.close_connection``."""
        with self._lock:
            self._connections.pop(connection_id, None)
            self._chatted.pop(connection_id, None)

    def may_chat(self, connection_id: str, now: Millis, every_ms: Millis) -> bool:
        """As ``ConnectionStore.may_chat``."""
        with self._lock:
            if connection_id not in self._connections:
                return False
            last = self._chatted.get(connection_id)
            if last is not None and now - last < every_ms:
                return False
            self._chatted[connection_id] = now
            return True


def _after(positions: Mapping[str, object], of: str, cursor: str | None) -> list[str]:
    """The positions of a list that come after the cursor, newest first."""
    before = None if cursor is None else Cursor.read(of, cursor).position
    return sorted((at for at in positions if before is None or at < before), reverse=True)


@dataclass(slots=True)
class MemoryOutbox:
    """``Outbox``: keeps what was sent, by connection.

    Tests put connection ids into ``gone`` and ``failing``; closing a connection makes it gone.
    """

    sent: dict[str, list[bytes]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    failing: set[str] = field(default_factory=set)
    closed: list[str] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Sequence[PostResult]:
        """As ``Outbox.post``."""
        with self._lock:
            return [self._post(connection_id, data) for connection_id, data in frames]

    def _post(self, connection_id: str, data: bytes) -> PostResult:
        if connection_id in self.gone:
            return "gone"
        if connection_id in self.failing:
            return "failed"
        self.sent.setdefault(connection_id, []).append(data)
        return "sent"

    def close(self, connection_ids: Sequence[str]) -> None:
        """As ``Outbox.close``."""
        with self._lock:
            self.closed += connection_ids
            self.gone.update(connection_ids)

    def frames(self, connection_id: str) -> list[dict[str, Any]]:
        """What a connection received, oldest first, read as its client reads it."""
        return [json.loads(data) for data in self.sent.get(connection_id, [])]

    def clear(self) -> None:
        """Forget what was sent, but not who is gone."""
        with self._lock:
            self.sent.clear()


@dataclass(slots=True)
class MemoryFanout:
    """``Fanout``: calls that somebody must deliver, by handing each to ``Runner.crowd``."""

    calls: list[tuple[str, bytes | None, str | None]] = field(default_factory=list)
    """Room id, frame, and who is left out."""

    def tell(self, room_id: str, frame: bytes | None, *, but: str | None, now: Millis) -> None:
        """As ``Fanout.tell``."""
        del now
        self.calls.append((room_id, frame, but))


@dataclass(slots=True)
class MemoryTimers:
    """``Timers``: wake-up calls that somebody must deliver. While ``down``, none can be armed."""

    armed: set[tuple[int, str]] = field(default_factory=set)
    """Unix second and room id, not yet due."""
    calls: int = 0
    down: bool = False
    _lock: Lock = field(default_factory=Lock, repr=False)

    def arm(self, room_id: str, fire_at: int) -> bool:
        """As ``Timers.arm``."""
        with self._lock:
            self.calls += 1
            if not self.down:
                self.armed.add((fire_at, room_id))
            return not self.down

    def due(self, now: Millis) -> list[tuple[str, int]]:
        """Room and second of every call that is due at ``now``, earliest first; each is due once."""
        with self._lock:
            fired = sorted(call for call in self.armed if call[0] * 1000 <= now)
            self.armed.difference_update(fired)
        return [(room_id, second) for second, room_id in fired]


@dataclass(slots=True)
class FixedEntropy:
    """``Entropy`` that repeats itself: the n-th seed is the same in every run."""

    name: str = "nolpan"
    drawn: int = 0
    _lock: Lock = field(default_factory=Lock, repr=False)

    def seed(self) -> bytes:
        """As ``Entropy.seed``."""
        with self._lock:
            self.drawn += 1
            number = self.drawn
        return hashlib.blake2s(f"{self.name}/{number}".encode(), digest_size=16).digest()
