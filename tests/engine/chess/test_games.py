"""Whole games against an oracle: made ones, and real ones where they are at hand."""

from hashlib import sha256

import pytest
from pydantic import JsonValue

from engine.games.chess.start import start_fen
from engine.games.chess.storage import dump, load
from tests.engine.helpers import MADE, collected, number, records, text

from .table import CHESS, ChessTable, move

Game = dict[str, JsonValue]

ENDS = {"insufficient": "insufficientMaterial", "75-move": "seventyFiveMove"}
"""The oracle's words, where they are not the document's."""

MADE_GAMES = [
    pytest.param(game, variant, id=text(game["id"]))
    for name, variant in (
        ("chess_random", "standard"),
        ("chess_endgames_random", "standard"),
        ("chess960_random", "chess960"),
    )
    for game in records(MADE / "random" / f"{name}.jsonl")
]
made = pytest.mark.parametrize(("game", "variant"), MADE_GAMES)


def table_for(game: Game, variant: str, draw_mode: str) -> ChessTable:
    start = text(game["start"])
    if start == "startpos":
        return ChessTable.new(drawMode=draw_mode, timeControl="none")
    return ChessTable.at(start, drawMode=draw_mode, timeControl="none", variant=variant)


def plies(game: Game) -> list[str]:
    return text(game["uci"]).split()


def digest(fen: str) -> str:
    """The oracle's fingerprint of a position: four fields of its FEN."""
    return sha256(" ".join(fen.split()[:4]).encode()).hexdigest()[:8]


def check_plies(game: Game, variant: str) -> None:
    """Play to the last move and compare each: legal moves, SAN, position. Nobody claims a draw."""
    table = table_for(game, variant, "fide")
    counts, hashes, sans = text(game["n"]).split(), text(game["h"]), []
    for ply, uci in enumerate(plies(game)):
        assert table.state.ending is None, f"ended before ply {ply + 1}: {table.state.ending}"
        assert len(table.legal()) == int(counts[ply]), ply
        table.plays(uci)
        assert table.state.newest is not None
        sans.append(table.state.newest.san)
        assert hashes[8 * ply : 8 * ply + 8] == digest(table.fen), (ply, table.fen)
    if "san" in game:
        assert sans == text(game["san"]).split()
    assert list(table.sans()) == sans
    assert table.fen == text(game["final"])
    end = game.get("end")
    ended = None if table.state.ending is None else table.state.ending.reason
    assert ended == (None if end is None else ENDS.get(text(end), text(end)))
    if ended is not None and game["result"] != "*":
        assert {"1-0": "white", "0-1": "black"}.get(text(game["result"])) == table.ended[0]
    assert load(dump(table.state)) == table.state


def check_automatic_end(game: Game, variant: str) -> None:
    """Under ``auto`` the game ends at the first third repetition or hundredth quiet ply."""
    table = table_for(game, variant, "auto")
    played = plies(game)
    ends = [
        (number(game["threefold_ply"]) if game.get("threefold_ply") else len(played) + 1, "threefold"),
        (number(game["clock100_ply"]) if game.get("clock100_ply") else len(played) + 1, "fiftyMove"),
    ]
    ply = min(ends)[0]
    for uci in played[:ply]:
        assert table.state.ending is None
        table.plays(uci)
    if ply > len(played) or (ply == len(played) and game.get("end") in ("checkmate", "stalemate")):
        return
    # Where both fall on one ply, the order of section 8.2 names the fifty moves.
    assert table.ended == (None, "fiftyMove" if ends[1][0] == ply else "threefold")


@made
def test_a_made_game_goes_as_the_oracle_says(game: Game, variant: str) -> None:
    check_plies(game, variant)


@made
def test_a_made_game_ends_by_itself_at_the_third_repetition_or_the_fiftieth_move(
    game: Game, variant: str
) -> None:
    check_automatic_end(game, variant)


@pytest.mark.parametrize(("name", "variant"), [("chess_real", "standard"), ("chess960_real", "chess960")])
def test_real_games_go_as_they_were_recorded(name: str, variant: str) -> None:
    games = collected(f"games/{name}.jsonl")
    assert games
    for game in games:
        check_plies(game, variant)
        check_automatic_end(game, variant)


def test_chess960_games_start_where_their_number_says() -> None:
    for game in records(MADE / "random" / "chess960_random.jsonl"):
        assert start_fen(number(game["n960"])) == text(game["start"])


def test_a_move_is_refused_once_the_game_is_over() -> None:
    table = ChessTable.new()
    table.plays("f2f3 e7e5 g2g4 d8h4")
    assert table.ended == ("black", "checkmate")
    assert CHESS.active_players(table.state) == ()
    assert table.told(table.waiter, move("e5e4")) == ("game/over", "이미 끝난 대국이에요")
