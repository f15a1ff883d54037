"""What a player of 섯다 may do and what comes of it."""

from dataclasses import replace
from typing import TypeVar

from engine.betting import Word
from engine.duel import GAME_OVER, NOT_SEATED, TIMEOUTS_TO_LOSE
from engine.game import SYSTEM, Actor, GameEvent, Json, Millis, PlayerId, Rejection, Timeout
from engine.games.seotda import record
from engine.games.seotda.actions import Bet, Ready, SeotdaAction
from engine.games.seotda.hand import Events, Left, begin, progressed, unclaimed
from engine.games.seotda.record import key
from engine.games.seotda.state import SeotdaState
from engine.offers import Resign
from engine.rng import Rng

T = TypeVar("T")

NOT_YOUR_TURN = Rejection("move/not_your_turn", "지금은 다른 사람의 차례예요")
HAS_LEFT = Rejection("seat/left", "이미 그만둔 대국이에요")
HAND_IS_OVER = Rejection("move/illegal", "판이 끝났어요. 다음 패를 받으려면 '준비'를 눌러 주세요")
NOT_ASKED = Rejection("ready/not_asked", "지금은 준비할 때가 아니에요")
IS_READY = Rejection("ready/already", "이미 준비했어요. 다른 사람을 기다리고 있어요")


def refusal(state: SeotdaState, actor: PlayerId, action: SeotdaAction | Timeout) -> Rejection | None:
    """Why ``actor`` may not do this now, or None."""
    seat = state.seat_of(actor)
    if seat is None:
        return NOT_SEATED
    if state.ending is not None:
        return GAME_OVER
    if state.gone[seat]:
        return HAS_LEFT
    match action:
        case Bet():
            return _bet_refusal(state, seat, action.word)
        case Ready():
            if seat in state.awaited() and state.outcome is not None:
                return None
            return IS_READY if state.outcome is not None and state.ready[seat] else NOT_ASKED
        case Resign():
            return None
        case _:
            return None if seat in state.awaited() else NOT_YOUR_TURN


def _bet_refusal(state: SeotdaState, seat: int, word: Word) -> Rejection | None:
    if state.outcome is not None:
        return HAND_IS_OVER
    if seat != state.betting.turn:
        return NOT_YOUR_TURN
    return state.betting.refusal(word)


def carry_out(
    state: SeotdaState, actor: PlayerId, action: SeotdaAction | Timeout, *, rng: Rng, now: Millis
) -> tuple[SeotdaState, Events]:
    """The state and the events after an action that ``refusal`` let pass.

    :raises ValueError: ``refusal`` would not have let it pass.
    """
    refused = refusal(state, actor, action)
    seat, deadline = state.seat_of(actor), state.deadline()
    if refused is not None or seat is None or deadline is None:
        raise ValueError(f"{action!r} by {actor!r}: {refused}")
    match action:
        case Resign():
            return _leave(state, seat, actor, "resign", rng=rng, now=now)
        case Bet() if now < deadline:
            heard = replace(state, missed=_having(state.missed, seat, 0))
            return _say(heard, seat, action.word, by=actor, now=now)
        case Ready() if now < deadline:
            return _get_ready(state, seat, rng=rng, now=now)
        case _ if state.outcome is not None:
            return begin(state, rng=rng, now=now)
        case _:
            return _time_out(state, seat, rng=rng, now=now)


def _say(state: SeotdaState, seat: int, word: Word, *, by: Actor, now: Millis) -> tuple[SeotdaState, Events]:
    """The seat says a word; ``by`` the system when time ran out."""
    betting, paid = state.betting.said(word)
    auto = by == SYSTEM
    spoken = replace(
        state,
        betting=betting,
        record=f"{state.record} {record.bet(seat, word, paid, auto=auto)}",
        started_at=now,
    )
    fields: dict[str, Json] = {
        "seat": key(seat),
        "word": word,
        "paid": paid,
        "bet": betting.bet,
        "pot": betting.pot,
        "allIn": word != "die" and betting.stakes[seat].stack == 0,
        "auto": auto,
    }
    return progressed(spoken, (GameEvent("bet", by, fields),), now=now, left=None)


def _time_out(state: SeotdaState, seat: int, *, rng: Rng, now: Millis) -> tuple[SeotdaState, Events]:
    """The turn ran out: 체크 where that costs nothing, else 다이; the third time in a row leaves."""
    missed = state.missed[seat] + 1
    if missed >= TIMEOUTS_TO_LOSE:
        return _leave(state, seat, SYSTEM, "timeLoss", rng=rng, now=now)
    word: Word = "check" if "check" in state.betting.choices() else "die"
    late = replace(state, missed=_having(state.missed, seat, missed))
    return _say(late, seat, word, by=SYSTEM, now=now)


def _get_ready(state: SeotdaState, seat: int, *, rng: Rng, now: Millis) -> tuple[SeotdaState, Events]:
    ready = replace(state, ready=_having(state.ready, seat, True))
    told = (GameEvent("ready", state.players[seat], {"seat": key(seat)}),)
    return _begun_if_all_are_ready(ready, told, rng=rng, now=now)


def _begun_if_all_are_ready(
    state: SeotdaState, events: Events, *, rng: Rng, now: Millis
) -> tuple[SeotdaState, Events]:
    if state.ending is not None or state.outcome is None or state.awaited():
        return state, events
    begun, dealt = begin(state, rng=rng, now=now)
    return begun, (*events, *dealt)


def _leave(
    state: SeotdaState, seat: int, by: Actor, left: Left, *, rng: Rng, now: Millis
) -> tuple[SeotdaState, Events]:
    """The seat is out of the game: 다이 in the running hand, and no more cards. Its chips stay its own."""
    gone = replace(
        state,
        gone=_having(state.gone, seat, True),
        record=f"{state.record} {record.left(seat)}",
    )
    events: Events = (GameEvent("left", by, {"seat": key(seat), "why": left}),)
    if gone.outcome is not None:
        paused, events = unclaimed(gone, seat, events, left=left)
        return _begun_if_all_are_ready(paused, events, rng=rng, now=now)
    if not gone.betting.stakes[seat].is_in:
        return gone, events
    turn = gone.betting.turn
    betting = gone.betting.without(seat)
    started_at = state.started_at if betting.turn == turn else now
    return progressed(replace(gone, betting=betting, started_at=started_at), events, now=now, left=left)


def _having(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def postponed(state: SeotdaState, by: Millis) -> SeotdaState:
    """The same game with its running deadline ``by`` ms later."""
    return replace(state, started_at=state.started_at + by)
