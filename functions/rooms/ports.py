"""What a room needs from the outside, as protocols. AWS implements them in ``functions/aws``, memory in
``local/memory.py``, and one test suite holds both to the promises written here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from engine.game import Millis, PlayerId
from functions.rooms.record import Record
from functions.rooms.room import Link, Room

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lost:
    """A save that another came before. ``current`` is the room as it stands (None: gone)."""

    current: Room | None


@dataclass(frozen=True, slots=True)
class Connection:
    """A socket, from its ticket's use to its end. ``expires_at`` is a Unix second."""

    id: str
    room_id: str
    player: PlayerId
    tab: str
    nickname: str
    expires_at: int


class RoomStore(Protocol):
    """Rooms, their players' connections and their spectators'.

    Every write is atomic and touches only what it names. No write creates a room that is gone.
    """

    def load(self, room_id: str) -> Room | None:
        """The newest saved room, presence included (strongly consistent), or None."""

    def save(self, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        """Write what a command changed, if the stored ``seq`` is ``room.seq - 1``.

        With ``presence_rev`` only if the stored presence still has that revision. Presence,
        ``archived_no`` and, unless ``arm`` gives a new value, ``armed_at`` are left as they are; but
        the moments at which those left whom nobody misses (``Room.unmissed``) are forgotten.
        Answers the room with those as stored now. A write that finds this very write already stored
        (a retry whose first try had succeeded unseen) has succeeded.
        """

    def set_armed(self, room_id: str, *, was: int, becomes: int) -> bool:
        """Write ``armed_at`` if it still is ``was``; whether it was."""

    def archive(self, record: Record) -> None:
        """Keep a finished game for good: the record, an index row per player, and ``archived_no``.

        All or nothing. A record that is there already stays as it is, and that is no error.
        """

    def list_connection(self, room_id: str, connection_id: str, link: Link) -> Room | None:
        """Add a player's connection, end the player's absence, raise the presence's revision.

        The room after it, or None if it is gone.
        """

    def unlist_connection(
        self, room_id: str, connection_id: str, player: PlayerId, left_at: Millis | None
    ) -> Room | None:
        """Take a connection out, if it is in, and raise the presence's revision; the room after it.

        None if the room is gone.

        ``left_at`` is noted as the moment the player left, unless a later one is noted already;
        None forgets the moment, since somebody without a seat is not missed.
        """

    def add_spectator(self, room_id: str, connection_id: str, link: Link) -> bool:
        """Add a spectator's connection and count it; False if it was there or the room is gone."""

    def drop_spectator(self, room_id: str, connection_id: str) -> bool:
        """Take a spectator's connection out of the list and the count; False if it was not there."""

    def publish(self, room: Room) -> None:
        """Show a public room in the open list while somebody can still sit down, else take it off.

        The list is a hint: who reads it looks at the rooms themselves before believing it.
        """

    def spectators(self, room_id: str) -> Mapping[str, Link]:
        """Spectators' connections."""


@dataclass(frozen=True, slots=True)
class Created:
    """A room is there for this request: made now, or by the same request before."""

    room_id: str
    code: str


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list, and where the next begins (None: this was the last)."""

    items: tuple[T, ...]
    cursor: str | None
    damaged: Mapping[str, ValueError] = field(default_factory=dict)
    """Why what should perhaps stand here cannot be read, by its room's id or its place in the list. Whoever
    asked reports it."""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One line of a player's list of finished games."""

    room_id: str
    game_no: int
    game_id: str
    ended_at: Millis
    opponents: tuple[str, ...]
    """The others' nicknames."""
    won: bool | None
    """None for a draw or a game without a result."""
    summary: str


class CursorError(ValueError):
    """A place in a list that no answer has named: the asker's mistake, and no damage."""


class LobbyStore(Protocol):
    """What HTTP needs beyond a room: making one, and finding one."""

    def load(self, room_id: str) -> Room | None:
        """As ``RoomStore.load``."""

    def create_room(
        self, room: Room, *, key: str | None, body_hash: str, now: Millis
    ) -> Created | Literal["code_taken", "key_reused"]:
        """Keep a new room, its code and (with ``key``) the request's idempotency: all or nothing.

        ``code_taken``: another living room has this code, try another. ``key_reused``: the host
        sent this key before with another body. The same key and body answer the room made then,
        for 24 hours.
        """

    def room_by_code(self, code: str, now: Millis) -> Room | None:
        """The living room with this code (upper case).

        :raises ValueError: it is damaged.
        """

    def open_rooms(self, game_id: str | None, cursor: str | None, now: Millis) -> Page[Room]:
        """Public rooms that wait for players and in which somebody is (``lobby.lists.is_shown``),
        newest first. A page may be short, or empty, and not be the last.

        A room that is damaged is left out, and the page says so: it must not take the list away
        from everybody.

        :raises CursorError: no such cursor was ever given out.
        """

    def find_record(self, room_id: str, game_no: int) -> Record | None:
        """The record of a finished game.

        :raises ValueError: it is damaged.
        """

    def games_of(self, player: PlayerId, cursor: str | None) -> Page[GameEntry]:
        """A player's finished games, newest first.

        :raises CursorError: no such cursor was ever given out.
        """


class ConnectionStore(Protocol):
    """Sockets by themselves, before and beside the rooms they belong to."""

    def open_connection(self, connection: Connection, *, ticket_id: str, ticket_expires_at: int) -> bool:
        """Use the ticket up and keep the connection, both or neither; False if it was used before."""

    def find_connection(self, connection_id: str) -> Connection | None:
        """The connection, or None for one that is closed or unknown."""

    def close_connection(self, connection_id: str) -> None:
        """Forget the connection; no error if it is forgotten."""

    def may_chat(self, connection_id: str, now: Millis, every_ms: Millis) -> bool:
        """Note a chat line at ``now`` unless one was noted less than ``every_ms`` before."""


PostResult: TypeAlias = Literal["sent", "gone", "failed"]


class Outbox(Protocol):
    """The way to clients. Never raises for what happens on the line."""

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Sequence[PostResult]:
        """Send each frame to its connection, at once and once; results in the same order."""

    def close(self, connection_ids: Sequence[str]) -> None:
        """Close connections; those already closed are no error."""


class Fanout(Protocol):
    """The way to a crowd: a call of its own tells the spectators, so that nobody waits for them.

    Never raises for what happens on the line, and is never sure: whoever misses a frame sees the gap.
    """

    def tell(self, room_id: str, frame: bytes | None, *, but: str | None, now: Millis) -> None:
        """Have ``Runner.crowd`` called with these arguments: soon, perhaps twice, perhaps never."""


class Timers(Protocol):
    """One wake-up call at a whole second. It may come late, twice, or never."""

    def arm(self, room_id: str, fire_at: int) -> bool:
        """Have ``WakeUp`` delivered to the room at or after Unix second ``fire_at``.

        Whether it will be; what is armed already is. Never raises for what happens on the line: a
        move must not be lost because a timer for later cannot be made now.
        """


class Entropy(Protocol):
    """The only source of chance."""

    def seed(self) -> bytes:
        """16 unpredictable bytes."""
