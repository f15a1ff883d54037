"""What games show is what they say they show: every view and event of whole games, field by field.

The descriptions (``WIRE`` of each game) are no code that runs, so this is what ties them to it: a field
that is missing, unknown or of another type fails here, and so does an event that is never described
or, over all games, never seen.
"""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest
from pydantic import TypeAdapter

from engine.game import AnyGame, GameEvent, JsonObject, PlayerId
from engine.games.seotda import Ready
from engine.offers import CancelOffer, OfferDraw, RequestUndo, Resign, RespondDraw, RespondUndo
from engine.registry import GAMES
from engine.rng import Rng
from engine.testing import OUTSIDER, Playout
from local.contracts.parts import wire_of
from tests.contracts.published import problems
from tests.engine.chess.table import ChessTable, move

ANNA, BO, CY, DORA = (PlayerId(name) for name in ("anna", "bo", "cy", "dora"))
NOW = 1_800_000_000_000
OFFERS = (
    RequestUndo(),
    RespondUndo(accept=True),
    RespondUndo(accept=False),
    OfferDraw(),
    RespondDraw(accept=False),
    CancelOffer(),
)
EVERY = 25
"""One in so many views is held to the published document too, which takes longer."""


@dataclass
class Shown:
    """Checks all that a game shows, and counts its events by type."""

    game: AnyGame
    players: tuple[PlayerId, ...] = (ANNA, BO)
    aside: Sequence[Any] = OFFERS
    events: Counter[str] = field(default_factory=Counter)
    views: int = 0

    @cached_property
    def view(self) -> TypeAdapter[Any]:
        return TypeAdapter(wire_of(self.game).view)

    @cached_property
    def event(self) -> dict[str, TypeAdapter[Any]]:
        return {
            event.model_fields["type"].annotation.__args__[0]: TypeAdapter(event)  # type: ignore[union-attr]
            for event in wire_of(self.game).events
        }

    def check_state(self, state: object) -> None:
        """What each viewer is shown, in a ``room`` and in an ``update``."""
        length = self.game.moves_made(state)
        for viewer in (*self.players, OUTSIDER, None):
            self._check_view(self.game.view(state, viewer, moves_from=max(0, length - 1)))
        if self.views % 3 == 0:
            self._check_view(self.game.view(state, ANNA))

    def _check_view(self, view: JsonObject) -> None:
        self.view.validate_json(json.dumps(view))
        self.views += 1
        if self.views % EVERY == 1:
            assert problems(f"{type(self.game).__name__}View", view) == []

    def check_events(self, events: Sequence[GameEvent]) -> None:
        """What everybody is told of a change."""
        for event in events:
            told = event.to_json()
            self.event[event.type].validate_json(json.dumps(told))
            if self.events[event.type] == 0:
                assert problems(f"{type(self.game).__name__}Event", told) == []
            self.events[event.type] += 1

    def around(self, apply: Callable[[], Any]) -> Any:
        state, events = apply()
        self.check_events(events)
        return state, events

    def play(self, games: int, *, max_steps: int = 2_000, one_timeout_in: int = 16, **options: Any) -> None:
        """Whole games by chance, offers included."""
        read = self.game.Options.model_validate(options)
        for number in range(games):
            Playout(
                game=self.game,
                players=self.players,
                options=read,
                max_steps=max_steps,
                one_timeout_in=one_timeout_in,
                side_actions=self.aside,
                invariant=self.check_state,
                around=self.around,
            ).run(bytes([number]) * 16)

    def take_back(self) -> None:
        """A move, and its undo: in games by chance something else mostly comes first."""
        rng = Rng.from_seed(bytes(16))
        state = self.game.setup(players=(ANNA, BO), options=self.game.Options(), rng=rng, now=NOW)
        (mover,) = self.game.active_players(state)
        asked = BO if mover == ANNA else ANNA
        move = self.game.legal_actions(state, mover)[0]
        for actor, action in ((mover, move), (mover, RequestUndo()), (asked, RespondUndo(accept=True))):
            state, events = self.game.apply(state, actor, action, rng=rng, now=NOW + 1_000)
            self.check_events(events)
            self.check_state(state)

    @property
    def never_seen(self) -> set[str]:
        return set(self.event) - set(self.events)


def _reversi(shown: Shown) -> None:
    shown.play(3, undo="unlimited")
    shown.play(6, timeControl={"kind": "fischer"}, undo="unlimited", emptyToWinner=True)
    shown.play(1, timeControl={"kind": "none"}, undo=1)
    shown.take_back()


def _omok(shown: Shown) -> None:
    shown.play(3, undo="unlimited")
    shown.play(2, timeControl={"kind": "fischer"}, undo="unlimited", skill=False)
    shown.play(1, timeoutPolicy="lose", undo=1)
    shown.take_back()


def _chess(shown: Shown) -> None:
    shown.play(1, one_timeout_in=80, undo="off", hints="movesAndThreats", drawMode="fide")
    shown.play(1, one_timeout_in=80, variant="chess960", timeControl="none")
    shown.play(2, one_timeout_in=80)
    for fen, moves in RARE:
        _play_from(shown, fen, moves)
    shown.take_back()


RARE = [
    ("4k3/8/8/8/4p3/8/3P4/4K2R w K - 0 1", "d2d4 e4d3 e1g1"),  # en passant, castling
    ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"),  # a promotion with check
    ("7k/7p/8/8/8/8/8/K6R w - - 0 1", "h1h7 h8h7"),  # captures
    ("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", "b1b8"),  # mate
    ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6f7"),  # stalemate
    ("4k3/8/8/8/8/8/8/R3K3 w - - 99 70", "a1a2"),  # a draw to claim
]
"""Positions and moves that games by chance seldom come to."""


def _play_from(shown: Shown, fen: str, moves: str) -> None:
    table = ChessTable.at(fen, drawMode="fide")
    for uci in moves.split():
        shown.check_events(table.act(table.mover, move(uci)))
        shown.check_state(table.state)


def _seotda(shown: Shown) -> None:
    for number, aside in ((2, ()), (3, (Ready(),)), (4, (Resign(), Ready()))):
        shown.players, shown.aside = (ANNA, BO, CY, DORA)[:number], aside
        shown.play(3, one_timeout_in=100, hands=20, startChips=5000, ante=5)
        shown.play(1, hands=5, deal="both", topBet="full", tie="split", checks="everyone")


PLAYS: dict[str, Callable[[Shown], None]] = {
    "othello": _reversi,
    "omok": _omok,
    "chess": _chess,
    "seotda": _seotda,
}
"""How each game is played until all it may show was seen; a new game needs its own."""


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_a_game_shows_what_it_says(game_id: str) -> None:
    shown = Shown(GAMES[game_id])
    PLAYS[game_id](shown)
    assert shown.never_seen == set()
