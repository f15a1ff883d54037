"""Tickets at the door: what is none, what was used, and what it opens."""

import base64
import json
import time
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from functions import authorizer, websocket
from functions.lobby.tokens import KeySet, TicketClaims, issue_ticket
from tests.aws.test_gateway import event
from tests.functions.conftest import KEY, Backend
from tests.functions.test_entry_points import Context, Person, call_http

Json = dict[str, Any]
HEADER: Json = {"alg": "HS256", "kid": "1", "typ": "JWT"}


@pytest.fixture
def person(backend: Backend) -> Person:
    """Somebody with a ticket that nobody has used: each forgery begins with a true one."""
    made = Person(backend, "가나다")
    status, room = call_http("POST", "/rooms", token=made.token, body={"game": "othello"})
    assert status == 201
    path = f"/rooms/{room['roomId']}/tickets"
    status, answer = call_http("POST", path, token=made.token, body={"tab": "tab"})
    assert status == 201
    made.ticket = answer["ticket"]
    return made


def coded(part: object) -> str:
    raw = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def claims_in(ticket: str) -> Json:
    claims: Json = jwt.decode(ticket, options={"verify_signature": False})
    return claims


def headed(**changes: object) -> Callable[[Person], str]:
    """The same claims under another header, with the true signature."""

    def forged(person: Person) -> str:
        _, body, signature = person.ticket.split(".")
        return f"{coded({**HEADER, **changes})}.{body}.{signature}"

    return forged


def signed(key: Any, alg: str = "HS256", **header: object) -> Callable[[Person], str]:
    """The same claims, signed by somebody else."""
    return lambda person: jwt.encode(claims_in(person.ticket), key, alg, headers={"kid": "1", **header})


def unsigned(person: Person) -> str:
    """As RFC 7519 has it for tokens without a signature."""
    return f"{coded({'alg': 'none', 'kid': '1'})}.{person.ticket.split('.')[1]}."


def with_two_rooms(person: Person) -> str:
    """The claims with a second room behind the first; the signature is that of before."""
    header, body, signature = person.ticket.split(".")
    claims = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    two = claims[:-1] + b', "room": "zzzzzzzzzzzz"}'
    return f"{header}.{coded(two)}.{signature}"


def with_two_algorithms(person: Person) -> str:
    _, body, signature = person.ticket.split(".")
    two = b'{"alg": "HS256", "kid": "1", "alg": "none"}'
    return f"{coded(two)}.{body}.{signature}"


_RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)
FORGED: dict[str, Callable[[Person], str]] = {
    "a guest's token": lambda person: person.token,
    "no algorithm": unsigned,
    "no algorithm, and the true signature": headed(alg="none"),
    "two algorithms": with_two_algorithms,
    "a key pair of one's own": signed(_RSA, "RS256"),
    "an algorithm that is none": headed(alg="HS257"),
    "a key of one's own": signed("a" * 64),
    "a key of one's own, brought along": signed("a" * 64, jwk={"kty": "oct", "k": coded(b"a" * 64)}),
    "a key to be fetched": signed("a" * 64, jku="https://evil.example/keys"),
    "the key's name as the key": signed("1" * 32),
    "an empty key of an empty file": signed("\0" * 32, kid="../../../dev/null"),
    "a name that is a query": signed("a" * 64, kid="1' UNION SELECT 'a"),
    "a name that is nothing": signed("a" * 64, kid=""),
    "another room behind the first": with_two_rooms,
    "a true one with more behind": lambda person: person.ticket + ".e30",
    "a true one cut short": lambda person: person.ticket[:-2],
    "a true one between line ends": lambda person: f"\r\n{person.ticket}\r\n",
    "a true one twice": lambda person: f"{person.ticket},{person.ticket}",
    "base64 that is none": lambda person: person.ticket.replace(".", ".!", 1),
    "a true one with two megabytes in front": lambda person: "A" * 2_000_000 + person.ticket,
}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_ticket_opens_nothing_and_says_nothing(person: Person, backend: Backend, how: str) -> None:
    forged = FORGED[how](person)
    backend.written()
    asked = event("authorizer")
    asked["queryStringParameters"] = {"ticket": forged}
    verdict = authorizer.handler(asked, Context())
    assert verdict["principalId"] == "nobody"
    assert verdict["policyDocument"]["Statement"][0]["Effect"] == "Deny"
    assert "context" not in verdict
    logged = backend.written()
    (line,) = (json.loads(text) for text in logged.splitlines())
    assert (line["rejection"], "room" in line) == ("ticket/invalid", False)
    assert forged[-40:] not in logged
    assert person.open() == 200, "the true one still opens"


def test_a_ticket_of_another_stack_with_keys_of_the_same_name_opens_nothing(backend: Backend) -> None:
    in_a_minute = time.time_ns() // 1_000_000_000 + 60
    claims = TicketClaims("id", "7hq2mkx9tdwc", "5rnp8v2kcyqj0wtz", "tab", "뽀지", in_a_minute)  # type: ignore[arg-type]
    for key, effect in ((KEY, "Allow"), (KEY[:-1] + "j", "Deny")):
        asked = event("authorizer")
        asked["queryStringParameters"] = {"ticket": issue_ticket(claims, KeySet("1", {"1": key}))}
        verdict = authorizer.handler(asked, Context())
        assert verdict["policyDocument"]["Statement"][0]["Effect"] == effect


def test_a_ticket_is_no_token(person: Person) -> None:
    assert call_http("GET", "/me/games", token=person.ticket)[0] == 401
    assert call_http("GET", "/me/games", token=person.token)[0] == 200


def test_a_used_ticket_stays_used_when_its_socket_is_gone_and_whoever_sends_it(person: Person) -> None:
    first = person.connection_id
    assert person.open() == 200
    person.connection_id = "another="
    assert person.open() == 403
    person.connection_id = first
    assert websocket.handler(person.event("disconnect"), Context()) == {"statusCode": 200}
    person.connection_id = "third="
    assert person.open() == 403
    # Nor does another spelling of the same ticket help: what is used up is its id.
    last = person.ticket[-1]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    person.ticket = person.ticket[:-1] + alphabet[alphabet.index(last) ^ 1]
    assert person.open() == 403


def test_a_ticket_opens_its_own_room_whatever_is_written_beside_it(backend: Backend, person: Person) -> None:
    """A room's id in the address, in a header's place or in a frame leads nowhere."""
    stranger = Person(backend, "뽀지")
    status, other = call_http("POST", "/rooms", token=stranger.token, body={"game": "omok"})
    assert status == 201
    asked = event("authorizer")
    own = claims_in(person.ticket)["room"]
    beside = {"room": other["roomId"], "player": stranger.id}
    asked["queryStringParameters"] = {"ticket": person.ticket, **beside}
    asked["headers"] |= beside
    verdict = authorizer.handler(asked, Context())
    assert (verdict["context"]["room"], verdict["context"]["player"]) == (own, person.id)
    assert person.open() == 200
    claims = {**beside, "roomId": other["roomId"], "code": other["code"], "playerId": stranger.id}
    for kind in ("hello", "sync", "flag"):
        frame = person.send(kind, **claims)[-1]
        assert other["roomId"] not in json.dumps(frame)
    you, room = person.send("sync", **claims)[-1]["you"], person.received()[-1]["room"]
    assert (room["id"], you["playerId"]) == (own, person.id)
    assert call_http("GET", f"/rooms/by-code/{other['code']}", token=stranger.token)[1]["spectators"] == {
        "allowed": True,
        "count": 0,
    }
