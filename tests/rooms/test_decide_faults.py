"""Games that fail: the fault comes out as it is, and the room stays what it was."""

from dataclasses import replace
from typing import Any

import pytest

from engine.game import PlayerId, Timeout
from engine.games.othello import Othello, OthelloState
from functions.rooms.commands import Act, Sit
from tests.rooms.people import ANNA, BO, CY, LOSE, MARGIN, NOW, SLOW, TURN, Desk, connected, playing, sender


class Stuck(Othello):
    """A game whose time-out leaves everything as it is."""

    def apply(self, state: OthelloState, *_args: Any, **_kwargs: Any) -> Any:
        return state, ()


class Broken(Othello):
    """A game that fails."""

    def apply(self, *_args: Any, **_kwargs: Any) -> Any:
        raise ValueError("an invariant is broken")


class Refusing(Othello):
    """A game that refuses its own time-out."""

    def validate(self, state: OthelloState, actor: PlayerId, action: Any) -> Any:
        if isinstance(action, Timeout):
            return Othello().validate(state, PlayerId("nobody"), action)
        return super().validate(state, actor, action)


@pytest.mark.parametrize(
    ("game", "says"),
    [
        pytest.param(Stuck(), "still out of time", id="a time-out that changes nothing"),
        pytest.param(Broken(), "an invariant", id="apply fails"),
        pytest.param(Refusing(), "refuses its own", id="its own time-out is refused"),
    ],
)
def test_a_game_that_fails_raises_and_leaves_the_room_as_it_was(
    monkeypatch: pytest.MonkeyPatch, game: Othello, says: str
) -> None:
    desk = playing(options=LOSE)
    before = replace(desk.room)
    monkeypatch.setattr(type(desk.room), "game", game)
    desk.now = NOW + TURN + MARGIN
    with pytest.raises(ValueError, match=says):
        desk.wake()
    assert desk.room == before


def test_a_sit_in_the_middle_of_a_game_is_refused_after_the_settlement() -> None:
    desk = playing(options=LOSE)
    desk.now = NOW + TURN + MARGIN
    outcome = desk.ask(Sit(sender(CY), 1, None))
    assert outcome.rejection is not None
    assert (outcome.rejection.code, outcome.changed) == ("room/wrong_status", True)


def test_an_unlisted_connection_of_the_mover_is_an_absence_until_it_is_listed() -> None:
    desk = Desk(connected(playing(options=SLOW).room, BO, anna=NOW))
    desk.now = NOW + 60_000
    outcome = desk.ask(Act(sender(ANNA, "new"), 1, {"type": "offerDraw"}, None))
    assert outcome.rejection is not None
    assert (outcome.rejection.code, outcome.used_presence) == ("game/over", True)
