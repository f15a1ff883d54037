"""Omok (document 003): five in a row, and one stone that each player may take off the board."""

from engine.games.omok.definition import Omok
from engine.games.omok.options import OmokOptions
from engine.games.omok.rules import OmokAction, Place, UseSkill
from engine.games.omok.state import OmokState, state_from_position

__all__ = ["Omok", "OmokAction", "OmokOptions", "OmokState", "Place", "UseSkill", "state_from_position"]
