"""Draws: by claim, by offer, by themselves (document 004, sections 6 and 7)."""

import pytest
from pydantic import JsonValue

from engine.games.chess import ClaimDraw
from engine.games.chess.board import Position
from engine.games.chess.draws import HASH_BYTES, claim_of, end_of, hash_of
from engine.games.chess.storage import dump, load
from engine.offers import OfferDraw, RequestUndo, RespondDraw, RespondUndo
from tests.engine.helpers import ANNA, BO, MADE, records, text, types

from .table import START, ChessTable

TWICE = "g1f3 g8f6 f3g1 f6g8"
QUIET = "4k3/7r/8/8/8/8/R7/4K3 w - - 98 80"


def test_a_claim_ends_the_game_at_once_with_the_reason_that_stood() -> None:
    table = ChessTable.new(drawMode="fide")
    table.plays(f"{TWICE} {TWICE}")
    assert table.view()["claimable"] == "threefold"
    events = table.act(ANNA, ClaimDraw())
    assert types(events) == ["gameEnded"]
    assert table.ended == (None, "threefold")
    assert table.result.summary == "무승부 (3회 반복, 4수)"
    assert (table.result.reason, table.result.ranking) == ("normal", ((BO, ANNA),))
    assert table.view()["claimable"] is None


def test_a_repetition_that_the_mover_could_make_is_claimable_before_it_is_made() -> None:
    table = ChessTable.new(drawMode="fide")
    table.plays(f"{TWICE} g1f3 g8f6")
    assert table.view()["claimable"] is None
    events = table.plays("f3g1")
    assert events[-1].fields == {"color": "black", "reason": "threefold"}
    table.act(BO, ClaimDraw())
    assert table.ended == (None, "threefold")


def test_fifty_moves_can_be_claimed() -> None:
    table = ChessTable.at(QUIET, drawMode="fide")
    table.plays("a2a3 h7h6")
    assert table.state.claimable == "fiftyMove"
    table.act(ANNA, ClaimDraw())
    assert table.ended == (None, "fiftyMove")


def test_of_two_reasons_the_repetition_is_claimed() -> None:
    table = ChessTable.at(QUIET.replace("98", "92"), drawMode="fide")
    table.plays("a2a3 h7h6 a3a2 h6h7 a2a3 h7h6 a3a2 h6h7")
    assert table.state.position.halfmove_clock == 100
    assert table.state.claimable == "threefold"


def test_a_claim_that_is_not_used_goes_with_the_position() -> None:
    table = ChessTable.new(drawMode="fide")
    table.plays(f"{TWICE} {TWICE}")
    table.plays("e2e4")
    assert table.view()["claimable"] is None
    assert table.told(BO, ClaimDraw()) == ("claim/none", "아직 무승부를 선언할 수 없어요")


def test_under_auto_there_is_nothing_to_claim() -> None:
    table = ChessTable.new()
    table.plays(TWICE)
    assert table.told(ANNA, ClaimDraw()) == (
        "claim/off",
        "이 대국에서는 반복과 50수가 저절로 무승부가 돼요",
    )
    for fen in (QUIET, QUIET.replace("98", "99")):
        assert ChessTable.at(fen).view()["claimable"] is None


def test_the_fifth_repetition_draws_under_fide() -> None:
    table = ChessTable.new(drawMode="fide")
    for _ in range(3):
        table.plays(TWICE)
    table.plays("g1f3 g8f6 f3g1")
    assert table.state.ending is None
    events = table.plays("f6g8")
    assert types(events) == ["moved", "gameEnded"]
    assert table.ended == (None, "fivefold")


def test_seventy_five_moves_come_before_the_fifth_repetition() -> None:
    table = ChessTable.at(QUIET.replace("98", "134"), drawMode="fide")
    for _ in range(3):
        table.plays("a2a3 h7h6 a3a2 h6h7")
    table.plays("a2a3 h7h6 a3a2")
    assert table.state.ending is None
    table.plays("h6h7")
    assert table.ended == (None, "seventyFiveMove")


def test_fifty_moves_come_before_the_third_repetition() -> None:
    table = ChessTable.at(QUIET.replace("98", "92"))
    table.plays("a2a3 h7h6 a3a2 h6h7 a2a3 h7h6 a3a2")
    assert table.state.ending is None
    table.plays("h6h7")
    assert table.ended == (None, "fiftyMove")


def test_a_stalemate_at_the_hundredth_ply_is_a_stalemate() -> None:
    table = ChessTable.at("7k/8/8/6Q1/8/8/8/K7 w - - 99 80")
    table.plays("g5g6")
    assert table.ended == (None, "stalemate")


@pytest.mark.parametrize(
    ("fen", "end"),
    [
        ("7k/8/8/8/8/8/8/K7 w - - 150 120", "insufficientMaterial"),
        ("7k/8/8/8/8/8/8/KR6 w - - 150 120", "seventyFiveMove"),
        ("k7/P7/1K6/8/8/8/8/8 b - - 150 120", "stalemate"),
        ("R6k/8/6K1/8/8/8/8/8 b - - 150 120", "checkmate"),
    ],
)
def test_ends_are_looked_for_in_the_order_of_section_8(fen: str, end: str) -> None:
    position = Position.read(fen)
    seen = (hash_of(position),) * 5
    assert end_of(position, seen, "auto") == end_of(position, seen, "fide") == end


@pytest.mark.parametrize(
    ("fen", "claim"),
    [
        ("4k3/7r/8/8/8/8/R7/4K3 w - - 98 80", None),
        ("4k3/7r/8/8/8/8/R7/4K3 w - - 99 80", "fiftyMove"),
        ("4k3/7r/8/8/8/8/R7/4K3 w - - 100 80", "fiftyMove"),
        ("7k/5Q2/8/8/8/8/7p/7K w - - 99 80", "fiftyMove"),
        # All that does not move a pawn stalemates, so there is nothing to claim yet;
        ("7k/5P1p/7P/8/8/8/8/K7 w - - 99 80", None),
        # with another black pawn the game would go on.
        ("7k/5P1p/7P/2p5/8/8/8/K7 w - - 99 80", "fiftyMove"),
        # Only pawns can move.
        ("8/8/8/8/8/8/1r5P/K1k5 w - - 99 80", None),
    ],
)
def test_the_fifty_moves_stand_or_a_quiet_move_would_make_them_stand(fen: str, claim: str | None) -> None:
    position = Position.read(fen)
    assert claim_of(position, (hash_of(position),), "fide") == claim
    assert claim_of(position, (hash_of(position),), "auto") is None


def test_a_claimable_draw_is_stored_and_counted_anew_after_an_undo() -> None:
    table = ChessTable.new(drawMode="fide")
    table.plays(f"{TWICE} {TWICE}")
    assert load(dump(table.state)) == table.state
    table.act(BO, RequestUndo())
    table.act(ANNA, RespondUndo(accept=True))
    assert table.state.claimable == "threefold", "f6g8 would bring it again"
    table.plays("h7h6")
    assert table.state.claimable is None


def test_an_agreed_draw_ends_the_game() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5")
    assert types(table.act(BO, OfferDraw())) == ["drawOffered"]
    table.act(ANNA, RespondDraw(accept=True))
    assert table.ended == (None, "drawAgreed")
    assert (table.result.reason, table.result.summary) == ("draw-agreed", "무승부 (합의, 1수)")


def test_a_declined_draw_may_be_offered_again_after_three_own_moves() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5")
    table.act(ANNA, OfferDraw())
    table.act(BO, RespondDraw(accept=False))
    table.plays("g1f3 b8c6 f1c4 g8f6")
    assert table.told(ANNA, OfferDraw()) == ("offer/limit", "1수를 더 둔 뒤에 다시 제안할 수 있어요")
    table.plays("d2d3")
    table.act(ANNA, OfferDraw())


def test_the_move_of_the_asked_player_declines() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5")
    table.act(BO, OfferDraw())
    assert types(table.plays("g1f3")) == ["drawDeclined", "moved"]


@pytest.mark.parametrize(
    ("chosen", "action", "code"),
    [
        ({"drawOffer": False}, OfferDraw(), "offer/off"),
        ({"undo": "off"}, RequestUndo(), "offer/off"),
        ({}, RespondDraw(accept=True), "offer/none"),
    ],
)
def test_offers_keep_the_options(
    chosen: dict[str, JsonValue], action: OfferDraw | RequestUndo | RespondDraw, code: str
) -> None:
    table = ChessTable.at(START, **chosen)
    table.plays("e2e4 e7e5")
    assert table.code(ANNA, action) == code


def test_an_undo_needs_an_own_move_and_one_a_player_is_granted_by_default() -> None:
    table = ChessTable.new()
    assert table.code(ANNA, RequestUndo()) == "offer/none"
    table.plays("e2e4")
    assert table.code(BO, RequestUndo()) == "offer/none"
    table.act(ANNA, RequestUndo())
    table.act(BO, RespondUndo(accept=True))
    table.plays("d2d4")
    assert table.told(ANNA, RequestUndo()) == ("offer/limit", "무르기를 모두 썼어요")
    assert table.view()["undo"] == {"left": {"black": 1, "white": 0}}


def test_no_two_positions_of_the_made_games_share_a_hash_and_not_a_key() -> None:
    known: dict[bytes, bytes] = {}
    for game in records(MADE / "random" / "chess_random.jsonl")[::6]:
        table = ChessTable.new(drawMode="fide", timeControl="none")
        for uci in text(game["uci"]).split():
            table.plays(uci)
            position = table.state.position
            digest = hash_of(position)
            assert len(digest) == HASH_BYTES
            assert known.setdefault(digest, position.key()) == position.key()
            assert table.state.seen[-1] == digest
    assert len(known) > 1000


def test_the_hash_of_a_position_stays_what_it_is() -> None:
    """Stored games hold it: another one would forget their repetitions."""
    assert hash_of(Position.read(START)).hex() == "efbba732f91c"
