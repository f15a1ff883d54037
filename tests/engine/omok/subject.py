"""Omok for the contract suite."""

from engine.games.omok import OmokState
from tests.engine.subject import Setting, Subject

from .table import drawn, longest


def invariant(state: OmokState) -> None:
    """Stones come and go one a move, a skill is used once, and a five ends the game at once."""
    black, white = state.position.black, state.position.white
    plies = [state.record[at : at + 2] for at in range(0, len(state.record), 2)]
    by_side = (plies[0::2], plies[1::2])
    removals = [sum(ply.isupper() for ply in side) for side in by_side]
    assert not black & white
    assert (black | white).bit_count() == len(plies) - plies.count("--") - 2 * sum(removals)
    assert max(removals) <= (1 if state.options.skill else 0)
    assert all("------" not in "".join(side) for side in by_side), "a third pass in a row loses instead"
    board, ending = drawn(state), state.ending
    fives = [color for color, stone in (("black", "X"), ("white", "O")) if longest(board, stone) >= 5]
    assert fives == ([ending.winner] if ending is not None and ending.reason == "five" else [])
    assert "." in board or ending is not None


SUBJECT = Subject(
    settings=(
        Setting(options={}, one_timeout_in=100),
        Setting(
            options={"timeControl": {"kind": "fischer"}, "colorAssignment": "alternate"}, one_timeout_in=300
        ),
        Setting(options={"skill": False, "timeoutPolicy": "lose", "undo": "off"}, one_timeout_in=300),
        Setting(options={"timeControl": {"kind": "none"}, "undo": 1, "drawOffer": False}, one_timeout_in=300),
        Setting(
            options={"timeControl": {"perMoveSec": 10}, "colorAssignment": "hostWhite"}, one_timeout_in=3
        ),
    ),
    invariant=invariant,
    max_steps=1000,
)
