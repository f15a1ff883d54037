"""Reading what clients send. Total: every text becomes a frame or a refusal, never an exception.

The models are the contract (protocol, "Socket, client -> server"); the published schemas are made
from them. Unknown fields are let through, so that newer clients can talk to older servers.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic_core import from_json

from engine.game import Json, PlayerId, Rejection
from functions.rooms import rejections as no
from functions.rooms.commands import (
    Act,
    ChangeOptions,
    Kick,
    Leave,
    Rematch,
    SavedCommand,
    Sender,
    Sit,
    Stand,
    Start,
)
from functions.rooms.text import is_unseen, shows_something

MAX_FRAME_BYTES = 8 * 1024
MAX_CHAT_CHARACTERS = 200

_SAFE_INTEGER = 2**53 - 1
Number = Annotated[int, Field(ge=1, le=_SAFE_INTEGER)]
Seq = Annotated[int, Field(ge=0, le=_SAFE_INTEGER)]
ClientTime = (
    Annotated[int, Field(ge=-_SAFE_INTEGER, le=_SAFE_INTEGER)] | Annotated[float, Field(allow_inf_nan=False)]
)
Identifier = Annotated[str, StringConstraints(min_length=1, max_length=64)]
OfTheGame: TypeAlias = dict[str, Any]
"""What only the game can judge; the published schemas put its own in where ``x-game`` stands."""


class _Frame(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class HelloFrame(_Frame):
    """First frame after the socket opens: makes the connection known; answered with ``room``."""

    type: Literal["hello"]


class SyncFrame(_Frame):
    """Asks for the whole room; answered with ``room``."""

    type: Literal["sync"]
    seq: Seq | None = None


class PingFrame(_Frame):
    """Keeps the connection open and measures the clock's offset; answered with ``pong``."""

    type: Literal["ping"]
    t: ClientTime


class SitFrame(_Frame):
    """Takes a seat (0-based), or the first free one."""

    type: Literal["sit"]
    cs: Number
    seat: Annotated[int, Field(ge=0, le=63)] | None = None


class StandFrame(_Frame):
    """Gives the seat up before the game."""

    type: Literal["stand"]
    cs: Number


class OptionsFrame(_Frame):
    """The host's new options, whole."""

    type: Literal["options"]
    cs: Number
    options: Annotated[OfTheGame, Field(json_schema_extra={"x-game": "optionsChoice"})]


class KickFrame(_Frame):
    """The host puts a person out of the room for good."""

    type: Literal["kick"]
    cs: Number
    playerId: Identifier  # noqa: N815 - the name on the wire


class StartFrame(_Frame):
    """The host begins the game."""

    type: Literal["start"]
    cs: Number


class ActFrame(_Frame):
    """One of the game's own actions. A given ``seq`` must be the room's current one."""

    type: Literal["act"]
    cs: Number
    action: Annotated[OfTheGame, Field(json_schema_extra={"x-game": "action"})]
    seq: Seq | None = None


class FlagFrame(_Frame):
    """Claims that a clock has run out. A past ``seq`` is answered with ``room``."""

    type: Literal["flag"]
    seq: Seq | None = None


class RematchFrame(_Frame):
    """Asks for another game."""

    type: Literal["rematch"]
    cs: Number


class LeaveFrame(_Frame):
    """Gives the seat up for good; a running game treats it as its rules say."""

    type: Literal["leave"]
    cs: Number


class ChatFrame(_Frame):
    """A line for everybody in the room; not stored."""

    type: Literal["chat"]
    text: str


NumberedFrame: TypeAlias = (
    SitFrame | StandFrame | OptionsFrame | KickFrame | StartFrame | ActFrame | RematchFrame | LeaveFrame
)
ClientFrame: TypeAlias = HelloFrame | SyncFrame | PingFrame | FlagFrame | ChatFrame | NumberedFrame

_READER: TypeAdapter[ClientFrame] = TypeAdapter(Annotated[ClientFrame, Field(discriminator="type")])


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A frame that was refused unread; ``cs`` is its number where it still showed one."""

    rejection: Rejection
    cs: int | None = None


def read(text: str) -> ClientFrame | Unreadable:
    """The frame in ``text``: size first, then JSON, then a known type, then its fields."""
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > MAX_FRAME_BYTES:
        return Unreadable(no.TOO_LARGE)
    try:
        raw: Json = from_json(data, allow_inf_nan=False)
    except ValueError:  # no JSON, or half a surrogate pair, which is no text
        return Unreadable(no.MALFORMED)
    try:
        return _READER.validate_python(raw)
    except ValidationError as errors:
        kinds = {error["type"] for error in errors.errors(include_url=False, include_input=False)}
        return Unreadable(no.UNKNOWN_TYPE if "union_tag_invalid" in kinds else no.MALFORMED, _number(raw))


def _number(frame: Json) -> int | None:
    """The ``cs`` of a frame that is wrong elsewhere, so that its sender knows which was refused."""
    number = frame.get("cs") if isinstance(frame, dict) else None
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= _SAFE_INTEGER:
        return number
    return None


def command_of(frame: NumberedFrame, sender: Sender, seed: bytes) -> SavedCommand:
    """The command that a frame asks for, in the name of who sent it."""
    match frame:
        case SitFrame():
            return Sit(sender, frame.cs, frame.seat)
        case StandFrame():
            return Stand(sender, frame.cs)
        case OptionsFrame():
            return ChangeOptions(sender, frame.cs, frame.options)
        case KickFrame():
            return Kick(sender, frame.cs, PlayerId(frame.playerId))
        case StartFrame():
            return Start(sender, frame.cs, seed)
        case ActFrame():
            return Act(sender, frame.cs, frame.action, frame.seq)
        case RematchFrame():
            return Rematch(sender, frame.cs, seed)
        case LeaveFrame():
            return Leave(sender, frame.cs)


def clean_chat(text: str) -> str | Rejection:
    """A chat line without control and direction characters, 1 to 200 characters, or why not."""
    cleaned = "".join(character for character in text if not is_unseen(character)).strip()
    if not shows_something(cleaned):
        return no.CHAT_EMPTY
    if len(cleaned) > MAX_CHAT_CHARACTERS:
        return no.CHAT_LONG
    return cleaned
