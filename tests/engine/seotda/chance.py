"""Whole games of 섯다 by chance, step by step, and what nobody may know on the way."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards.hwatu import SEOTDA_DECK
from engine.game import GameEvent, PlayerId, Timeout
from engine.games.seotda import SeotdaAction, SeotdaOptions, SeotdaState
from engine.offers import Resign
from engine.rng import Rng, RngState
from tests.engine.helpers import NOW

from .table import PEOPLE, SEOTDA


class Step(NamedTuple):
    """One action, and everything it was made from."""

    before: SeotdaState
    player: PlayerId
    action: SeotdaAction | Timeout
    rng: RngState
    now: int
    after: SeotdaState
    events: Sequence[GameEvent]


def steps(players: int, seed: int, options: SeotdaOptions) -> Iterator[Step]:
    """A whole game. Dying is said less often than it is allowed, so that cards are shown."""
    name = seed.to_bytes(16, "big")
    dice, rng = Rng.from_seed(bytes(0xFF - byte for byte in name)), Rng.from_seed(name)
    now = NOW
    state = SEOTDA.setup(players=PEOPLE[:players], options=options, rng=rng, now=now)
    while (deadline := SEOTDA.deadline(state)) is not None:
        active = SEOTDA.active_players(state)
        player = active[dice.int(len(active))]
        legal = [*SEOTDA.legal_actions(state, player)]
        action: SeotdaAction | Timeout = legal[dice.int(len(legal)) if dice.int(3) == 0 else len(legal) // 2]
        now += 500
        match dice.int(80):
            case 0:
                action = Resign()
            case 1 | 2:
                action, now = Timeout(), deadline
        drawn = rng.state
        after, events = SEOTDA.apply(state, player, action, rng=rng, now=now)
        yield Step(state, player, action, drawn, now, after, events)
        state = after


def unknown_to(state: SeotdaState, viewer: PlayerId | None) -> set[str]:
    """Every card that a viewer may not know: all but the own, and those of who was left at a showdown."""
    is_open = state.outcome is not None and state.outcome.how == "showdown"
    left = [seat for seat, stake in enumerate(state.betting.stakes) if is_open and stake.is_in]
    own = state.seat_of(viewer)
    known = {card for seat in (*left, *(() if own is None else (own,))) for card in state.cards[seat]}
    return set(SEOTDA_DECK) - known
