"""What stands between DynamoDB's answers and the store: collisions, faults, retries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import botocore.session
import pytest
from botocore.exceptions import ClientError
from botocore.stub import ANY, Stubber

from engine.game import PlayerId
from functions.aws import items
from functions.aws.items import number, room_item, room_key, text
from functions.aws.lobby import CODE_LIFE_SEC
from functions.aws.store import DynamoStore
from functions.lobby import lists
from functions.rooms import record_codec
from functions.rooms.codec import encode
from functions.rooms.log import MAX_BYTES
from functions.rooms.record import record_of
from functions.rooms.room import Link, Presence
from local.meter import item_size
from tests.aws.conftest import REGION, TABLE
from tests.aws.table_rooms import (
    ANNA,
    BO,
    CONNECTIONS,
    NOW,
    finished,
    history,
    link,
    recorded_games,
    seated,
    waiting,
)
from tests.aws.test_connections_in_a_store import ANNAS, opened

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

CONFLICT = "TransactionConflictException"


class Stub:
    """A store whose client answers what a test says, and the pauses it made."""

    def __init__(self) -> None:
        client: Any = botocore.session.Session().create_client("dynamodb", region_name=REGION)
        self.pauses: list[float] = []
        self.answers = Stubber(client)
        self.answers.activate()
        self.store = DynamoStore(client, TABLE, pause=self.pauses.append)


@pytest.fixture
def stub() -> Stub:
    """A store on a stubbed client."""
    return Stub()


def cancelled(answers: Stubber, *codes: str) -> None:
    """The next transaction is cancelled for these reasons, one an action."""
    answers.add_client_error(
        "transact_write_items",
        "TransactionCanceledException",
        modeled_fields={"CancellationReasons": [{"Code": code} for code in codes]},
    )


def test_a_save_that_meets_a_spectators_transaction_is_tried_again(stub: Stub) -> None:
    room = seated(waiting())
    for _ in range(3):
        stub.answers.add_client_error("update_item", CONFLICT)
    stub.answers.add_response("update_item", {"Attributes": room_item(encode(room))})
    assert stub.store.save(room, presence_rev=None, arm=None) == room
    assert stub.pauses == [0.01, 0.02, 0.04]


def test_a_collision_that_does_not_end_is_a_fault(stub: Stub) -> None:
    for _ in range(6):
        stub.answers.add_client_error("update_item", CONFLICT)
    with pytest.raises(ClientError, match=CONFLICT):
        stub.store.save(seated(waiting()), presence_rev=None, arm=None)
    stub.answers.assert_no_pending_responses()


def test_a_transaction_that_meets_another_is_tried_again(stub: Stub) -> None:
    cancelled(stub.answers, "None", "TransactionConflict")
    stub.answers.add_response("transact_write_items", {})
    assert stub.store.add_spectator(waiting().id, "one", link(ANNA))
    assert stub.pauses == [0.01]


def test_a_condition_that_fails_is_an_answer_and_is_not_tried_again(stub: Stub) -> None:
    cancelled(stub.answers, "ConditionalCheckFailed", "None")
    assert not stub.store.add_spectator(waiting().id, "one", link(ANNA))
    assert stub.pauses == []


@pytest.mark.parametrize("code", ["ProvisionedThroughputExceededException", "AccessDeniedException"])
def test_what_is_neither_is_raised(stub: Stub, code: str) -> None:
    stub.answers.add_client_error("update_item", code)
    with pytest.raises(ClientError, match=code):
        stub.store.save(seated(waiting()), presence_rev=None, arm=None)


def test_a_transaction_cancelled_for_another_reason_is_raised(stub: Stub) -> None:
    cancelled(stub.answers, "ThrottlingError", "None")
    with pytest.raises(ClientError, match="TransactionCanceled"):
        stub.store.add_spectator(waiting().id, "one", link(ANNA))


def test_a_save_is_one_call_that_asks_for_the_item_either_way(stub: Stub) -> None:
    room = seated(waiting())
    mine = encode(room)
    stub.answers.add_response(
        "update_item",
        {"Attributes": room_item(mine)},
        {
            "TableName": TABLE,
            "Key": room_key(room.id),
            "UpdateExpression": "SET v = :v, d = :d, g = :g, x = :x, a = :a",
            "ConditionExpression": "v = :before AND p = :rev",
            "ExpressionAttributeValues": {
                ":before": number(room.seq - 1),
                ":v": number(room.seq),
                ":d": {"B": mine.body},
                ":g": {"B": mine.log},
                ":x": number(room.expires_at),
                ":a": number(1_800_000_100),
                ":rev": number(3),
            },
            "ReturnValues": "ALL_NEW",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        },
    )
    stub.store.save(room, presence_rev=3, arm=1_800_000_100)
    stub.answers.assert_no_pending_responses()


def test_a_list_of_spectators_longer_than_one_answer_is_read_to_its_end(stub: Stub) -> None:
    first, second = (items.spectator_item(waiting().id, name, link(BO), 1) for name in ("one", "two"))
    here = {"pk": text("a"), "sk": text("b")}
    stub.answers.add_response("query", {"Items": [first], "LastEvaluatedKey": here})
    stub.answers.add_response(
        "query",
        {"Items": [second]},
        {
            "TableName": TABLE,
            "KeyConditionExpression": ANY,
            "ExpressionAttributeValues": ANY,
            "ConsistentRead": True,
            "ExclusiveStartKey": here,
        },
    )
    assert list(stub.store.spectators(waiting().id)) == ["one", "two"]


def test_rooms_that_one_answer_had_no_place_for_are_asked_for_again(stub: Stub) -> None:
    rooms = [waiting(f"room{number}", visibility="public", created_at=NOW - number) for number in range(2)]
    left = {TABLE: {"Keys": [room_key("room1")], "ConsistentRead": True}}
    stub.answers.add_response("query", {"Items": [items.open_item(room) for room in rooms]})
    stub.answers.add_response(
        "batch_get_item",
        {"Responses": {TABLE: [room_item(encode(rooms[0]))]}, "UnprocessedKeys": left},
    )
    stub.answers.add_response(
        "batch_get_item", {"Responses": {TABLE: [room_item(encode(rooms[1]))]}}, {"RequestItems": left}
    )
    assert stub.store.open_rooms(None, None, NOW).items == tuple(rooms)


def test_rooms_that_no_answer_has_a_place_for_are_a_fault(stub: Stub) -> None:
    room = waiting(visibility="public")
    left = {TABLE: {"Keys": [room_key(room.id)], "ConsistentRead": True}}
    stub.answers.add_response("query", {"Items": [items.open_item(room)]})
    for _ in range(6):
        stub.answers.add_response("batch_get_item", {"Responses": {}, "UnprocessedKeys": left})
    with pytest.raises(TimeoutError, match="1 rooms of the open list"):
        stub.store.open_rooms(None, None, NOW)
    assert len(stub.pauses) == 5


@pytest.mark.parametrize("attribute", ["v", "d", "g", "a", "z", "c", "l", "p", "w"])
def test_a_room_whose_item_lacks_something_is_left_out_of_the_open_list(stub: Stub, attribute: str) -> None:
    rooms = [waiting(f"room{number}", visibility="public", created_at=NOW - number) for number in range(2)]
    halved, whole = (room_item(encode(room)) for room in rooms)
    del halved[attribute]
    stub.answers.add_response("query", {"Items": [items.open_item(room) for room in rooms]})
    stub.answers.add_response("batch_get_item", {"Responses": {TABLE: [whole, halved]}})
    page = stub.store.open_rooms(None, None, NOW)
    assert page.items == (rooms[1],)
    assert {room_id: str(fault) for room_id, fault in page.damaged.items()} == {
        "room0": "room room0: damaged item"
    }


@pytest.mark.parametrize("attribute", ["i", "o", "s"])
def test_a_line_of_somebodys_games_that_lacks_something_is_left_out(stub: Stub, attribute: str) -> None:
    entry = lists.entries_of(record_of(finished()))[ANNA]
    whole = items.game_item(ANNA, entry)
    halved = items.game_item(ANNA, replace(entry, game_no=2))
    del halved[attribute]
    stub.answers.add_response("query", {"Items": [halved, whole]})
    page = stub.store.games_of(ANNA, None)
    assert page.items == (entry,)
    assert list(page.damaged) == [halved["sk"]["S"]]


@pytest.mark.parametrize("attribute", ["d", "g"])
def test_a_record_whose_item_lacks_something_is_a_value_error_that_names_it(
    stub: Stub, attribute: str
) -> None:
    record = record_of(finished())
    halved = items.record_item(record_codec.encode(record))
    del halved[attribute]
    stub.answers.add_response("get_item", {"Item": halved})
    with pytest.raises(ValueError, match=f"room {record.room_id}: damaged"):
        stub.store.find_record(record.room_id, record.game_no)


def test_a_page_looks_through_no_more_of_the_open_list_than_it_may(
    dynamodb: DynamoDBClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is short then, and says where to go on."""
    monkeypatch.setattr("functions.aws.lobby.MOST_LOOKS", 1)
    store = DynamoStore(dynamodb, TABLE)
    rooms = [
        waiting(f"room{number:03}", code=f"AC{number:04}", visibility="public", created_at=NOW + number)
        for number in range(23)
    ]
    for room in rooms:
        store.create_room(room, key=None, body_hash="", now=NOW)
    for room in rooms[3:]:
        store.save(seated(room), presence_rev=None, arm=None)
    first = store.open_rooms(None, None, NOW)
    assert first.items == ()
    assert first.cursor is not None
    assert store.open_rooms(None, first.cursor, NOW).items == tuple(rooms[2::-1])


# --- Items as they lie in the table ---


def test_an_id_that_would_mix_up_two_keys_is_a_fault(stub: Stub) -> None:
    for room_id in ("has#hash", "has space", ""):
        with pytest.raises(ValueError, match="not a name for a key"):
            stub.store.load(room_id)
    with pytest.raises(ValueError, match="not a name for a key"):
        items.link_text(Link(PlayerId("two words"), "tab"))


def test_everything_but_records_is_deleted_some_day(dynamodb: DynamoDBClient) -> None:
    store = DynamoStore(dynamodb, TABLE, clock=lambda: NOW / 1000)
    room = waiting(visibility="public")
    store.create_room(room, key="key", body_hash="body", now=NOW)
    store.add_spectator(room.id, "watch", link(BO))
    opened(store, ANNAS)
    store.archive(replace(record_of(finished()), room_id=room.id))
    found = dynamodb.scan(TableName=TABLE)["Items"]
    lives = {(item["pk"]["S"][:2], item["sk"]["S"][:2]): item.get("x") for item in found}
    now = NOW // 1000
    assert lives == {
        ("r#", "r"): number(now + 7_200),
        ("op", "18"): number(now + 7_200),
        ("k#", "k"): number(now + CODE_LIFE_SEC),
        ("i#", "i"): number(now + 86_400),
        ("r#", "w#"): number(now + 8 * 86_400),
        ("c#", "c"): number(now + 10_800),
        ("t#", "t"): number(now + 60 + 3_600),
        ("r#", "g#"): None,
        ("p#", "18"): None,
    }


def test_a_code_that_is_looked_up_lives_on(dynamodb: DynamoDBClient) -> None:
    store = DynamoStore(dynamodb, TABLE)
    room = replace(waiting(), expires_at=NOW // 1000 + 200 * 86_400)
    store.create_room(room, key=None, body_hash="", now=NOW)

    def life() -> int:
        return int(dynamodb.get_item(TableName=TABLE, Key=items.code_key(room.code))["Item"]["x"]["N"])

    first = life()
    store.room_by_code(room.code, NOW + 30 * 86_400_000)
    assert life() == first
    store.room_by_code(room.code, NOW + 60 * 86_400_000)
    assert life() == first + 60 * 86_400


def test_a_room_item_stays_within_one_write_unit_through_a_whole_game() -> None:
    """128 recorded games, two people connected, a timer armed: no move costs a second unit."""
    here = Presence({CONNECTIONS[who]: link(who) for who in (ANNA, BO)}, {}, 4, 0)
    sizes = [
        item_size(room_item(encode(replace(room, presence=here, armed_at=1_800_000_100))))
        for number in range(0, len(recorded_games()), 8)
        for room in history(number)
    ]
    assert max(sizes) <= 1_024


def test_the_record_of_the_longest_log_fits_into_an_item() -> None:
    record = record_of(finished())
    full = replace(record, log=replace(record.log, packed=b"\xa5" * (MAX_BYTES + 1_000)))
    assert item_size(items.record_item(record_codec.encode(full))) < 60_000
