"""Undo, draws and resigning in reversi (document 000, section 8.2)."""

import pytest
from pydantic import JsonValue

from engine.game import PlayerId
from engine.offers import CancelOffer, OfferDraw, RequestUndo, Resign, RespondDraw, RespondUndo
from tests.engine.helpers import ANNA, BO, OTHELLO, Table, listed, objected, types
from tests.engine.othello.test_checklist import PASS_AHEAD

ACCEPT, DECLINE = RespondUndo(accept=True), RespondUndo(accept=False)

# A game in which white passes after black's h3 and again after black's h1.
PASSES = (
    "e6 f4 g3 f6 f5 g6 g7 d7 e3 g8 f7 e7 g5 h4 c8 d6 h5 h2 d3 e2 h7 c5 d2 f8 e1 c2 b1 d8 b5 h6 h8 g4 f3 d1 f2"
    " c4 c6 a5 c1 f1 c3 b3 e8 b2 a2 c7 a1 a3 h3 h1 g2"
)


def plies(table: Table) -> object:
    return objected(objected(table.view()["pending"])["undo"])["plies"]


def test_an_undo_takes_back_the_askers_newest_move() -> None:
    table = Table.new()
    before = table.state.position
    table.places("d3")
    table.act(ANNA, RequestUndo())
    assert plies(table) == 1
    assert types(table.act(BO, ACCEPT)) == ["undoAccepted"]
    assert table.state.position == before
    assert table.view()["moves"] == []
    assert table.view()["lastMove"] is None
    assert table.turn == "black"


def test_an_undo_on_ones_own_turn_takes_the_opponents_move_too() -> None:
    table = Table.new()
    table.places("d3")
    table.places("c3")
    table.act(ANNA, RequestUndo())
    assert plies(table) == 2
    table.act(BO, ACCEPT)
    assert table.state.record == ""
    assert table.state.position == Table.new().state.position


def test_an_undo_reaches_back_over_forced_passes() -> None:
    table = Table.at(PASS_AHEAD)
    before = table.state.position
    table.places("c1")
    assert table.state.record.endswith("-")
    table.act(ANNA, RequestUndo())
    assert plies(table) == 2
    table.act(BO, ACCEPT)
    assert table.state.position == before
    assert table.state.record == ""
    assert table.turn == "black"


@pytest.mark.parametrize(
    ("played", "asker", "expected_plies", "kept"),
    [
        (49, ANNA, 2, 48),  # h3 and white's pass
        (50, ANNA, 2, 50),  # h1 and white's pass; h3 and its pass stay
        (51, ANNA, 1, 52),  # g2 alone: white is to move
        (51, BO, 6, 47),  # a3, h3, pass, h1, pass, g2: back to white's own last move
        (50, BO, 5, 47),
        (49, BO, 3, 47),
    ],
)
def test_an_undo_amid_passes_restores_the_game_before_the_askers_own_move(
    played: int, asker: PlayerId, expected_plies: int, kept: int
) -> None:
    table = Table.new()
    states = [table.state]
    for name in PASSES.split()[:played]:
        table.places(name)
        states.append(table.state)
    table.act(asker, RequestUndo())
    assert plies(table) == expected_plies
    table.act(BO if asker == ANNA else ANNA, ACCEPT)
    [then] = [state for state in states if len(state.record) == kept]
    assert table.state.record == then.record
    assert table.state.position == then.position
    assert table.state.turned == then.turned
    assert table.mover == asker
    assert table.view()["moves"] == OTHELLO.view(then, None)["moves"]


def test_time_that_was_used_stays_used_after_an_undo() -> None:
    table = Table.new(timeControl={"kind": "fischer"})
    table.places("d3", after_ms=10_000)
    table.act(ANNA, RequestUndo(), after_ms=7_000)
    table.act(BO, ACCEPT, after_ms=5_000)
    # Black keeps what the move left; white is charged for the turn that was cut short.
    assert table.state.clock.remaining == (300_000 - 10_000 + 3_000, 300_000 - 12_000)
    assert table.state.clock.turn_started_at == table.now


def test_an_undo_starts_a_new_limit_when_there_is_no_bank() -> None:
    table = Table.new()
    table.places("d3", after_ms=10_000)
    table.act(ANNA, RequestUndo(), after_ms=7_000)
    table.act(BO, ACCEPT, after_ms=5_000)
    assert OTHELLO.deadline(table.state) == table.now + 30_000


@pytest.mark.parametrize("answer", ["decline", "cancel"])
def test_an_undo_that_is_not_granted_changes_nothing(answer: str) -> None:
    table = Table.new()
    table.places("d3")
    before = table.view()
    table.act(ANNA, RequestUndo())
    events = table.act(BO, DECLINE) if answer == "decline" else table.act(ANNA, CancelOffer())
    assert types(events) == ["undoDeclined" if answer == "decline" else "offerCancelled"]
    assert table.view() == before


def test_a_move_declines_the_opponents_request_before_it_is_told() -> None:
    table = Table.new()
    table.places("d3")
    table.act(ANNA, RequestUndo())
    events = table.places("c3")
    assert [(event.type, event.by) for event in events] == [("undoDeclined", BO), ("placed", BO)]


def test_a_move_withdraws_ones_own_request() -> None:
    table = Table.new()
    table.places("d3 c3")
    table.act(ANNA, RequestUndo())
    assert types(table.places("b3")) == ["offerCancelled", "placed"]


@pytest.mark.parametrize(("limit", "granted"), [(1, 1), (3, 3)])
def test_each_player_may_be_granted_as_many_undos_as_the_option_says(limit: int, granted: int) -> None:
    table = Table.new(undo=limit)
    for used in range(granted):
        assert table.view()["undo"] == {"left": {"black": limit - used, "white": limit}}
        table.places("d3")
        table.act(ANNA, RequestUndo())
        table.act(BO, ACCEPT)
    table.places("d3")
    assert table.code(ANNA, RequestUndo()) == "offer/limit"
    table.places("c3")
    table.act(BO, RequestUndo())
    assert table.refusal(ANNA, ACCEPT) is None


def test_unlimited_undos_never_run_out() -> None:
    table = Table.new(undo="unlimited")
    for _ in range(10):
        table.places("d3")
        table.act(ANNA, RequestUndo())
        table.act(BO, ACCEPT)
    assert table.view()["undo"] == {"left": {"black": None, "white": None}}


def test_an_undo_needs_a_move_of_ones_own_and_the_option() -> None:
    assert Table.new().code(ANNA, RequestUndo()) == "offer/none"
    table = Table.new()
    table.places("d3")
    assert table.code(BO, RequestUndo()) == "offer/none"
    table = Table.new(undo="off")
    table.places("d3")
    assert table.code(ANNA, RequestUndo()) == "offer/off"


def test_an_accepted_draw_ends_the_game_with_the_discs_of_that_moment() -> None:
    table = Table.new()
    table.places("d3")
    assert [event.to_json() for event in table.act(BO, OfferDraw())] == [
        {"type": "drawOffered", "by": BO, "id": 1, "kind": "draw", "color": "white"}
    ]
    assert table.view()["pending"] == {"undo": None, "draw": {"id": 1, "by": "white"}}
    assert types(table.act(ANNA, RespondDraw(accept=True, offer=1))) == ["gameEnded"]
    result = OTHELLO.result(table.state)
    assert result is not None
    assert (result.ranking, result.reason) == (((ANNA, BO),), "draw-agreed")
    assert result.summary == "합의로 무승부 4 : 1"
    assert (table.detail()["winner"], table.detail()["reason"]) == (None, "drawAgreed")
    assert table.detail()["discs"] == {"black": 4, "white": 1, "empty": 59}
    assert table.view()["pending"] == {"undo": None, "draw": None}


def test_an_agreed_draw_shares_the_empty_points_it_can() -> None:
    table = Table.new(emptyToWinner=True)
    table.places("d3")
    table.act(BO, OfferDraw())
    table.act(ANNA, RespondDraw(accept=True))
    assert table.detail()["displayScore"] == {"black": 4 + 29, "white": 1 + 29}


def test_after_a_declined_draw_three_own_moves_must_come_first() -> None:
    table = Table.new()
    table.act(ANNA, OfferDraw())
    assert types(table.act(BO, RespondDraw(accept=False))) == ["drawDeclined"]
    for _ in range(3):
        assert table.code(ANNA, OfferDraw()) == "offer/limit"
        table.places(table.legal()[0])
        table.places(table.legal()[0])
    assert table.refusal(ANNA, OfferDraw()) is None


def test_draws_can_be_switched_off() -> None:
    assert Table.new(drawOffer=False).code(ANNA, OfferDraw()) == "offer/off"


@pytest.mark.parametrize("resigner", ["mover", "waiter"])
@pytest.mark.parametrize("empty_to_winner", [True, False])
def test_a_player_may_resign_at_any_time(resigner: str, empty_to_winner: bool) -> None:
    table = Table.new(emptyToWinner=empty_to_winner)
    table.places("d3")
    loser = table.mover if resigner == "mover" else table.waiter
    winner = BO if loser == ANNA else ANNA
    assert OTHELLO.on_leave(table.state, loser) == Resign()
    assert types(table.act(loser, Resign())) == ["gameEnded"]
    result = OTHELLO.result(table.state)
    assert result is not None
    assert (result.ranking, result.reason) == (((winner,), (loser,)), "resign")
    assert result.scores == {ANNA: 4, BO: 1}
    detail = table.detail()
    assert (detail["winner"], detail["reason"]) == ("white" if loser == ANNA else "black", "resign")
    shown: dict[str, JsonValue] = {"black": 4, "white": 1}
    if empty_to_winner:
        color = "white" if loser == ANNA else "black"
        shown[color] = 59 + (1 if loser == ANNA else 4)
    assert detail["displayScore"] == shown


def test_an_offer_does_not_outlive_the_game() -> None:
    table = Table.new()
    table.act(ANNA, OfferDraw())
    table.act(BO, Resign())
    assert table.view()["pending"] == {"undo": None, "draw": None}
    assert OTHELLO.load(OTHELLO.dump(table.state)) == table.state


def test_the_record_after_an_undo_goes_on_from_where_it_was_cut() -> None:
    table = Table.new()
    table.places("d3 c3")
    table.act(ANNA, RequestUndo())
    table.act(BO, ACCEPT)
    table.places("f5")
    [move] = listed(table.view()["moves"])
    assert (move["x"], move["y"], move["color"]) == (5, 4, "black")
