"""Reversi (document 000). Its internal id is ``othello``; people read 리버시."""

from engine.games.othello.definition import Othello
from engine.games.othello.options import OthelloOptions
from engine.games.othello.rules import OthelloAction, Place
from engine.games.othello.state import OthelloState, state_from_position

__all__ = ["Othello", "OthelloAction", "OthelloOptions", "OthelloState", "Place", "state_from_position"]
