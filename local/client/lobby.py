"""The HTTP API: what there is to play, guests, rooms, tickets, records."""

import secrets
from collections.abc import Mapping
from typing import Self, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

from local.client.answers import (
    ChatRule,
    GameInfo,
    NewGuest,
    NewRoom,
    Problem,
    ProblemError,
    RoomCard,
    Ticket,
    UnreachableError,
    Visibility,
)
from local.client.frames import JsonObject, ProtocolError
from local.client.tab import Listener, Tab, is_this_machine

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

_TRIES = 3
"""For calls that may be repeated: a lost answer costs nothing."""

_OBJECT: TypeAdapter[JsonObject] = TypeAdapter(dict[str, JsonValue])
_GAMES: TypeAdapter[tuple[GameInfo, ...]] = TypeAdapter(tuple[GameInfo, ...])


class Lobby:
    """The HTTP API at ``url``. Close it, or use it as a context.

    :raises ProblemError: (from any call) the server refuses.
    :raises UnreachableError: (from any call) there is no answer.
    :raises ProtocolError: (from any call) the answer is not what the protocol says.
    """

    def __init__(self, url: str, *, timeout: float = 20.0) -> None:
        self.url = url.rstrip("/")
        self._http = httpx.Client(timeout=timeout, trust_env=not is_this_machine(url))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close idle connections."""
        self._http.close()

    def health(self) -> JsonObject:
        """Whether the server is there, and its version."""
        return self.call("GET", "/health", _OBJECT, tries=1)

    def games(self) -> tuple[GameInfo, ...]:
        """The catalogue."""
        return self.call("GET", "/games", _GAMES)

    def guest(self, nickname: str) -> "Guest":
        """A new person."""
        made = self.call("POST", "/guests", TypeAdapter(NewGuest), body={"nickname": nickname}, tries=1)
        return Guest(self, made)

    def known(self, made: NewGuest) -> "Guest":
        """A person who was here before, by what was answered then. Nothing is asked: the token may have
        lost its worth."""
        return Guest(self, made)

    def call(
        self,
        method: str,
        path: str,
        answer: TypeAdapter[T],
        *,
        token: str | None = None,
        body: JsonObject | None = None,
        query: Mapping[str, str | None] | None = None,
        headers: Mapping[str, str] | None = None,
        tries: int = _TRIES,
    ) -> T:
        """One call, its JSON answer read as ``answer``. ``tries`` counts sendings, if need be."""
        response = self._send(method, path, token=token, body=body, query=query, headers=headers, tries=tries)
        try:
            return answer.validate_json(response.content)
        except ValidationError as fault:
            raise ProtocolError(f"{method} {path} answered {response.text[:500]!r}: {fault}") from fault

    def text(self, path: str, *, token: str, query: Mapping[str, str | None]) -> str:
        """A call whose answer is plain text."""
        response = self._send("GET", path, token=token, body=None, query=query, headers=None, tries=_TRIES)
        return response.text

    def _send(
        self,
        method: str,
        path: str,
        *,
        token: str | None,
        body: JsonObject | None,
        query: Mapping[str, str | None] | None,
        headers: Mapping[str, str] | None,
        tries: int,
    ) -> httpx.Response:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        for left in reversed(range(tries)):
            try:
                response = self._http.request(
                    method, self.url + path, params=given or None, json=body, headers=sent
                )
            except httpx.TransportError as fault:
                if left == 0:
                    raise UnreachableError(f"{method} {self.url}{path}: {fault}") from fault
            else:
                return _accepted(response)
        raise ValueError("a call has at least one try")


def _accepted(response: httpx.Response) -> httpx.Response:
    """The response, if it is no refusal."""
    if response.is_success:
        return response
    try:
        problem = Problem.model_validate_json(response.content)
    except ValidationError as fault:
        # A gateway in front of the server, or something else altogether.
        if response.status_code >= 500 or response.status_code == 429:
            raise ProblemError(
                response.status_code, "server/fault", "잠시 뒤에 다시 시도해 주세요"
            ) from fault
        raise UnreachableError(
            f"{response.url} is not the server: {response.status_code} {response.text[:200]!r}"
        ) from fault
    raise ProblemError(response.status_code, problem.code, problem.detail or problem.title)


class Guest:
    """A person, and what only a person may ask."""

    def __init__(self, lobby: Lobby, made: NewGuest) -> None:
        self._lobby = lobby
        self.made = made
        self.player_id = made.player_id
        self.nickname = made.nickname
        self.token = made.token
        self.expires_at = made.expires_at

    def create_room(
        self,
        game: str,
        *,
        options: JsonObject | None = None,
        visibility: Visibility = "private",
        spectators: bool = True,
        chat: ChatRule = "all",
        key: str | None = None,
    ) -> NewRoom:
        """A new room with this person as its host. ``key`` makes a repeat give the same room."""
        body: JsonObject = {"game": game, "visibility": visibility, "spectators": spectators, "chat": chat}
        if options is not None:
            body["options"] = options
        headers = {"Idempotency-Key": key or secrets.token_hex(16)}
        return self._call("POST", "/rooms", NewRoom, body=body, headers=headers)

    def rooms(self, *, game: str | None = None, cursor: str | None = None) -> JsonObject:
        """Public rooms that wait for players."""
        return self._lobby.call(
            "GET", "/rooms", _OBJECT, token=self.token, query={"game": game, "cursor": cursor}
        )

    def room_by_code(self, code: str) -> RoomCard:
        """The room of an invitation."""
        return self._call("GET", f"/rooms/by-code/{quote(code, safe='')}", RoomCard)

    def ticket(self, room_id: str, *, tab: str, code: str | None = None) -> Ticket:
        """Leave to open one socket; a private room wants its code or a seat in it."""
        body: JsonObject = {"tab": tab}
        if code is not None:
            body["code"] = code
        return self._call("POST", f"/rooms/{room_id}/tickets", Ticket, body=body)

    def record(self, room_id: str, game_no: int, *, code: str | None = None) -> JsonObject:
        """A finished game."""
        return self._lobby.call(
            "GET", f"/rooms/{room_id}/games/{game_no}", _OBJECT, token=self.token, query={"code": code}
        )

    def record_text(self, room_id: str, game_no: int, form: str, *, code: str | None = None) -> str:
        """A finished game in its usual notation: ``transcript`` or ``pgn``."""
        query = {"format": form, "code": code}
        return self._lobby.text(f"/rooms/{room_id}/games/{game_no}", token=self.token, query=query)

    def my_games(self, *, cursor: str | None = None) -> JsonObject:
        """This person's finished games."""
        return self._lobby.call("GET", "/me/games", _OBJECT, token=self.token, query={"cursor": cursor})

    def open_tab(
        self,
        room_id: str,
        *,
        code: str | None = None,
        tab: str | None = None,
        flags: bool = True,
        listener: Listener | None = None,
    ) -> Tab:
        """A tab in the room; it connects at once. ``tab`` is its id, kept when it reconnects."""
        name = tab or secrets.token_hex(8)
        return Tab(lambda: self.ticket(room_id, tab=name, code=code), flags=flags, listener=listener)

    def _call(
        self,
        method: str,
        path: str,
        answer: type[M],
        *,
        body: JsonObject | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> M:
        return self._lobby.call(
            method, path, TypeAdapter(answer), token=self.token, body=body, headers=headers
        )
