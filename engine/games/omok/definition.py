"""Omok as the engine knows a game."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from pydantic import TypeAdapter

from engine.colors import BLACK, assign_colors
from engine.duel import DuelGame, Ending, Made
from engine.game import GameResult, Json, JsonObject, Millis, PlayerId, Rejection
from engine.games.omok import rules
from engine.games.omok.board import GRID, POINTS
from engine.games.omok.options import OmokOptions
from engine.games.omok.record import START, length, transcript
from engine.games.omok.result import result_of
from engine.games.omok.rules import OmokAction, Place, UseSkill
from engine.games.omok.state import EndReason, OmokState, dump, load
from engine.games.omok.view import view_of
from engine.grid import points
from engine.rng import Rng


class Omok(DuelGame[OmokState, Place | UseSkill, OmokOptions]):
    """Freestyle omok with the stone-removal skill; black moves first."""

    id: ClassVar[str] = "omok"
    name_ko: ClassVar[str] = "오목"
    state_version: ClassVar[int] = 1

    Moves = (Place, UseSkill)
    Options = OmokOptions
    Action: TypeAdapter[OmokAction] = TypeAdapter(OmokAction)

    def setup(
        self, *, players: Sequence[PlayerId], options: OmokOptions, rng: Rng, now: Millis, game_no: int = 1
    ) -> OmokState:
        """An empty board. Draws once, and only under ``colorAssignment`` ``random``.

        :raises ValueError: there are not two different players.
        """
        return OmokState(
            options=options,
            players=assign_colors(players, options.color_assignment, first=BLACK, rng=rng, game_no=game_no),
            position=START,
            clock=options.time_control.clock(idle_limit_sec=options.idle_limit_sec, now=now),
        )

    def move_refusal(self, state: OmokState, move: Place | UseSkill) -> Rejection | None:
        return rules.move_refusal(state, move)

    def moved(
        self, state: OmokState, move: Place | UseSkill, *, by: PlayerId, now: Millis
    ) -> Made[OmokState]:
        del now
        return rules.moved(state, move, by=by)

    def timed_out(self, state: OmokState, *, rng: Rng) -> Made[OmokState] | Ending[EndReason]:
        del rng  # nothing but the colours is drawn
        return rules.timed_out(state)

    def taken_back(self, state: OmokState, plies: int) -> OmokState:
        return rules.taken_back(state, plies)

    def view(self, state: OmokState, viewer: PlayerId | None, *, moves_from: int = 0) -> JsonObject:
        return view_of(state, viewer, moves_from)

    def result(self, state: OmokState) -> GameResult | None:
        return result_of(state)

    def notations(self, state: OmokState, names: Mapping[PlayerId, str]) -> Mapping[str, str]:
        del names
        return {"transcript": transcript(state.record)}

    def dump(self, state: OmokState) -> Json:
        return dump(state)

    def load(self, data: Json) -> OmokState:
        return load(data)

    def moves_made(self, state: OmokState) -> int:
        return length(state.record)

    def legal_actions(self, state: OmokState, player: PlayerId) -> Sequence[Place | UseSkill]:
        if player != state.mover:
            return ()
        placements, removals = _every_move()
        return (
            *(placements[index] for index in points(state.position.empty())),
            *(removals[index] for index in points(state.removable())),
        )


@cache
def _every_move() -> tuple[tuple[Place, ...], tuple[UseSkill, ...]]:
    """A placement and a removal for each point, made when first asked for."""
    board = [GRID.point(index) for index in range(POINTS)]
    return tuple(Place(x=x, y=y) for x, y in board), tuple(UseSkill(x=x, y=y) for x, y in board)
