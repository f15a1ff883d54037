"""Undo, draws and resigning in omok."""

import pytest
from pydantic import JsonValue

from engine.game import PlayerId
from engine.offers import CancelOffer, OfferDraw, RequestUndo, Resign, RespondDraw, RespondUndo
from tests.engine.helpers import ANNA, BO, EVE, objected, types

from .table import OMOK, OmokTable, move

ACCEPT, DECLINE = RespondUndo(accept=True), RespondUndo(accept=False)


def plies_asked(table: OmokTable) -> object:
    return objected(objected(table.view()["pending"])["undo"])["plies"]


@pytest.mark.parametrize(
    ("played", "asker", "plies"),
    [
        ("h8", ANNA, 1),
        ("h8 i9", ANNA, 2),
        ("h8 i9", BO, 1),
        ("h8 i9 j10", BO, 2),
        ("h8 pass", ANNA, 2),
        ("h8 i9 pass j10", ANNA, 4),  # back over the turn that ran out, to black's own last stone
        ("h8 i9 pass pass", ANNA, 4),
        ("h8 i9 pass pass", BO, 3),
        ("h8 i9 xi9", ANNA, 1),
        ("h8 i9 xi9 xh8", ANNA, 2),
        ("h8 i9 xi9 pass a1", BO, 4),
    ],
)
def test_an_undo_takes_back_the_askers_newest_stone_or_removal_and_what_followed(
    played: str, asker: PlayerId, plies: int
) -> None:
    table = OmokTable.new()
    states = [table.state]
    for notation in played.split():
        table.plays(notation)
        states.append(table.state)
    table.act(asker, RequestUndo())
    assert plies_asked(table) == plies
    assert types(table.act(BO if asker == ANNA else ANNA, ACCEPT)) == ["undoAccepted"]
    earlier = states[-1 - plies]
    assert table.state.position == earlier.position
    assert table.state.record == earlier.record
    assert table.mover == asker
    assert table.state.clock.turn_started_at == table.now
    assert objected(objected(table.view()["undo"])["left"]) == {
        "black": 2 if asker == ANNA else 3,
        "white": 2 if asker == BO else 3,
    }


@pytest.mark.parametrize("played", ["", "pass", "pass h8 pass"])
def test_who_has_made_no_move_has_none_to_take_back(played: str) -> None:
    table = OmokTable.new()
    table.plays(played)
    assert table.code(ANNA, RequestUndo()) == "offer/none"


@pytest.mark.parametrize(("undo", "granted"), [("off", 0), (1, 1), (3, 3), ("unlimited", 5)])
def test_as_many_undos_are_granted_as_the_options_say(undo: JsonValue, granted: int) -> None:
    table = OmokTable.new(undo=undo)
    table.plays("h8")
    for _ in range(granted):
        table.act(ANNA, RequestUndo())
        table.act(BO, ACCEPT)
        table.plays("h8")
    if undo == "unlimited":
        assert table.refusal(ANNA, RequestUndo()) is None
        assert table.view()["undo"] == {"left": {"black": None, "white": None}}
    else:
        assert table.code(ANNA, RequestUndo()) == ("offer/off" if undo == "off" else "offer/limit")


def test_time_used_stays_used_when_a_move_is_taken_back() -> None:
    table = OmokTable.new(timeControl={"kind": "fischer", "baseSec": 180, "incSec": 2})
    table.plays("h8", after_ms=10_000)
    table.act(ANNA, RequestUndo(), after_ms=3000)
    table.act(BO, ACCEPT, after_ms=4000)
    assert table.turn == "black"
    assert table.state.clock.remaining == (172_000, 173_000)


def test_a_move_of_the_asked_player_declines_and_one_of_the_asker_withdraws() -> None:
    table = OmokTable.new()
    table.plays("h8")
    table.act(ANNA, RequestUndo())
    assert types(table.plays("i9")) == ["undoDeclined", "placed"]
    table.act(ANNA, RequestUndo())
    assert types(table.plays("j10")) == ["offerCancelled", "placed"]


@pytest.mark.parametrize("answer", [ACCEPT, DECLINE])
def test_only_the_asked_player_answers(answer: RespondUndo) -> None:
    table = OmokTable.new()
    table.plays("h8")
    table.act(ANNA, RequestUndo())
    assert table.code(ANNA, answer) == "offer/own"
    assert table.code(EVE, answer) == "room/not_seated"
    assert table.refusal(BO, answer) is None


def test_a_declined_undo_changes_nothing_and_costs_nothing() -> None:
    table = OmokTable.new()
    table.plays("h8")
    before = table.state.position
    table.act(ANNA, RequestUndo())
    assert types(table.act(BO, DECLINE)) == ["undoDeclined"]
    assert table.state.position == before
    assert objected(table.view()["undo"])["left"] == {"black": 3, "white": 3}


def test_an_agreed_draw_ends_the_game() -> None:
    table = OmokTable.new()
    table.plays("h8")
    assert types(table.act(BO, OfferDraw())) == ["drawOffered"]
    assert types(table.act(ANNA, RespondDraw(accept=True))) == ["gameEnded"]
    result = OMOK.result(table.state)
    assert result is not None
    assert result.ranking == ((ANNA, BO),)
    assert (result.reason, result.summary) == ("draw-agreed", "합의로 무승부")
    assert table.detail() == {
        "winner": None,
        "reason": "drawAgreed",
        "line": [],
        "moveCount": 1,
        "transcript": "h8",
    }


def test_a_declined_draw_may_be_offered_again_after_three_moves_of_ones_own() -> None:
    table = OmokTable.new()
    table.plays("h8 i9")
    table.act(ANNA, OfferDraw())
    table.act(BO, RespondDraw(accept=False))
    for mine in ("a1", "xi9", "c3"):  # a removal is a move
        assert table.code(ANNA, OfferDraw()) == "offer/limit"
        table.plays(mine)
        table.plays({"a1": "o15", "xi9": "o13", "c3": "o11"}[mine])
    assert table.refusal(ANNA, OfferDraw()) is None


def test_no_draw_is_offered_where_the_option_is_off() -> None:
    table = OmokTable.new(drawOffer=False)
    assert table.code(ANNA, OfferDraw()) == "offer/off"


def test_an_offer_may_be_taken_back() -> None:
    table = OmokTable.new()
    table.act(BO, OfferDraw())
    assert table.code(ANNA, CancelOffer()) == "offer/none"
    assert types(table.act(BO, CancelOffer())) == ["offerCancelled"]


def test_a_five_clears_the_offer_that_stands() -> None:
    table = OmokTable.new()
    table.plays("a1 a2 b1 b2 c1 c2 d1 d2")
    table.act(BO, OfferDraw())
    assert types(table.plays("e1")) == ["drawDeclined", "placed", "gameEnded"]
    assert table.view()["pending"] == {"undo": None, "draw": None}
    for action in (RequestUndo(), OfferDraw(), CancelOffer(), Resign(), ACCEPT, DECLINE):
        assert table.code(ANNA, action) == "game/over"


@pytest.mark.parametrize("player", [ANNA, BO])
@pytest.mark.parametrize("played", ["", "h8", "h8 i9 xi9"])
def test_a_player_may_resign_at_any_time_and_leaving_is_resigning(player: PlayerId, played: str) -> None:
    table = OmokTable.new()
    table.plays(played)
    leaving = OMOK.on_leave(table.state, player)
    assert leaving == Resign()
    assert OMOK.on_leave(table.state, EVE) is None
    assert types(table.act(player, Resign())) == ["gameEnded"]
    result = OMOK.result(table.state)
    assert result is not None
    assert result.ranking == (((BO,), (ANNA,)) if player == ANNA else ((ANNA,), (BO,)))
    assert result.reason == "resign"
    assert result.summary == ("백 승 (흑 기권)" if player == ANNA else "흑 승 (백 기권)")
    assert table.detail()["winner"] == ("white" if player == ANNA else "black")
    assert table.detail()["reason"] == "resign"
    assert OMOK.on_leave(table.state, player) is None


@pytest.mark.parametrize("player", [ANNA, BO])
def test_nothing_stands_open_after_a_player_resigned(player: PlayerId) -> None:
    table = OmokTable.new()
    table.act(ANNA, OfferDraw())
    table.act(player, Resign())
    assert table.view()["pending"] == {"undo": None, "draw": None}


@pytest.mark.parametrize("action", [move("h8"), RequestUndo(), OfferDraw(), Resign()])
def test_who_does_not_play_can_do_nothing(action: Resign) -> None:
    table = OmokTable.new()
    assert table.code(EVE, action) == "room/not_seated"
    with pytest.raises(ValueError, match="not_seated"):
        OMOK.apply(table.state, EVE, action, rng=table.rng, now=table.now)
