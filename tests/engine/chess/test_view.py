"""What a viewer sees (document 004, section 8.3)."""

import json

import pytest

from engine.offers import OfferDraw, RequestUndo, Resign, RespondUndo
from tests.engine.helpers import ANNA, BO, NOW, listed

from .table import CHESS, KIWIPETE, START, ChessTable

COMMON = {
    *("phase", "options", "players", "turn", "moves", "movesFrom", "moveCount", "lastMove", "clock"),
    *("deadline", "pending", "undo", "result"),
}
CHESS_ONLY = {
    *("fen", "startFen", "chess960Index", "check", "captured", "materialDiff", "claimable"),
}


def test_a_view_has_the_fields_of_the_protocol() -> None:
    table = ChessTable.new(hints="movesAndThreats")
    assert set(table.view()) == COMMON | CHESS_ONLY
    assert set(table.view(ANNA)) == COMMON | CHESS_ONLY | {"legalMoves", "threatenedSquares"}
    table.act(ANNA, Resign())
    assert set(table.view(ANNA)) == COMMON | CHESS_ONLY | {"pgn"}


def test_the_start_is_shown() -> None:
    view = ChessTable.new().view()
    assert view["phase"] == "playing"
    assert view["players"] == {"black": BO, "white": ANNA}
    assert (view["turn"], view["fen"], view["startFen"]) == ("white", START, START)
    assert (view["chess960Index"], view["lastMove"], view["moves"]) == (None, None, [])
    assert (view["captured"], view["materialDiff"]) == ({"black": [], "white": []}, 0)
    assert view["deadline"] == NOW + 30_000
    assert view["clock"] == {
        "kind": "fischer",
        "remainingMs": {"black": 600_000, "white": 600_000},
        "turnStartedAt": NOW,
        "started": {"black": False, "white": False},
    }


def test_a_start_of_chess960_is_shown_with_its_number_and_in_shredder_fen() -> None:
    table = ChessTable.new(variant="chess960")
    view = table.view()
    assert view["chess960Index"] == table.state.index
    assert view["fen"] == view["startFen"] == table.state.start.fen
    castling = table.fen.split()[2]
    assert castling.isalpha()
    assert not set(castling) & set("KQkq")


def test_the_record_has_uci_san_color_and_instant() -> None:
    table = ChessTable.new()
    table.plays("e2e4", after_ms=1_234)
    table.plays("d7d5", after_ms=20_000)
    table.plays("e4d5", after_ms=33)
    assert table.view()["moves"] == [
        {"uci": "e2e4", "san": "e4", "color": "white", "at": NOW + 1_234},
        {"uci": "d7d5", "san": "d5", "color": "black", "at": NOW + 21_234},
        {"uci": "e4d5", "san": "exd5", "color": "white", "at": NOW + 21_267},
    ]
    newest = {"uci": "e4d5", "san": "exd5", "color": "white", "at": NOW + 21_267}
    assert table.view(moves_from=2)["moves"] == [newest]
    assert table.view(moves_from=3)["moves"] == []
    assert table.view()["lastMove"] == {"from": "e4", "to": "d5", **newest}


@pytest.mark.parametrize(("asked", "start"), [(-3, 0), (0, 0), (1, 1), (3, 3), (99, 3)])
def test_the_record_starts_where_it_is_asked_to(asked: int, start: int) -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5 g1f3")
    view = table.view(moves_from=asked)
    assert (view["movesFrom"], view["moveCount"]) == (start, 3)
    assert view["moves"] == listed(table.view()["moves"])[start:]


def test_after_an_undo_the_record_ends_with_what_is_left() -> None:
    table = ChessTable.new()
    table.plays("e2e4 d7d5 e4d5 d8d5")
    table.act(ANNA, RequestUndo())
    assert table.view()["pending"] == {"undo": {"id": 1, "by": "white", "plies": 2}, "draw": None}
    table.act(BO, RespondUndo(accept=True))
    view = table.view()
    assert [step["san"] for step in listed(view["moves"])] == ["e4", "d5"]
    assert view["captured"] == {"black": [], "white": []}
    last = view["lastMove"]
    assert isinstance(last, dict)
    assert (last["san"], last["at"]) == ("d5", NOW + 2_000)


def test_captured_pieces_are_listed_for_who_took_them_and_the_difference_is_whites() -> None:
    table = ChessTable.new()
    table.plays("e2e4 d7d5 e4d5 d8d5 b1c3 d5a2 c3a2")
    view = table.view()
    assert view["captured"] == {"black": ["p", "p"], "white": ["p", "q"]}
    assert view["materialDiff"] == 9 + 1 - 2


def test_a_captured_promoted_piece_is_what_it_had_become() -> None:
    table = ChessTable.at("r6k/1P6/8/8/8/8/8/2K5 w - - 0 1")
    table.plays("b7b8q a8b8")
    assert table.view()["captured"] == {"black": ["q"], "white": []}


def test_legal_moves_are_one_entry_each_with_four_for_a_promotion_and_one_for_castling() -> None:
    table = ChessTable.at(KIWIPETE)
    legal = listed(table.view(ANNA)["legalMoves"])
    assert len(legal) == 48
    assert [entry for entry in legal if "castle" in entry] == [
        {"from": "e1", "to": "g1", "castle": "king"},
        {"from": "e1", "to": "c1", "castle": "queen"},
    ]
    promoting = ChessTable.at("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    pieces = [
        entry["promotion"] for entry in listed(promoting.view(ANNA)["legalMoves"]) if entry["to"] == "a8"
    ]
    assert sorted(map(str, pieces)) == ["b", "n", "q", "r"]


def test_castling_of_chess960_is_shown_onto_the_rook() -> None:
    table = ChessTable.at("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", variant="chess960")
    castles = [entry for entry in listed(table.view(ANNA)["legalMoves"]) if "castle" in entry]
    assert castles == [
        {"from": "e1", "to": "h1", "castle": "king"},
        {"from": "e1", "to": "a1", "castle": "queen"},
    ]
    table.plays("O-O")
    last = table.view()["lastMove"]
    assert isinstance(last, dict)
    assert (last["uci"], last["from"], last["to"], last["san"]) == ("e1h1", "e1", "h1", "O-O")


@pytest.mark.parametrize("hints", ["off", "moves", "movesAndThreats"])
def test_the_mover_always_gets_legal_moves_and_threats_only_if_the_option_asks(hints: str) -> None:
    view = ChessTable.new(hints=hints).view(ANNA)
    assert len(listed(view["legalMoves"])) == 20
    assert ("threatenedSquares" in view) is (hints == "movesAndThreats")


@pytest.mark.parametrize(
    ("fen", "squares"),
    [
        (START, []),
        # A pawn attacks the knight. The rook is attacked too, but the king stands by it.
        ("4k3/8/3p4/4N3/8/8/1b6/RK6 w - - 0 1", ["e5"]),
        # Now a pawn stands by the knight, and nobody by the rook and that pawn.
        ("4k3/8/3p4/4N3/3P4/8/1b6/R2K4 w - - 0 1", ["a1", "d4"]),
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", []),  # the king is in check, which check says
    ],
)
def test_threatened_squares_hold_own_pieces_attacked_and_not_defended(fen: str, squares: list[str]) -> None:
    table = ChessTable.at(fen, hints="movesAndThreats")
    assert table.view(ANNA)["threatenedSquares"] == squares


def test_check_is_shown_to_everybody() -> None:
    table = ChessTable.new()
    assert table.view()["check"] is False
    table.plays("e2e4 f7f5 d1h5")
    for viewer in (ANNA, BO, None):
        assert table.view(viewer)["check"] is True


def test_a_draw_offer_is_shown() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5")
    table.act(BO, OfferDraw())
    assert table.view(None)["pending"] == {"undo": None, "draw": {"id": 1, "by": "black"}}


def test_the_end_is_shown_with_its_result_in_the_documents_words() -> None:
    table = ChessTable.new()
    table.plays("f2f3 e7e5 g2g4 d8h4")
    view = table.view(ANNA)
    assert (view["phase"], view["deadline"]) == ("finished", None)
    assert view["result"] == {
        "ranking": [[BO], [ANNA]],
        "scores": None,
        "summary": "흑 승 (체크메이트, 2수)",
        "reason": "normal",
        "detail": {"winner": "black", "reason": "checkmate", "moveCount": 2},
    }


def test_the_pgn_stands_once_in_what_is_sent_at_the_end() -> None:
    table = ChessTable.new()
    table.plays("f2f3 e7e5 g2g4")
    events = table.plays("d8h4")
    assert table.result.detail["pgn"] == table.view()["pgn"]
    assert json.dumps([table.view(), *(event.to_json() for event in events)]).count("[Event ") == 1


def test_an_update_does_not_grow_with_the_game() -> None:
    table = ChessTable.new(drawMode="fide", timeControl="none")
    sizes = []
    for _ in range(3):
        table.plays("g1f3 g8f6 f3g1 f6g8")
        view = CHESS.view(table.state, None, moves_from=CHESS.moves_made(table.state) - 1)
        sizes.append(len(str({**view, "fen": "", "claimable": None, "moveCount": 0, "movesFrom": 0})))
    assert len(set(sizes)) == 1
