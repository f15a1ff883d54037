"""Telling people: the posts of one event, players before spectators.

A post that fails changes nothing: frames carry ``seq``, and a client that sees a gap asks ``sync``.
But a player whose turn has come sees no gap until somebody moves, so a player's failed post is tried
once more; a spectator's is not.
Connections found gone are collected in ``gone``; whoever runs the event forgets them afterwards.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from engine.game import Millis, PlayerId, Rejection
from functions.rooms import frames
from functions.rooms.commands import Sender
from functions.rooms.outcome import Outcome
from functions.rooms.ports import Fanout, Outbox
from functions.rooms.room import Link, Room
from functions.rooms.tally import Tally
from functions.rooms.timing import Policy

Spectators = Callable[[str], Mapping[str, Link]]

CROWD = 32
"""More spectators' connections than these are told by a call of their own, if there is a way to make
one: two rounds of posts, as many go at once (``functions/aws/outbox.py``)."""

_ANYBODY = Link(PlayerId(""), "")
"""Somebody who plays in no game and has sent nothing: a spectator like any other."""


@dataclass(frozen=True, slots=True)
class Client:
    """One socket and who is behind it."""

    connection_id: str
    room_id: str
    sender: Sender

    @property
    def link(self) -> Link:
        """The same, as the room lists it."""
        return Link(self.sender.player, self.sender.tab)


@dataclass(slots=True)
class Teller:
    """The posts of one event, received at ``now``. ``spectators`` reads a room's spectators; a crowd of
    them is left to ``fanout`` (None: told here, however many)."""

    outbox: Outbox
    spectators: Spectators
    policy: Policy
    now: Millis
    tally: Tally
    gone: dict[str, PlayerId] = field(default_factory=dict)
    fanout: Fanout | None = None

    def answer(self, client: Client, data: bytes) -> None:
        """A frame for the sender alone."""
        self._post({client.connection_id: data}, {client.connection_id: client.link}, tries=2)

    def answer_room(self, client: Client, room: Room) -> None:
        """The whole room, for the sender alone."""
        self.answer(client, frames.RoomWriter(room, self.now, self.policy).for_link(client.link))

    def reject(
        self,
        client: Client,
        rejection: Rejection,
        *,
        room: Room | None = None,
        cs: int | None = None,
        deadline: Millis | None = None,
    ) -> None:
        """A refusal, for the sender alone."""
        self.tally.rejection = rejection.code
        seq = None if room is None else room.seq
        frame = frames.rejected(rejection, self.now, seq=seq, cs=cs, deadline=deadline)
        self.answer(client, frames.encode(frame))

    def everybody(self, room: Room, data: bytes, *, but: str | None = None) -> None:
        """One and the same frame for all in the room."""
        players = {conn: link for conn, link in room.presence.connections.items() if conn != but}
        self._post(dict.fromkeys(players, data), players, tries=2)
        if (fanout := self.crowd(room)) is not None:
            fanout.tell(room.id, data, but=but, now=self.now)
        else:
            # A connection whose player has just sat down may be in both lists.
            skip = {*players, but}
            self.same(data, {conn: link for conn, link in self.watching(room).items() if conn not in skip})

    def same(self, data: bytes, links: Mapping[str, Link]) -> None:
        """One and the same frame for these connections."""
        self._post(dict.fromkeys(links, data), links)

    def presence(self, room: Room, *, but: str) -> None:
        """Who is there now, for all but the one who came or went."""
        self.everybody(room, frames.encode(frames.presence(room, self.now, self.policy)), but=but)

    def knock(self, room: Room, links: Mapping[str, Link]) -> list[str]:
        """Which of these connections are dead. The others hear who is there, which is nothing new."""
        self.same(frames.encode(frames.presence(room, self.now, self.policy)), links)
        return [conn for conn in links if conn in self.gone]

    def outcome(self, outcome: Outcome, client: Client | None = None, cs: int | None = None) -> None:
        """What everybody is to hear of an outcome; the sender too, listed or not.

        A sender who is owed the whole room (``answer_room``) gets nothing else here.
        """
        room = outcome.room
        if outcome.telling != "nothing":
            write = self._writer(outcome, client.link if client and outcome.confirmed else None, cs)
            links = dict(room.presence.connections)
            if client is not None:
                links[client.connection_id] = client.link
                if outcome.answer_room:
                    del links[client.connection_id]
            self._post({conn: write(link) for conn, link in links.items()}, links, tries=2)
            if (fanout := self.crowd(room)) is not None:
                # A room frame says ``you``: it cannot be one for all, and is made over there.
                frame = write(_ANYBODY) if outcome.telling == "update" else None
                own = None if client is None else client.connection_id
                fanout.tell(room.id, frame, but=own, now=self.now)
                return
            skip = links if client is None else {*links, client.connection_id}
            watching = {conn: link for conn, link in self.watching(room).items() if conn not in skip}
            self._post({conn: write(link) for conn, link in watching.items()}, watching)

    def rooms(self, room: Room, links: Mapping[str, Link]) -> None:
        """The whole room, as each of these connections sees it."""
        write = frames.RoomWriter(room, self.now, self.policy).for_link
        self._post({conn: write(link) for conn, link in links.items()}, links)

    def farewell(self, room: Room, links: Mapping[str, Link], why: Rejection) -> None:
        """Tell these connections why, and close them."""
        if links:
            self.tally.rejection = why.code
            data = frames.encode(frames.closed(why, self.now, room.seq))
            self._post(dict.fromkeys(links, data), links)
            self.outbox.close(list(links))

    def _writer(self, outcome: Outcome, own: Link | None, cs: int | None) -> Callable[[Link], bytes]:
        """How each tab's frame is written; what frames have in common is made once."""
        if outcome.telling == "room":
            rooms = frames.RoomWriter(outcome.room, self.now, self.policy)
            return lambda link: rooms.for_link(link, cs if link == own else None)
        update = frames.Update(outcome, self.now, self.policy)
        players = () if outcome.room.match is None else outcome.room.match.players
        written: dict[tuple[PlayerId | None, int | None], bytes] = {}

        def write(link: Link) -> bytes:
            key = (link.player if link.player in players else None, cs if link == own else None)
            if key not in written:
                written[key] = update.for_viewer(*key)
            return written[key]

        return write

    def crowd(self, room: Room) -> Fanout | None:
        """The way to the room's spectators, if they are too many to be told here."""
        return self.fanout if room.presence.watching > CROWD else None

    def watching(self, room: Room) -> Mapping[str, Link]:
        """Spectators' connections: a second read, made only when the room says that there are any."""
        return self.spectators(room.id) if room.presence.watching > 0 else {}

    def _post(self, posts: Mapping[str, bytes], links: Mapping[str, Link], *, tries: int = 1) -> None:
        if not posts:
            return
        results = self.outbox.post(list(posts.items()))
        self.tally.posts += len(results)
        failed = {}
        for connection_id, result in zip(posts, results, strict=True):
            if result == "gone":
                self.tally.gone += 1
                self.gone[connection_id] = links[connection_id].player
            elif result == "failed":
                failed[connection_id] = posts[connection_id]
        if tries > 1:
            self._post(failed, links, tries=tries - 1)
        else:
            self.tally.failed_posts += len(failed)
