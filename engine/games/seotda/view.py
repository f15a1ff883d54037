"""What a viewer sees of a game of 섯다: the own cards, those of a showdown, and never the deck."""

from engine.betting import Stake
from engine.game import Json, JsonObject, PlayerId
from engine.games.seotda.record import entries, entry_json, key
from engine.games.seotda.result import result_of
from engine.games.seotda.state import Outcome, SeotdaState


def view_of(state: SeotdaState, viewer: PlayerId | None, moves_from: int) -> JsonObject:
    """The game as ``viewer`` may see it. Seats are keys from ``"1"``.

    ``stage`` is ``betting``, ``pause`` (after a hand, until all are ready) or ``over``. ``seats``
    hold, per seat, ``cards``: ids where the viewer may know them, null where not; ``hand``: what
    two known cards are called; ``status``: in, allIn, died, out (no chips, or not in this hand),
    left. ``outcome`` is what the last hand came to, during the pause and at the end. ``turn`` is
    whom the game waits for: in a pause the viewer, if it waits for the viewer. ``legalMoves``
    (only if the game waits for the viewer) are actions, those of betting with what they ``pay``.
    """
    me = state.seat_of(viewer)
    awaited = state.awaited()
    words = entries(state.record)
    start = min(max(moves_from, 0), len(words))
    result = result_of(state)
    limit = state.options.per_move_sec * 1000
    seats = range(len(state.players))
    view: JsonObject = {
        "phase": "playing" if result is None else "finished",
        "stage": "over" if result is not None else "betting" if state.outcome is None else "pause",
        "options": state.options.model_dump(mode="json"),
        "players": {key(seat): player for seat, player in enumerate(state.players)},
        "turn": key(me if me in awaited and me is not None else awaited[0]) if awaited else "",
        "hand": state.hand,
        "replay": state.replay,
        "lead": key(state.lead),
        "round": max(len(cards) for cards in state.cards) if state.options.deal == "oneByOne" else 1,
        "pot": state.betting.pot,
        "bet": state.betting.bet,
        "seats": {key(seat): _seat(state, seat, me) for seat in seats},
        "outcome": None if state.outcome is None else _outcome(state.outcome),
        "moves": [entry_json(word) for word in words[start:]],
        "movesFrom": start,
        "moveCount": len(words),
        "lastMove": _last_move(words),
        "clock": {
            "kind": "perMove",
            "remainingMs": {key(seat): limit for seat in seats},
            "turnStartedAt": state.started_at,
        },
        "deadline": state.deadline(),
        "pending": {"undo": None, "draw": None},
        "undo": {"left": {key(seat): 0 for seat in seats}},
        "result": None if result is None else result.to_json(),
    }
    if me is not None and me in awaited:
        view["legalMoves"] = _legal_moves(state)
    return view


def _seat(state: SeotdaState, seat: int, me: int | None) -> JsonObject:
    stake = state.betting.stakes[seat]
    cards = state.cards[seat]
    is_known = seat == me or seat in state.shown()
    worth = state.worth(seat) if is_known else None
    shown: list[Json] = [card if is_known else None for card in cards]
    return {
        "chips": stake.stack,
        "paid": stake.paid,
        "bet": stake.bet,
        "status": _status(state, seat, stake),
        "cards": shown,
        "hand": None if worth is None else state.options.special_rules().label_ko(worth),
        "ready": state.ready[seat],
    }


def _status(state: SeotdaState, seat: int, stake: Stake) -> str:
    if state.gone[seat]:
        return "left"
    if not state.cards[seat]:
        return "out"
    if not stake.is_in:
        return "died"
    return "allIn" if stake.stack == 0 and state.outcome is None else "in"


def _outcome(outcome: Outcome) -> JsonObject:
    return {
        "how": outcome.how,
        "pots": [{"amount": pot.amount, "seats": [key(seat) for seat in pot.seats]} for pot in outcome.pots],
        "caughtBy": outcome.caught_by,
        "replay": outcome.replay,
        "contenders": [key(seat) for seat in outcome.contenders],
    }


def _last_move(words: list[str]) -> Json:
    """The newest word that somebody said."""
    for word in reversed(words):
        entry = entry_json(word)
        if entry["kind"] == "bet":
            return entry
    return None


def _legal_moves(state: SeotdaState) -> list[Json]:
    if state.outcome is not None:
        return [{"type": "ready"}]
    return [{"type": "bet", "word": word, "pay": pay} for word, pay in state.betting.choices().items()]
