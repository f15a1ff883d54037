"""Coordinates, names, directions and runs."""

import pytest

from engine.grid import AXES, Direction, Grid

GRID = Grid(8, 8)
OMOK = Grid(15, 15)


@pytest.mark.parametrize(
    ("grid", "x", "y", "index", "name"),
    [
        (GRID, 0, 0, 0, "a1"),
        (GRID, 7, 0, 7, "h1"),
        (GRID, 0, 7, 56, "a8"),
        (GRID, 5, 4, 37, "f5"),
        (OMOK, 7, 7, 112, "h8"),
        (OMOK, 14, 14, 224, "o15"),
    ],
)
def test_a_point_has_an_index_and_a_name(grid: Grid, x: int, y: int, index: int, name: str) -> None:
    assert grid.index(x, y) == index
    assert grid.point(index) == (x, y)
    assert grid.name(index) == name
    assert grid.index_of(name) == index


@pytest.mark.parametrize(
    "name", ["", "a", "5", "a0", "a9", "i1", "A1", "a01", "a-1", "aa1", "a1 ", "a²", "é1"]
)
def test_a_name_that_is_no_point_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no point"):
        GRID.index_of(name)


@pytest.mark.parametrize(
    ("x", "y", "on_board"),
    [(0, 0, True), (7, 7, True), (-1, 0, False), (0, -1, False), (8, 0, False), (0, 8, False)],
)
def test_the_board_ends_at_its_edges(x: int, y: int, on_board: bool) -> None:
    assert GRID.has(x, y) is on_board


def test_the_four_lines_lead_to_all_eight_neighbours_both_ways() -> None:
    assert {*AXES, *((-dx, -dy) for dx, dy in AXES)} == {
        (dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)
    }
    assert all(dy * 8 + dx > 0 for dx, dy in AXES)


@pytest.mark.parametrize(
    ("direction", "names"),
    [
        ((1, 0), "e3 f3 g3 h3"),
        ((-1, 0), "c3 b3 a3"),
        ((0, 1), "d4 d5 d6 d7 d8"),
        ((0, -1), "d2 d1"),
        ((1, 1), "e4 f5 g6 h7"),
        ((-1, -1), "c2 b1"),
        ((1, -1), "e2 f1"),
        ((-1, 1), "c4 b5 a6"),
    ],
)
def test_a_ray_runs_to_the_edge_and_never_around_it(direction: Direction, names: str) -> None:
    points = GRID.ray(GRID.index_of("d3"), direction)
    assert " ".join(map(GRID.name, points)) == names


def test_a_ray_from_the_edge_outwards_is_empty() -> None:
    assert GRID.ray(GRID.index_of("h4"), (1, 0)) == ()


@pytest.mark.parametrize(
    ("a", "b", "steps"), [("a1", "a1", 0), ("a1", "h8", 7), ("c3", "e4", 2), ("e4", "c3", 2)]
)
def test_distance_counts_steps_of_a_king(a: str, b: str, steps: int) -> None:
    assert GRID.distance(GRID.index_of(a), GRID.index_of(b)) == steps


def test_a_run_counts_equal_neighbours_in_one_direction() -> None:
    board = [0] * 225
    for x in range(3, 9):
        board[OMOK.index(x, 4)] = 1
    board[OMOK.index(9, 4)] = 2
    middle = OMOK.index(5, 4)
    assert OMOK.run(board, middle, (1, 0)) == 3
    assert OMOK.run(board, middle, (-1, 0)) == 2
    assert OMOK.run(board, middle, (0, 1)) == 0


def test_a_run_ends_at_the_edge_of_the_board() -> None:
    board = [1] * 64
    assert GRID.run(board, GRID.index_of("g8"), (1, 0)) == 1
    assert GRID.run(board, GRID.index_of("g8"), (1, 1)) == 0
