"""Clocks: what a turn costs, and when it ends (document 000, sections 8.2 and 8.5)."""

from collections.abc import Callable

import pytest

from engine.clock import Clock
from engine.colors import Color, PerColor
from engine.game import Json

from .helpers import NOW

FISCHER = Clock.fischer(base_ms=300_000, inc_ms=3_000, now=NOW)
PER_MOVE = Clock.per_move(limit_ms=30_000, now=NOW)
NONE = Clock.none(idle_ms=300_000, now=NOW)


@pytest.mark.parametrize(("clock", "limit"), [(FISCHER, 300_000), (PER_MOVE, 30_000), (NONE, 300_000)])
def test_the_deadline_is_the_start_of_the_turn_plus_what_is_left(clock: Clock, limit: int) -> None:
    assert clock.deadline("black") == NOW + limit
    assert clock.deadline("white") == NOW + limit


def test_a_fischer_move_is_charged_first_and_then_gets_its_increment() -> None:
    clock = FISCHER.moved("black", NOW + 10_000)
    assert clock.remaining == PerColor(293_000, 300_000)
    assert clock.turn_started_at == NOW + 10_000
    clock = clock.moved("white", NOW + 10_500)
    assert clock.remaining == PerColor(293_000, 302_500)
    assert clock.deadline("black") == NOW + 10_500 + 293_000


def test_a_fischer_clock_may_grow_past_its_start() -> None:
    assert FISCHER.moved("black", NOW + 1).remaining.black == 302_999


def test_a_fischer_move_in_the_last_millisecond_keeps_the_clock_alive() -> None:
    assert FISCHER.moved("black", NOW + 299_999).remaining.black == 1 + 3_000


@pytest.mark.parametrize("clock", [PER_MOVE, NONE])
def test_without_a_bank_every_turn_has_the_same_limit(clock: Clock) -> None:
    moved = clock.moved("black", NOW + 25_000).moved("white", NOW + 26_000)
    assert moved.remaining == clock.remaining
    assert moved.turn_started_at == NOW + 26_000


def test_an_interrupted_fischer_turn_is_charged_without_increment() -> None:
    clock = FISCHER.interrupted("white", NOW + 40_000)
    assert clock.remaining == PerColor(300_000, 260_000)
    assert clock.turn_started_at == NOW + 40_000


def test_an_interrupted_turn_never_leaves_a_clock_at_zero() -> None:
    assert FISCHER.interrupted("black", NOW + 400_000).remaining.black == 1


@pytest.mark.parametrize("clock", [FISCHER, PER_MOVE, NONE])
def test_postponing_moves_the_deadline_and_fills_no_bank(clock: Clock) -> None:
    later = clock.postponed(60_000)
    assert later.deadline("black") == clock.deadline("black") + 60_000
    assert later.remaining == clock.remaining


def test_a_move_before_a_postponed_turn_begins_gains_no_time() -> None:
    moved = FISCHER.postponed(60_000).moved("black", NOW + 5_000)
    assert moved.remaining.black == 303_000


def test_a_clock_is_shown_in_milliseconds() -> None:
    assert FISCHER.to_json() == {
        "kind": "fischer",
        "remainingMs": {"black": 300_000, "white": 300_000},
        "turnStartedAt": NOW,
    }


@pytest.mark.parametrize("clock", [FISCHER, PER_MOVE, NONE])
def test_a_clock_resumes_from_what_was_stored(clock: Clock) -> None:
    running = clock.moved("black", NOW + 4_000).moved("white", NOW + 9_000)
    assert clock.resumed(running.dump()) == running


def test_a_clock_without_a_bank_stores_only_when_its_turn_began() -> None:
    assert PER_MOVE.dump() == [NOW]
    assert FISCHER.dump() == [NOW, 300_000, 300_000]


@pytest.mark.parametrize(
    ("clock", "data"),
    [
        (FISCHER, [NOW]),
        (PER_MOVE, [NOW, 1]),
        (NONE, [NOW, 1, 1]),
        (NONE, []),
        (NONE, None),
        (NONE, ["0"]),
        (NONE, [True]),
    ],
)
def test_a_stored_clock_of_another_shape_is_refused(clock: Clock, data: Json) -> None:
    with pytest.raises(ValueError, match="not a"):
        clock.resumed(data)


FIRST = Clock.fischer(base_ms=300_000, inc_ms=3_000, now=NOW, first_ms=30_000)
"""Each colour's first move has a limit of its own (document 004, section 8.5)."""


def test_until_its_first_move_a_color_has_only_the_limit_of_that() -> None:
    assert FIRST.deadline("white") == FIRST.deadline("black") == NOW + 30_000
    after_white = FIRST.moved("white", NOW + 20_000)
    assert after_white.deadline("black") == NOW + 20_000 + 30_000
    after_black = after_white.moved("black", NOW + 25_000)
    assert after_black.deadline("white") == NOW + 25_000 + 300_000


def test_a_first_move_is_not_charged_and_gets_no_increment() -> None:
    clock = FIRST.moved("white", NOW + 20_000).moved("black", NOW + 40_000)
    assert clock.remaining == FIRST.remaining
    assert clock.moved("white", NOW + 50_000).remaining.white == 293_000


@pytest.mark.parametrize("ended", [Clock.interrupted, Clock.stopped])
def test_a_first_turn_that_ends_without_a_move_is_not_charged(
    ended: Callable[[Clock, Color, int], Clock],
) -> None:
    clock = ended(FIRST, "white", NOW + 20_000)
    assert clock.remaining == FIRST.remaining
    assert clock.deadline("white") == NOW + 20_000 + 30_000


def test_an_undo_does_not_stop_a_clock_that_has_started() -> None:
    clock = FIRST.moved("white", NOW + 5_000).interrupted("black", NOW + 8_000)
    assert clock.deadline("white") == NOW + 8_000 + 300_000
    assert clock.deadline("black") == NOW + 8_000 + 30_000


def test_a_limit_of_first_moves_goes_with_no_clock_too() -> None:
    clock = Clock.none(idle_ms=600_000, now=NOW, first_ms=15_000)
    assert clock.deadline("white") == NOW + 15_000
    assert clock.moved("white", NOW).moved("black", NOW + 1).deadline("white") == NOW + 1 + 600_000


@pytest.mark.parametrize(("after_ms", "left"), [(40_000, 260_000), (300_000, 0), (400_000, 0)])
def test_a_clock_that_the_end_of_the_game_stops_goes_down_to_zero(after_ms: int, left: int) -> None:
    clock = FISCHER.stopped("white", NOW + after_ms)
    assert clock.remaining == PerColor(300_000, left)
    assert clock.turn_started_at == NOW + after_ms


@pytest.mark.parametrize(("after_ms", "left"), [(0, 30_000), (7_000, 23_000), (30_000, 0), (31_000, 0)])
def test_a_limit_for_each_move_shows_what_was_left_of_it_when_the_game_ended(
    after_ms: int, left: int
) -> None:
    clock = PER_MOVE.stopped("black", NOW + after_ms)
    assert clock.remaining == PerColor(left, 30_000)
    assert PER_MOVE.resumed(clock.dump()) == clock


def test_the_idle_limit_is_no_clock_and_is_not_counted_down() -> None:
    assert NONE.stopped("black", NOW + 300_000).remaining == NONE.remaining


def test_who_has_started_is_shown_and_stored_where_first_moves_have_a_limit() -> None:
    clock = FIRST.moved("white", NOW + 1)
    assert clock.to_json()["started"] == {"black": False, "white": True}
    assert FIRST.dump() == [NOW, 300_000, 300_000, 0, 0]
    assert clock.dump() == [NOW + 1, 300_000, 300_000, 0, 1]
    assert clock.moved("black", NOW + 2).dump() == [NOW + 2, 300_000, 300_000]
    for step in (FIRST, clock, clock.moved("black", NOW + 2)):
        assert FIRST.resumed(step.dump()) == step
    for shape in ([NOW, 1, 1, 0], [NOW, 1, 1, 0, 0, 0], [NOW, 0, 0, 0]):
        with pytest.raises(ValueError, match="not a"):
            FIRST.resumed(shape)
    with pytest.raises(ValueError, match="not a"):
        FISCHER.resumed(clock.dump())
