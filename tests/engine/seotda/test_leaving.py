"""Giving up, leaving, and letting time run out."""

import pytest

from engine.game import SYSTEM, Timeout
from engine.games.seotda import Ready
from engine.offers import Resign
from tests.engine.helpers import types

from .table import ANNA, BO, CY, DORA, SEOTDA, SeotdaTable, bet, named


def test_leaving_is_dying_in_the_running_hand_and_no_cards_any_more() -> None:
    table = SeotdaTable.new(3, deal="both")
    action = SEOTDA.on_leave(table.state, CY)
    assert action == Resign()
    events = table.act(CY, Resign())
    assert types(events) == ["left"]
    assert table.state.betting.live == (0, 1)
    assert table.mover == ANNA, "it was not Cy's turn"
    table.says("bbing call")
    table.all_ready()
    assert [len(cards) for cards in table.state.cards] == [2, 2, 0]
    assert table.view()["seats"]["3"]["status"] == "left"  # type: ignore[index, call-overload]


def test_who_leaves_in_turn_passes_it_on_with_a_whole_turn() -> None:
    table = SeotdaTable.new(3, deal="both")
    table.act(ANNA, Resign(), after_ms=15_000)
    assert table.mover == BO
    assert SEOTDA.deadline(table.state) == table.now + 20_000


def test_who_leaves_out_of_turn_gives_nobody_time() -> None:
    table = SeotdaTable.new(3, deal="both")
    deadline = SEOTDA.deadline(table.state)
    table.act(BO, Resign(), after_ms=15_000)
    assert SEOTDA.deadline(table.state) == deadline


def test_who_has_left_cannot_come_back_and_has_nothing_to_give_up() -> None:
    table = SeotdaTable.new(3, deal="both")
    table.act(BO, Resign())
    assert SEOTDA.on_leave(table.state, BO) is None
    for action in (Resign(), Ready(), bet("call"), Timeout()):
        assert table.code(BO, action) == "seat/left"
    assert SEOTDA.on_leave(table.state, SEOTDA.active_players(table.state)[0]) == Resign()


@pytest.mark.parametrize("leaver", [ANNA, BO])
def test_when_all_others_leave_the_last_wins_whatever_his_chips(leaver: str) -> None:
    table = SeotdaTable.new(2, deal="both", chips=[500, 1500])
    events = table.act(leaver, Resign())  # type: ignore[arg-type]
    assert types(events) == ["left", "potWon", "gameEnded"]
    result = SEOTDA.result(table.state)
    assert result is not None
    winner = BO if leaver == ANNA else ANNA
    assert result.ranking == ((winner,), (leaver,))
    assert (result.reason, table.detail()["reason"]) == ("resign", "resign")
    assert "모두 떠났어요" in result.summary


def test_leaving_in_a_pause_deals_the_next_hand_if_all_others_are_ready() -> None:
    table = SeotdaTable.new(3, deal="both")
    table.says("die die")
    table.act(ANNA, Ready())
    table.act(CY, Ready())
    events = table.act(BO, Resign())
    assert types(events) == ["left", "dealt"]
    assert table.state.hand == 2
    assert table.state.betting.live == (0, 2)


def test_who_leaves_before_a_tie_is_played_off_leaves_the_pot_to_the_other() -> None:
    table = SeotdaTable.new(3, deal="both").holding("2Y 7T | 3T 6Y | 1T 5T")
    table.says("bbing call call")
    events = table.act(ANNA, Resign())
    assert types(events) == ["left", "potWon"]
    assert named(events, "potWon")["won"] == {"2": 60}
    assert table.chips == [980, 1040, 980]
    assert table.state.outcome is not None
    assert table.state.outcome.replay is None
    assert table.state.shown() == (0, 1, 2)
    table.all_ready()
    assert (table.state.hand, table.state.lead) == (2, 1)


def test_of_three_who_play_off_two_go_on_when_one_leaves() -> None:
    table = SeotdaTable.new(4, deal="both").holding("4T 9T | 1T 2T | 5Y 6T | 1G 5T")
    table.says("bbing call call die")
    assert table.state.outcome is not None
    table.act(BO, Resign())
    assert table.state.outcome.contenders == (0, 2)
    assert SEOTDA.active_players(table.state) == (ANNA, CY)
    table.all_ready()
    assert table.state.betting.live == (0, 2)
    table.says("die")
    assert table.chips == [980, 980, 1050, 990]


def test_who_left_ranks_behind_all_who_stayed() -> None:
    table = SeotdaTable.new(4, deal="both", hands=1, chips=[100, 3000, 400, 500])
    table.act(BO, Resign())
    table.says("die die")
    result = SEOTDA.result(table.state)
    assert result is not None
    assert table.chips == [90, 2990, 390, 530]
    assert result.ranking == ((DORA,), (CY,), (ANNA,), (BO,))
    assert result.scores == {ANNA: 90, BO: 2990, CY: 390, DORA: 530}


# --- Time ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [10, 20, 30, 60])
def test_a_turn_and_a_pause_last_as_long_as_the_option_says(seconds: int) -> None:
    table = SeotdaTable.new(2, deal="both", perMoveSec=seconds)
    assert SEOTDA.deadline(table.state) == table.now + seconds * 1000
    table.says("die")
    assert SEOTDA.deadline(table.state) == table.now + seconds * 1000


def test_time_that_runs_out_is_a_check_where_that_is_allowed_else_a_death() -> None:
    table = SeotdaTable.new(3, deal="both")
    told = named(table.time_out(), "bet")
    assert (told["word"], told["by"], told["auto"]) == ("check", SYSTEM, True)
    table.says("bbing")
    told = named(table.time_out(), "bet")
    assert (told["word"], told["auto"]) == ("die", True)
    assert [move["auto"] for move in table.view()["moves"] if move["kind"] == "bet"] == [  # type: ignore[index, call-overload, union-attr]
        *(True, False, True),
    ]


def test_a_word_at_or_after_the_deadline_is_not_heard() -> None:
    table = SeotdaTable.new(3, deal="both")
    events = table.act(ANNA, bet("half"), after_ms=20_000)
    assert named(events, "bet")["word"] == "check"


def test_a_pause_that_runs_out_deals_the_next_hand_and_counts_against_nobody() -> None:
    table = SeotdaTable.new(3, deal="both")
    table.says("die die")
    assert types(table.time_out()) == ["dealt"]
    assert table.state.missed == (0, 0, 0)
    table.says("die die")
    late = table.act(ANNA, Ready(), after_ms=25_000)
    assert types(late) == ["dealt"]


def test_the_third_turn_in_a_row_that_runs_out_leaves_the_game() -> None:
    table = SeotdaTable.new(3, deal="both", checks="everyone")
    for missed in (1, 2):
        while table.mover != ANNA:
            table.says("check")
        table.time_out()
        assert table.state.missed[0] == missed
        while table.state.outcome is None:
            table.says("check")
        while table.state.outcome is not None:
            table.all_ready()
    while table.mover != ANNA:
        table.says("check")
    events = table.time_out()
    assert types(events)[:1] == ["left"]
    told = named(events, "left")
    assert (told["seat"], told["why"], told["by"]) == ("1", "timeLoss", SYSTEM)
    assert table.state.gone == (True, False, False)


def test_a_word_in_time_starts_the_count_anew() -> None:
    table = SeotdaTable.new(2, deal="both", checks="everyone")
    table.time_out()
    table.says("bbing")
    assert table.state.missed == (1, 0)
    table.says("call")
    assert table.state.missed == (0, 0)


def test_a_table_that_everybody_has_left_to_itself_comes_to_an_end() -> None:
    table = SeotdaTable.new(6)
    for _ in range(60):
        if table.state.ending is not None:
            break
        table.time_out()
    assert table.state.ending == "timeLoss"
    result = SEOTDA.result(table.state)
    assert result is not None
    assert result.reason == "timeout"
    assert sum((result.scores or {}).values()) == 6000


def test_postponing_moves_the_deadline_of_a_turn_and_of_a_pause() -> None:
    table = SeotdaTable.new(2, deal="both")
    for _ in range(2):
        deadline = SEOTDA.deadline(table.state)
        assert deadline is not None
        assert SEOTDA.deadline(SEOTDA.postponed(table.state, 500)) == deadline + 500
        if table.state.outcome is None:
            table.says("die")
