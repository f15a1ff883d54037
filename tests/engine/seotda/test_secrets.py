"""Nobody learns what the own cards and the open ones do not tell: not from views, not from events."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from pydantic import JsonValue

from engine.cards.hwatu import SEOTDA_DECK
from engine.game import PlayerId
from engine.games.seotda import SeotdaState
from engine.rng import Rng
from engine.testing import OUTSIDER

from .chance import steps, unknown_to
from .table import ANNA, BO, CY, PEOPLE, SEOTDA, SeotdaTable, options

GAMES = [
    (2, {"deal": "oneByOne"}),
    (3, {"deal": "both", "topBet": "full"}),
    pytest.param(4, {"deal": "oneByOne", "tie": "split", "raises": 3}, marks=pytest.mark.slow),
    pytest.param(6, {"deal": "oneByOne", "ante": 50, "startChips": 500}, marks=pytest.mark.slow),
]
SEEDS = range(6)
by_game = pytest.mark.parametrize(("players", "chosen"), GAMES)


@by_game
def test_no_view_and_no_event_has_a_card_that_its_viewer_may_not_know(
    players: int, chosen: dict[str, JsonValue]
) -> None:
    found: Counter[str] = Counter()
    for seed in SEEDS:
        for step in steps(players, seed, options(**chosen)):
            told = json.dumps([event.to_json() for event in step.events])
            assert not [card for card in unknown_to(step.after, None) if card in told]
            found["open"] += "M" in told and bool(step.after.shown())
            for viewer in (*PEOPLE[:players], OUTSIDER, None):
                text = json.dumps(SEOTDA.view(step.after, viewer))
                assert not [card for card in unknown_to(step.after, viewer) if card in text]
                own = step.after.seat_of(viewer)
                if own is not None:
                    assert all(card in text for card in step.after.cards[own])
                    found["own"] += 1
    assert found["open"] > 5, "cards were shown too"
    assert found["own"] > 100


def shuffled_secrets(
    state: SeotdaState, after: SeotdaState, viewer: PlayerId | None, dice: Rng
) -> SeotdaState:
    """``state`` with the cards mixed that ``viewer`` does not know before or after the step.

    The cards of those who show them in ``after``, and those that are dealt to somebody by the
    step, stay where they are: what becomes of them is no secret, or is the receiver's alone.
    """
    same_deal = (after.hand, after.replay) == (state.hand, state.replay)
    dealt = len(state.deck) - len(after.deck) if same_deal else 0
    shown = after.shown() if same_deal else ()
    own = state.seat_of(viewer)
    hidden = [
        seat
        for seat in range(len(state.players))
        if seat != own and seat not in shown and seat not in state.shown()
    ]
    pool = [card for seat in hidden for card in state.cards[seat]] + [*state.deck[dealt:]]
    mixed = dice.shuffle(pool)
    cards = list(state.cards)
    for seat in hidden:
        count = len(cards[seat])
        cards[seat], mixed = tuple(mixed[:count]), mixed[count:]
    return replace(state, cards=tuple(cards), deck=(*state.deck[:dealt], *mixed))


@by_game
def test_two_games_that_differ_only_in_what_a_viewer_may_not_know_look_the_same(
    players: int, chosen: dict[str, JsonValue]
) -> None:
    dice = Rng.from_seed(bytes(16))
    differing: Counter[str] = Counter()
    for seed in SEEDS:
        for step in steps(players, seed, options(**chosen)):
            for viewer in (*PEOPLE[:players], OUTSIDER, None):
                twin = shuffled_secrets(step.before, step.after, viewer, dice)
                assert SEOTDA.view(twin, viewer) == SEOTDA.view(step.before, viewer)
                assert _bytes(SEOTDA.view(twin, viewer)) == _bytes(SEOTDA.view(step.before, viewer))
                rng = Rng.from_state(step.rng)
                after, events = SEOTDA.apply(twin, step.player, step.action, rng=rng, now=step.now)
                assert _bytes([event.to_json() for event in events]) == _bytes(
                    [event.to_json() for event in step.events]
                )
                assert _bytes(SEOTDA.view(after, viewer)) == _bytes(SEOTDA.view(step.after, viewer))
                assert _told_to_all(after) == _told_to_all(step.after)
                differing["views"] += twin != step.before
                differing["showdowns"] += twin != step.before and "showdown" in {e.type for e in events}
                differing["deals"] += "dealt" in {event.type for event in events}
    assert differing["views"] > 500
    assert differing["deals"] > 50
    assert players == 2 or differing["showdowns"] > 10, "also where others showed their cards"


def _bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=False).encode()


def _told_to_all(state: SeotdaState) -> object:
    """What a room makes public beside views and events."""
    return (
        SEOTDA.active_players(state),
        SEOTDA.deadline(state),
        SEOTDA.moves_made(state),
        SEOTDA.result(state),
    )


def test_the_secrets_are_the_own_cards_until_they_are_open() -> None:
    table = SeotdaTable.new(3, deal="both").holding("3G 7Y | 9Y 9T | 1T 2T")
    assert SEOTDA.secrets_of(table.state, ANNA) == {"M3-G", "M7-Y", "legalMoves"}
    assert SEOTDA.secrets_of(table.state, BO) == {"M9-Y", "M9-T"}
    assert SEOTDA.secrets_of(table.state, OUTSIDER) == set()
    table.says("bbing die call")
    assert SEOTDA.secrets_of(table.state, ANNA) == set()
    assert SEOTDA.secrets_of(table.state, BO) == {"M9-Y", "M9-T"}
    assert SEOTDA.secrets_of(table.state, CY) == set()


def test_the_log_of_actions_has_no_card_either() -> None:
    for step in steps(4, 1, options()):
        text = step.action.model_dump_json()
        assert not [card for card in SEOTDA_DECK if card in text]
