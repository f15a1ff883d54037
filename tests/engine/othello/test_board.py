"""Legal moves and flips, counted against published and independent numbers."""

import pytest
from pydantic import JsonValue

from engine.colors import BLACK, WHITE
from engine.games.othello.board import GRID, flips, legal_moves, nearest_first
from engine.games.othello.record import START, Position
from engine.games.othello.state import state_from_position
from engine.grid import points
from tests.engine.helpers import MADE, PLAYERS, objected, records, text

POSITIONS = records(MADE / "perft" / "othello.jsonl")


def perft(position: Position, depth: int, *, pass_costs: int = 1, early_end: int = 1) -> int:
    """The leaves of the tree of play, ``depth`` plies deep.

    A forced pass costs ``pass_costs`` plies; a game that is over early counts ``early_end``.
    """
    if depth <= 0:
        return 1
    own, opp = position.sides()
    moves = legal_moves(own, opp)
    if moves and depth == 1:
        return moves.bit_count()
    if moves:
        return sum(
            perft(
                position.placed(point, flips(own, opp, point)),
                depth - 1,
                pass_costs=pass_costs,
                early_end=early_end,
            )
            for point in points(moves)
        )
    if legal_moves(opp, own):
        return perft(position.passed(), depth - pass_costs, pass_costs=pass_costs, early_end=early_end)
    return early_end


@pytest.mark.parametrize(
    ("depth", "leaves"),
    [
        (1, 4),
        (2, 12),
        (3, 56),
        (4, 244),
        (5, 1396),
        (6, 8200),
        (7, 55092),
        (8, 390216),
        pytest.param(9, 3005288, marks=pytest.mark.slow),
        pytest.param(10, 24571284, marks=pytest.mark.demand),
    ],
)
def test_the_tree_from_the_start_has_the_published_number_of_leaves(depth: int, leaves: int) -> None:
    assert perft(START, depth) == leaves


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: text(case["id"]))
def test_the_tree_from_a_position_has_the_oracles_number_of_leaves(case: dict[str, JsonValue]) -> None:
    turn = BLACK if case["turn"] == "X" else WHITE
    position = state_from_position(text(case["board"]), turn, players=PLAYERS).position
    for counting, pass_costs, early_end in (
        ("pass_ply", 1, 1),
        ("pass_free", 0, 1),
        ("full_depth_only", 1, 0),
    ):
        for depth, leaves in objected(case[counting]).items():
            counted = perft(position, int(depth), pass_costs=pass_costs, early_end=early_end)
            assert counted == leaves, (counting, depth)


def brute_flips(own: int, opp: int, index: int) -> int:
    """The rule of section 5 word for word, a point at a time."""
    turned = 0
    x, y = GRID.point(index)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            between, step = 0, 1
            while GRID.has(x + dx * step, y + dy * step):
                bit = 1 << GRID.index(x + dx * step, y + dy * step)
                if not opp & bit:
                    turned |= between if own & bit else 0
                    break
                between |= bit
                step += 1
    return turned


@pytest.mark.parametrize("case", POSITIONS, ids=lambda case: text(case["id"]))
def test_flips_and_legal_moves_are_the_rule_word_for_word(case: dict[str, JsonValue]) -> None:
    position = state_from_position(text(case["board"]), BLACK, players=PLAYERS).position
    for own, opp in ((position.black, position.white), (position.white, position.black)):
        legal = 0
        for index in points(~(own | opp) & (1 << 64) - 1):
            turned = brute_flips(own, opp, index)
            assert flips(own, opp, index) == turned
            legal |= bool(turned) << index
        assert legal_moves(own, opp) == legal


def test_flipped_discs_are_listed_nearest_first() -> None:
    mask = sum(1 << GRID.index_of(name) for name in ("a8", "b7", "c6", "f3", "d6", "e6"))
    assert [GRID.name(index) for index in nearest_first(GRID.index_of("e4"), mask)] == [
        "f3",
        "c6",
        "d6",
        "e6",
        "b7",
        "a8",
    ]
