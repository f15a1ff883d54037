"""Omok as the engine knows a game."""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from pydantic import TypeAdapter

from engine.colors import BLACK, assign_colors, color_of
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
from engine.games.omok import rules
from engine.games.omok.board import GRID, POINTS
from engine.games.omok.options import OmokOptions
from engine.games.omok.record import START, length
from engine.games.omok.result import result_of
from engine.games.omok.rules import OmokAction, Place, UseSkill
from engine.games.omok.state import OmokState, dump, load
from engine.games.omok.view import view_of
from engine.grid import points
from engine.offers import Offers, Resign
from engine.rng import Rng


class Omok(GameDefinition[OmokState, OmokAction, OmokOptions]):
    """Freestyle omok with the stone-removal skill; black moves first."""

    id: ClassVar[str] = "omok"
    name_ko: ClassVar[str] = "오목"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 2
    state_version: ClassVar[int] = 1

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
            record="",
            clock=options.time_control.clock(idle_limit_sec=options.idle_limit_sec, now=now),
            offers=Offers(),
            ending=None,
        )

    def validate(self, state: OmokState, actor: PlayerId, action: OmokAction | Timeout) -> Rejection | None:
        return rules.refusal(state, actor, action)

    def apply(
        self,
        state: OmokState,
        actor: PlayerId,
        action: OmokAction | Timeout,
        *,
        rng: Rng,
        now: Millis,
    ) -> tuple[OmokState, tuple[GameEvent, ...]]:
        del rng  # nothing but the colours is drawn
        return rules.carry_out(state, actor, action, now=now)

    def view(self, state: OmokState, viewer: PlayerId | None, *, moves_from: int = 0) -> JsonObject:
        return view_of(state, viewer, moves_from)

    def active_players(self, state: OmokState) -> tuple[PlayerId, ...]:
        return () if state.ending is not None else (state.players.of(state.position.turn),)

    def deadline(self, state: OmokState) -> Millis | None:
        return state.deadline()

    def postponed(self, state: OmokState, by: Millis) -> OmokState:
        return rules.postponed(state, by)

    def on_timeout(self, state: OmokState, player: PlayerId) -> Timeout:
        del state, player
        return Timeout()

    def on_leave(self, state: OmokState, player: PlayerId) -> Resign | None:
        """Leaving a running game is resigning it."""
        return Resign() if state.ending is None and color_of(state.players, player) is not None else None

    def result(self, state: OmokState) -> GameResult | None:
        return result_of(state)

    def dump(self, state: OmokState) -> Json:
        return dump(state)

    def load(self, data: Json) -> OmokState:
        return load(data)

    def moves_made(self, state: OmokState) -> int:
        return length(state.record)

    def legal_actions(self, state: OmokState, player: PlayerId) -> Sequence[OmokAction]:
        if player not in self.active_players(state):
            return ()
        placements, removals = _every_move()
        return (
            *(placements[index] for index in points(state.position.empty())),
            *(removals[index] for index in points(state.removable())),
        )

    def secrets_of(self, state: OmokState, player: PlayerId) -> frozenset[str]:
        """Nothing is hidden but whose turn gets the list of legal moves."""
        return frozenset({"legalMoves"}) if player in self.active_players(state) else frozenset()


@cache
def _every_move() -> tuple[tuple[Place, ...], tuple[UseSkill, ...]]:
    """A placement and a removal for each point, made when first asked for."""
    board = [GRID.point(index) for index in range(POINTS)]
    return tuple(Place(x=x, y=y) for x, y in board), tuple(UseSkill(x=x, y=y) for x, y in board)
