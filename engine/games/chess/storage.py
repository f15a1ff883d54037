"""How a chess game is stored: as JSON values, small."""

from base64 import b64decode, b64encode
from typing import get_args

from engine.clock import Clock
from engine.codec import want_int, want_list, want_object, want_text
from engine.colors import PerColor
from engine.duel import load_ending, load_players
from engine.game import Json, Millis
from engine.games.chess.board import Position
from engine.games.chess.draws import HASH_BYTES, Claim, PositionEnd, Seen
from engine.games.chess.options import ChessOptions
from engine.games.chess.record import check_record
from engine.games.chess.start import start_position
from engine.games.chess.state import DEFAULT_OPTIONS, ChessState, EndReason, Newest, PlayersEnd
from engine.offers import Offers

_END_REASONS: tuple[EndReason, ...] = (*get_args(PositionEnd), *get_args(PlayersEnd))
_CLAIMS: tuple[Claim, ...] = get_args(Claim)


def dump(state: ChessState) -> Json:
    """The state as JSON: a list of what every game has, then an object of what few have.

    Some 200 bytes and four per ply; the board is in it, so that a move replays nothing.
    """
    clock, newest = state.clock, state.newest
    few = state.dump_rest(DEFAULT_OPTIONS)
    if state.index is not None:
        few["index"] = state.index
    elif not state.is_standard_start:
        few["start"] = state.start.fen
    if any(state.taken):
        few["taken"] = list(state.taken)
    if state.claimable is not None:
        few["claimable"] = state.claimable
    if state.restarts:
        few["restarts"] = [[plies, at.dump()] for plies, at in state.restarts]
    return [
        *state.players,
        state.position.fen,
        state.moves,
        state.times,
        b64encode(b"".join(state.seen)).decode(),
        None if newest is None else [newest.san, clock.turn_started_at - newest.at],
        clock.turn_started_at - state.began,
        clock.dump(),
        few,
    ]


def load(data: Json) -> ChessState:
    """:raises ValueError: ``dump`` did not write this."""
    fields = want_list(data)
    if len(fields) != 10:
        raise ValueError(f"not a chess state: {data!r}")
    black, white, fen, moves, times, seen, newest, since, clock_data, few_data = fields
    few = want_object(few_data)
    options = DEFAULT_OPTIONS
    if "options" in few:
        options = ChessOptions.model_validate(few["options"])
    chess960 = options.variant == "chess960"
    index = want_int(few["index"]) if "index" in few else None
    start = start_position(index)
    if "start" in few:
        start = Position.stored(want_text(few["start"]), chess960=chess960)
    unset_clock = options.clock(now=0)
    clock = unset_clock.resumed(clock_data)
    check_record(want_text(moves), want_text(times))
    taken_black, taken_white = want_list(few.get("taken", ["", ""]))
    return ChessState(
        options=options,
        players=load_players([black, white]),
        index=index,
        start=start,
        position=Position.stored(want_text(fen), chess960=chess960),
        moves=want_text(moves),
        times=want_text(times),
        began=clock.turn_started_at - want_int(since),
        seen=_load_seen(seen),
        taken=PerColor(want_text(taken_black), want_text(taken_white)),
        newest=_load_newest(newest, clock.turn_started_at),
        claimable=_load_claim(few.get("claimable")),
        clock=clock,
        restarts=tuple(_load_restart(item, unset_clock) for item in want_list(few.get("restarts", []))),
        offers=Offers.load(few.get("offers")),
        ending=load_ending(few.get("ending"), _END_REASONS),
    )


def _load_seen(data: Json) -> Seen:
    joined = b64decode(want_text(data), validate=True)
    if not joined or len(joined) % HASH_BYTES:
        raise ValueError(f"not hashes of positions: {data!r}")
    return tuple(joined[at : at + HASH_BYTES] for at in range(0, len(joined), HASH_BYTES))


def _load_newest(data: Json, turn_started_at: Millis) -> Newest | None:
    if data is None:
        return None
    san, before = want_list(data)
    return Newest(want_text(san), turn_started_at - want_int(before))


def _load_claim(data: Json) -> Claim | None:
    if data is None:
        return None
    for claim in _CLAIMS:
        if claim == data:
            return claim
    raise ValueError(f"not a claim: {data!r}")


def _load_restart(data: Json, unset_clock: Clock) -> tuple[int, Clock]:
    plies, clock = want_list(data)
    return want_int(plies), unset_clock.resumed(clock)
