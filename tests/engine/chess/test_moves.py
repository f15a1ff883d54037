"""What a move action means, what is said of a refused one, and what is told of one made."""

import pytest
from pydantic import JsonValue, ValidationError

from engine.game import Timeout
from engine.games.chess import Castle, ClaimDraw, Move
from engine.games.chess.board import SQUARES, Position
from tests.engine.helpers import ANNA, BO, EVE, types

from .table import CHESS, KIWIPETE, START, ChessTable, move

NOT_OWN = ("move/illegal", "그 칸에는 내 기물이 없어요")
NOT_THAT_WAY = ("move/illegal", "그 기물은 그렇게 움직일 수 없어요")
EXPOSED = ("king/attacked", "킹이 공격받게 되어 둘 수 없어요")


@pytest.mark.parametrize(
    ("fen", "uci", "told"),
    [
        (START, "e4e5", NOT_OWN),
        (START, "e7e5", NOT_OWN),
        (START, "e2e5", NOT_THAT_WAY),
        (START, "e2d3", NOT_THAT_WAY),
        (START, "g1e2", NOT_THAT_WAY),  # its own pawn is there
        (START, "a1a4", NOT_THAT_WAY),
        (START, "e1e1", NOT_THAT_WAY),
        (START, "a1a1", NOT_THAT_WAY),
        (START, "e1g1", ("move/illegal", "캐슬링하려면 킹과 룩이 지나갈 칸이 비어 있어야 해요")),
        (START, "e1h1", NOT_THAT_WAY),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2g3", EXPOSED),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2e4", NOT_THAT_WAY),
        ("4k3/8/8/8/8/8/7r/4K3 w - - 0 1", "e1e2", EXPOSED),
        ("4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", EXPOSED),
        ("3rk3/2P5/8/8/8/8/8/1q5K w - - 0 1", "c7c8q", EXPOSED),
        ("3rk3/2P5/8/8/8/8/8/1q5K w - - 0 1", "c7c8", EXPOSED),
        ("4k3/2P5/8/8/8/8/8/7K w - - 0 1", "c7b8q", NOT_THAT_WAY),
        ("4k3/8/8/8/8/8/P7/6K1 w - - 0 1", "g1e1", NOT_THAT_WAY),
        (
            "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
            "e1g1",
            ("move/illegal", "킹이나 룩이 이미 움직여서 캐슬링할 수 없어요"),
        ),
    ],
)
def test_a_refused_move_is_explained(fen: str, uci: str, told: tuple[str, str]) -> None:
    table = ChessTable.at(fen)
    assert table.told(ANNA, move(uci)) == told
    with pytest.raises(ValueError, match=told[0]):
        CHESS.apply(table.state, ANNA, move(uci), rng=table.rng, now=table.now)


@pytest.mark.parametrize("action", [move("e7e5"), Castle(side="king"), ClaimDraw(), Timeout()])
def test_only_whose_turn_it_is_moves_castles_claims_or_is_timed_out(
    action: Move | Castle | ClaimDraw | Timeout,
) -> None:
    table = ChessTable.new(drawMode="fide")
    assert table.told(BO, action) == ("move/not_your_turn", "지금은 상대 차례예요")
    assert table.told(EVE, action) == ("room/not_seated", "참가자만 할 수 있어요")


@pytest.mark.parametrize(
    "sent",
    [
        {"type": "move", "from": "e2"},
        {"type": "move", "from": "e2", "to": "e9"},
        {"type": "move", "from": "e2", "to": "i4"},
        {"type": "move", "from": "E2", "to": "e4"},
        {"type": "move", "from": "e2\n", "to": "e4"},
        {"type": "move", "from": "e2", "to": "e4", "promotion": "k"},
        {"type": "move", "from": "e2", "to": "e4", "promotion": "Q"},
        {"type": "move", "from": 12, "to": 28},
        {"type": "move", "from_": "e2", "to": "e4"},
        {"type": "castle"},
        {"type": "castle", "side": "left"},
        {"type": "claimDraw", "reason": "threefold"},
    ],
)
def test_a_move_of_another_shape_is_no_action(sent: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        CHESS.Action.validate_python(sent)


@pytest.mark.parametrize(
    "sent",
    [
        {"type": "move", "from": "e2", "to": "e4"},
        {"type": "move", "from": "e7", "to": "e8", "promotion": "n"},
        {"type": "castle", "side": "queen"},
        {"type": "claimDraw"},
    ],
)
def test_an_action_is_written_as_it_was_read(sent: dict[str, JsonValue]) -> None:
    assert CHESS.Action.validate_python(sent).model_dump(mode="json") == sent


def test_a_promotion_may_be_sent_as_null() -> None:
    sent = {"type": "move", "from": "e2", "to": "e4", "promotion": None}
    assert CHESS.Action.validate_python(sent) == move("e2e4")


# --- Castling, by the side or by squares ---


@pytest.mark.parametrize("ways", [("e1g1", "O-O"), ("e1c1", "O-O-O")])
def test_in_standard_chess_two_squares_of_the_king_castle(ways: tuple[str, str]) -> None:
    fens = set()
    for way in ways:
        table = ChessTable.at(KIWIPETE)
        assert "castled" in types(table.plays(way))
        fens.add(table.fen)
    assert len(fens) == 1


@pytest.mark.parametrize("uci", ["e1h1", "e1a1"])
def test_in_standard_chess_a_king_does_not_go_onto_its_own_rook(uci: str) -> None:
    assert ChessTable.at(KIWIPETE).told(ANNA, move(uci)) == NOT_THAT_WAY


@pytest.mark.parametrize(
    ("fen", "ways", "san", "after"),
    [
        # From e1 two squares are as clear as in standard chess.
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "O-O e1h1 e1g1", "O-O", "4k3/8/8/8/8/8/8/R4RK1"),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "O-O-O e1a1 e1c1", "O-O-O", "4k3/8/8/8/8/8/8/2KR3R"),
        # From b1 no other move of a king goes to g1.
        ("6k1/8/8/8/8/8/8/RK5R w HA - 0 1", "O-O b1h1 b1g1", "O-O", "6k1/8/8/8/8/8/8/R4RK1"),
        ("6k1/8/8/8/8/8/8/RK5R w HA - 0 1", "O-O-O b1a1", "O-O-O", "6k1/8/8/8/8/8/8/2KR3R"),
        # The rook stands where the king lands, or beside it.
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "O-O e1g1", "O-O", "4k3/8/8/8/8/8/8/5RK1"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O f1g1", "O-O", "4k3/8/8/8/8/8/8/5RK1"),
        ("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "O-O-O d1c1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4"),
        # The king stands still.
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "O-O g1h1", "O-O", "4k3/8/8/8/8/8/8/5RK1"),
        ("4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "O-O-O c1a1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4"),
    ],
)
def test_in_chess960_the_side_the_own_rook_and_a_clear_step_castle(
    fen: str, ways: str, san: str, after: str
) -> None:
    for way in ways.split():
        table = ChessTable.at(fen, variant="chess960")
        table.plays(way)
        assert table.sans() == (san,), way
        assert table.fen.split()[0] == after


def test_in_chess960_a_step_that_a_king_can_make_is_that_step() -> None:
    table = ChessTable.at("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", variant="chess960")
    table.plays("f1g1")
    assert table.sans() == ("Kg1",)
    table = ChessTable.at("6k1/8/8/8/8/8/8/RK5R w HA - 0 1", variant="chess960")
    table.plays("b1c1")
    assert table.sans() == ("Kc1",)


def test_in_chess960_two_squares_that_castling_does_not_lead_to_mean_nothing() -> None:
    table = ChessTable.at("4k3/8/8/8/8/8/8/R2K3R w HA - 0 1", variant="chess960")
    assert table.told(ANNA, move("d1f1")) == NOT_THAT_WAY


def test_in_chess960_a_rook_without_the_right_is_not_castled_with() -> None:
    table = ChessTable.at("7k/8/8/8/8/8/8/1KR4R w C - 0 1", variant="chess960")
    assert table.told(ANNA, move("b1h1")) == NOT_THAT_WAY
    table.plays("b1c1")
    assert table.fen.split()[0] == "7k/8/8/8/8/8/8/5RKR"


def test_in_chess960_the_rook_that_gives_cover_may_make_castling_illegal() -> None:
    table = ChessTable.at("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", variant="chess960")
    assert table.told(ANNA, move("O-O-O")) == (
        "king/attacked",
        "킹이 공격받는 칸을 지나게 되어 캐슬링할 수 없어요",
    )


@pytest.mark.parametrize(
    ("fen", "side", "hindrance"),
    [
        ("4k3/8/8/8/8/8/8/R2NK2R w HA - 0 1", "queen", "blocked"),
        ("4k3/8/8/8/8/8/8/RK3N1R w HA - 0 1", "king", "blocked"),
        ("4k3/8/8/8/8/8/4r3/4K2R w H - 0 1", "king", "check"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "king", "right"),
        ("4k3/8/8/8/8/8/4K3/7R w - - 0 1", "king", "right"),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "king", None),
    ],
)
def test_what_hinders_castling_is_found(fen: str, side: str, hindrance: str | None) -> None:
    position = Position.read(fen, chess960=True)
    assert position.hindrance("king" if side == "king" else "queen") == hindrance


# --- What is told ---


def test_a_move_is_told_with_san_capture_and_check() -> None:
    table = ChessTable.new()
    [moved] = table.plays("e2e4")
    assert moved.to_json() == {
        "type": "moved",
        "by": ANNA,
        "color": "white",
        "uci": "e2e4",
        "san": "e4",
        "captured": None,
        "check": False,
    }
    moved, check = table.plays("f7f5 e4f5 g7g6 d1h5 b8c6 h5g6")
    assert (moved.fields["san"], moved.fields["captured"], moved.fields["check"]) == ("Qxg6+", "p", True)
    assert check.to_json() == {"type": "check", "by": ANNA, "color": "black", "square": "e8"}


def test_castling_is_told_with_the_ways_of_king_and_rook() -> None:
    castled = ChessTable.at(KIWIPETE).plays("e1c1")[1]
    assert castled.to_json() == {
        "type": "castled",
        "by": ANNA,
        "color": "white",
        "side": "queen",
        "king": {"from": "e1", "to": "c1"},
        "rook": {"from": "a1", "to": "d1"},
    }


def test_an_en_passant_that_gives_mate_is_told_whole() -> None:
    table = ChessTable.at("8/8/8/8/k2p4/2R5/1Q2P3/4K3 w - - 0 1")
    table.plays("e2e4")
    assert types(table.plays("d4e3")) == ["moved", "enPassant"]


def test_positions_are_values() -> None:
    position = Position.read(KIWIPETE)
    for legal in position.legal:
        position.play(legal)
        position.after(legal)
    assert position.fen == KIWIPETE
    assert position == Position.read(KIWIPETE)
    assert hash(position) == hash(Position.read(KIWIPETE))
    assert position != Position.read(START)
    assert position != Position.read(KIWIPETE, chess960=True)
    assert position != KIWIPETE
    assert KIWIPETE in repr(position)


@pytest.mark.parametrize(
    "fen", ["", "nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/8 w - - 0 1", f"{START} x"]
)
def test_what_is_no_position_with_two_kings_is_refused(fen: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Position.read(fen)


def test_the_squares_have_their_names() -> None:
    assert [SQUARES[name] for name in ("a1", "h1", "a2", "h8")] == [0, 7, 8, 63]
