"""Who comes and who goes: the presence writes, and what follows from them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.game import PlayerId, Rejection
from functions.rooms import rejections as no
from functions.rooms.outcome import Outcome
from functions.rooms.ports import ConnectionStore, RoomStore, Timers
from functions.rooms.room import MAX_CONNECTIONS_PER_PLAYER, Link, Room
from functions.rooms.teller import Client, Teller
from functions.rooms.timing import Policy, must_arm


@dataclass(frozen=True, slots=True)
class Attendance:
    """Keeps the rooms' lists of connections."""

    rooms: RoomStore
    connections: ConnectionStore
    timers: Timers
    policy: Policy

    def arrive(self, client: Client, room: Room, teller: Teller, *, watch: bool) -> Room | None:
        """The room that knows this connection; None if it may not stay and was told so.

        A player's connection is listed on its first frame, whichever that is; a spectator's when
        ``watch`` (on ``hello`` and ``sync``: to look it up on each frame would cost a read).
        """
        player = client.sender.player
        if client.connection_id in room.presence.connections:
            return room
        if room.seat_of(player) is None:
            return self._watch(client, room, teller) if watch else room
        if len(room.presence.of(player)) >= MAX_CONNECTIONS_PER_PLAYER:
            self.put_out(room, {client.connection_id: client.link}, no.TOO_MANY_TABS, teller)
            return None
        came = not room.presence.is_online(player)
        listed = self.rooms.list_connection(room.id, client.connection_id, client.link)
        if listed is None:
            teller.reject(client, no.NOT_FOUND)
            return None
        if listed.presence.watching > 0:
            self.rooms.drop_watcher(room.id, client.connection_id)
        if came:
            teller.presence(listed, but=client.connection_id)
        return listed

    def _watch(self, client: Client, room: Room, teller: Teller) -> Room | None:
        if not room.spectators_allowed and room.status != "waiting":
            self.put_out(room, {client.connection_id: client.link}, no.NO_SPECTATORS, teller)
            return None
        if not self.rooms.add_watcher(room.id, client.connection_id, client.link):
            return room
        return replace(room, presence=replace(room.presence, watching=room.presence.watching + 1))

    def depart(self, room_id: str, connection_id: str, player: PlayerId, teller: Teller) -> None:
        """A connection is gone. If it was a player's last, the others see it, and the timer may be
        needed sooner: nobody is left to claim the deadline."""
        room = self.rooms.unlist_connection(room_id, connection_id, player, teller.now)
        if room is None:
            self.rooms.drop_watcher(room_id, connection_id)
            return
        if room.is_gone(teller.now) or room.presence.is_online(player):
            return
        self.arm(room, teller)
        teller.presence(room, but=connection_id)

    def arm(self, room: Room, teller: Teller, *, fired_at: int = 0) -> None:
        """Make a schedule if one is needed sooner than the one that stands."""
        second = must_arm(room, teller.now, self.policy, fired_at=fired_at)
        if second is not None:
            self.timers.arm(room.id, second)
            self.rooms.set_armed(room.id, was=room.armed_at, becomes=second)

    def after(self, outcome: Outcome, client: Client | None, teller: Teller) -> None:
        """Close whom the outcome puts out, and move to the spectators who gave up a seat."""
        room = outcome.room
        if not outcome.put_out and outcome.close_unseated is None and outcome.telling != "room":
            return
        links = {**room.presence.connections, **self._watchers(room)}
        if client is not None:
            links[client.connection_id] = client.link
        unseated = {conn: link for conn, link in links.items() if room.seat_of(link.player) is None}
        put_out: set[str] = set()
        for player, why in outcome.put_out:
            theirs = {conn: link for conn, link in unseated.items() if link.player == player}
            self.put_out(room, theirs, why, teller)
            put_out |= theirs.keys()
        staying = {conn: link for conn, link in unseated.items() if conn not in put_out}
        if outcome.close_unseated is not None:
            self.put_out(room, staying, outcome.close_unseated, teller)
            return
        for connection_id, link in staying.items():
            if connection_id in room.presence.connections:
                self.rooms.unlist_connection(room.id, connection_id, link.player, teller.now)
                self.rooms.add_watcher(room.id, connection_id, link)

    def put_out(self, room: Room, links: Mapping[str, Link], why: Rejection, teller: Teller) -> None:
        """Close connections with a reason, and forget them: ``$disconnect`` may never come."""
        teller.farewell(room, links, why)
        for connection_id, link in links.items():
            self.connections.close_connection(connection_id)
            if connection_id in room.presence.connections:
                self.rooms.unlist_connection(room.id, connection_id, link.player, teller.now)
            else:
                self.rooms.drop_watcher(room.id, connection_id)

    def _watchers(self, room: Room) -> Mapping[str, Link]:
        return self.rooms.watchers(room.id) if room.presence.watching > 0 else {}
