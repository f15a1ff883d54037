"""What strangers write goes into no header, no line of a log and no answer but as the text it is."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest

from functions import authorizer, deadline, http, spectators, websocket
from tests.aws.test_gateway import event
from tests.functions.conftest import Backend
from tests.functions.test_entry_points import Context, Person, call_http

Json = dict[str, Any]
MARK = "x-injected"
LINE = '{"level":"ERROR","message":"forged"}'
PAYLOADS = {
    "line ends": f"a\r\n{MARK}: yes\r\n\r\n{LINE}",
    "a line of a log": f"a\n{LINE}\n",
    "separators": f"a\u2028{LINE}\u2029\x85{LINE}\x0b\x0c\x1c",
    "colours of a terminal": "\x1b[2J\x1b[31mforged\x1b]0;title\x07\x9b31m",
    "a nought": "a\0b",
    "the other direction": "\u202eforged\u2066",
    "very long": "A" * 300_000,
}
LONGEST_LINE = 4_096
HEADERS = {"content-type", "cache-control", "content-length", "etag", "www-authenticate", "allow"}


def ask(
    method: str,
    path: str,
    *,
    query: str = "",
    headers: Json | None = None,
    body: Json | str | None = None,
    token: str = "",
) -> Json:
    """The function's whole answer to a request, however odd."""
    request = event("http")
    request["rawPath"] = request["requestContext"]["http"]["path"] = path
    request["requestContext"]["http"]["method"] = method
    request["rawQueryString"] = query
    request["headers"] |= headers or {}
    if body is not None:
        request["body"] = body if isinstance(body, str) else json.dumps(body)
        request["headers"].setdefault("content-type", "application/json")
    if token:
        request["headers"]["authorization"] = f"Bearer {token}"
    answer: Json = http.handler(request, Context())
    return answer


PLACES: dict[str, Callable[[str, str], Json]] = {
    "a nickname": lambda _, text: ask("POST", "/guests", body={"nickname": text}),
    "a body": lambda _, text: ask("POST", "/guests", body=text),
    "a field's name": lambda _, text: ask("POST", "/guests", body={text: text}),
    "a media type": lambda _, text: ask("POST", "/guests", body="{}", headers={"content-type": text}),
    "a token": lambda _, text: ask("GET", "/me/games", headers={"authorization": f"Bearer {text}"}),
    "a scheme": lambda _, text: ask("GET", "/me/games", headers={"authorization": text}),
    "a request's key": lambda token, text: ask(
        "POST", "/rooms", token=token, body={"game": "othello"}, headers={"idempotency-key": text}
    ),
    "a game": lambda token, text: ask("POST", "/rooms", token=token, body={"game": text}),
    "options": lambda token, text: ask(
        "POST", "/rooms", token=token, body={"game": "othello", "options": {text: text}}
    ),
    "a tab": lambda token, text: ask(
        "POST", "/rooms/abcdefghijkl/tickets", token=token, body={"tab": text, "code": text}
    ),
    "a code": lambda token, text: ask("GET", f"/rooms/by-code/{text}", token=token),
    "a room": lambda token, text: ask("GET", f"/rooms/{text}/games/1", token=token),
    "a coded room": lambda token, text: ask("GET", f"/rooms/{quote(text[:2000])}/games/1", token=token),
    "a number": lambda token, text: ask("GET", f"/rooms/abcdefghijkl/games/{text}", token=token),
    "a format": lambda token, text: ask(
        "GET", "/rooms/abcdefghijkl/games/1", query=f"format={quote(text)}", token=token
    ),
    "a cursor": lambda token, text: ask("GET", "/rooms", query=f"cursor={quote(text)}", token=token),
    "a raw query": lambda token, text: ask("GET", "/rooms", query=text, token=token),
    "a tag": lambda _, text: ask("GET", "/games", headers={"if-none-match": text}),
    "an origin": lambda _, text: ask("GET", "/health", headers={"origin": text, "referer": text}),
    # Not "host": the gateway lets in nothing that does not name one of its own.
    "a forwarded host": lambda _, text: ask("GET", "/nothing", headers={"x-forwarded-host": text}),
    "a path": lambda _, text: ask("GET", f"/{text}"),
    "a method": lambda _, text: ask(text, "/health"),
}


def check_lines(logged: str, count: int) -> None:
    """As many lines as calls, each a short object, and nothing in them that a terminal would obey."""
    assert len(logged.splitlines()) == count  # by every separator that Unicode has
    for line in logged.splitlines():
        assert isinstance(json.loads(line), dict)
        assert line.isprintable()
        assert len(line) < LONGEST_LINE


@pytest.mark.parametrize("text", PAYLOADS.values(), ids=PAYLOADS)
def test_what_a_request_holds_is_in_no_header_and_no_line(backend: Backend, text: str) -> None:
    token = call_http("POST", "/guests", body={"nickname": "바둑이"})[1]["token"]
    backend.written()
    for place, send in PLACES.items():
        answer = send(token, text)
        headers = {name.lower(): value for name, value in answer["headers"].items()}
        assert answer["statusCode"] < 500, place
        assert not 300 <= answer["statusCode"] < 400, place
        assert set(headers) <= HEADERS, place
        assert all(value.isprintable() and MARK not in value for value in headers.values()), place
        check_lines(backend.written(), 1)


@pytest.mark.parametrize(
    "path", ["//evil.example", "/\\evil.example", "/https://evil.example", "/health/", "/."]
)
def test_nobody_is_sent_elsewhere(backend: Backend, path: str) -> None:
    answer = ask("GET", path)
    assert answer["statusCode"] == 404
    assert "location" not in {name.lower() for name in answer["headers"]}


@pytest.fixture
def person(backend: Backend) -> Person:
    """A host in a room, at a socket."""
    made = Person(backend, "가나다")
    status, room = call_http("POST", "/rooms", token=made.token, body={"game": "othello"})
    assert status == 201
    assert made.connect(room["roomId"], room["code"]) == 200
    made.send("hello")
    backend.written()
    return made


@pytest.mark.parametrize("text", PAYLOADS.values(), ids=PAYLOADS)
def test_what_a_socket_sends_is_in_no_line(backend: Backend, person: Person, text: str) -> None:
    text = text[:7_000]
    frames: list[str] = [
        text,
        json.dumps({"type": text}),
        json.dumps({"type": "chat", "text": text}),
        json.dumps({"type": "kick", "cs": 1, "playerId": text}),
        json.dumps({"type": "act", "cs": 2, "action": {"type": text, text: text}}),
        json.dumps({"type": "options", "cs": 3, "options": {text: text, "undo": text}}),
        json.dumps({"type": "sit", "cs": text, "seat": text}),
    ]
    for body in frames:
        assert websocket.handler(person.event("message", body=body), Context()) == {"statusCode": 200}
        check_lines(backend.written(), 1)
    asked = event("authorizer")
    asked["queryStringParameters"] = {"ticket": text, text: text}
    asked["headers"] |= {"Origin": text, "User-Agent": text}
    authorizer.handler(asked, Context())
    check_lines(backend.written(), 1)


@pytest.mark.parametrize("text", PAYLOADS.values(), ids=PAYLOADS)
def test_a_fault_that_repeats_what_was_sent_is_one_line(
    backend: Backend, person: Person, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Many exceptions quote what they stumbled over. Their lines may be long, but are lines."""

    def stumble(*_: object, **__: object) -> None:
        raise ValueError(f"not a name for a key: {text}")

    monkeypatch.setattr("functions.aws.table.Table.get", stumble)
    with pytest.raises(ValueError, match="not a name"):
        person.send("sync")
    assert ask("GET", "/rooms/by-code/ABCDEF", token=person.token)["statusCode"] == 500
    for handler, call in ((deadline.handler, "deadline"), (spectators.handler, "spectators")):
        with pytest.raises(ValueError, match="not a name"):
            handler(event(call), Context())
    lines = backend.written().splitlines()
    assert len(lines) == 8
    for line in lines:
        assert isinstance(json.loads(line), dict)
        assert line.isprintable()
