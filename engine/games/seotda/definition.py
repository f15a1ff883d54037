"""섯다 as the engine knows a game."""

from collections.abc import Sequence
from typing import ClassVar, get_args

from pydantic import TypeAdapter

from engine.betting import Betting
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
from engine.games.seotda import rules
from engine.games.seotda.actions import Bet, BetWord, Ready, SeotdaAction
from engine.games.seotda.hand import dealt
from engine.games.seotda.options import SeotdaOptions
from engine.games.seotda.record import length
from engine.games.seotda.result import result_of
from engine.games.seotda.state import SeotdaState, dump, load
from engine.games.seotda.view import view_of
from engine.offers import Resign
from engine.rng import Rng
from engine.turns import choose_first


class Seotda(GameDefinition[SeotdaState, SeotdaAction, SeotdaOptions]):
    """Two-card 섯다 for two to six, over several hands; most chips win.

    The cards come from the room's generator, which is no cryptographic one: whoever computes
    enough from many open hands of one game could foretell later ones. Chips are points.
    """

    id: ClassVar[str] = "seotda"
    name_ko: ClassVar[str] = "섯다"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 6
    state_version: ClassVar[int] = 1

    Options = SeotdaOptions
    Action: TypeAdapter[SeotdaAction] = TypeAdapter(SeotdaAction)

    def players_for(self, options: SeotdaOptions) -> tuple[int, int]:
        return self.min_players, options.max_players

    def setup(
        self, *, players: Sequence[PlayerId], options: SeotdaOptions, rng: Rng, now: Millis, game_no: int = 1
    ) -> SeotdaState:
        """Draws who leads (선), then the shuffle of the first hand.

        :raises ValueError: there are not two to ``maxPlayers`` different players.
        """
        least, most = self.players_for(options)
        if not least <= len(players) <= most or len(set(players)) != len(players):
            raise ValueError(f"{least} to {most} different players are needed, not {list(players)!r}")
        seats = range(len(players))
        lead = choose_first("random", len(players), rng=rng, game_no=game_no)
        stacks = [options.start_chips] * len(players)
        empty = SeotdaState(
            options=options,
            players=tuple(players),
            hand=1,
            replay=0,
            lead=lead,
            deck=(),
            cards=((),) * len(players),
            betting=Betting.begin(options.betting_rules(), stacks, seats),
            gone=(False,) * len(players),
            missed=(0,) * len(players),
            ready=(False,) * len(players),
            outcome=None,
            record="",
            started_at=now,
            ending=None,
        )
        state, _ = dealt(empty, seats, lead, replay_no=0, rng=rng, now=now)
        return state

    def validate(
        self, state: SeotdaState, actor: PlayerId, action: SeotdaAction | Timeout
    ) -> Rejection | None:
        return rules.refusal(state, actor, action)

    def apply(
        self,
        state: SeotdaState,
        actor: PlayerId,
        action: SeotdaAction | Timeout,
        *,
        rng: Rng,
        now: Millis,
    ) -> tuple[SeotdaState, tuple[GameEvent, ...]]:
        """Draws a shuffle for each hand that is dealt, and nothing else."""
        return rules.carry_out(state, actor, action, rng=rng, now=now)

    def view(self, state: SeotdaState, viewer: PlayerId | None, *, moves_from: int = 0) -> JsonObject:
        return view_of(state, viewer, moves_from)

    def active_players(self, state: SeotdaState) -> tuple[PlayerId, ...]:
        return tuple(state.players[seat] for seat in state.awaited())

    def deadline(self, state: SeotdaState) -> Millis | None:
        return state.deadline()

    def turn_started_at(self, state: SeotdaState) -> Millis | None:
        """When the running turn or pause began."""
        return None if state.ending is not None else state.started_at

    def postponed(self, state: SeotdaState, by: Millis) -> SeotdaState:
        return rules.postponed(state, by)

    def on_timeout(self, state: SeotdaState, player: PlayerId) -> Timeout:
        del state, player
        return Timeout()

    def on_leave(self, state: SeotdaState, player: PlayerId) -> Resign | None:
        """다이, and out of the hands to come; who has left already has nothing to give up."""
        return Resign() if rules.refusal(state, player, Resign()) is None else None

    def result(self, state: SeotdaState) -> GameResult | None:
        return result_of(state)

    def dump(self, state: SeotdaState) -> Json:
        return dump(state)

    def load(self, data: Json) -> SeotdaState:
        return load(data)

    def moves_made(self, state: SeotdaState) -> int:
        return length(state.record)

    def legal_actions(self, state: SeotdaState, player: PlayerId) -> Sequence[SeotdaAction]:
        seat = state.seat_of(player)
        if seat not in state.awaited():
            return ()
        if state.outcome is not None:
            return (Ready(),)
        choices = state.betting.choices()
        return tuple(Bet(word=word) for word in get_args(BetWord) if word in choices)

    def secrets_of(self, state: SeotdaState, player: PlayerId) -> frozenset[str]:
        """The own cards, until they are shown; and the list of what may be said, if nobody else has it."""
        seat = state.seat_of(player)
        if seat is None:
            return frozenset()
        cards = frozenset() if seat in state.shown() else frozenset(state.cards[seat])
        return cards | {"legalMoves"} if state.awaited() == (seat,) else cards
