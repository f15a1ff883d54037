"""Choosing a move as a client does: out of the legal moves in its view, knowing no rules."""

from collections.abc import Mapping
from random import Random
from typing import Any

GAMES = ("othello", "omok", "chess")
"""The games whose views are read here."""


def choose(game_id: str, view: Mapping[str, Any], dice: Random) -> dict[str, Any]:
    """One of the legal moves in a view of whoever has the turn, as an action.

    :raises KeyError: there are none in it, or nobody has told how this game writes them.
    """
    legal = view["legalMoves"]
    match game_id:
        case "othello":
            move = dice.choice(legal)
            return {"type": "place", "x": move["x"], "y": move["y"]}
        case "omok":
            y, x = divmod(dice.choice(legal["place"]), 15)
            return {"type": "place", "x": x, "y": y}
        case "chess":
            move = dice.choice(legal)
            return {"type": "move"} | {
                name: move[name] for name in ("from", "to", "promotion") if name in move
            }
        case _:
            raise KeyError(game_id)
