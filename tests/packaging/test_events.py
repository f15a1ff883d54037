"""The sample events: what AWS sends, one per source, for ``sam local invoke`` and for tests."""

import json
from pathlib import Path
from typing import Any

import pytest
from aws_lambda_powertools.utilities.parser.models import (
    APIGatewayProxyEventV2Model,
    APIGatewayWebSocketConnectEventModel,
    APIGatewayWebSocketDisconnectEventModel,
    APIGatewayWebSocketMessageEventModel,
)
from pydantic import BaseModel

EVENTS = Path(__file__).resolve().parents[2] / "events"


def event(name: str) -> Any:
    return json.loads((EVENTS / f"{name}.json").read_text("utf-8"))


def test_there_is_one_event_for_each_source() -> None:
    assert {path.stem for path in EVENTS.iterdir()} == {
        "authorizer",
        "connect",
        "message",
        "disconnect",
        "deadline",
        "spectators",
        "http",
    }


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("connect", APIGatewayWebSocketConnectEventModel),
        ("message", APIGatewayWebSocketMessageEventModel),
        ("disconnect", APIGatewayWebSocketDisconnectEventModel),
        ("http", APIGatewayProxyEventV2Model),
    ],
)
def test_an_event_has_the_shape_that_aws_gives_it(name: str, shape: type[BaseModel]) -> None:
    shape.model_validate(event(name))


def test_the_authorizer_is_asked_about_the_connect_route() -> None:
    asked = event("authorizer")
    assert asked["type"] == "REQUEST"
    assert asked["methodArn"].endswith("/live/$connect")
    assert asked["queryStringParameters"]["ticket"]
    assert asked["requestContext"]["eventType"] == "CONNECT"


@pytest.mark.parametrize("name", ["message", "disconnect"])
def test_later_events_carry_the_authorizers_words_and_no_ticket(name: str) -> None:
    later = event(name)
    assert later["requestContext"]["authorizer"] == event("connect")["requestContext"]["authorizer"]
    assert "queryStringParameters" not in later
    assert all(
        isinstance(value, str)
        for key, value in later["requestContext"]["authorizer"].items()
        if key != "integrationLatency"
    )


def test_all_events_of_a_socket_are_of_one_connection() -> None:
    contexts = [event(name)["requestContext"] for name in ("authorizer", "connect", "message", "disconnect")]
    assert len({(each["connectionId"], each["apiId"], each["connectedAt"]) for each in contexts}) == 1
    assert sorted(contexts, key=lambda each: int(each["requestTimeEpoch"])) == contexts


def test_the_wake_up_call_names_a_room_and_a_second() -> None:
    call = event("deadline")
    assert set(call) == {"room", "fireAt"}
    assert call["room"] == event("message")["requestContext"]["authorizer"]["room"]
    assert 1_700_000_000 < call["fireAt"] < 10_000_000_000
