"""What a section found: tables to read, limits that hold or not, and the same as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Cell: TypeAlias = str | int | float | None
"""None: does not apply, or could not be measured; a note says why."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a heading; the first cell of a row names it."""

    title: str
    head: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]

    def to_json(self) -> list[dict[str, Cell]]:
        """The rows, each as an object keyed by the heading."""
        return [dict(zip(self.head, row, strict=True)) for row in self.rows]


@dataclass(frozen=True, slots=True)
class Limit:
    """A row of the design's table of costs: what was measured must not exceed ``limit``.

    ``of`` is the game or whatever else it was measured on. ``digits`` is how many places after the point
    are shown; what is compared is not rounded.
    """

    what: str
    measured: float
    limit: float
    unit: str
    digits: int = 2
    of: str = ""

    @property
    def holds(self) -> bool:
        """Whether the measured figure is within the limit."""
        return self.measured <= self.limit

    def to_json(self) -> dict[str, Cell]:
        """The row as an object."""
        return {
            "what": self.what,
            "of": self.of,
            "measured": self.measured,
            "limit": self.limit,
            "unit": self.unit,
            "holds": self.holds,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """What one section found."""

    section: str
    tables: Sequence[Table]
    limits: Sequence[Limit] = ()
    notes: Sequence[str] = ()
    figures: Mapping[str, Cell] = field(default_factory=dict)
    """Single figures that belong in no table."""

    def to_json(self) -> dict[str, object]:
        """The report as an object."""
        return {
            "tables": {table.title: table.to_json() for table in self.tables},
            "limits": [limit.to_json() for limit in self.limits],
            "figures": dict(self.figures),
            "notes": list(self.notes),
        }


def _shown(cell: Cell) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:,.3g}" if abs(cell) < 10 else f"{cell:,.1f}" if abs(cell) < 1000 else f"{cell:,.0f}"
    return f"{cell:,}" if isinstance(cell, int) else cell


def text_table(table: Table) -> str:
    """The table in columns: the first to the left, figures to the right."""
    cells = [list(table.head), *([_shown(cell) for cell in row] for row in table.rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(table.head))]
    lines = [
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    ]
    return "\n".join([table.title, lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def text_report(report: Report) -> str:
    """A section for a terminal."""
    parts = [f"## {report.section}", *map(text_table, report.tables)]
    if report.notes:
        parts.append("\n".join(f"* {note}" for note in report.notes))
    return "\n\n".join(parts)


def limits_table(reports: Sequence[Report]) -> Table:
    """Every limit of all sections, and whether it holds."""
    rows: list[tuple[Cell, ...]] = [
        (f"{limit.what}, {limit.of}" if limit.of else limit.what, *_compared(limit))
        for report in reports
        for limit in report.limits
    ]
    return Table("What it must cost", ("limit", "measured", "at most", "unit", "holds"), rows)


def worst_table(reports: Sequence[Report]) -> Table:
    """The same, each limit once: of all it was measured on, what comes closest to it or exceeds it."""
    same: dict[tuple[str, float], list[Limit]] = {}
    for report in reports:
        for limit in report.limits:
            same.setdefault((limit.what, limit.limit), []).append(limit)
    rows: list[tuple[Cell, ...]] = []
    for limits in same.values():
        worst = max(limits, key=lambda limit: limit.measured)
        alike = all(limit.measured == worst.measured for limit in limits)
        which = ", ".join(limit.of for limit in limits) if alike else worst.of
        if not alike:
            which = f"worst of {len(limits)}: {which}"
        rows.append((worst.what, which, *_compared(worst)))
    head = ("limit", "of", "measured", "at most", "unit", "holds")
    return Table("What it must cost, the worst of all games", head, rows)


def _compared(limit: Limit) -> tuple[Cell, ...]:
    shown = [f"{figure:.{limit.digits}f}" for figure in (limit.measured, limit.limit)]
    return (*shown, limit.unit, "yes" if limit.holds else "NO")


def markdown(table: Table) -> str:
    """The table for README."""
    cells = [list(table.head), ["---"] * len(table.head)]
    cells += [[_shown(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
