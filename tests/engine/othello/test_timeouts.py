"""What happens when a deadline passes (document 000, sections 8.4 and 8.5)."""

from dataclasses import replace

import pytest
from pydantic import JsonValue

from engine.game import PlayerId, Timeout
from engine.games.othello.board import GRID
from engine.games.othello.record import PASSED, code
from engine.offers import OfferDraw, RequestUndo, RespondUndo
from engine.rng import Rng
from tests.engine.helpers import ANNA, BO, NOW, OTHELLO, Table, named, place, types

PER_MOVE: dict[str, JsonValue] = {"kind": "perMove", "perMoveSec": 20}
FISCHER: dict[str, JsonValue] = {"kind": "fischer", "baseSec": 180, "incSec": 2}

# Black may move a1, h1 or a8 (corners) and several other points.
CORNERS_OPEN = """
    .OX..XO.
    OO......
    X.XOX...
    ..XOX...
    ..XOX...
    X.......
    O.......
    ........
"""


@pytest.mark.parametrize(
    ("chosen", "limit_ms"),
    [
        ({}, 30_000),
        ({"timeControl": {"kind": "perMove", "perMoveSec": 10}}, 10_000),
        ({"timeControl": PER_MOVE}, 20_000),
        ({"timeControl": {"kind": "perMove", "perMoveSec": 60}}, 60_000),
        ({"timeControl": {"kind": "fischer"}}, 300_000),
        ({"timeControl": FISCHER}, 180_000),
        ({"timeControl": {"kind": "fischer", "baseSec": 600, "incSec": 5}}, 600_000),
        ({"timeControl": {"kind": "none"}, "idleLimitSec": 120}, 120_000),
        ({"timeControl": {"kind": "none"}}, 300_000),
        ({"timeControl": {"kind": "none"}, "idleLimitSec": 600}, 600_000),
    ],
)
def test_the_deadline_follows_the_time_control(chosen: dict[str, JsonValue], limit_ms: int) -> None:
    table = Table.new(**chosen)
    assert OTHELLO.deadline(table.state) == NOW + limit_ms
    assert table.view()["deadline"] == NOW + limit_ms
    assert OTHELLO.deadline(OTHELLO.postponed(table.state, 7)) == NOW + limit_ms + 7


def test_fischer_charges_a_move_and_adds_its_increment() -> None:
    table = Table.new(timeControl=FISCHER)
    table.places("d3", after_ms=10_000)
    table.places("c3", after_ms=500)
    assert table.state.clock.remaining == (180_000 - 10_000 + 2_000, 180_000 - 500 + 2_000)
    assert OTHELLO.deadline(table.state) == table.now + 172_000


@pytest.mark.parametrize(
    "chosen",
    [
        {"timeControl": FISCHER},
        {"timeControl": FISCHER, "timeoutPolicy": "lose"},
        {"timeControl": PER_MOVE, "timeoutPolicy": "lose"},
        {"timeControl": {"kind": "none"}},
        {"timeControl": {"kind": "none"}, "timeoutPolicy": "autoMove"},
    ],
)
def test_who_runs_out_of_time_loses_unless_the_server_moves(chosen: dict[str, JsonValue]) -> None:
    table = Table.new(**chosen)
    table.places("d3")
    events = table.time_out()
    assert types(events) == ["gameEnded"]
    result = OTHELLO.result(table.state)
    assert result is not None
    assert (result.ranking, result.reason) == (((ANNA,), (BO,)), "timeout")
    assert result.summary == "흑 승 (백 시간패) 4 : 1"
    detail = table.detail()
    assert (detail["winner"], detail["reason"]) == ("black", "timeLoss")
    assert detail["discs"] == {"black": 4, "white": 1, "empty": 59}


@pytest.mark.parametrize("late_ms", [0, 1, 5_000])
@pytest.mark.parametrize("kind", ["fischer", "none", "perMove"])
def test_a_move_at_or_past_the_deadline_is_not_played(kind: str, late_ms: int) -> None:
    chosen: dict[str, JsonValue] = {"timeControl": {"kind": kind}, "timeoutPolicy": "lose"}
    late, due = Table.new(**chosen), Table.new(**chosen)
    deadline = OTHELLO.deadline(late.state)
    assert deadline is not None
    after_ms = deadline - NOW + late_ms
    assert late.act(ANNA, place("d3"), after_ms=after_ms) == due.act(ANNA, Timeout(), after_ms=after_ms)
    assert late.state == due.state
    assert late.state.record == ""


def test_a_move_in_the_last_millisecond_is_played() -> None:
    table = Table.new(timeControl=FISCHER)
    table.places("d3", after_ms=179_999)
    assert table.state.clock.remaining.black == 1 + 2_000


def test_a_late_move_under_auto_move_is_replaced_by_the_servers() -> None:
    table = Table.new()
    events = table.act(ANNA, place("d3"), after_ms=30_000)
    assert [(event.type, event.by, event.fields["auto"]) for event in events] == [("placed", "system", True)]
    assert table.state.auto_streak("black") == 1


@pytest.mark.parametrize("seed", range(30))
def test_the_server_prefers_a_corner(seed: int) -> None:
    table = Table.at(CORNERS_OPEN)
    assert set(table.legal()) > {"a1", "h1", "a8"}
    table.rng = Rng.from_seed(seed.to_bytes(16, "big"))
    twin = Rng.from_state(table.rng.state)
    [placed, *_] = table.time_out()
    corner = ("a1", "h1", "a8")[twin.int(3)]
    assert (placed.fields["x"], placed.fields["y"]) == GRID.point(GRID.index_of(corner))
    assert table.rng.state == twin.state, "one draw"


def test_every_corner_is_chosen_sometime() -> None:
    chosen = set()
    for seed in range(30):
        table = Table.at(CORNERS_OPEN)
        table.rng = Rng.from_seed(seed.to_bytes(16, "big"))
        table.time_out()
        chosen.add(table.state.record[-1])
    assert len(chosen) == 3


def test_without_a_corner_every_legal_move_is_as_likely() -> None:
    counts = dict.fromkeys(["d3", "c4", "f5", "e6"], 0)
    rng = Rng.from_seed(b"auto moves alike")
    for _ in range(2000):
        table = Table.new()
        table.rng = rng
        [placed] = table.time_out()
        x, y = placed.fields["x"], placed.fields["y"]
        assert isinstance(x, int)
        assert isinstance(y, int)
        counts[GRID.name(GRID.index(x, y))] += 1
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 16.3  # 3 degrees, 0.1 %


def test_the_same_seed_makes_the_same_choice() -> None:
    def choice() -> object:
        table = Table.new()
        table.places("d3 c3")
        return table.time_out(), table.rng.state

    assert choice() == choice()


def test_an_automatic_move_is_told_as_the_servers_and_marked() -> None:
    table = Table.new()
    [placed] = table.time_out()
    assert placed.by == "system"
    assert placed.fields["auto"] is True
    assert len(list(named(placed.fields["flipped"]))) == 1
    last = table.view()["lastMove"]
    assert last == {
        "kind": "place",
        "color": "black",
        "x": placed.fields["x"],
        "y": placed.fields["y"],
        "auto": True,
    }
    assert table.state.clock.turn_started_at == table.now


def test_the_third_timeout_in_a_row_loses_instead_of_moving() -> None:
    table = Table.new()
    for streak in (1, 2):
        assert "placed" in types(table.time_out())
        assert table.state.auto_streak("black") == streak
        table.places(table.legal()[0])
    record = table.state.record
    assert types(table.time_out()) == ["gameEnded"]
    assert table.state.record == record, "nothing was placed"
    assert (table.detail()["winner"], table.detail()["reason"]) == ("white", "timeLoss")


def test_a_move_by_hand_ends_the_row_of_timeouts_and_each_color_has_its_own() -> None:
    table = Table.new()
    table.time_out()
    table.time_out()
    assert table.view()["autoMoveStreak"] == {"black": 1, "white": 1}
    table.time_out()
    table.places(table.legal()[0])
    assert table.view()["autoMoveStreak"] == {"black": 2, "white": 0}
    table.places(table.legal()[0])
    assert table.view()["autoMoveStreak"] == {"black": 0, "white": 0}
    table.time_out()
    table.time_out()
    table.time_out()
    assert OTHELLO.result(table.state) is None


@pytest.mark.parametrize(
    ("black_made", "streak"),
    [
        ([], 0),
        (["auto"], 1),
        (["auto", "auto"], 2),
        (["auto", "hand"], 0),
        (["hand", "auto"], 1),
        (["auto", "pass", "auto", "pass"], 2),
        (["auto", "hand", "pass", "auto"], 1),
    ],
)
def test_a_forced_pass_neither_ends_nor_lengthens_a_row_of_timeouts(
    black_made: list[str], streak: int
) -> None:
    plies = {"auto": code(20, auto=True), "hand": code(20, auto=False), "pass": PASSED}
    record = "".join(plies[made] + code(30, auto=False) for made in black_made)
    assert replace(Table.new().state, record=record).auto_streak("black") == streak


def test_an_undo_takes_the_automatic_move_out_of_the_row() -> None:
    table = Table.new()
    table.time_out()
    table.places(table.legal()[0])
    table.time_out()
    assert table.state.auto_streak("black") == 2
    table.act(ANNA, RequestUndo())
    table.act(BO, RespondUndo(accept=True))
    assert table.state.auto_streak("black") == 1


@pytest.mark.parametrize("asker", [ANNA, BO])
def test_a_timeout_withdraws_a_standing_offer(asker: PlayerId) -> None:
    table = Table.new()
    table.act(asker, OfferDraw())
    events = table.time_out()
    assert [(event.type, event.by) for event in events] == [
        ("offerCancelled", "system"),
        ("placed", "system"),
    ]
    assert table.view()["pending"] == {"undo": None, "draw": None}


def test_only_the_player_to_move_can_time_out() -> None:
    table = Table.new()
    assert table.code(BO, Timeout()) == "move/not_your_turn"
    assert OTHELLO.timeout_players(table.state) == (ANNA,)
    with pytest.raises(ValueError, match="turn"):
        OTHELLO.apply(table.state, BO, Timeout(), rng=table.rng, now=NOW)
