"""``RoomStore`` on DynamoDB.

Each group of attributes of a room's item has one writer, so that no write loses another's:

    save        v d g x (and a, when a timer was made for it)      if  v = the version read
    presence    c l p                                              if  the room is there
    spectators  w                                                  if  the room is there
    timers      a                                                  if  a = what was read
    archive     z                                                  if  the room is there
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.game import Millis, PlayerId
from functions.aws import items
from functions.aws.items import Item, number, text
from functions.aws.table import Action, Failed, Table
from functions.lobby import lists
from functions.rooms import record_codec
from functions.rooms.codec import decode, encode
from functions.rooms.ports import Lost
from functions.rooms.record import Record
from functions.rooms.room import Link, Room

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

NOBODY_SAVED = "v = :before"
"""The room is there, and no command was saved since it was read."""
NOBODY_CAME_OR_WENT = "p = :rev"
"""The absence that decided something still holds."""
IS_THERE = "attribute_exists(pk)"
"""A room that is gone is not conjured up again by a write that comes late."""
IS_LISTED = "attribute_exists(c.#id)"
"""The connection is a player's in this room (and so the room is there)."""
NOBODY_LEFT_LATER = "(attribute_not_exists(l.#player) OR l.#player < :left)"
"""The end of an older connection may be told after the end of a newer one."""
IS_NOT_THERE = "attribute_not_exists(pk)"

SPECTATOR_LIFE_SEC = 8 * 24 * 3600
"""Longer than any room is left alone (seven days) and far longer than a connection can last (two
hours): whoever is found gone is taken out and discounted in one step; this sweeps what is left of
rooms that ended."""


_FORGOTTEN_AT_ONCE = 50
"""An expression has its limits; there is hardly ever one to forget."""


class DynamoRooms(Table):
    """Rooms, and who is connected to them. ``clock`` gives Unix seconds, for time-to-live only."""

    def __init__(
        self,
        client: DynamoDBClient,
        name: str,
        *,
        pause: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(client, name, pause=pause)
        self._clock = clock

    def save(self, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        """As ``RoomStore.save``: one UpdateItem, no read, however it ends."""
        mine = encode(room)
        expression = "SET v = :v, d = :d, g = :g, x = :x"
        condition = NOBODY_SAVED
        values: Item = {
            ":before": number(room.seq - 1),
            ":v": number(mine.seq),
            ":d": {"B": mine.body},
            ":g": {"B": mine.log},
            ":x": number(mine.expires_at),
        }
        if arm is not None:
            expression += ", a = :a"
            values[":a"] = number(arm)
        if presence_rev is not None:
            condition += f" AND {NOBODY_CAME_OR_WENT}"
            values[":rev"] = number(presence_rev)
        unmissed: dict[str, str] = {
            f"#u{number}": player for number, player in enumerate(room.unmissed[:_FORGOTTEN_AT_ONCE])
        }
        if unmissed:
            expression += f" REMOVE {', '.join(f'l.{name}' for name in unmissed)}"
        written = self.update(
            items.room_key(room.id), expression, condition=condition, values=values, names=unmissed or None
        )
        item = written.item if isinstance(written, Failed) else written
        if item is None:
            return Lost(None)
        stored = items.stored_room(item)
        if (stored.seq, stored.body, stored.log) != (mine.seq, mine.body, mine.log):
            return Lost(decode(stored))
        # Ours: just now, or on a try whose answer got lost on the way.
        return replace(
            room, presence=stored.presence, archived_no=stored.archived_no, armed_at=stored.armed_at
        )

    def set_armed(self, room_id: str, *, was: int, becomes: int) -> bool:
        """As ``RoomStore.set_armed``."""
        values = {":was": number(was), ":becomes": number(becomes)}
        written = self.update(
            items.room_key(room_id), "SET a = :becomes", condition="a = :was", values=values
        )
        return not isinstance(written, Failed)

    def list_connection(self, room_id: str, connection_id: str, link: Link) -> Room | None:
        """As ``RoomStore.list_connection``."""
        written = self.update(
            items.room_key(room_id),
            "SET c.#id = :link REMOVE l.#player ADD p :one",
            condition=IS_THERE,
            names={"#id": connection_id, "#player": link.player},
            values={":link": text(items.link_text(link)), ":one": number(1)},
        )
        return None if isinstance(written, Failed) else decode(items.stored_room(written))

    def unlist_connection(
        self, room_id: str, connection_id: str, player: PlayerId, left_at: Millis | None
    ) -> Room | None:
        """As ``RoomStore.unlist_connection``: one UpdateItem, a second only for a leave told late."""
        names = {"#id": connection_id, "#player": player}
        one: Item = {":one": number(1)}
        if left_at is None:
            forget = "REMOVE c.#id, l.#player ADD p :one"
            written = self.update(
                items.room_key(room_id), forget, condition=IS_LISTED, names=names, values=one
            )
        else:
            written = self.update(
                items.room_key(room_id),
                "REMOVE c.#id SET l.#player = :left ADD p :one",
                condition=f"{IS_LISTED} AND {NOBODY_LEFT_LATER}",
                names=names,
                values={**one, ":left": number(left_at)},
            )
        if isinstance(written, Failed) and written.item is not None:
            room = decode(items.stored_room(written.item))
            if left_at is None or connection_id not in room.presence.connections:
                return room
            written = self.update(
                items.room_key(room_id),
                "REMOVE c.#id ADD p :one",
                condition=IS_LISTED,
                names={"#id": connection_id},
                values=one,
            )
        item = written.item if isinstance(written, Failed) else written
        return None if item is None else decode(items.stored_room(item))

    def add_spectator(self, room_id: str, connection_id: str, link: Link) -> bool:
        """As ``RoomStore.add_spectator``: a transaction, which only spectators pay for."""
        expires_at = int(self._clock()) + SPECTATOR_LIFE_SEC
        put: Action = {
            "Put": {
                "TableName": self.name,
                "Item": items.spectator_item(room_id, connection_id, link, expires_at),
                "ConditionExpression": IS_NOT_THERE,
            }
        }
        return not self.transact([put, self._counted(room_id, 1)])

    def drop_spectator(self, room_id: str, connection_id: str) -> bool:
        """As ``RoomStore.drop_spectator``."""
        delete: Action = {
            "Delete": {
                "TableName": self.name,
                "Key": items.spectator_key(room_id, connection_id),
                "ConditionExpression": IS_THERE,
            }
        }
        return not self.transact([delete, self._counted(room_id, -1)])

    def _counted(self, room_id: str, by: int) -> Action:
        return {
            "Update": {
                "TableName": self.name,
                "Key": items.room_key(room_id),
                "UpdateExpression": "ADD w :by",
                "ConditionExpression": IS_THERE,
                "ExpressionAttributeValues": {":by": number(by)},
            }
        }

    def spectators(self, room_id: str) -> Mapping[str, Link]:
        """As ``RoomStore.spectators``: one Query."""
        return dict(items.spectator_of(item) for item in self.query(items.room_pk(room_id), items.SPECTATOR))

    def publish(self, room: Room) -> None:
        """As ``RoomStore.publish``. Two of them may overtake each other: the newer ``seq`` stays."""
        seq = {":seq": number(room.seq)}
        if lists.is_open(room):
            self.put(items.open_item(room), condition=f"{IS_NOT_THERE} OR v < :seq", values=seq)
        else:
            self.delete(items.open_key(room), condition=f"{IS_NOT_THERE} OR v <= :seq", values=seq)

    def archive(self, record: Record) -> None:
        """As ``RoomStore.archive``: one transaction, once a game."""
        kept = [
            items.record_item(record_codec.encode(record)),
            *(items.game_item(player, entry) for player, entry in lists.entries_of(record).items()),
        ]
        puts: list[Action] = [
            {"Put": {"TableName": self.name, "Item": item, "ConditionExpression": IS_NOT_THERE}}
            for item in kept
        ]
        key, values = items.room_key(record.room_id), {":no": number(record.game_no)}
        mark: Action = {
            "Update": {
                "TableName": self.name,
                "Key": key,
                "UpdateExpression": "SET z = :no",
                "ConditionExpression": IS_THERE,
                "ExpressionAttributeValues": values,
            }
        }
        failed = self.transact([*puts, mark])
        if not failed:
            return
        if failed[0] is None and failed[-1] is not None:
            # The room was deleted meanwhile. What was played in it is kept all the same.
            failed = self.transact(puts)
        if failed and failed[0] is not None:
            # Kept before, by a retry or by somebody else; the mark may be missing.
            self.update(key, "SET z = :no", condition="z < :no", values=values)
