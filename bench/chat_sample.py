"""A model of how AWS's published WebSocket samples would carry a board game.

No such sample plays a game for two; this is what follows from the chats that everybody starts from
(simple-websockets-chat-app, awsdocs' ``apigateway_websocket_chat``, websocket-chat-application) and
from the copied game sample (basic-multiplayer-aws). From them it keeps

* a table of connections, which is looked through for every message: all of it (``scan``, as they
  all do), or through an index by room (``query``, kinder than any of them);
* the row of the sender, read for every message;
* the game as one JSON document, read, changed and put back whole, on no condition;
* the same frame for everybody, the whole of the game, posted to one connection after the other.

It is given the same rules as the project, so that only the road differs, and a compact document:
the position as the engine stores it, and the moves as they were sent. What it lacks costs nothing
here: two moves at once overwrite each other, a repeated frame is played twice, nothing ends a game
that somebody left.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bench.table import BenchError
from engine.registry import GAMES
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mypy_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient
    from mypy_boto3_dynamodb import DynamoDBClient

    from engine.game import AnyGame, Json, JsonObject, Millis, PlayerId

Lookup: TypeAlias = Literal["scan", "query"]

CONNECTIONS = "chat-connections"
GAMES_TABLE = "chat-games"
BY_ROOM = "by-room"


def make_tables(client: DynamoDBClient) -> None:
    """The two tables. Their keys have the project's names, which the meter knows."""
    key: Any = [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}]
    names: Any = [{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk", "room")]
    client.create_table(
        TableName=CONNECTIONS,
        KeySchema=key,
        AttributeDefinitions=names,
        GlobalSecondaryIndexes=[
            {
                "IndexName": BY_ROOM,
                "KeySchema": [{"AttributeName": "room", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    client.create_table(
        TableName=GAMES_TABLE, KeySchema=key, AttributeDefinitions=names[:2], BillingMode="PAY_PER_REQUEST"
    )


class ChatSample:
    """The handlers of such a sample."""

    def __init__(
        self, dynamodb: DynamoDBClient, gateway: ApiGatewayManagementApiClient, lookup: Lookup
    ) -> None:
        self._dynamodb = dynamodb
        self._gateway = gateway
        self._lookup = lookup

    def connect(self, connection_id: str, room: str, player: PlayerId) -> None:
        """``$connect``: a row for the connection."""
        row = {"pk": connection_id, "sk": "connection", "room": room, "player": player, "name": "바둑이"}
        item: Any = {name: {"S": value} for name, value in row.items()}
        self._dynamodb.put_item(TableName=CONNECTIONS, Item=item)

    def create(
        self,
        room: str,
        game_id: str,
        options: Mapping[str, Json],
        *,
        players: Sequence[PlayerId],
        now: Millis,
    ) -> None:
        """A game that has begun, always with the same chance."""
        game, rng = GAMES[game_id], Rng.from_seed(bytes(range(16)))
        state = game.setup(players=players, options=game.Options.model_validate(options), rng=rng, now=now)
        self._put(room, {"game": game_id, "state": game.dump(state), "rng": list(rng.state), "moves": []})

    def message(self, connection_id: str, body: str, now: Millis) -> None:
        """``$default``: a move.

        :raises BenchError: the rules refuse it.
        """
        sender = self._row(CONNECTIONS, connection_id, "connection")
        room, player = sender["room"]["S"], sender["player"]["S"]
        document = json.loads(self._row(GAMES_TABLE, room, "game")["document"]["S"])
        game, rng = GAMES[document["game"]], Rng.from_state(document["rng"])
        state = game.load(document["state"])
        sent: JsonObject = json.loads(body)["action"]
        action = game.Action.validate_python(sent)
        if (refused := game.validate(state, player, action)) is not None:
            raise BenchError(f"{body}: {refused.code}")
        state, _ = game.apply(state, player, action, rng=rng, now=now)
        self._put(
            room,
            {
                "game": document["game"],
                "state": game.dump(state),
                "rng": list(rng.state),
                "moves": [*document["moves"], sent],
            },
        )
        # One frame for all: it shows the legal moves of whoever has the turn to both.
        active = game.active_players(state)
        view = game.view(state, active[0] if active else None)
        data = json.dumps({"type": "state", "view": view}, ensure_ascii=False).encode()
        for row in self._in_room(room):
            self._gateway.post_to_connection(ConnectionId=row["pk"]["S"], Data=data)

    @staticmethod
    def move(action: JsonObject) -> str:
        """The frame of a move, as its client sends it."""
        return json.dumps({"action": action}, ensure_ascii=False)

    def look(self, room: str, client: DynamoDBClient) -> tuple[AnyGame, Any] | None:
        """The rules and the state, None at the end (``games.Look``); read through another client, so
        that it is not counted."""
        found: Any = client.get_item(TableName=GAMES_TABLE, Key=_key(room, "game"))["Item"]
        document = json.loads(found["document"]["S"])
        game = GAMES[document["game"]]
        state = game.load(document["state"])
        return (game, state) if game.result(state) is None else None

    def _row(self, table: str, pk: str, sk: str) -> Mapping[str, Any]:
        found = self._dynamodb.get_item(TableName=table, Key=_key(pk, sk)).get("Item")
        if found is None:
            raise BenchError(f"{table} has no {pk}")
        return found

    def _put(self, room: str, document: Mapping[str, object]) -> None:
        text = json.dumps(document, ensure_ascii=False)
        item: Any = {**_key(room, "game"), "document": {"S": text}}
        self._dynamodb.put_item(TableName=GAMES_TABLE, Item=item)

    def _in_room(self, room: str) -> list[Mapping[str, Any]]:
        if self._lookup == "query":
            return list(
                self._dynamodb.query(
                    TableName=CONNECTIONS,
                    IndexName=BY_ROOM,
                    KeyConditionExpression="room = :room",
                    ExpressionAttributeValues={":room": {"S": room}},
                )["Items"]
            )
        rows: list[Mapping[str, Any]] = []
        for page in self._dynamodb.get_paginator("scan").paginate(TableName=CONNECTIONS):
            rows += page["Items"]
        return [row for row in rows if row["room"]["S"] == room]


def _key(pk: str, sk: str) -> Any:
    return {"pk": {"S": pk}, "sk": {"S": sk}}
