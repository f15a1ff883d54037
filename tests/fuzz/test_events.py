"""What the gateway, the Scheduler and the authorizer hand over, however odd."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import PlayerId
from functions.aws.gateway import (
    allowed,
    read_crowd_call,
    read_socket_event,
    read_wake_up,
    ticket_in,
)
from functions.lobby.tokens import KeySet, TicketClaims, issue_ticket, read_ticket

KEYS = KeySet("1", {"1": "k" * 32})
EXPIRES = 1_800_000_000
NOW = EXPIRES * 1000 - 1
CLAIMS = TicketClaims("j1", "r1", PlayerId("p1"), "tab-1", "바둑이", EXPIRES)
TICKET = issue_ticket(CLAIMS, KEYS)

names = st.text(min_size=1, max_size=16).filter(str.isprintable)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(
    at=st.integers(0, len(TICKET)),
    cut=st.integers(0, 4),
    put=st.text(st.characters(codec="utf-8"), max_size=4),
)
def test_a_ticket_with_other_characters_is_the_same_ticket_or_none(at: int, cut: int, put: str) -> None:
    changed = TICKET[:at] + put + TICKET[at + cut :]
    read = read_ticket(changed, KEYS, NOW)
    assert read in (None, CLAIMS)
    if changed[:-1] != TICKET[:-1] or len(changed) != len(TICKET):
        # The last character holds bits that are no part of the signature.
        assert (read is None) == (changed != TICKET)


@given(pieces=st.lists(st.sampled_from([*TICKET.split("."), "", "e30", "bnVsbA"]), max_size=5))
def test_pieces_of_a_ticket_in_another_order_are_no_ticket(pieces: list[str]) -> None:
    text = ".".join(pieces)
    assert (read_ticket(text, KEYS, NOW) is None) == (text != TICKET)


@given(parameters=st.none() | st.dictionaries(st.sampled_from(["ticket", "x"]), values))
def test_whatever_the_query_holds_a_ticket_is_a_text(parameters: dict[str, Any] | None) -> None:
    ticket = ticket_in({"queryStringParameters": parameters})
    assert isinstance(ticket, str)
    assert read_ticket(ticket, KEYS, NOW) is None


@given(nickname=names, tab=st.from_regex(r"\A[A-Za-z0-9_-]{1,36}\Z"))
def test_who_was_let_in_is_who_every_later_event_names(nickname: str, tab: str) -> None:
    claims = TicketClaims("j1", "r1", PlayerId("p1"), tab, nickname, EXPIRES)
    read = read_ticket(issue_ticket(claims, KEYS), KEYS, NOW)
    assert read == claims
    context = allowed({"methodArn": "arn"}, read)["context"]
    assert all(
        isinstance(value, str) and value.isascii() and value.isprintable() for value in context.values()
    )
    event = read_socket_event(_event(context, None))
    assert event.admission is not None
    assert (event.admission.nickname, event.admission.tab) == (nickname, tab)


@given(body=st.none() | st.text(), encoded=st.booleans())
def test_a_frame_is_read_as_the_text_it_is(body: str | None, encoded: bool) -> None:
    event = read_socket_event({**_event({}, body), "isBase64Encoded": encoded})
    assert event.text == ("" if encoded or body is None else body)
    assert event.admission is None


@given(event=st.dictionaries(st.sampled_from(["room", "fireAt", "frame", "but", "at"]), values))
@pytest.mark.parametrize("read", [read_wake_up, read_crowd_call])
def test_a_call_that_is_none_is_a_value_error_and_nothing_else(read: Any, event: dict[str, Any]) -> None:
    try:
        read(event)
    except ValueError:
        return
    assert isinstance(event["room"], str)


def _event(context: dict[str, Any], body: str | None) -> dict[str, Any]:
    return {
        "requestContext": {
            "eventType": "MESSAGE",
            "connectionId": "c1",
            "requestId": "r1",
            "requestTimeEpoch": NOW,
            "authorizer": context,
        },
        "body": body,
    }
