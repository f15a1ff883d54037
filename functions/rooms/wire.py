"""The shapes of what clients receive (protocol, "Socket, server -> client"), for the types of
``frames`` and for the published schemas. Nothing is checked when a frame is sent.

The parts that belong to a game are opaque here (``GameView`` and so on): each game describes its own
in its ``wire`` module, and the published schemas put them in where ``x-game`` stands.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, NotRequired, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict  # the library's own: pydantic reads it on Python 3.11 too

from engine.game import Millis
from functions.rooms.room import ChatRule, Status, Visibility

GameView: TypeAlias = Annotated[Mapping[str, object], Field(json_schema_extra={"x-game": "view"})]
GameEvents: TypeAlias = list[Annotated[Mapping[str, object], Field(json_schema_extra={"x-game": "event"})]]
GameOptions: TypeAlias = Annotated[Mapping[str, object], Field(json_schema_extra={"x-game": "options"})]
Code: TypeAlias = Annotated[str, Field(json_schema_extra={"x-game": "code"})]
"""A rejection's; new ones may come."""

Confirmed: TypeAlias = Annotated[
    int, Field(description="Confirms this command; only in the frames of the tab that sent it.")
]
Enforced: TypeAlias = Annotated[
    Millis | None, Field(description="The deadline that is enforced, grace included; null: none runs.")
]


PresenceRev: TypeAlias = Annotated[
    int, Field(description="Rises with every coming and going; a frame with an older one shows old presence.")
]


class Seat(TypedDict):
    """Who sits in a seat."""

    playerId: str
    nickname: str
    online: bool


class Spectators(TypedDict):
    """Whether people may watch, and how many do."""

    allowed: bool
    count: int


class RoomInfo(TypedDict):
    """The room as everybody in it sees it."""

    id: str
    code: str
    game: str
    nameKo: str
    gameNo: Annotated[int, Field(description="Counts the games of this room from 1; 0 before the first.")]
    status: Status
    host: Annotated[str, Field(description="A player's id.")]
    options: GameOptions
    visibility: Visibility
    chat: ChatRule
    seats: Annotated[list[Seat | None], Field(description="In order; null is a free seat.")]
    spectators: Spectators
    rematch: Annotated[list[str], Field(description="Ids of the players who asked for another game.")]


class You(TypedDict):
    """The receiver's own place."""

    playerId: str
    role: Literal["player", "spectator"]
    seat: Annotated[int | None, Field(description="0-based; null for who has none.")]
    tab: str
    cs: Annotated[int, Field(description="The last command of this tab that the server has; 0 for none.")]


class Away(TypedDict):
    """A player without a connection."""

    seat: int
    since: Annotated[
        Millis | None, Field(description="From when on it counts; null: this player never connected.")
    ]
    until: Annotated[
        Millis | None, Field(description="When the game waits no longer; null: it does not wait for them.")
    ]


class Speaker(TypedDict):
    """Who said something."""

    playerId: str
    nickname: str


class RoomHead(TypedDict):
    """What a room frame says to everybody alike, but for ``cs``."""

    type: Literal["room"]
    now: Millis
    seq: int
    room: RoomInfo
    away: list[Away]
    presenceRev: PresenceRev
    deadline: Enforced
    cs: NotRequired[Confirmed]


class RoomFrame(RoomHead):
    """The whole room: after a change of it, or as an answer."""

    you: You
    view: Annotated[GameView | None, Field(description="With the whole record; null while waiting.")]


class UpdateHead(TypedDict):
    """What an update says beside the view; all but ``cs`` to all viewers alike."""

    type: Literal["update"]
    now: Millis
    seq: int
    status: Status
    deadline: Enforced
    events: GameEvents
    cs: NotRequired[Confirmed]


class UpdateFrame(UpdateHead):
    """A change of the game. ``view`` has the record only from its ``movesFrom`` on."""

    view: GameView


class PresenceFrame(TypedDict):
    """A player came or went. It is no new version of the room: ``seq`` is the current one."""

    type: Literal["presence"]
    now: Millis
    seq: int
    presenceRev: PresenceRev
    seats: list[Seat | None]
    away: list[Away]
    spectators: Spectators
    deadline: Enforced


ChatLineFrame = TypedDict(
    "ChatLineFrame",
    {"type": Literal["chat"], "now": Millis, "from": Speaker, "text": str},
)
ChatLineFrame.__doc__ = "Somebody said something."


class RejectedFrame(TypedDict):
    """A refusal, to its sender alone. ``seq`` is missing where no room was read."""

    type: Literal["rejected"]
    now: Millis
    code: Code
    reason: Annotated[str, Field(description="A Korean sentence.")]
    seq: NotRequired[int]
    cs: NotRequired[Annotated[int, Field(description="The command that was refused.")]]
    deadline: NotRequired[
        Annotated[Millis, Field(description="Of `deadline/not_reached`: from when on a claim counts.")]
    ]


class PongFrame(TypedDict):
    """The answer to ``ping``, with its ``t``."""

    type: Literal["pong"]
    t: float
    now: Millis


class ClosedFrame(TypedDict):
    """The last frame: the server is about to close the connection, for good."""

    type: Literal["closed"]
    now: Millis
    seq: int
    code: Code
    reason: Annotated[str, Field(description="A Korean sentence.")]


ServerFrame: TypeAlias = (
    RoomFrame | UpdateFrame | PresenceFrame | ChatLineFrame | RejectedFrame | PongFrame | ClosedFrame
)
