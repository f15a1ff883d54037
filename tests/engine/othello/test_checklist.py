"""Document 000, section 10, line by line: the rules."""

import pytest

from engine.colors import Color
from engine.game import PlayerId, Timeout
from engine.rng import Rng
from tests.engine.helpers import ANNA, BO, NOW, OTHELLO, Table, listed, named, place, plain, types

# Black moves c1 and turns b1; then white can nowhere move, and black only f8.
PASS_AHEAD = """
    XO......
    ........
    ........
    ........
    ........
    ........
    ........
    ......OX
"""

# Black moves c1 and turns b1; then nobody can move, three discs each.
DRAW_AHEAD = """
    XO......
    ........
    ........
    ........
    ........
    ........
    .......O
    ......OO
"""

# Black moves g1 and turns g2; then nobody can move: 40 black, 20 white, 4 empty.
WIN_AHEAD = """
    OOOOXX.X
    OOOXOXOX
    OOOXXXXX
    OOOXXXXX
    OOOXXXXX
    OO.XXXXX
    X..XXXXX
    O.XXXXXX
"""


def swapped(board: str) -> str:
    """The same board with the colours exchanged."""
    return board.translate(str.maketrans("XO", "OX"))


def test_the_start_has_four_discs_and_black_may_move_d3_c4_f5_or_e6() -> None:
    table = Table.new()
    assert table.drawn() == plain(
        """
        ........
        ........
        ........
        ...OX...
        ...XO...
        ........
        ........
        ........
        """
    )
    assert table.turn == "black"
    assert table.legal(ANNA) == ["d3", "c4", "f5", "e6"]
    assert table.legal(BO) == []


def test_black_on_d3_turns_d4_as_the_document_shows() -> None:
    table = Table.new()
    [placed] = table.places("d3")
    assert list(named(placed.fields["flipped"])) == ["d4"]
    assert table.view()["counts"] == {"black": 4, "white": 1, "empty": 59}
    assert table.turn == "white"


@pytest.mark.parametrize("opponents", [1, 2])
@pytest.mark.parametrize("direction", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)])
@pytest.mark.parametrize("turn", ["black", "white"])
def test_discs_are_turned_in_each_of_the_eight_directions(
    direction: tuple[int, int], opponents: int, turn: Color
) -> None:
    own, opp = ("X", "O") if turn == "black" else ("O", "X")
    dx, dy = direction
    cells = ["."] * 64
    between = [(3 + dx * step) + (3 + dy * step) * 8 for step in range(1, opponents + 1)]
    for point in between:
        cells[point] = opp
    cells[3 + dx * (opponents + 1) + (3 + dy * (opponents + 1)) * 8] = own
    table = Table.at("".join(cells), turn)
    placed = table.places("d4")[0]
    assert placed.fields["flipped"] == between
    assert table.drawn().count(own) == opponents + 2
    assert opp not in table.drawn()


def test_one_move_turns_discs_in_many_directions_at_once_nearest_first() -> None:
    table = Table.at(
        """
        X..X..X.
        .O.O.O..
        ..OOO...
        XOO.OOX.
        ..OOO...
        .O.O.O..
        X..X..X.
        ........
        """
    )
    placed = table.places("d4")[0]
    flipped = list(named(placed.fields["flipped"]))
    assert set(flipped[:8]) == {"c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"}
    assert set(flipped[8:]) == {"b2", "d2", "f2", "b4", "f4", "b6", "d6", "f6"}
    assert len(flipped) == 16
    assert "O" not in table.drawn()


def test_turned_discs_turn_no_others() -> None:
    table = Table.at(
        """
        .OX.....
        .O......
        .X......
        ........
        ........
        ........
        ........
        OX......
        """
    )
    placed = table.places("a1")[0]
    assert list(named(placed.fields["flipped"])) == ["b1"]
    assert table.drawn()[9] == "O", "b2 lies between the turned b1 and b3, but not on a line from a1"


def test_a_line_without_an_own_disc_at_its_end_turns_nothing() -> None:
    table = Table.at(
        """
        XOO.....
        ........
        ........
        OOO.....
        ........
        ........
        XO.OX...
        ........
        """
    )
    table.places("d1")
    assert plain(table.drawn())[:8] == "XXXX...."
    assert table.code(BO, place("d4")) == "move/illegal"


@pytest.mark.parametrize(
    ("point", "why"),
    [
        ((0, 0), "여기에 두면 뒤집을 돌이 없어요"),
        ((2, 2), "여기에 두면 뒤집을 돌이 없어요"),
        ((3, 3), "이미 돌이 있는 칸이에요"),
        ((4, 3), "이미 돌이 있는 칸이에요"),
        ((8, 0), "판 밖에는 둘 수 없어요"),
        ((0, 8), "판 밖에는 둘 수 없어요"),
        ((-1, 3), "판 밖에는 둘 수 없어요"),
        ((3, -1), "판 밖에는 둘 수 없어요"),
        ((10**30, -(10**30)), "판 밖에는 둘 수 없어요"),
    ],
)
def test_a_move_that_turns_nothing_or_is_off_the_board_or_on_a_disc_is_refused(
    point: tuple[int, int], why: str
) -> None:
    table = Table.new()
    action = OTHELLO.Action.validate_python({"type": "place", "x": point[0], "y": point[1]})
    refused = table.refusal(ANNA, action)
    assert refused is not None
    assert (refused.code, refused.reason) == ("move/illegal", why)
    with pytest.raises(ValueError, match=r"turns nothing|off the board"):
        OTHELLO.apply(table.state, ANNA, action, rng=table.rng, now=table.now)


def test_a_pass_is_recorded_when_the_opponent_has_no_move_and_the_turn_stays() -> None:
    table = Table.at(PASS_AHEAD, timeControl={"kind": "fischer"})
    events = table.places("c1", after_ms=4000)
    assert types(events) == ["placed", "passed"]
    assert (events[1].by, events[1].fields) == ("system", {"color": "white"})
    assert table.turn == "black"
    assert [move["kind"] for move in listed(table.view()["moves"])] == ["place", "pass"]
    assert listed(table.view()["moves"])[1] == {"kind": "pass", "color": "white", "auto": True}
    assert table.legal(ANNA) == ["f8"]
    # The pass took no time, and the next turn starts now.
    assert table.state.clock.remaining == (300_000 - 4000 + 3000, 300_000)
    assert table.state.clock.turn_started_at == table.now


def test_the_game_ends_when_neither_side_can_move_though_the_board_is_not_full() -> None:
    table = Table.at(PASS_AHEAD)
    events = table.places("c1 f8")
    assert types(events) == ["placed", "gameEnded"]
    assert (events[1].by, events[1].to_json()["result"]) == ("system", table.view()["result"])
    assert table.detail()["discs"] == {"black": 6, "white": 0, "empty": 58}
    assert table.detail()["reason"] == "noMoves"
    assert OTHELLO.active_players(table.state) == ()
    assert OTHELLO.deadline(table.state) is None


def test_the_shortest_game_wipes_one_color_out_in_nine_moves() -> None:
    table = Table.new()
    table.places("e6 f6 c4 c5 c6 d6 g6 g7 h8")
    result = OTHELLO.result(table.state)
    assert result is not None
    assert result.ranking == ((ANNA,), (BO,))
    assert (result.summary, result.reason) == ("흑 승 13 : 0", "normal")
    assert table.detail()["transcript"] == "e6f6c4c5c6d6g6g7h8"


@pytest.mark.parametrize(("empty_to_winner", "shown"), [(False, 3), (True, 32)])
def test_equal_discs_are_a_draw_and_share_the_empty_points(empty_to_winner: bool, shown: int) -> None:
    table = Table.at(DRAW_AHEAD, emptyToWinner=empty_to_winner)
    table.places("c1")
    result = OTHELLO.result(table.state)
    assert result is not None
    assert result.ranking == ((ANNA, BO),)
    assert result.scores == {ANNA: 3, BO: 3}
    assert result.reason == "normal"
    assert result.summary == f"무승부 {shown} : {shown}"
    detail = table.detail()
    assert (detail["winner"], detail["reason"]) == (None, "noMoves")
    assert detail["discs"] == {"black": 3, "white": 3, "empty": 58}
    assert detail["displayScore"] == {"black": shown, "white": shown}


@pytest.mark.parametrize("turn", ["black", "white"])
@pytest.mark.parametrize(("empty_to_winner", "shown"), [(False, 40), (True, 44)])
def test_the_winner_takes_the_empty_points_on_screen_only(
    turn: Color, empty_to_winner: bool, shown: int
) -> None:
    board = WIN_AHEAD if turn == "black" else swapped(WIN_AHEAD)
    table = Table.at(board, turn, emptyToWinner=empty_to_winner)
    winner, loser = table.mover, table.waiter
    table.places("g1")
    result = OTHELLO.result(table.state)
    assert result is not None
    assert result.ranking == ((winner,), (loser,))
    assert result.scores == {winner: 40, loser: 20}
    assert result.summary == f"{'흑' if turn == 'black' else '백'} 승 {shown} : 20"
    detail = table.detail()
    other = "white" if turn == "black" else "black"
    assert detail["winner"] == turn
    assert detail["discs"] == {turn: 40, other: 20, "empty": 4}
    assert detail["displayScore"] == {turn: shown, other: 20}


def test_a_full_board_ends_the_game() -> None:
    table = Table.at("X" * 32 + "O" * 30 + "X.", "white")
    table.places("h8")
    assert table.detail()["discs"] == {"black": 32, "white": 32, "empty": 0}
    assert table.detail()["winner"] is None


def test_the_same_actions_and_seed_replay_to_the_same_game() -> None:
    def played() -> tuple[object, object]:
        table = Table.new(colorAssignment="random", timeControl={"kind": "perMove", "perMoveSec": 10})
        for _ in range(8):
            table.places(table.legal()[0])
            table.time_out()
            table.places(table.legal()[0])
        return table.state, table.rng.state

    assert played() == played()


def test_the_seed_decides_who_is_black() -> None:
    def black(seed: int) -> PlayerId:
        state = OTHELLO.setup(
            players=[ANNA, BO],
            options=OTHELLO.Options(),
            rng=Rng.from_seed(seed.to_bytes(16, "big")),
            now=NOW,
        )
        return state.players.black

    blacks = [black(seed) for seed in range(20)]
    assert blacks == [black(seed) for seed in range(20)]
    assert set(blacks) == {ANNA, BO}


@pytest.mark.parametrize(("game_no", "black"), [(1, ANNA), (2, BO), (3, ANNA)])
def test_the_host_is_black_in_odd_games_when_colors_alternate(game_no: int, black: PlayerId) -> None:
    table = Table.new()
    state = OTHELLO.setup(
        players=[ANNA, BO],
        options=OTHELLO.Options.model_validate({"colorAssignment": "alternate"}),
        rng=table.rng,
        now=NOW,
        game_no=game_no,
    )
    assert state.players.black == black
    assert OTHELLO.active_players(state) == (black,)


def test_an_absent_player_is_timed_out_before_the_clock_is() -> None:
    """Section 8.5: the room decides when the grace is over, the verdict is the same."""
    table = Table.new(timeControl={"kind": "fischer"})
    table.act(ANNA, Timeout(), after_ms=60_000)
    assert table.detail()["reason"] == "timeLoss"
    table = Table.new()
    assert types(table.act(ANNA, Timeout(), after_ms=100)) == ["placed"]
    assert table.turn == "white"
