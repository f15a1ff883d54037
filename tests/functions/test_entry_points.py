"""The four handlers, from a guest's first request to a game that a timer ends."""

import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import botocore.session
import pytest

from functions import authorizer, deadline, http, websocket
from functions.aws.wiring import rooms
from functions.lobby.tokens import KeySet, TicketClaims, issue_ticket
from functions.rooms.runner import WakeUpError
from tests.aws.test_gateway import event
from tests.functions.conftest import GROUP, KEY, Backend

Json = dict[str, Any]


class Context:
    """Lambda's own, as far as it is read."""

    aws_request_id = "1f2e3d4c"


def call_http(method: str, path: str, *, token: str = "", body: Json | None = None) -> tuple[int, Json]:
    """A request through API Gateway and Mangum."""
    request = event("http")
    request["rawPath"] = request["requestContext"]["http"]["path"] = path
    request["requestContext"]["http"]["method"] = method
    if body is not None:
        request["body"] = json.dumps(body)
        request["headers"]["content-type"] = "application/json"
    if token:
        request["headers"]["authorization"] = f"Bearer {token}"
    answer = http.handler(request, Context())
    return answer["statusCode"], json.loads(answer["body"])


class Person:
    """A guest at one tab, whose socket goes through all of the functions."""

    def __init__(self, backend: Backend, name: str) -> None:
        self.backend = backend
        self.connection_id = f"Uu3pBdsZIE0{len(name)}jg="
        status, guest = call_http("POST", "/guests", body={"nickname": name})
        assert status == 201
        self.id, self.token = guest["playerId"], guest["token"]
        self.context: Json = {}
        self.ticket = ""
        self.cs = 0

    def connect(self, room_id: str, code: str) -> int:
        """Fetch a ticket and open the socket with it."""
        status, answer = call_http(
            "POST", f"/rooms/{room_id}/tickets", token=self.token, body={"tab": "tab", "code": code}
        )
        assert status == 201, answer
        (self.ticket,) = parse_qs(urlsplit(answer["url"]).query)["ticket"]
        return self.open()

    def open(self) -> int:
        """Open a socket with the ticket in hand, as the gateway does it."""
        asked = event("authorizer")
        asked["queryStringParameters"] = {"ticket": self.ticket}
        verdict = authorizer.handler(asked, Context())
        if verdict["policyDocument"]["Statement"][0]["Effect"] == "Deny":
            return 403
        self.context = {"principalId": verdict["principalId"], **verdict["context"]}
        return websocket.handler(self.event("connect"), Context())["statusCode"]

    def event(self, name: str, **changes: Any) -> Json:
        """An event of this person's socket, of now."""
        found = {**event(name), **changes}
        found["requestContext"]["connectionId"] = self.connection_id
        found["requestContext"]["authorizer"] = self.context
        found["requestContext"]["requestTimeEpoch"] = time.time_ns() // 1_000_000
        return found

    def send(self, kind: str, **fields: Any) -> list[Json]:
        """Send a frame; what this person got until it was carried out."""
        body = json.dumps({"type": kind, **fields}, ensure_ascii=False)
        assert websocket.handler(self.event("message", body=body), Context()) == {"statusCode": 200}
        return self.received()

    def ask(self, kind: str, **fields: Any) -> list[Json]:
        """Send the next numbered command."""
        self.cs += 1
        return self.send(kind, cs=self.cs, **fields)

    def received(self) -> list[Json]:
        """Every frame that this person got so far."""
        posted = self.backend.gateway.posted
        return [json.loads(data) for connection_id, data in posted if connection_id == self.connection_id]


@pytest.fixture
def table(backend: Backend) -> tuple[Person, Person, str]:
    """Two people in a room, one of them its host, both at their sockets; and the room's id."""
    host, guest = Person(backend, "가나다"), Person(backend, "뽀지")
    status, room = call_http("POST", "/rooms", token=host.token, body={"game": "othello"})
    assert status == 201
    for person in (host, guest):
        assert person.connect(room["roomId"], room["code"]) == 200
        assert person.send("hello")[-1]["type"] == "room"
    backend.lines()
    return host, guest, room["roomId"]


def begin(host: Person, guest: Person) -> None:
    """Sit down and start."""
    guest.ask("sit")
    host.ask("start")


def test_two_guests_meet_in_a_room_and_one_makes_a_move(table: tuple[Person, Person, str]) -> None:
    host, guest, _ = table
    begin(host, guest)
    mover = next(person for person in (host, guest) if person.received()[-1]["view"].get("legalMoves"))
    move = mover.received()[-1]["view"]["legalMoves"][0]
    mover.ask("act", action={"type": "place", "x": move["x"], "y": move["y"]})
    for person in (host, guest):
        update = person.received()[-1]
        assert update["type"] == "update"
        assert [happened["type"] for happened in update["events"]] == ["placed"]
    assert mover.received()[-1]["cs"] == mover.cs
    seats = host.received()[-2]["room"]["seats"]
    assert [seat["nickname"] for seat in seats] == ["가나다", "뽀지"]


def test_a_started_game_has_a_timer_that_finds_nothing_to_do_when_it_comes_early(
    table: tuple[Person, Person, str],
) -> None:
    host, guest, room_id = table
    begin(host, guest)
    scheduler: Any = botocore.session.Session().create_client("scheduler")
    (made,) = scheduler.list_schedules(GroupName=GROUP)["Schedules"]
    input_ = json.loads(scheduler.get_schedule(GroupName=GROUP, Name=made["Name"])["Target"]["Input"])
    before = host.received()
    deadline.handler(input_, Context())
    assert host.received() == before
    room = rooms.parts().runner.rooms.load(room_id)
    assert room is not None
    assert room.status == "playing"


def test_a_timer_ends_the_game_of_people_who_are_gone(
    table: tuple[Person, Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, room_id = table
    begin(host, guest)
    for person in (host, guest):
        assert websocket.handler(person.event("disconnect"), Context()) == {"statusCode": 200}
    far = time.time_ns() // 1_000_000 + 3_600_000
    monkeypatch.setattr("functions.aws.wiring.clients.now_ms", lambda: far)
    for _ in range(8):
        far += 3_600_000
        deadline.handler({"room": room_id, "fireAt": far // 1000}, Context())
    room = rooms.parts().runner.rooms.load(room_id)
    assert room is not None
    assert room.status == "finished"
    assert room.archived_no == 1
    status, games = call_http("GET", "/me/games", token=host.token)
    assert (status, len(games["games"] if "games" in games else games["items"])) == (200, 1)


def test_a_ticket_opens_one_socket_and_a_second_is_refused(table: tuple[Person, Person, str]) -> None:
    host, _, _ = table
    host.connection_id = "second"
    assert host.open() == 403


@pytest.mark.parametrize("ticket", ["", "rubbish", "a.b.c", "가나다", "x" * 5_000])
def test_a_ticket_that_is_none_is_denied(backend: Backend, ticket: str) -> None:
    asked = event("authorizer")
    asked["queryStringParameters"] = {"ticket": ticket}
    answer = authorizer.handler(asked, Context())
    assert answer["policyDocument"]["Statement"][0]["Effect"] == "Deny"
    assert "context" not in answer
    (line,) = backend.lines()
    assert (line["kind"], line["rejection"]) == ("authorize", "ticket/invalid")


def test_a_ticket_that_is_past_or_signed_by_others_is_denied(backend: Backend) -> None:
    now = time.time_ns() // 1_000_000_000
    for key, expires_at in ((KEY, now - 1), ("o" * 64, now + 60)):
        claims = TicketClaims("id", "7hq2mkx9tdwc", "5rnp8v2kcyqj0wtz", "tab", "뽀지", expires_at)  # type: ignore[arg-type]
        asked = event("authorizer")
        asked["queryStringParameters"] = {"ticket": issue_ticket(claims, KeySet("1", {"1": key}))}
        answer = authorizer.handler(asked, Context())
        assert answer["policyDocument"]["Statement"][0]["Effect"] == "Deny"


def test_a_connect_that_no_authorizer_saw_is_refused(backend: Backend) -> None:
    connect = event("connect")
    del connect["requestContext"]["authorizer"]
    assert websocket.handler(connect, Context()) == {"statusCode": 403}
    (line,) = backend.lines()
    assert line["rejection"] == "ticket/missing"


def test_the_sender_is_known_from_the_table_if_the_gateway_does_not_say(
    table: tuple[Person, Person, str],
) -> None:
    host, _, _ = table
    host.context = {}
    you = host.send("sync")[-1]["you"]
    assert (you["playerId"], you["tab"], you["seat"]) == (host.id, "tab", 0)
    assert websocket.handler(host.event("disconnect"), Context()) == {"statusCode": 200}
    room = rooms.parts().runner.rooms.load(table[2])
    assert room is not None
    assert not room.presence.is_online(host.id)


def test_a_connection_that_nobody_knows_is_closed(backend: Backend) -> None:
    message, gone = event("message"), event("disconnect")
    for unknown in (message, gone):
        del unknown["requestContext"]["authorizer"]
        assert websocket.handler(unknown, Context()) == {"statusCode": 200}
    assert backend.gateway.deleted == ["Uu3pBdsZIE0CFjg="]
    assert [line["kind"] for line in backend.lines()] == ["stranger", "stranger"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"body": "not json"}, "message/malformed"),
        ({"body": None}, "message/malformed"),
        ({"body": "eyJ0eXBlIjoicGluZyIsInQiOjF9", "isBase64Encoded": True}, "message/malformed"),
        ({"body": '{"type":"dance"}'}, "message/unknown_type"),
        ({"body": "x" * 9_000}, "message/too_large"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_frame_that_cannot_be_read_is_refused_to_its_sender(
    table: tuple[Person, Person, str], changes: Json, code: str
) -> None:
    host, guest, _ = table
    before = guest.received()
    assert websocket.handler(host.event("message", **changes), Context()) == {"statusCode": 200}
    assert host.received()[-1]["code"] == code
    assert guest.received() == before


def test_a_gone_connection_is_forgotten_and_no_other(table: tuple[Person, Person, str]) -> None:
    host, guest, room_id = table
    host.backend.gateway.status[guest.connection_id] = 410
    host.send("chat", text="안녕하세요")
    room = rooms.parts().runner.rooms.load(room_id)
    assert room is not None
    assert list(room.presence.connections) == [host.connection_id]


@pytest.mark.parametrize("wrong", [{}, {"room": "7hq2mkx9tdwc"}, {"room": 1, "fireAt": 2}], ids=str)
def test_a_malformed_wake_up_call_is_raised(backend: Backend, wrong: Json) -> None:
    with pytest.raises(ValueError, match="must look like"):
        deadline.handler(wrong, Context())


def test_a_wake_up_call_for_a_room_that_is_gone_is_no_error(backend: Backend) -> None:
    deadline.handler(event("deadline"), Context())
    (line,) = backend.lines()
    assert (line["kind"], line["room"], line["requestId"]) == ("wake", "7hq2mkx9tdwc", "1f2e3d4c")


def test_a_wake_up_call_that_fails_is_raised_so_that_lambda_tries_again(
    table: tuple[Person, Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest, room_id = table
    begin(host, guest)

    def broken(*_: object) -> None:
        raise RuntimeError("the rules are broken")

    far = time.time_ns() // 1_000_000 + 3_600_000
    monkeypatch.setattr("functions.aws.wiring.clients.now_ms", lambda: far)
    monkeypatch.setattr("engine.games.othello.definition.Othello.on_timeout", broken)
    with pytest.raises(WakeUpError, match=room_id):
        deadline.handler({"room": room_id, "fireAt": far // 1000}, Context())


def test_health_is_answered_with_the_version(backend: Backend) -> None:
    assert call_http("GET", "/health") == (200, {"status": "ok", "version": "0.1.0"})


def test_every_call_logs_one_line_and_none_holds_a_token_a_ticket_or_a_frame(
    backend: Backend, table: tuple[Person, Person, str]
) -> None:
    host, guest, _ = table
    secrets = [host.token, guest.token, host.ticket, guest.ticket, KEY]
    secrets += [host.context["ticket"], guest.context["ticket"], "가나다", "뽀지", "비밀이야기"]
    calls: list[Callable[[], object]] = [
        lambda: call_http("GET", "/me/games", token=host.token),
        lambda: call_http("GET", "/rooms/by-code/XXXXXX", token="forged." + host.token),
        host.open,
        lambda: host.send("chat", text="비밀이야기"),
        lambda: host.send("비밀이야기"),
        lambda: websocket.handler(guest.event("disconnect"), Context()),
        lambda: deadline.handler({"room": table[2], "fireAt": 1}, Context()),
    ]
    for number, call in enumerate(calls):
        call()
        logged = backend.written()
        lines = logged.splitlines()
        # Opening a socket is two calls: the authorizer's and the socket's own.
        assert len(lines) == (2 if number == 2 else 1), lines
        for secret in secrets:
            assert secret not in logged
            assert json.dumps(secret)[1:-1] not in logged


def test_a_fault_is_raised_logged_with_its_connection_and_holds_no_secret(
    backend: Backend, table: tuple[Person, Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, _ = table

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the table is on fire")

    monkeypatch.setattr(rooms.parts().runner.rooms, "load", broken)
    with pytest.raises(RuntimeError, match="on fire"):
        host.send("chat", text="비밀이야기")
    logged = backend.written()
    fault, line = (json.loads(text) for text in logged.splitlines())
    assert (fault["level"], fault["exception_name"]) == ("ERROR", "RuntimeError")
    assert line["faults"] == ["RuntimeError"]
    assert line["connectionId"] == fault["connectionId"] == host.connection_id
    for secret in (host.token, host.ticket, host.context["ticket"], "비밀이야기"):
        assert secret not in logged
        assert json.dumps(secret)[1:-1] not in logged
