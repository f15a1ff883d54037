"""Ids and codes that are drawn by chance."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from functions.lobby import draws

seeds = st.binary(min_size=16, max_size=16)


@given(seeds)
def test_a_code_has_six_characters_and_none_that_look_alike(seed: bytes) -> None:
    code = draws.room_code(seed)
    assert re.fullmatch(r"[0-9A-Z]{6}", code)
    assert not set(code) & set("0O1IL2Z5SB")
    assert draws.read_code(code) == code


@given(seeds)
def test_ids_are_lower_case_letters_and_digits(seed: bytes) -> None:
    for drawn, length in [
        (draws.room_id(seed), 12),
        (draws.player_id(seed), 16),
        (draws.ticket_id(seed), 20),
    ]:
        assert re.fullmatch(rf"[0-9a-z]{{{length}}}", drawn)
    assert draws.read_room_id(draws.room_id(seed)) == draws.room_id(seed)


def test_every_letter_is_drawn_and_about_equally_often() -> None:
    drawn = "".join(
        draws.room_code((number * 0x9E3779B97F4A7C15F39CC0605CEDC835 % 2**128).to_bytes(16, "big"))
        for number in range(5_000)
    )
    counts = {letter: drawn.count(letter) for letter in set(drawn)}
    assert len(counts) == 26
    assert max(counts.values()) < 1.3 * min(counts.values())


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("abc346", "ABC346"),
        ("ABC346", "ABC346"),
        ("ABC34", None),
        ("ABC3467", None),
        ("", None),
        ("ABC 34", None),
        ("ABC34\n", None),
        ("ßBC34", None),  # six letters only once in upper case
        ("ａｂｃ346", None),
        ("٣٤٦٣٤٦", None),
    ],
)
def test_a_code_is_read_as_it_is_stored(typed: str, code: str | None) -> None:
    assert draws.read_code(typed) == code


@pytest.mark.parametrize("text", ["", "abc", "ABCDEFGHIJKL", "abcdefghijkl\n", "a" * 13, "r#bcdefghijk"])
def test_what_can_be_no_room_id_is_not_looked_up(text: str) -> None:
    assert draws.read_room_id(text) is None
