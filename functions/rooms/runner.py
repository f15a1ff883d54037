"""The road of one command: read, load, decide, save, tell. The order is the whole point.

1. Read the frame; what is no frame is refused before anything is loaded.
2. Load the room: one strongly consistent read.
3. Decide: pure (``decide``).
4. Arm a timer if one is needed sooner than the one that stands. Before the save: a crash between
   leaves a wake-up call that finds nothing to do, never a game that sleeps for ever.
5. Save: one conditional write. Lost to another command: decide again on what that one left.
6. Tell, only now: players, then spectators.
7. Whatever a crash cut off is caught up by the next command, repeat or timer: a repeat of the
   newest command is told again, a finished game that has no record gets one.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.game import Millis, Rejection
from functions.rooms import frames, messages
from functions.rooms import rejections as no
from functions.rooms.attendance import Attendance
from functions.rooms.commands import Command, Flag, Hello, WakeUp
from functions.rooms.decide import decide
from functions.rooms.outcome import Outcome
from functions.rooms.ports import ConnectionStore, Entropy, Fanout, Lost, Outbox, RoomStore, Timers
from functions.rooms.record import record_of
from functions.rooms.room import Room
from functions.rooms.tally import Tally
from functions.rooms.teller import Client, Teller
from functions.rooms.timing import Policy, must_arm

TRIES = 4
CHAT_EVERY_MS = 1_000


class WakeUpError(RuntimeError):
    """A timer's call could not be carried out; its queue should try again, then raise the alarm.

    ``tally`` counts what came of it all the same.
    """

    def __init__(self, why: str, tally: Tally) -> None:
        super().__init__(f"room {tally.room_id}: {why}")
        self.tally = tally


@dataclass(frozen=True, slots=True)
class Runner:
    """Carries events to rooms. Holds nothing between two of them.

    ``fanout`` is the way to a crowd of spectators; without one they are told like everybody else.
    ``on_fault`` hears of exceptions out of a game's rules; the sender gets ``server/fault`` and the
    room stays untouched. Faults of the store itself are not caught here: the gateway answers the
    client, who resends with the same ``cs``.
    """

    rooms: RoomStore
    connections: ConnectionStore
    outbox: Outbox
    timers: Timers
    entropy: Entropy
    policy: Policy
    on_fault: Callable[[str, Exception], None]
    fanout: Fanout | None = None

    def message(self, client: Client, text: str, now: Millis) -> Tally:
        """A frame came in, received by the gateway at ``now``."""
        teller = self._teller(client.room_id, now)
        frame = messages.read(text)
        if isinstance(frame, messages.Unreadable):
            teller.tally.kind = "unreadable"
            teller.reject(client, frame.rejection, cs=frame.cs)
        else:
            teller.tally.kind = frame.type
            self._dispatch(client, frame, teller)
        return self._finished(client.room_id, teller)

    def disconnected(self, client: Client, now: Millis) -> Tally:
        """A socket closed. May come late, twice, or never."""
        teller = self._teller(client.room_id, now, kind="disconnect")
        self.connections.close_connection(client.connection_id)
        self._attendance.depart(client.room_id, client.connection_id, client.sender.player, teller)
        return self._finished(client.room_id, teller)

    def woken(self, room_id: str, fire_at: int, now: Millis) -> Tally:
        """A timer fired for Unix second ``fire_at``. Late, early and doubled calls are harmless.

        :raises WakeUpError: the game's rules failed, other commands kept coming first, or the next timer
            could not be made (what was decided is saved and told all the same).
        """
        teller = self._teller(room_id, now, kind="wake")
        room = self._load(room_id, now)
        if room is not None:
            outcome = self._decide_and_save(room, WakeUp(), teller, fired_at=fire_at)
            if isinstance(outcome, Rejection):
                if outcome != no.NOT_FOUND:
                    raise WakeUpError(outcome.code, teller.tally)
            elif outcome.changed:
                teller.outcome(outcome)
            else:
                self._attendance.arm(outcome.room, teller, fired_at=fire_at)
        tally = self._finished(room_id, teller)
        if tally.unarmed:
            raise WakeUpError("no timer could be made", tally)
        return tally

    def crowd(self, room_id: str, frame: bytes | None, *, but: str | None, now: Millis) -> Tally:
        """Tell a room's spectators, all but one connection: ``frame``, or if that is None the whole room
        as it is now, to each as they see it. Late and doubled calls are harmless."""
        # Whatever comes up meanwhile is told to the crowd from here: this is the call that tells it.
        teller = replace(self._teller(room_id, now, kind="crowd"), fanout=None)
        room = self.rooms.load(room_id)  # one that has closed, too: it is said here
        if room is not None:
            teller.tally.seq = room.seq
            self._attendance.review(room, frame, teller, but=but)
        return self._finished(room_id, teller)

    def _dispatch(self, client: Client, frame: messages.ClientFrame, teller: Teller) -> None:
        match frame:
            case messages.PingFrame():
                teller.answer(client, frames.encode(frames.pong(frame.t, teller.now)))
            case messages.HelloFrame():
                self._command(client, Hello(client.sender), None, teller)
            case messages.SyncFrame():
                self._sync(client, teller)
            case messages.FlagFrame():
                self._command(client, Flag(client.sender, frame.seq), None, teller)
            case messages.ChatFrame():
                self._chat(client, frame.text, teller)
            case _:
                command = messages.command_of(frame, client.sender, self.entropy.seed())
                self._command(client, command, frame.cs, teller)

    def _command(self, client: Client, command: Command, cs: int | None, teller: Teller) -> None:
        room = self._enter(client, teller, cs)
        if room is not None:
            self._carry(client, room, command, cs, teller)

    def _carry(self, client: Client, room: Room, command: Command, cs: int | None, teller: Teller) -> None:
        outcome = self._decide_and_save(room, command, teller)
        if isinstance(outcome, Rejection):
            teller.reject(client, outcome, room=room, cs=cs)
            return
        here = self._attendance.arrive(client, outcome.room, teller, watch=isinstance(command, Hello))
        if here is None:
            teller.outcome(outcome)  # who asked is put out; what came of it concerns the others
            return
        before = outcome.room
        outcome = replace(outcome, room=replace(before, presence=here.presence))
        teller.outcome(outcome, client, cs)
        if outcome.answer_room:
            teller.answer_room(client, here)
        if outcome.rejection is not None:
            teller.reject(client, outcome.rejection, room=here, cs=cs, deadline=outcome.rejection_deadline)
        self._attendance.welcome(client, before, here, teller)
        # By the newest room: who has sat down since is no spectator.
        self._attendance.after(replace(outcome, room=here), client, teller)
        if outcome.again:
            self._carry(client, here, command, cs, teller)

    def _enter(self, client: Client, teller: Teller, cs: int | None = None) -> Room | None:
        """The room, if it is there and this person may be in it; they are told if not."""
        room = self._load(client.room_id, teller.now)
        if room is None:
            teller.reject(client, no.NOT_FOUND, cs=cs)
            return None
        teller.tally.seq = room.seq
        return self._attendance.admit(client, room, teller)

    def _load(self, room_id: str, now: Millis) -> Room | None:
        """The room, unless its life is over: deletion may come days after expiry."""
        room = self.rooms.load(room_id)
        return None if room is None or room.is_gone(now) else self._archived(room)

    def _decide_and_save(
        self, room: Room, command: Command, teller: Teller, *, fired_at: int = 0
    ) -> Outcome | Rejection:
        """The outcome as saved, or the refusal to give when it could not be had."""
        for _ in range(TRIES):
            try:
                outcome = decide(room, command, teller.now, self.policy)
            except Exception as fault:  # noqa: BLE001 - a game's fault must not take the room along
                self.on_fault(room.id, fault)
                teller.tally.faults.append(type(fault).__name__)
                return no.FAULT
            if not outcome.changed:
                self._publish(outcome)  # the command that is told again may have died before it did
                return outcome
            arm = must_arm(outcome.room, teller.now, self.policy, fired_at=fired_at)
            if arm is not None and not self.timers.arm(room.id, arm):
                teller.tally.unarmed += 1
                arm = None  # so that the next command tries again
            presence_rev = room.presence.rev if outcome.used_presence else None
            saved = self.rooms.save(outcome.room, presence_rev=presence_rev, arm=arm)
            if not isinstance(saved, Lost):
                teller.tally.seq = saved.seq
                teller.tally.moves += outcome.moves
                teller.tally.timeouts += outcome.timeouts
                outcome = replace(outcome, room=self._archived(saved))
                self._publish(outcome)
                return outcome
            teller.tally.conflicts += 1
            if saved.current is None or saved.current.is_gone(teller.now):
                return no.NOT_FOUND
            room = self._archived(saved.current)
        return no.CONFLICT

    def _publish(self, outcome: Outcome) -> None:
        """Keep the open list up to date with what changes seats and status."""
        if outcome.telling == "room" and outcome.room.visibility == "public":
            self.rooms.publish(outcome.room)

    def _archived(self, room: Room) -> Room:
        """The room whose finished game has its record: now, if a crash prevented it then."""
        if room.status != "finished" or room.match is None or room.archived_no >= room.match.no:
            return room
        self.rooms.archive(record_of(room))
        return replace(room, archived_no=room.match.no)

    def _sync(self, client: Client, teller: Teller) -> None:
        room = self._enter(client, teller)
        if room is None:
            return
        here = self._attendance.arrive(client, room, teller, watch=True)
        if here is not None:
            teller.answer_room(client, here)
            self._attendance.welcome(client, room, here, teller)

    def _chat(self, client: Client, text: str, teller: Teller) -> None:
        line = messages.clean_chat(text)
        if isinstance(line, Rejection):
            teller.reject(client, line)
            return
        room = self._enter(client, teller)
        here = None if room is None else self._attendance.arrive(client, room, teller, watch=False)
        if room is None or here is None:
            return
        if here.chat == "off":
            teller.reject(client, no.CHAT_OFF, room=here)
        elif here.chat == "players" and here.seat_of(client.sender.player) is None:
            teller.reject(client, no.CHAT_PLAYERS, room=here)
        elif not self.connections.may_chat(client.connection_id, teller.now, CHAT_EVERY_MS):
            teller.reject(client, no.RATE_LIMITED, room=here)
        else:
            teller.everybody(here, frames.encode(frames.chat(client.sender, line, teller.now)))
        self._attendance.welcome(client, room, here, teller)

    @property
    def _attendance(self) -> Attendance:
        return Attendance(self.rooms, self.connections, self.timers, self.policy)

    def _teller(self, room_id: str, now: Millis, kind: str = "") -> Teller:
        tally = Tally(kind=kind, room_id=room_id)
        return Teller(self.outbox, self.rooms.spectators, self.policy, now, tally, fanout=self.fanout)

    def _finished(self, room_id: str, teller: Teller) -> Tally:
        """Forget the connections that this event found gone, those and no others."""
        while teller.gone:
            connection_id, player = teller.gone.popitem()
            self.connections.close_connection(connection_id)
            self._attendance.depart(room_id, connection_id, player, teller)
        return teller.tally
