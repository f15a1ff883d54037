"""Recorded games of omok, played to their end over sockets: one plain, one with removals."""

from dataclasses import dataclass

import pytest

from engine.games.omok.board import GRID
from local.client import JsonObject
from local.stack import LocalStack
from tests.engine.helpers import MADE, records, text
from tests.stack.table import objected, seen, table

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Game:
    """A game in omok's notation: a removal is ``x`` and its point."""

    moves: str
    winner: str
    line: str


_PLAIN = records(MADE / "random" / "gomoku_random.jsonl")[0]

GAMES = {
    "plain": Game(text(_PLAIN["moves"]), text(_PLAIN["winner"]), ""),
    # Black's open four is broken by white's one removal, white's four by black's; then black wins.
    "removals": Game("h8 h10 i8 i10 j8 j10 k8 xi8 i8 k10 xj10 g10 l8", "black", "h8 i8 j8 k8 l8"),
}


def _action(ply: str) -> JsonObject:
    x, y = GRID.point(GRID.index_of(ply.removeprefix("x")))
    return {"type": "useSkill" if ply.startswith("x") else "place", "x": x, "y": y}


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_ends_as_it_was_recorded(stack: LocalStack, name: str) -> None:
    game = GAMES[name]
    with table(stack, "omok", colorAssignment="hostBlack") as here:
        for ply in game.moves.split():
            here.act(here.mover, _action(ply))
        one, two = here.both_see("finished")
        view = seen(one)
        result = objected(view["result"])
        assert result == objected(seen(two)["result"])
        detail = objected(result["detail"])
        assert (detail["winner"], detail["reason"]) == (game.winner, "five")
        line = view["winLine"]
        assert isinstance(line, list)
        assert len(line) >= 5
        if game.line:
            assert line == [GRID.index_of(point) for point in game.line.split()]
            assert objected(view["skill"]) == {"black": 0, "white": 0}
        record = here.anna.record(here.room.room_id, 1)
        assert record["result"] == result
