"""Document 004, section 10, line by line and in its order."""

import json
from itertools import pairwise

import pytest

from engine.colors import PerColor
from engine.game import PlayerId, Timeout
from engine.games.chess.board import Position
from engine.games.chess.draws import hash_of
from engine.games.chess.start import back_rank, start_fen
from engine.games.chess.state import ChessState
from engine.offers import RequestUndo, RespondUndo
from engine.rng import Rng
from tests.engine.helpers import ANNA, BO, MADE, NOW, number, records, text, types

from .table import CHESS, ChessTable, move, options
from .test_perft import perft

# --- 1. perft: see also test_perft.py ---


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8_902]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2_039]),
    ],
)
def test_perft_gives_the_numbers_of_section_8(fen: str, counts: list[int]) -> None:
    position = Position.read(fen)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


# --- 2. Castling: when not ---


@pytest.mark.parametrize(
    ("fen", "castle", "code", "reason"),
    [
        ("4r2k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "king/attacked", "체크를 받고 있을 때는"),
        ("5r1k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "king/attacked", "공격받는 칸을 지나게"),
        ("6rk/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "king/attacked", "공격받는 칸을 지나게"),
        ("3r3k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "king/attacked", "공격받는 칸을 지나게"),
        ("2r4k/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "king/attacked", "공격받는 칸을 지나게"),
        ("7k/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "O-O", "move/illegal", "비어 있어야"),
        ("7k/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "O-O-O", "move/illegal", "비어 있어야"),
        ("7k/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "move/illegal", "이미 움직여서"),
    ],
)
def test_castling_is_refused_with_its_reason(fen: str, castle: str, code: str, reason: str) -> None:
    table = ChessTable.at(fen)
    squares = {"O-O": "e1g1", "O-O-O": "e1c1"}[castle]
    for action in (move(castle), move(squares)):
        told = table.told(ANNA, action)
        assert told[0] == code
        assert reason in told[1]


@pytest.mark.parametrize(("walk", "lost"), [("h1g1 c8c7 g1h1 c7c8", "O-O"), ("a1b1 c8c7 b1a1 c7c8", "O-O-O")])
def test_a_rook_that_has_moved_castles_no_more_and_the_other_still_does(walk: str, lost: str) -> None:
    table = ChessTable.at("2k5/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    table.plays(walk)
    assert table.told(ANNA, move(lost)) == (
        "move/illegal",
        "킹이나 룩이 이미 움직여서 캐슬링할 수 없어요",
    )
    table.plays("O-O" if lost == "O-O-O" else "O-O-O")


def test_a_king_that_has_moved_castles_no_more() -> None:
    table = ChessTable.at("2k5/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    table.plays("e1e2 c8c7 e2e1 c7c8")
    assert table.code(ANNA, move("O-O")) == table.code(ANNA, move("O-O-O")) == "move/illegal"


def test_an_attack_on_b1_alone_does_not_keep_from_castling() -> None:
    table = ChessTable.at("1r5k/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    table.plays("O-O-O")
    assert table.fen == "1r5k/8/8/8/8/8/8/2KR3R b - - 1 1"


# --- 3. En passant ---


def test_en_passant_is_possible_just_after_the_double_step_and_not_a_move_later() -> None:
    table = ChessTable.new()
    table.plays("e2e4 a7a6 e4e5 d7d5")
    assert "e5d6" in table.legal()
    table.plays("h2h3 h7h6")
    assert table.told(ANNA, move("e5d6")) == ("move/illegal", "그 기물은 그렇게 움직일 수 없어요")


def test_en_passant_takes_the_pawn_that_stepped() -> None:
    table = ChessTable.new()
    events = table.plays("e2e4 a7a6 e4e5 d7d5 e5d6")
    assert table.fen.startswith("rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq -")
    assert types(events) == ["moved", "enPassant"]
    assert events[0].fields["captured"] == "p"
    assert events[1].fields == {"color": "white", "square": "d5"}


def test_en_passant_that_would_bare_the_king_along_the_rank_is_illegal() -> None:
    table = ChessTable.at("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1")
    table.plays("e2e4")
    assert table.told(BO, move("d4e3")) == ("king/attacked", "킹이 공격받게 되어 둘 수 없어요")


# --- 4. Promotion ---

PROMOTES = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"


@pytest.mark.parametrize("piece", ["q", "r", "b", "n"])
@pytest.mark.parametrize(("square", "captured"), [("a8", None), ("b8", "n")])
def test_a_pawn_promotes_to_each_piece_quietly_and_by_taking(
    piece: str, square: str, captured: str | None
) -> None:
    table = ChessTable.at(PROMOTES)
    events = table.plays(f"a7{square}{piece}")
    placed = Position.read(table.fen).piece({"a8": 56, "b8": 57}[square])
    assert placed == piece.upper()
    assert events[0].fields["captured"] == captured
    promoted = [event.fields for event in events if event.type == "promoted"]
    assert promoted == [{"color": "white", "square": square, "piece": piece}]


@pytest.mark.parametrize("uci", ["a7a8", "a7b8"])
def test_a_promotion_without_a_piece_is_refused_in_the_words_of_the_document(uci: str) -> None:
    table = ChessTable.at(PROMOTES)
    assert table.told(ANNA, move(uci)) == ("promotion/missing", "승진할 기물을 골라 주세요")


def test_with_auto_queen_a_promotion_without_a_piece_is_a_queen_and_others_can_still_be_named() -> None:
    table = ChessTable.at(PROMOTES, autoQueen=True)
    table.plays("a7a8")
    assert table.fen.startswith("Qn5k/")
    table = ChessTable.at(PROMOTES, autoQueen=True)
    table.plays("a7a8n")
    assert table.fen.startswith("Nn5k/")


def test_a_piece_named_where_nothing_promotes_is_ignored() -> None:
    table = ChessTable.new()
    table.plays("e2e4q")
    assert table.sans() == ("e4",)


# --- 5. Mate and stalemate ---


def test_scholars_mate_is_mate_in_four_moves() -> None:
    table = ChessTable.new()
    events = table.plays("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7")
    assert types(events) == ["moved", "checkmate", "gameEnded"]
    assert table.ended == ("white", "checkmate")
    assert table.result.summary == "백 승 (체크메이트, 4수)"
    assert table.result.ranking == ((ANNA,), (BO,))
    assert table.result.reason == "normal"


def test_a_queen_may_stalemate() -> None:
    table = ChessTable.at("7k/8/8/6Q1/8/8/8/K7 w - - 0 1")
    events = table.plays("g5g6")
    assert types(events) == ["moved", "stalemate", "gameEnded"]
    assert table.ended == (None, "stalemate")
    assert table.result.summary == "무승부 (스테일메이트, 1수)"
    assert table.result.ranking == ((BO, ANNA),)


# --- 6. Repetition ---


def test_an_en_passant_square_that_nobody_can_use_does_not_make_another_position() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
    assert table.state.ending is None
    table.plays("f6g8")
    assert table.ended == (None, "threefold")


def test_another_right_to_castle_makes_another_position() -> None:
    table = ChessTable.new()
    table.plays("e2e4 e7e5 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2")
    assert table.state.ending is None
    table.plays("e8e7")
    assert table.ended == (None, "threefold")


# --- 7. Fifty moves ---


def test_the_hundredth_quiet_ply_draws_under_auto() -> None:
    table = ChessTable.at("4k3/7r/8/8/8/8/R7/4K3 w - - 98 80")
    table.plays("a2a3")
    assert table.state.ending is None
    table.plays("h7h6")
    assert table.ended == (None, "fiftyMove")
    assert table.result.summary == "무승부 (50수 규칙, 1수)"


def test_a_mate_at_the_hundredth_ply_is_mate() -> None:
    table = ChessTable.at("7k/8/6K1/8/8/8/8/R7 w - - 99 80")
    table.plays("a1a8")
    assert table.ended == ("white", "checkmate")


def test_under_fide_the_fifty_moves_can_be_claimed_and_the_seventy_fifth_draws() -> None:
    table = ChessTable.at("4k3/7r/8/8/8/8/R7/4K3 w - - 98 80", drawMode="fide")
    assert table.view()["claimable"] is None
    events = table.plays("a2a3")
    assert table.view()["claimable"] == "fiftyMove", "some move makes it the hundredth ply"
    assert events[-1].to_json() == {
        "type": "drawClaimable",
        "by": ANNA,
        "color": "black",
        "reason": "fiftyMove",
    }
    table = ChessTable.at("4k3/7r/8/8/8/8/R7/4K3 w - - 149 120", drawMode="fide")
    table.plays("a2a3")
    assert table.ended == (None, "seventyFiveMove")


# --- 8. Material ---


@pytest.mark.parametrize(
    ("fen", "moves", "drawn"),
    [
        ("7k/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2", True),
        ("7k/8/8/8/8/8/1p6/K1B5 w - - 0 1", "a1b2", True),
        ("7k/8/8/8/8/8/1p6/K1N5 w - - 0 1", "a1b2", True),
        ("5b1k/8/8/8/8/8/1p6/K1B5 w - - 0 1", "a1b2", True),  # c1 and f8 are both dark
        ("4b2k/8/8/8/8/8/1p6/K1B5 w - - 0 1", "a1b2", False),
        ("7k/8/8/8/8/8/1p6/K1NN4 w - - 0 1", "a1b2", False),
        ("7k/8/8/8/8/8/1p6/K1NB4 w - - 0 1", "a1b2", False),
        ("6nk/8/8/8/8/8/1p6/K1N5 w - - 0 1", "a1b2", False),
        ("7k/8/8/8/8/8/1p6/K6R w - - 0 1", "a1b2", False),
    ],
)
def test_the_game_is_drawn_when_nobody_can_mate_any_more(fen: str, moves: str, drawn: bool) -> None:
    table = ChessTable.at(fen)
    table.plays(moves)
    assert (table.state.ending is not None) is drawn
    if drawn:
        assert table.ended == (None, "insufficientMaterial")


# --- 9. Out of time against too little ---


@pytest.mark.parametrize(
    ("fen", "ended"),
    [
        ("7k/8/8/8/8/8/8/KQ6 w - - 0 1", (None, "timeoutVsInsufficient")),
        ("6nk/8/8/8/8/8/8/KQ6 w - - 0 1", ("black", "timeLoss")),
        ("6bk/8/8/8/8/8/8/KQ6 w - - 0 1", ("black", "timeLoss")),
        ("7k/6p1/8/8/8/8/8/KQ6 w - - 0 1", ("black", "timeLoss")),
        ("7K/8/8/8/8/8/8/kq6 b - - 0 1", (None, "timeoutVsInsufficient")),
        ("6NK/8/8/8/8/8/8/kq6 b - - 0 1", ("white", "timeLoss")),
    ],
)
def test_who_runs_out_of_time_loses_only_to_somebody_who_could_mate(
    fen: str, ended: tuple[str | None, str]
) -> None:
    table = ChessTable.at(fen)
    events = table.time_out()
    assert types(events) == ["gameEnded"]
    assert table.ended == ended
    assert table.result.reason == "timeout"


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
