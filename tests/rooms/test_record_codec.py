"""Records as stored bytes: equal when they come back, and refused when they are damaged."""

import json
import zlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from functions.rooms import record_codec
from functions.rooms.record import record_of
from functions.rooms.record_codec import decode, encode
from tests.rooms.people import finished

RECORD = record_of(finished().room)
STORED = encode(RECORD)
WHERE = f"{RECORD.room_id}/{RECORD.game_no}"


def packed(body: object) -> bytes:
    """A body of that JSON, as ``encode`` writes it."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=record_codec._DICTIONARY)
    return STORED.body[:1] + deflate.compress(json.dumps(body).encode()) + deflate.flush()


def test_a_record_comes_back_equal() -> None:
    assert decode(STORED) == RECORD


def test_a_record_of_an_unknown_version_is_a_fault_that_says_where() -> None:
    for body in (b"", b"\x09" + STORED.body[1:]):
        with pytest.raises(ValueError, match=f"{WHERE}: unknown version"):
            decode(replace(STORED, body=body))


@pytest.mark.parametrize(
    "body", [None, 7, {}, [], "a text of some letters", [None] * 13, [None] * 14, [0] * 15]
)
def test_a_body_that_is_no_record_is_a_fault_that_says_where(body: Any) -> None:
    with pytest.raises(ValueError, match=f"{WHERE}: damaged body"):
        decode(replace(STORED, body=packed(body)))


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (0, 7),  # code
        (1, "secret"),  # visibility
        (2, "no such game"),
        (3, "1"),  # state_version
        (4, []),  # options
        (5, [1, 2]),  # players
        (5, ["only one"]),
        (6, [None, None]),  # nicknames
        (8, {}),  # the log's words
        (9, None),  # last_at
        (10, None),  # started_at
        (11, 1.5),  # ended_at
        (12, []),  # result
    ],
)
def test_a_body_with_what_no_record_can_hold_is_a_fault_that_says_where(at: int, value: Any) -> None:
    inflate = zlib.decompressobj(-15, zdict=record_codec._DICTIONARY)
    body = json.loads(inflate.decompress(STORED.body[1:]))
    body[at] = value
    with pytest.raises(ValueError, match=f"{WHERE}: damaged body"):
        decode(replace(STORED, body=packed(body)))


@settings(max_examples=300)
@given(at=st.integers(1, len(STORED.body)), cut=st.integers(0, 9), put=st.binary(max_size=9))
def test_bytes_that_are_damaged_are_a_value_error_that_says_where_or_a_record(
    at: int, cut: int, put: bytes
) -> None:
    damaged = replace(STORED, body=STORED.body[:at] + put + STORED.body[at + cut :])
    try:
        decode(damaged)
    except ValueError as fault:
        assert WHERE in str(fault)  # noqa: PT017 - not every damage is one that can be seen
