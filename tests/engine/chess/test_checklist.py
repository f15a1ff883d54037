"""Document 004, section 10, line by line and in its order: lines 1 to 9, the rules of the board."""

import pytest

from engine.games.chess.board import Position
from tests.engine.helpers import ANNA, BO, types

from .table import ChessTable, move
from .test_perft import perft

# --- 1. perft: see also test_perft.py ---


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8_902]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2_039]),
    ],
)
def test_perft_gives_the_numbers_of_section_8(fen: str, counts: list[int]) -> None:
    position = Position.read(fen)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


# --- 2. Castling: when not ---


@pytest.mark.parametrize(
    ("fen", "castle", "code", "reason"),
    [
        ("4r2k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "king/attacked", "체크를 받고 있을 때는"),
        ("5r1k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "king/attacked", "공격받는 칸을 지나게"),
        ("6rk/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "king/attacked", "공격받는 칸을 지나게"),
        ("3r3k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "king/attacked", "공격받는 칸을 지나게"),
        ("2r4k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "king/attacked", "공격받는 칸을 지나게"),
        ("7k/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "O-O", "move/illegal", "비어 있어야"),
        ("7k/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "O-O-O", "move/illegal", "비어 있어야"),
        ("7k/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "move/illegal", "이미 움직여서"),
    ],
)
def test_castling_is_refused_with_its_reason(fen: str, castle: str, code: str, reason: str) -> None:
    table = ChessTable.at(fen)
    squares = {"O-O": "e1g1", "O-O-O": "e1c1"}[castle]
    for action in (move(castle), move(squares)):
        told = table.told(ANNA, action)
        assert told[0] == code
        assert reason in told[1]


@pytest.mark.parametrize(("walk", "lost"), [("h1g1 c8c7 g1h1 c7c8", "O-O"), ("a1b1 c8c7 b1a1 c7c8", "O-O-O")])
def test_a_rook_that_has_moved_castles_no_more_and_the_other_still_does(walk: str, lost: str) -> None:
    table = ChessTable.at("2k5/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    table.plays(walk)
    assert table.told(ANNA, move(lost)) == (
        "move/illegal",
        "킹이나 룩이 이미 움직여서 캐슬링할 수 없어요",
    )
    table.plays("O-O" if lost == "O-O-O" else "O-O-O")


def test_a_king_that_has_moved_castles_no_more() -> None:
    table = ChessTable.at("2k5/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    table.plays("e1e2 c8c7 e2e1 c7c8")
    assert table.code(ANNA, move("O-O")) == table.code(ANNA, move("O-O-O")) == "move/illegal"


def test_an_attack_on_b1_alone_does_not_keep_from_castling() -> None:
    table = ChessTable.at("1r5k/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    table.plays("O-O-O")
    assert table.fen == "1r5k/8/8/8/8/8/8/2KR3R b - - 1 1"


# --- 3. En passant ---


def test_en_passant_is_possible_just_after_the_double_step_and_not_a_move_later() -> None:
    table = ChessTable.new()
    table.plays("e2e4 a7a6 e4e5 d7d5")
    assert "e5d6" in table.legal()
    table.plays("h2h3 h7h6")
    assert table.told(ANNA, move("e5d6")) == ("move/illegal", "그 기물은 그렇게 움직일 수 없어요")


def test_en_passant_takes_the_pawn_that_stepped() -> None:
    table = ChessTable.new()
    events = table.plays("e2e4 a7a6 e4e5 d7d5 e5d6")
    assert table.fen.startswith("rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -")
    assert types(events) == ["moved", "enPassant"]
    assert events[0].fields["captured"] == "p"
    assert events[1].fields == {"color": "white", "square": "d5"}


def test_en_passant_that_would_bare_the_king_along_the_rank_is_illegal() -> None:
    table = ChessTable.at("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1")
    table.plays("e2e4")
    assert table.told(BO, move("d4e3")) == ("king/attacked", "킹이 공격받게 되어 둘 수 없어요")


# --- 4. Promotion ---

PROMOTES = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"


@pytest.mark.parametrize("piece", ["q", "r", "b", "n"])
@pytest.mark.parametrize(("square", "captured"), [("a8", None), ("b8", "n")])
def test_a_pawn_promotes_to_each_piece_quietly_and_by_taking(
    piece: str, square: str, captured: str | None
) -> None:
    table = ChessTable.at(PROMOTES)
    events = table.plays(f"a7{square}{piece}")
    placed = Position.read(table.fen).piece({"a8": 56, "b8": 57}[square])
    assert placed == piece.upper()
    assert events[0].fields["captured"] == captured
    promoted = [event.fields for event in events if event.type == "promoted"]
    assert promoted == [{"color": "white", "square": square, "piece": piece}]


@pytest.mark.parametrize("uci", ["a7a8", "a7b8"])
def test_a_promotion_without_a_piece_is_refused_in_the_words_of_the_document(uci: str) -> None:
    table = ChessTable.at(PROMOTES)
    assert table.told(ANNA, move(uci)) == ("promotion/missing", "승진할 기물을 골라 주세요")


def test_with_auto_queen_a_promotion_without_a_piece_is_a_queen_and_others_can_still_be_named() -> None:
    table = ChessTable.at(PROMOTES, autoQueen=True)
    table.plays("a7a8")
    assert table.fen.startswith("Qn5k/")
    table = ChessTable.at(PROMOTES, autoQueen=True)
    table.plays("a7a8n")
    assert table.fen.startswith("Nn5k/")


def test_a_piece_named_where_nothing_promotes_is_ignored() -> None:
    table = ChessTable.new()
    table.plays("e2e4q")
    assert table.sans() == ("e4",)


# --- 5. Mate and stalemate ---


def test_scholars_mate_is_mate_in_four_moves() -> None:
    table = ChessTable.new()
    events = table.plays("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7")
    assert types(events) == ["moved", "checkmate", "gameEnded"]
    assert table.ended == ("white", "checkmate")
    assert table.result.summary == "백 승 (체크메이트, 4수)"
    assert table.result.ranking == ((ANNA,), (BO,))
    assert table.result.reason == "normal"


def test_a_queen_may_stalemate() -> None:
    table = ChessTable.at("7k/8/8/6Q1/8/8/8/K7 w - - 0 1")
    events = table.plays("g5g6")
    assert types(events) == ["moved", "stalemate", "gameEnded"]
    assert table.ended == (None, "stalemate")
    assert table.result.summary == "무승부 (스테일메이트, 1수)"
    assert table.result.ranking == ((BO, ANNA),)


# --- 6. Repetition ---


def test_an_en_passant_square_that_nobody_can_use_does_not_make_another_position() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
    assert table.state.ending is None
    table.plays("f6g8")
    assert table.ended == (None, "threefold")


def test_another_right_to_castle_makes_another_position() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2")
    assert table.state.ending is None
    table.plays("e8e7")
    assert table.ended == (None, "threefold")


# --- 7. Fifty moves ---


def test_the_hundredth_quiet_ply_draws_under_auto() -> None:
    table = ChessTable.at("4k3/7r/8/8/8/8/R7/4K3 w - - 98 80")
    table.plays("a2a3")
    assert table.state.ending is None
    table.plays("h7h6")
    assert table.ended == (None, "fiftyMove")
    assert table.result.summary == "무승부 (50수 규칙, 1수)"


def test_a_mate_at_the_hundredth_ply_is_mate() -> None:
    table = ChessTable.at("7k/8/6K1/8/8/8/8/R7 w - - 99 80")
    table.plays("a1a8")
    assert table.ended == ("white", "checkmate")


def test_under_fide_the_fifty_moves_can_be_claimed_and_the_seventy_fifth_draws() -> None:
    table = ChessTable.at("4k3/7r/8/8/8/8/R7/4K3 w - - 98 80", drawMode="fide")
    assert table.view()["claimable"] is None
    events = table.plays("a2a3")
    assert table.view()["claimable"] == "fiftyMove", "some move makes it the hundredth ply"
    assert events[-1].to_json() == {
        "type": "drawClaimable",
        "by": ANNA,
        "color": "black",
        "reason": "fiftyMove",
    }
    table = ChessTable.at("4k3/7r/8/8/8/8/R7/4K3 w - - 149 120", drawMode="fide")
    table.plays("a2a3")
    assert table.ended == (None, "seventyFiveMove")


# --- 8. Material ---


@pytest.mark.parametrize(
    ("fen", "moves", "drawn"),
    [
        ("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2", True),
        ("7k/8/8/8/8/8/1p6/K1B5 w - - 0 1", "a1b2", True),
        ("7k/8/8/8/8/8/1p6/K1N5 w - - 0 1", "a1b2", True),
        ("5b1k/8/8/8/8/8/1p6/K1B5 w - - 0 1", "a1b2", True),  # c1 and f8 are both dark
        ("4b2k/8/8/8/8/8/1p6/K1B5 w - - 0 1", "a1b2", False),
        ("7k/8/8/8/8/8/1p6/K1NN4 w - - 0 1", "a1b2", False),
        ("7k/8/8/8/8/8/1p6/K1NB4 w - - 0 1", "a1b2", False),
        ("6nk/8/8/8/8/8/1p6/K1N5 w - - 0 1", "a1b2", False),
        ("7k/8/8/8/8/8/1p6/K6R w - - 0 1", "a1b2", False),
    ],
)
def test_the_game_is_drawn_when_nobody_can_mate_any_more(fen: str, moves: str, drawn: bool) -> None:
    table = ChessTable.at(fen)
    table.plays(moves)
    assert (table.state.ending is not None) is drawn
    if drawn:
        assert table.ended == (None, "insufficientMaterial")


# --- 9. Out of time against too little ---


@pytest.mark.parametrize(
    ("fen", "ended"),
    [
        ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", (None, "timeoutVsInsufficient")),
        ("6nk/8/8/8/8/8/8/KQ6 w - - 0 1", ("black", "timeLoss")),
        ("6bk/8/8/8/8/8/8/KQ6 w - - 0 1", ("black", "timeLoss")),
        ("7k/6p1/8/8/8/8/8/KQ6 w - - 0 1", ("black", "timeLoss")),
        ("7K/8/8/8/8/8/8/kq6 b - - 0 1", (None, "timeoutVsInsufficient")),
        ("6NK/8/8/8/8/8/8/kq6 b - - 0 1", ("white", "timeLoss")),
    ],
)
def test_who_runs_out_of_time_loses_only_to_somebody_who_could_mate(
    fen: str, ended: tuple[str | None, str]
) -> None:
    table = ChessTable.at(fen)
    events = table.time_out()
    assert types(events) == ["gameEnded"]
    assert table.ended == ended
    assert table.result.reason == "timeout"
