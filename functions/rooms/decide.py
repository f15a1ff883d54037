"""``decide``: what a command makes of a room. A pure function.

The order of its steps is the contract (protocol, "Socket"; design, "The road of one command"):

1. a command that was carried out before is told again, not done again;
2. deadlines that are reached are settled, as of ``now``;
3. the command is judged on what stands then, and carried out or refused.

So one outcome can hold a settlement *and* a refusal (``game/over``): the settlement is saved.
A settlement that ends the game is saved alone if the command would clear the table, so that the
game's record is kept before its state is gone; the command is then decided on what was saved.
"""

from dataclasses import replace

from engine.game import Millis, Rejection
from functions.rooms import lifecycle, play
from functions.rooms import rejections as no
from functions.rooms.commands import (
    Act,
    ChangeOptions,
    Command,
    Flag,
    Hello,
    Kick,
    Leave,
    Rematch,
    SavedCommand,
    Sit,
    Stand,
    Start,
    WakeUp,
)
from functions.rooms.outcome import Outcome
from functions.rooms.room import LastCommand, Room
from functions.rooms.timing import Due, Policy, due

DEFAULT_POLICY = Policy()


def decide(room: Room, command: Command, now: Millis, policy: Policy = DEFAULT_POLICY) -> Outcome:
    """What becomes of ``room`` when ``command`` was received at ``now`` (the gateway's clock).

    Never raises on what a client can send. A fault in a game's rules comes out as the
    exception it is, and the room given stays what it was.
    """
    match command:
        case WakeUp():
            return _saved(room, _settled(room, command, now, policy), now, policy)
        case Hello():
            settled = _settled(room, command, now, policy)
            return replace(_saved(room, settled, now, policy), answer_room=True)
        case Flag():
            return _flag(room, command, now, policy)
        case _:
            return _command(room, command, now, policy)


def _command(room: Room, command: SavedCommand, now: Millis, policy: Policy) -> Outcome:
    sender = command.sender
    if command.cs <= room.last_cs(sender.player, sender.tab):
        last = room.last
        is_newest = last is not None and (last.player, last.tab, last.cs) == (
            sender.player,
            sender.tab,
            command.cs,
        )
        if is_newest:
            return Outcome(room, telling="room", confirmed=True)
        return Outcome(room, answer_room=True)

    settled = _settled(room, command, now, policy)
    seen = command.seq if isinstance(command, Act) else None
    if seen not in (None, room.seq):
        return replace(_saved(room, settled, now, policy), rejection=no.CONFLICT)
    carried = _carry_out(settled.room, command, now, policy)
    if not isinstance(carried, Rejection) and settled.changed:
        if seen is not None:
            carried = no.CONFLICT  # it was meant for the position before the settlement
        elif settled.room.status == "finished" and carried.room.match is not settled.room.match:
            return replace(_saved(room, settled, now, policy), again=True)
    if isinstance(carried, Rejection):
        return replace(_saved(room, settled, now, policy), rejection=carried)
    done = replace(
        carried,
        changed=True,
        confirmed=True,
        events=settled.events + carried.events,
        moves_from=min(settled.moves_from, carried.moves_from) if settled.changed else carried.moves_from,
        used_presence=settled.used_presence,
        timeouts=settled.timeouts,
        room=carried.room.confirmed(LastCommand(sender.player, sender.tab, command.cs, now)),
    )
    return _saved(room, done, now, policy)


def _carry_out(room: Room, command: SavedCommand, now: Millis, policy: Policy) -> Outcome | Rejection:
    match command:
        case Act():
            return play.act(room, command, now, policy)
        case Sit():
            return lifecycle.sit(room, command)
        case Stand():
            return lifecycle.stand(room, command)
        case ChangeOptions():
            return lifecycle.change_options(room, command)
        case Kick():
            return lifecycle.kick(room, command)
        case Start():
            return lifecycle.start(room, command, now)
        case Rematch():
            return lifecycle.rematch(room, command, now)
        case Leave():
            return lifecycle.leave(room, command, now)


def _flag(room: Room, command: Flag, now: Millis, policy: Policy) -> Outcome:
    """A claim that time is up. Players claim their own without a margin, everybody else with it."""
    if command.seq is not None and command.seq != room.seq:
        return Outcome(room, answer_room=True)
    if room.status != "playing" or room.match is None:
        over = room.status == "finished"
        return Outcome(room, rejection=no.GAME_OVER if over else no.NOT_PLAYING)
    settled = _settled(room, command, now, policy)
    if settled.changed:
        return _saved(room, settled, now, policy)
    claims = [_claimable(one, command, policy) for one in due(room, policy)]
    return Outcome(room, rejection=no.NOT_REACHED, rejection_deadline=min(claims, default=None))


def _claimable(one: Due, command: Command, policy: Policy) -> Millis:
    """From when on this command has the deadline enforced: its owner's own at once, others' later.

    Nor does its owner's ``hello`` at once, since a move that came in time may still be on its way;
    but an absence that ``hello`` would end is settled as of its own moment.
    """
    by = None if isinstance(command, WakeUp) else command.sender.player
    at_once = one.player == by and (one.by_absence or not isinstance(command, Hello))
    return one.at if at_once else one.at + policy.margin_ms


def _settled(room: Room, command: Command, now: Millis, policy: Policy) -> Outcome:
    """The room with every deadline settled that is reached, as ``command`` finds it.

    Each goes through the same validate and apply as a command, at ``now``, so the next turn
    starts now.

    :raises ValueError: a game's time-out leaves its deadline reached, which is a fault of the game.
    """
    outcome = Outcome(room)
    while (struck := _struck(outcome.room, command, now, policy)) is not None:
        if outcome.timeouts > len(room.seats):
            raise ValueError(f"{room.game_id} is still out of time after {outcome.timeouts} time-outs")
        after = play.time_out(outcome.room, struck.player, now)
        outcome = replace(
            after,
            changed=True,
            events=outcome.events + after.events,
            moves_from=min(outcome.moves_from, after.moves_from) if outcome.changed else after.moves_from,
            used_presence=outcome.used_presence or struck.by_absence,
            timeouts=outcome.timeouts + 1,
        )
    return outcome


def _struck(room: Room, command: Command, now: Millis, policy: Policy) -> Due | None:
    """The deadline that is reached first, or None if none is."""
    for one in due(room, policy):
        if now >= _claimable(one, command, policy):
            return one
    return None


def _saved(before: Room, outcome: Outcome, now: Millis, policy: Policy) -> Outcome:
    """The outcome with the version and the end of the room's life set, if anything changed."""
    if not outcome.changed:
        return outcome
    expires_at = now // 1000 if outcome.closes else policy.expiry(outcome.room, now)
    return replace(outcome, room=replace(outcome.room, seq=before.seq + 1, expires_at=expires_at))
