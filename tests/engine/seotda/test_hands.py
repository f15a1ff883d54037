"""A hand of 섯다: the deal, the betting, the showdown, the next hand."""

import pytest

from engine.cards.hwatu import SEOTDA_DECK
from engine.game import SYSTEM, GameEvent
from engine.games.seotda import Ready
from engine.rng import Rng
from tests.engine.helpers import NOW, SEED, types

from .table import ANNA, BO, CY, PEOPLE, SEOTDA, SeotdaTable, bet, named, options


@pytest.mark.parametrize(("deal", "each"), [("oneByOne", 1), ("both", 2)])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_everybody_gets_cards_and_pays_the_ante(players: int, deal: str, each: int) -> None:
    state = SeotdaTable.new(players, deal=deal).state
    assert [len(cards) for cards in state.cards] == [each] * players
    assert len(state.deck) == 20 - players * each
    assert state.betting.pot == 10 * players
    assert [stake.stack for stake in state.betting.stakes] == [990] * players


def test_setting_up_draws_who_leads_and_then_one_shuffle() -> None:
    for number in range(10):
        seed = number.to_bytes(16, "big")
        rng, twin = Rng.from_seed(seed), Rng.from_seed(seed)
        state = SEOTDA.setup(players=PEOPLE[:4], options=options(), rng=rng, now=NOW)
        assert state.lead == twin.int(4)
        twin.shuffle(range(20))
        assert rng.state == twin.state
        assert state.betting.turn == state.lead


def test_cards_are_dealt_one_a_round_from_who_leads() -> None:
    table = SeotdaTable.new(3, lead=1, deal="both").holding("1G 1T | 2Y 2T | 3G 3T")
    assert [table.state.cards[seat] for seat in (0, 1, 2)] == [
        ("M1-G", "M1-T"),
        ("M2-Y", "M2-T"),
        ("M3-G", "M3-T"),
    ]
    fresh = SeotdaTable.new(3, lead=1)
    rng = Rng.from_seed(SEED)
    rng.int(3)
    rng.shuffle(range(20))  # that of the setup; the table deals anew
    order = rng.shuffle(tuple(range(20)))
    top = [fresh.state.cards[seat][0] for seat in (1, 2, 0)]
    assert top == [SEOTDA_DECK[index] for index in order[:3]]
    assert fresh.state.deck == tuple(SEOTDA_DECK[index] for index in order[3:])


@pytest.mark.parametrize("wrong", [PEOPLE[:1], (*PEOPLE, "gil"), (ANNA, ANNA), ()])
def test_too_few_too_many_or_doubled_players_are_a_fault(wrong: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="different players"):
        SEOTDA.setup(players=wrong, options=options(), rng=Rng.from_seed(SEED), now=NOW)  # type: ignore[arg-type]


def test_a_room_for_fewer_takes_fewer() -> None:
    assert SEOTDA.players_for(options(maxPlayers=3)) == (2, 3)
    with pytest.raises(ValueError, match="2 to 3"):
        SEOTDA.setup(players=PEOPLE[:4], options=options(maxPlayers=3), rng=Rng.from_seed(SEED), now=NOW)


def test_the_second_card_comes_after_the_first_round_of_betting_and_opens_another() -> None:
    table = SeotdaTable.new(3).holding("1G 8G | 2Y 5T | 3G 9Y")
    table.says("bbing call")
    events = table.says("call")
    assert types(events) == ["bet", "cardDealt"]
    assert named(events, "cardDealt") == {
        **{"type": "cardDealt", "by": SYSTEM, "seats": ["1", "2", "3"], "cards": 2, "pot": 60},
    }
    assert table.state.cards == (("M1-G", "M8-G"), ("M2-Y", "M5-T"), ("M3-G", "M9-Y"))
    assert table.mover == ANNA
    assert types(table.says("check")) == ["bet"]
    assert types(table.says("bbing call call")) == ["bet", "showdown", "potWon"]
    assert table.chips == [1060, 970, 970]


def test_who_died_gets_no_second_card() -> None:
    table = SeotdaTable.new(3)
    events = table.says("bbing die call")
    assert named(events, "cardDealt")["seats"] == ["1", "3"]
    assert [len(cards) for cards in table.state.cards] == [2, 1, 2]


def test_the_last_one_left_wins_without_showing_and_gets_an_unmatched_bet_back() -> None:
    table = SeotdaTable.new(3, deal="both")
    table.says("half die")
    events = table.says("die")
    assert types(events) == ["bet", "refunded", "potWon"]
    assert named(events, "refunded")["amount"] == 15
    assert named(events, "potWon")["won"] == {"1": 30}
    assert table.chips == [1020, 990, 990]
    assert table.state.shown() == ()


def test_a_bet_tells_who_said_what_and_what_it_cost() -> None:
    table = SeotdaTable.new(2, deal="both", topBet="full", chips=[210, 50])
    assert named(table.says("half"), "bet") == {
        **{"type": "bet", "by": ANNA, "seat": "1", "word": "half", "paid": 10, "bet": 10, "pot": 30},
        **{"allIn": False, "auto": False},
    }
    # calling makes it 40 in the pot, so a full raise is to 50: more than the 40 that Bo has
    assert named(table.says("allIn"), "bet") == {
        **{"type": "bet", "by": BO, "seat": "2", "word": "allIn", "paid": 40, "bet": 40, "pot": 70},
        **{"allIn": True, "auto": False},
    }


@pytest.mark.parametrize(
    ("who", "word", "code"),
    [
        (BO, "half", "move/not_your_turn"),
        (ANNA, "call", "move/illegal"),
        (ANNA, "full", "move/illegal"),
        (ANNA, "ddadang", "move/illegal"),
        ("eve", "die", "room/not_seated"),
    ],
)
def test_a_bet_out_of_turn_or_out_of_place_is_refused(who: str, word: str, code: str) -> None:
    table = SeotdaTable.new(3)
    assert table.code(who, bet(word)) == code  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="word"):
        SEOTDA.apply(table.state, who, bet(word), rng=table.rng, now=NOW)  # type: ignore[arg-type]


def test_the_winner_leads_the_next_hand_and_pays_a_new_ante() -> None:
    table = SeotdaTable.new(3, deal="both").holding("2Y 5T | 10Y 10T | 3G 9Y")
    table.says("bbing call call")
    assert table.state.outcome is not None
    events = table.all_ready()
    assert types(events) == ["ready", "dealt"]
    assert (table.state.hand, table.state.lead, table.mover) == (2, 1, BO)
    assert named(events, "dealt") == {
        **{"type": "dealt", "by": SYSTEM, "hand": 2, "replay": 0, "lead": "2"},
        **{"seats": ["2", "3", "1"], "cards": 2, "ante": 10, "pot": 30},
    }
    assert table.chips == [970, 1030, 970]


def test_each_hand_is_one_shuffle_and_nothing_else_draws() -> None:
    table = SeotdaTable.new(3, deal="both")
    before = table.rng.state
    table.says("bbing call call")
    assert table.rng.state == before
    table.act(ANNA, Ready())
    table.act(BO, Ready())
    assert table.rng.state == before
    table.act(CY, Ready())
    twin = Rng.from_state(before)
    twin.shuffle(range(20))
    assert table.rng.state == twin.state


def test_between_hands_only_those_play_on_who_have_chips() -> None:
    table = SeotdaTable.new(3, deal="both", chips=[1000, 10, 1990]).holding("2Y 5T | 2T 4T | 10Y 10T")
    table.says("bbing call")
    assert table.chips == [980, 0, 2020]
    assert SEOTDA.active_players(table.state) == (ANNA, CY)
    assert table.code(BO, Ready()) == "ready/not_asked"
    table.all_ready()
    assert [len(cards) for cards in table.state.cards] == [2, 0, 2]
    assert table.view()["seats"]["2"]["status"] == "out"  # type: ignore[index, call-overload]


def test_nobody_is_ready_twice_or_before_the_end_of_a_hand() -> None:
    table = SeotdaTable.new(2, deal="both")
    assert table.code(ANNA, Ready()) == "ready/not_asked"
    table.says("die")
    table.act(ANNA, Ready())
    assert table.code(ANNA, Ready()) == "ready/already"
    assert table.code(BO, bet("call")) == "move/illegal"
    assert SEOTDA.active_players(table.state) == (BO,)


def test_players_who_are_all_in_from_the_ante_show_at_once() -> None:
    table = SeotdaTable.new(2, chips=[10, 10])
    assert table.state.outcome is not None
    assert table.state.outcome.how == "showdown"
    assert sorted(table.chips) == [0, 20]
    assert table.state.ending == "lastStanding"


def test_an_all_in_player_wins_no_more_than_he_can_match() -> None:
    """Bo has 40 behind; the others play on for a side pot that he cannot win."""
    table = SeotdaTable.new(3, deal="both", topBet="full", chips=[510, 50, 510])
    table.holding("2Y 5T | 10Y 10T | 1T 2T")
    table.says("full allIn half call")
    # After the ante of 30: Anna 30, Bo all in with 40, Cy calls 40 and half of 140; Anna calls.
    pots = table.state.outcome.pots if table.state.outcome is not None else ()
    assert [(pot.amount, pot.seats) for pot in pots] == [(150, (1,)), (140, (2,))]
    assert table.chips == [390, 150, 530]


def test_the_game_is_over_after_its_last_hand_without_a_pause() -> None:
    table = SeotdaTable.new(2, deal="both", hands=1).holding("2Y 5T | 10Y 10T")
    events = table.says("bbing call")
    assert types(events) == ["bet", "showdown", "potWon", "gameEnded"]
    assert table.state.ending == "handsPlayed"
    assert SEOTDA.deadline(table.state) is None
    assert SEOTDA.active_players(table.state) == ()
    for action in (bet("call"), Ready()):
        assert table.code(ANNA, action) == "game/over"


def test_the_game_is_over_when_one_has_all_the_chips() -> None:
    table = SeotdaTable.new(2, deal="both", chips=[20, 20]).holding("2Y 5T | 10Y 10T")
    events: tuple[GameEvent, ...] = table.says("bbing call")
    assert events[-1].type == "gameEnded"
    assert table.state.ending == "lastStanding"
    assert table.chips == [0, 40]


def test_a_game_of_five_hands_has_five() -> None:
    table = SeotdaTable.new(3, deal="both", hands=5)
    for hand in range(1, 6):
        assert table.state.hand == hand
        table.says("die die")
        if hand < 5:
            table.all_ready()
    assert table.state.ending == "handsPlayed"
