"""What games for two share: turns, clocks, offers, endings, whichever game it is."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import JsonValue

from engine.colors import Color, PerColor, color_of
from engine.duel import (
    GAME_OVER,
    NOT_SEATED,
    NOT_YOUR_TURN,
    DuelGame,
    Ending,
    game_ended,
    load_ending,
    load_players,
    ranking,
)
from engine.game import ActionModel, GameResult, Json, PlayerId, Rejection, Timeout
from engine.offers import OfferDraw, RequestUndo, Resign, RespondDraw, RespondUndo
from engine.registry import GAMES
from engine.rng import Rng
from engine.testing import check_refusal

from .helpers import ANNA, BO, EVE, NOW, PLAYERS, SEED, types

REASONS = ("checkers", "boredom")
DUELS = [game_id for game_id, game in GAMES.items() if isinstance(game, DuelGame)]
BANK: dict[str, dict[str, JsonValue]] = {
    "othello": {"timeControl": {"kind": "fischer", "baseSec": 180}},
    "omok": {"timeControl": {"kind": "fischer", "baseSec": 180}},
    "chess": {"timeControl": "3+2"},
}
"""Three minutes for each, and two seconds a move."""

duels = pytest.mark.parametrize("game_id", DUELS)


@dataclass
class Duel:
    """A game for two with a bank of time for each, four plies old: every clock runs. A step takes a
    second."""

    game_id: str
    options: dict[str, JsonValue] | None = None
    now: int = NOW
    rng: Rng = field(default_factory=lambda: Rng.from_seed(SEED))

    def __post_init__(self) -> None:
        self.game: Any = GAMES[self.game_id]
        chosen = self.game.Options.model_validate(self.options or BANK[self.game_id])
        self.state = self.game.setup(players=[ANNA, BO], options=chosen, rng=self.rng, now=NOW)
        for _ in range(4):
            self.move()

    @property
    def mover(self) -> PlayerId:
        (mover,) = self.game.active_players(self.state)
        return PlayerId(mover)

    @property
    def waiter(self) -> PlayerId:
        return BO if self.mover == ANNA else ANNA

    def move(self) -> None:
        self.act(self.mover, self.game.legal_actions(self.state, self.mover)[0])

    def act(self, player: PlayerId, action: ActionModel, *, after_ms: int = 1_000) -> list[str]:
        """Do what is allowed; what happened."""
        assert self.game.validate(self.state, player, action) is None
        self.now += after_ms
        self.state, events = self.game.apply(self.state, player, action, rng=self.rng, now=self.now)
        return types(events)

    def left(self, player: PlayerId) -> int:
        """What the view says that a player has left, ms."""
        view = self.game.view(self.state, None)
        (color,) = (color for color, name in view["players"].items() if name == player)
        return int(view["clock"]["remainingMs"][color])


@duels
@pytest.mark.parametrize("late_ms", [0, 1_500])
def test_whoever_loses_on_time_has_none_left_and_the_other_what_was_left(game_id: str, late_ms: int) -> None:
    duel = Duel(game_id)
    loser, winner = duel.mover, duel.waiter
    others = duel.left(winner)
    deadline = duel.game.deadline(duel.state)
    assert duel.act(loser, Timeout(), after_ms=deadline + late_ms - duel.now) == ["gameEnded"]
    assert duel.game.result(duel.state).ranking == ((winner,), (loser,))
    assert (duel.left(loser), duel.left(winner)) == (0, others)
    assert duel.game.load(duel.game.dump(duel.state)) == duel.state


@pytest.mark.parametrize("game_id", ["othello", "omok"])
def test_whoever_oversteps_the_limit_of_a_move_and_loses_has_none_left(game_id: str) -> None:
    duel = Duel(game_id, {"timeoutPolicy": "lose"})
    loser, winner = duel.mover, duel.waiter
    assert duel.act(loser, Timeout(), after_ms=30_000) == ["gameEnded"]
    assert (duel.left(loser), duel.left(winner)) == (0, 30_000)
    assert duel.game.load(duel.game.dump(duel.state)) == duel.state


@duels
def test_whoever_is_timed_out_for_being_away_keeps_what_was_left(game_id: str) -> None:
    duel = Duel(game_id)
    away, had = duel.mover, duel.left(duel.mover)
    duel.act(away, Timeout(), after_ms=60_000)
    assert duel.left(away) == had - 60_000


@duels
@pytest.mark.parametrize("ending", ["resign", "resign of the other", "draw"])
def test_a_game_that_ends_without_a_move_stops_the_clock_of_whose_turn_it_is(
    game_id: str, ending: str
) -> None:
    duel = Duel(game_id)
    mover, waiter = duel.mover, duel.waiter
    had, others = duel.left(mover), duel.left(waiter)
    if ending == "draw":
        duel.act(waiter, OfferDraw(), after_ms=2_000)
        assert duel.act(mover, RespondDraw(accept=True), after_ms=5_000) == ["gameEnded"]
    else:
        resigns = mover if ending == "resign" else waiter
        assert duel.act(resigns, Resign(), after_ms=7_000) == ["gameEnded"]
    assert (duel.left(mover), duel.left(waiter)) == (had - 7_000, others)
    assert duel.game.turn_started_at(duel.state) is None


@duels
def test_an_undo_that_gives_its_asker_a_new_turn_begins_it_then(game_id: str) -> None:
    """The deadline is the same, since what was used stays used; the turn is another."""
    duel = Duel(game_id)
    asker, deadline = duel.mover, duel.game.deadline(duel.state)
    began = duel.game.turn_started_at(duel.state)
    assert began == duel.now
    duel.act(asker, RequestUndo(), after_ms=3_000)
    assert duel.game.turn_started_at(duel.state) == began, "to ask is no turn"
    duel.act(duel.waiter, RespondUndo(accept=True), after_ms=40_000)
    assert (duel.mover, duel.game.deadline(duel.state)) == (asker, deadline)
    assert duel.game.turn_started_at(duel.state) == duel.now


@duels
def test_leaving_a_running_game_is_resigning_it(game_id: str) -> None:
    duel = Duel(game_id)
    for player, action in ((ANNA, Resign()), (BO, Resign()), (EVE, None)):
        assert duel.game.on_leave(duel.state, player) == action
    duel.act(ANNA, Resign())
    assert [duel.game.on_leave(duel.state, player) for player in (ANNA, BO, EVE)] == [None] * 3


@duels
def test_what_the_rules_refuse_is_a_fault_to_apply(game_id: str) -> None:
    duel = Duel(game_id)
    move = duel.game.legal_actions(duel.state, duel.mover)[0]
    ended = duel.game.apply(duel.state, ANNA, Resign(), rng=duel.rng, now=duel.now)[0]
    for state, player, action, why in (
        (duel.state, EVE, move, "room/not_seated"),
        (duel.state, EVE, Resign(), "room/not_seated"),
        (ended, ANNA, Resign(), "game/over"),
        (ended, BO, OfferDraw(), "game/over"),
        (duel.state, duel.waiter, move, "turn"),
        (duel.state, duel.waiter, Timeout(), "turn"),
        (duel.state, ANNA, RespondDraw(accept=True), "offer/none"),
    ):
        assert duel.game.validate(state, player, action) is not None
        with pytest.raises(ValueError, match=why):
            duel.game.apply(state, player, action, rng=duel.rng, now=duel.now)


@pytest.mark.parametrize("data", [None, [], ["anna"], ["anna", 7], ["anna", "bo", "cy"], "ab"])
def test_what_is_no_pair_of_players_is_refused(data: Json) -> None:
    with pytest.raises(ValueError, match=r"not|unpack"):
        load_players(data)
    assert load_players(["anna", "bo"]) == PerColor(ANNA, BO)


@pytest.mark.parametrize(("player", "color"), [(ANNA, "black"), (BO, "white"), (EVE, None)])
def test_a_player_has_a_color_and_nobody_else_has(player: PlayerId, color: Color | None) -> None:
    assert color_of(PLAYERS, player) == color


@pytest.mark.parametrize(
    ("winner", "groups"), [("black", ((ANNA,), (BO,))), ("white", ((BO,), (ANNA,))), (None, ((ANNA, BO),))]
)
def test_the_winner_is_ranked_first_and_a_draw_is_one_group(
    winner: Color | None, groups: tuple[tuple[PlayerId, ...], ...]
) -> None:
    assert ranking(PLAYERS, winner) == groups


@pytest.mark.parametrize("ending", [None, Ending("black", "boredom"), Ending(None, "checkers")])
def test_an_ending_is_read_back_as_it_was_stored(ending: Ending[str] | None) -> None:
    assert load_ending(None if ending is None else ending.dump(), REASONS) == ending


@pytest.mark.parametrize(
    "data", ["boredom", ["black"], ["black", "five"], ["green", "boredom"], [None, None], {}, 7]
)
def test_what_is_no_ending_of_the_game_is_refused(data: Json) -> None:
    with pytest.raises(ValueError, match=r"."):
        load_ending(data, REASONS)


def test_the_last_event_of_a_game_carries_its_result() -> None:
    result = GameResult(
        ranking=((ANNA,), (BO,)), summary="흑 승", reason="normal", detail={"winner": "black"}
    )
    event = game_ended(result)
    assert (event.type, event.by, event.fields) == ("gameEnded", "system", {"result": result.to_json()})
    with pytest.raises(ValueError, match="no result"):
        game_ended(None)


@pytest.mark.parametrize("refusal", [NOT_SEATED, GAME_OVER, NOT_YOUR_TURN], ids=lambda refusal: refusal.code)
def test_a_refusal_has_a_code_for_programs_and_words_for_people(refusal: Rejection) -> None:
    check_refusal(refusal)
