"""People over HTTP and at sockets, who hold everything they get to the contract."""

import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Literal, Self, TypeAlias
from urllib.parse import urlsplit

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from local.conformance.contract import Contract
from local.conformance.report import DiffersError, Report

Frame: TypeAlias = dict[str, Any]

PATIENCE_SEC = 10.0
"""How long an answer may take: a cold start, and a slow line."""
PROBLEM = "application/problem+json"


class UnreachableError(ConnectionError):
    """There is nothing that answers, or it cannot be walked; the message says why."""


@dataclass
class Answer:
    """An answer over HTTP. ``body`` is JSON where it is JSON, else text."""

    status: int
    media: str
    body: Any
    headers: Mapping[str, str]


@dataclass
class Room:
    """A room that was made for a step."""

    id: str
    code: str
    host: "Person"


class Walk:
    """One walk over the deployment at ``url``. Close it, or use it as a context."""

    def __init__(self, url: str, report: Report) -> None:
        self.url = url.rstrip("/")
        self.report = report
        self.contract: Contract = report.contract
        on_this_machine = urlsplit(url).hostname in ("127.0.0.1", "::1", "localhost")
        self.proxy: Literal[True] | None = None if on_this_machine else True
        self._http = httpx.Client(timeout=PATIENCE_SEC, trust_env=not on_this_machine)
        self._at_end = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._at_end.close()
        self._http.close()

    def step(self, title: str, look: "Callable[[Walk], None]") -> None:
        """Look at one thing; the sockets that were opened for it are closed afterwards."""
        with self.report.step(title):
            try:
                look(self)
            except httpx.TransportError as fault:
                raise UnreachableError(f"{self.url} does not answer: {fault}") from fault
        self._at_end.close()

    def call(
        self,
        operation: str,
        method: str,
        path: str,
        *,
        token: str | None = None,
        body: object = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        status: int = 200,
        code: str | None = None,
    ) -> Answer:
        """A call that must be answered with this status, and with this code if it must be refused.

        ``operation`` is its published id, empty for what is no published call.

        :raises DiffersError: it is answered otherwise.
        """
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if content is None and body is not None:
            content = json.dumps(body, ensure_ascii=False).encode()
        if content is not None:
            sent.setdefault("Content-Type", "application/json")
        response = self._http.request(method, self.url + path, content=content, headers=sent)
        answer = _answer(response)
        what = f"{method} {path.partition('?')[0]}"
        if answer.status != status:
            told = answer.body.get("code", "") if isinstance(answer.body, dict) else str(answer.body)[:200]
            raise DiffersError(f"{what} must be answered with {status}, and was with {answer.status} {told}")
        if operation:
            for problem in self.contract.answer_problems(operation, status, answer.media, answer.body):
                self.report.differs(f"{what} {status}: {problem}")
        if code is not None:
            self._refused(operation, what, answer, code)
        return answer

    def _refused(self, operation: str, what: str, answer: Answer, code: str) -> None:
        if answer.media != PROBLEM or not isinstance(answer.body, dict):
            raise DiffersError(f"{what} must be refused with a problem document, and was as {answer.media}")
        told = answer.body.get("code")
        if told != code:
            raise DiffersError(f"{what} must be refused with {code}, and was with {told}")
        if operation and not self.contract.tells(operation, answer.status, code):
            self.report.differs(f"{what}: {answer.status} {code} is not published for {operation}")
        self.report.codes.add(code)

    def person(self, nickname: str) -> "Person":
        """A new guest.

        :raises UnreachableError: guests may not come in here.
        """
        answer = self._http.post(f"{self.url}/guests", json={"nickname": nickname})
        if answer.status_code == 403:
            raise UnreachableError("This deployment takes no guests, and the walk is made by guests.")
        made = self.call("createGuest", "POST", "/guests", body={"nickname": nickname}, status=201).body
        return Person(self, nickname, made["playerId"], made["token"])

    def keep(self, socket: "Socket") -> "Socket":
        """Close the socket when the step is over."""
        self._at_end.callback(socket.close)
        return socket


def _answer(response: httpx.Response) -> Answer:
    media = response.headers.get("content-type", "").partition(";")[0]
    is_json = media in ("application/json", PROBLEM)
    try:
        body = response.json() if is_json and response.content else response.text
    except ValueError:
        raise DiffersError(f"{response.request.url.path}: {media} that is no JSON") from None
    return Answer(response.status_code, media, body, response.headers)


@dataclass
class Person:
    """Somebody with a token."""

    walk: Walk
    nickname: str
    id: str
    token: str

    def call(self, operation: str, method: str, path: str, **how: Any) -> Answer:
        """As ``Walk.call``, in this person's name."""
        return self.walk.call(operation, method, path, token=self.token, **how)

    def room(
        self,
        game: str,
        *,
        visibility: str = "private",
        chat: str = "all",
        spectators: bool = True,
        **options: Any,
    ) -> Room:
        """A new room with this person as its host."""
        body = {
            "game": game,
            "options": options,
            "visibility": visibility,
            "spectators": spectators,
            "chat": chat,
        }
        made = self.call("createRoom", "POST", "/rooms", body=body, status=201).body
        return Room(made["roomId"], made["code"], self)

    def ticket(self, room: Room, *, tab: str | None = None, with_code: bool = True) -> str:
        """The address of a socket that opens once."""
        body = {"tab": tab or secrets.token_hex(8)}
        if with_code:
            body["code"] = room.code
        answer = self.call("createTicket", "POST", f"/rooms/{room.id}/tickets", body=body, status=201)
        return str(answer.body["url"])

    def opens(self, room: Room, *, tab: str | None = None) -> "Socket":
        """A socket that is open and has said nothing yet."""
        return self.walk.keep(Socket(self.walk, self, self.ticket(room, tab=tab)))

    def enters(self, room: Room, *, tab: str | None = None) -> "Socket":
        """A socket that has said hello and was shown the room."""
        socket = self.opens(room, tab=tab)
        socket.say("hello")
        socket.hear("room")
        return socket


def refused_with(url: str, proxy: Literal[True] | None) -> int | None:
    """The HTTP status with which a socket is refused; None if it opens."""
    try:
        with connect(url, proxy=proxy, open_timeout=PATIENCE_SEC):
            return None
    except InvalidStatus as refusal:
        return refusal.response.status_code


class Socket:
    """One connection. Every frame that comes is held to the contract when it is looked at."""

    def __init__(self, walk: Walk, person: Person, url: str) -> None:
        self.walk = walk
        self.person = person
        self.cs = 0
        self.seq = 0
        self._at_end = ExitStack()
        try:
            self._socket: ClientConnection = self._at_end.enter_context(
                connect(url, proxy=walk.proxy, open_timeout=PATIENCE_SEC, close_timeout=2, ping_interval=None)
            )
        except InvalidStatus as refusal:
            raise DiffersError(
                f"a socket with a fresh ticket was refused with {refusal.response.status_code}"
            ) from refusal

    def close(self) -> None:
        """Close the connection, as a browser does."""
        self._at_end.close()

    # --- Saying ---

    def text(self, text: str) -> None:
        """Send any text.

        :raises DiffersError: the connection is closed.
        """
        try:
            self._socket.send(text)
        except ConnectionClosed:
            raise DiffersError("the server closed a connection that should be open") from None

    def say(self, kind: str, **fields: Any) -> None:
        """Send a frame that is no command."""
        self.walk.report.said.add(kind)
        self.text(json.dumps({"type": kind, **fields}, ensure_ascii=False))

    def ask(self, kind: str, **fields: Any) -> int:
        """Send the next command; its number."""
        self.cs += 1
        self.say(kind, cs=self.cs, **fields)
        return self.cs

    def act(self, kind: str, **fields: Any) -> int:
        """Send an action of the game."""
        return self.ask("act", action={"type": kind, **fields})

    # --- Hearing ---

    def hear(self, kind: str, where: Callable[[Frame], bool] = lambda _: True) -> Frame:
        """The next frame of this type for which ``where`` holds; what came before it is passed over.

        :raises DiffersError: none comes.
        """
        until = time.monotonic() + PATIENCE_SEC
        passed: list[str] = []
        while (frame := self._next(until - time.monotonic())) is not None:
            if frame["type"] == kind and where(frame):
                return frame
            passed.append(f"{frame['type']} {frame.get('code', '')}".strip())
        heard = f"only {', '.join(passed)}" if passed else "nothing"
        raise DiffersError(f"{self.person.nickname} must be sent `{kind}`, and was sent {heard}")

    def refused(self, code: str, *, cs: int | None = None) -> Frame:
        """The refusal that what was sent last must get.

        :raises DiffersError: it is another, or none.
        """
        frame = self.hear("rejected")
        if frame["code"] != code:
            raise DiffersError(f"must be refused with {code}, and was with {frame['code']}")
        if cs is not None and frame.get("cs") != cs:
            self.walk.report.differs(f"the refusal of command {cs} has cs {frame.get('cs')!r}")
        self.walk.report.codes.add(code)
        return frame

    def confirmed(self, cs: int) -> Frame:
        """The ``update`` or ``room`` that confirms a command.

        :raises DiffersError: it is refused, or nothing comes.
        """
        until = time.monotonic() + PATIENCE_SEC
        while (frame := self._next(until - time.monotonic())) is not None:
            if frame["type"] == "rejected":
                raise DiffersError(f"command {cs} must be carried out, and was refused with {frame['code']}")
            if frame["type"] in ("room", "update") and frame.get("cs") == cs:
                return frame
        raise DiffersError(f"command {cs} was never confirmed")

    def does(self, kind: str, **fields: Any) -> Frame:
        """A command that must be carried out; the frame that confirms it."""
        return self.confirmed(self.ask(kind, **fields))

    def plays(self, kind: str, **fields: Any) -> Frame:
        """An action that must be carried out; the frame that confirms it."""
        return self.confirmed(self.act(kind, **fields))

    def silence(
        self, kind: str, where: Callable[[Frame], bool] = lambda _: True, *, wait: float = 0.5
    ) -> None:
        """No frame of this type for which ``where`` holds may come.

        :raises DiffersError: one does.
        """
        until = time.monotonic() + wait
        while (frame := self._next(until - time.monotonic())) is not None:
            if frame["type"] == kind and where(frame):
                raise DiffersError(f"{self.person.nickname} must not be sent this `{kind}`: {frame}")

    def ends(self) -> None:
        """The server must close the connection.

        :raises DiffersError: it does not.
        """
        until = time.monotonic() + PATIENCE_SEC
        try:
            while time.monotonic() < until:
                self._receive(until - time.monotonic())
        except ConnectionClosed:
            return
        except TimeoutError:
            pass
        raise DiffersError("the server must close the connection, and did not")

    def _next(self, wait: float) -> Frame | None:
        """The next frame, None if none comes in time or the connection is closed."""
        try:
            return self._receive(max(wait, 0.001))
        except (TimeoutError, ConnectionClosed):
            return None

    def _receive(self, wait: float) -> Frame:
        text = self._socket.recv(timeout=wait)
        try:
            frame = json.loads(text)
        except ValueError:
            raise DiffersError(f"a frame that is no JSON: {text[:100]!r}") from None
        if not isinstance(frame, dict) or "type" not in frame:
            raise DiffersError(f"a frame without a type (did a function fail?): {text[:200]!r}")
        for problem in self.walk.contract.frame_problems(frame):
            self.walk.report.differs(f"a `{frame['type']}` frame: {problem}")
        self.walk.report.heard.add(frame["type"])
        self.seq = max(self.seq, frame.get("seq", 0))
        return frame


@dataclass
class Table:
    """Two people at a game that has just begun; the host moves first where a game lets one choose."""

    room: Room
    anna: Socket
    bo: Socket
    started: Frame = field(default_factory=dict)

    @staticmethod
    def of(walk: Walk, game: str, **options: Any) -> "Table":
        """A new room, somebody to play with, and the start."""
        host, guest = walk.person("안나"), walk.person("보")
        room = host.room(game, **options)
        anna, bo = host.enters(room), guest.enters(room)
        bo.does("sit")
        anna.hear("room", lambda frame: frame["room"]["seats"][1] is not None)
        anna.does("start")
        started = bo.hear("room", lambda frame: frame["room"]["status"] == "playing")
        return Table(room, anna, bo, started)

    def both_hear(self, kind: str, where: Callable[[Frame], bool] = lambda _: True) -> tuple[Frame, Frame]:
        """The frame that both get."""
        return self.anna.hear(kind, where), self.bo.hear(kind, where)
