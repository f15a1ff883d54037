"""Stones on the 15x15 board as two numbers of 225 bits; bit ``y * 15 + x`` is the point (x, y)."""

from engine.grid import AXES, Grid

GRID = Grid(15, 15)
POINTS = 15 * 15
FULL = (1 << POINTS) - 1

FIVE = 5
"""Stones in a row that win. More win as well (document 003, step 2.3)."""

_FIRST_COLUMN = sum(1 << y * 15 for y in range(15))
_LAST_COLUMN = _FIRST_COLUMN << 14
_ENTERED = {1: FULL ^ _FIRST_COLUMN, 0: FULL, -1: FULL ^ _LAST_COLUMN}
"""Where a step of ``dx`` can end; any other point was reached around the edge."""

_STEPS = tuple((dy * 15 + dx, _ENTERED[dx], _ENTERED[-dx]) for dx, dy in AXES)
"""Per line through a point: the step in bits, and where steps up and down can end."""


def lines(own: int, index: int) -> list[int]:
    """The winning lines through ``index``, a stone of ``own``: at most one for each axis.

    Each is the whole run, however long. Only these can be new after a stone on ``index``.
    """
    stone = 1 << index
    found: list[int] = []
    for step, entered_up, entered_down in _STEPS:
        run = end = stone
        while end := end << step & own & entered_up:
            run |= end
        end = stone
        while end := end >> step & own & entered_down:
            run |= end
        if run.bit_count() >= FIVE:
            found.append(run)
    return found
