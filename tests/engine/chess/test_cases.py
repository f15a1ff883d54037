"""Collected cases of single rules: material, repetition, counters, SAN, mates, castling."""

import chess
import pytest
from pydantic import JsonValue

from engine.colors import COLORS
from engine.games.chess.board import SQUARES, Position
from engine.games.chess.draws import Seen, claim_of, end_of, hash_of, seen_after, times_seen
from engine.games.chess.material import cannot_mate, is_insufficient
from engine.games.chess.options import DrawMode
from engine.games.chess.record import move_code, replay
from tests.engine.helpers import collected, text

from .table import START

Case = dict[str, JsonValue]

ENDS = {"75-move": "seventyFiveMove", "insufficient": "insufficientMaterial", None: None}


def position(case: Case, field: str = "fen") -> Position:
    fen = text(case[field])
    return Position.read(START if fen == "startpos" else fen, chess960=case.get("chess960") is True)


def played(start: Position, uci: str) -> tuple[str, Position]:
    """The SAN of a move in UCI, and where it leads."""
    [move] = [move for move in start.legal if move.uci == uci]
    return start.play(move)


def walked(case: Case) -> list[tuple[Position, Seen]]:
    """The start of a case and the position after each of its moves, with what was seen."""
    here = position(case, "start")
    seen: Seen = (hash_of(here),)
    steps = [(here, seen)]
    for uci in text(case["uci"]).split():
        _, after = played(here, uci)
        seen, here = seen_after(seen, here, after), after
        steps.append((here, seen))
    return steps


def claim(here: Position, seen: Seen) -> str | None:
    return claim_of(here, seen, "fide")


# --- Material ---

THE_DOCUMENT_WINS = {
    *("m-003 white", "m-065 black", "m-066 black", "m-118 black", "m-129 white", "m-138 black"),
    *("m-215 white", "m-233 white", "m-288 black"),
}
"""Bishops of one shade against a queen or rooks: by the usual rule they cannot win; section 6
of the document lists only what is sure without looking further, so they win on time. A lone
knight against queens would be the other such case; none is in the collection."""


def test_material_is_judged_as_the_document_lists_it() -> None:
    stricter: set[str] = set()
    for case in collected("cases/chess_material.jsonl"):
        board = text(case["fen"]).split()[0]
        assert is_insufficient(board) is case["draw_now"], case
        for side in COLORS:
            usual, ours = case[f"{side}_cannot_win"], cannot_mate(board, side)
            assert usual or not ours, f"a side that can mate is said not to: {case}"
            if usual and not ours:
                stricter.add(f"{case['id']} {side}")
    assert stricter == THE_DOCUMENT_WINS


# --- Repetition ---


def test_positions_are_counted_as_recounted_by_their_keys() -> None:
    cases = collected("cases/chess_repetition.jsonl")
    assert cases
    for case in cases:
        steps = walked(case)[1:]
        assert [times_seen(seen) for _, seen in steps] == [int(n) for n in text(case["count"]).split()]
        thrice = [ply for ply, (_, seen) in enumerate(steps, start=1) if times_seen(seen) >= 3]
        assert thrice == case["stands3"], case
        claims = [ply for ply, step in enumerate(steps, start=1) if claim(*step) == "threefold"]
        assert claims == case["claim"], case


@pytest.mark.parametrize(("mode", "field"), [("auto", "first3"), ("fide", "first5")])
def test_repetition_ends_a_game_where_the_case_says(mode: DrawMode, field: str) -> None:
    reason = {"auto": "threefold", "fide": "fivefold"}[mode]
    for case in collected("cases/chess_repetition.jsonl"):
        ends = [end_of(here, seen, mode) for here, seen in walked(case)]
        first = ends.index(reason) if reason in ends else None
        assert first == case[field], case
        assert set(ends[:first]) == {None}


# --- 50 and 75 moves ---


def test_counters_are_kept_and_end_the_game_as_the_cases_say() -> None:
    cases = collected("cases/chess_move_counters.jsonl")
    assert cases
    for case in cases:
        steps = walked(case)
        clocks = [here.halfmove_clock for here, _ in steps]
        assert clocks == [case["clock_start"], *(int(clock) for clock in text(case["clock"]).split())]
        here, seen = steps[-1]
        assert here.fen == text(case["final"])
        end = case["end"]
        assert end_of(here, seen, "fide") == (None if end is None else ENDS.get(text(end), end)), case
        if end is None:
            assert (claim(here, seen) == "fiftyMove") is case["claim50"], case
            assert (end_of(here, seen, "auto") == "fiftyMove") is case["fifty_stands"], case


# --- SAN ---


def test_a_move_has_the_san_of_the_case() -> None:
    cases = collected("cases/chess_san.jsonl")
    assert cases
    for case in cases:
        assert played(position(case), text(case["uci"]))[0] == text(case["san"]), case


def test_no_legal_move_has_a_san_that_must_be_rejected() -> None:
    for case in collected("cases/chess_san_rejects.jsonl"):
        here = position(case)
        assert text(case["san"]) not in {here.play(move)[0] for move in here.legal}, case


# --- Mate, stalemate, and what is close to them ---


def test_mate_and_stalemate_are_told_from_what_is_close_to_them() -> None:
    cases = collected("cases/chess_terminal.jsonl")
    assert cases
    for case in cases:
        here = position(case)
        assert here.in_check is case["check"], case
        assert len(here.legal) == case["legal"], case
        if "moves" in case:
            assert sorted(move.uci for move in here.legal) == sorted(_words(case["moves"])), case
        end = end_of(here, (hash_of(here),), "fide")
        if case["status"] in ("checkmate", "stalemate"):
            assert end == case["status"], case
        else:
            assert end not in ("checkmate", "stalemate"), case


def _words(value: JsonValue) -> list[str]:
    assert isinstance(value, list)
    return [text(word) for word in value]


# --- Castling in Chess960 ---


@pytest.mark.parametrize("field", ["shredder", "xfen"])
def test_castling_in_chess960_is_what_the_case_lists(field: str) -> None:
    cases = collected("cases/chess960_castling.jsonl")
    assert cases
    for case in cases:
        here = Position.read(text(case[field]), chess960=True)
        assert here.fen == Position.read(text(case["shredder"]), chess960=True).fen
        wanted = {text(way["uci"]): way for way in _ways(case["castles"])}
        castles = {move.uci: move for move in here.legal if move.castle is not None}
        assert set(castles) == set(wanted), case
        for uci, move in castles.items():
            san, after = here.play(move)
            assert (san, after.fen) == (wanted[uci]["san"], wanted[uci]["after"]), case
            assert move.castle is not None
            assert here.castle(move.castle) == move == here.find(SQUARES[uci[:2]], SQUARES[uci[2:]])
            assert here.hindrance(move.castle) is None
            [step] = replay(here, move_code(move))
            assert (step.san, step.after) == (san, after)


def _ways(value: JsonValue) -> list[Case]:
    assert isinstance(value, list)
    return [way for way in value if isinstance(way, dict)]


# --- The adapter against the library ---


def test_the_adapter_hides_nothing_of_what_the_library_allows() -> None:
    """Every move of the collected midgames, found by its squares, is the library's move."""
    for case in collected("perft/chess960_midgame.jsonl")[::4]:
        fen = text(case["fen"])
        here, board = Position.read(fen, chess960=True), chess.Board(fen, chess960=True)
        assert {move.uci for move in here.legal} == {move.uci() for move in board.legal_moves}
        for move in here.legal:
            assert here.find(move.origin, move.target, move.promotion) == move
