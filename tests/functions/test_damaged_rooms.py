"""That the deployed HTTP API reports what it finds damaged, and counts it."""

from typing import Any

import botocore.session
import pytest

from functions.aws.items import Item, room_key
from tests.aws.conftest import TABLE
from tests.functions.conftest import Backend
from tests.functions.test_entry_points import Person, call_http
from tests.open_store import DAMAGE
from tests.packaging.test_metrics import metrics


@pytest.fixture
def damaged(backend: Backend) -> tuple[Person, dict[str, str]]:
    """Somebody, and a public room whose body nobody can read; what answered its making."""
    host = Person(backend, "가나다")
    status, room = call_http(
        "POST", "/rooms", token=host.token, body={"game": "othello", "visibility": "public"}
    )
    assert status == 201
    client: Any = botocore.session.Session().create_client("dynamodb")
    values: Item = {":damage": {"B": DAMAGE}}
    client.update_item(
        TableName=TABLE,
        Key=room_key(room["roomId"]),
        UpdateExpression="SET d = :damage",
        ExpressionAttributeValues=values,
    )
    backend.lines()
    return host, room


def test_a_room_that_is_left_out_of_the_open_list_is_logged_and_counts_as_a_fault(
    backend: Backend, damaged: tuple[Person, dict[str, str]]
) -> None:
    host, room = damaged
    assert call_http("GET", "/rooms", token=host.token) == (200, {"rooms": [], "cursor": None})
    lines = backend.lines()
    assert metrics("Lobby", lines)["Faults"] == 1
    assert [line["where"] for line in lines if "where" in line] == [room["roomId"]]


def test_a_room_that_is_asked_for_and_cannot_be_read_is_logged_and_counts_as_a_fault(
    backend: Backend, damaged: tuple[Person, dict[str, str]]
) -> None:
    host, room = damaged
    status, _ = call_http("GET", f"/rooms/by-code/{room['code']}", token=host.token)
    assert status == 500
    lines = backend.lines()
    assert metrics("Lobby", lines)["Faults"] == 1
    assert [line["where"] for line in lines if "where" in line] == ["GET /rooms/by-code/{code}"]
