"""Every game there is, with what a catalogue shows of it: the one list to extend.

A game's code is imported when it is first asked for, not with this module: a room of one game
does not wait for the rules, or the libraries, of the others.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from engine.game import AnyGame

Difficulty: TypeAlias = Literal["쉬움", "보통", "보통~어려움", "어려움"]


def _othello() -> AnyGame:
    from engine.games.othello import Othello

    return Othello()


def _omok() -> AnyGame:
    from engine.games.omok import Omok

    return Omok()


def _chess() -> AnyGame:
    from engine.games.chess import Chess

    return Chess()


def _seotda() -> AnyGame:
    from engine.games.seotda import Seotda

    return Seotda()


@dataclass(frozen=True, slots=True)
class Listing:
    """A game and its place in the catalogue; all but ``game`` is known without its code.

    ``id``, ``name_ko`` and the numbers of players are those of its definition. ``minutes`` is
    the shortest and longest time a game usually takes. ``thumbnail`` is a path below the web
    client's root. ``load`` imports the game.
    """

    id: str
    name_ko: str
    load: Callable[[], AnyGame]
    min_players: int
    max_players: int
    minutes: tuple[int, int]
    difficulty: Difficulty
    thumbnail: str

    @property
    def game(self) -> AnyGame:
        """The definition, always the same; imports the game if nobody has yet."""
        return _loaded(self.load)


@cache
def _loaded(load: Callable[[], AnyGame]) -> AnyGame:
    return load()


LISTINGS: tuple[Listing, ...] = (
    Listing(
        id="othello",
        name_ko="리버시",
        load=_othello,
        min_players=2,
        max_players=2,
        minutes=(10, 15),
        difficulty="쉬움",
        thumbnail="thumbnails/othello.svg",
    ),
    Listing(
        id="omok",
        name_ko="오목",
        load=_omok,
        min_players=2,
        max_players=2,
        minutes=(5, 15),
        difficulty="쉬움",
        thumbnail="thumbnails/omok.svg",
    ),
    Listing(
        id="chess",
        name_ko="체스",
        load=_chess,
        min_players=2,
        max_players=2,
        minutes=(10, 40),
        difficulty="보통~어려움",
        thumbnail="thumbnails/chess.svg",
    ),
    Listing(
        id="seotda",
        name_ko="섯다",
        load=_seotda,
        min_players=2,
        max_players=6,
        minutes=(5, 20),
        difficulty="보통",
        thumbnail="thumbnails/seotda.svg",
    ),
)
"""In the order of the catalogue."""

_BY_ID = {listing.id: listing for listing in LISTINGS}


class _Games(Mapping[str, AnyGame]):
    """The games by their ids. Only ``[]`` and ``values`` import; asking for ids does not."""

    def __getitem__(self, game_id: str) -> AnyGame:
        return _BY_ID[game_id].game

    def __contains__(self, game_id: object) -> bool:
        return game_id in _BY_ID

    def __iter__(self) -> Iterator[str]:
        return iter(_BY_ID)

    def __len__(self) -> int:
        return len(_BY_ID)


GAMES: Mapping[str, AnyGame] = _Games()
"""The definition of a game by its id."""
