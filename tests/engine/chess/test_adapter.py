"""The adapter: the only file that knows the library, and nothing that it says is lost."""

import ast
import re
from itertools import product

import chess
import pytest

from engine.game import Rejection
from engine.games.chess import Move
from engine.games.chess.board import PROMOTIONS, SQUARE_NAMES, LegalMove, Position
from engine.games.chess.moves import resolve
from tests.engine.helpers import ROOT

from .table import KIWIPETE, START

POSITIONS = [
    (START, False),
    (KIWIPETE, False),
    ("1n2k2r/P3P3/8/2pP4/8/8/1r4p1/R3K2R w KQk c6 0 1", False),
    ("1n2k2r/P7/8/8/2Pp4/8/1r4pp/R3K2R b KQk c3 0 1", False),
    ("4k3/8/8/8/4r3/8/3PPP2/R3K2R w KQ - 0 1", False),
    ("nrkbrbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBR1QN w EBeb - 0 1", True),
    ("1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1", True),
    ("5kr1/8/8/8/8/8/8/R4KR1 b GAg - 0 1", True),
    ("rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", True),
]
"""With en passant, promotions, pins and castling of every kind."""

positions = pytest.mark.parametrize(("fen", "chess960"), POSITIONS)


@positions
def test_of_all_moves_that_can_be_sent_exactly_the_legal_ones_are_accepted(fen: str, chess960: bool) -> None:
    position = Position.read(fen, chess960=chess960)
    accepted: set[LegalMove] = set()
    for origin, target, piece in product(SQUARE_NAMES, SQUARE_NAMES, (None, *PROMOTIONS)):
        meant = resolve(position, Move.of(origin, target, piece), auto_queen=False)
        if isinstance(meant, LegalMove):
            accepted.add(meant)
            assert SQUARE_NAMES[meant.origin] == origin
            assert meant.castle is not None or SQUARE_NAMES[meant.target] == target
            assert meant.promotion in (None, piece)
        else:
            assert isinstance(meant, Rejection)
            assert meant.code in {"move/illegal", "king/attacked", "promotion/missing"}
            assert re.search("[가-힣]", meant.reason)
    board = chess.Board(fen, chess960=chess960)
    assert {move.uci for move in accepted} == {move.uci() for move in board.legal_moves}
    assert accepted == set(position.legal)


@positions
def test_a_position_tells_what_the_library_tells(fen: str, chess960: bool) -> None:
    position, board = Position.read(fen, chess960=chess960), chess.Board(fen, chess960=chess960)
    for move in position.legal:
        there = board.copy()
        san, after = position.play(move)
        assert san == there.san_and_push(chess.Move.from_uci(move.uci))
        assert after == position.after(move)
        assert (after.halfmove_clock, after.fullmove_number) == (there.halfmove_clock, there.fullmove_number)
        assert (after.in_check, after.king) == (there.is_check(), there.king(there.turn))
        assert (position.captured_square(move) is not None) == board.is_capture(there.peek())
        assert Position.stored(after.fen, chess960=chess960) == after
        assert Position.stored(after.fen, chess960=chess960).key() == after.key()


def test_keys_differ_where_fields_of_repetition_differ_and_only_there() -> None:
    same = Position.read("4k3/8/8/8/8/8/8/R3K2R w KQ - 12 34").key()
    assert Position.read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").key() == same
    others = [
        "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K1R1 w Q - 0 1",
        "4k3/8/8/8/8/8/8/R3K2B w Q - 0 1",
        "4k3/8/8/8/8/8/8/R3K2r w Q - 0 1",
    ]
    assert len({same, *(Position.read(fen).key() for fen in others)}) == 7
    legal, square_only = ("8/8/8/8/k2pP3/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1")
    assert Position.read(legal).key() != Position.read(legal.replace("e3", "-")).key()
    assert Position.read(square_only).key() == Position.read(square_only.replace("e3", "-")).key()


def test_one_file_of_the_rules_imports_the_library() -> None:
    importers = []
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            importers += [path.name for name in names if name.split(".")[0] == "chess"]
    assert importers == ["board.py"]
