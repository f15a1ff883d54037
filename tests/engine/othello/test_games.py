"""Whole games against an oracle: made ones, and real ones where they are at hand."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest
from pydantic import JsonValue

from engine.colors import PerColor, other
from engine.game import PlayerId
from engine.games.othello.record import replay
from engine.games.othello.state import dump, load
from tests.engine.helpers import ANNA, BO, MADE, OTHELLO, Table, collected, number, records, text

Game = dict[str, JsonValue]
LETTERS = {"black": "X", "white": "O"}


def digest(table: Table, letter: str) -> str:
    """The oracle's fingerprint of a position."""
    return sha256(f"{table.drawn()} {letter}".encode()).hexdigest()[:8]


def play(game: Game) -> Table:
    """Play a recorded game and compare each ply: legal moves, passes, positions."""
    table = Table.new(undo="off", emptyToWinner=True)
    counts = [int(count) for count in text(game["n"]).split()]
    hashes = text(game["h"])
    plies = text(game["moves"]).split()
    for ply, name in enumerate(plies):
        recorded = len(table.state.record)
        if name == "--":
            # The pass came with the placement before it: nobody had to do anything.
            assert counts[ply] == 0
            assert table.state.record[ply] == "-"
            assert hashes[ply * 8 : ply * 8 + 8] == digest(table, LETTERS[table.turn])
            continue
        assert recorded == ply
        assert len(table.legal()) == counts[ply]
        assert not table.legal(table.waiter)
        table.places(name)
        passed = len(table.state.record) == ply + 2
        side = other(table.turn) if passed else table.turn  # the oracle names who has to pass
        letter = "-" if table.state.ending else LETTERS[side]
        assert hashes[ply * 8 : ply * 8 + 8] == digest(table, letter)
    assert len(table.state.record) == len(plies)
    return table


def check_end(table: Table, game: Game) -> None:
    black, white = number(game["black"]), number(game["white"])
    assert table.drawn() == text(game["final"])
    assert (table.state.ending is not None) is game["over"]
    if not game["over"]:
        return
    result = OTHELLO.result(table.state)
    assert result is not None
    detail = table.detail()
    winner = "black" if black > white else "white" if white > black else None
    assert result.scores == {ANNA: black, BO: white}
    assert (detail["winner"], detail["reason"]) == (winner, "noMoves")
    assert detail["discs"] == {"black": black, "white": white, "empty": 64 - black - white}
    shown = game["score_winner_takes_empties"]
    assert isinstance(shown, list)
    assert detail["displayScore"] == {"black": shown[0], "white": shown[1]}
    assert detail["transcript"] == text(game["moves"]).replace("-", "").replace(" ", "")
    assert load(json.loads(json.dumps(dump(table.state)))) == table.state


MADE_GAMES = records(MADE / "random" / "othello_random.jsonl")


@pytest.mark.parametrize("game", MADE_GAMES, ids=lambda game: text(game["id"]))
def test_a_made_game_goes_as_the_oracle_says(game: Game) -> None:
    check_end(play(game), game)


def test_real_tournament_games_go_as_they_were_recorded() -> None:
    games = collected("games/othello_wthor.jsonl")
    assert games
    for game in games:
        check_end(play(game), game)


def test_a_record_replays_to_the_same_position() -> None:
    for game in MADE_GAMES:
        table = play(game)
        *_, (_, position) = replay(table.state.start, table.state.record)
        assert position[:2] == table.state.position[:2]


def test_a_whole_game_is_stored_in_a_few_hundred_bytes() -> None:
    longest = max(MADE_GAMES, key=lambda game: len(text(game["moves"])))
    table = play(longest)
    state = replace(table.state, players=PerColor(PlayerId("p-" + "x" * 24), PlayerId("p-" + "y" * 24)))
    assert len(json.dumps(dump(state), ensure_ascii=False).encode()) < 400
