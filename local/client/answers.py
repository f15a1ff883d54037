"""What the HTTP API answers, as this client reads it (protocol, "HTTP")."""

from typing import Literal, TypeAlias

from local.client.frames import JsonObject, Millis, RoomStatus, Seat, Spectators, Wire

Visibility: TypeAlias = Literal["public", "private"]
ChatRule: TypeAlias = Literal["all", "players", "off"]


class UnreachableError(ConnectionError):
    """The server cannot be reached, or what answers is not the server."""


class ProblemError(Exception):
    """A refusal over HTTP: a status, a stable ``code``, and a Korean sentence for the player."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail

    @property
    def is_final(self) -> bool:
        """Whether asking again is of no use: not for an overload or a fault of the server."""
        return self.status < 500 and self.status not in (408, 425, 429)


class Problem(Wire):
    """The body of a refusal (RFC 9457)."""

    status: int
    code: str
    title: str = ""
    detail: str = ""


class GameInfo(Wire):
    """A game of the catalogue."""

    id: str
    name_ko: str
    min_players: int
    max_players: int
    minutes: tuple[int, int]
    difficulty: str
    thumbnail: str
    options_schema: JsonObject
    default_options: JsonObject


class NewGuest(Wire):
    """A person who was just made up; ``token`` proves it."""

    player_id: str
    nickname: str
    token: str
    expires_at: Millis


class NewRoom(Wire):
    """A room that was just made."""

    room_id: str
    code: str


class RoomCard(Wire):
    """A room as its invitation shows it."""

    room_id: str
    game: str
    name_ko: str
    status: RoomStatus
    seats: tuple[Seat | None, ...]
    options: JsonObject
    spectators: Spectators


class Ticket(Wire):
    """Leave to open one socket, once. ``url`` is the whole address."""

    url: str
    ticket: str
    expires_at: Millis
