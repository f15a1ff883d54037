"""What HTTP takes and gives, as models: the contract (protocol, "HTTP") and the source of OpenAPI.

Names on the wire are camelCase. Requests are strict: unknown fields and loose types are refused.
Instants are milliseconds since 1970 UTC. What only a game can describe is opaque here; the published
schemas put the games' own in where ``x-game`` stands.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, RootModel, StringConstraints
from pydantic.alias_generators import to_camel

from functions.lobby.draws import CODE_LENGTH
from functions.lobby.nicknames import MAX_CHARACTERS
from functions.rooms.room import ChatRule, Status, Visibility

JsonMap: TypeAlias = dict[str, JsonValue]


class RequestModel(BaseModel):
    """Base of every body that is read. What was sent shows in no error message."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, alias_generator=to_camel, hide_input_in_errors=True
    )


class GuestRequest(RequestModel):
    """Somebody who wants to play under a name."""

    nickname: str = Field(
        description=f"1 to {MAX_CHARACTERS} visible characters after NFC and trimming.", examples=["바둑이"]
    )


class RoomRequest(RequestModel):
    """A room to make. Options that are left out have the game's defaults."""

    game: str = Field(description="The id of a game in the catalogue.", examples=["othello"])
    options: JsonMap = Field(
        default_factory=dict,
        description="As the game's `optionsSchema` in the catalogue says.",
        json_schema_extra={"x-game": "optionsChoice"},
    )
    visibility: Visibility = Field("private", description="`public` rooms are listed while they wait.")
    spectators: bool = Field(True, description="Whether people without a seat may watch the game.")
    chat: ChatRule = Field("all", description="Who may write in the room.")


class TicketRequest(RequestModel):
    """A tab that wants to open a socket to a room."""

    tab: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,36}$")] = Field(
        description="The client's own id of this tab, kept for the tab's life."
    )
    code: str | None = Field(
        None, description="The room's code, case ignored: a private room wants it from who has no seat."
    )


class AnswerModel(BaseModel):
    """Base of every answer; its JSON is written ``by_alias``."""

    model_config = ConfigDict(
        frozen=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        hide_input_in_errors=True,
    )


class HealthAnswer(AnswerModel):
    """The API answers."""

    status: Literal["ok"]
    version: str


class GameCard(AnswerModel):
    """A game of the catalogue."""

    id: str
    name_ko: str = Field(description="The name on a screen.")
    min_players: int
    max_players: int
    minutes: tuple[int, int] = Field(description="How long a game usually takes, shortest and longest.")
    difficulty: str = Field(description="In Korean words.")
    thumbnail: str = Field(description="A path below the web client's root.")
    options_schema: JsonMap = Field(
        description="JSON Schema of the options, with Korean titles, descriptions and choice labels."
    )
    default_options: JsonMap


class Catalogue(RootModel[list[GameCard]]):
    """Every game there is."""


class GuestAnswer(AnswerModel):
    """Who the caller is from now on. The token goes into `Authorization: Bearer`."""

    player_id: str
    nickname: str
    token: str
    expires_at: int


class RoomMade(AnswerModel):
    """The new room. The code is for inviting people."""

    room_id: str
    code: str = Field(description=f"{CODE_LENGTH} characters without look-alikes.")


class SeatCard(AnswerModel):
    """Who sits in a seat."""

    player_id: str
    nickname: str
    online: bool


class SpectatorsCard(AnswerModel):
    """Whether people may watch, and how many do."""

    allowed: bool
    count: int


class RoomCard(AnswerModel):
    """A room as it looks from the outside."""

    room_id: str
    game: str
    name_ko: str
    status: Status
    visibility: Visibility
    chat: ChatRule
    host: str = Field(description="A player's id.")
    seats: list[SeatCard | None] = Field(description="In order; null is a free seat.")
    options: JsonMap = Field(json_schema_extra={"x-game": "options"})
    spectators: SpectatorsCard
    created_at: int


class RoomList(AnswerModel):
    """A page of public rooms that wait for players, newest first."""

    rooms: list[RoomCard]
    cursor: str | None = Field(description="Where the next page begins; null: this was the last.")


class TicketAnswer(AnswerModel):
    """The way into a room: one use, one room, one tab."""

    url: str = Field(description="The whole address of the socket, ticket included.")
    ticket: str
    expires_at: int


class PlayerCard(AnswerModel):
    """Somebody who played."""

    player_id: str
    nickname: str


class ActionCard(AnswerModel):
    """One saved action, in order; actions that were taken back later are here too.

    The tab that sent it is not public: it would tell opponents how many devices somebody uses.
    """

    at: int = Field(description="When it was received.")
    player: str = Field(description="The id of the player whose action it is.")
    by: str = Field(description="That player's id, or \"system\" for what was done in the player's name.")
    cs: int | None = Field(description="The command's number in its own tab; null for the system's.")
    action: JsonMap = Field(json_schema_extra={"x-game": "recordedAction"})
    held: int = Field(description="Milliseconds by which the deadline was postponed first; mostly 0.")


class RecordAnswer(AnswerModel):
    """A finished game and all that it takes to play it again: setup, seed and actions."""

    room_id: str
    game_no: int
    game: str
    name_ko: str
    state_version: int
    options: JsonMap = Field(json_schema_extra={"x-game": "options"})
    players: list[PlayerCard] = Field(description="Clockwise from the host.")
    sides: dict[str, str] = Field(
        description="Who played what, as `players` of the game's view: `black` and `white`, or seats from"
        " `1`, each with its player's id.",
        examples=[{"black": "k3m8qzt5w0hxv2rb", "white": "5rnp8v2kcyqj0wtz"}],
    )
    seed: str = Field(description="The 16 bytes that seeded the random numbers, in hexadecimal.")
    started_at: int
    ended_at: int
    actions: list[ActionCard]
    moves: list[Annotated[JsonValue, Field(json_schema_extra={"x-game": "move"})]] = Field(
        description="The game's own record, as `moves` of its view."
    )
    notation: dict[str, str] = Field(
        description="The game in its usual notations, by name; each is a `format` of this call."
    )
    result: JsonMap = Field(json_schema_extra={"x-game": "result"})


class GameLine(AnswerModel):
    """One of the caller's finished games."""

    room_id: str
    game_no: int
    game: str
    name_ko: str
    ended_at: int
    opponents: list[str] = Field(description="The others' nicknames.")
    won: bool | None = Field(description="null for a draw or a game without a result.")
    summary: str = Field(description="The result in a Korean sentence.")


class GameList(AnswerModel):
    """A page of the caller's finished games, newest first."""

    games: list[GameLine]
    cursor: str | None = Field(description="Where the next page begins; null: this was the last.")


class FieldErrorCard(AnswerModel):
    """Where a body is wrong, and why."""

    pointer: str = Field(description="A JSON Pointer as a fragment.", examples=["#/options/undo"])
    detail: str = Field(description="A Korean sentence.")


class ProblemAnswer(AnswerModel):
    """A refusal (RFC 9457)."""

    type: Literal["about:blank"]
    title: str
    status: int
    code: str = Field(description="Stable; for programs.", examples=["room/not_found"])
    detail: str = Field(description="A Korean sentence; for people.")
    errors: list[FieldErrorCard] | None = Field(None, description="The fields that were refused.")
