"""The two lists that people page through, newest first: open rooms, and a player's finished games.

A list is ordered by ``position``, a string that sorts by time. A cursor is a position wrapped up:
opaque, safe in a query string, and bound to its list. It is no secret and grants nothing: it says
where to go on in a list that the asker may read anyway.
"""

import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass

from engine.game import Json, Millis, PlayerId
from functions.rooms.codec import StoredRoom, decode
from functions.rooms.ports import CursorError, GameEntry
from functions.rooms.record import Record
from functions.rooms.room import Room

PAGE_SIZE = 20
OPEN_ROOMS = "open"
"""The list of open rooms."""
FRESH_MS: Millis = 120_000
"""For so long after the last sign of life a room without anybody in it is still shown."""

_CHECK_BYTES = 6
_CURSOR = re.compile(r"[A-Za-z0-9_-]{1,200}")
_POSITION = re.compile(r"\d{13}#[A-Za-z0-9]{1,64}(#\d{1,9})?", re.ASCII)


def games_list(player: PlayerId) -> str:
    """The list of a player's finished games."""
    return f"p#{player}"


def is_open(room: Room) -> bool:
    """Whether the room has a line in the open list: public, waiting, with a free seat."""
    return room.visibility == "public" and room.status == "waiting" and None in room.seats


def is_shown(room: Room, now: Millis) -> bool:
    """Whether who reads the open list at ``now`` should see the room: it is open and somebody is there.

    There is whoever has a seat and a connection. A room without such a person is shown while it is
    fresh: less than ``FRESH_MS`` after it was made, after its newest command, and after a player's
    last connection went. That is the time to come in after making it, or to come back.
    """
    if not is_open(room) or room.is_gone(now):
        return False
    if any(room.presence.is_online(seat.player) for seat in room.seated):
        return True
    newest_command = 0 if room.last is None else room.last.at
    return now < max(room.created_at, newest_command, *room.presence.left.values()) + FRESH_MS


def shown(stored: StoredRoom, now: Millis) -> Room | None:
    """The room behind a line of the open list, or None if it should not be seen there at ``now``.

    :raises ValueError: it lives, and cannot be read.
    """
    if now >= stored.expires_at * 1000:
        return None
    room = decode(stored)
    return room if is_shown(room, now) else None


def open_position(room: Room) -> str:
    """The room's place in the open list: by creation."""
    return f"{room.created_at:013d}#{room.id}"


def room_at(position: str) -> str:
    """The room id in an ``open_position``."""
    return position.split("#", 1)[1]


def game_position(room_id: str, game_no: int, ended_at: Millis) -> str:
    """A finished game's place in its players' lists: by its end."""
    return f"{ended_at:013d}#{room_id}#{game_no}"


def game_at(position: str) -> tuple[str, int, Millis]:
    """Room id, game number and end in a ``game_position``."""
    ended_at, room_id, game_no = position.split("#")
    return room_id, int(game_no), int(ended_at)


def entries_of(record: Record) -> dict[PlayerId, GameEntry]:
    """The line that each player's list gets for a finished game."""
    names = dict(zip(record.players, record.nicknames, strict=True))
    return {
        player: GameEntry(
            room_id=record.room_id,
            game_no=record.game_no,
            game_id=record.game_id,
            ended_at=record.ended_at,
            opponents=tuple(name for other, name in names.items() if other != player),
            won=_won(record.result["ranking"], player),
            summary=str(record.result["summary"]),
        )
        for player in record.players
    }


def _won(ranking: Json, player: PlayerId) -> bool | None:
    """Whether the player is in the best of several groups; None if there is only one, or none."""
    if not isinstance(ranking, list) or len(ranking) < 2:
        return None
    best = ranking[0]
    return isinstance(best, list) and player in best


@dataclass(frozen=True, slots=True)
class Cursor:
    """A position in one list, given to a client and taken back."""

    of: str
    position: str

    def __str__(self) -> str:
        text = _check(self.of, self.position) + self.position.encode()
        return urlsafe_b64encode(text).rstrip(b"=").decode()

    @staticmethod
    def read(of: str, text: str) -> "Cursor":
        """The cursor that ``str`` wrote for this list.

        :raises CursorError: it did not.
        """
        if _CURSOR.fullmatch(text):
            # No text of bytes is one character longer than whole groups of four.
            raw = b"" if len(text) % 4 == 1 else urlsafe_b64decode(text + "=" * (-len(text) % 4))
            position = raw[_CHECK_BYTES:].decode(errors="replace")
            # The check has no key, so whoever reads this can make one: it must look like a position, too.
            if _POSITION.fullmatch(position) and str(cursor := Cursor(of, position)) == text:
                return cursor
        raise CursorError("no cursor of this list")


def _check(of: str, position: str) -> bytes:
    return hashlib.blake2s(f"{of}\n{position}".encode(), digest_size=_CHECK_BYTES).digest()
