"""How a game is stored: it comes back as it was, and it is small."""

import json
from collections.abc import Sequence
from dataclasses import replace
from zlib import compress

import pytest

from engine.colors import PerColor
from engine.game import Json, PlayerId
from engine.games.chess.board import Position
from engine.games.chess.record import check_record, elapsed, move_code, replay, squares, time_code
from engine.games.chess.storage import dump, load
from engine.offers import OfferDraw, RequestUndo, Resign, RespondUndo
from tests.engine.helpers import ANNA, BO, MADE, records, text

from .table import CHESS, KIWIPETE, ChessTable

GAME = "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 c8g4 f2f3 b8c6 f3g4 O-O-O"
PROMOTING = "1n5k/P7/8/8/8/8/p7/KN6 w - - 0 1"


def again(table: ChessTable) -> None:
    """The state survives being stored as JSON."""
    written = json.dumps(dump(table.state))
    assert load(json.loads(written)) == table.state
    assert json.dumps(dump(load(json.loads(written)))) == written


def test_every_state_of_a_game_comes_back() -> None:
    table = ChessTable.new()
    again(table)
    for uci in [
        "e2e4",
        "d7d5",
        "e4d5",
        "d8d5",
        "b1c3",
        "d5a5",
        "d2d4",
        "c8g4",
        "f2f3",
        "b8c6",
        "f3g4",
        "O-O-O",
    ]:
        table.plays(uci)
        again(table)
    table.act(ANNA, OfferDraw())
    again(table)
    table.plays("a2a3")
    table.act(BO, RequestUndo())
    table.act(ANNA, RespondUndo(accept=True))
    assert table.state.restarts
    again(table)
    table.act(BO, Resign())
    again(table)


@pytest.mark.parametrize("variant", ["standard", "chess960"])
def test_a_game_from_a_position_or_a_drawn_array_comes_back(variant: str) -> None:
    for table in (ChessTable.at(KIWIPETE, variant=variant), ChessTable.new(variant=variant)):
        again(table)
        table.plays(table.legal()[0])
        again(table)


def test_a_state_that_came_back_goes_on_as_if_it_had_not_gone() -> None:
    table = ChessTable.new(drawMode="fide", hints="movesAndThreats", undo="unlimited")
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]:
        straight = table.state
        table.state = load(json.loads(json.dumps(dump(straight))))
        events = table.plays(uci)
        other = ChessTable(straight, now=table.now - 1000)
        assert other.plays(uci) == events
        assert other.state == table.state
        assert other.view(other.mover) == table.view(table.mover)
    assert table.state.claimable == "threefold"


@pytest.mark.parametrize("piece", ["q", "r", "b", "n"])
@pytest.mark.parametrize("squares_of", ["a7a8", "a7b8", "a2b1"])
def test_a_promotion_is_two_characters_like_any_move(squares_of: str, piece: str) -> None:
    side = "w" if squares_of.startswith("a7") else "b"
    position = Position.read(PROMOTING.replace(" w ", f" {side} "))
    [move] = [move for move in position.legal if move.uci == squares_of + piece]
    code = move_code(move)
    assert len(code) == 2
    assert squares(code, 0) == (move.origin, move.target, move.promotion)
    [step] = replay(position, code)
    assert step.move == move


@pytest.mark.parametrize("ms", [0, 1, 31, 32, 33, 1023, 1024, 59_999, 5_400_000, 10**12])
def test_a_time_comes_back(ms: int) -> None:
    assert list(elapsed(time_code(ms) + time_code(7) + time_code(ms))) == [ms, 7, ms]


def test_time_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="-1"):
        time_code(-1)


@pytest.mark.parametrize(("moves", "times"), [("M", ""), ("M!", ""), ("MC", "!"), ("MCé", "")])
def test_other_texts_are_no_record(moves: str, times: str) -> None:
    with pytest.raises(ValueError, match="not a record"):
        check_record(moves, times)


@pytest.mark.parametrize("moves", ["M", "!M", "M!", "Mé", "é0"])
def test_other_characters_are_no_move(moves: str) -> None:
    with pytest.raises(ValueError, match="not a move"):
        squares(moves, 0)


@pytest.mark.parametrize(("times", "fault"), [("!", "not a time"), ("g", "middle")])
def test_other_characters_are_no_time(times: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        list(elapsed(times))


def test_a_record_with_an_illegal_move_does_not_replay() -> None:
    with pytest.raises(ValueError, match="ply 2"):
        list(replay(ChessTable.new().state.start, "McMc"))


def damaged(at: int, value: Json) -> Json:
    table = ChessTable.new()
    table.plays("e2e4")
    data = json.loads(json.dumps(dump(table.state)))
    data[at] = value
    return list(data)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        *((at, None) for at in (0, 1, 2, 3, 4, 5, 7, 8, 9)),
        *((2, "nonsense"), (3, "M"), (4, "!"), (5, ""), (5, "AAAA"), (5, "é")),
        *((6, ["e4"]), (6, [1, 0]), (7, "1"), (8, [1]), (9, [])),
        (9, {"claimable": "mate"}),
        (9, {"ending": ["white", "boredom"]}),
        (9, {"options": {"variant": "atomic"}}),
        (9, {"index": 960}),
        (9, {"index": True}),
        (9, {"start": "nonsense"}),
        (9, {"restarts": [[1]]}),
        (9, {"taken": ["p"]}),
    ],
)
def test_a_damaged_state_is_refused(at: int, value: Json) -> None:
    with pytest.raises(ValueError, match=r"."):
        load(damaged(at, value))


def clocks(table: ChessTable, plays: Sequence[str]) -> list[int]:
    """What each of these moves left on its player's clock, as it was made."""
    left = []
    for number, uci in enumerate(plays):
        color = table.state.turn
        table.plays(uci, after_ms=1_500 + 700 * number)
        left.append(table.state.clock.remaining.of(color))
    return left


def test_clocks_are_explained_across_an_undo_and_an_outage() -> None:
    table = ChessTable.new(timeControl="5+3", undo="unlimited")
    left = clocks(table, ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4"])
    table.act(BO, RequestUndo(), after_ms=9_000)  # takes b8c6 and f1c4 back
    table.act(ANNA, RespondUndo(accept=True), after_ms=8_000)
    left = left[:3] + clocks(table, ["g8f6", "d2d3"])
    table.state = CHESS.postponed(table.state, 40_000)
    table.now += 40_000
    left += clocks(table, ["f8c5", "c1g5", "h7h6"])
    table.act(BO, RequestUndo(), after_ms=1_000)
    table.act(ANNA, RespondUndo(accept=True), after_ms=1_000)
    left = left[:-1] + clocks(table, ["d7d6", "g5f6"])
    assert table.state.left_after() == tuple(left)
    again(table)


def test_a_game_takes_few_bytes() -> None:
    """What DynamoDB would count for it: four bytes a ply beside the position."""
    game = next(
        game for game in records(MADE / "random" / "chess_random.jsonl") if len(text(game["uci"])) > 900
    )
    table = ChessTable.new(drawMode="fide")
    table.state = replace(table.state, players=PerColor(PlayerId("p-" + "x" * 20), PlayerId("p-" + "y" * 20)))
    for number, uci in enumerate(text(game["uci"]).split()[:120]):
        table.plays(uci, after_ms=1_000 + 7_919 * number % 9_000)
    stored = compress(json.dumps(dump(table.state), ensure_ascii=False).encode(), 6)
    assert table.state.plies == 120
    assert len(stored) < 800


def test_positions_that_cannot_come_again_are_not_kept() -> None:
    table = ChessTable.at(KIWIPETE)
    for uci, kept in (("a1b1", 1), ("h8h7", 1), ("b1a1", 2), ("h7h8", 3), ("e1g1", 1), ("a6e2", 1)):
        table.plays(uci)
        assert len(table.state.seen) == kept, uci


def test_of_clocks_set_twice_at_one_ply_the_last_is_kept() -> None:
    table = ChessTable.new(undo="unlimited")
    table.plays("e2e4 e7e5")
    for uci in ("g1f3", "f1c4"):
        table.plays(uci)
        table.act(ANNA, RequestUndo())
        table.act(BO, RespondUndo(accept=True))
    [(plies, clock)] = table.state.restarts
    assert (plies, clock) == (2, table.state.clock)
