"""Legal moves counted to a depth through the adapter (document 004, sections 8.0 and 10)."""

import pytest
from pydantic import JsonValue

from engine.games.chess.board import Position
from tests.engine.helpers import MADE, collected, number, records, text

from .table import KIWIPETE, START

Record = dict[str, JsonValue]


def perft(position: Position, depth: int) -> int:
    """The number of ways to play ``depth`` plies."""
    if depth == 1:
        return len(position.legal)
    return sum(perft(position.after(move), depth - 1) for move in position.legal)


def checked(record: Record, budget: int, *, chess960: bool) -> int:
    """Compare a record at every depth that takes no more than ``budget`` leaves; how many."""
    position = Position.read(text(record["fen"]), chess960=chess960)
    assert isinstance(record["depth"], dict)
    depths = {int(depth): number(count) for depth, count in record["depth"].items()}
    # What only a search that cuts repetitions could reach is not asked here.
    within = {depth: count for depth, count in depths.items() if count <= budget and depth <= 6}
    for depth, count in sorted(within.items()):
        assert perft(position, depth) == count, (record["id"], depth)
    return len(within)


@pytest.mark.parametrize(("depth", "count"), [(1, 20), (2, 400), (3, 8_902), (4, 197_281)])
def test_the_start_position_has_as_many_games_as_published(depth: int, count: int) -> None:
    assert perft(Position.read(START), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 48), (2, 2_039), (3, 97_862)])
def test_kiwipete_has_as_many_games_as_published(depth: int, count: int) -> None:
    assert perft(Position.read(KIWIPETE), depth) == count


@pytest.mark.demand
@pytest.mark.parametrize(("fen", "depth", "count"), [(START, 5, 4_865_609), (KIWIPETE, 4, 4_085_603)])
def test_deeper_counts_are_as_published(fen: str, depth: int, count: int) -> None:
    assert perft(Position.read(fen), depth) == count


@pytest.mark.parametrize(
    ("every", "budget"),
    [(1, 1_000), (8, 10_000), pytest.param(1, 250_000, marks=pytest.mark.demand)],
)
def test_every_start_of_chess960_has_as_many_games_as_the_oracle_counted(every: int, budget: int) -> None:
    starts = records(MADE / "perft" / "chess960_start.jsonl")[::every]
    assert min(checked(start, budget, chess960=True) for start in starts) >= 2


COLLECTED: dict[str, tuple[int, int]] = {
    "chess_known_positions": (100_000, 5_000_000),
    "chess_tricky": (30_000, 1_200_000),
    "chess_ep_checks": (10_000, 500_000),
    "chess_random_positions": (1_500, 100_000),
    "chess960_midgame": (1_500, 100_000),
}
"""Leaves per record that every run, and that a run on demand, may take."""

TOO_DEEP: dict[int, set[str]] = {
    30_000: {"epd-044", "epd-054", "epd-060", "epd-178"},
    1_200_000: {"epd-178"},  # 868 million and no less
}
"""Positions counted only at depths that are past a budget."""


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        *((name, every_run) for name, (every_run, _) in COLLECTED.items()),
        *(pytest.param(name, demand, marks=pytest.mark.demand) for name, (_, demand) in COLLECTED.items()),
    ],
)
def test_collected_positions_have_as_many_games_as_published(name: str, budget: int) -> None:
    found = collected(f"perft/{name}.jsonl")
    assert found
    passed_by = {
        text(record["id"])
        for record in found
        if not checked(record, budget, chess960="960" in name or record.get("chess960") is True)
    }
    assert passed_by == TOO_DEEP.get(budget, set())
