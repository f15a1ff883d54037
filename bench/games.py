"""Games to measure on: recorded ones, and for what has no records, games played by chance."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from engine.game import AnyGame, Json, JsonObject, PlayerId
from engine.registry import GAMES
from engine.rng import Rng

ROOT = Path(__file__).resolve().parents[1]
MADE = ROOT / "tests" / "data"

NAMES: Mapping[str, str] = {"othello": "reversi"}
"""What a game is called in tables, where that is not its id."""

CHANCE_GAMES = 12
"""How many games of a kind are played by chance where none are recorded."""
_MOST_STEPS = 400

Source: TypeAlias = Literal["collected", "made", "chance"]


Look: TypeAlias = "Callable[[], tuple[AnyGame, Any] | None]"
"""How a script sees the game it is played in: the rules and the state, None once it is over."""


class Script(Protocol):
    """What players send in one game."""

    @property
    def length(self) -> int:
        """How many actions that is, 0 if nobody knows yet."""

    def sent(self, look: Look) -> Iterator[JsonObject]:
        """The actions of whoever has the turn, one after the other; each is to be carried out before
        the next is asked for."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game that was played once, to be played again."""

    actions: tuple[JsonObject, ...]

    @property
    def length(self) -> int:
        """As ``Script.length``."""
        return len(self.actions)

    def sent(self, look: Look) -> Iterator[JsonObject]:
        """As ``Script.sent``."""
        for action in self.actions:
            if look() is None:
                return
            yield action


@dataclass(frozen=True, slots=True)
class Chance:
    """A game in which everybody makes legal moves, drawn by a seed of 16 bytes."""

    seed: bytes

    @property
    def length(self) -> int:
        """As ``Script.length``."""
        return 0

    def sent(self, look: Look) -> Iterator[JsonObject]:
        """As ``Script.sent``."""
        dice = Rng.from_seed(self.seed)
        for _ in range(_MOST_STEPS):
            seen = look()
            if seen is None:
                return
            game, state = seen
            legal = game.legal_actions(state, game.active_players(state)[0])
            action: JsonObject = legal[dice.int(len(legal))].model_dump(mode="json")
            yield action


@dataclass(frozen=True, slots=True)
class Corpus:
    """Games of one kind from one source."""

    game_id: str
    source: Source
    games: Sequence[Script]
    options: Mapping[str, Json] = field(default_factory=dict)
    variant: str = ""

    @property
    def name(self) -> str:
        """The game's name in a table."""
        name = NAMES.get(self.game_id, self.game_id)
        return f"{name} {self.variant}" if self.variant else name

    @property
    def label(self) -> str:
        """The name and where the games come from."""
        return f"{self.name}, {self.source}"

    def sample(self, count: int) -> tuple[Script, ...]:
        """So many of the games, of all lengths: one out of the middle of each share."""
        if count >= len(self.games):
            return tuple(self.games)
        ordered = sorted(self.games, key=lambda game: game.length)
        return tuple(ordered[int((number + 0.5) * len(ordered) / count)] for number in range(count))


def data_folder() -> Path | None:
    """The folder of collected data, where there is one; it is not part of the project."""
    folder = Path(os.environ.get("NOLPAN_DATA", ROOT.parent / "shared" / "data"))
    return folder if folder.exists() else None


def _rows(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return rows[1:]  # the first line says where they come from


def _place(square: str) -> JsonObject:
    return {"type": "place", "x": ord(square[0]) - ord("a"), "y": int(square[1:]) - 1}


def _squares(row: Mapping[str, Any]) -> tuple[JsonObject, ...]:
    """Placements; forced passes follow from the rules and are not sent."""
    return tuple(_place(square) for square in row["moves"].split() if square != "--")


def _uci(row: Mapping[str, Any]) -> tuple[JsonObject, ...]:
    return tuple(
        {"type": "move", "from": move[:2], "to": move[2:4]} | ({"promotion": move[4:]} if move[4:] else {})
        for move in row["uci"].split()
    )


@dataclass(frozen=True, slots=True)
class _Files:
    """Where a game's records are, and how a row is read."""

    made: str
    collected: str
    read: Callable[[Mapping[str, Any]], tuple[JsonObject, ...]]


_FILES: Mapping[str, _Files] = {
    "othello": _Files("random/othello_random.jsonl", "games/othello_wthor.jsonl", _squares),
    "omok": _Files("random/gomoku_random.jsonl", "games/gomoku_real.jsonl", _squares),
    "chess": _Files("random/chess_random.jsonl", "games/chess_real.jsonl", _uci),
}


def _read(files: _Files, path: Path) -> tuple[Recorded, ...]:
    # Only what starts from the usual position: a room has no option for another.
    rows = [row for row in _rows(path) if row.get("start", "startpos") == "startpos"]
    return tuple(Recorded(files.read(row)) for row in rows)


@cache
def corpora_of(game_id: str) -> tuple[Corpus, ...]:
    """Every source of a game, that which comes closest to what people play first."""
    files = _FILES.get(game_id)
    if files is None:
        return (by_chance(game_id),)
    made = Corpus(game_id, "made", _read(files, MADE / files.made))
    folder = data_folder()
    if folder is None or not (folder / files.collected).exists():
        return (made,)
    return (Corpus(game_id, "collected", _read(files, folder / files.collected)), made)


@cache
def corpora() -> tuple[Corpus, ...]:
    """Every source of every registered game; Chess960, which no record can ask for, by chance."""
    found = [corpus for game_id in GAMES for corpus in corpora_of(game_id)]
    if "chess" in GAMES:
        found.append(by_chance("chess", variant="chess960", options={"variant": "chess960"}))
    return tuple(found)


def best(game_id: str) -> Corpus:
    """The games of one kind that come closest to what people play."""
    return corpora_of(game_id)[0]


def made(game_id: str) -> Corpus:
    """The games that are part of the project, the same on every machine."""
    return corpora_of(game_id)[-1]


def by_chance(game_id: str, *, variant: str = "", options: Mapping[str, Json] | None = None) -> Corpus:
    """Games of a kind that nobody recorded, or whose start is drawn."""
    games = tuple(Chance(bytes([number, *range(15)])) for number in range(CHANCE_GAMES))
    return Corpus(game_id, "chance", games, options or {}, variant)


def people(game: AnyGame, options: object) -> tuple[PlayerId, ...]:
    """As many people as the game takes at least."""
    least, _ = game.players_for(options)
    return tuple(PlayerId(f"p{number:02d}k3m8qzt5w0hxv") for number in range(least))
