"""What one tab does about what it hears: the client's half of the protocol, "Socket".

No socket, no clock, no chance: every method takes ``at``, the tab's own time in milliseconds
(from any start, never going back), and gives back what is to be sent.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from pydantic import JsonValue

from local.client import frames
from local.client.frames import (
    ChatFrame,
    ClosedFrame,
    JsonObject,
    Millis,
    PongFrame,
    PresenceFrame,
    RejectedFrame,
    RoomFrame,
    ServerFrame,
    UpdateFrame,
)
from local.client.server_clock import ServerClock
from local.client.snapshot import ClosedError, Command, Reply, Snapshot

MAX_FRAME_BYTES = 8 * 1024
PING_EVERY_MS = 8 * 60_000
"""The gateway closes after ten minutes without a message; whatever is sent counts."""
SEND_AGAIN_MS = 5_000
"""After so long without its answer, a frame that needs one is sent again."""
SILENCE_MS = 15_000
"""An answer is due and nothing at all comes for so long: the connection is dead."""
BEHIND_MS = 1_000
"""How long an update that another frame has overtaken may take before the room is asked for."""
FLAG_AFTER_MS = 100
"""A clock that is read a little wrong must not cost a refusal."""
FLAG_AGAIN_MS = 2_000
SPECTATORS_WAIT_MS = 3_000
JITTER_MS = 2_000

Timer: TypeAlias = Literal["ask", "resend", "ping", "flag", "silence"]
"""``ask``: for the whole room; ``silence``: give the connection up."""


class BusyError(Exception):
    """The tab's last command is not confirmed yet."""


@dataclass(slots=True)
class Reaction:
    """What came of a call: frames to send, the frame received if it had an effect, and whether
    the connection is to be replaced."""

    send: list[JsonObject] = field(default_factory=list)
    frame: ServerFrame | None = None
    reconnect: bool = False


class TabState:
    """See the module. ``chance`` gives numbers from 0 up to 1; ``flags`` says whether deadlines
    are claimed."""

    def __init__(self, chance: Callable[[], float], *, flags: bool = True) -> None:
        self.snapshot = Snapshot()
        self.clock = ServerClock()
        self.pending: Command | None = None
        self._chance = chance
        self._flags = flags
        self._cs = 0
        self._timers: dict[Timer, Millis] = {}
        self._failures = 0
        self._flag_floor: Millis = 0
        self._flag_jitter: tuple[Millis, Millis] = (0, 0)  # of which deadline, how long
        # Of the connection that is open:
        self._greeted = False
        self._asked = False  # for the room, and not answered
        self._doubting = False  # an answer would set seq back, and is asked for once more
        self._newest = 0  # the highest seq that any frame showed
        self._newest_rev = 0  # and the highest revision of presence
        self._latest: Millis = 0  # the latest now of any frame, in the server's time
        self._doubts_until: Millis = 0  # the answer to a doubt is stamped no earlier

    # --- The connection -----------------------------------------------------------------------

    def opened(self, at: Millis) -> Reaction:
        """A socket is open: say hello on it."""
        self.lost()
        reaction = Reaction()
        self._ask(reaction, at)
        return reaction

    def lost(self) -> None:
        """The socket is gone. What was not confirmed is sent again on the next one."""
        self._greeted = self._asked = self._doubting = False
        self._newest = self._newest_rev = 0
        self._timers.clear()
        self.clock.reconnected()
        self.snapshot = replace(self.snapshot, connected=False)

    def closed(self, why: ClosedError) -> None:
        """The tab may not come back."""
        self.lost()
        self.snapshot = replace(self.snapshot, closed=why)

    def next_due(self) -> Millis | None:
        """When ``due`` has something to do, None if nothing is planned."""
        return min(self._timers.values(), default=None)

    # --- Saying -------------------------------------------------------------------------------

    def submit(self, kind: str, fields: Mapping[str, JsonValue], at: Millis) -> "tuple[Command, Reaction]":
        """A new command, numbered: to be sent now, or as soon as the room is known.

        :raises BusyError: the one before is not confirmed.
        :raises ClosedError: the tab has been put out.
        :raises ValueError: the frame is too large to send, or has a number that JSON has no word for.
        """
        if self.snapshot.closed is not None:
            raise self.snapshot.closed
        if self.pending is not None:
            raise BusyError(f"command {self.pending.cs} is not confirmed yet")
        known = 0 if self.snapshot.you is None else self.snapshot.you.cs
        cs = max(self._cs, known) + 1
        command = Command(cs, {"type": kind, "cs": cs, **fields})
        size = len(json.dumps(command.frame, ensure_ascii=False, allow_nan=False).encode())
        if size > MAX_FRAME_BYTES:
            raise ValueError(f"a frame of {size} bytes; {MAX_FRAME_BYTES} are allowed")
        self._cs = cs
        self.pending = command
        reaction = Reaction()
        if self._greeted:
            self._send_pending(reaction, at)
        return command, reaction

    # --- Hearing ------------------------------------------------------------------------------

    def receive(self, text: str, at: Millis) -> Reaction:
        """A frame came in.

        :raises ProtocolError: the server broke the protocol.
        """
        frame = frames.read(text)
        reaction = Reaction()
        if self.snapshot.closed is not None:
            return reaction
        self._timers.pop("silence", None)
        if isinstance(frame, frames.Failure):
            self._failed(at)
        elif frame is not None:
            self._failures = 0
            self.clock.heard(frame.now, at)
            self._latest = max(self._latest, frame.now)
            if self._take(frame, at, reaction):
                reaction.frame = frame
            self._plan_flag(at)
        self._run_due(reaction, at)
        if self._asked or self.clock.is_asking or "resend" in self._timers:
            self._await_answer(at)
        return reaction

    def due(self, at: Millis) -> Reaction:
        """Time has passed: do what is planned for ``at`` or before."""
        reaction = Reaction()
        self._run_due(reaction, at)
        return reaction

    def _take(self, frame: ServerFrame, at: Millis, reaction: Reaction) -> bool:
        """Whether the frame had an effect."""
        match frame:
            case RoomFrame():
                return self._room(frame, at, reaction)
            case UpdateFrame():
                return self._update(frame, at)
            case PresenceFrame():
                return self._presence(frame, at)
            case RejectedFrame():
                self._rejected(frame, at)
            case PongFrame():
                self.clock.answered(frame.t, frame.now, at)
            case ClosedFrame():
                self.closed(ClosedError(frame.code, frame.reason))
            case ChatFrame():
                pass
        return True

    def _room(self, frame: RoomFrame, at: Millis, reaction: Reaction) -> bool:
        self._confirm(max(frame.cs or 0, frame.you.cs), frame.seq)
        if not self._greeted:
            self._greeted = True
            self._ping(reaction, at)
            self._send_pending(reaction, at)
        if self._doubting and frame.seq < self._newest and frame.now < self._doubts_until:
            return False  # one more that was overtaken; the answer is still to come
        self._asked = False
        self._timers.pop("ask", None)
        if frame.seq < self._newest and not self._doubting:
            # Either what showed the higher seq has overtaken this frame, or the server has lost
            # something. Only a second answer tells, and only that one may set seq back.
            self._doubting = True
            self._doubts_until = self._latest
            self._timers["ask"] = at
            if self.snapshot.connected and frame.seq < self.snapshot.seq:
                return False
        else:
            self._doubting = False
            self._newest = frame.seq
        if frame.presence_rev < self._newest_rev:
            self._timers["ask"] = at  # somebody came or went, and the word of it has overtaken this frame
        self._newest_rev = frame.presence_rev
        self.snapshot = self.snapshot.with_room(frame)
        self._flag_floor = 0
        return True

    def _update(self, frame: UpdateFrame, at: Millis) -> bool:
        self._confirm(frame.cs or 0, frame.seq)
        self._shown(frame.seq, frame.now)
        if not self.snapshot.connected or frame.seq <= self.snapshot.seq:
            return False
        if not self.snapshot.follows(frame):
            self._need_room(at)
            return False
        self.snapshot = self.snapshot.with_update(frame)
        self._flag_floor = 0
        is_behind = frame.seq < self._newest or self.snapshot.presence_rev < self._newest_rev
        if not is_behind and not self._asked:
            self._timers.pop("ask", None)
        return True

    def _presence(self, frame: PresenceFrame, at: Millis) -> bool:
        self._newest_rev = max(self._newest_rev, frame.presence_rev)
        if not self.snapshot.connected or frame.presence_rev < self.snapshot.presence_rev:
            return False
        if frame.seq < self.snapshot.seq:
            # It tells who has come or gone since, but of the seats and the deadline of a time before.
            if frame.presence_rev > self.snapshot.presence_rev:
                self._need_room(at, BEHIND_MS)
            return False
        self._heard_of(frame.seq, frame.now, at)
        self.snapshot = self.snapshot.with_presence(frame)
        return True

    def _rejected(self, frame: RejectedFrame, at: Millis) -> None:
        if frame.seq is not None:
            self._heard_of(frame.seq, frame.now, at)
        if self.pending is not None and frame.cs == self.pending.cs:
            self._settle(Reply(frame, frame.seq or 0))
        if frame.code == "room/not_found":
            self.closed(ClosedError(frame.code, frame.reason))
        if frame.code == "deadline/not_reached":
            told = at if frame.deadline is None else self.clock.local(frame.deadline, at)
            self._flag_floor = max(at + FLAG_AGAIN_MS, told + FLAG_AFTER_MS)

    def _failed(self, at: Millis) -> None:
        """What was not answered is sent again, soon but for a server that keeps failing."""
        delay = 250 * 2 ** min(self._failures, 5)
        self._failures += 1
        again = at + delay // 2 + int(self._chance() * (delay // 2))
        if self._asked:
            self._timers["ask"] = again
        if "resend" in self._timers:
            self._timers["resend"] = again

    # --- Confirming ---------------------------------------------------------------------------

    def _confirm(self, cs: int, seq: int) -> None:
        """The server has carried out this tab's commands up to ``cs``."""
        if self.pending is not None and cs >= self.pending.cs:
            self._settle(Reply(None, seq))

    def _settle(self, reply: Reply) -> None:
        if self.pending is not None:
            self.pending.reply = reply
            self.pending = None
            self._timers.pop("resend", None)

    # --- Catching up --------------------------------------------------------------------------

    def _shown(self, seq: int, now: Millis) -> None:
        """A frame shows a version. The answer to a doubt is newer than what shows the newest."""
        if seq >= self._newest:
            self._newest = seq
            self._doubts_until = max(self._doubts_until, now)

    def _heard_of(self, seq: int, now: Millis, at: Millis) -> None:
        """A frame that is no change shows its version; the update to it may be on its way."""
        self._shown(seq, now)
        if self.snapshot.connected and seq > self.snapshot.seq:
            self._need_room(at, BEHIND_MS)

    def _need_room(self, at: Millis, wait: Millis = 0) -> None:
        """Ask for the room, once; spectators, who may be many, not all at the same moment."""
        if self._asked:
            return
        if self.snapshot.watching:
            wait += int(self._chance() * JITTER_MS)
        self._timers["ask"] = min(at + wait, self._timers.get("ask", at + wait))

    # --- Deadlines ----------------------------------------------------------------------------

    def _plan_flag(self, at: Millis) -> None:
        now = self.snapshot
        self._timers.pop("flag", None)
        if not self._flags or not now.connected or now.status != "playing" or now.deadline is None:
            return
        due = self.clock.local(now.deadline, at) + FLAG_AFTER_MS
        if now.watching:
            if self._flag_jitter[0] != now.deadline:
                self._flag_jitter = now.deadline, int(self._chance() * JITTER_MS)
            due += SPECTATORS_WAIT_MS + self._flag_jitter[1]
        self._timers["flag"] = max(due, self._flag_floor)

    # --- Sending ------------------------------------------------------------------------------

    def _run_due(self, reaction: Reaction, at: Millis) -> None:
        while ready := [(when, timer) for timer, when in self._timers.items() if when <= at]:
            match min(ready)[1]:
                case "ask":
                    self._ask(reaction, at)
                case "resend":
                    self._send_pending(reaction, at)
                case "ping":
                    self._ping(reaction, at)
                case "flag" if self.pending is not None:
                    # It may be the move that came in time: a claim must not overtake it.
                    self._timers["flag"] = at + FLAG_AGAIN_MS
                case "flag":
                    self._flag_floor = self._timers["flag"] = at + SEND_AGAIN_MS
                    self._send(reaction, {"type": "flag", "seq": self.snapshot.seq}, at)
                case "silence":
                    self._timers.clear()
                    reaction.reconnect = True

    def _ask(self, reaction: Reaction, at: Millis) -> None:
        """For the whole room: by ``hello`` until the first answer on this connection."""
        asking: JsonObject = {"type": "hello"}
        if self._greeted:
            asking = {"type": "sync", "seq": self.snapshot.seq}
        self._asked = True
        self._timers["ask"] = at + SEND_AGAIN_MS
        self._send(reaction, asking, at)

    def _send_pending(self, reaction: Reaction, at: Millis) -> None:
        if self.pending is not None:
            self._timers["resend"] = at + SEND_AGAIN_MS
            self._send(reaction, self.pending.frame, at)

    def _ping(self, reaction: Reaction, at: Millis) -> None:
        self.clock.asked(at)
        self._send(reaction, {"type": "ping", "t": at}, at)

    def _send(self, reaction: Reaction, frame: JsonObject, at: Millis) -> None:
        reaction.send.append(frame)
        self._timers["ping"] = at + PING_EVERY_MS
        self._await_answer(at)

    def _await_answer(self, at: Millis) -> None:
        self._timers.setdefault("silence", at + SILENCE_MS)
