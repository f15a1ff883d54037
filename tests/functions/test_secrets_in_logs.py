"""No secret is in a log, whatever fails: all five functions, each call of AWS broken in turn."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from typing import Any

import botocore.session
import pytest
from botocore.client import BaseClient
from botocore.exceptions import ClientError, ReadTimeoutError

from functions import authorizer, deadline, spectators, websocket
from functions.aws.wiring import rooms
from tests.aws.test_gateway import event
from tests.functions.conftest import KEY, Backend, forget
from tests.functions.test_entry_points import Context, Person, begin, call_http

WHISPER = "비밀이야기"


class Scene:
    """A running game and all that must not be told of it."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.host, self.guest = Person(backend, "가나다"), Person(backend, "뽀지")
        status, room = call_http("POST", "/rooms", token=self.host.token, body={"game": "othello"})
        assert status == 201
        self.id, self.code = room["roomId"], room["code"]
        for person in (self.host, self.guest):
            assert person.connect(self.id, self.code) == 200
            person.send("hello")
        begin(self.host, self.guest)
        match = rooms.parts().runner.rooms.load(self.id).match  # type: ignore[union-attr]
        assert match is not None
        self.seed = match.seed

    def secrets(self) -> Iterator[str]:
        """In every spelling that a program might print."""
        yield KEY
        for person in (self.host, self.guest):
            for token in (person.token, person.ticket):
                yield from (token, *token.split(".")[1:])
            yield person.context["ticket"]
        yield from (
            self.code,
            WHISPER,
            "가나다",
            "뽀지",
            json.dumps("가나다")[1:-1],
            json.dumps(WHISPER)[1:-1],
        )
        yield from (self.seed.hex(), repr(self.seed), b64encode(self.seed).decode())
        yield str(list(self.seed))


def a_refusal(client: BaseClient, operation: str, _: Any) -> Any:
    """As IAM says it."""
    answer: Any = {
        "Error": {"Code": "AccessDeniedException", "Message": "not authorized"},
        "ResponseMetadata": {"HTTPStatusCode": 400},
    }
    raise ClientError(answer, operation)


def a_timeout(client: BaseClient, operation: str, _: Any) -> Any:
    raise ReadTimeoutError(endpoint_url=client.meta.endpoint_url)


def a_bug(client: BaseClient, operation: str, _: Any) -> Any:
    raise RuntimeError(f"{operation} is on fire")


CALLS: dict[str, Callable[[Scene], object]] = {
    "authorizer": lambda scene: authorizer.handler(
        event("authorizer") | {"queryStringParameters": {"ticket": scene.host.ticket}}, Context()
    ),
    "$connect": lambda scene: websocket.handler(scene.host.event("connect"), Context()),
    "$disconnect": lambda scene: websocket.handler(scene.host.event("disconnect"), Context()),
    "a frame": lambda scene: websocket.handler(
        scene.host.event("message", body=json.dumps({"type": "chat", "text": WHISPER})), Context()
    ),
    "deadline": lambda scene: deadline.handler({"room": scene.id, "fireAt": 4_000_000_000}, Context()),
    "spectators": lambda scene: spectators.handler(
        {"room": scene.id, "frame": json.dumps({"text": WHISPER}), "but": None, "at": 1}, Context()
    ),
    "a guest": lambda _: call_http("POST", "/guests", body={"nickname": "가나다"}),
    "a code": lambda scene: call_http("GET", f"/rooms/by-code/{scene.code}", token=scene.host.token),
    "a ticket": lambda scene: call_http(
        "POST",
        f"/rooms/{scene.id}/tickets",
        token=scene.host.token,
        body={"tab": "tab", "code": scene.code},
    ),
    "a record": lambda scene: call_http("GET", f"/rooms/{scene.id}/games/1", token=scene.host.token),
}


@pytest.mark.parametrize("broken", [a_refusal, a_timeout, a_bug])
def test_no_secret_is_logged_when_nothing_works(
    backend: Backend, monkeypatch: pytest.MonkeyPatch, broken: Callable[..., Any]
) -> None:
    scene = Scene(backend)
    forget()  # the keys are read anew, too
    backend.written()
    monkeypatch.setattr(BaseClient, "_make_api_call", broken)
    for name, call in CALLS.items():
        try:
            call(scene)
            failed = False
        except Exception:  # noqa: BLE001 - whatever it is, it is for Lambda
            failed = True
        logged = backend.written()
        assert failed or "fault" in logged or name == "deadline", name
        assert "Traceback" in logged, name
        for secret in scene.secrets():
            assert secret not in logged, name


def test_no_secret_is_logged_when_the_rules_fail(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(backend)
    backend.written()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the rules are broken")

    monkeypatch.setattr("engine.games.othello.definition.Othello.validate", fail)
    scene.host.ask("act", action={"type": "place", "x": 2, "y": 3})
    assert scene.host.received()[-1]["code"] == "server/fault"
    logged = backend.written()
    assert "Traceback" in logged
    for secret in scene.secrets():
        assert secret not in logged


@pytest.mark.parametrize("value", [KEY, f'"{KEY}"', f'{{"kid": "1", "key": ["{KEY}"]}}', f'{{"key": "{KEY}"'])
def test_a_secret_that_is_malformed_is_not_quoted(
    backend: Backend, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    client: Any = botocore.session.Session().create_client("secretsmanager")
    client.put_secret_value(SecretId="nolpan", SecretString=value)
    with pytest.raises(Exception, match="the secret"):
        authorizer.handler(event("authorizer"), Context())
    assert call_http("POST", "/guests", body={"nickname": "가나다"})[0] == 500
    logged = backend.written()
    assert "Traceback" in logged
    assert KEY not in logged
