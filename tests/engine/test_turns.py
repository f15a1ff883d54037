"""Turns around a table: clockwise, among the living, either way."""

from itertools import product

import pytest

from engine.game import Json
from engine.rng import Rng
from engine.turns import CLOCKWISE, COUNTERCLOCKWISE, Direction, Turns, around, choose_first, next_living

from .helpers import SEED


@pytest.mark.parametrize(
    ("start", "seats", "direction", "order"),
    [
        (0, 1, CLOCKWISE, (0,)),
        (0, 4, CLOCKWISE, (0, 1, 2, 3)),
        (2, 4, CLOCKWISE, (2, 3, 0, 1)),
        (2, 4, COUNTERCLOCKWISE, (2, 1, 0, 3)),
        (0, 3, COUNTERCLOCKWISE, (0, 2, 1)),
    ],
)
def test_seats_follow_each_other_around_the_table(
    start: int, seats: int, direction: Direction, order: tuple[int, ...]
) -> None:
    assert around(start, seats, direction) == order


@pytest.mark.parametrize(("start", "seats"), [(-1, 3), (3, 3), (0, 0)])
def test_a_seat_that_the_table_does_not_have_is_a_fault(start: int, seats: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        around(start, seats)


@pytest.mark.parametrize("direction", [CLOCKWISE, COUNTERCLOCKWISE])
def test_the_next_living_seat_is_the_nearest_one_that_way(direction: Direction) -> None:
    """Every table of up to five, every seat of it: walk by hand."""
    for seats in range(1, 6):
        for alive in product((False, True), repeat=seats):
            for seat in range(seats):
                walk = seat
                for _ in range(seats):
                    walk = (walk + direction) % seats
                    if alive[walk]:
                        break
                assert next_living(seat, alive, direction) == (walk if any(alive) else None)


def test_the_first_player_is_drawn_or_the_host_or_each_in_turn() -> None:
    rng, twin = Rng.from_seed(SEED), Rng.from_seed(SEED)
    drawn = [choose_first("random", 5, rng=rng, game_no=1) for _ in range(50)]
    assert drawn == [twin.int(5) for _ in range(50)]
    assert set(drawn) == set(range(5))
    before = rng.state
    assert [choose_first("host", 3, rng=rng, game_no=number) for number in (1, 2, 3)] == [0, 0, 0]
    assert [choose_first("rotate", 3, rng=rng, game_no=number) for number in (1, 2, 3, 4)] == [0, 1, 2, 0]
    assert rng.state == before, "only random draws"


def test_a_turn_passes_over_the_dead_and_may_leave_one_out() -> None:
    turns = Turns((True, False, True, True), 0)
    assert turns.passed().turn == 2
    assert turns.passed(2).turn == 3
    assert turns.passed(3).turn == 0
    assert turns.passed(0) == turns


def test_a_reversed_order_goes_back_and_twice_reversed_is_as_before() -> None:
    turns = Turns((True, False, True, True), 2)
    assert turns.reversed().passed().turn == 0
    assert turns.passed().turn == 3
    assert turns.reversed().reversed() == turns


def test_who_dies_in_turn_passes_it_on_and_who_dies_out_of_turn_does_not() -> None:
    turns = Turns((True, True, True), 1)
    assert turns.without(1) == Turns((True, False, True), 2)
    assert turns.without(0) == Turns((False, True, True), 1)
    assert turns.reversed().without(1).turn == 0


def test_nobody_dies_twice_and_the_last_cannot_die() -> None:
    turns = Turns((True, False), 0)
    with pytest.raises(ValueError, match="out already"):
        turns.without(1)
    with pytest.raises(ValueError, match="nobody is left"):
        turns.without(0)
    with pytest.raises(ValueError, match="nobody is left"):
        Turns((False, False), 0).passed()


@pytest.mark.parametrize("turns", [Turns((True,), 0), Turns((True, False, True), 2, COUNTERCLOCKWISE)])
def test_an_order_of_turns_comes_back_from_storage(turns: Turns) -> None:
    assert Turns.load(turns.dump(), len(turns.alive)) == turns


@pytest.mark.parametrize(
    "data", [None, [], [1, 0], [1, 0, 2], [8, 0, 1], [1, 3, 1], [-1, 0, 1], ["1", 0, 1], [1, 0, 1, 1]]
)
def test_what_is_no_order_of_turns_is_refused(data: Json) -> None:
    with pytest.raises(ValueError, match="not a"):
        Turns.load(data, 3)
