"""Whole games by chance at tables of two to six: the contract holds, chips are conserved, nothing leaks."""

import json

import pytest
from pydantic import JsonValue

from engine.cards.hwatu import SEOTDA_DECK
from engine.games.seotda import Bet, Ready, SeotdaAction
from engine.offers import Resign
from engine.testing import OUTSIDER, Playout
from tests.engine.seotda.subject import SUBJECT, invariant

from .chance import steps, unknown_to
from .table import PEOPLE, SEOTDA, options

TABLES = [
    (2, {}),
    (3, {"deal": "both", "topBet": "full", "tie": "split", "checks": "everyone"}),
    (4, {"hands": 5}),
    pytest.param(5, {"hands": 20, "startChips": 500, "ante": 50, "raises": 3}, marks=pytest.mark.slow),
    pytest.param(6, {"hands": 5, "topBet": "full", "checks": "everyone"}, marks=pytest.mark.slow),
]
tables = pytest.mark.parametrize(("players", "chosen"), TABLES)

ASIDE: tuple[SeotdaAction, ...] = (Resign(), Ready(), Bet(word="call"), Bet(word="half"))


@tables
@pytest.mark.parametrize("aside", [(), ASIDE], ids=["nobody gives up", "some give up"])
def test_games_of_more_than_two_keep_the_contract(
    players: int, chosen: dict[str, JsonValue], aside: tuple[SeotdaAction, ...]
) -> None:
    playout = Playout(
        game=SEOTDA,
        players=PEOPLE[:players],
        options=options(**chosen),
        max_steps=SUBJECT.max_steps,
        one_timeout_in=50,
        side_actions=aside,
        invariant=invariant,
    )
    for seed in range(4 if aside else 2):
        result = SEOTDA.result(playout.run(seed.to_bytes(16, "big")).state)
        assert result is not None
        assert sorted(player for group in result.ranking for player in group) == sorted(PEOPLE[:players])


def play(players: int, chosen: dict[str, JsonValue], seeds: range) -> None:
    """Games without the suite's other checks; each view is searched for every unknown card."""
    read = options(**chosen)
    ended = 0
    for seed in seeds:
        for step in steps(players, seed, read):
            after, length = step.after, SEOTDA.moves_made(step.before)
            invariant(after)
            ended += after.ending is not None
            for viewer in (*PEOPLE[:players], OUTSIDER, None):
                text = json.dumps(SEOTDA.view(after, viewer, moves_from=length))
                hidden = unknown_to(after, viewer)
                assert not [card for card in SEOTDA_DECK if card in hidden and card in text]
            told = json.dumps([event.to_json() for event in step.events])
            hidden = unknown_to(after, None)
            assert not [card for card in SEOTDA_DECK if card in hidden and card in told]
    assert ended == len(seeds)


@tables
def test_some_games_by_chance_conserve_chips_and_leak_nothing(
    players: int, chosen: dict[str, JsonValue]
) -> None:
    play(players, chosen, range(10))


@pytest.mark.slow
@tables
def test_a_thousand_games_by_chance_conserve_chips_and_leak_nothing(
    players: int, chosen: dict[str, JsonValue]
) -> None:
    """Two hundred at each of five tables."""
    play(players, chosen, range(100, 300))
