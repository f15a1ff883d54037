"""A chess game in progress, in the notation of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from engine.colors import PerColor, other
from engine.game import GameEvent, GameResult, JsonObject, PlayerId, Rejection, Timeout
from engine.games.chess import (
    Castle,
    Chess,
    ChessAction,
    ChessOptions,
    ChessState,
    Move,
    state_from_position,
)
from engine.games.chess.board import PROMOTIONS
from engine.rng import Rng
from tests.engine.helpers import ANNA, BO, NOW, SEED

CHESS = Chess()
PLAYERS = PerColor(black=BO, white=ANNA)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def options(**chosen: JsonValue) -> ChessOptions:
    """Options by their JSON names; the rest at their defaults, but the host has white."""
    return ChessOptions.model_validate({"colorAssignment": "hostWhite", **chosen})


def move(uci: str) -> Move | Castle:
    """A move such as ``e2e4`` or ``e7e8q``; ``O-O`` and ``O-O-O`` castle by their side."""
    if uci in ("O-O", "O-O-O"):
        return Castle(side="king" if uci == "O-O" else "queen")
    piece = next((piece for piece in PROMOTIONS if uci[4:] == piece), None)
    assert uci[4:] == (piece or ""), uci
    return Move.of(uci[:2], uci[2:4], piece)


@dataclass
class ChessTable:
    """Anna is white and Bo black unless the options say otherwise. An act takes a second."""

    state: ChessState
    rng: Rng = field(default_factory=lambda: Rng.from_seed(SEED))
    now: int = NOW

    @staticmethod
    def new(game_no: int = 1, seed: bytes = SEED, **chosen: JsonValue) -> "ChessTable":
        """A game from the start."""
        rng = Rng.from_seed(seed)
        state = CHESS.setup(players=[ANNA, BO], options=options(**chosen), rng=rng, now=NOW, game_no=game_no)
        return ChessTable(state, rng)

    @staticmethod
    def at(fen: str, **chosen: JsonValue) -> "ChessTable":
        """A game from a position in which both clocks run already."""
        state = state_from_position(fen, players=PLAYERS, options=options(**chosen), now=NOW)
        clock = replace(state.clock, started=PerColor(True, True))
        return ChessTable(replace(state, clock=clock))

    @property
    def mover(self) -> PlayerId:
        return self.state.players.of(self.state.turn)

    @property
    def waiter(self) -> PlayerId:
        return self.state.players.of(other(self.state.turn))

    @property
    def fen(self) -> str:
        return self.state.position.fen

    def act(
        self, player: PlayerId, action: ChessAction | Timeout, *, after_ms: int = 1000
    ) -> tuple[GameEvent, ...]:
        """Do what is allowed; the events."""
        refused = self.refusal(player, action)
        assert refused is None, refused
        self.now += after_ms
        self.state, events = CHESS.apply(self.state, player, action, rng=self.rng, now=self.now)
        return events

    def refusal(self, player: PlayerId, action: ChessAction | Timeout) -> Rejection | None:
        return CHESS.validate(self.state, player, action)

    def told(self, player: PlayerId, action: ChessAction | Timeout) -> tuple[str, str]:
        """The code and the words of a refusal."""
        refused = self.refusal(player, action)
        assert refused is not None, f"{action!r} of {player} is allowed"
        return refused.code, refused.reason

    def code(self, player: PlayerId, action: ChessAction | Timeout) -> str:
        """The code of a refusal."""
        return self.told(player, action)[0]

    def plays(self, moves: str, *, after_ms: int = 1000) -> tuple[GameEvent, ...]:
        """Moves in turn, such as ``e2e4 e7e5 O-O``; the events of the last."""
        events: tuple[GameEvent, ...] = ()
        for uci in moves.split():
            events = self.act(self.mover, move(uci), after_ms=after_ms)
        return events

    def time_out(self) -> tuple[GameEvent, ...]:
        """Let the running deadline pass."""
        deadline = CHESS.deadline(self.state)
        assert deadline is not None
        return self.act(self.mover, Timeout(), after_ms=deadline - self.now)

    def view(self, viewer: PlayerId | None = None, moves_from: int = 0) -> JsonObject:
        return CHESS.view(self.state, viewer, moves_from=moves_from)

    def legal(self) -> list[str]:
        """The moves that are allowed, in UCI and in order."""
        return sorted(legal.uci for legal in self.state.position.legal)

    def sans(self) -> Sequence[str]:
        return self.state.sans()

    @property
    def result(self) -> GameResult:
        result = CHESS.result(self.state)
        assert result is not None
        return result

    @property
    def ended(self) -> tuple[str | None, str]:
        """Who won, and why in the document's words."""
        assert self.state.ending is not None
        return self.state.ending.winner, self.state.ending.reason
