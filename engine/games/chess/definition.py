"""Chess as the engine knows a game."""

from collections.abc import Sequence
from typing import ClassVar

from pydantic import TypeAdapter

from engine.colors import WHITE, assign_colors, color_of
from engine.game import (
    GameDefinition,
    GameEvent,
    GameResult,
    Json,
    JsonObject,
    Millis,
    PlayerId,
    Rejection,
    Timeout,
)
from engine.games.chess import rules
from engine.games.chess.board import SQUARE_NAMES, LegalMove
from engine.games.chess.moves import Castle, Move
from engine.games.chess.options import ChessOptions
from engine.games.chess.result import result_of
from engine.games.chess.rules import ChessAction
from engine.games.chess.start import ARRAYS, start_position
from engine.games.chess.state import ChessState, new_state
from engine.games.chess.storage import dump, load
from engine.games.chess.view import view_of
from engine.offers import Resign
from engine.rng import Rng


class Chess(GameDefinition[ChessState, ChessAction, ChessOptions]):
    """Chess by the Laws of FIDE (2023), and Chess960; white moves first."""

    id: ClassVar[str] = "chess"
    name_ko: ClassVar[str] = "체스"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 2
    state_version: ClassVar[int] = 1

    Options = ChessOptions
    Action: TypeAdapter[ChessAction] = TypeAdapter(ChessAction)

    def setup(
        self, *, players: Sequence[PlayerId], options: ChessOptions, rng: Rng, now: Millis, game_no: int = 1
    ) -> ChessState:
        """Document 004, section 4. Draws the colours under ``colorAssignment`` ``random``, then
        the array of Chess960, each only if it is asked for (section 8.4).

        :raises ValueError: there are not two different players.
        """
        seats = assign_colors(players, options.color_assignment, first=WHITE, rng=rng, game_no=game_no)
        index = rng.int(ARRAYS) if options.variant == "chess960" else None
        return new_state(options=options, players=seats, index=index, start=start_position(index), now=now)

    def validate(self, state: ChessState, actor: PlayerId, action: ChessAction | Timeout) -> Rejection | None:
        return rules.refusal(state, actor, action)

    def apply(
        self, state: ChessState, actor: PlayerId, action: ChessAction | Timeout, *, rng: Rng, now: Millis
    ) -> tuple[ChessState, tuple[GameEvent, ...]]:
        del rng  # nothing is drawn during a game (section 8.4)
        return rules.carry_out(state, actor, action, now=now)

    def view(self, state: ChessState, viewer: PlayerId | None, *, moves_from: int = 0) -> JsonObject:
        return view_of(state, viewer, moves_from)

    def active_players(self, state: ChessState) -> tuple[PlayerId, ...]:
        return () if state.ending is not None else (state.players.of(state.turn),)

    def deadline(self, state: ChessState) -> Millis | None:
        return state.deadline()

    def postponed(self, state: ChessState, by: Millis) -> ChessState:
        return rules.postponed(state, by)

    def on_timeout(self, state: ChessState, player: PlayerId) -> Timeout:
        del state, player
        return Timeout()

    def on_leave(self, state: ChessState, player: PlayerId) -> Resign | None:
        """Leaving a running game is resigning it."""
        return Resign() if state.ending is None and color_of(state.players, player) is not None else None

    def result(self, state: ChessState) -> GameResult | None:
        return result_of(state)

    def dump(self, state: ChessState) -> Json:
        return dump(state)

    def load(self, data: Json) -> ChessState:
        return load(data)

    def moves_made(self, state: ChessState) -> int:
        return state.plies

    def legal_actions(self, state: ChessState, player: PlayerId) -> Sequence[ChessAction]:
        if player not in self.active_players(state):
            return ()
        return tuple(map(_action, state.position.legal))

    def secrets_of(self, state: ChessState, player: PlayerId) -> frozenset[str]:
        """Nothing is hidden but what only whose turn it is gets."""
        active = player in self.active_players(state)
        return frozenset({"legalMoves", "threatenedSquares"}) if active else frozenset()


def _action(move: LegalMove) -> Move | Castle:
    if move.castle is not None:
        return Castle(side=move.castle)
    return Move.of(SQUARE_NAMES[move.origin], SQUARE_NAMES[move.target], move.promotion)
