"""A rectangular board of points: coordinates, names, directions, runs.

A point is ``(x, y)``, both 0-based, x to the right and y downwards on screen. Its index is
``y * width + x``; its name is the letter of its column and the 1-based number of its row
(``f5`` is (5, 4)).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, count
from typing import TypeAlias

Direction: TypeAlias = tuple[int, int]
"""A step ``(dx, dy)``."""

AXES: tuple[Direction, ...] = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""One direction of each line through a point; all of them raise the index."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The points of a board of ``width`` columns (at most 26) and ``height`` rows."""

    width: int
    height: int

    def has(self, x: int, y: int) -> bool:
        """Whether the point is on the board."""
        return 0 <= x < self.width and 0 <= y < self.height

    def index(self, x: int, y: int) -> int:
        """The index of a point that is on the board."""
        return y * self.width + x

    def point(self, index: int) -> tuple[int, int]:
        """The point ``(x, y)`` of an index."""
        y, x = divmod(index, self.width)
        return x, y

    def name(self, index: int) -> str:
        """The name players use, such as ``f5``."""
        x, y = self.point(index)
        return f"{chr(ord('a') + x)}{y + 1}"

    def index_of(self, name: str) -> int:
        """The index of a point by its name.

        :raises ValueError: no point of this board is called that.
        """
        column, row = name[:1], name[1:]
        if column.isascii() and column.islower() and row.isascii() and row.isdigit() and row[0] != "0":
            x, y = ord(column) - ord("a"), int(row) - 1
            if self.has(x, y):
                return self.index(x, y)
        raise ValueError(f"no point of a {self.width}x{self.height} board: {name!r}")

    def ray(self, index: int, direction: Direction) -> tuple[int, ...]:
        """The points from the neighbour in ``direction`` to the edge, nearest first."""
        dx, dy = direction
        x, y = self.point(index)
        points: list[int] = []
        while self.has(x := x + dx, y := y + dy):
            points.append(self.index(x, y))
        return tuple(points)

    def distance(self, a: int, b: int) -> int:
        """The number of king's steps between two points."""
        (ax, ay), (bx, by) = self.point(a), self.point(b)
        return max(abs(ax - bx), abs(ay - by))

    def run(self, board: Sequence[int], index: int, direction: Direction) -> int:
        """How many points in a row beyond ``index`` in ``direction`` hold what it holds."""
        length = 0
        for point in self.ray(index, direction):
            if board[point] != board[index]:
                break
            length += 1
        return length


_DIGITS = bytes.maketrans(b"012", b"\0\1\2")


def points(mask: int) -> Iterator[int]:
    """The indices of a set of points, lowest first; bit ``index`` of ``mask`` is a point."""
    return compress(count(), f"{mask:b}"[::-1].encode().translate(_DIGITS))


def cells(black: int, white: int, size: int) -> list[int]:
    """A board as clients read it: for each of ``size`` points 0 (empty), 1 (black) or 2 (white).

    ``black`` and ``white`` are sets of points as ``points`` takes them, with none in common.
    """
    # Read as hexadecimal digits, the bits add up without carrying.
    digits = int(f"{black:b}", 16) + 2 * int(f"{white:b}", 16)
    return list(f"{digits:0{size}x}"[::-1].encode().translate(_DIGITS))
