"""An omok game in progress, in the notation of the game, and how one draws it."""

from dataclasses import dataclass, field

from pydantic import JsonValue

from engine.colors import Color, other
from engine.game import GameEvent, JsonObject, PlayerId, Rejection, Timeout
from engine.games.omok import Omok, OmokAction, OmokOptions, OmokState, Place, UseSkill, state_from_position
from engine.games.omok.board import GRID
from engine.rng import Rng
from tests.engine.helpers import ANNA, BO, NOW, PLAYERS, SEED

OMOK = Omok()


def options(**chosen: JsonValue) -> OmokOptions:
    """Options by their JSON names; the rest at their defaults, but the host has black."""
    return OmokOptions.model_validate({"colorAssignment": "hostBlack", **chosen})


def move(notation: str) -> Place | UseSkill:
    """A placement (``h8``) or a removal (``xh8``)."""
    removes = notation.startswith("x")
    x, y = GRID.point(GRID.index_of(notation.removeprefix("x")))
    return UseSkill(x=x, y=y) if removes else Place(x=x, y=y)


def indices(names: str) -> list[int]:
    """The indices of points by their names, lowest first."""
    return sorted(map(GRID.index_of, names.split()))


@dataclass
class OmokTable:
    """Anna is black and Bo white unless the options say otherwise. An act takes a second."""

    state: OmokState
    rng: Rng = field(default_factory=lambda: Rng.from_seed(SEED))
    now: int = NOW

    @staticmethod
    def new(**chosen: JsonValue) -> "OmokTable":
        """A game from the start."""
        rng = Rng.from_seed(SEED)
        return OmokTable(OMOK.setup(players=[ANNA, BO], options=options(**chosen), rng=rng, now=NOW), rng)

    @staticmethod
    def at(board: str, turn: Color = "black", **chosen: JsonValue) -> "OmokTable":
        """A game from a drawn board."""
        state = state_from_position(board, turn, players=PLAYERS, options=options(**chosen), now=NOW)
        return OmokTable(state)

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
        self, player: PlayerId, action: OmokAction | Timeout, *, after_ms: int = 1000
    ) -> tuple[GameEvent, ...]:
        """Do what is allowed; the events."""
        refused = self.refusal(player, action)
        assert refused is None, refused
        self.now += after_ms
        self.state, events = OMOK.apply(self.state, player, action, rng=self.rng, now=self.now)
        return events

    def refusal(self, player: PlayerId, action: OmokAction | Timeout) -> Rejection | None:
        return OMOK.validate(self.state, player, action)

    def code(self, player: PlayerId, action: OmokAction | Timeout) -> str:
        """The code of a refusal."""
        refused = self.refusal(player, action)
        assert refused is not None, f"{action!r} of {player} is allowed"
        return refused.code

    def plays(self, moves: str, *, after_ms: int = 1000) -> tuple[GameEvent, ...]:
        """Moves in turn, such as ``h8 i9 xh8 pass``; the events of the last."""
        events: tuple[GameEvent, ...] = ()
        for notation in moves.split():
            if notation == "pass":
                events = self.time_out()
            else:
                events = self.act(self.mover, move(notation), after_ms=after_ms)
        return events

    def time_out(self) -> tuple[GameEvent, ...]:
        """Let the running deadline pass."""
        deadline = OMOK.deadline(self.state)
        assert deadline is not None
        return self.act(self.mover, Timeout(), after_ms=deadline - self.now)

    def view(self, viewer: PlayerId | None = None, moves_from: int = 0) -> JsonObject:
        return OMOK.view(self.state, viewer, moves_from=moves_from)

    def detail(self) -> JsonObject:
        """The game's own part of the result."""
        result = OMOK.result(self.state)
        assert result is not None
        return dict(result.detail)

    def drawn(self) -> str:
        """The board as one would draw it: 225 of X, O and ``.``"""
        return drawn(self.state)

    def stones(self) -> dict[Color, str]:
        """The names of each colour's points, lowest index first."""
        board = self.drawn()
        return {
            "black": " ".join(GRID.name(index) for index, cell in enumerate(board) if cell == "X"),
            "white": " ".join(GRID.name(index) for index, cell in enumerate(board) if cell == "O"),
        }


def drawn(state: OmokState) -> str:
    """The board of a state as 225 of X, O and ``.``"""
    black, white = state.position.black, state.position.white
    return "".join("X" if black >> point & 1 else "O" if white >> point & 1 else "." for point in range(225))


def board_of(*, black: str = "", white: str = "") -> str:
    """A drawn board with stones on the points of these names."""
    stones = dict.fromkeys(indices(black), "X") | dict.fromkeys(indices(white), "O")
    return "".join(stones.get(index, ".") for index in range(225))


def lines_of(board: str) -> list[str]:
    """Every line of a drawn board, however short: cut from the drawing, not from the rules."""
    rows = [board[15 * y : 15 * y + 15] for y in range(15)]
    columns = [board[x::15] for x in range(15)]
    falling = [board[(d if d > 0 else -15 * d) :: 16][: 15 - abs(d)] for d in range(-14, 15)]
    rising = [board[min(s, 14) + 15 * max(0, s - 14) :: 14][: 15 - abs(14 - s)] for s in range(29)]
    return [*rows, *columns, *falling, *rising]


def longest(board: str, stone: str) -> int:
    """The longest unbroken run of ``stone`` in a drawn board, from three on; below that 2."""
    lines = lines_of(board)
    length = 2
    while any(stone * (length + 1) in line for line in lines):
        length += 1
    return length


FULL_WITHOUT_FIVE = "".join("XO"[(x + 2 * y) % 4 // 2] for y in range(15) for x in range(15))
"""A full board on which nobody has three in a row."""
