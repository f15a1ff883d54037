"""A hand of 섯다 from the deal to the showdown.

Chance enters in ``begin`` alone: one shuffle of the deck a deal. Betting rounds that nobody can
take part in are passed over, so a deal among players who are all in ends in its showdown at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from engine.betting import Betting
from engine.cards.deal import deal
from engine.cards.hwatu import SEOTDA_DECK, CardId
from engine.cards.seotda import SeotdaHand, Special, redeal_of, verdict
from engine.duel import game_ended
from engine.game import SYSTEM, GameEvent, Json, Millis
from engine.games.seotda import record
from engine.games.seotda.record import key
from engine.games.seotda.result import result_of
from engine.games.seotda.state import Outcome, SeotdaState
from engine.pots import Pot, shares_of
from engine.rng import Rng
from engine.turns import around

Events: TypeAlias = tuple[GameEvent, ...]
Left: TypeAlias = Literal["resign", "timeLoss"]
"""How somebody left the game just now, if that is what ends it."""

MAX_REPLAYS = 3
"""So often a hand is dealt anew; after that a 구사 is a 3끗 and who ties shares. It bounds a game."""


def begin(state: SeotdaState, *, rng: Rng, now: Millis) -> tuple[SeotdaState, Events]:
    """After the pause: the next hand, or the same one dealt anew among who has a share in it.

    The winner of the last hand leads (선), or who plays next to the left. Nobody pays the ante
    twice for one hand.
    """
    outcome = state.outcome
    if outcome is None:
        raise ValueError("the hand is still being played")
    seats = state.contenders()
    if outcome.replay is not None:
        return dealt(
            state, seats, _lead(seats, state.lead, state), replay_no=state.replay + 1, rng=rng, now=now
        )
    winner = outcome.pots[0].seats[0]
    following = replace(state, hand=state.hand + 1)
    return dealt(following, seats, _lead(seats, winner, state), replay_no=0, rng=rng, now=now)


def _lead(seats: Sequence[int], wanted: int, state: SeotdaState) -> int:
    return next(seat for seat in around(wanted, len(state.players)) if seat in seats)


def dealt(
    state: SeotdaState, seats: Sequence[int], lead: int, *, replay_no: int, rng: Rng, now: Millis
) -> tuple[SeotdaState, Events]:
    """Shuffle, deal to ``seats`` from ``lead`` on, collect the ante unless it is dealt anew."""
    options = state.options
    order = [seat for seat in around(lead, len(state.players)) if seat in seats]
    hands, deck = deal(rng.shuffle(SEOTDA_DECK), len(order), 2 if options.deal == "both" else 1)
    stacks = [stake.stack for stake in state.betting.stakes]
    betting = Betting.begin(options.betting_rules(), stacks, seats, state.betting.carried)
    if replay_no == 0:
        betting = betting.anted(options.ante)
    betting = betting.opened(lead)
    given = dict(zip(order, hands, strict=True))
    fresh = replace(
        state,
        replay=replay_no,
        lead=lead,
        deck=deck,
        cards=tuple(given.get(seat, ()) for seat in range(len(state.players))),
        betting=betting,
        ready=(False,) * len(state.players),
        outcome=None,
        record=_with(state.record, record.dealt(state.hand, replay_no, lead)),
        started_at=now,
    )
    told: dict[str, Json] = {
        "hand": state.hand,
        "replay": replay_no,
        "lead": key(lead),
        "seats": [key(seat) for seat in order],
        "cards": len(hands[0]),
        "ante": options.ante if replay_no == 0 else 0,
        "pot": betting.pot,
    }
    return progressed(fresh, (GameEvent("dealt", SYSTEM, told),), now=now, left=None)


def progressed(
    state: SeotdaState, events: Events, *, now: Millis, left: Left | None
) -> tuple[SeotdaState, Events]:
    """Somebody spoke, died, or was dealt cards: whatever follows without anybody's doing."""
    if state.betting.turn is not None:
        return state, events
    betting, back = state.betting.refunded()
    if back is not None:
        fields: dict[str, Json] = {"seat": key(back.seats[0]), "amount": back.amount}
        events = (*events, GameEvent("refunded", SYSTEM, fields))
    state = replace(state, betting=betting)
    if len(betting.live) == 1:
        pots = [(pot, pot.seats) for pot in betting.pots()]
        return _settled(state, events, Outcome("died", ()), pots, now=now, left=left)
    if len(state.cards[betting.live[0]]) == 2:
        return _showdown(state, events, now=now, left=left)
    return progressed(*_second_card(state, events, now), now=now, left=left)


def _second_card(state: SeotdaState, events: Events, now: Millis) -> tuple[SeotdaState, Events]:
    live = state.betting.live
    order = [seat for seat in around(state.lead, len(state.players)) if seat in live]
    hands, deck = deal(state.deck, len(order))
    given: dict[int, tuple[CardId, ...]] = dict(zip(order, hands, strict=True))
    cards = tuple((*held, *given.get(seat, ())) for seat, held in enumerate(state.cards))
    betting = state.betting.opened(state.lead)
    told: dict[str, Json] = {"seats": [key(seat) for seat in order], "cards": 2, "pot": betting.pot}
    after = replace(state, deck=deck, cards=cards, betting=betting, started_at=now)
    return after, (*events, GameEvent("cardDealt", SYSTEM, told))


def _showdown(
    state: SeotdaState, events: Events, *, now: Millis, left: Left | None
) -> tuple[SeotdaState, Events]:
    """Those who are left open their cards. A 구사 comes before everything else.

    A tie for the main pot is played off among those who tie, if the options want that. Only pots
    that nobody but they can win wait for it; the others are given away, shared if need be.
    """
    hands = {seat: hand for seat in state.betting.live if (hand := state.worth(seat)) is not None}
    rules = state.options.special_rules()
    pots = state.betting.pots()
    may_replay = state.replay < MAX_REPLAYS
    why = redeal_of(hands.values(), rules) if may_replay else None
    if why is not None:
        events = (*events, _shown(state, hands, None))
        outcome = Outcome("showdown", (), None, why, state.betting.live)
        return _settled(state, events, outcome, [], now=now, left=left, kept=pots)
    judged = [(pot, verdict({seat: hands[seat] for seat in pot.seats}, rules)) for pot in pots]
    main = judged[0][1]
    events = (*events, _shown(state, hands, main.caught_by))
    kept: list[Pot] = []
    given: list[tuple[Pot, tuple[int, ...]]] = []
    for pot, (winners, _) in judged:
        is_tied = len(winners) > 1 and set(winners) <= set(main.winners)
        if is_tied and may_replay and state.options.tie == "replay":
            kept.append(Pot(pot.amount, winners))
        else:
            given.append((pot, winners))
    outcome = Outcome("showdown", (), main.caught_by)
    if kept:
        outcome = outcome._replace(replay="tie", contenders=main.winners)
    return _settled(state, events, outcome, given, now=now, left=left, kept=tuple(kept))


def _shown(state: SeotdaState, hands: Mapping[int, SeotdaHand], caught_by: Special | None) -> GameEvent:
    rules = state.options.special_rules()
    opened: list[Json] = [
        {"seat": key(seat), "cards": list(state.cards[seat]), "hand": rules.label_ko(hand)}
        for seat, hand in hands.items()
    ]
    return GameEvent("showdown", SYSTEM, {"hands": opened, "caughtBy": caught_by})


def _settled(
    state: SeotdaState,
    events: Events,
    outcome: Outcome,
    given: Sequence[tuple[Pot, tuple[int, ...]]],
    *,
    now: Millis,
    left: Left | None,
    kept: tuple[Pot, ...] = (),
) -> tuple[SeotdaState, Events]:
    """Give the pots to their winners, keep the rest on the table; the pause or the end begins."""
    order = around(state.lead, len(state.players))
    won: dict[int, int] = {}
    pots: list[Pot] = []
    for pot, winners in given:
        shares = shares_of(pot, winners, order)
        pots.append(Pot(pot.amount, tuple(shares)))
        for seat, chips in shares.items():
            won[seat] = won.get(seat, 0) + chips
    shown: dict[int, str] = {}
    if outcome.how == "showdown":
        rules = state.options.special_rules()
        shown = {s: rules.label_ko(hand) for s in state.betting.live if (hand := state.worth(s)) is not None}
    how = outcome.how if outcome.replay is None else "replay"
    after = replace(
        state,
        betting=state.betting.settled(won, kept),
        outcome=outcome._replace(pots=tuple(pots)),
        record=_with(state.record, record.ended(how, won, shown)),
        started_at=now,
    )
    return closed(after, (*events, *_told(won, pots), *_told_replay(outcome, after.betting.pot)), left=left)


def _told(won: Mapping[int, int], pots: Sequence[Pot]) -> Events:
    if not pots:
        return ()
    parts: list[Json] = [{"amount": pot.amount, "seats": [key(seat) for seat in pot.seats]} for pot in pots]
    return (GameEvent("potWon", SYSTEM, {"won": {key(s): chips for s, chips in won.items()}, "pots": parts}),)


def _told_replay(outcome: Outcome, pot: int) -> Events:
    if outcome.replay is None:
        return ()
    seats: list[Json] = [key(seat) for seat in outcome.contenders]
    return (GameEvent("replayed", SYSTEM, {"why": outcome.replay, "seats": seats, "pot": pot}),)


def closed(state: SeotdaState, events: Events, *, left: Left | None) -> tuple[SeotdaState, Events]:
    """Between hands: the game ends if it was the last hand, or if less than two can play on."""
    outcome = state.outcome
    if outcome is None or outcome.replay is not None:
        return state, events
    if len(state.playing()) < 2:
        over = replace(state, ending=left or "lastStanding")
    elif state.hand >= state.options.hands:
        over = replace(state, ending="handsPlayed")
    else:
        return state, events
    return over, (*events, game_ended(result_of(over)))


def unclaimed(state: SeotdaState, leaver: int, events: Events, *, left: Left) -> tuple[SeotdaState, Events]:
    """In a pause ``leaver`` has left: the pot that is to be played for is that of the others.

    A single one that is left of them wins it without cards.
    """
    outcome = state.outcome
    if outcome is None or leaver not in outcome.contenders:
        return closed(state, events, left=left)
    rest = tuple(seat for seat in outcome.contenders if seat != leaver)
    if len(rest) > 1:
        return replace(state, outcome=outcome._replace(contenders=rest)), events
    won = {rest[0]: state.betting.pot}
    pot = Pot(state.betting.pot, rest)
    after = replace(
        state,
        betting=state.betting.settled(won),
        outcome=outcome._replace(pots=(pot, *outcome.pots), replay=None, contenders=()),
        record=_with(state.record, record.ended("died", won, {})),
    )
    return closed(after, (*events, *_told(won, [pot])), left=left)


def _with(text: str, entry: str) -> str:
    return f"{text} {entry}" if text else entry
