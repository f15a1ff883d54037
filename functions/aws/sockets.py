"""What a socket's three events do. Written over ports; ``functions/websocket.py`` hands them in."""

from dataclasses import dataclass

from functions.aws.gateway import SocketEvent
from functions.rooms.commands import Sender
from functions.rooms.ports import Connection, ConnectionStore, Outbox
from functions.rooms.runner import Runner
from functions.rooms.tally import Tally
from functions.rooms.teller import Client

CONNECTION_LIFE_SEC = 3 * 3600
"""Longer than the gateway lets a connection live (two hours)."""


@dataclass(frozen=True, slots=True)
class Sockets:
    """Opens, serves and closes sockets. ``Tally.kind`` says what it came to."""

    runner: Runner
    connections: ConnectionStore
    outbox: Outbox

    def opened(self, event: SocketEvent) -> tuple[bool, Tally]:
        """Use the ticket up and remember whose connection it is; whether it may open.

        The room hears of it by the first frame: until this call has returned, nothing can be posted.
        """
        admitted = event.admission
        if admitted is None:
            return False, Tally(kind="connect", rejection="ticket/missing")
        connection = Connection(
            id=event.connection_id,
            room_id=admitted.room_id,
            player=admitted.player,
            tab=admitted.tab,
            nickname=admitted.nickname,
            expires_at=event.received_at // 1000 + CONNECTION_LIFE_SEC,
        )
        may_open = self.connections.open_connection(
            connection, ticket_id=admitted.ticket_id, ticket_expires_at=admitted.ticket_expires_at
        )
        used = None if may_open else "ticket/used"
        return may_open, Tally(kind="connect", room_id=admitted.room_id, rejection=used)

    def frame(self, event: SocketEvent) -> Tally:
        """Carry a frame to its room. A connection that nobody knows is closed: its client comes back
        with a new ticket."""
        client = self._client(event)
        if client is None:
            self.outbox.close([event.connection_id])
            return Tally(kind="stranger")
        return self.runner.message(client, event.text, event.received_at)

    def closed(self, event: SocketEvent) -> Tally:
        """Forget the connection, in its room too."""
        client = self._client(event)
        if client is None:
            return Tally(kind="stranger")
        return self.runner.disconnected(client, event.received_at)

    def _client(self, event: SocketEvent) -> Client | None:
        """Who is behind the connection: by the gateway's word, else by what was kept."""
        known = event.admission or self.connections.find_connection(event.connection_id)
        if known is None:
            return None
        return Client(event.connection_id, known.room_id, Sender(known.player, known.tab, known.nickname))
