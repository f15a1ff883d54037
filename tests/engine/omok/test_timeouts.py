"""The time limit (document 003, step 3.3): a turn that passes, or a lost game."""

import pytest
from pydantic import JsonValue

from engine.colors import Color
from engine.game import Rejection, Timeout
from engine.offers import OfferDraw, RequestUndo, RespondUndo
from tests.engine.helpers import ANNA, BO, EVE, NOW, listed, types

from .table import OMOK, OmokTable, move

PER_MOVE: dict[str, JsonValue] = {"kind": "perMove", "perMoveSec": 20}
FISCHER: dict[str, JsonValue] = {"kind": "fischer", "baseSec": 180, "incSec": 2}


@pytest.mark.parametrize(
    ("chosen", "seconds"),
    [
        ({}, 30),
        *(({"timeControl": {"kind": "perMove", "perMoveSec": limit}}, limit) for limit in (10, 20, 30, 60)),
        ({"timeControl": {"kind": "fischer"}}, 300),
        ({"timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 2}}, 180),
        ({"timeControl": {"kind": "fischer", "baseSec": 600, "incSec": 5}}, 600),
        *(({"timeControl": {"kind": "none"}, "idleLimitSec": limit}, limit) for limit in (120, 300, 600)),
    ],
)
def test_a_turn_may_last_as_long_as_the_options_say(chosen: dict[str, JsonValue], seconds: int) -> None:
    table = OmokTable.new(**chosen)
    assert OMOK.deadline(table.state) == table.view()["deadline"] == NOW + seconds * 1000
    table.plays("h8", after_ms=4000)
    assert OMOK.deadline(table.state) == NOW + 4000 + seconds * 1000  # white's turn begins


def test_a_turn_passes_when_its_time_is_up() -> None:
    table = OmokTable.new(timeControl=PER_MOVE)
    table.plays("h8 i9")
    board = table.drawn()
    [passed] = table.time_out()
    assert passed.to_json() == {"type": "passed", "by": "system", "color": "black"}
    assert table.drawn() == board
    assert table.turn == "white"
    assert listed(table.view(None, 2)["moves"]) == [{"kind": "pass", "color": "black", "auto": True}]
    assert table.view()["lastMove"] == {"kind": "place", "color": "white", "x": 8, "y": 8, "auto": False}
    assert table.state.clock.turn_started_at == table.now
    assert OMOK.deadline(table.state) == table.now + 20_000


@pytest.mark.parametrize(
    ("kind", "policy", "passes"),
    [
        ("perMove", "pass", True),
        ("perMove", "lose", False),
        ("fischer", "pass", False),
        ("fischer", "lose", False),
        ("none", "pass", False),
        ("none", "lose", False),
    ],
)
@pytest.mark.parametrize("color", ["black", "white"])
def test_only_a_limit_for_each_move_lets_a_turn_pass(
    kind: str, policy: str, passes: bool, color: Color
) -> None:
    table = OmokTable.new(timeControl={"kind": kind}, timeoutPolicy=policy)
    if color == "white":
        table.plays("h8")
    events = table.time_out()
    if passes:
        assert types(events) == ["passed"]
        assert OMOK.result(table.state) is None
        return
    assert types(events) == ["gameEnded"]
    result = OMOK.result(table.state)
    assert result is not None
    winner, loser = ("white", "black") if color == "black" else ("black", "white")
    assert result.ranking == (((BO,), (ANNA,)) if color == "black" else ((ANNA,), (BO,)))
    assert result.reason == "timeout"
    assert result.summary == ("백 승 (흑 시간패)" if loser == "black" else "흑 승 (백 시간패)")
    assert (table.detail()["winner"], table.detail()["reason"]) == (winner, "timeLoss")


@pytest.mark.parametrize("color", ["black", "white"])
def test_the_third_pass_in_a_row_of_one_player_loses(color: Color) -> None:
    table = OmokTable.new()
    if color == "white":
        table.plays("h8")
    for number, reply in enumerate(["a1", "c1"], start=1):
        table.time_out()
        assert table.view()["passStreak"] == {"black": 0, "white": 0, color: number}
        table.plays(reply)
    assert types(table.time_out()) == ["gameEnded"]
    winner = "white" if color == "black" else "black"
    assert (table.detail()["winner"], table.detail()["reason"]) == (winner, "timeLoss")
    assert listed(table.view()["moves"])[-1]["kind"] == "place", "the third pass is not played"


def test_when_both_let_every_turn_pass_the_first_to_do_it_three_times_loses() -> None:
    table = OmokTable.new()
    for _ in range(4):
        assert types(table.time_out()) == ["passed"]
    assert table.view()["passStreak"] == {"black": 2, "white": 2}
    table.time_out()
    assert table.detail()["winner"] == "white"


@pytest.mark.parametrize("notation", ["c3", "xa1"])
def test_a_move_of_ones_own_ends_a_row_of_passes(notation: str) -> None:
    table = OmokTable.new()
    table.plays("h8 a1 pass a2 pass a3")
    assert table.view()["passStreak"] == {"black": 2, "white": 0}
    table.plays(notation)
    assert table.view()["passStreak"] == {"black": 0, "white": 0}
    table.plays("b1 pass b2 pass b3")
    assert OMOK.result(table.state) is None


def test_an_undo_takes_passes_out_of_the_row() -> None:
    table = OmokTable.new()
    table.plays("h8 a1 pass a2 pass a3")
    table.act(ANNA, RequestUndo())
    table.act(BO, RespondUndo(accept=True))
    assert table.state.record == ""
    assert table.view()["passStreak"] == {"black": 0, "white": 0}


def test_a_pass_never_wins_or_fills_the_board() -> None:
    table = OmokTable.new()
    table.plays("d8 a1 e8 a2 f8 a3 g8 pass")
    assert OMOK.result(table.state) is None
    table.plays("h8")
    assert table.detail()["reason"] == "five"


@pytest.mark.parametrize("late_ms", [0, 1, 1999, 60_000])
def test_a_stone_that_comes_at_or_after_the_deadline_is_not_played(late_ms: int) -> None:
    table = OmokTable.new()
    table.plays("d8 a1 e8 a2 f8 a3 g8 a4")
    deadline = OMOK.deadline(table.state)
    assert deadline is not None
    events = table.act(ANNA, move("h8"), after_ms=deadline + late_ms - table.now)
    assert types(events) == ["passed"]
    assert "h8" not in table.stones()["black"]
    assert table.state.clock.turn_started_at == table.now


def test_a_stone_a_millisecond_before_the_deadline_counts() -> None:
    table = OmokTable.new()
    deadline = OMOK.deadline(table.state)
    assert deadline is not None
    assert types(table.act(ANNA, move("h8"), after_ms=deadline - 1 - table.now)) == ["placed"]


def test_a_bank_is_charged_for_a_move_and_gains_its_increment() -> None:
    table = OmokTable.new(timeControl=FISCHER)
    table.plays("h8", after_ms=10_000)
    table.plays("i9", after_ms=25_000)
    assert table.view()["clock"] == {
        "kind": "fischer",
        "remainingMs": {"black": 172_000, "white": 157_000},
        "turnStartedAt": table.now,
    }


def test_a_timeout_withdraws_an_offer_whoever_made_it() -> None:
    for asker in (ANNA, BO):
        table = OmokTable.new()
        table.plays("h8 i9")
        table.act(asker, OfferDraw())
        assert types(table.time_out()) == ["offerCancelled", "passed"]
        assert table.view()["pending"] == {"undo": None, "draw": None}


def test_only_the_player_to_move_can_run_out_of_time() -> None:
    table = OmokTable.new()
    assert table.refusal(ANNA, Timeout()) is None
    assert table.code(BO, Timeout()) == "move/not_your_turn"
    assert table.code(EVE, Timeout()) == "room/not_seated"
    assert OMOK.timeout_players(table.state) == (ANNA,)
    table.plays("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    assert table.refusal(BO, Timeout()) == Rejection("game/over", "이미 끝난 대국이에요")


def test_an_absent_player_is_passed_over_before_the_clock_is_up() -> None:
    """The room decides when the grace is over; the verdict is the same."""
    table = OmokTable.new()
    assert types(table.act(ANNA, Timeout(), after_ms=100)) == ["passed"]
    fischer = OmokTable.new(timeControl=FISCHER)
    fischer.act(ANNA, Timeout(), after_ms=60_000)
    assert fischer.detail()["reason"] == "timeLoss"


def test_a_postponed_deadline_gives_nobody_time() -> None:
    table = OmokTable.new(timeControl=FISCHER)
    table.plays("h8")
    later = OMOK.postponed(table.state, 90_000)
    before, after = OMOK.deadline(table.state), OMOK.deadline(later)
    assert before is not None
    assert after == before + 90_000
    assert later.clock.remaining == table.state.clock.remaining
