"""The toolkit itself: it finds what it is there to find."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.game import GameEvent, GameResult, Json, JsonObject, Millis, PlayerId, Rejection, Timeout
from engine.games.othello import Othello, OthelloAction, OthelloState
from engine.offers import OfferDraw, Resign
from engine.rng import Rng
from engine.testing import OUTSIDER, ContractError, Playout

from .helpers import ANNA, BO, EVE, OTHELLO, options


class Faulty(Othello):
    """Reversi with one method replaced."""

    def __init__(self, name: str, method: Callable[..., Any]) -> None:
        setattr(self, name, method)


def playing(game: Othello, **settings: Any) -> Callable[[], object]:
    settings = {"max_steps": 400, "side_actions": (OfferDraw(),), **settings}
    playout = Playout(game=game, players=[ANNA, BO], options=options(), **settings)
    return lambda: [playout.run(bytes([number] * 16)) for number in range(5)]


def throwing_the_clock_away(data: Json) -> OthelloState:
    state = OTHELLO.load(data)
    return replace(state, clock=state.clock.postponed(1))


def rolling_its_own_dice() -> Callable[..., tuple[OthelloState, tuple[GameEvent, ...]]]:
    hidden = Rng.from_seed(bytes(16))

    def apply(
        state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout, *, rng: Rng, now: Millis
    ) -> tuple[OthelloState, tuple[GameEvent, ...]]:
        return OTHELLO.apply(state, actor, action, rng=rng, now=now - hidden.int(2))

    return apply


def refusing_without_words(
    state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout
) -> Rejection | None:
    refused = OTHELLO.validate(state, actor, action)
    return None if refused is None else Rejection(refused.code, "no")


def letting_anyone_move(
    state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout
) -> Rejection | None:
    return OTHELLO.validate(
        state, OTHELLO.active_players(state)[0] if state.ending is None else actor, action
    )


def refusing_timeouts(
    state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout
) -> Rejection | None:
    if isinstance(action, Timeout):
        return Rejection("move/illegal", "안 돼요")
    return OTHELLO.validate(state, actor, action)


def refusing_to_let_go(
    state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout
) -> Rejection | None:
    if isinstance(action, Resign):
        return Rejection("move/illegal", "안 돼요")
    return OTHELLO.validate(state, actor, action)


def showing_legal_moves_to_all(
    state: OthelloState, viewer: PlayerId | None, *, moves_from: int = 0
) -> JsonObject:
    active = OTHELLO.active_players(state)
    return OTHELLO.view(state, active[0] if active else viewer, moves_from=moves_from)


def showing(extra: JsonObject) -> Callable[..., JsonObject]:
    def view(state: OthelloState, viewer: PlayerId | None, *, moves_from: int = 0) -> JsonObject:
        return {**OTHELLO.view(state, viewer, moves_from=moves_from), **extra}

    return view


def counting_wrong(state: OthelloState) -> int:
    return len(state.record) + 1


def ranking_strangers(state: OthelloState) -> GameResult | None:
    result = OTHELLO.result(state)
    return None if result is None else replace(result, ranking=((EVE,), (ANNA,)))


def ending_in_silence(state: OthelloState) -> GameResult | None:
    result = OTHELLO.result(state)
    return None if result is None else replace(result, summary="")


def never_waiting(state: OthelloState, player: PlayerId) -> Sequence[OthelloAction]:
    del state, player
    return ()


def telling_nothing(
    state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout, *, rng: Rng, now: Millis
) -> tuple[OthelloState, tuple[GameEvent, ...]]:
    return OTHELLO.apply(state, actor, action, rng=rng, now=now)[0], ()


def telling_the_seed(
    state: OthelloState, actor: PlayerId, action: OthelloAction | Timeout, *, rng: Rng, now: Millis
) -> tuple[OthelloState, tuple[GameEvent, ...]]:
    after, events = OTHELLO.apply(state, actor, action, rng=rng, now=now)
    return after, (*events, GameEvent("peek", "system", {"seed": list(rng.state)}))


def always_due(state: OthelloState) -> Millis:
    return state.clock.deadline("black")


def staying_put(state: OthelloState, by: Millis) -> OthelloState:
    del by
    return state


@pytest.mark.parametrize(
    ("method", "fault", "found"),
    [
        ("load", throwing_the_clock_away, "another state"),
        ("apply", rolling_its_own_dice(), "two outcomes"),
        ("apply", telling_nothing, "no event"),
        ("apply", telling_the_seed, "'seed'"),
        ("validate", refusing_without_words, "not a refusal"),
        ("validate", letting_anyone_move, "not refused"),
        ("validate", refusing_timeouts, "timeout of"),
        ("validate", refusing_to_let_go, "leaving is refused"),
        ("view", showing_legal_moves_to_all, "leaks to"),
        ("view", showing({"RNG": 1}), "'RNG'"),
        ("view", showing({"box": {"rng_state": []}}), "'rng_state'"),
        ("view", showing({"pair": (1, 2)}), "not the same after JSON"),
        ("moves_made", counting_wrong, "the view does not"),
        ("result", ranking_strangers, "no player"),
        ("result", ending_in_silence, "summary"),
        ("legal_actions", never_waiting, "has no move"),
        ("deadline", always_due, "exactly while there is no result"),
        ("postponed", staying_put, "postponed"),
    ],
)
def test_a_broken_promise_is_found(method: str, fault: Callable[..., Any], found: str) -> None:
    with pytest.raises(ContractError, match=found):
        playing(Faulty(method, fault))()


def test_a_game_without_end_is_found() -> None:
    with pytest.raises(ContractError, match="no end after 20 steps"):
        playing(OTHELLO, max_steps=20)()


def test_an_exception_of_the_game_is_not_swallowed() -> None:
    def failing(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        playing(Faulty("apply", failing))()


def test_an_invariant_sees_every_state() -> None:
    seen: list[OthelloState] = []
    playout = Playout(
        game=OTHELLO, players=[ANNA, BO], options=options(), max_steps=400, invariant=seen.append
    )
    played = playout.run(bytes(16))
    assert len(seen) == len(played.steps) + 1
    assert seen[-1] == played.state


def test_the_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    playout = Playout(game=OTHELLO, players=[ANNA, BO], options=options(), max_steps=400)
    assert playout.run(bytes(16)) == playout.run(bytes(16))
    assert playout.run(bytes(16)).steps != playout.run(bytes([1] * 16)).steps


def test_an_outsider_is_nobody_of_the_game() -> None:
    assert OUTSIDER not in (ANNA, BO)
