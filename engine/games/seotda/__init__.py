"""섯다: two hwatu cards, and betting for chips that are points, never money."""

from engine.games.seotda.actions import Bet, Ready, SeotdaAction
from engine.games.seotda.definition import Seotda
from engine.games.seotda.options import SeotdaOptions
from engine.games.seotda.state import SeotdaState

__all__ = ["Bet", "Ready", "Seotda", "SeotdaAction", "SeotdaOptions", "SeotdaState"]
