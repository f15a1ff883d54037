"""Reversi for the contract suite."""

from engine.games.othello import OthelloState
from tests.engine.subject import Setting, Subject


def invariant(state: OthelloState) -> None:
    """Discs never share a point, never vanish, and one comes with each placement."""
    black, white = state.position.black, state.position.white
    assert not black & white
    placements = sum(ply != "-" for ply in state.record)
    assert (black | white).bit_count() == 4 + placements
    assert "--" not in state.record, "after two passes in a row the game would be over"


SUBJECT = Subject(
    settings=(
        Setting(options={}),
        Setting(
            options={
                "timeControl": {"kind": "fischer"},
                "colorAssignment": "alternate",
                "emptyToWinner": True,
            },
            one_timeout_in=200,
        ),
        Setting(options={"timeControl": {"kind": "none"}, "undo": 1, "drawOffer": False}, one_timeout_in=200),
        Setting(options={"timeoutPolicy": "lose", "undo": "off", "showFlipCount": True}, one_timeout_in=200),
        Setting(
            options={"timeControl": {"perMoveSec": 10}, "colorAssignment": "hostWhite"}, one_timeout_in=3
        ),
    ),
    invariant=invariant,
    max_steps=400,
)
