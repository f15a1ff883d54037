"""The one table of the HTTP API: every call, what it takes, and what it answers.

``app`` serves it and ``local.contracts`` publishes it as OpenAPI, so that neither knows a call
that the other does not.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from pydantic import BaseModel, JsonValue

from functions.lobby import cards, problems
from functions.lobby.calls import Call, Reading, Reply, Result, Run
from functions.lobby.lists import FRESH_MS
from functions.lobby.models import (
    Catalogue,
    GameList,
    GuestAnswer,
    GuestRequest,
    HealthAnswer,
    RecordAnswer,
    RequestModel,
    RoomCard,
    RoomList,
    RoomMade,
    RoomRequest,
    TicketAnswer,
    TicketRequest,
)
from functions.lobby.problems import Problem
from functions.lobby.service import Lobby

JSON = "application/json"
_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e]{1,64}")
_GAME_NO = re.compile(r"[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A query parameter or header of a call, always optional; ``schema`` is its JSON Schema."""

    name: str
    place: Literal["query", "header"]
    description: str
    schema: Mapping[str, JsonValue] = field(default_factory=lambda: {"type": "string"})


@dataclass(frozen=True, slots=True)
class Operation:
    """A call, and what it answers with ``status`` when nothing is refused."""

    method: Literal["GET", "POST"]
    path: str
    name: str
    summary: str
    run: Run
    answer: type[BaseModel]
    status: int = 200
    open: bool = False
    parameters: tuple[Parameter, ...] = ()
    problems: tuple[Problem, ...] = ()
    """The refusals of its own; ``refusals`` adds what operations have in common."""
    other_media: tuple[str, ...] = ()
    """Media types, beside JSON, that it may answer."""
    answers_not_modified: bool = False

    @property
    def body(self) -> type[RequestModel] | None:
        """The model of its body."""
        run: Run | Reading[RequestModel] = self.run
        return run.model if isinstance(run, Reading) else None

    @property
    def refusals(self) -> tuple[Problem, ...]:
        """Every problem that it can answer."""
        who = () if self.open else (problems.NO_TOKEN, problems.BAD_TOKEN)
        what = (problems.MALFORMED, problems.TOO_LARGE, problems.MEDIA, problems.INVALID)
        return (*who, *(what if self.body is not None else ()), *self.problems, problems.FAULT)


def _health(_: Lobby, call: Call) -> Result:
    return HealthAnswer(status="ok", version=call.version)


@cache
def _catalogue() -> tuple[bytes, str]:
    """The catalogue's bytes and their ETag; both change only with the code."""
    content = cards.catalogue().model_dump_json(by_alias=True).encode()
    return content, f'"{hashlib.sha256(content).hexdigest()[:16]}"'


def _games(_: Lobby, call: Call) -> Result:
    content, etag = _catalogue()
    headers = {"ETag": etag, "Cache-Control": "public, max-age=300"}
    known = [tag.strip().removeprefix("W/") for tag in call.headers.get("if-none-match", "").split(",")]
    if etag in known or known == ["*"]:
        return Reply(b"", JSON, headers, 304)
    return Reply(content, JSON, headers)


def _greet(lobby: Lobby, _: Call, body: GuestRequest) -> Result:
    greeted = lobby.greet(body.nickname)
    if isinstance(greeted, Problem):
        return greeted
    guest, token = greeted
    return GuestAnswer(
        player_id=guest.player, nickname=guest.nickname, token=token, expires_at=guest.expires_at * 1000
    )


def _make_room(lobby: Lobby, call: Call, body: RoomRequest) -> Result:
    key = call.headers.get("idempotency-key")
    if key is not None and not _IDEMPOTENCY_KEY.fullmatch(key):
        return problems.IDEMPOTENCY_KEY
    made = lobby.make_room(call.guest, body, key=key)
    return made if isinstance(made, Problem) else RoomMade(room_id=made.room_id, code=made.code)


def _open_rooms(lobby: Lobby, call: Call) -> Result:
    page = lobby.open_rooms(call.asked("game"), call.asked("cursor"))
    if isinstance(page, Problem):
        return page
    return RoomList(rooms=[cards.room_card(room) for room in page.items], cursor=page.cursor)


def _room_by_code(lobby: Lobby, call: Call) -> Result:
    room = lobby.room_by_code(call.path["code"])
    return room if isinstance(room, Problem) else cards.room_card(room)


def _admit(lobby: Lobby, call: Call, body: TicketRequest) -> Result:
    admitted = lobby.admit(call.guest, call.path["roomId"], body)
    if isinstance(admitted, Problem):
        return admitted
    claims, ticket = admitted
    return TicketAnswer(
        url=f"{lobby.socket_url}?ticket={ticket}", ticket=ticket, expires_at=claims.expires_at * 1000
    )


def _record(lobby: Lobby, call: Call) -> Result:
    if not _GAME_NO.fullmatch(call.path["gameNo"]):
        return problems.NO_RECORD
    record = lobby.record(call.guest, call.path["roomId"], int(call.path["gameNo"]), call.asked("code"))
    if isinstance(record, Problem):
        return record
    wanted = call.asked("format")
    if wanted is None:
        return cards.record_answer(record)
    text = cards.notations(record).get(wanted)
    return problems.FORMAT if text is None else Reply(text.encode(), cards.NOTATIONS[wanted], {})


def _my_games(lobby: Lobby, call: Call) -> Result:
    page = lobby.games_of(call.guest, call.asked("cursor"))
    if isinstance(page, Problem):
        return page
    return GameList(games=[cards.game_line(entry) for entry in page.items], cursor=page.cursor)


_CURSOR = Parameter("cursor", "query", "Where an earlier page said that this one begins.")

OPERATIONS: tuple[Operation, ...] = (
    Operation("GET", "/health", "health", "Whether the API answers.", _health, HealthAnswer, open=True),
    Operation(
        "GET",
        "/games",
        "listGames",
        "The catalogue: every game, with its options.",
        _games,
        Catalogue,
        open=True,
        parameters=(Parameter("If-None-Match", "header", "An `ETag` known already."),),
        answers_not_modified=True,
    ),
    Operation(
        "POST",
        "/guests",
        "createGuest",
        "Become somebody: a player id and a token that lasts 30 days.",
        Reading(GuestRequest, _greet),
        GuestAnswer,
        status=201,
        open=True,
        problems=(problems.NO_GUESTS, *problems.NICKNAMES),
    ),
    Operation(
        "POST",
        "/rooms",
        "createRoom",
        "Make a room; its maker is host and sits in seat 0.",
        Reading(RoomRequest, _make_room),
        RoomMade,
        status=201,
        parameters=(
            Parameter(
                "Idempotency-Key",
                "header",
                "With the same key and body within 24 hours, the room made first is answered again.",
                {"type": "string", "pattern": r"^[\x21-\x7e]{1,64}$"},
            ),
        ),
        problems=(problems.IDEMPOTENCY_KEY, problems.NO_GAME, problems.OPTIONS, problems.KEY_REUSED),
    ),
    Operation(
        "GET",
        "/rooms",
        "listRooms",
        "Public rooms that wait for players, newest first. A room in which nobody with a seat is connected"
        f" is listed only until {FRESH_MS // 1000} seconds after the last sign of life. A page can be short,"
        " or empty, and not be the last: that is the one without a cursor.",
        _open_rooms,
        RoomList,
        parameters=(Parameter("game", "query", "Only rooms of this game."), _CURSOR),
        problems=(problems.CURSOR, problems.NO_GAME),
    ),
    Operation(
        "GET",
        "/rooms/by-code/{code}",
        "findRoom",
        "The room that a code invites to. The case of letters does not matter.",
        _room_by_code,
        RoomCard,
        problems=(problems.NO_ROOM,),
    ),
    Operation(
        "POST",
        "/rooms/{roomId}/tickets",
        "createTicket",
        "A ticket that opens one socket to the room: 60 seconds, one use. Why somebody may not come in"
        " is told here, since a browser does not learn why a socket was refused.",
        Reading(TicketRequest, _admit),
        TicketAnswer,
        status=201,
        problems=(
            problems.NO_ROOM,
            problems.WRONG_CODE,
            problems.BARRED,
            problems.FULL,
            problems.NO_SPECTATORS,
        ),
    ),
    Operation(
        "GET",
        "/rooms/{roomId}/games/{gameNo}",
        "readRecord",
        "The record of a finished game. A private room's: for its players, or with the room's code.",
        _record,
        RecordAnswer,
        parameters=(
            Parameter("code", "query", "The code of a private room, case ignored."),
            Parameter(
                "format",
                "query",
                "The game in one of its notations instead, as text.",
                {"type": "string", "enum": list(cards.NOTATIONS)},
            ),
        ),
        problems=(problems.NO_RECORD, problems.WRONG_CODE, problems.FORMAT),
        other_media=tuple(media.partition(";")[0] for media in cards.NOTATIONS.values()),
    ),
    Operation(
        "GET",
        "/me/games",
        "listMyGames",
        "The caller's finished games, newest first.",
        _my_games,
        GameList,
        parameters=(_CURSOR,),
        problems=(problems.CURSOR,),
    ),
)
