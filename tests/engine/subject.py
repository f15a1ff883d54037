"""How the contract suite plays a game; each game brings its own in ``tests/engine/<id>/subject.py``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from engine.game import ActionModel
from engine.offers import CancelOffer, OfferDraw, RequestUndo, RespondDraw, RespondUndo

OFFERS: tuple[ActionModel, ...] = (
    RequestUndo(),
    RespondUndo(accept=True),
    RespondUndo(accept=False),
    OfferDraw(),
    RespondDraw(accept=False),
    CancelOffer(),
)
"""What players of a game for two may try beside moving. Resigning and agreeing on a draw are
left out: games should go on to their own ends."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """Options by their JSON names, and how seldom time runs out: one step in so many."""

    options: dict[str, JsonValue]
    one_timeout_in: int = 16


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A game under test.

    ``invariant`` asserts what its rules make impossible otherwise, in every state.
    ``max_steps`` bounds a game: moves, offers and moves taken back together. A game that takes
    seconds to play may be played less often: ``quick_games`` a setting in every run,
    ``slow_games`` in all in the full one, a thousand only on demand.
    """

    settings: Sequence[Setting]
    invariant: Callable[[Any], None]
    max_steps: int
    side_actions: Sequence[ActionModel] = OFFERS
    quick_games: int = 2
    slow_games: int = 1000
