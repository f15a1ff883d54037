"""Discs on the 8x8 board as two 64-bit numbers; bit ``y * 8 + x`` is the point (x, y).

Everything here is about a side's ``own`` discs and the opponent's ``opp``, never a colour.
"""

from engine.grid import AXES, Grid, points

GRID = Grid(8, 8)

_FULL = (1 << 64) - 1
_INNER_COLUMNS = 0x7E7E_7E7E_7E7E_7E7E  # b..g: a run along a row or diagonal must not wrap
_AXES = ((1, _INNER_COLUMNS), (8, _FULL), (7, _INNER_COLUMNS), (9, _INNER_COLUMNS))
"""Per line through a point: the step in bits, and where the discs between may lie."""


def _masks(forward: bool) -> tuple[tuple[int, ...], ...]:
    """Per point, the rays that raise (or lower) the index, as masks.

    Rays of fewer than two points cannot hold a disc and an end, so they are left out.
    """
    return tuple(
        tuple(
            sum(1 << point for point in ray)
            for dx, dy in AXES
            if len(ray := GRID.ray(index, (dx, dy) if forward else (-dx, -dy))) > 1
        )
        for index in range(64)
    )


_RAYS_UP = _masks(forward=True)
_RAYS_DOWN = _masks(forward=False)


def legal_moves(own: int, opp: int) -> int:
    """The empty points where a disc of ``own`` would turn at least one (document 000, section 5).

    For all points at once: from every own disc, walk over the opponent's in each direction,
    in steps of one, two and three more (Kogge-Stone), at most six of them in a row.
    """
    moves = 0
    for step, between in _AXES:
        over = opp & between
        pairs = over & (over << step)
        double = 2 * step
        up = over & (own << step)
        up |= over & (up << step)
        up |= pairs & (up << double)
        up |= pairs & (up << double)
        pairs >>= step
        down = over & (own >> step)
        down |= over & (down >> step)
        down |= pairs & (down >> double)
        down |= pairs & (down >> double)
        moves |= (up << step) | (down >> step)
    return moves & ~(own | opp) & _FULL


def flips(own: int, opp: int, index: int) -> int:
    """The opponent's discs that a disc of ``own`` on an empty point would turn; 0 if none.

    Only straight lines from that point count: a turned disc turns no others.
    """
    turned = 0
    not_opp = ~opp
    for ray in _RAYS_UP[index]:
        ends = ray & not_opp
        end = ends & -ends  # the nearest point that is not the opponent's
        if end & own:
            turned |= ray & (end - 1)
    for ray in _RAYS_DOWN[index]:
        ends = ray & not_opp
        if ends:
            end = 1 << (ends.bit_length() - 1)
            if end & own:
                turned |= ray & -(end << 1)
    return turned


def nearest_first(origin: int, mask: int) -> list[int]:
    """The indices of a mask by distance from ``origin``, equal ones by index."""
    return sorted(points(mask), key=lambda index: GRID.distance(origin, index))
