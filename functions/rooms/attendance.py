"""Who comes and who goes: the presence writes, and what follows from them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from zlib import crc32

from engine.game import Millis, PlayerId, Rejection
from functions.rooms import rejections as no
from functions.rooms.outcome import Outcome
from functions.rooms.ports import ConnectionStore, RoomStore, Timers
from functions.rooms.room import MAX_CONNECTIONS_PER_PLAYER, Link, Room
from functions.rooms.teller import Client, Teller
from functions.rooms.timing import Policy, must_arm

KNOCKS = 8
"""Of a full room's spectators so many are tried before somebody is refused: enough to let the dead fall
out by and by, too few for refusals to be worth provoking."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """Keeps the rooms' lists of connections."""

    rooms: RoomStore
    connections: ConnectionStore
    timers: Timers
    policy: Policy

    def admit(self, client: Client, room: Room, teller: Teller) -> Room | None:
        """The room that this connection may be in; None if it may not: it is told why, and closed.

        Before a player's ninth connection is refused, the eight are tried: whose ends were never told
        are forgotten, or lost words would keep somebody out of their own game.
        """
        player = client.sender.player
        why = _barrier(room, player, teller.now)
        if why is None and _is_one_too_many(client, room):
            own = {conn: room.presence.connections[conn] for conn in room.presence.of(player)}
            for connection_id in teller.knock(room, own):
                del teller.gone[connection_id]
                self.connections.close_connection(connection_id)
                room = self.rooms.unlist_connection(room.id, connection_id, player, teller.now) or room
            if _is_one_too_many(client, room):
                why = no.TOO_MANY_TABS
        if why is None:
            return room
        self.put_out(room, {client.connection_id: client.link}, why, teller)
        return None

    def arrive(self, client: Client, room: Room, teller: Teller, *, watch: bool) -> Room | None:
        """The newest room, which knows this connection; None if the room is gone, or if it has closed the
        connection again.

        A player's connection is listed on its first frame, whichever that is; a spectator's when
        ``watch`` (on ``hello`` and ``sync``: to look it up on each frame would cost a read). Only a
        spectator's that was not listed before can be one too many.
        """
        if client.connection_id in room.presence.connections:
            return room
        if room.seat_of(client.sender.player) is not None:
            here = self._list(room, client.connection_id, client.link)
        elif watch and self.rooms.add_spectator(room.id, client.connection_id, client.link):
            # What was saved before the connection was listed was not posted to it: look again.
            here = self.rooms.load(room.id)
            if here is not None and here.seat_of(client.sender.player) is not None:
                here = self._list(here, client.connection_id, client.link)  # who has sat down meanwhile
        else:
            return room
        if here is None:
            teller.reject(client, no.NOT_FOUND)
            return None
        # What somebody may be has been judged on the room before; it may have begun without them.
        why = _barrier(here, client.sender.player, teller.now) or self._crush(client, here, teller)
        if why is not None:
            self.put_out(here, {client.connection_id: client.link}, why, teller)
            return None
        return here

    def _crush(self, client: Client, room: Room, teller: Teller) -> Rejection | None:
        """Why a spectator who has just been added is one too many, or None.

        It is counted first and judged then, so that of many who come at once none slips through; a few
        may be refused though there was a place for one of them. The list is looked up only in a room with
        so many spectators that a bound could be reached. Before somebody is refused, others are tried,
        and the dead forgotten as in ``admit``: the person's own, and of a full room's a few, others for
        each who comes. The room's bound does not hold for the host, who alone can start a game.
        """
        if client.connection_id in room.presence.connections:
            return None
        player = client.sender.player
        surplus = 0 if player == room.host else room.presence.watching - self.policy.spectators_in(room)
        if surplus <= 0 and room.presence.watching <= MAX_CONNECTIONS_PER_PLAYER:
            return None
        watching = dict(self.rooms.spectators(room.id))
        watching.pop(client.connection_id, None)
        if surplus > 0:
            dead = self._forget_dead(room, _some(watching, client), teller)
            if len(dead) < surplus:
                return no.CROWDED
            watching = {conn: link for conn, link in watching.items() if conn not in dead}
        own = {conn: link for conn, link in watching.items() if link.player == player}
        if len(own) < MAX_CONNECTIONS_PER_PLAYER:
            return None
        living = len(own) - len(self._forget_dead(room, own, teller))
        return None if living < MAX_CONNECTIONS_PER_PLAYER else no.TOO_MANY_TABS

    def _forget_dead(self, room: Room, watching: Mapping[str, Link], teller: Teller) -> set[str]:
        """Try these spectators' connections; those that were dead, and that nobody else has taken out at
        the same time: each makes room for one."""
        dead = teller.knock(room, watching)
        for connection_id in dead:
            del teller.gone[connection_id]
            self.connections.close_connection(connection_id)
        return {connection_id for connection_id in dead if self.rooms.drop_spectator(room.id, connection_id)}

    def _list(self, room: Room, connection_id: str, link: Link) -> Room | None:
        """List a player's connection, which may have watched until now."""
        listed = self.rooms.list_connection(room.id, connection_id, link)
        if listed is None or listed.presence.watching == 0:
            return listed
        if not self.rooms.drop_spectator(room.id, connection_id):
            return listed
        return replace(listed, presence=replace(listed.presence, watching=listed.presence.watching - 1))

    def welcome(self, client: Client, before: Room, here: Room, teller: Teller) -> None:
        """Show the others that a player who had no connection has one now."""
        player = client.sender.player
        if here.presence.is_online(player) and not before.presence.is_online(player):
            teller.presence(here, but=client.connection_id)

    def depart(self, room_id: str, connection_id: str, player: PlayerId, teller: Teller) -> None:
        """A connection is gone. If it was a player's last, the others see it, and the timer may be
        needed sooner: nobody is left to claim the deadline."""
        room = self.rooms.unlist_connection(room_id, connection_id, player, teller.now)
        if room is None:
            return
        if room.presence.watching > 0:
            self.rooms.drop_spectator(room_id, connection_id)
        if room.seat_of(player) is None or room.presence.is_online(player) or room.is_gone(teller.now):
            return
        self.arm(room, teller)
        teller.presence(room, but=connection_id)

    def arm(self, room: Room, teller: Teller, *, fired_at: int = 0) -> None:
        """Make a schedule if one is needed sooner than the one that stands."""
        second = must_arm(room, teller.now, self.policy, fired_at=fired_at)
        if second is None:
            return
        if self.timers.arm(room.id, second):
            self.rooms.set_armed(room.id, was=room.armed_at, becomes=second)
        else:
            teller.tally.unarmed += 1

    def after(self, outcome: Outcome, client: Client, teller: Teller) -> None:
        """Bring the lists of connections in line with the room: close who may not stay, let watch
        who gave up a seat, and list as a player's what watched until its player sat down.

        It looks at what is, not at what changed, so that a repeat makes up for a crash. A crowd of
        spectators is seen to where it is told (``review``).
        """
        room = outcome.room
        listed = room.presence.connections
        unseated = {conn: link for conn, link in listed.items() if room.seat_of(link.player) is None}
        is_crowd = teller.crowd(room) is not None
        too_many = room.presence.watching > self.policy.spectators_kept(room) and not is_crowd
        concerns_all = outcome.telling == "room" or (outcome.telling == "update" and too_many)
        if not unseated and not concerns_all:
            return
        watching = {} if is_crowd else teller.watching(room)
        own = {} if client.connection_id in listed else {client.connection_id: client.link}
        if own and is_crowd and not self.rooms.add_spectator(room.id, client.connection_id, client.link):
            watching = own  # one of the crowd
        unseen = room.presence.watching - len(watching) if is_crowd else 0
        # The newest come last: they are the ones too many.
        self._settle(room, {**watching, **unseated, **own}, watching, teller, unseen=unseen)

    def review(self, room: Room, frame: bytes | None, teller: Teller, *, but: str | None) -> None:
        """Show the spectators, all but one connection, this frame, or if it is None what the room has
        become; and do for them what ``after`` does. Who has sat down meanwhile is shown the room: the
        frame is for those who only watch."""
        everybody = teller.spectators(room.id)
        watching = {conn: link for conn, link in everybody.items() if conn != but}
        others = watching
        if frame is not None:
            others = {conn: link for conn, link in watching.items() if room.seat_of(link.player) is not None}
            teller.same(frame, {conn: link for conn, link in watching.items() if conn not in others})
        teller.rooms(room, others)
        self._settle(room, watching, watching, teller, unseen=len(everybody) - len(watching))

    def _settle(
        self,
        room: Room,
        links: Mapping[str, Link],
        watching: Mapping[str, Link],
        teller: Teller,
        *,
        unseen: int,
    ) -> None:
        """Put each of these connections where it belongs now: out, with the players, or with the
        spectators, of whom so many more are ``unseen``. Of those who may watch, the last are the ones too
        many; the dead take nobody's place, and are forgotten by whoever found them.
        """
        links = {conn: link for conn, link in links.items() if conn not in teller.gone}
        tabs = Counter(link.player for conn, link in room.presence.connections.items() if conn not in links)
        places = self.policy.spectators_kept(room) - unseen
        out: dict[Rejection, dict[str, Link]] = {}
        for connection_id, link in links.items():
            seated = room.seat_of(link.player) is not None
            why = _barrier(room, link.player, teller.now)
            if why is None and tabs[link.player] >= MAX_CONNECTIONS_PER_PLAYER:
                why = no.TOO_MANY_TABS
            if why is None and not seated and places <= 0 and link.player != room.host:
                why = no.CROWDED
            if why is not None:
                out.setdefault(no.KICKED if why == no.BARRED else why, {})[connection_id] = link
                continue
            tabs[link.player] += 1
            if seated:
                self._list(room, connection_id, link)
                continue
            places -= 1
            if connection_id not in watching:
                newest = self.rooms.unlist_connection(room.id, connection_id, link.player, None)
                if newest is not None and newest.seat_of(link.player) is not None:
                    self._list(newest, connection_id, link)  # who has sat down again meanwhile
                else:
                    self.rooms.add_spectator(room.id, connection_id, link)
        if no.CROWDED in out:
            room = self.rooms.load(room.id) or room  # who has sat down meanwhile stays
            theirs = out[no.CROWDED].items()
            out[no.CROWDED] = {conn: link for conn, link in theirs if room.seat_of(link.player) is None}
        for why, links in out.items():
            self.put_out(room, links, why, teller)

    def put_out(self, room: Room, links: Mapping[str, Link], why: Rejection, teller: Teller) -> None:
        """Close connections with a reason, and forget them: ``$disconnect`` may never come."""
        teller.farewell(room, links, why)
        for connection_id, link in links.items():
            self.connections.close_connection(connection_id)
            if connection_id in room.presence.connections:
                left_at = None if room.seat_of(link.player) is None else teller.now
                self.rooms.unlist_connection(room.id, connection_id, link.player, left_at)
            else:
                self.rooms.drop_spectator(room.id, connection_id)


def _some(watching: Mapping[str, Link], comer: Client) -> dict[str, Link]:
    """A few of these connections, their own before others'; for another who comes others."""
    order = sorted(watching)
    first = crc32(comer.connection_id.encode()) % max(1, len(order))
    turned = sorted(
        [*order[first:], *order[:first]], key=lambda conn: watching[conn].player != comer.link.player
    )
    return {conn: watching[conn] for conn in turned[:KNOCKS]}


def _is_one_too_many(client: Client, room: Room) -> bool:
    """Whether a player has as many connections as may be, and this is none of them."""
    player = client.sender.player
    if client.connection_id in room.presence.connections or room.seat_of(player) is None:
        return False
    return len(room.presence.of(player)) >= MAX_CONNECTIONS_PER_PLAYER


def _barrier(room: Room, player: PlayerId, now: Millis) -> Rejection | None:
    """Why somebody may not be in the room now, or None."""
    if room.is_gone(now):
        return no.CLOSED
    if player in room.barred:
        return no.BARRED
    if room.seat_of(player) is None and not room.spectators_allowed and room.status != "waiting":
        return no.NO_SPECTATORS
    return None
