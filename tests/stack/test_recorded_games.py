"""The main job: recorded games of reversi, played to their end over sockets by two clients each."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from pydantic import JsonValue

from engine.games.othello.board import GRID
from local.client import JsonObject
from local.stack import LocalStack
from tests.engine.helpers import MADE, number, records, shared_folder, text
from tests.stack.table import objected, seen, table

pytestmark = pytest.mark.slow

GAMES = 20
AT_ONCE = 4


def _games() -> list[dict[str, JsonValue]]:
    """Twenty games that the rules end: tournament games where they are at hand, else made ones."""
    folder = shared_folder()
    tournament = None if folder is None else folder / "games" / "othello_wthor.jsonl"
    source = tournament if tournament is not None and tournament.exists() else None
    found = records(source or MADE / "random" / "othello_random.jsonl")
    return [game for game in found if game["over"]][:GAMES]


def _play(stack: LocalStack, game: dict[str, JsonValue]) -> None:
    with table(stack, "othello", colorAssignment="hostBlack") as here:
        counts = [int(count) for count in text(game["n"]).split()]
        for square, legal in zip(text(game["moves"]).split(), counts, strict=True):
            if square == "--":
                continue
            mover = here.mover
            view = seen(mover.now)
            waiting = here.tabs[1] if mover is here.tabs[0] else here.tabs[0]
            found = view["legalMoves"]
            assert isinstance(found, list)
            assert len(found) == legal
            assert "legalMoves" not in seen(waiting.now)
            x, y = GRID.point(GRID.index_of(square))
            here.act(mover, {"type": "place", "x": x, "y": y})
        one, two = here.both_see("finished")
        result = objected(seen(one)["result"])
        assert result == seen(two)["result"]
        discs = objected(objected(result["detail"])["discs"])
        assert (discs["black"], discs["white"]) == (number(game["black"]), number(game["white"])), game["id"]
        assert [_square(move) for move in one.moves] == text(game["moves"]).split()


def _square(move: JsonValue) -> str:
    fields: JsonObject = objected(move)
    if fields["kind"] == "pass":
        return "--"
    return GRID.name(GRID.index(number(fields["x"]), number(fields["y"])))


def test_twenty_recorded_games_end_with_their_recorded_score(stack: LocalStack) -> None:
    games = _games()
    assert len(games) == GAMES
    with ThreadPoolExecutor(AT_ONCE) as people:
        for game in people.map(lambda game: _play(stack, game), games):
            assert game is None
    assert stack.errors() == ""
