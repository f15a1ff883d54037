"""What ``ConnectionStore`` promises, of every store."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from functions.rooms.ports import Connection
from tests.aws.conftest import Store
from tests.aws.table_rooms import ANNA, CONNECTIONS, NAMES, NOW, TAB

EXPIRES = NOW // 1000 + 60
ANNAS = Connection(CONNECTIONS[ANNA], "7hq2mkx9tdwc", ANNA, TAB, NAMES[ANNA], NOW // 1000 + 10_800)


def opened(store: Store, connection: Connection, ticket: str = "k3m8qzt5w0hxv2rb7ynd") -> bool:
    """Open a connection with a ticket."""
    return store.open_connection(connection, ticket_id=ticket, ticket_expires_at=EXPIRES)


def test_a_connection_is_known_from_its_opening_to_its_close(store: Store) -> None:
    assert store.find_connection(ANNAS.id) is None
    assert opened(store, ANNAS)
    assert store.find_connection(ANNAS.id) == ANNAS
    store.close_connection(ANNAS.id)
    assert store.find_connection(ANNAS.id) is None


def test_closing_what_is_closed_is_no_error(store: Store) -> None:
    store.close_connection("never opened")


def test_a_ticket_opens_one_connection_and_no_second(store: Store) -> None:
    assert opened(store, ANNAS)
    second = replace(ANNAS, id="second")
    assert not opened(store, second)
    assert store.find_connection("second") is None
    assert opened(store, second, ticket="another")


def test_a_ticket_stays_used_after_its_connection_closed(store: Store) -> None:
    opened(store, ANNAS)
    store.close_connection(ANNAS.id)
    assert not opened(store, replace(ANNAS, id="second"))


def test_opening_the_same_again_with_the_same_ticket_has_succeeded(store: Store) -> None:
    assert opened(store, ANNAS)
    assert opened(store, ANNAS)


def test_of_many_uses_of_a_ticket_at_once_exactly_one_opens(store: Store) -> None:
    barrier = threading.Barrier(8)

    def use(number: int) -> bool:
        barrier.wait()
        return opened(store, replace(ANNAS, id=f"socket{number}"))

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(use, range(8)))
    assert results.count(True) == 1
    there = [store.find_connection(f"socket{number}") is not None for number in range(8)]
    assert there == results


@pytest.mark.parametrize(
    ("later_ms", "may"), [(0, False), (999, False), (1_000, True), (60_000, True)], ids=str
)
def test_a_chat_line_may_follow_after_the_interval(store: Store, later_ms: int, may: bool) -> None:
    opened(store, ANNAS)
    assert store.may_chat(ANNAS.id, NOW, 1_000)
    assert store.may_chat(ANNAS.id, NOW + later_ms, 1_000) is may


def test_a_refused_chat_line_does_not_start_the_interval_anew(store: Store) -> None:
    opened(store, ANNAS)
    store.may_chat(ANNAS.id, NOW, 1_000)
    store.may_chat(ANNAS.id, NOW + 900, 1_000)
    assert store.may_chat(ANNAS.id, NOW + 1_000, 1_000)


def test_an_unknown_connection_may_not_chat_and_is_not_made_by_it(store: Store) -> None:
    assert not store.may_chat(ANNAS.id, NOW, 1_000)
    assert store.find_connection(ANNAS.id) is None
