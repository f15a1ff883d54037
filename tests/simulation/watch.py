"""What must hold at every moment, looked at from outside: from what is stored and what is sent."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.clock import Clock
from engine.game import JsonObject, Millis, PlayerId
from functions.lobby.lists import is_shown
from functions.rooms.codec import StoredRoom, decode
from functions.rooms.frames import encode
from functions.rooms.log import Log, LogEntry
from functions.rooms.record import record_of, replay, replay_record
from functions.rooms.room import Match, Room
from functions.rooms.timing import grace_ms
from local.client.snapshot import Command

if TYPE_CHECKING:
    from tests.simulation.gateway import Line
    from tests.simulation.people import SimTab
    from tests.simulation.ports import Call
    from tests.simulation.world import World

REPLAY_EVERY = 16
"""So many saves lie between two replays of a running game's log."""
LOOK_EVERY = 4
"""Of so many frames that a client hears, one has its whole picture compared with the truth."""
_BIG = 1_000_000
"""A smaller number may stand in a frame by chance."""


class BrokenError(AssertionError):
    """Something does not hold that must."""


def must(holds: bool, what: str) -> None:
    """:raises BrokenError: it does not hold."""
    if not holds:
        raise BrokenError(what)


class Watch:
    """The truth of every version of every room, and the checks."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._rooms: dict[str, dict[int, Room]] = {}
        self._stored: dict[str, StoredRoom] = {}
        self._saved: dict[tuple[str, PlayerId, str], int] = {}
        self._finished: dict[tuple[str, int], Room] = {}
        self._records: dict[tuple[str, int], object] = {}
        self._logged: dict[tuple[str, PlayerId, str, int], JsonObject] = {}
        self._tickets: set[str] = set()
        self._views: dict[tuple[str, int, PlayerId | None, int], bytes] = {}
        self._heard = 0
        self.saves = 0
        self.ends: list[str] = []
        """Why each game ended, in order."""

    # --- The truth ---

    def at(self, room_id: str, seq: int) -> Room:
        """A room as it was saved under that version. Its presence may be older."""
        return self._rooms[room_id][seq]

    def newest(self, room_id: str) -> Room:
        """The newest version, with the presence of now."""
        stored = self._stored[room_id]
        return replace(
            self._rooms[room_id][stored.seq],
            presence=stored.presence,
            armed_at=stored.armed_at,
            archived_no=stored.archived_no,
        )

    def _begun(self, room_id: str) -> None:
        """A room was made, or an older one was answered."""
        stored = self._world.store.rooms.get(room_id)
        if stored is not None:
            must(not self._rooms, "a second room was made for one request")
            room = decode(stored)
            self._rooms[room.id] = {room.seq: room}
            self._stored[room.id] = stored

    def fault(self, room_id: str, fault: Exception) -> None:
        """The rules of a game raised something, or a room could not be read."""
        raise BrokenError(f"room {room_id}: a fault was reported: {fault!r}") from fault

    # --- Writes ---

    def wrote(self, port: str, room_id: str, call: "Call") -> None:
        """A write came to its end, whether its caller will know or not."""
        if port == "create":
            self._begun(room_id)
            return
        if port == "archive":
            self._check_records()
        before, after = self._stored[room_id], self._world.store.rooms.get(room_id)
        if after is None or after is before:
            return
        self._stored[room_id] = after
        if (after.seq, after.body, after.log, after.expires_at) == (
            before.seq,
            before.body,
            before.log,
            before.expires_at,
        ):
            return
        must(port == "save", f"{port} changed what belongs to save")
        must(after.seq == before.seq + 1, f"seq went from {before.seq} to {after.seq}")
        room = decode(after)
        old = replace(self._rooms[room_id][before.seq], presence=before.presence)
        self._rooms[room_id][room.seq] = room
        self._views.clear()
        self.saves += 1
        self._check_room(room)
        self._check_command(old, room)
        self._check_step(old, room, call)

    def _check_room(self, room: Room) -> None:
        seated = [seat.player for seat in room.seated]
        must(len(set(seated)) == len(seated), f"two seats of one person: {seated}")
        must((room.status == "waiting") == (room.match is None), f"{room.status}, but {room.match}")
        must(not set(room.barred) & set(seated), "somebody barred sits")
        must(set(room.rematch) <= set(seated), "a voice without a seat")
        if room.match is None:
            return
        over = room.game.result(room.match.state) is not None
        must(over == (room.status == "finished"), f"{room.status}, but the game's end is {over}")
        if over or room.seq % REPLAY_EVERY == 0:
            state, _ = replay(room.match, room.game, room.options)
            must(state == room.match.state, "the log replays to another state")

    def _check_command(self, old: Room, new: Room) -> None:
        last = new.last
        if last is None or last == old.last:
            return
        key = (new.id, last.player, last.tab)
        must(last.cs > self._saved.get(key, 0), f"command {last.cs} of {last.player} {last.tab} came twice")
        self._saved[key] = last.cs

    def _check_step(self, old: Room, new: Room, call: "Call") -> None:
        was, now = old.match, new.match
        if was is not None and (now is None or now.no != was.no):
            must(old.status == "finished", f"game {was.no} vanished while {old.status}")
            kept = self._world.store.records.get((old.id, was.no))
            must(kept is not None, f"game {was.no} was cleared away before its record was kept")
        if now is None:
            return
        if was is None or was.no != now.no:
            must(now.no == old.games_played + 1, f"game {now.no} after {old.games_played}")
            must(all(was_seed != now.seed for was_seed in self._seeds(old.id, now.no)), "a seed came twice")
        else:
            must(now.log.packed.startswith(was.log.packed), "the log lost something")
            self._check_actions(old, was, new, now, call)
        if new.status == "finished" and old.status != "finished":
            self._finished[new.id, now.no] = new
            result = new.game.result(now.state)
            self.ends.append("?" if result is None else result.reason)

    def _seeds(self, room_id: str, before: int) -> Iterator[bytes]:
        for (room, no), finished in self._finished.items():
            if room == room_id and no < before and finished.match is not None:
                yield finished.match.seed

    def _check_actions(self, old: Room, was: Match, new: Room, now: Match, call: "Call") -> None:
        packed = now.log.packed[len(was.log.packed) :]
        entries = list(Log(packed, now.log.words, now.log.last_at).entries(was.log.last_at))
        floor = old.turn_started_at or 0
        must(all(entry.at >= floor for entry in entries), "something happened before its turn began")
        for entry in entries:
            self._note_action(new.id, now, entry)
        self._check_clocks(was, now, len(entries))
        if not entries:
            must(was.state == now.state, "the game changed and the log did not")
        elif entries[0].by is None:
            self._check_time_out(old, was, entries[0], call)
        else:
            result = new.game.result(now.state)
            must(result is None or result.reason != "timeout", "lost on time without a time-out")

    def _note_action(self, room_id: str, match: Match, entry: LogEntry) -> None:
        if entry.by is not None:
            key = (room_id, match.players[entry.player], entry.by.tab, entry.by.cs)
            must(key not in self._logged, f"a command was carried out twice: {key}")
            self._logged[key] = entry.action

    def _check_clocks(self, was: Match, now: Match, actions: int) -> None:
        before, after = getattr(was.state, "clock", None), getattr(now.state, "clock", None)
        if isinstance(before, Clock) and isinstance(after, Clock) and before.kind == "fischer":
            for had, has in zip(before.remaining, after.remaining, strict=True):
                must(has <= had + actions * before.inc_ms, f"a clock grew from {had} to {has}")
                must(has >= 0, f"a clock shows {has}")

    def _check_time_out(self, old: Room, was: Match, entry: LogEntry, call: "Call") -> None:
        """The first of a save: its deadline had come by what was stored at that moment."""
        player = was.players[entry.player]
        due = self._deadline(old, was, player)
        policy = call.policy
        must(due is not None, "timed out without a deadline")
        at = max(due or 0, policy.not_before) + (0 if call.by == player else policy.margin_ms)
        must(entry.at >= at, f"{player} timed out at {entry.at}, {at - entry.at} ms too early")
        own = old.game.deadline(was.state)
        if own is None or entry.at < own:
            must(not self._is_there(player), f"{player} timed out as absent, and was there")

    def _deadline(self, room: Room, match: Match, player: PlayerId) -> Millis | None:
        own = room.game.deadline(match.state)
        if room.presence.is_online(player):
            return own
        away = max(room.presence.left.get(player, 0), room.turn_started_at or 0) + grace_ms(room)
        return away if own is None else min(own, away)

    def _is_there(self, player: PlayerId) -> bool:
        """Whether the server has no reason to believe that a player is not connected."""
        if self._world.fate.lost_something:
            return False
        tabs = [tab for tab in self._world.tabs() if tab.person.player == player]
        return any(tab.line is not None and tab.line.is_up and tab.state.snapshot.connected for tab in tabs)

    def _check_records(self) -> None:
        for key, kept in self._world.store.records.items():
            must(self._records.setdefault(key, kept) == kept, f"the record of {key} changed")

    # --- Posts ---

    def posted(self, line_id: str, data: bytes) -> None:
        """A frame is about to be sent."""
        line = self._world.gateway.lines.get(line_id)
        if line is None:
            raise BrokenError(f"a post to {line_id}, which nobody opened")
        must(line.at_gateway != "opening", "a post to a socket that is only opening")
        frame: dict[str, Any] = json.loads(data)
        room_id, viewer, tab = self._world.door.room_id, line.tab.person.player, line.tab.tab
        kind, seq = frame["type"], frame.get("seq")
        must(isinstance(frame["now"], int), "a frame without now")
        stored = self._stored[room_id]
        if seq is not None:
            must(seq <= stored.seq, f"{kind} of {seq} was told before it was saved")
        elif kind not in ("pong", "chat"):
            loose = frame["code"].startswith("message/") or frame["code"] == "room/not_found"
            must(kind == "rejected" and loose, f"a frame without seq: {data[:200]!r}")
        if kind in ("room", "update"):
            if "cs" in frame:
                saved = self._saved.get((room_id, viewer, tab), 0)
                must(frame["cs"] <= saved, f"command {frame['cs']} was confirmed before it was saved")
            self._check_view(self.at(room_id, int(frame["seq"])), viewer, frame, data)
        self._check_leaks(self._rooms[room_id][stored.seq], data)

    def _check_view(self, room: Room, viewer: PlayerId, frame: dict[str, Any], data: bytes) -> None:
        match = room.match
        if match is None:
            must(frame["view"] is None, "a view without a game")
            return
        start = frame["view"]["movesFrom"]
        eye = viewer if viewer in match.players else None
        shown = self._view(room, match, eye, start)
        if shown not in data and self._has_left(room, viewer):
            eye, shown = None, self._view(room, match, None, start)
        must(shown in data, f"{viewer} was shown something else than version {room.seq}")
        for player in match.players:
            if player != eye:
                for secret in room.game.secrets_of(match.state, player):
                    must(secret.encode() not in shown, f"{secret!r} of {player} leaks to {viewer}")

    def _has_left(self, room: Room, viewer: PlayerId) -> bool:
        """Whether somebody gave up the seat in that version or since: then they may be told as one of the
        many who watch, though they played."""
        return None in (room.seat_of(viewer), self.newest(room.id).seat_of(viewer))

    def _view(self, room: Room, match: Match, eye: PlayerId | None, start: int) -> bytes:
        key = (room.id, room.seq, eye, start)
        if key not in self._views:
            self._views[key] = encode(room.game.view(match.state, eye, moves_from=start))
        return self._views[key]

    def _check_leaks(self, room: Room, data: bytes) -> None:
        must(b'"seed"' not in data and b'"rng"' not in data, f"chance leaks: {data[:300]!r}")
        if room.match is not None:
            words = [str(word).encode() for word in room.match.rng if word >= _BIG]
            for word in (*words, room.match.seed.hex().encode()):
                must(word not in data, f"chance leaks: {data[:300]!r}")

    # --- Clients ---

    def opened(self, line: "Line", may_open: bool) -> None:
        """A ticket was used."""
        ticket = line.context["ticket"]
        must(not may_open or ticket not in self._tickets, f"ticket {ticket} was used twice")
        if may_open:
            self._tickets.add(ticket)

    def heard(self, tab: "SimTab") -> None:
        """A client heard a frame."""
        if tab.commands:
            self._check_belief(tab, tab.commands[-1])
        self._heard += 1
        if self._heard % LOOK_EVERY == 0 and tab.state.snapshot.connected:
            self.check_picture(tab)

    def _check_belief(self, tab: "SimTab", command: Command) -> None:
        """What a client believes to be carried out is."""
        if command.reply is None or command.reply.rejection is not None:
            return
        key = (self._world.door.room_id, tab.person.player, tab.tab)
        must(command.cs <= self._saved.get(key, 0), f"{tab.name} believes in a command that is not saved")
        if command.frame["type"] == "act":
            done = self._logged.get((*key, command.cs))
            if done is None:
                raise BrokenError(f"{tab.name} believes in an action that is in no log")
            asked: Any = command.frame["action"]
            must(asked.items() <= done.items(), f"{tab.name} asked for {asked} and got {done}")

    def check_picture(self, tab: "SimTab") -> None:
        """What a client shows is what was true at that version."""
        snapshot = tab.state.snapshot
        if snapshot.room is None or not snapshot.seq:
            return
        room = self.at(self._world.door.room_id, snapshot.seq)
        match, me = room.match, tab.person.player
        view = None
        if match is not None:
            view = json.loads(encode(room.game.view(match.state, me if me in match.players else None)))
        if snapshot.view != view and match is not None and self._has_left(room, me):
            view = json.loads(encode(room.game.view(match.state, None)))
        must(snapshot.view == view, f"{tab.name} shows another game than that of version {room.seq}")
        must(snapshot.room.status == room.status, f"{tab.name} shows {snapshot.room.status}")

    # --- The end ---

    def check_calm(self) -> None:
        """Where nothing was lost, everybody knows all, though nobody has asked for it."""
        if self._world.fate.lost_something:
            return
        room = self.newest(self._world.door.room_id)
        now = self._world.relay.now
        for tab in self._world.tabs():
            snapshot = tab.state.snapshot
            if not snapshot.connected or tab.line is None or not tab.line.is_up or room.is_gone(now):
                continue
            must(snapshot.seq == room.seq, f"{tab.name} never heard of {room.seq}, only of {snapshot.seq}")
            self.check_picture(tab)
            if room.seat_of(tab.person.player) is not None:
                must(tab.line.id in room.presence.connections, f"{tab.name} is not listed")
            online = {seat.player_id: seat.online for seat in snapshot.seats if seat is not None}
            truth = {seat.player: room.presence.is_online(seat.player) for seat in room.seated}
            must(online == truth, f"{tab.name} sees {online}, but it is {truth}")
        page = self._world.store.open_rooms(None, None, now)
        listed = room.id in [one.id for one in page.items]
        must(listed == is_shown(room, now), f"in the open list: {listed}")

    def check_end(self) -> None:
        """Every finished game has its record, once."""
        self._check_records()
        for (_, no), finished in self._finished.items():
            self._check_record(finished, no)

    def _check_record(self, finished: Room, no: int) -> None:
        store = self._world.store
        record = store.find_record(finished.id, no)
        if record is None:
            raise BrokenError(f"game {no} of {finished.id} has no record")
        must(record == record_of(finished), f"the record of game {no} is not what was played")
        state, _ = replay_record(record)
        must(finished.match is not None and state == finished.match.state, f"record {no} replays otherwise")
        for player in record.players:
            rows = [row for row in store.games_of(player, None).items if row.room_id == finished.id]
            must([row.game_no for row in rows].count(no) == 1, f"game {no} is not once in {player}'s list")
