"""Stored rooms that are damaged, or of a version that this code does not know."""

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from functions.rooms import codec
from functions.rooms.codec import StoredRoom, decode, encode
from functions.rooms.room import Room
from tests.open_store import OpenStore
from tests.rooms.people import ANNA, BO, CY, playing, table
from tests.rooms.world import World

ROOM = playing(moves=6).room
STORED = encode(ROOM)

values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.floats(allow_nan=False)
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=6,
)


def plain(stored: StoredRoom) -> list[Any]:
    """The body as the JSON that it is made of."""
    inflate = zlib.decompressobj(-15, zdict=codec._DICTIONARIES[stored.body[0]])
    body: list[Any] = json.loads(inflate.decompress(stored.body[1:]))
    return body


def packed(body: list[Any]) -> bytes:
    """The body of that JSON."""
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15, zdict=codec._DICTIONARY)
    return bytes([codec._VERSION]) + deflate.compress(json.dumps(body).encode()) + deflate.flush()


def read(stored: StoredRoom) -> Room | None:
    """The room, None for a ``ValueError``; everything else is raised."""
    try:
        return decode(stored)
    except ValueError:
        return None


def test_these_tests_write_bodies_as_the_code_does() -> None:
    assert decode(replace(STORED, body=packed(plain(STORED)))) == ROOM


@settings(max_examples=400)
@given(at=st.integers(0, len(STORED.body)), cut=st.integers(0, 9), put=st.binary(max_size=9))
def test_bytes_that_are_damaged_are_a_value_error_and_nothing_else(at: int, cut: int, put: bytes) -> None:
    read(replace(STORED, body=STORED.body[:at] + put + STORED.body[at + cut :]))


@settings(max_examples=400)
@given(at=st.integers(0, 40), value=values)
def test_a_body_with_another_value_somewhere_is_a_value_error_or_a_room(at: int, value: Any) -> None:
    body = plain(STORED)
    match = body[-1]
    if at < len(body):
        body[at] = value
    else:
        match[at % len(match)] = value
    read(replace(STORED, body=packed(body)))


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (0, 7),  # code
        (4, "secret"),  # visibility
        (5, "al"),  # chat
        (6, None),  # spectators
        (7, 7),  # host
        (8, [["anna"]]),  # seats
        (8, [["anna", 7], None]),
        (9, None),  # created_at
        (9, "1"),
        (10, "over"),  # status
        (13, None),  # games_played
        (14, "1111"),  # last
        (14, ["anna", "tab", 1, None]),
        (14, ["anna", "tab", "1", 1]),
    ],
)
def test_a_body_with_what_no_room_can_hold_is_a_value_error(at: int, value: Any) -> None:
    body = plain(STORED)
    body[at] = value
    with pytest.raises(ValueError, match=STORED.id):
        decode(replace(STORED, body=packed(body)))


@pytest.mark.parametrize("version", [-1, 0, 2, 99, None, "1", 1.5, [1], {}])
def test_a_state_of_a_version_without_a_road_is_a_value_error(version: Any) -> None:
    body = plain(STORED)
    body[2] = version
    with pytest.raises(ValueError, match=STORED.id):
        decode(replace(STORED, body=packed(body)))


def spoilt() -> tuple[World, OpenStore]:
    """A room in which two were playing when its item was spoilt."""
    store = OpenStore()
    world = World(first=table(ANNA, BO), store=store)
    anna = world.join(ANNA)
    world.join(BO)
    anna.ask("start")
    store.damage_room(world.first.id)
    world.outbox.clear()
    return world, store


ROADS: dict[str, Callable[[World], object]] = {
    "a hello": lambda world: world.socket(ANNA).send("hello"),
    "a sync": lambda world: world.socket(BO).send("sync"),
    "a move": lambda world: world.socket(ANNA).ask("act", action={"type": "place", "x": 2, "y": 3}),
    "a flag": lambda world: world.socket(CY).send("flag"),
    "a line of chat": lambda world: world.socket(ANNA).send("chat", text="hi"),
    "a timer": lambda world: world.runner.woken(world.first.id, 1_800_000_100, world.now),
    "a call for the crowd": lambda world: world.runner.crowd(world.first.id, b"{}", but=None, now=world.now),
}


@pytest.mark.parametrize("road", ROADS.values(), ids=ROADS)
def test_a_damaged_room_is_a_fault_that_writes_nothing_and_tells_nobody(
    road: Callable[[World], object],
) -> None:
    """The gateway answers a client, who asks again ever more seldom; Lambda gives a timer up after two
    more tries. Nothing goes on for ever, and no half of a room is shown to anybody."""
    world, store = spoilt()
    before = store.rooms[world.first.id]
    with pytest.raises(ValueError, match=world.first.id):
        road(world)
    assert store.rooms[world.first.id] is before
    assert world.outbox.sent == {}
    assert world.timers.calls == 1, "only the one of the start"


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seq=st.integers(0, 10), text=st.sampled_from(["hello", "sync", "flag"]))
def test_what_needs_no_room_is_answered_though_the_room_is_damaged(seq: int, text: str) -> None:
    world, _ = spoilt()
    socket = world.socket(ANNA)
    socket.send("ping", t=seq)
    socket.text(json.dumps({"type": text + "!", "seq": seq}))
    assert socket.kinds() == ["pong", "rejected"]
