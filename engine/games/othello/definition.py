"""Reversi as the engine knows a game."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pydantic import TypeAdapter

from engine.colors import BLACK, assign_colors
from engine.duel import DuelGame, Ending, Made
from engine.game import GameResult, Json, JsonObject, Millis, PlayerId, Rejection
from engine.games.othello import rules
from engine.games.othello.board import GRID, legal_moves
from engine.games.othello.options import OthelloOptions
from engine.games.othello.record import START, transcript
from engine.games.othello.result import result_of
from engine.games.othello.rules import OthelloAction, Place
from engine.games.othello.state import EndReason, OthelloState, dump, load
from engine.games.othello.view import view_of
from engine.grid import points
from engine.rng import Rng


class Othello(DuelGame[OthelloState, Place, OthelloOptions]):
    """Reversi by the rules of the World Othello Federation; black moves first."""

    id: ClassVar[str] = "othello"
    name_ko: ClassVar[str] = "리버시"
    state_version: ClassVar[int] = 1

    Moves = (Place,)
    Options = OthelloOptions
    Action: TypeAdapter[OthelloAction] = TypeAdapter(OthelloAction)

    def setup(
        self, *, players: Sequence[PlayerId], options: OthelloOptions, rng: Rng, now: Millis, game_no: int = 1
    ) -> OthelloState:
        """Document 000, section 4. Draws once, and only under ``colorAssignment`` ``random``.

        :raises ValueError: there are not two different players.
        """
        return OthelloState(
            options=options,
            players=assign_colors(players, options.color_assignment, first=BLACK, rng=rng, game_no=game_no),
            position=START,
            clock=options.time_control.clock(idle_limit_sec=options.idle_limit_sec, now=now),
        )

    def move_refusal(self, state: OthelloState, move: Place) -> Rejection | None:
        return rules.placement_refusal(state, move)

    def moved(self, state: OthelloState, move: Place, *, by: PlayerId, now: Millis) -> Made[OthelloState]:
        del now
        if not GRID.has(move.x, move.y):
            raise ValueError(f"off the board: {move!r}")
        return rules.placed(state, GRID.index(move.x, move.y), by=by)

    def timed_out(self, state: OthelloState, *, rng: Rng) -> Made[OthelloState] | Ending[EndReason]:
        return rules.timed_out(state, rng=rng)

    def taken_back(self, state: OthelloState, plies: int) -> OthelloState:
        return rules.taken_back(state, plies)

    def view(self, state: OthelloState, viewer: PlayerId | None, *, moves_from: int = 0) -> JsonObject:
        return view_of(state, viewer, moves_from)

    def result(self, state: OthelloState) -> GameResult | None:
        return result_of(state)

    def notations(self, state: OthelloState, names: Mapping[PlayerId, str]) -> Mapping[str, str]:
        del names
        return {"transcript": transcript(state.record)}

    def dump(self, state: OthelloState) -> Json:
        return dump(state)

    def load(self, data: Json) -> OthelloState:
        return load(data)

    def moves_made(self, state: OthelloState) -> int:
        return len(state.record)

    def legal_actions(self, state: OthelloState, player: PlayerId) -> Sequence[Place]:
        if player != state.mover:
            return ()
        legal = legal_moves(*state.position.sides())
        return tuple(Place(x=x, y=y) for x, y in map(GRID.point, points(legal)))
