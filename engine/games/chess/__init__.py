"""Chess and Chess960 (document 004)."""

from engine.games.chess.definition import Chess
from engine.games.chess.moves import Castle, ClaimDraw, Move
from engine.games.chess.options import ChessOptions
from engine.games.chess.rules import ChessAction
from engine.games.chess.state import ChessState, state_from_position

__all__ = [
    "Castle",
    "Chess",
    "ChessAction",
    "ChessOptions",
    "ChessState",
    "ClaimDraw",
    "Move",
    "state_from_position",
]
