"""Exchanging the signing key, step by step as ``docs/deploying.md`` says, while people play on."""

import json
import time
from dataclasses import dataclass
from typing import Any

import botocore.session
import jwt
import pytest

from functions import authorizer
from functions.aws.secrets import REFRESH_SEC
from tests.aws.test_gateway import event
from tests.functions.conftest import KEY, Backend
from tests.functions.test_entry_points import Context, call_http

NEW = "n" * 64


@dataclass
class Safe:
    """The secret, and a clock that makes the functions look at it again."""

    client: Any
    now: float = 1_000.0

    def hold(self, current: tuple[str, str], previous: tuple[str, str] | None = None) -> None:
        """Give the secret another value, and wait until every function has read it."""
        value: dict[str, Any] = {"kid": current[0], "key": current[1]}
        if previous is not None:
            value["previous"] = {"kid": previous[0], "key": previous[1]}
        self.client.put_secret_value(SecretId="nolpan", SecretString=json.dumps(value))
        self.now += REFRESH_SEC


@pytest.fixture
def safe(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> Safe:
    made = Safe(botocore.session.Session().create_client("secretsmanager"))
    monkeypatch.setattr("functions.aws.wiring.tickets.time.monotonic", lambda: made.now)
    return made


def new_guest() -> str:
    """A guest's token."""
    status, guest = call_http("POST", "/guests", body={"nickname": "바둑이"})
    assert status == 201
    return str(guest["token"])


def kid(token: str) -> str:
    return str(jwt.get_unverified_header(token)["kid"])


def new_ticket(token: str) -> str | None:
    """A ticket into a new room of this guest's, None if the token says nothing."""
    status, room = call_http("POST", "/rooms", token=token, body={"game": "othello"})
    if status == 401:
        return None
    status, answer = call_http("POST", f"/rooms/{room['roomId']}/tickets", token=token, body={"tab": "a"})
    assert status == 201
    return str(answer["ticket"])


def opens(ticket: str | None) -> bool:
    """Whether a socket opens with the ticket."""
    asked = event("authorizer")
    asked["queryStringParameters"] = {"ticket": ticket}
    verdict = authorizer.handler(asked, Context())
    return bool(verdict["policyDocument"]["Statement"][0]["Effect"] == "Allow")


def test_a_key_is_exchanged_and_nobody_is_turned_away_on_the_way(safe: Safe) -> None:
    old = new_guest()
    assert kid(old) == "1"
    assert opens(new_ticket(old))

    safe.hold(("1", KEY), ("2", NEW))  # the new key is known, and signs nothing yet
    between = new_ticket(old)
    assert kid(new_guest()) == "1"

    safe.hold(("2", NEW), ("1", KEY))  # now it signs, and the old one still counts
    assert opens(between)
    fresh = new_guest()
    assert kid(fresh) == "2"
    for token in (old, fresh):
        ticket = new_ticket(token)
        assert ticket is not None
        assert kid(ticket) == "2"
        assert opens(ticket)

    safe.hold(("2", NEW))  # when no token of the old one is valid any more
    assert new_ticket(old) is None
    assert not opens(between)
    assert opens(new_ticket(fresh))


def test_a_function_that_has_not_read_the_new_key_yet_knows_what_others_sign(safe: Safe) -> None:
    """Why the new key comes in as ``previous`` first: processes read the secret at different times."""
    guest = new_guest()
    assert opens(new_ticket(guest))
    safe.hold(("1", KEY), ("2", NEW))
    assert opens(new_ticket(guest))  # the authorizer has read it now
    safe.hold(("2", NEW), ("1", KEY))
    safe.now -= REFRESH_SEC - 1  # its five minutes are not over
    signed_anew = jwt.encode(
        {
            **jwt.decode(new_ticket(guest) or "", options={"verify_signature": False}),
            "exp": int(time.time()) + 60,
        },
        NEW,
        "HS256",
        headers={"kid": "2"},
    )
    assert opens(signed_anew)
