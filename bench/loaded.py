"""What came of many rooms at once, and how it is shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.measure import percentile
from bench.report import Cell, Table


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of it."""

    rooms: int
    seconds: float
    games: int
    took_ms: Sequence[float]
    lost: int
    """Moves that their sender was told are made, and that no log holds; or the other way round."""


def row(name: str, loaded: Loaded) -> tuple[Cell, ...]:
    """A line of the table."""
    took = loaded.took_ms
    return (
        name,
        loaded.rooms,
        round(loaded.seconds),
        len(took),
        len(took) / loaded.seconds,
        loaded.games,
        loaded.lost,
        *(percentile(took, share) for share in (0.5, 0.9, 0.99)),
        max(took),
    )


def table_of(title: str, rows: Sequence[tuple[Cell, ...]]) -> Table:
    """The table of several of them."""
    head = (
        "rooms at once",
        "rooms",
        "seconds",
        "moves",
        "moves/s",
        "games ended",
        "lost",
        "p50 ms",
        "p90 ms",
        "p99 ms",
        "longest",
    )
    return Table(title, head, rows)
