"""What the server sends over the socket, as this client reads it.

Written from the protocol alone, not from the server's code, so that the two check each other.
Fields and types that are not known here are let through: a server may be newer than its clients.
"""

import json
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

JsonObject: TypeAlias = dict[str, JsonValue]
Millis: TypeAlias = int

RoomStatus: TypeAlias = Literal["waiting", "playing", "finished"]
Role: TypeAlias = Literal["player", "spectator"]


class ProtocolError(Exception):
    """The server broke the protocol; the message says how. A fault, not a refusal."""


class Wire(BaseModel):
    """Base of what is read: camelCase on the wire, snake_case here, nothing converted."""

    model_config = ConfigDict(
        extra="ignore", frozen=True, strict=True, alias_generator=to_camel, populate_by_name=True
    )


class Seat(Wire):
    """A taken seat."""

    player_id: str
    nickname: str
    online: bool


class Spectators(Wire):
    """Whether anybody may watch, and how many do."""

    allowed: bool
    count: int


class RoomInfo(Wire):
    """The room, as everybody in it sees it. ``seats`` has None for a free one."""

    id: str
    code: str
    game: str
    name_ko: str
    game_no: int
    status: RoomStatus
    host: str
    options: JsonObject
    visibility: Literal["public", "private"]
    chat: Literal["all", "players", "off"]
    seats: tuple[Seat | None, ...]
    spectators: Spectators
    rematch: tuple[str, ...]


class You(Wire):
    """The receiver's own place. ``cs`` is the newest command of this tab that the server has."""

    player_id: str
    role: Role
    seat: int | None
    tab: str
    cs: int


class Away(Wire):
    """A player without a connection: since when, and until when the game waits (None: it does not)."""

    seat: int
    since: Millis | None
    until: Millis | None


class Speaker(Wire):
    """Who said something."""

    player_id: str
    nickname: str


class RoomFrame(Wire):
    """The whole room: after a change of it, or as an answer."""

    type: Literal["room"]
    now: Millis
    seq: int
    room: RoomInfo
    you: You
    view: JsonObject | None
    away: tuple[Away, ...]
    presence_rev: int
    deadline: Millis | None
    cs: int | None = None


class UpdateFrame(Wire):
    """A change of the game. ``view`` has the record only from its ``movesFrom`` on."""

    type: Literal["update"]
    now: Millis
    seq: int
    events: tuple[JsonObject, ...]
    view: JsonObject
    status: RoomStatus
    deadline: Millis | None
    cs: int | None = None


class PresenceFrame(Wire):
    """A player came or went."""

    type: Literal["presence"]
    now: Millis
    seq: int
    seats: tuple[Seat | None, ...]
    away: tuple[Away, ...]
    presence_rev: int
    spectators: Spectators
    deadline: Millis | None


class ChatFrame(Wire):
    """Somebody said something."""

    type: Literal["chat"]
    now: Millis
    speaker: Annotated[Speaker, Field(alias="from")]
    text: str


class RejectedFrame(Wire):
    """A refusal: ``code`` for programs, ``reason`` for the player, ``cs`` if a command was refused."""

    type: Literal["rejected"]
    now: Millis
    code: str
    reason: str
    seq: int | None = None
    cs: int | None = None
    deadline: Millis | None = None


class PongFrame(Wire):
    """The answer to a ``ping``: its ``t`` and the server's time."""

    type: Literal["pong"]
    now: Millis
    t: int | float


class ClosedFrame(Wire):
    """The last frame: the server is about to close the connection for good."""

    type: Literal["closed"]
    now: Millis
    seq: int
    code: str
    reason: str


ServerFrame: TypeAlias = (
    RoomFrame | UpdateFrame | PresenceFrame | ChatFrame | RejectedFrame | PongFrame | ClosedFrame
)
_READER: TypeAdapter[ServerFrame] = TypeAdapter(Annotated[ServerFrame, Field(discriminator="type")])


class Failure:
    """The gateway's own frame, without a ``type``: the function behind it failed."""


FAILURE = Failure()


def read(text: str) -> ServerFrame | Failure | None:
    """The frame in ``text``; ``FAILURE`` for one without a type, None for a type not known here.

    :raises ProtocolError: it is no frame at all, or a known one that is wrong.
    """
    try:
        data = json.loads(text)
    except ValueError as fault:
        raise ProtocolError(f"not JSON: {text[:200]!r}") from fault
    if not isinstance(data, dict) or not isinstance(data.get("type", ""), str):
        raise ProtocolError(f"not a frame: {text[:200]!r}")
    if "type" not in data:
        return FAILURE
    try:
        return _READER.validate_json(text)
    except ValidationError as fault:
        errors = fault.errors(include_url=False, include_input=False)
        if {error["type"] for error in errors} == {"union_tag_invalid"}:
            return None
        raise ProtocolError(f"a broken {data['type']!r} frame: {errors}") from fault
