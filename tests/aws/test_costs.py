"""What a game costs at DynamoDB, counted on the road that a real move takes."""

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import botocore.session
import pytest

from functions.aws.store import DynamoStore
from functions.rooms.runner import Runner
from functions.rooms.teller import Client
from functions.rooms.timing import Policy
from local.memory import FixedEntropy, MemoryOutbox, MemoryTimers
from local.meter import Meter, Write, item_size
from tests.aws.conftest import REGION, TABLE, make_client, make_table
from tests.aws.table_rooms import ANNA, BO, CONNECTIONS, NOW, recorded_games, sender, waiting

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


class Game:
    """Two people at their sockets, and a meter on everything their frames cost."""

    def __init__(self, client: "DynamoDBClient", probe: "DynamoDBClient") -> None:
        self.meter = Meter(probe)
        self.meter.watch(client)
        self.store = DynamoStore(client, TABLE)
        self.timers = MemoryTimers()
        self.outbox = MemoryOutbox()
        self.runner = Runner(
            rooms=self.store,
            connections=self.store,
            outbox=self.outbox,
            timers=self.timers,
            entropy=FixedEntropy(),
            policy=Policy(),
            on_fault=self._fault,
        )
        self.now = NOW
        self.cs = Counter[str]()
        self.store.create_room(waiting(), key=None, body_hash="", now=NOW)
        for kind, player in (("hello", ANNA), ("hello", BO), ("sit", BO), ("start", ANNA)):
            self.send(player, kind)
        self.meter.reset()
        self.timers.calls = 0

    def _fault(self, where: str, fault: Exception) -> None:
        raise AssertionError(where) from fault

    def send(self, player: str, kind: str, **fields: object) -> None:
        """One frame of a player, three seconds after the one before."""
        self.now += 3_000
        self.cs[player] += 1
        who = sender(ANNA if player == ANNA else BO)
        client = Client(CONNECTIONS[who.player], waiting().id, who)
        tally = self.runner.message(
            client, json.dumps({"type": kind, "cs": self.cs[player], **fields}), self.now
        )
        assert tally.rejection is None, (kind, fields, tally)

    def move(self, x: int, y: int) -> None:
        """Whoever is to move places a disc."""
        room = self.store.load(waiting().id)
        assert room is not None
        assert room.match is not None
        (player,) = room.game.active_players(room.match.state)
        self.meter.reset()
        self.send(player, "act", action={"type": "place", "x": x, "y": y})


@pytest.fixture
def game(dynamodb: "DynamoDBClient") -> Game:
    """A game of reversi that has just begun, on moto."""
    return Game(botocore.session.Session().create_client("dynamodb", region_name=REGION), dynamodb)  # type: ignore[arg-type]


READ_AND_WRITE = Counter({("dynamodb", "GetItem"): 1, ("dynamodb", "UpdateItem"): 1})
ARCHIVE = Counter({("dynamodb", "TransactWriteItems"): 1})


def test_a_move_is_one_read_and_one_write_of_one_unit_and_the_last_one_adds_the_archive(game: Game) -> None:
    squares = recorded_games()[0]
    units = []
    for number, (x, y) in enumerate(squares, start=1):
        game.move(x, y)
        last = number == len(squares)
        assert game.meter.calls == (READ_AND_WRITE + ARCHIVE if last else READ_AND_WRITE), number
        assert game.meter.read_units == 1
        units.append(game.meter.write_units)
    assert set(units[:-1]) == {1}
    # The record, two index rows, the room: twice the price of plain writes, once a game.
    assert units[-1] <= 1 + 2 * 4
    assert sum(units) / len(units) <= 1.5
    assert game.timers.calls <= 0.1 * len(squares)


@pytest.fixture
def ministack_game(ministack_url: str) -> Game:
    """The same on ministack."""
    probe = make_client(ministack_url)
    if TABLE in probe.list_tables()["TableNames"]:
        probe.delete_table(TableName=TABLE)
    make_table(probe)
    client = botocore.session.Session().create_client(
        "dynamodb", region_name=REGION, endpoint_url=ministack_url
    )
    return Game(client, probe)  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_meter_agrees_with_an_emulator_that_counts_capacity(ministack_game: Game) -> None:
    theirs = 0.0

    def ask(params: dict[str, object], **_: object) -> None:
        params["ReturnConsumedCapacity"] = "TOTAL"

    def add(parsed: dict[str, Any], model: Any, **_: object) -> None:
        nonlocal theirs
        consumed = parsed["ConsumedCapacity"]
        if model.name != "GetItem":
            theirs += sum(
                one["CapacityUnits"] for one in (consumed if isinstance(consumed, list) else [consumed])
            )

    events = ministack_game.store.client.meta.events
    events.register("before-parameter-build.dynamodb.*", ask)
    events.register("after-call.dynamodb.*", add)
    ours = 0
    for x, y in recorded_games()[0]:
        ministack_game.move(x, y)
        ours += ministack_game.meter.write_units
    assert ours == theirs


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ({"S": "가나"}, 6),
        ({"N": "0"}, 2),
        ({"N": "1800000100"}, 5),
        ({"N": "-12"}, 3),
        ({"N": "12345"}, 4),
        ({"B": b"\x00\x01"}, 2),
        ({"BOOL": True}, 1),
        ({"M": {}}, 3),
        ({"M": {"ab": {"S": "c"}}}, 3 + 1 + 2 + 1),
        ({"L": [{"S": "c"}, {"NULL": True}]}, 3 + 2 + 2),
    ],
    ids=str,
)
def test_an_attribute_is_as_large_as_dynamodb_says(value: dict[str, object], size: int) -> None:
    assert item_size({"a": value}) == 1 + size


def test_a_write_is_charged_for_the_larger_of_before_and_after(dynamodb: "DynamoDBClient") -> None:
    meter = Meter(make_client())
    client = botocore.session.Session().create_client("dynamodb", region_name=REGION)
    meter.watch(client)
    key = {"pk": {"S": "a"}, "sk": {"S": "b"}}
    client.put_item(TableName=TABLE, Item={**key, "d": {"B": bytes(3_000)}})  # type: ignore[attr-defined]
    client.put_item(TableName=TABLE, Item=key)  # type: ignore[attr-defined]
    client.get_item(TableName=TABLE, Key=key)  # type: ignore[attr-defined]
    assert meter.writes == [Write("PutItem", ("a", "b"), 3_007, 3), Write("PutItem", ("a", "b"), 3_007, 3)]
    assert (meter.write_units, meter.read_units) == (6, 0.5)
    assert meter.dollars == pytest.approx((6 * 0.625 + 0.5 * 0.125) / 1e6)
