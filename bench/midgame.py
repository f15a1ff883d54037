"""One middle-game position of chess: its legal moves and one move, beside python-chess alone.

Each round has a position that nobody has seen before (the number of the move differs), so that no cache
answers. python-chess is asked for the same: legal moves, then a move with its SAN and FEN.
"""

from collections.abc import Callable
from functools import partial
from statistics import median
from typing import NamedTuple

import chess

from bench.measure import REFERENCE_MS, calibrate, cpu_ns, settled
from bench.report import Limit, Table
from engine.colors import PerColor
from engine.game import PlayerId
from engine.games.chess import Chess, Move, state_from_position
from engine.games.chess.board import Position
from engine.rng import Rng

_POSITION = "r2q1rk1/pp2bppp/2n1bn2/2pp4/3P4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 2 {}"
_MOVE = ("d1", "d2")
_ROUNDS = 300
_LIMIT_MS = 1.0
_PLAYERS = PerColor(black=PlayerId("bo"), white=PlayerId("anna"))


class Measured(NamedTuple):
    """CPU milliseconds, medians."""

    legal: float
    apply: float


def ours(rounds: int = _ROUNDS) -> Measured:
    """By the project's rules: the legal moves of a FEN through the adapter, and one ``apply``."""
    game, rng = Chess(), Rng.from_seed(bytes(16))
    move = Move.of(*_MOVE)
    legal, apply = [], []
    for number in range(20, 20 + rounds):
        fen = _POSITION.format(number)
        legal.append(_ms(partial(_legal, fen)))
        state = state_from_position(fen, players=_PLAYERS)
        apply.append(_ms(partial(game.apply, state, _PLAYERS.white, move, rng=rng, now=1)))
    return Measured(median(legal), median(apply))


def library(rounds: int = _ROUNDS) -> Measured:
    """By python-chess alone."""
    move = chess.Move.from_uci("".join(_MOVE))
    legal, apply = [], []

    def play(board: chess.Board) -> None:
        after = board.copy(stack=False)
        after.san_and_push(move)
        list(after.legal_moves)
        after.fen()

    for number in range(20, 20 + rounds):
        fen = _POSITION.format(number)
        legal.append(_ms(partial(_legal_alone, fen)))
        apply.append(_ms(partial(play, chess.Board(fen))))
    return Measured(median(legal), median(apply))


def compared() -> tuple[Table, list[Limit]]:
    """Both in turn, and the limits: a millisecond each on the machine that they were set on."""
    with settled():
        speed = calibrate() / REFERENCE_MS
        theirs, here = library(), ours()
    rows = [
        ("legal moves", here.legal, theirs.legal, here.legal / theirs.legal),
        ("one apply", here.apply, theirs.apply, here.apply / theirs.apply),
    ]
    limits = [
        Limit("legal moves of a middle-game position", here.legal / speed, _LIMIT_MS, "ms", 3, of="chess"),
        Limit("one apply in a middle game", here.apply / speed, _LIMIT_MS, "ms", 3, of="chess"),
    ]
    head = ("chess, middle game", "ms", "python-chess alone, ms", "ratio")
    return Table("One position of chess, CPU", head, rows), limits


def _legal(fen: str) -> int:
    return len(Position.read(fen, chess960=False).legal)


def _legal_alone(fen: str) -> int:
    return len(list(chess.Board(fen).legal_moves))


def _ms(call: Callable[[], object]) -> float:
    started = cpu_ns()
    call()
    return (cpu_ns() - started) / 1e6
