"""Deadlines after an outage or a release: until ``not_before`` nobody loses by time."""

import pytest

from engine.game import JsonObject, Millis, PlayerId
from functions.rooms.record import replay
from functions.rooms.timing import Policy
from tests.rooms.people import (
    ANNA,
    BO,
    FISCHER,
    LOSE,
    MARGIN,
    NOW,
    SLOW,
    TURN,
    Desk,
    playing,
    rejected,
    remaining,
)


def outage(options: JsonObject, *, until: Millis) -> Desk:
    """A running game in which no deadline is reached before so many ms after its start."""
    return playing(options=options, policy=Policy(not_before=NOW + until))


def test_before_the_end_of_an_outage_nobody_enforces_anything() -> None:
    desk = outage(LOSE, until=100_000)
    desk.now = NOW + 99_999
    assert rejected(desk.flag(BO)) == "deadline/not_reached"
    assert not desk.wake().changed
    assert not desk.hello(BO).changed


@pytest.mark.parametrize(
    ("who", "after", "reached"),
    [(ANNA, -1, False), (ANNA, 0, True), (BO, 0, False), (BO, MARGIN - 1, False), (BO, MARGIN, True)],
)
def test_the_end_of_an_outage_is_a_deadline_like_any_other(
    who: PlayerId, after: Millis, reached: bool
) -> None:
    """With its margin, so that a move received in time still counts in a slow function."""
    desk = outage(LOSE, until=100_000)
    desk.now = NOW + 100_000 + after
    outcome = desk.flag(who)
    assert outcome.changed == reached
    if not reached:
        assert outcome.rejection_deadline == NOW + 100_000 + (0 if who == ANNA else MARGIN)


def test_a_move_that_is_late_by_an_outage_counts_and_charges_down_to_a_millisecond() -> None:
    desk = outage(FISCHER, until=400_000)
    desk.now = NOW + 390_000
    outcome = desk.move(ANNA)
    assert outcome.confirmed
    assert remaining(desk, ANNA) == 1 + 2_000
    assert desk.room.game.deadline(desk.match.state) == desk.now + 180_000
    (entry,) = desk.match.log.entries(NOW)
    assert (entry.held, entry.at) == (390_000 - 180_000 + 1, desk.now)


def test_a_move_in_time_is_charged_as_ever_though_an_outage_is_not_over() -> None:
    desk = outage(FISCHER, until=400_000)
    desk.now = NOW + 50_000
    desk.move(ANNA)
    assert remaining(desk, ANNA) == 180_000 - 50_000 + 2_000
    assert next(desk.match.log.entries(NOW)).held == 0


def test_a_late_move_per_turn_counts_and_the_opponent_has_the_whole_turn() -> None:
    desk = outage({}, until=100_000)
    desk.now = NOW + 99_000
    assert desk.move(ANNA).confirmed
    assert desk.room.game.deadline(desk.match.state) == desk.now + TURN


@pytest.mark.parametrize("options", [FISCHER, {}, LOSE, SLOW])
def test_a_game_with_held_deadlines_replays_to_the_same_state(options: JsonObject) -> None:
    desk = outage(options, until=2_000_000)
    for number in range(12):
        desk.now += (700, 250_000, 31_000)[number % 3]
        if number == 5:
            desk.act(desk.mover, "offerDraw")
            desk.now += 5_000
        assert desk.move().confirmed
    state, _ = replay(desk.match, desk.room.game, desk.room.options)
    assert state == desk.match.state
    assert any(entry.held for entry in desk.match.log.entries(NOW)) == (options is not SLOW)


def test_an_offer_in_an_outage_does_not_let_the_clock_run_out_either() -> None:
    desk = outage(FISCHER, until=400_000)
    desk.now = NOW + 300_000
    assert desk.act(ANNA, "offerDraw").confirmed
    desk.now = NOW + 350_000
    assert desk.move(ANNA).confirmed
    assert remaining(desk, ANNA) == 1 + 2_000


def test_an_opponents_consent_in_an_outage_takes_a_move_back_as_ever() -> None:
    desk = outage(FISCHER, until=400_000)
    desk.now = NOW + 1_000
    desk.move(ANNA)
    desk.act(ANNA, "requestUndo")
    desk.now = NOW + 390_000
    assert desk.act(BO, "respondUndo", accept=True).confirmed
    assert desk.mover == ANNA
    desk.check()
