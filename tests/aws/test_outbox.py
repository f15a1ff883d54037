"""Posts to connections, against a server that fails as API Gateway does."""

import threading
from collections.abc import Iterator

import pytest

from functions.aws.outbox import GatewayOutbox
from functions.aws.wiring import clients
from tests.aws.gateway_double import Gateway, running_gateway


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    """The server."""
    with running_gateway() as server:
        yield server


@pytest.fixture
def failures() -> list[tuple[str, str]]:
    """What was reported as failed."""
    return []


@pytest.fixture
def outbox(gateway: Gateway, failures: list[tuple[str, str]]) -> GatewayOutbox:
    """The outbox with the client of the composition root."""
    return GatewayOutbox(clients.connections(gateway.url), lambda *what: failures.append(what))


def test_a_frame_arrives_as_it_is(gateway: Gateway, outbox: GatewayOutbox) -> None:
    frame = '{"type":"chat","text":"안녕하세요"}'.encode()
    assert outbox.post([("Uu3pBdsZIE0CFjg=", frame)]) == ["sent"]
    assert gateway.posted == [("Uu3pBdsZIE0CFjg=", frame)]
    assert gateway.paths == ["/live/@connections/Uu3pBdsZIE0CFjg%3D"]


def test_results_come_in_the_order_of_the_frames(
    gateway: Gateway, outbox: GatewayOutbox, failures: list[tuple[str, str]]
) -> None:
    gateway.status = {"b": 410, "c": 429, "e": 500, "f": 413}
    frames = [(connection_id, connection_id.encode()) for connection_id in "abcdef"]
    assert outbox.post(frames) == ["sent", "gone", "failed", "sent", "failed", "failed"]
    assert sorted(gateway.posted) == frames
    assert sorted(failures) == [
        ("c", "LimitExceededException"),
        ("e", "500"),
        ("f", "PayloadTooLargeException"),
    ]


def test_a_post_is_tried_once(gateway: Gateway, outbox: GatewayOutbox) -> None:
    gateway.status = {"a": 429, "b": 503}
    outbox.post([("a", b"1")])
    outbox.post([("b", b"2")])
    assert gateway.posted == [("a", b"1"), ("b", b"2")]


def test_all_posts_are_under_way_at_the_same_time(gateway: Gateway, outbox: GatewayOutbox) -> None:
    """The server answers none of them before all have come."""
    gateway.together = threading.Barrier(5)
    assert outbox.post([(str(number), b"frame") for number in range(5)]) == ["sent"] * 5


def test_a_single_post_needs_no_thread(gateway: Gateway, outbox: GatewayOutbox) -> None:
    before = threading.active_count()
    outbox.post([("a", b"1")])
    outbox.close(["a"])
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("post")]
    assert threading.active_count() <= before + 2  # the server's own, one a socket


def test_a_connection_that_does_not_answer_fails_and_delays_no_other(
    gateway: Gateway, outbox: GatewayOutbox, failures: list[tuple[str, str]]
) -> None:
    gateway.silent = {"a"}
    assert outbox.post([("a", b"1"), ("b", b"2")]) == ["failed", "sent"]
    assert failures == [("a", "ReadTimeoutError")]


def test_a_gateway_that_is_not_there_is_a_failed_post(failures: list[tuple[str, str]]) -> None:
    with running_gateway() as gone:
        url = gone.url
    outbox = GatewayOutbox(clients.connections(url), lambda *what: failures.append(what))
    assert outbox.post([("a", b"1")]) == ["failed"]
    assert failures == [("a", "EndpointConnectionError")]


def test_closing_is_no_error_for_those_already_closed(
    gateway: Gateway, outbox: GatewayOutbox, failures: list[tuple[str, str]]
) -> None:
    gateway.status = {"b": 410, "c": 500}
    outbox.close(["a", "b", "c"])
    assert sorted(gateway.deleted) == ["a", "b", "c"]
    assert failures == [("c", "500")]


def test_nothing_to_post_is_nothing_done(gateway: Gateway, outbox: GatewayOutbox) -> None:
    assert outbox.post([]) == []
    outbox.close([])
    assert gateway.paths == []
