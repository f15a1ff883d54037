"""Clocks, first moves, and what time does to a game (document 004, section 8.5)."""

import pytest

from engine.colors import PerColor
from engine.game import PlayerId, Timeout
from engine.games.chess import ClaimDraw
from engine.offers import OfferDraw, RequestUndo, Resign, RespondDraw, RespondUndo
from tests.engine.helpers import ANNA, BO, NOW, types

from .table import CHESS, ChessTable


def test_first_moves_cost_no_time_and_bring_none() -> None:
    table = ChessTable.new(timeControl="3+2")
    table.plays("e2e4", after_ms=20_000)
    assert table.state.clock.remaining == PerColor(180_000, 180_000)
    assert table.state.clock.started == PerColor(black=False, white=True)
    table.plays("e7e5", after_ms=20_000)
    assert table.state.clock.remaining == PerColor(180_000, 180_000)
    table.plays("g1f3", after_ms=20_000)
    assert table.state.clock.remaining == PerColor(black=180_000, white=162_000)


@pytest.mark.parametrize(
    ("control", "after_first_moves"), [("3+2", 180_000), ("90+60", 5_400_000), ("none", 600_000)]
)
def test_the_deadline_is_that_of_the_first_move_and_then_the_clocks(
    control: str, after_first_moves: int
) -> None:
    table = ChessTable.new(timeControl=control, firstMoveSec=60)
    assert CHESS.deadline(table.state) == NOW + 60_000
    table.plays("e2e4")
    assert CHESS.deadline(table.state) == table.now + 60_000
    table.plays("e7e5")
    assert CHESS.deadline(table.state) == table.now + after_first_moves
    table.act(ANNA, Resign())
    assert CHESS.deadline(table.state) is None


def test_without_a_clock_every_turn_has_the_idle_limit_and_running_out_of_it_loses() -> None:
    table = ChessTable.new(timeControl="none", idleLimitSec=300)
    table.plays("e2e4 e7e5")
    table.plays("g1f3", after_ms=299_999)
    assert CHESS.deadline(table.state) == table.now + 300_000
    table.time_out()
    assert table.ended == ("white", "timeLoss")
    assert table.view()["clock"] == {
        "kind": "none",
        "remainingMs": {"black": 300_000, "white": 300_000},
        "turnStartedAt": table.now,
        "started": {"black": True, "white": True},
    }


def test_a_first_move_that_comes_too_late_is_not_played() -> None:
    table = ChessTable.new()
    assert types(table.plays("e2e4", after_ms=30_000)) == ["gameEnded"]
    assert table.ended == (None, "aborted")
    assert table.state.moves == ""


def test_a_claim_that_comes_too_late_is_not_heard() -> None:
    table = ChessTable.at("4k3/7r/8/8/8/8/R7/4K3 w - - 120 80", drawMode="fide")
    table.act(ANNA, ClaimDraw(), after_ms=600_000)
    assert table.ended == ("black", "timeLoss")


@pytest.mark.parametrize(
    ("moves", "who", "ended"),
    [
        ("", ANNA, (None, "aborted")),
        ("", BO, (None, "aborted")),
        ("e2e4", ANNA, ("black", "resign")),
        ("e2e4", BO, (None, "aborted")),
        ("e2e4 e7e5", BO, ("white", "resign")),
    ],
)
def test_resigning_calls_the_game_off_until_one_has_moved(
    moves: str, who: PlayerId, ended: tuple[str | None, str]
) -> None:
    for action in (Resign(), CHESS.on_leave(ChessTable.new().state, who)):
        assert action is not None
        table = ChessTable.new()
        table.plays(moves)
        table.act(who, action)
        assert table.ended == ended


def test_the_loser_by_resignation_is_named() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5 g1f3")
    table.act(BO, Resign())
    assert table.result.summary == "백 승 (흑 기권, 2수)"
    assert table.result.ranking == ((ANNA,), (BO,))
    assert (table.result.reason, table.result.scores) == ("resign", None)


def test_when_a_game_ends_in_a_turn_the_clock_stops_where_it_was() -> None:
    table = ChessTable.new(timeControl="5+3")
    table.plays("e2e4 e7e5")
    table.act(BO, Resign(), after_ms=7_000)
    assert table.state.clock.remaining == PerColor(black=300_000, white=293_000)
    assert table.state.clock.turn_started_at == table.now


def test_a_mate_stops_the_clock_like_any_move() -> None:
    table = ChessTable.new(timeControl="5+3")
    table.plays("f2f3 e7e5 g2g4")
    table.plays("d8h4", after_ms=5_000)
    assert table.state.clock.remaining.black == 298_000


def test_an_undone_first_move_leaves_the_clock_running() -> None:
    """What was used stays used (section 8.2), and nobody gets out of a game by an undo."""
    table = ChessTable.new(timeControl="5+3")
    table.plays("e2e4")
    table.act(ANNA, RequestUndo())
    table.act(BO, RespondUndo(accept=True))
    assert table.state.moves == ""
    assert table.state.clock.started == PerColor(black=False, white=True)
    assert CHESS.deadline(table.state) == table.now + 300_000
    table.time_out()
    assert table.ended == ("black", "timeLoss")


def test_an_undo_charges_the_turn_it_interrupts() -> None:
    table = ChessTable.new(timeControl="5+3")
    table.plays("e2e4 e7e5 g1f3")
    used = table.state.clock.remaining
    table.act(ANNA, RequestUndo(), after_ms=4_000)
    table.act(BO, RespondUndo(accept=True), after_ms=6_000)
    assert table.state.clock.remaining == PerColor(black=used.black - 10_000, white=used.white)
    assert table.state.turn == "white"
    assert CHESS.deadline(table.state) == table.now + used.white


def test_a_postponed_deadline_gives_no_clock_more_time() -> None:
    table = ChessTable.new(timeControl="5+3")
    table.plays("e2e4 e7e5")
    deadline = CHESS.deadline(table.state)
    assert deadline is not None
    later = CHESS.postponed(table.state, 60_000)
    assert CHESS.deadline(later) == deadline + 60_000
    assert later.clock.remaining == table.state.clock.remaining


def test_running_out_of_time_takes_a_standing_offer_away() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5")
    table.act(BO, OfferDraw())
    table.act(ANNA, Timeout())
    assert table.view()["pending"] == {"undo": None, "draw": None}
    assert table.code(ANNA, RespondDraw(accept=True)) == "game/over"


def test_alternate_gives_the_host_white_in_odd_games() -> None:
    for game_no, white in ((1, ANNA), (2, BO), (3, ANNA)):
        table = ChessTable.new(game_no=game_no, colorAssignment="alternate")
        assert table.state.players.white == white
        assert CHESS.active_players(table.state) == (white,)


@pytest.mark.parametrize(
    ("assignment", "white"), [("hostWhite", ANNA), ("hostBlack", BO), ("alternate", ANNA)]
)
def test_colors_that_are_not_random_draw_nothing(assignment: str, white: PlayerId) -> None:
    table = ChessTable.new(colorAssignment=assignment)
    fresh = ChessTable.new().rng.state
    assert table.state.players.white == white
    assert table.rng.state == fresh


def test_the_colors_are_drawn_before_the_array() -> None:
    both = ChessTable.new(colorAssignment="random", variant="chess960")
    rng = ChessTable.new(colorAssignment="random").rng
    assert both.state.index == rng.int(960)
    assert both.rng.state == rng.state
