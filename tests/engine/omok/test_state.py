"""How a game is stored and read back, and that the record alone tells the board."""

import json
from dataclasses import replace
from typing import Any

import pytest
from pydantic import JsonValue

from engine.colors import PerColor
from engine.game import Json, PlayerId
from engine.games.omok.record import START, position_after, transcript
from engine.games.omok.state import state_from_position
from engine.offers import OfferDraw, RequestUndo, Resign, RespondDraw
from tests.engine.helpers import ANNA, BO, MADE, PLAYERS, objected, records, text

from .table import OMOK, OmokTable, board_of, drawn


def stored(table: OmokTable) -> Any:
    return json.loads(json.dumps(OMOK.dump(table.state)))


def with_removals() -> OmokTable:
    table = OmokTable.new()
    table.plays("h8 i9 xi9 j10 i9 xh8 pass h8")
    return table


def with_offers() -> OmokTable:
    table = OmokTable.new(undo="unlimited", timeControl={"kind": "fischer"})
    table.act(ANNA, OfferDraw())
    table.act(BO, RespondDraw(accept=False))
    table.plays("d3")
    table.act(ANNA, RequestUndo())
    return table


def resigned() -> OmokTable:
    table = OmokTable.new(timeControl={"kind": "none"}, idleLimitSec=600, skill=False)
    table.act(BO, Resign())
    return table


def won() -> OmokTable:
    table = OmokTable.new()
    table.plays("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    return table


def from_a_drawing() -> OmokTable:
    table = OmokTable.at(board_of(black="h8 i8", white="a1 o15 j9"), "white")
    table.plays("xh8 xj9 k10 h8 pass")
    return table


@pytest.mark.parametrize("make", [OmokTable.new, with_removals, with_offers, resigned, won, from_a_drawing])
def test_a_stored_game_goes_on_as_if_nothing_had_been(make: Any) -> None:
    table = make()
    again = OMOK.load(stored(table))
    assert again == table.state
    assert OMOK.view(again, ANNA) == table.view(ANNA)


def test_options_are_stored_only_where_they_differ_from_the_defaults() -> None:
    assert objected(stored(with_offers()))["options"] == {
        "colorAssignment": "hostBlack",
        "timeControl": {"kind": "fischer"},
        "undo": "unlimited",
    }
    defaults = OMOK.setup(players=[ANNA, BO], options=OMOK.Options(), rng=OmokTable.new().rng, now=0)
    assert "options" not in objected(OMOK.dump(defaults))


def test_a_ply_is_two_letters_and_the_board_is_not_stored_beside_it() -> None:
    table = with_removals()
    assert objected(stored(table))["record"] == "hhiiIIjjiiHH--hh"
    assert "board" not in objected(stored(table))
    assert transcript(table.state.record) == "h8 i9 xi9 j10 i9 xh8 pass h8"


GAMES = records(MADE / "random" / "gomoku_random.jsonl")


def test_the_record_tells_the_board_at_every_ply() -> None:
    for game in GAMES[:10]:
        table = OmokTable.new()
        for name in text(game["moves"]).split():
            table.plays(name)
            assert position_after(table.state.record, START) == table.state.position
    start = from_a_drawing().state.start
    assert drawn(from_a_drawing().state) == board_of(black="h8 i8", white="a1 o15 k10")
    assert position_after("", start) == start


def test_a_full_board_is_stored_in_less_than_six_hundred_bytes() -> None:
    longest = max(GAMES, key=lambda game: len(text(game["moves"])))
    table = OmokTable.new()
    table.plays(text(longest["moves"]))
    assert OMOK.moves_made(table.state) == 225
    state = replace(table.state, players=PerColor(PlayerId("p-" + "x" * 24), PlayerId("p-" + "y" * 24)))
    dumped = json.dumps(OMOK.dump(state), ensure_ascii=False, separators=(",", ":"))
    assert len(dumped.encode()) < 225 * 2 + 200


GOOD: dict[str, JsonValue] = objected(stored(from_a_drawing()))  # type: ignore[assignment]


@pytest.mark.parametrize(
    "change",
    [
        {"record": None},
        {"record": ["hh"]},
        {"record": "h"},
        {"record": "hhi"},
        {"record": "pp"},
        {"record": "h8"},
        {"record": "hH"},
        {"record": "-h"},
        {"record": "hh", "start": ["0", "0", "green"]},
        {"record": "hhhh", "start": None},
        {"players": ["anna"]},
        {"players": ["anna", 2]},
        {"clock": [1, 2]},
        {"options": {"undo": 2}},
        {"options": []},
        {"offers": {"made": None}},
        {"ending": ["black", "bored"]},
        {"ending": ["black", "noMoves"]},
        {"ending": ["green", "resign"]},
        {"ending": "resign"},
        {"start": ["1", "1", "black"]},
        {"start": ["-1", "0", "black"]},
        {"start": [f"{1 << 225:x}", "0", "black"]},
        {"start": ["0", "z", "black"]},
        {"start": ["0"]},
    ],
    ids=str,
)
def test_a_stored_game_of_another_shape_is_refused(change: dict[str, Json]) -> None:
    assert OMOK.load(GOOD) == from_a_drawing().state
    with pytest.raises(ValueError, match=r"."):
        OMOK.load({**GOOD, **change})


def test_a_record_with_two_stones_on_a_point_is_refused() -> None:
    with pytest.raises(ValueError, match="two stones"):
        position_after("hhhh", START)


@pytest.mark.parametrize("board", ["", "X" * 224, "X" * 226, "x" * 225, "." * 224 + "#"])
def test_a_drawing_that_is_no_board_is_refused(board: str) -> None:
    with pytest.raises(ValueError, match="not a board"):
        state_from_position(board, "black", players=PLAYERS)
