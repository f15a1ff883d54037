"""``LobbyStore`` on DynamoDB."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from engine.game import Millis, PlayerId
from functions.aws import items
from functions.aws.items import Item, number, text
from functions.aws.table import PAUSES_SEC, Action, Table
from functions.lobby import lists
from functions.lobby.lists import OPEN_ROOMS, PAGE_SIZE, Cursor
from functions.rooms import record_codec
from functions.rooms.codec import encode
from functions.rooms.ports import Created, GameEntry, Page
from functions.rooms.record import Record
from functions.rooms.room import Room

if TYPE_CHECKING:
    from mypy_boto3_dynamodb.type_defs import PutTypeDef

IDEMPOTENCY_LIFE_SEC = 86_400
CODE_LIFE_SEC = 90 * 86_400
"""How long a code is kept for, at least, since somebody last looked it up. Whether it holds is for
its room to say; this only clears away the codes of rooms long gone."""
MOST_LOOKS = 10
"""How often one page may look on in the open list; a page can be short because of it."""
LINES_A_QUERY = 60
"""Of the open list: so many are one read unit. Lines of other games and of rooms past their life count."""

FREE_OR_EXPIRED = "attribute_not_exists(pk) OR x <= :now"
"""Nobody used this key within its life, whether the old item is deleted yet or not."""
FREE = "attribute_not_exists(pk)"
OF_THE_DEAD_ROOM = "r = :dead"
"""The code is still that of the room that was found to be gone."""


class DynamoLobby(Table):
    """Making rooms and finding them."""

    def create_room(
        self, room: Room, *, key: str | None, body_hash: str, now: Millis
    ) -> Created | Literal["code_taken", "key_reused"]:
        """As ``LobbyStore.create_room``: one transaction; another one to take a dead room's code."""
        dead: str | None = None
        while failed := self.transact(self._creation(room, key, body_hash, now, dead)):
            stands = [None if failure is None else failure.item for failure in failed]
            if key is not None and (request := stands[-1]) is not None:
                return items.request_made(request) if request["h"]["S"] == body_hash else "key_reused"
            if (twin := stands[0]) is not None:
                if not _is_this_room(twin, room):
                    raise ValueError(f"room {room.id} is there already")
                break  # ours: a try whose answer got lost on the way
            holder_id = items.code_holder(stands[1])
            holder = self.load(holder_id)
            if holder is not None and not holder.is_gone(now):
                return "code_taken"
            dead = holder_id
        return Created(room.id, room.code)

    def _creation(
        self, room: Room, key: str | None, body_hash: str, now: Millis, dead: str | None
    ) -> list[Action]:
        """The room, its code (which was that of the room ``dead``), its line in the open list if it is
        public; last what the request with this ``key`` made."""
        seconds = now // 1000
        code = items.code_item(room.code, room.id, seconds + CODE_LIFE_SEC)
        if dead is None:
            new_code = self._new(code, FREE)
        else:
            new_code = self._new(code, f"{FREE} OR {OF_THE_DEAD_ROOM}", {":dead": text(dead)})
        actions = [self._new(items.room_item(encode(room)), FREE), new_code]
        if lists.is_open(room):
            actions.append({"Put": {"TableName": self.name, "Item": items.open_item(room)}})
        if key is not None:
            made = Created(room.id, room.code)
            request = items.request_item(room.host, key, body_hash, made, seconds + IDEMPOTENCY_LIFE_SEC)
            actions.append(self._new(request, FREE_OR_EXPIRED, {":now": number(seconds)}))
        return actions

    def _new(self, item: Item, condition: str, values: Item | None = None) -> Action:
        put: PutTypeDef = {
            "TableName": self.name,
            "Item": item,
            "ConditionExpression": condition,
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        if values is not None:
            put["ExpressionAttributeValues"] = values
        return {"Put": put}

    def room_by_code(self, code: str, now: Millis) -> Room | None:
        """As ``LobbyStore.room_by_code``: two reads; a write when the code needs a longer life."""
        key = items.code_key(code)
        item = self.get(key)
        if item is None:
            return None
        room = self.load(item["r"]["S"])
        if room is None or room.is_gone(now):
            return None
        longer = now // 1000 + CODE_LIFE_SEC
        if int(item["x"]["N"]) < longer - CODE_LIFE_SEC // 2:
            values: Item = {":x": number(longer), ":room": item["r"]}
            self.update(key, "SET x = :x", condition="r = :room", values=values)
        return room

    def open_rooms(self, game_id: str | None, cursor: str | None, now: Millis) -> Page[Room]:
        """As ``LobbyStore.open_rooms``: a few looks at rooms, each at no more than the page still
        wants, and a Query of the list whenever its lines are used up."""
        found: list[Room] = []
        damaged: dict[str, ValueError] = {}
        at = None if cursor is None else Cursor.read(OPEN_ROOMS, cursor).position
        lines: list[str] = []
        end = at
        for _ in range(MOST_LOOKS):
            if not lines:
                lines, end = self._open_positions(game_id, at, now)
            wanted = PAGE_SIZE - len(found)
            positions, lines = lines[:wanted], lines[wanted:]
            at = positions[-1] if lines else end
            rooms = self._rooms([lists.room_at(position) for position in positions])
            for position in positions:
                room_id = lists.room_at(position)
                item = rooms.get(room_id)
                if item is None:
                    continue
                try:
                    room = lists.shown(items.stored_room(item), now)
                except ValueError as damage:
                    damaged[room_id] = damage
                    continue
                if room is not None:
                    found.append(room)
            if at is None or len(found) == PAGE_SIZE:
                break
        return Page(tuple(found), None if at is None else str(Cursor(OPEN_ROOMS, at)), damaged)

    def _open_positions(
        self, game_id: str | None, after: str | None, now: Millis
    ) -> tuple[list[str], str | None]:
        """The list's next positions, and the last one looked at (None: the list ends there)."""
        values: Item = {":open": text(OPEN_ROOMS), ":now": number(now // 1000)}
        keys, alive = "pk = :open", "x > :now"
        if after is not None:
            keys += " AND sk < :after"
            values[":after"] = text(after)
        if game_id is not None:
            alive += " AND i = :game"
            values[":game"] = text(game_id)
        page = self.client.query(
            TableName=self.name,
            KeyConditionExpression=keys,
            FilterExpression=alive,
            ExpressionAttributeValues=values,
            ScanIndexForward=False,
            ConsistentRead=True,
            Limit=LINES_A_QUERY,
        )
        last = page.get("LastEvaluatedKey")
        positions = [item["sk"]["S"] for item in page["Items"]]
        return positions, None if last is None else last["sk"]["S"]

    def _rooms(self, room_ids: Sequence[str]) -> dict[str, Item]:
        """The items of those of the rooms that are there, by room id.

        :raises TimeoutError: DynamoDB is too busy to read them all.
        """
        rooms: dict[str, Item] = {}
        wanted: list[Item] = [items.room_key(room_id) for room_id in room_ids]
        pauses = iter(PAUSES_SEC)
        while wanted:
            answer = self.client.batch_get_item(
                RequestItems={self.name: {"Keys": wanted, "ConsistentRead": True}}
            )
            for item in answer["Responses"].get(self.name, []):
                rooms[items.room_in(item)] = item
            left = answer.get("UnprocessedKeys", {}).get(self.name)
            wanted = [] if left is None else [dict(key) for key in left["Keys"]]
            if wanted:
                if (pause := next(pauses, None)) is None:
                    raise TimeoutError(f"{len(wanted)} rooms of the open list were left unread")
                self.pause(pause)
        return rooms

    def find_record(self, room_id: str, game_no: int) -> Record | None:
        """As ``LobbyStore.find_record``."""
        item = self.get(items.record_key(room_id, game_no))
        return None if item is None else record_codec.decode(items.stored_record(item))

    def games_of(self, player: PlayerId, cursor: str | None) -> Page[GameEntry]:
        """As ``LobbyStore.games_of``: one Query."""
        of = lists.games_list(player)
        keys, values = "pk = :of", {":of": text(of)}
        if cursor is not None:
            keys += " AND sk < :after"
            values[":after"] = text(Cursor.read(of, cursor).position)
        page = self.client.query(
            TableName=self.name,
            KeyConditionExpression=keys,
            ExpressionAttributeValues=values,
            ScanIndexForward=False,
            ConsistentRead=True,
            Limit=PAGE_SIZE,
        )
        entries: list[GameEntry] = []
        damaged: dict[str, ValueError] = {}
        for item in page["Items"]:
            try:
                entries.append(items.game_entry(item))
            except ValueError as damage:
                damaged[item["sk"]["S"]] = damage
        last = page.get("LastEvaluatedKey")
        return Page(tuple(entries), None if last is None else str(Cursor(of, last["sk"]["S"])), damaged)


def _is_this_room(item: Item, room: Room) -> bool:
    """Whether the room that stands in the way is the very one."""
    there, mine = items.stored_room(item), encode(room)
    return (there.seq, there.body, there.log) == (mine.seq, mine.body, mine.log)
