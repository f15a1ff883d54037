"""The store in memory with its lid off: tests look at what it keeps, and spoil it. No port allows that."""

from collections.abc import Mapping
from dataclasses import replace

from functions.rooms.codec import StoredRoom
from functions.rooms.record_codec import StoredRecord
from local.memory import MemoryStore

DAMAGE = b"\x01damage"
"""A body of a known version that is none."""


class OpenStore(MemoryStore):
    """``MemoryStore``, and what it keeps."""

    @property
    def rooms(self) -> Mapping[str, StoredRoom]:
        """The rooms as they are kept; each is the same object until something is written to it."""
        return self._rooms

    @property
    def records(self) -> Mapping[tuple[str, int], StoredRecord]:
        """The records as they are kept, by their room and the number of their game."""
        return self._records

    def put_room(self, stored: StoredRoom) -> None:
        """Keep this, whatever it is and whatever is there."""
        with self._lock:
            self._rooms[stored.id] = stored

    def damage_room(self, room_id: str) -> None:
        """Make the room's body unreadable."""
        self.put_room(replace(self.rooms[room_id], body=DAMAGE))

    def damage_record(self, room_id: str, game_no: int) -> None:
        """Make the record's body unreadable."""
        with self._lock:
            kept = self._records[room_id, game_no]
            self._records[room_id, game_no] = replace(kept, body=DAMAGE)
