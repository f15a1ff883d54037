"""The three ports that keep things, on one table (``docs/storage.md``)."""

from functions.aws.connections import DynamoConnections
from functions.aws.lobby import DynamoLobby
from functions.aws.rooms import DynamoRooms


class DynamoStore(DynamoRooms, DynamoConnections, DynamoLobby):
    """``RoomStore``, ``ConnectionStore`` and ``LobbyStore``.

    Safe to use from several threads at once, as its client is.
    """
