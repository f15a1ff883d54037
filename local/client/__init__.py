"""A client of the whole protocol, for the terminal client and for tests of the stack.

    with Lobby(url) as lobby:
        guest = lobby.guest("가람")
        room = guest.create_room("othello")
        with guest.open_tab(room.room_id) as tab:
            tab.wait_until(lambda now: now.status == "playing")
            refused = tab.act({"type": "place", "x": 3, "y": 2})

It shares no code with the server, so that each checks the other's reading of the protocol.
"""

from local.client.answers import GameInfo, NewRoom, ProblemError, RoomCard, Ticket, UnreachableError
from local.client.frames import JsonObject, ProtocolError, RejectedFrame, ServerFrame
from local.client.lobby import Guest, Lobby
from local.client.snapshot import ClosedError, Command, Snapshot
from local.client.state import BusyError
from local.client.tab import Tab

__all__ = [
    "BusyError",
    "ClosedError",
    "Command",
    "GameInfo",
    "Guest",
    "JsonObject",
    "Lobby",
    "NewRoom",
    "ProblemError",
    "ProtocolError",
    "RejectedFrame",
    "RoomCard",
    "ServerFrame",
    "Snapshot",
    "Tab",
    "Ticket",
    "UnreachableError",
]
