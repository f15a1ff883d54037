"""The two sides of a game for two, black and white, and who gets which."""

from collections.abc import Sequence
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from engine.game import Json, PlayerId
from engine.rng import Rng

Color: TypeAlias = Literal["black", "white"]
BLACK: Literal["black"] = "black"
WHITE: Literal["white"] = "white"
COLORS: tuple[Color, Color] = (BLACK, WHITE)
COLOR_KO: dict[Color, str] = {"black": "흑", "white": "백"}

ColorAssignment: TypeAlias = Literal["random", "hostBlack", "hostWhite", "alternate"]

T = TypeVar("T")


def other(color: Color) -> Color:
    """The opponent's colour."""
    return WHITE if color == BLACK else BLACK


def want_color(data: Json) -> Color:
    """A stored colour's type.

    :raises ValueError: it is no colour.
    """
    if data == BLACK:
        return BLACK
    if data == WHITE:
        return WHITE
    raise ValueError(f"not a colour: {data!r}")


class PerColor(NamedTuple, Generic[T]):
    """One value for each colour."""

    black: T
    white: T

    def of(self, color: Color) -> T:
        """The value of ``color``."""
        return self.black if color == BLACK else self.white

    def having(self, color: Color, value: T) -> "PerColor[T]":
        """The same pair with another value for ``color``."""
        return PerColor(value, self.white) if color == BLACK else PerColor(self.black, value)

    def to_json(self) -> dict[str, T]:
        """The pair as clients read it, keyed by colour."""
        return {"black": self.black, "white": self.white}


def color_of(players: PerColor[PlayerId], player: PlayerId) -> Color | None:
    """The colour of a player, or None for anyone else."""
    if player == players.black:
        return BLACK
    return WHITE if player == players.white else None


def assign_colors(
    players: Sequence[PlayerId], how: ColorAssignment, *, first: Color, rng: Rng, game_no: int
) -> PerColor[PlayerId]:
    """Who plays which colour; ``players[0]`` is the host.

    ``first`` is the colour that moves first: the host has it in odd games under
    ``alternate``, and under ``random`` when ``rng.int(2)`` gives 0. Only ``random`` draws.

    :raises ValueError: there are not two different players.
    """
    if len(players) != 2 or players[0] == players[1]:
        raise ValueError(f"two different players are needed, not {list(players)!r}")
    host, guest = players
    if how == "random":
        host_color = first if rng.int(2) == 0 else other(first)
    elif how == "alternate":
        host_color = first if game_no % 2 == 1 else other(first)
    else:
        host_color = BLACK if how == "hostBlack" else WHITE
    return PerColor(host, guest) if host_color == BLACK else PerColor(guest, host)
