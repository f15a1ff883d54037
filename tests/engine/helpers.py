"""Real data, and a table to play at."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from pydantic import JsonValue

from engine.colors import Color, PerColor, other
from engine.game import GameEvent, Json, JsonObject, PlayerId, Rejection, Timeout
from engine.games.othello import (
    Othello,
    OthelloAction,
    OthelloOptions,
    OthelloState,
    Place,
    state_from_position,
)
from engine.games.othello.board import GRID
from engine.rng import Rng

ROOT = Path(__file__).parents[2]
MADE = ROOT / "tests" / "data"

OTHELLO = Othello()
ANNA, BO, EVE = PlayerId("anna"), PlayerId("bo"), PlayerId("eve")
PLAYERS = PerColor(black=ANNA, white=BO)
NOW = 1_800_000_000_000
SEED = bytes(range(16))


def records(path: Path) -> list[dict[str, JsonValue]]:
    """The records of a file of JSON lines, without its header."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    assert "_header" in rows[0], path
    return rows[1:]


def shared_folder() -> Path | None:
    """The folder of test data that is not copied here, where there is one."""
    folder = Path(os.environ.get("NOLPAN_DATA", ROOT.parent / "shared" / "data"))
    return folder if folder.exists() else None


def collected(name: str) -> list[dict[str, JsonValue]]:
    """The records of a file that is not copied here; skips where it is absent."""
    folder = shared_folder()
    if folder is None or not (folder / name).exists():
        pytest.skip(f"no {name}: set NOLPAN_DATA to the folder of test data")
    return records(folder / name)


def text(value: JsonValue) -> str:
    """A field that is a string."""
    assert isinstance(value, str)
    return value


def number(value: JsonValue) -> int:
    """A field that is a whole number."""
    assert isinstance(value, int)
    return value


def listed(value: Json) -> list[JsonObject]:
    """A field that is a list of objects."""
    assert isinstance(value, list)
    assert all(isinstance(item, dict) for item in value)
    return value


def objected(value: Json) -> JsonObject:
    """A field that is an object."""
    assert isinstance(value, dict)
    return value


def options(**chosen: JsonValue) -> OthelloOptions:
    """Options by their JSON names; the rest at their defaults, but the host has black."""
    return OthelloOptions.model_validate({"colorAssignment": "hostBlack", **chosen})


def place(name: str) -> Place:
    """A placement by the name of its point."""
    x, y = GRID.point(GRID.index_of(name))
    return Place(x=x, y=y)


@dataclass
class Table:
    """A reversi game in progress; Anna is black and Bo white unless the options say otherwise.

    An act takes a second.
    """

    state: OthelloState
    rng: Rng = field(default_factory=lambda: Rng.from_seed(SEED))
    now: int = NOW

    @staticmethod
    def new(**chosen: JsonValue) -> "Table":
        """A game from the start."""
        rng = Rng.from_seed(SEED)
        state = OTHELLO.setup(players=[ANNA, BO], options=options(**chosen), rng=rng, now=NOW)
        return Table(state, rng)

    @staticmethod
    def at(board: str, turn: Color = "black", **chosen: JsonValue) -> "Table":
        """A game from a drawn board."""
        return Table(state_from_position(board, turn, players=PLAYERS, options=options(**chosen), now=NOW))

    @property
    def turn(self) -> Color:
        return self.state.position.turn

    @property
    def mover(self) -> PlayerId:
        return self.state.players.of(self.turn)

    @property
    def waiter(self) -> PlayerId:
        return self.state.players.of(other(self.turn))

    def act(
        self, player: PlayerId, action: OthelloAction | Timeout, *, after_ms: int = 1000
    ) -> tuple[GameEvent, ...]:
        """Do what is allowed; the events."""
        refused = self.refusal(player, action)
        assert refused is None, refused
        self.now += after_ms
        self.state, events = OTHELLO.apply(self.state, player, action, rng=self.rng, now=self.now)
        return events

    def refusal(self, player: PlayerId, action: OthelloAction | Timeout) -> Rejection | None:
        return OTHELLO.validate(self.state, player, action)

    def code(self, player: PlayerId, action: OthelloAction | Timeout) -> str:
        """The code of a refusal."""
        refused = self.refusal(player, action)
        assert refused is not None, f"{action!r} of {player} is allowed"
        return refused.code

    def places(self, names: str, *, after_ms: int = 1000) -> tuple[GameEvent, ...]:
        """Placements in turn, such as ``f5 d6``; the events of the last."""
        events: tuple[GameEvent, ...] = ()
        for name in names.split():
            events = self.act(self.mover, place(name), after_ms=after_ms)
        return events

    def time_out(self) -> tuple[GameEvent, ...]:
        """Let the running deadline pass."""
        deadline = OTHELLO.deadline(self.state)
        assert deadline is not None
        return self.act(self.mover, Timeout(), after_ms=deadline - self.now)

    def view(self, viewer: PlayerId | None = None, moves_from: int = 0) -> JsonObject:
        return OTHELLO.view(self.state, viewer, moves_from=moves_from)

    def legal(self, player: PlayerId | None = None) -> list[str]:
        """The names of the points where a player may move, in order."""
        actions = OTHELLO.legal_actions(self.state, player or self.mover)
        return [GRID.name(GRID.index(a.x, a.y)) for a in actions if isinstance(a, Place)]

    def detail(self) -> JsonObject:
        """The game's own part of the result."""
        result = OTHELLO.result(self.state)
        assert result is not None
        return dict(result.detail)

    def drawn(self) -> str:
        """The board as one would draw it: 64 of X, O and ``.``"""
        return drawn(self.state)


def drawn(state: OthelloState) -> str:
    """The board of a state as 64 of X, O and ``.``"""
    black, white = state.position.black, state.position.white
    return "".join("X" if black >> point & 1 else "O" if white >> point & 1 else "." for point in range(64))


def plain(board: str) -> str:
    """A drawn board without its white space."""
    return "".join(board.split())


def types(events: tuple[GameEvent, ...]) -> list[str]:
    """What happened, in order."""
    return [event.type for event in events]


def named(points: Json) -> Iterator[str]:
    """The names of points given by their indices."""
    assert isinstance(points, list)
    for point in points:
        assert isinstance(point, int)
        yield GRID.name(point)
