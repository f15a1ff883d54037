"""Document 003, sentence by sentence: the rules of omok as it tells them."""

import pytest

from engine.colors import Color, other
from engine.game import PlayerId
from engine.games.omok.board import GRID
from tests.engine.helpers import ANNA, BO, types

from .table import FULL_WITHOUT_FIVE, OMOK, OmokTable, board_of, longest, move

COLORS: tuple[Color, Color] = ("black", "white")

# --- Step 1: what omok is ---


@pytest.mark.parametrize("count", [0, 1, 3])
def test_two_players_play(count: int) -> None:
    assert (OMOK.min_players, OMOK.max_players) == (2, 2)
    players = [PlayerId(f"p{number}") for number in range(count)]
    with pytest.raises(ValueError, match="players"):
        OMOK.setup(players=players, options=OMOK.Options(), rng=OmokTable.new().rng, now=0)


def test_the_board_has_15_columns_and_15_rows_of_points_all_empty() -> None:
    table = OmokTable.new()
    assert table.drawn() == "." * 15 * 15
    legal = OMOK.legal_actions(table.state, ANNA)
    assert len(legal) == 225
    assert {move("a1"), move("o1"), move("a15"), move("o15"), move("h8")} <= set(legal)


def test_each_player_has_stones_of_one_color() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 h9 i10")
    assert table.stones() == {"black": "h8 h9", "white": "i9 i10"}


def test_black_moves_first() -> None:
    table = OmokTable.new()
    assert OMOK.active_players(table.state) == (ANNA,)
    assert table.code(BO, move("h8")) == "move/not_your_turn"
    [placed] = table.plays("h8")
    assert placed.to_json() == {"type": "placed", "by": ANNA, "color": "black", "x": 7, "y": 7}


def test_the_players_take_turns_with_one_stone_each() -> None:
    table = OmokTable.new()
    for number, name in enumerate(["a1", "b2", "c3", "e4", "e5", "f7", "g1", "h2"]):
        assert table.turn == COLORS[number % 2]
        table.plays(name)
        assert len(table.drawn().replace(".", "")) == number + 1
        assert table.code(table.waiter, move("o15")) == "move/not_your_turn"


@pytest.mark.parametrize("taken", ["h8", "i9"])
def test_a_stone_goes_only_on_an_empty_point(taken: str) -> None:
    table = OmokTable.new()
    table.plays("h8 i9")
    refused = table.refusal(ANNA, move(taken))
    assert refused is not None
    assert (refused.code, refused.reason) == ("move/illegal", "이미 돌이 있는 자리예요")


@pytest.mark.parametrize("point", [(-1, 7), (15, 7), (7, -1), (7, 15), (10**30, -(10**30))])
def test_a_stone_goes_only_on_the_board(point: tuple[int, int]) -> None:
    table = OmokTable.new()
    action = OMOK.Action.validate_python({"type": "place", "x": point[0], "y": point[1]})
    refused = table.refusal(ANNA, action)
    assert refused is not None
    assert (refused.code, refused.reason) == ("move/illegal", "판 밖에는 둘 수 없어요")
    with pytest.raises(ValueError, match="illegal"):
        OMOK.apply(table.state, ANNA, action, rng=table.rng, now=table.now)


def test_a_stone_that_was_placed_neither_moves_nor_goes_while_nobody_uses_the_skill() -> None:
    table = OmokTable.new()
    seen = table.drawn()
    for name in ["h8", "h9", "i8", "i9", "j8", "j9", "a1", "o15", "c7", "d2"]:
        table.plays(name)
        now = table.drawn()
        assert all(after == before for before, after in zip(seen, now, strict=True) if before != ".")
        seen = now


@pytest.mark.parametrize(
    ("line", "elsewhere"),
    [
        ("d8 e8 f8 g8 h8", "a1 c1 e1 g1"),
        ("h4 h5 h6 h7 h8", "a1 c1 e1 g1"),
        ("d4 e5 f6 g7 h8", "a1 c1 e1 g1"),
        ("h8 i7 j6 k5 l4", "a1 c1 e1 g1"),
    ],
    ids=["row", "column", "falling diagonal", "rising diagonal"],
)
@pytest.mark.parametrize("color", COLORS)
def test_five_in_a_row_wins_at_once_and_the_opponent_loses(line: str, elsewhere: str, color: Color) -> None:
    table = OmokTable.new()
    own, opp = line.split(), elsewhere.split()
    if color == "white":
        opp = ["o15", *opp]
        own, opp = opp, own
    moves = [name for pair in zip(own, [*opp, ""], strict=False) for name in pair if name]
    for name in moves[:-1]:
        table.plays(name)
        assert OMOK.result(table.state) is None
    events = table.plays(moves[-1])
    assert types(events) == ["placed", "gameEnded"]
    winner = ANNA if color == "black" else BO
    result = OMOK.result(table.state)
    assert result is not None
    assert result.ranking == ((winner,), (BO if winner == ANNA else ANNA,))
    assert (result.reason, result.scores) == ("normal", None)
    assert result.summary == f"{'흑' if color == 'black' else '백'} 5목 완성으로 승리"
    assert table.detail() == {
        "winner": color,
        "reason": "five",
        "line": sorted(map(GRID.index_of, line.split())),
        "moveCount": len(moves),
        "transcript": " ".join(moves),
    }
    assert (events[1].by, events[1].fields) == ("system", {"result": table.view()["result"]})


def test_nothing_can_be_done_in_a_game_that_is_over() -> None:
    table = OmokTable.new()
    table.plays("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    assert OMOK.active_players(table.state) == ()
    assert OMOK.deadline(table.state) is None
    for player in (ANNA, BO):
        assert OMOK.legal_actions(table.state, player) == ()
        for action in (move("o15"), move("xa1"), move("xa2")):
            refused = table.refusal(player, action)
            assert refused is not None
            assert (refused.code, refused.reason) == ("game/over", "이미 끝난 대국이에요")
            with pytest.raises(ValueError, match="game/over"):
                OMOK.apply(table.state, player, action, rng=table.rng, now=table.now)


def last_point(board: str, name: str) -> str:
    """A drawn board whose only free point is ``name``."""
    index = GRID.index_of(name)
    return f"{board[:index]}.{board[index + 1 :]}"


@pytest.mark.parametrize("skill", [True, False])
@pytest.mark.parametrize("turn", COLORS)
@pytest.mark.parametrize("name", ["a1", "h8", "o15"])
def test_a_full_board_without_five_is_a_draw_at_the_stone_that_fills_it(
    name: str, turn: Color, skill: bool
) -> None:
    table = OmokTable.at(last_point(FULL_WITHOUT_FIVE, name), turn, skill=skill)
    assert types(table.plays(name)) == ["placed", "gameEnded"]
    result = OMOK.result(table.state)
    assert result is not None
    assert result.ranking == ((ANNA, BO),)
    assert (result.reason, result.summary) == ("normal", "무승부 (판이 가득 참)")
    assert (table.detail()["winner"], table.detail()["reason"], table.detail()["line"]) == (
        None,
        "boardFull",
        [],
    )


@pytest.mark.parametrize("turn", COLORS)
def test_a_five_on_the_last_free_point_wins(turn: Color) -> None:
    own, opp = ("X", "O") if turn == "black" else ("O", "X")
    row = "XOX" + opp + own * 3 + "." + own + opp + own + "XOXO"
    assert len(row) == 15
    board = FULL_WITHOUT_FIVE[:105] + row + FULL_WITHOUT_FIVE[120:]
    table = OmokTable.at(board, turn)
    assert longest(table.drawn(), "X") < 5
    assert longest(table.drawn(), "O") < 5
    table.plays("h8")
    assert "." not in table.drawn()
    assert (table.detail()["winner"], table.detail()["reason"]) == (turn, "five")


# --- Step 2: special rules ---


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize(
    ("stones", "point"),
    [
        ("g8 i8 h7 h9", "h8"),  # two open threes
        ("e8 f8 g8 h5 h6 h7", "h8"),  # two open fours
        ("f8 g8 i8 h7 h9", "h8"),  # a four and a three
    ],
    ids=["double three", "double four", "four and three"],
)
def test_no_move_is_forbidden_to_either_color(stones: str, point: str, color: Color) -> None:
    table = OmokTable.at(board_of(**{color: stones}), color)
    assert types(table.plays(point)) == ["placed"]
    assert table.turn == other(color)


@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize(("below", "above"), [(1, 4), (2, 3), (3, 3), (4, 2), (3, 4), (4, 4)])
@pytest.mark.parametrize("step", [(1, 0), (0, 1), (1, 1), (1, -1)])
def test_six_to_nine_in_a_row_win_as_five_do(
    step: tuple[int, int], below: int, above: int, color: Color
) -> None:
    line = [GRID.index(7 + step[0] * at, 7 + step[1] * at) for at in range(-below, above + 1)]
    stones = " ".join(map(GRID.name, line))
    table = OmokTable.at(last_point(board_of(**{color: stones}), "h8"), color)
    table.plays("h8")
    length = below + 1 + above
    result = OMOK.result(table.state)
    assert result is not None
    assert result.summary == f"{'흑' if color == 'black' else '백'} {length}목 완성으로 승리"
    assert table.view()["winLine"] == sorted(line)


# --- Step 3: the skill and the time limit are in test_skill.py and test_timeouts.py ---
