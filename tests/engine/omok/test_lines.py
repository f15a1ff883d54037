"""Five in a row wherever it can be, and where it only seems to be."""

from itertools import pairwise

import pytest
from pydantic import JsonValue

from engine.games.omok.board import GRID, lines
from engine.grid import points
from tests.engine.helpers import MADE, number, records, text

from .table import OMOK, OmokTable, board_of, longest

AXES = {"row": (1, 0), "column": (0, 1), "falling diagonal": (1, 1), "rising diagonal": (-1, 1)}


def windows(axis: str, length: int) -> list[list[tuple[int, int]]]:
    """Every run of ``length`` points along an axis."""
    dx, dy = AXES[axis]
    runs = [[(x + dx * at, y + dy * at) for at in range(length)] for y in range(15) for x in range(15)]
    return [run for run in runs if all(0 <= x < 15 and 0 <= y < 15 for x, y in run)]


def mask(run: list[tuple[int, int]]) -> int:
    return sum(1 << y * 15 + x for x, y in run)


@pytest.mark.parametrize(("axis", "count"), list(zip(AXES, [165, 165, 121, 121], strict=True)))
def test_five_wins_everywhere_on_the_board_whichever_stone_is_the_last(axis: str, count: int) -> None:
    runs = windows(axis, 5)
    assert len(runs) == count
    reached = {coordinate for run in runs for x, y in run for coordinate in (("x", x), ("y", y))}
    assert {("x", 0), ("x", 14), ("y", 0), ("y", 14)} <= reached, "every edge is touched"
    for run in runs:
        own = mask(run)
        for x, y in run:
            assert lines(own, y * 15 + x) == [own]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_fewer_than_five_win_nowhere(axis: str, length: int) -> None:
    for run in windows(axis, length):
        for x, y in run:
            assert lines(mask(run), y * 15 + x) == []


@pytest.mark.parametrize("axis", AXES)
def test_a_gap_breaks_a_line(axis: str) -> None:
    for run in windows(axis, 6):
        for gap in range(1, 5):
            own = mask(run) ^ mask([run[gap]])
            for x, y in (run[0], run[-1]):
                assert lines(own, y * 15 + x) == []


@pytest.mark.parametrize("axis", AXES)
def test_a_stone_of_the_opponent_breaks_a_line(axis: str) -> None:
    for run in windows(axis, 6)[::7]:
        names = [GRID.name(GRID.index(x, y)) for x, y in run]
        table = OmokTable.at(board_of(black=" ".join([*names[:2], *names[3:5]]), white=names[2]))
        table.plays(names[5])
        assert OMOK.result(table.state) is None


@pytest.mark.parametrize("step", [1, 14, 15, 16])
def test_no_line_runs_around_an_edge(step: int) -> None:
    wrapped = 0
    for first in range(225 - 4 * step):
        chain = [first + at * step for at in range(5)]
        if all(max(abs(b % 15 - a % 15), abs(b // 15 - a // 15)) == 1 for a, b in pairwise(chain)):
            continue
        wrapped += 1
        own = sum(1 << point for point in chain)
        for point in chain:
            assert lines(own, point) == []
    assert wrapped > 0 or step == 15, "columns have nowhere to go around"


def test_the_wrapped_row_of_a_player_does_not_win() -> None:
    table = OmokTable.new()
    table.plays("m1 h8 n1 h9 o1 h10 a2 i8 b2")
    assert OMOK.result(table.state) is None


@pytest.mark.parametrize(
    ("stones", "point", "line"),
    [
        ("d8 e8 f8 g8 h4 h5 h6 h7", "h8", "d8 e8 f8 g8 h8 h4 h5 h6 h7"),
        ("d8 e8 f8 g8 i9 j10 k11 l12", "h8", "d8 e8 f8 g8 h8 i9 j10 k11 l12"),
        ("f8 g8 i8 j8 k8 h6 h7 h9 h10", "h8", "f8 g8 h8 i8 j8 k8 h6 h7 h9 h10"),
        (
            "d8 e8 f8 g8 i8 j8 k8 l8 h4 h5 h6 h7 h9 h10 h11 h12 d4 e5 f6 g7 i9 j10 k11 l12"
            " d12 e11 f10 g9 i7 j6 k5 l4",
            "h8",
            "d8 e8 f8 g8 h8 i8 j8 k8 l8 h4 h5 h6 h7 h9 h10 h11 h12 d4 e5 f6 g7 i9 j10 k11 l12"
            " d12 e11 f10 g9 i7 j6 k5 l4",
        ),
        ("d8 e8 f8 g8 h6 h7 h9 i8 o1", "h8", "d8 e8 f8 g8 h8 i8"),  # a six; the four beside it is none
    ],
    ids=["row and column", "row and diagonal", "six and five", "four nines", "six and four"],
)
def test_every_stone_of_every_winning_line_is_told(stones: str, point: str, line: str) -> None:
    table = OmokTable.at(board_of(white=stones), "white")
    table.plays(point)
    told = sorted(map(GRID.index_of, line.split()))
    assert table.view()["winLine"] == table.detail()["line"] == told


def test_of_two_lines_the_longer_gives_the_win_its_name() -> None:
    table = OmokTable.at(board_of(black="d8 e8 f8 g8 i8 h4 h5 h6 h7"))
    table.plays("h8")
    result = OMOK.result(table.state)
    assert result is not None
    assert result.summary == "흑 6목 완성으로 승리"


def test_no_line_is_told_unless_a_five_won() -> None:
    table = OmokTable.new()
    assert table.view()["winLine"] == []
    table.plays("h8 i8 pass pass pass pass pass")
    assert table.detail()["reason"] == "timeLoss"
    assert table.view()["winLine"] == table.detail()["line"] == []


CASES = records(MADE / "cases" / "gomoku_lines.jsonl")


@pytest.mark.parametrize("case", CASES, ids=lambda case: text(case["id"]))
def test_a_line_case_ends_as_the_oracles_say(case: dict[str, JsonValue]) -> None:
    table = OmokTable.new()
    *before, last = text(case["moves"]).split()
    for name in before:
        table.plays(name)
        assert OMOK.result(table.state) is None
    mover = table.turn
    table.plays(last)
    assert longest(table.drawn(), "X" if mover == "black" else "O") >= number(case["longest"])
    assert (OMOK.result(table.state) is not None) is case["over"]
    if not case["over"]:
        assert number(case["longest"]) < 5
        return
    assert (table.detail()["winner"], table.detail()["reason"]) == (case["winner"], "five")
    won = lines(table.state.position.of(mover), GRID.index_of(last))
    assert max(line.bit_count() for line in won) == number(case["longest"])
    assert len(won) == (2 if case["direction"] == "two" else 1)
    assert table.detail()["line"] == sorted({point for line in won for point in points(line)})
