"""Special hands and ties: what each option makes of them at the table."""

import pytest
from pydantic import JsonValue

from engine.games.seotda import Ready
from engine.pots import Pot
from tests.engine.helpers import types

from .table import ANNA, BO, CY, SEOTDA, SeotdaTable, named, options


def shown(hands: str, **chosen: JsonValue) -> SeotdaTable:
    """A hand of three that all called; the pot is 60."""
    read = options(**{"deal": "both", **chosen})
    table = SeotdaTable.under(read, hands.count("|") + 1).holding(hands)
    table.says("bbing " + "call " * hands.count("|"))
    return table


@pytest.mark.parametrize(
    ("hands", "option", "with_it", "without_it"),
    [
        ("3G 7Y | 9Y 9T | 1T 2T", "ddaengCatcher", 0, 1),
        ("4Y 7Y | 1G 3G | 1T 2T", "inspector", 0, 1),
        ("3G 7Y | 10Y 10T | 1T 2T", "ddaengCatcher", 1, 1),
        ("4Y 7Y | 3G 8G | 1T 2T", "inspector", 1, 1),
    ],
)
def test_a_special_hand_wins_where_its_rule_is_on(
    hands: str, option: str, with_it: int, without_it: int
) -> None:
    for is_on, winner in ((True, with_it), (False, without_it)):
        chosen: dict[str, JsonValue] = {option: is_on}
        chips = shown(hands, **chosen).chips
        assert chips[winner] == 1040
        assert sum(chips) == 3000


def test_what_caught_what_is_told_and_shown() -> None:
    table = SeotdaTable.new(2, deal="both").holding("3G 7Y | 9Y 9T")
    event = named(table.says("bbing call"), "showdown")
    assert event["caughtBy"] == "ddaengCatcher"
    assert event["hands"] == [
        {"seat": "1", "cards": ["M3-G", "M7-Y"], "hand": "땡잡이(망통)"},
        {"seat": "2", "cards": ["M9-Y", "M9-T"], "hand": "9땡"},
    ]
    outcome = table.view()["outcome"]
    assert isinstance(outcome, dict)
    assert outcome["caughtBy"] == "ddaengCatcher"


# --- 구사 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ("4T 9T | 1T 2T | 5Y 6T", "gusa"),
        ("4Y 9Y | 8G 8Y | 5Y 6T", "mungGusa"),
        ("4Y 9Y | 8G 8Y | 3G 7Y", "mungGusa"),
    ],
)
def test_a_gusa_leaves_the_pot_and_deals_anew_to_all_who_are_left(hands: str, why: str) -> None:
    table = shown(hands)
    outcome = table.state.outcome
    assert outcome is not None
    assert (outcome.replay, outcome.contenders, outcome.pots) == (why, (0, 1, 2), ())
    assert table.state.betting.pot == 60
    events = table.all_ready()
    assert named(events, "dealt")["replay"] == 1
    assert named(events, "dealt")["ante"] == 0
    assert (table.state.hand, table.state.replay) == (1, 1)
    assert table.state.betting.pot == 60
    assert table.chips == [980] * 3


@pytest.mark.parametrize(
    ("hands", "winner"),
    [("4T 9T | 1G 1T | 5Y 6T", 1), ("4Y 9Y | 10Y 10T | 5Y 6T", 1), ("4T 9T | 9Y 4Y | 1G 3G", 2)],
)
def test_a_gusa_is_three_kkeut_where_a_hand_is_too_good(hands: str, winner: int) -> None:
    table = shown(hands)
    assert table.state.outcome is not None
    assert table.state.outcome.replay is None
    assert table.chips[winner] == 1040


def test_a_gusa_counts_for_nothing_where_its_rule_is_off() -> None:
    table = shown("4T 9T | 1T 2T | 5Y 6T", gusa=False)
    assert table.chips == [980, 1040, 980]


def test_who_has_died_does_not_come_back_when_it_is_dealt_anew() -> None:
    table = SeotdaTable.new(3, deal="both").holding("4T 9T | 1T 2T | 5Y 6T")
    table.says("bbing die call")
    assert table.state.outcome is not None
    assert table.state.outcome.contenders == (0, 2)
    assert SEOTDA.active_players(table.state) == (ANNA, CY)
    assert table.code(BO, Ready()) == "ready/not_asked"
    table.all_ready()
    assert [len(cards) for cards in table.state.cards] == [2, 0, 2]


def test_the_pot_that_was_kept_counts_for_the_size_of_a_half() -> None:
    table = shown("4T 9T | 1T 2T | 5Y 6T")
    table.all_ready()
    assert table.state.betting.choices()["half"] == 30


def test_a_hand_is_dealt_anew_three_times_and_no_more() -> None:
    table = shown("4T 9T | 1T 2T | 5Y 6T")
    for replay in (1, 2, 3):
        table.all_ready()
        assert table.state.replay == replay
        table.holding("4T 9T | 1T 2T | 5Y 6T")
        table.says("bbing call call")
    assert table.state.outcome is not None
    assert table.state.outcome.replay is None
    assert table.chips == [950, 1100, 950]
    assert table.state.record.count("er;") == 3


# --- Ties ------------------------------------------------------------------------------------------


def test_those_who_tie_play_it_off_and_the_others_are_out() -> None:
    table = shown("2Y 7T | 3T 6Y | 1T 5T")
    outcome = table.state.outcome
    assert outcome is not None
    assert (outcome.replay, outcome.contenders, outcome.pots) == ("tie", (0, 1), ())
    assert table.state.betting.carried == (Pot(60, (0, 1)),)
    assert table.state.shown() == (0, 1, 2), "the loser's cards were open too"
    table.all_ready()
    table.holding("10Y 10T | 2Y 5T")
    events = table.says("bbing call")
    assert named(events, "potWon")["won"] == {"1": 80}
    assert table.chips == [1050, 970, 980]
    assert table.state.hand == 1


def test_those_who_tie_share_where_the_options_say_so() -> None:
    table = shown("2Y 7T | 3T 6Y | 1T 5T", tie="split")
    assert table.state.outcome is not None
    assert table.state.outcome.replay is None
    assert table.chips == [1010, 1010, 980]


def test_an_odd_chip_goes_to_who_sits_next_to_the_lead() -> None:
    table = SeotdaTable.new(3, deal="both", tie="split", ante=5, startChips=500, lead=1)
    table.holding("2Y 7T | 3T 6Y | 1T 5T")
    table.says("bbing die call")  # Bo leads and bets, Cy dies, Anna calls: 25 in the pot
    assert table.chips == [502, 503, 495]
    assert table.view()["moves"][-1]["won"] == {"2": 13, "1": 12}  # type: ignore[index, call-overload]


def test_a_tie_for_the_main_pot_leaves_a_side_pot_to_who_wins_it() -> None:
    """Bo is all in and ties with Anna; Cy can only win from Anna, and does not."""
    table = SeotdaTable.new(3, deal="both", topBet="full", chips=[510, 50, 510])
    table.holding("2Y 7T | 3T 6Y | 1T 5T")
    table.says("full allIn half call")
    outcome = table.state.outcome
    assert outcome is not None
    assert outcome.replay == "tie"
    assert outcome.pots == (Pot(140, (0,)),)
    assert table.state.betting.carried == (Pot(150, (0, 1)),)
    table.all_ready()
    # Bo has nothing left to bet, so the cards are shown at once.
    assert table.state.outcome is not None
    assert table.state.replay == 1
    assert sum(table.chips) + table.state.betting.pot == 1070


def test_a_tie_for_a_side_pot_alone_is_shared() -> None:
    """Bo, all in, has the best hand; Anna and Cy tie behind him."""
    table = SeotdaTable.new(3, deal="both", topBet="full", chips=[510, 50, 510])
    table.holding("2Y 7T | 10Y 10T | 3T 6Y")
    table.says("full allIn half call")
    assert table.state.outcome is not None
    assert table.state.outcome.replay is None
    assert table.chips == [460, 150, 460]


def test_replaying_a_tie_tells_why_and_who() -> None:
    table = SeotdaTable.new(3, deal="both").holding("2Y 7T | 3T 6Y | 1T 5T")
    table.says("bbing call")
    events = table.says("call")
    assert types(events) == ["bet", "showdown", "replayed"]
    told = named(events, "replayed")
    assert (told["why"], told["seats"], told["pot"]) == ("tie", ["1", "2"], 60)
