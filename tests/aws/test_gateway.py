"""Events of the gateway and of timers, as AWS sends them."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.game import PlayerId
from functions.aws.gateway import (
    Admission,
    SocketEvent,
    allowed,
    denied,
    read_socket_event,
    read_wake_up,
    ticket_in,
)
from functions.lobby.tokens import TicketClaims

EVENTS = Path(__file__).parents[2] / "events"
CLAIMS = TicketClaims(
    ticket_id="k3m8qzt5w0hxv2rb7ynd",
    room_id="7hq2mkx9tdwc",
    player=PlayerId("5rnp8v2kcyqj0wtz"),
    tab="t4wz7h1x",
    nickname="뽀지 & 100%",
    expires_at=1_796_040_058,
)
ADMISSION = Admission(
    ticket_id="k3m8qzt5w0hxv2rb7ynd",
    room_id="7hq2mkx9tdwc",
    player=PlayerId("5rnp8v2kcyqj0wtz"),
    tab="t4wz7h1x",
    nickname="뽀지 & 100%",
    ticket_expires_at=1_796_040_058,
)


def event(name: str) -> dict[str, Any]:
    """One of the recorded events."""
    found: dict[str, Any] = json.loads((EVENTS / f"{name}.json").read_text("utf-8"))
    return found


def admitted(name: str) -> dict[str, Any]:
    """A socket's event with the authorizer's context as the gateway hands it on."""
    found = event(name)
    answer = allowed(event("authorizer"), CLAIMS)
    extra = {"principalId": answer["principalId"], "integrationLatency": 41}
    found["requestContext"]["authorizer"] = {**answer["context"], **extra}
    return found


@pytest.mark.parametrize(
    ("name", "route", "request_id", "at", "text"),
    [
        ("connect", "$connect", "Uu3pBGsZoE0FhGw=", 1_796_040_000_127, ""),
        (
            "message",
            "$default",
            "Uu3yoHNcIE0Fi6g=",
            1_796_040_061_357,
            '{"type":"act","cs":4,"action":{"type":"place","x":2,"y":4},"seq":9}',
        ),
        ("disconnect", "$disconnect", "Uu4XlF8toE0FQ9w=", 1_796_040_300_579, ""),
    ],
)
def test_a_sockets_event_is_read_with_what_its_ticket_said(
    name: str, route: Any, request_id: str, at: int, text: str
) -> None:
    assert read_socket_event(admitted(name)) == SocketEvent(
        route=route,
        connection_id="Uu3pBdsZIE0CFjg=",
        request_id=request_id,
        received_at=at,
        admission=ADMISSION,
        text=text,
    )


def test_the_context_is_ascii_strings_and_small() -> None:
    context = allowed(event("authorizer"), CLAIMS)["context"]
    assert all(isinstance(value, str) and value.isascii() for value in context.values())
    longest = TicketClaims("t" * 20, "r" * 12, PlayerId("p" * 16), "b" * 36, "가" * 16, 2**31)
    assert len(json.dumps(allowed(event("authorizer"), longest))) < 8_192


@pytest.mark.parametrize("context", [None, {}, {"principalId": "x"}, {"room": "r", "player": "p"}], ids=str)
def test_a_sockets_event_without_the_context_has_no_admission(context: Any) -> None:
    message = event("message")
    message["requestContext"]["authorizer"] = context
    assert read_socket_event(message).admission is None
    del message["requestContext"]["authorizer"]
    assert read_socket_event(message).admission is None


@pytest.mark.parametrize(
    "change",
    [{"body": "eyJ0eXBlIjoiaGVsbG8ifQ==", "isBase64Encoded": True}, {"body": None}, {"body": ""}],
    ids=str,
)
def test_a_frame_that_holds_no_text_is_empty(change: dict[str, Any]) -> None:
    assert read_socket_event({**admitted("message"), **change}).text == ""


def test_the_authorizer_allows_and_denies_for_the_route_it_was_asked_about() -> None:
    asked = event("authorizer")
    for answer, effect, principal in (
        (allowed(asked, CLAIMS), "Allow", CLAIMS.player),
        (denied(asked), "Deny", "nobody"),
    ):
        assert answer["principalId"] == principal
        (statement,) = answer["policyDocument"]["Statement"]
        assert statement == {
            "Action": "execute-api:Invoke",
            "Effect": effect,
            "Resource": "arn:aws:execute-api:ap-northeast-2:123456789012:a1b2c3d4e5/live/$connect",
        }


@pytest.mark.parametrize(
    ("parameters", "ticket"),
    [(None, ""), ({}, ""), ({"other": "x"}, ""), ({"ticket": "abc"}, "abc"), ({"ticket": None}, "")],
    ids=str,
)
def test_a_ticket_is_found_where_it_is(parameters: Any, ticket: str) -> None:
    assert ticket_in({**event("authorizer"), "queryStringParameters": parameters}) == ticket
    without = event("authorizer")
    del without["queryStringParameters"]
    assert ticket_in(without) == ""


def test_a_wake_up_call_is_read() -> None:
    assert read_wake_up(event("deadline")) == ("7hq2mkx9tdwc", 1_796_040_185)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"room": "7hq2mkx9tdwc"},
        {"fireAt": 1},
        {"room": "", "fireAt": 1},
        {"room": 7, "fireAt": 1},
        {"room": "7hq2mkx9tdwc", "fireAt": "1796040185"},
        {"room": "7hq2mkx9tdwc", "fireAt": True},
        {"Records": []},
    ],
    ids=str,
)
def test_what_is_no_wake_up_call_is_a_fault(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must look like"):
        read_wake_up(wrong)
