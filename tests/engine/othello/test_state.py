"""How a game is stored and read back."""

import json
from typing import Any

import pytest
from pydantic import JsonValue

from engine.game import Json
from engine.games.othello.record import transcript
from engine.games.othello.state import state_from_position
from engine.offers import OfferDraw, RequestUndo, Resign, RespondDraw
from tests.engine.helpers import ANNA, BO, OTHELLO, PLAYERS, Table, objected
from tests.engine.othello.test_checklist import DRAW_AHEAD, PASS_AHEAD


def stored(table: Table) -> Any:
    return json.loads(json.dumps(OTHELLO.dump(table.state)))


def auto_moved() -> Table:
    table = Table.new()
    table.time_out()
    table.time_out()
    return table


def with_offers() -> Table:
    table = Table.new(undo="unlimited", timeControl={"kind": "fischer"}, drawOffer=True)
    table.act(ANNA, OfferDraw())
    table.act(BO, RespondDraw(accept=False))
    table.places("d3")
    table.act(ANNA, RequestUndo())
    return table


def resigned() -> Table:
    table = Table.new(timeControl={"kind": "none"}, idleLimitSec=600)
    table.act(BO, Resign())
    return table


def drawn_game() -> Table:
    table = Table.at(DRAW_AHEAD, emptyToWinner=True)
    table.places("c1")
    return table


def passed() -> Table:
    table = Table.at(PASS_AHEAD)
    table.places("c1")
    return table


@pytest.mark.parametrize("make", [Table.new, auto_moved, with_offers, resigned, drawn_game, passed])
def test_a_stored_game_goes_on_as_if_nothing_had_been(make: Any) -> None:
    table = make()
    again = OTHELLO.load(stored(table))
    assert again == table.state
    assert OTHELLO.view(again, ANNA) == table.view(ANNA)


def test_options_are_stored_only_where_they_differ_from_the_defaults() -> None:
    assert objected(stored(with_offers()))["options"] == {
        "colorAssignment": "hostBlack",
        "timeControl": {"kind": "fischer"},
        "undo": "unlimited",
    }
    defaults = OTHELLO.setup(players=[ANNA, BO], options=OTHELLO.Options(), rng=Table.new().rng, now=0)
    assert "options" not in objected(OTHELLO.dump(defaults))


def test_a_ply_takes_one_character() -> None:
    table = Table.at(PASS_AHEAD)
    table.places("c1 f8")
    assert len(table.state.record) == OTHELLO.moves_made(table.state) == 3
    assert transcript(table.state.record) == "c1f8"


GOOD: dict[str, JsonValue] = objected(stored(passed()))  # type: ignore[assignment]


@pytest.mark.parametrize(
    "change",
    [
        {"record": None},
        {"record": "A?"},
        {"record": ["A"]},
        {"players": ["anna"]},
        {"players": ["anna", 2]},
        {"board": "0" * 31},
        {"board": "z" * 32},
        {"board": "f" * 32},
        {"board": None},
        {"clock": [1, 2]},
        {"turned": "no"},
        {"turned": 3},
        {"options": {"undo": 2}},
        {"options": []},
        {"offers": {"made": None}},
        {"ending": ["black", "bored"]},
        {"ending": ["green", "resign"]},
        {"ending": "resign"},
        {"start": ["0" * 32, "green"]},
        {"start": ["0" * 32]},
    ],
    ids=str,
)
def test_a_stored_game_of_another_shape_is_refused(change: dict[str, Json]) -> None:
    assert OTHELLO.load(GOOD) == passed().state
    with pytest.raises(ValueError, match=r"."):
        OTHELLO.load({**GOOD, **change})


@pytest.mark.parametrize("board", ["", "X" * 63, "X" * 65, "x" * 64, "." * 63 + "#"])
def test_a_drawing_that_is_no_board_is_refused(board: str) -> None:
    with pytest.raises(ValueError, match="not a board"):
        state_from_position(board, "black", players=PLAYERS)
