"""What a section found, as text, as Markdown and as JSON."""

import json
from typing import Any

import pytest

from bench import __main__ as command
from bench.report import (
    Cell,
    Limit,
    Report,
    Table,
    limits_table,
    markdown,
    text_report,
    text_table,
    worst_table,
)

TABLE = Table("Moves", ("game", "ms", "calls"), [("reversi", 0.2716, 2), ("a new game", None, 12_345)])
REPORT = Report("cpu", [TABLE], [Limit("CPU", 0.4001, 0.40, "ms", 3)], ["a note"], {"speed": 1.5})


@pytest.mark.parametrize(
    ("measured", "holds"), [(0.39, True), (0.40, True), (0.4000001, False)], ids=["below", "at", "above"]
)
def test_a_limit_holds_up_to_its_figure_unrounded(measured: float, holds: bool) -> None:
    assert Limit("CPU", measured, 0.40, "ms").holds is holds


def test_a_table_has_aligned_columns_and_shows_what_is_missing() -> None:
    title, head, rule, first, second = text_table(TABLE).splitlines()
    assert title == "Moves"
    assert head.split() == ["game", "ms", "calls"]
    assert set(rule) == {"-", " "}
    assert first.split() == ["reversi", "0.272", "2"]
    assert second.split() == ["a", "new", "game", "-", "12,345"]
    assert len(second) == len(first) == len(rule)


@pytest.mark.parametrize(
    ("cell", "shown"), [(0.03371, "0.0337"), (9.96, "9.96"), (42.35, "42.4"), (7_123.4, "7,123"), ("x", "x")]
)
def test_figures_are_shown_with_three_digits_or_whole(cell: Cell, shown: str) -> None:
    assert text_table(Table("t", ("a", "b"), [("r", cell)])).splitlines()[-1].split() == ["r", shown]


def test_the_same_rows_are_markdown_and_json() -> None:
    assert markdown(TABLE).splitlines()[2] == "| reversi | 0.272 | 2 |"
    assert TABLE.to_json() == [
        {"game": "reversi", "ms": 0.2716, "calls": 2},
        {"game": "a new game", "ms": None, "calls": 12_345},
    ]


def test_a_row_of_another_length_than_the_heading_is_a_fault() -> None:
    with pytest.raises(ValueError, match="argument"):
        Table("t", ("a", "b"), [("only one",)]).to_json()


def test_a_section_says_its_tables_and_then_its_notes() -> None:
    text = text_report(REPORT)
    assert text.index("## cpu") < text.index("reversi") < text.index("* a note")


def test_all_limits_of_all_sections_are_one_table() -> None:
    table = limits_table([REPORT, Report("cold", [], [Limit("cold start", 0.8, 0.9, "ratio")])])
    assert table.rows == [
        ("CPU", "0.400", "0.400", "ms", "NO"),
        ("cold start", "0.80", "0.90", "ratio", "yes"),
    ]


@pytest.mark.parametrize(
    ("figures", "row"),
    [
        ((1.0, 1.0), ("reads", "reversi, chess", "1.00", "1.00", "calls", "yes")),
        ((0.5, 0.9), ("reads", "worst of 2: chess", "0.90", "1.00", "calls", "yes")),
        ((1.5, 0.9), ("reads", "worst of 2: reversi", "1.50", "1.00", "calls", "NO")),
    ],
    ids=["all alike", "the greater", "one does not hold"],
)
def test_a_limit_on_several_games_is_shown_by_the_worst(
    figures: tuple[float, float], row: tuple[Cell, ...]
) -> None:
    limits = [
        Limit("reads", figure, 1, "calls", of=game)
        for game, figure in zip(("reversi", "chess"), figures, strict=True)
    ]
    assert worst_table([Report("cost", [], limits)]).rows == [row]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float | None]]:
    """Which sections were asked for; each finds the same at once."""
    asked: list[tuple[str, float | None]] = []

    def section(name: str, seconds: float | None) -> Report:
        asked.append((name, seconds))
        return REPORT

    monkeypatch.setattr(command, "_section", section)
    return asked


def test_the_last_line_is_everything_as_json(
    measured: list[tuple[str, float | None]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["cpu"]) == 0
    *text, line = capsys.readouterr().out.splitlines()
    found: dict[str, Any] = json.loads(line)
    assert found["sections"]["cpu"]["limits"][0]["holds"] is False
    assert found["sections"]["cpu"]["figures"] == {"speed": 1.5}
    assert "What it must cost" in text
    assert measured == [("cpu", None)]


@pytest.mark.parametrize(("holds", "status"), [(True, 0), (False, 1)])
def test_a_limit_that_does_not_hold_fails_a_strict_run(
    holds: bool, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = Limit("CPU", 0.3 if holds else 0.5, 0.4, "ms")
    monkeypatch.setattr(command, "_section", lambda name, _: Report(name, [], [limit]))
    assert command.main(["cpu", "cold", "--strict", "--json"]) == status


def test_json_alone_is_one_line(
    measured: list[tuple[str, float | None]], capsys: pytest.CaptureFixture[str]
) -> None:
    command.main(["load", "--json", "--seconds", "300"])
    (line,) = capsys.readouterr().out.splitlines()
    assert set(json.loads(line)["sections"]) == {"cpu"}
    assert measured == [("load", 300.0)]


def test_without_a_name_every_section_is_measured(
    measured: list[tuple[str, float | None]], capsys: pytest.CaptureFixture[str]
) -> None:
    command.main([])
    assert tuple(name for name, _ in measured) == command.SECTIONS
    assert capsys.readouterr().out


def test_an_unknown_section_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(["speed"])
    assert refused.value.code == 2
    assert "no such section: speed" in capsys.readouterr().err
