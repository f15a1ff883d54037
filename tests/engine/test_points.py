"""Sets of points as numbers: which points are in them, and the board that two of them make."""

import pytest

from engine.grid import cells, points


@pytest.mark.parametrize(
    ("mask", "indices"),
    [
        (0, []),
        (1, [0]),
        (0b1011_0000, [4, 5, 7]),
        (1 << 224, [224]),
        ((1 << 225) - 1, list(range(225))),
        (1 << 63 | 1, [0, 63]),
    ],
)
def test_a_set_of_points_gives_its_indices_lowest_first(mask: int, indices: list[int]) -> None:
    assert list(points(mask)) == indices


@pytest.mark.parametrize(
    ("black", "white", "size", "board"),
    [
        (0, 0, 4, [0, 0, 0, 0]),
        (0b0001, 0b0110, 4, [1, 2, 2, 0]),
        (0b1000, 0b0001, 4, [2, 0, 0, 1]),
        ((1 << 64) - 1, 0, 64, [1] * 64),
        (0, (1 << 225) - 1, 225, [2] * 225),
        (1 << 224, 1, 225, [2, *[0] * 223, 1]),
    ],
)
def test_two_sets_of_points_make_a_board(black: int, white: int, size: int, board: list[int]) -> None:
    assert cells(black, white, size) == board
