"""Document 004, section 10, line by line and in its order: lines 10 to 16, the play around it."""

import json
from itertools import pairwise

import pytest

from engine.colors import PerColor
from engine.game import PlayerId, Timeout
from engine.games.chess.draws import hash_of
from engine.games.chess.start import back_rank, start_fen
from engine.games.chess.state import ChessState
from engine.offers import RequestUndo, RespondUndo
from engine.rng import Rng
from tests.engine.helpers import ANNA, BO, MADE, NOW, number, records, text, types

from .table import CHESS, ChessTable, options

# --- 10. First moves ---


@pytest.mark.parametrize("moves", ["", "e2e4"])
def test_a_first_move_that_is_not_made_in_time_calls_the_game_off(moves: str) -> None:
    table = ChessTable.new(firstMoveSec=15)
    table.plays(moves)
    assert CHESS.deadline(table.state) == table.now + 15_000
    table.time_out()
    assert table.ended == (None, "aborted")
    assert (table.result.ranking, table.result.reason) == ((), "aborted")
    assert table.result.summary == "대국 취소 (첫 수를 두지 않았어요)"


# --- 11. Increments ---


def test_the_increment_comes_after_the_move() -> None:
    table = ChessTable.new(timeControl="5+3")
    table.plays("e2e4 e7e5")
    table.plays("g1f3", after_ms=10_000)
    assert table.state.clock.remaining == PerColor(black=300_000, white=300_000 - 10_000 + 3_000)


@pytest.mark.parametrize("late_ms", [0, 1, 60_000])
def test_a_move_that_arrives_at_zero_or_below_is_not_played(late_ms: int) -> None:
    table = ChessTable.new(timeControl="5+3")
    table.plays("e2e4 e7e5")
    before = table.fen
    events = table.plays("g1f3", after_ms=300_000 + late_ms)
    assert types(events) == ["gameEnded"]
    assert (table.fen, table.ended) == (before, ("black", "timeLoss"))
    assert table.state.clock.remaining.white == 0


def test_a_move_in_the_last_millisecond_counts() -> None:
    table = ChessTable.new(timeControl="5+3")
    table.plays("e2e4 e7e5")
    table.plays("g1f3", after_ms=299_999)
    assert table.state.clock.remaining.white == 3_001


# --- 12. Chess960 ---


def test_number_518_is_the_usual_array() -> None:
    assert back_rank(518) == "RNBQKBNR"
    assert start_fen(518) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"


def test_arrays_are_numbered_as_scharnagl_does() -> None:
    for record in records(MADE / "rng" / "scharnagl_960.jsonl"):
        assert back_rank(number(record["n"])) == text(record["rank1"])
        assert start_fen(number(record["n"])) == f"{text(record['shredder'])} - 0 1"
    assert len({back_rank(index) for index in range(960)}) == 960
    with pytest.raises(ValueError, match="960"):
        back_rank(960)


def test_a_thousand_drawn_arrays_keep_the_rules_of_chess960() -> None:
    rng = Rng.from_seed(bytes(16))
    drawn = set()
    for _ in range(1000):
        state = CHESS.setup(players=[ANNA, BO], options=options(variant="chess960"), rng=rng, now=NOW)
        assert state.index is not None
        drawn.add(state.index)
        white, black = back_rank(state.index), state.start.fen[:8]
        assert state.start.fen.split()[0] == f"{black}/pppppppp/8/8/8/8/PPPPPPPP/{white}"
        assert black == white.lower()
        assert sorted(white) == sorted("RNBQKBNR")
        light, dark = white.index("B"), white.rindex("B")
        assert light % 2 != dark % 2
        assert white.index("R") < white.index("K") < white.rindex("R")
    assert len(drawn) > 500


def test_a_king_that_stands_on_g_castles_without_a_step() -> None:
    table = ChessTable.at("6kr/8/8/8/8/8/8/6KR w Hh - 0 1", variant="chess960")
    events = table.plays("O-O")
    assert table.sans() == ("O-O",)
    assert table.fen == "6kr/8/8/8/8/8/8/5RK1 b h - 1 1"
    assert events[1].fields == {
        "color": "white",
        "side": "king",
        "king": {"from": "g1", "to": "g1"},
        "rook": {"from": "h1", "to": "f1"},
    }


# --- 13. Undo ---

SHUFFLE = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6"


def counted(state: ChessState) -> dict[bytes, int]:
    """How often each position of a record stood, counted from its start."""
    counts: dict[bytes, int] = {}
    position = state.start
    for ply in [None, *state.sans()]:
        if ply is not None:
            position = next(after for san, after in map(position.play, position.legal) if san == ply)
        counts[hash_of(position)] = counts.get(hash_of(position), 0) + 1
    return counts


@pytest.mark.parametrize(("asker", "plies"), [(BO, 1), (ANNA, 2)])
def test_an_undo_restores_the_game_and_its_repetition_counts(asker: PlayerId, plies: int) -> None:
    table = ChessTable.new()
    states = [table.state]
    for uci in SHUFFLE.split():
        table.plays(uci)
        states.append(table.state)
    table.act(asker, RequestUndo())
    table.act(BO if asker == ANNA else ANNA, RespondUndo(accept=True))
    then = states[-1 - plies]
    assert table.fen == then.position.fen
    assert (table.state.moves, table.state.times) == (then.moves, then.times)
    assert (table.state.seen, table.state.newest) == (then.seen, then.newest)
    assert {known: table.state.seen.count(known) for known in table.state.seen} == counted(table.state)
    assert table.state.clock.remaining != then.clock.remaining, "time used stays used"


def test_after_an_undo_the_same_moves_repeat_the_position_as_before() -> None:
    table = ChessTable.new()
    table.plays(SHUFFLE + " f3g1")
    table.act(ANNA, RequestUndo())
    table.act(BO, RespondUndo(accept=True))
    table.plays("f3g1")
    assert table.state.ending is None
    table.plays("f6g8")
    assert table.ended == (None, "threefold")


def test_a_declined_undo_changes_nothing() -> None:
    table = ChessTable.new()
    table.plays(SHUFFLE)
    before = table.state
    table.act(BO, RequestUndo())
    events = table.act(ANNA, RespondUndo(accept=False))
    assert types(events) == ["undoDeclined"]
    assert table.fen == before.position.fen
    assert (table.state.seen, table.state.moves, table.state.clock) == (
        before.seen,
        before.moves,
        before.clock,
    )


# --- 14. Absence: the room counts the grace, the game gives the verdict ---


def test_when_the_grace_of_an_absence_ends_the_player_loses_on_time() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5")
    [player] = CHESS.timeout_players(table.state)
    timeout = CHESS.on_timeout(table.state, player)
    assert timeout == Timeout()
    table.act(player, timeout, after_ms=60_000)  # long before the clock is at zero
    assert table.ended == ("black", "timeLoss")


# --- 15. Nothing leaks ---


def test_only_the_mover_gets_legal_moves_and_threatened_squares() -> None:
    table = ChessTable.new(hints="movesAndThreats", variant="chess960")
    for uci in (None, "e2e4", "e7e5"):
        if uci is not None:
            table.plays(uci)
        for viewer in (table.waiter, None, PlayerId("eve")):
            assert not {"legalMoves", "threatenedSquares"} & set(table.view(viewer))
        assert {"legalMoves", "threatenedSquares"} <= set(table.view(table.mover))


def test_no_view_has_anything_of_the_random_numbers() -> None:
    table = ChessTable.new(variant="chess960")
    table.plays("e2e4")
    words = [str(word) for word in table.rng.state]
    for viewer in (ANNA, BO, None):
        shown = json.dumps(table.view(viewer))
        assert "rng" not in shown.lower()
        assert "seed" not in shown.lower()
        assert not any(word in shown for word in words)


# --- 16. Replays ---


@pytest.mark.parametrize("variant", ["standard", "chess960"])
def test_the_same_seed_and_moves_give_the_same_game(variant: str) -> None:
    def game() -> list[ChessState]:
        table = ChessTable.new(variant=variant, colorAssignment="random", seed=bytes([7] * 16))
        states = [table.state]
        for _ in range(12):
            table.act(table.mover, CHESS.legal_actions(table.state, table.mover)[0])
            states.append(table.state)
        return states

    once, again = game(), game()
    assert once == again
    assert all(before != after for before, after in pairwise(once))
