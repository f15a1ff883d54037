"""Reversi as the engine knows a game."""

from collections.abc import Sequence
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
from engine.games.othello import rules
from engine.games.othello.board import GRID, legal_moves
from engine.games.othello.options import OthelloOptions
from engine.games.othello.record import START
from engine.games.othello.result import result_of
from engine.games.othello.rules import OthelloAction, Place
from engine.games.othello.state import OthelloState, dump, load
from engine.games.othello.view import view_of
from engine.grid import points
from engine.offers import Offers, Resign
from engine.rng import Rng


class Othello(GameDefinition[OthelloState, OthelloAction, OthelloOptions]):
    """Reversi by the rules of the World Othello Federation; black moves first."""

    id: ClassVar[str] = "othello"
    name_ko: ClassVar[str] = "리버시"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 2
    state_version: ClassVar[int] = 1

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
            record="",
            turned=0,
            clock=options.time_control.clock(idle_limit_sec=options.idle_limit_sec, now=now),
            offers=Offers(),
            ending=None,
        )

    def validate(
        self, state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout
    ) -> Rejection | None:
        return rules.refusal(state, actor, action)

    def apply(
        self,
        state: OthelloState,
        actor: PlayerId,
        action: OthelloAction | Timeout,
        *,
        rng: Rng,
        now: Millis,
    ) -> tuple[OthelloState, tuple[GameEvent, ...]]:
        return rules.carry_out(state, actor, action, rng=rng, now=now)

    def view(self, state: OthelloState, viewer: PlayerId | None, *, moves_from: int = 0) -> JsonObject:
        return view_of(state, viewer, moves_from)

    def active_players(self, state: OthelloState) -> tuple[PlayerId, ...]:
        return () if state.ending is not None else (state.players.of(state.position.turn),)

    def deadline(self, state: OthelloState) -> Millis | None:
        return state.deadline()

    def postponed(self, state: OthelloState, by: Millis) -> OthelloState:
        return rules.postponed(state, by)

    def on_timeout(self, state: OthelloState, player: PlayerId) -> Timeout:
        del state, player
        return Timeout()

    def on_leave(self, state: OthelloState, player: PlayerId) -> Resign | None:
        """Leaving a running game is resigning it."""
        return Resign() if state.ending is None and color_of(state.players, player) is not None else None

    def result(self, state: OthelloState) -> GameResult | None:
        return result_of(state)

    def dump(self, state: OthelloState) -> Json:
        return dump(state)

    def load(self, data: Json) -> OthelloState:
        return load(data)

    def moves_made(self, state: OthelloState) -> int:
        return len(state.record)

    def legal_actions(self, state: OthelloState, player: PlayerId) -> Sequence[OthelloAction]:
        if player not in self.active_players(state):
            return ()
        legal = legal_moves(*state.position.sides())
        return tuple(Place(x=x, y=y) for x, y in map(GRID.point, points(legal)))

    def secrets_of(self, state: OthelloState, player: PlayerId) -> frozenset[str]:
        """Nothing is hidden but whose turn gets the list of legal moves."""
        return frozenset({"legalMoves"}) if player in self.active_players(state) else frozenset()
