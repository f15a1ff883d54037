"""섯다 for the contract suite."""

from engine.cards.hwatu import SEOTDA_DECK
from engine.games.seotda import Bet, Ready, SeotdaState
from tests.engine.subject import Setting, Subject


def invariant(state: SeotdaState) -> None:
    """No chip is made or lost, no card is in two places, nobody holds cards without a share."""
    betting, seats = state.betting, range(len(state.players))
    assert betting.total == state.options.start_chips * len(state.players)
    assert all(stake.stack >= 0 for stake in betting.stakes)
    held = [card for cards in state.cards for card in cards]
    assert sorted([*held, *state.deck]) == sorted(SEOTDA_DECK)
    assert all(state.cards[seat] for seat in betting.live)
    assert {len(state.cards[seat]) for seat in betting.live} <= {1, 2}
    if state.ending is not None:
        assert betting.pot == 0
        assert state.outcome is not None
        assert state.outcome.replay is None
    elif state.outcome is not None:
        assert (betting.pot > 0) == (state.outcome.replay is not None)
        assert len(state.contenders()) >= 2
    else:
        assert len(betting.live) >= 2
        assert betting.turn in betting.live
    assert not any(state.gone[seat] for seat in seats if state.outcome is None and seat in betting.live)
    assert state.hand <= state.options.hands
    assert state.replay <= 3


SUBJECT = Subject(
    settings=(
        Setting(options={}, one_timeout_in=40),
        Setting(
            options={"deal": "both", "topBet": "full", "tie": "split", "checks": "everyone", "raises": 3},
            one_timeout_in=200,
        ),
        Setting(
            options={"hands": 20, "startChips": 500, "ante": 50, "topBet": "full", "raises": 3},
            one_timeout_in=200,
        ),
        Setting(
            options={"ddaengCatcher": False, "inspector": False, "gusa": False, "hands": 5, "maxPlayers": 2},
            one_timeout_in=40,
        ),
        Setting(options={"perMoveSec": 10, "hands": 5}, one_timeout_in=3),
    ),
    invariant=invariant,
    max_steps=1500,
    side_actions=(Ready(), Bet(word="call"), Bet(word="half"), Bet(word="allIn")),
    slow_games=200,
)
"""Two at the table, as the suite plays: ``test_playouts.py`` seats more, a thousand times.

Nobody gives up here: games should go on to their own ends."""
