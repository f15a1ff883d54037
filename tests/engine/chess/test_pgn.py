"""The game as PGN: what python-chess reads from it is what was played."""

from io import StringIO

import chess
import chess.pgn
import pytest

from engine.colors import PerColor
from engine.game import Json
from engine.games.chess.pgn import pgn_of
from engine.offers import RequestUndo, Resign, RespondUndo
from tests.engine.helpers import ANNA, BO, MADE, NOW, collected, listed, records, text

from .table import CHESS, ChessTable

SEVEN = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]


def pgn(table: ChessTable) -> str:
    written = table.result.detail["pgn"]
    assert isinstance(written, str)
    return written


def read(written: str) -> chess.pgn.Game:
    """The one game that python-chess finds, without an error."""
    source = StringIO(written)
    game = chess.pgn.read_game(source)
    assert game is not None
    assert not game.errors
    assert chess.pgn.read_game(source) is None
    return game


def ucis(table: ChessTable) -> list[Json]:
    return [step["uci"] for step in listed(table.view()["moves"])]


def end(table: ChessTable) -> None:
    if table.state.ending is None:
        table.act(BO, Resign())


def check(table: ChessTable) -> chess.pgn.Game:
    """The PGN of a table whose game has ended reads back as the game."""
    game = read(pgn(table))
    assert game.board().fen(en_passant="legal") == chess.Board(
        table.state.start.fen, chess960=table.state.start.chess960
    ).fen(en_passant="legal")
    assert [node.move.uci() for node in game.mainline()] == ucis(table)
    return game


def test_a_game_has_the_seven_tags_first_and_in_order() -> None:
    table = ChessTable.new()
    table.plays("f2f3 e7e5 g2g4 d8h4")
    game = check(table)
    assert [line.split()[0][1:] for line in pgn(table).splitlines()[:7]] == SEVEN
    assert dict(game.headers) == {
        "Event": "Nolpan",
        "Site": "?",
        "Date": "2027.01.15",
        "Round": "-",
        "White": "anna",
        "Black": "bo",
        "Result": "0-1",
        "TimeControl": "600+5",
        "Termination": "normal",
    }


def test_the_movetext_is_san_with_the_clock_after_each_move() -> None:
    table = ChessTable.new(timeControl="5+3")
    table.plays("f2f3 e7e5")
    table.plays("g2g4 d8h4", after_ms=61_999)
    assert pgn(table).split("\n\n")[1] == (
        "1. f3 { [%clk 0:05:00] } 1... e5 { [%clk 0:05:00] } 2. g4 { [%clk 0:04:01] }\n"
        "2... Qh4# { [%clk 0:04:01] } 0-1\n"
    )
    nodes = list(read(pgn(table)).mainline())
    assert [node.clock() for node in nodes] == [300, 300, 241, 241]


def test_a_game_without_a_clock_has_no_comments() -> None:
    table = ChessTable.new(timeControl="none")
    table.plays("f2f3 e7e5 g2g4 d8h4")
    assert pgn(table).endswith("\n\n1. f3 e5 2. g4 Qh4# 0-1\n")
    assert '[TimeControl "-"]' in pgn(table)


def test_clocks_are_right_after_an_undo() -> None:
    table = ChessTable.new(timeControl="5+3")
    table.plays("e2e4 e7e5 g1f3", after_ms=10_000)
    table.act(ANNA, RequestUndo(), after_ms=5_000)
    table.act(BO, RespondUndo(accept=True), after_ms=5_000)
    table.plays("f1c4", after_ms=20_000)
    table.act(BO, Resign())
    nodes = list(check(table).mainline())
    # 10 s for g1f3, taken back with its increment kept; then 20 s.
    assert [node.clock() for node in nodes] == [300, 300, 300 - 10 + 3 - 20 + 3]


def test_chess960_names_its_variant_and_its_start_in_shredder_fen() -> None:
    table = ChessTable.new(variant="chess960")
    for number in range(20):
        legal = CHESS.legal_actions(table.state, table.mover)
        table.act(table.mover, legal[number % len(legal)])
    end(table)
    game = check(table)
    assert game.headers["Variant"] == "Chess960"
    assert (game.headers["SetUp"], game.headers["FEN"]) == ("1", table.state.start.fen)
    assert game.board().chess960


def test_a_start_with_black_to_move_is_numbered() -> None:
    table = ChessTable.at("4k3/8/8/8/8/8/4R3/4K3 b - - 3 17", timeControl="none")
    table.plays("e8d7 e2e3 d7d6")
    end(table)
    assert pgn(table).endswith("\n17... Kd7 18. Re3 Kd6 1-0\n")
    check(table)


@pytest.mark.parametrize(
    ("moves", "seconds", "result", "termination"),
    [
        ("", 30, "*", "abandoned"),
        ("e2e4 e7e5", 600, "0-1", "time forfeit"),
        ("e2e4 e7e5 g1f3", 600, "1-0", "time forfeit"),
    ],
)
def test_the_end_is_named(moves: str, seconds: int, result: str, termination: str) -> None:
    table = ChessTable.new()
    table.plays(moves)
    table.time_out()
    game = check(table)
    assert (game.headers["Result"], game.headers["Termination"]) == (result, termination)


def test_names_may_stand_for_ids_and_are_quoted() -> None:
    table = ChessTable.new()
    table.plays("f2f3 e7e5 g2g4 d8h4")
    names = PerColor(black='보 "번개"', white="안나\\")
    written = pgn_of(table.state, names)
    assert '[White "안나\\\\"]\n[Black "보 \\"번개\\""]\n' in written
    assert len(list(read(written).mainline())) == 4


def test_a_running_game_has_no_pgn() -> None:
    with pytest.raises(ValueError, match="running"):
        pgn_of(ChessTable.new().state)


@pytest.mark.parametrize(
    ("instant", "date"),
    [
        (0, "1970.01.01"),
        (951_782_399_999, "2000.02.28"),
        (951_782_400_000, "2000.02.29"),
        (951_868_800_000, "2000.03.01"),
        (1_709_164_800_000, "2024.02.29"),
        (1_735_689_599_999, "2024.12.31"),
        (1_735_689_600_000, "2025.01.01"),
        (4_107_542_399_999, "2100.02.28"),
        (4_107_542_400_000, "2100.03.01"),
        (NOW, "2027.01.15"),
    ],
)
def test_the_date_is_that_of_the_start_in_utc(instant: int, date: str) -> None:
    state = CHESS.setup(players=[ANNA, BO], options=CHESS.Options(), rng=ChessTable.new().rng, now=instant)
    table = ChessTable(state, now=instant)
    table.act(ANNA, Resign())
    assert f'[Date "{date}"]' in pgn(table)


def replayed(start: str, uci: str, variant: str) -> ChessTable:
    """A game under ``fide``, so that nothing but its own end stops it."""
    table = ChessTable.at(start, variant=variant, drawMode="fide")
    for move in uci.split():
        if table.state.ending is None:
            table.plays(move, after_ms=500)
    end(table)
    return table


def test_collected_texts_replayed_and_exported_read_back_equal() -> None:
    seen = 0
    for record in collected("games/pgn_raw.jsonl"):
        assert isinstance(record["games"], list)
        for game in record["games"]:
            assert isinstance(game, dict)
            tags = game["tags"]
            assert isinstance(tags, dict)
            variant = "chess960" if "960" in str(tags.get("Variant", "")) else "standard"
            table = replayed(text(game["start"]), text(game["uci"]), variant)
            assert ucis(table) == text(game["uci"]).split()
            check(table)
            seen += 1
    assert seen >= 20


@pytest.mark.parametrize("variant", ["standard", "chess960"])
def test_made_games_exported_read_back_equal(variant: str) -> None:
    name = {"standard": "chess_endgames_random", "chess960": "chess960_random"}[variant]
    for game in records(MADE / "random" / f"{name}.jsonl")[::5]:
        check(replayed(text(game["start"]), text(game["uci"]), variant))
