"""How a game of 섯다 is stored: small, whole, and refused when it is something else."""

import json
from dataclasses import replace

import pytest

from engine.game import Json
from engine.games.seotda import SeotdaState
from engine.games.seotda.record import entries, entry_json, is_record, length
from engine.testing import Playout
from tests.engine.seotda.subject import invariant

from .table import ANNA, PEOPLE, SEOTDA, SeotdaTable, options


def test_a_state_comes_back_from_json_at_every_point_of_a_game() -> None:
    seen: list[SeotdaState] = []
    Playout(
        game=SEOTDA,
        players=PEOPLE[:4],
        options=options(hands=5, perMoveSec=10),
        max_steps=1000,
        invariant=seen.append,
    ).run(bytes(16))
    assert {state.outcome is None for state in seen} == {True, False}
    for state in seen:
        assert SEOTDA.load(json.loads(json.dumps(SEOTDA.dump(state)))) == state


def test_a_fresh_game_of_six_is_stored_in_half_a_kilobyte() -> None:
    text = json.dumps(SEOTDA.dump(SeotdaTable.new(6).state), separators=(",", ":"))
    assert len(text) < 512
    assert "options" not in text


@pytest.mark.parametrize(
    ("word", "entry"),
    [
        ("d3.1.2", {"kind": "deal", "hand": 3, "replay": 1, "lead": "3", "auto": True}),
        ("0h150", {"kind": "bet", "seat": "1", "word": "half", "paid": 150, "auto": False}),
        ("5K", {"kind": "bet", "seat": "6", "word": "check", "paid": 0, "auto": True}),
        ("1d", {"kind": "bet", "seat": "2", "word": "die", "paid": 0, "auto": False}),
        ("x4", {"kind": "left", "seat": "5", "auto": False}),
        (
            "es;1+300,0+2;1=땡잡이(망통),2=3끗",
            {
                **{"kind": "end", "how": "showdown", "won": {"2": 300, "1": 2}, "auto": True},
                "hands": {"2": "땡잡이(망통)", "3": "3끗"},
            },
        ),
        ("ed;0+40;", {"kind": "end", "how": "died", "won": {"1": 40}, "hands": {}, "auto": True}),
        ("er;;", {"kind": "end", "how": "replay", "won": {}, "hands": {}, "auto": True}),
    ],
)
def test_an_entry_of_the_record_reads_as_clients_read_it(word: str, entry: Json) -> None:
    assert entry_json(word) == entry
    assert is_record(f"{word} {word}")


@pytest.mark.parametrize("text", ["", "d1.0.0", "d1.0.0 0k 1b10 0c10 es;0+40;0=3끗"])
def test_a_record_is_words_one_space_apart(text: str) -> None:
    assert is_record(text)
    assert length(text) == len(entries(text))


@pytest.mark.parametrize(
    "word", ["", "d1.0", "0", "h0", "e;;", "x", "0h-1", "es;1;", "es;1+2,;", "es;;1", "es;;1=x,", "ed;0+40"]
)
def test_what_is_no_entry_is_refused(word: str) -> None:
    assert not is_record(f"d1.0.0 {word}")
    with pytest.raises(ValueError, match="not an entry"):
        entry_json(word)


@pytest.mark.parametrize("text", [" ", "d1.0.0  0k", "d1.0.0 ", " d1.0.0", "d1.0.00k", "es;;1=x y"])
def test_words_that_are_not_one_space_apart_are_no_record(text: str) -> None:
    assert not is_record(text)


@pytest.mark.parametrize(
    "broken",
    [
        {"players": ["anna"]},
        {"players": None},
        {"cards": ["", "ab"]},
        {"cards": ["AB", "", ""]},
        {"hand": [1, 0]},
        {"hand": ["1", 0, 0]},
        {"betting": None},
        {"betting": [[0, 0, 0, 0], [], []]},
        {"record": "nonsense"},
        {"missed": [1]},
        {"gone": "1"},
        {"ending": "won"},
        {"outcome": ["lost", [], None, None, []]},
        {"outcome": ["died", [], "joker", None, []]},
        {"outcome": ["died", [], None, "again", []]},
        {"outcome": []},
        {"at": None},
        {"options": {"hands": 3}},
    ],
)
def test_a_stored_game_that_was_tampered_with_is_refused(broken: dict[str, Json]) -> None:
    data = SEOTDA.dump(SeotdaTable.new(2).state)
    assert isinstance(data, dict)
    with pytest.raises(ValueError):  # noqa: PT011 - whatever is wrong, it is a ValueError
        SEOTDA.load({**data, **broken})


def test_the_invariant_of_the_suite_finds_a_lost_chip() -> None:
    state = SeotdaTable.new(3).state
    invariant(state)
    stakes = state.betting.stakes
    poorer = (replace(stakes[0], stack=stakes[0].stack - 1), *stakes[1:])
    with pytest.raises(AssertionError):
        invariant(replace(state, betting=replace(state.betting, stakes=poorer)))


def test_a_player_who_is_nobody_has_no_seat() -> None:
    state = SeotdaTable.new(2).state
    assert state.seat_of(ANNA) == 0
    assert state.seat_of(None) is None
    assert state.seat_of(PEOPLE[5]) is None
