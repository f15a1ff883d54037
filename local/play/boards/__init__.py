"""How each game looks in a terminal: the one table to extend."""

from collections.abc import Mapping
from types import MappingProxyType

from local.play.boards.board import Board
from local.play.boards.chess import CHESS
from local.play.boards.omok import OMOK
from local.play.boards.reversi import REVERSI
from local.play.boards.seotda import SEOTDA

BOARDS: Mapping[str, Board] = MappingProxyType(
    {"chess": CHESS, "omok": OMOK, "othello": REVERSI, "seotda": SEOTDA}
)
"""By the id of the game."""

__all__ = ["BOARDS", "Board"]
