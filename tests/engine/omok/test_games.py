"""Whole games against the oracles: made ones, and real ones where they are at hand."""

import json
from hashlib import sha256

import pytest
from pydantic import JsonValue

from engine.games.omok.board import GRID, lines
from tests.engine.helpers import MADE, collected, number, records, text

from .table import OMOK, OmokTable

Game = dict[str, JsonValue]


def play(game: Game, *, hashes: str = "") -> OmokTable:
    """Play a recorded game; no ply but the last ends it, and each position is the oracle's."""
    table = OmokTable.new()
    plies = text(game["moves"]).split()
    for ply, name in enumerate(plies, start=1):
        assert OMOK.result(table.state) is None
        assert len(OMOK.legal_actions(table.state, table.mover)) == 225 - (ply - 1) + ply // 2
        table.plays(name)
        if hashes:
            side = "-" if OMOK.result(table.state) else "X" if table.turn == "black" else "O"
            digest = sha256(f"{table.drawn()} {side}".encode()).hexdigest()[:8]
            assert digest == hashes[ply * 8 - 8 : ply * 8]
    assert OMOK.moves_made(table.state) == len(plies)
    assert OMOK.load(json.loads(json.dumps(OMOK.dump(table.state)))) == table.state
    return table


def line_lengths(table: OmokTable, game: Game) -> list[int]:
    """The lengths of the lines that the last ply made."""
    plies = text(game["moves"]).split()
    stones = table.state.position.of("black" if len(plies) % 2 else "white")
    return sorted(line.bit_count() for line in lines(stones, GRID.index_of(plies[-1])))


def lengths_told(game: Game) -> list[int]:
    lengths = game["line_lengths"]
    assert isinstance(lengths, list)
    return sorted(map(number, lengths))


MADE_GAMES = records(MADE / "random" / "gomoku_random.jsonl")


@pytest.mark.parametrize("game", MADE_GAMES, ids=lambda game: text(game["id"]))
def test_a_made_game_goes_as_the_oracles_say(game: Game) -> None:
    table = play(game, hashes=text(game["h"]))
    assert game["over"] is True
    detail = table.detail()
    assert detail["winner"] == (None if game["winner"] == "draw" else game["winner"])
    assert detail["reason"] == ("boardFull" if game["winner"] == "draw" else "five")
    assert line_lengths(table, game) == lengths_told(game)
    assert (detail["moveCount"], detail["transcript"]) == (game["plies"], game["moves"])


def test_real_games_go_as_the_oracles_say() -> None:
    games = collected("games/gomoku_real.jsonl")
    assert games
    for game in games:
        table = play(game)
        assert (OMOK.result(table.state) is not None) is game["freestyle_over"], game["id"]
        assert line_lengths(table, game) == lengths_told(game)
        if game["freestyle_over"]:
            assert table.detail()["winner"] == game["freestyle_winner"]
            assert table.detail()["moveCount"] == game["freestyle_end_ply"]
