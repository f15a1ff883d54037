"""Chess as the engine knows a game."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import TypeAdapter

from engine.clock import Clock
from engine.colors import WHITE, Color, PerColor, assign_colors
from engine.duel import DuelGame, Ending, Made
from engine.game import GameResult, Json, JsonObject, Millis, PlayerId, Rejection
from engine.games.chess import rules
from engine.games.chess.board import SQUARE_NAMES, LegalMove
from engine.games.chess.moves import Castle, ClaimDraw, Move
from engine.games.chess.options import ChessOptions
from engine.games.chess.pgn import pgn_of
from engine.games.chess.result import result_of
from engine.games.chess.rules import ChessAction, ChessMove
from engine.games.chess.start import ARRAYS, start_position
from engine.games.chess.state import ChessState, EndReason, new_state
from engine.games.chess.storage import dump, load
from engine.games.chess.view import view_of
from engine.rng import Rng


class Chess(DuelGame[ChessState, ChessMove, ChessOptions]):
    """Chess by the Laws of FIDE (2023), and Chess960; white moves first."""

    id: ClassVar[str] = "chess"
    name_ko: ClassVar[str] = "체스"
    state_version: ClassVar[int] = 1
    for_the_mover: ClassVar[frozenset[str]] = frozenset({"legalMoves", "threatenedSquares"})

    Moves = (Move, Castle, ClaimDraw)
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

    def move_refusal(self, state: ChessState, move: ChessMove) -> Rejection | None:
        return rules.move_refusal(state, move)

    def moved(
        self, state: ChessState, move: ChessMove, *, by: PlayerId, now: Millis
    ) -> Made[ChessState] | Ending[EndReason]:
        return rules.moved(state, move, by=by, now=now)

    def timed_out(self, state: ChessState, *, rng: Rng) -> Ending[EndReason]:
        del rng  # nothing is drawn during a game (section 8.4)
        return rules.timed_out(state)

    def taken_back(self, state: ChessState, plies: int) -> ChessState:
        return rules.taken_back(state, plies)

    def resigned(self, state: ChessState, color: Color) -> Ending[EndReason]:
        return rules.resigned(state, color)

    def restarted(self, state: ChessState, clock: Clock) -> ChessState:
        return rules.restarted(state, clock)

    def view(self, state: ChessState, viewer: PlayerId | None, *, moves_from: int = 0) -> JsonObject:
        return view_of(state, viewer, moves_from)

    def result(self, state: ChessState) -> GameResult | None:
        return result_of(state)

    def notations(self, state: ChessState, names: Mapping[PlayerId, str]) -> Mapping[str, str]:
        black, white = (names.get(player, player) for player in state.players)
        return {"pgn": pgn_of(state, PerColor(black, white))}

    def dump(self, state: ChessState) -> Json:
        return dump(state)

    def load(self, data: Json) -> ChessState:
        return load(data)

    def moves_made(self, state: ChessState) -> int:
        return state.plies

    def legal_actions(self, state: ChessState, player: PlayerId) -> Sequence[Move | Castle]:
        return () if player != state.mover else tuple(map(_action, state.position.legal))


def _action(move: LegalMove) -> Move | Castle:
    if move.castle is not None:
        return Castle(side=move.castle)
    return Move.of(SQUARE_NAMES[move.origin], SQUARE_NAMES[move.target], move.promotion)
