"""A toolkit for proving a game: random playouts with the checks that every game must pass.

It is document 002, section 7, for any ``GameDefinition``. ``play_out`` plays one game to its
end by seeded chance and checks every state, view, event and refusal on the way. It raises
``ContractError`` at the first fault; the same seed finds the same fault again. It measures no
time itself: ``around`` lets a test do that.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeAlias, TypeVar, get_args

from engine.game import (
    SYSTEM,
    A,
    GameDefinition,
    GameEvent,
    Json,
    Millis,
    O,
    PlayerId,
    Reason,
    Rejection,
    S,
    Timeout,
)
from engine.rng import Rng, RngState

T = TypeVar("T")

Outcome: TypeAlias = tuple[S, tuple[GameEvent, ...]]

OUTSIDER = PlayerId("outsider")
"""Somebody who plays in no game."""

_START: Millis = 1_800_000_000_000
_CODE = re.compile(r"[a-z]+/[a-z_]+")
_HANGUL = re.compile("[가-힣]")
_ACTIONS_TRIED = 8
"""So many legal actions of a state are tried with every player: a board may have hundreds."""
_FORBIDDEN_KEYS = frozenset({"rng", "seed", "rngstate"})


class ContractError(AssertionError):
    """The game did not do what the contract says."""


class Step(NamedTuple, Generic[A]):
    """One action that was carried out."""

    actor: PlayerId
    action: A | Timeout
    now: Millis


@dataclass(frozen=True, slots=True)
class Played(Generic[S, A]):
    """A game that was played to its end."""

    state: S
    steps: tuple[Step[A], ...]
    rng_state: RngState


def _plainly(call: Callable[[], Outcome[S]]) -> Outcome[S]:
    return call()


def _nothing_more(state: object) -> None:
    del state


@dataclass(frozen=True, slots=True, kw_only=True)
class Playout(Generic[S, A, O]):
    """How to play a game by chance.

    ``side_actions`` are what a player may try beside moves (offers, answers); some of them
    will be refused, which is checked too. ``invariant`` raises if a state is impossible by
    the rules of this game. ``around`` calls the function it is given, once, and returns what
    that returns; it sees every ``apply``. ``max_steps`` bounds the game, so that one that
    never ends is found. About one step in ``one_timeout_in`` lets the deadline pass.
    """

    game: GameDefinition[S, A, O]
    players: Sequence[PlayerId]
    options: O
    max_steps: int
    one_timeout_in: int = 16
    side_actions: Sequence[A] = ()
    invariant: Callable[[S], None] = _nothing_more
    around: Callable[[Callable[[], Outcome[S]]], Outcome[S]] = _plainly

    def run(self, seed: bytes) -> Played[S, A]:
        """Play one game; ``seed`` has 16 bytes and decides everything.

        :raises ContractError: the game broke the contract.
        """
        dice = Rng.from_seed(bytes(0xFF - byte for byte in seed))  # not what the game draws from
        rng = Rng.from_seed(seed)
        state = self._setup(rng)
        steps: list[Step[A]] = []
        now = _START
        check_state(self.game, state, self.players, dice)
        self.invariant(state)
        while self.game.result(state) is None:
            if len(steps) >= self.max_steps:
                raise ContractError(f"no end after {self.max_steps} steps")
            step = self._choose(state, dice, now)
            refusal = self.game.validate(state, step.actor, step.action)
            if refusal is not None:
                check_refusal(refusal)
                continue
            state = self._carry_out(state, step, rng)
            steps.append(step)
            now = step.now
            began = self.game.turn_started_at(state)
            if began is not None and began > now:
                raise ContractError(f"at {now} the turn will only begin at {began}")
            check_state(self.game, state, self.players, dice)
            self.invariant(state)
        if self.replay(steps, seed) != (state, rng.state):
            raise ContractError("the same seed and actions did not give the same game")
        return Played(state, tuple(steps), rng.state)

    def replay(self, steps: Sequence[Step[A]], seed: bytes) -> tuple[S, RngState]:
        """What these actions lead to from a fresh start."""
        rng = Rng.from_seed(seed)
        state = self._setup(rng)
        for step in steps:
            state, _ = self.game.apply(state, step.actor, step.action, rng=rng, now=step.now)
        return state, rng.state

    def _setup(self, rng: Rng) -> S:
        return self.game.setup(players=self.players, options=self.options, rng=rng, now=_START)

    def _choose(self, state: S, dice: Rng, now: Millis) -> Step[A]:
        """Mostly a legal move in time; now and then a timeout, or something beside the game."""
        deadline = self.game.deadline(state)
        if deadline is None:
            raise ContractError("a running game without a deadline")
        if dice.int(self.one_timeout_in) == 0:
            player = _one_of(self.game.timeout_players(state), dice)
            return Step(player, self.game.on_timeout(state, player), deadline + dice.int(1000))
        in_time = max(now, min(now + dice.int(5000), deadline - 1))
        if self.side_actions and dice.int(4) == 0:
            actor, action = self._choose_aside(state, dice)
            return Step(actor, action, in_time)
        player = _one_of(self.game.active_players(state), dice)
        return Step(player, _one_of(self.game.legal_actions(state, player), dice), in_time)

    def _choose_aside(self, state: S, dice: Rng) -> tuple[PlayerId, A]:
        """Half the time something allowed, if there is such a thing; else anything at all."""
        choices = [(who, what) for who in (*self.players, OUTSIDER) for what in self.side_actions]
        if dice.int(2) == 0:
            allowed = [pair for pair in choices if self.game.validate(state, *pair) is None]
            choices = allowed or choices
        return _one_of(choices, dice)

    def _carry_out(self, state: S, step: Step[A], rng: Rng) -> S:
        before, rng_before = self.game.dump(state), rng.state
        after, events = self.around(
            lambda: self.game.apply(state, step.actor, step.action, rng=rng, now=step.now)
        )
        again_rng = Rng.from_state(rng_before)
        again = self.game.apply(state, step.actor, step.action, rng=again_rng, now=step.now)
        if again != (after, events) or again_rng.state != rng.state:
            raise ContractError(f"applied twice, two outcomes: {step}")
        if self.game.dump(state) != before:
            raise ContractError(f"apply changed the state it was given: {step}")
        check_events(self.game, after, events, self.players)
        return after


def check_state(game: GameDefinition[S, A, O], state: S, players: Sequence[PlayerId], dice: Rng) -> None:
    """Everything the contract says of a single state.

    :raises ContractError: it does not hold.
    """
    text = _as_json(game.dump(state))
    if game.load(json.loads(text)) != state:
        raise ContractError(f"load(dump(state)) is another state: {text}")
    if (game.deadline(state) is None) != (game.result(state) is not None):
        raise ContractError("there is a deadline exactly while there is no result")
    if (game.turn_started_at(state) is None) != (game.deadline(state) is None):
        raise ContractError("a turn runs exactly while there is a deadline")
    _check_views(game, state, players, dice)
    if game.result(state) is None:
        _check_running(game, state, players, dice)
    else:
        _check_over(game, state, players)


def _check_running(game: GameDefinition[S, A, O], state: S, players: Sequence[PlayerId], dice: Rng) -> None:
    for player in game.timeout_players(state):
        refused = game.validate(state, player, game.on_timeout(state, player))
        if refused is not None:
            raise ContractError(f"the timeout of {player} is refused: {refused}")
    deadline = game.deadline(state)
    later = game.deadline(game.postponed(state, 1234))
    if deadline is None or later != deadline + 1234:
        raise ContractError(f"postponed from {deadline} by 1234 to {later}")
    began = game.turn_started_at(state)
    moved_on = game.turn_started_at(game.postponed(state, 1234))
    if began is None or began >= deadline or moved_on != began + 1234:
        raise ContractError(f"a turn from {began} to {deadline}, postponed by 1234, began at {moved_on}")
    for player in players:
        leaving = game.on_leave(state, player)
        if leaving is not None and (refused := game.validate(state, player, leaving)) is not None:
            raise ContractError(f"leaving is refused: {refused}")
    if not any(game.legal_actions(state, player) for player in game.active_players(state)):
        raise ContractError("the game waits for somebody who has no move")
    legal = {player: game.legal_actions(state, player) for player in players}
    known = [action for actions in legal.values() for action in actions]
    moves = {player: frozenset(actions) for player, actions in legal.items()}
    for action in dice.shuffle(known)[:_ACTIONS_TRIED]:
        for player in (*players, OUTSIDER):
            refused = game.validate(state, player, action)
            if (refused is None) != (action in moves.get(player, ())):
                raise ContractError(f"{action!r} of {player}: {refused or 'not refused'}")
            if refused is not None:
                check_refusal(refused)


def _check_over(game: GameDefinition[S, A, O], state: S, players: Sequence[PlayerId]) -> None:
    result = game.result(state)
    if result is None:
        raise ContractError("no result")
    ranked = [player for group in result.ranking for player in group]
    if len(set(ranked)) != len(ranked) or not set(ranked) <= set(players):
        raise ContractError(f"ranked twice, or no player: {result.ranking}")
    if result.reason not in get_args(Reason) or not _HANGUL.search(result.summary):
        raise ContractError(f"neither a reason nor a summary for people: {result}")
    if result.scores is not None and not set(result.scores) <= set(players):
        raise ContractError(f"scores of strangers: {result.scores}")
    _check_public(result.to_json(), "result")
    if not result.unsent <= set(result.detail):
        raise ContractError(f"there is no {result.unsent} in {set(result.detail)}")
    names = {player: f"닉네임 {player}" for player in players}
    for name, text in game.notations(state, names).items():
        if not re.fullmatch("[a-z]+", name) or not isinstance(text, str):
            raise ContractError(f"no notation: {name!r}: {text!r}")
    if game.active_players(state):
        raise ContractError("a game that is over waits for somebody")
    for player in players:
        if game.legal_actions(state, player) or game.on_leave(state, player) is not None:
            raise ContractError(f"a game that is over goes on for {player}")
        refused = game.validate(state, player, Timeout())
        if refused is None or refused.code != "game/over":
            raise ContractError(f"a game that is over is not game/over: {refused}")


def _check_views(game: GameDefinition[S, A, O], state: S, players: Sequence[PlayerId], dice: Rng) -> None:
    length = game.moves_made(state)
    viewers = (*players, OUTSIDER, None)
    for viewer in viewers:  # what an update shows
        text = _check_public(game.view(state, viewer, moves_from=length), f"update for {viewer}")
        _check_secrets(game, state, players, viewer, text)
    viewer = _one_of(viewers, dice)  # what a newcomer is shown: costlier, so one a time
    view = game.view(state, viewer)
    text = _check_public(view, f"view of {viewer}")
    _check_secrets(game, state, players, viewer, text)
    moves = view["moves"]
    if not isinstance(moves, list) or len(moves) != length or view["moveCount"] != length:
        raise ContractError(f"the record has {length} moves, the view does not: {text}")
    start = dice.int(length + 1)
    part = game.view(state, viewer, moves_from=start)
    if part != {**view, "moves": moves[start:], "movesFrom": start}:
        raise ContractError(f"the view from move {start} on differs in more than its moves")


def _check_secrets(
    game: GameDefinition[S, A, O],
    state: S,
    players: Sequence[PlayerId],
    viewer: PlayerId | None,
    text: str,
) -> None:
    for player in players:
        for secret in game.secrets_of(state, player):
            if player != viewer and secret in text:
                raise ContractError(f"{secret!r} of {player} leaks to {viewer}: {text}")


def check_events(
    game: GameDefinition[S, A, O], state: S, events: Sequence[GameEvent], players: Sequence[PlayerId]
) -> None:
    """``events`` led to ``state``: they are public, and by a player or the system.

    :raises ContractError: they are not.
    """
    if not events:
        raise ContractError("something happened and no event tells it")
    for event in events:
        if not event.type or event.by not in (*players, SYSTEM):
            raise ContractError(f"what, or by whom: {event}")
        text = _check_public(event.to_json(), f"event {event.type}")
        _check_secrets(game, state, players, None, text)


def check_refusal(refusal: Rejection) -> None:
    """A refusal has a spaced code and words for a Korean player.

    :raises ContractError: it has not.
    """
    if not _CODE.fullmatch(refusal.code) or not _HANGUL.search(refusal.reason):
        raise ContractError(f"not a refusal for people and programs: {refusal}")


def _check_public(value: Json, what: str) -> str:
    """The JSON text of something that is sent; it survives JSON and tells nothing of chance."""
    text = _as_json(value)
    if json.loads(text) != value:
        raise ContractError(f"{what} is not the same after JSON: {value!r}")
    for key in _keys(value):
        if key.lower().replace("_", "") in _FORBIDDEN_KEYS:
            raise ContractError(f"{what} has {key!r}")
    return text


def _as_json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _keys(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            if isinstance(inner, dict | list):
                yield from _keys(inner)


def _one_of(items: Sequence[T], dice: Rng) -> T:
    return items[dice.int(len(items))]
