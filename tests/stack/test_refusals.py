"""What a client gets for bad input: a code of the protocol, and nobody else hears of it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import jwt
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from local.client import Guest, Lobby, NewRoom, ProblemError
from local.stack import LocalStack
from tests.stack.table import WAIT_SEC, Table, table

pytestmark = pytest.mark.slow

PLACE = {"type": "place", "x": 2, "y": 3}


@pytest.fixture(scope="module")
def playing(stack: LocalStack) -> Iterator[Table]:
    with table(stack, "othello", flags=False, colorAssignment="hostBlack", undo="off") as here:
        yield here


@dataclass(frozen=True)
class Bad:
    """Something that black's tab sends before its first move, and the code it gets."""

    name: str
    text: str
    code: str


def _frame(**fields: object) -> str:
    return json.dumps(fields)


BAD = [
    Bad("over eight kilobytes", _frame(type="ping", t=1, pad="x" * 9_000), "message/too_large"),
    Bad("not JSON", "그냥 글", "message/malformed"),
    Bad("a list", "[]", "message/malformed"),
    Bad("a number", "7", "message/malformed"),
    Bad("no type", _frame(cs=50), "message/malformed"),
    Bad("an unknown type", _frame(type="cheat", cs=51), "message/unknown_type"),
    Bad("the name of a route", _frame(type="$connect", cs=66), "message/unknown_type"),
    Bad("the name of another route", _frame(type="$disconnect", cs=67), "message/unknown_type"),
    Bad("cs as text", _frame(type="act", cs="52", action=PLACE), "message/malformed"),
    Bad("cs as true", _frame(type="act", cs=True, action=PLACE), "message/malformed"),
    Bad("a negative cs", _frame(type="act", cs=-1, action=PLACE), "message/malformed"),
    Bad("a command without cs", _frame(type="act", action=PLACE), "message/malformed"),
    Bad("an action of another game", _frame(type="act", cs=53, action={"type": "move"}), "action/malformed"),
    Bad("the system's action", _frame(type="act", cs=54, action={"type": "timeout"}), "action/malformed"),
    Bad("a point off the board", _frame(type="act", cs=55, action={**PLACE, "x": 8}), "move/illegal"),
    Bad("a point of a huge number", _frame(type="act", cs=56, action={**PLACE, "x": 10**30}), "move/illegal"),
    Bad("an occupied point", _frame(type="act", cs=57, action={**PLACE, "x": 3}), "move/illegal"),
    Bad("a move that flips nothing", _frame(type="act", cs=58, action={**PLACE, "x": 0}), "move/illegal"),
    Bad("a point with a fraction", _frame(type="act", cs=59, action={**PLACE, "x": 2.0}), "action/malformed"),
    Bad("a stale seq", _frame(type="act", cs=60, seq=1, action=PLACE), "command/conflict"),
    Bad("undo where it is off", _frame(type="act", cs=61, action={"type": "requestUndo"}), "offer/off"),
    Bad(
        "an answer to no offer",
        _frame(type="act", cs=62, action={"type": "respondDraw", "accept": True}),
        "offer/none",
    ),
    Bad("sitting down in a game", _frame(type="sit", cs=63), "room/wrong_status"),
    Bad("starting what has started", _frame(type="start", cs=64), "room/wrong_status"),
    Bad("a rematch of a running game", _frame(type="rematch", cs=65), "room/wrong_status"),
    Bad("an empty chat line", _frame(type="chat", text="\u0007 "), "message/malformed"),
    Bad("a claim before time", _frame(type="flag"), "deadline/not_reached"),
]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_bad_input_is_refused_to_its_sender_alone_and_changes_nothing(playing: Table, bad: Bad) -> None:
    anna, bo = playing.tabs
    seq, heard, told = anna.now.seq, len(anna.received), len(bo.received)
    anna.send_text(bad.text)
    anna.wait_until(lambda _: len(anna.received) > heard, WAIT_SEC)
    answer = anna.received[-1]
    assert (answer["type"], answer["code"]) == ("rejected", bad.code), answer
    assert answer["reason"]
    bo.send({"type": "ping", "t": 1})  # a frame of Bo's comes after any that Anna's had caused
    bo.wait_until(lambda _: len(bo.received) > told, WAIT_SEC)
    assert bo.received[-1]["type"] == "pong"
    assert (anna.now.seq, bo.now.seq) == (seq, seq)


def test_who_moves_out_of_turn_is_told_so(playing: Table) -> None:
    refused = playing.tabs[1].act({"type": "place", "x": 2, "y": 2})
    assert refused is not None
    assert (refused.code, refused.reason) == ("move/not_your_turn", "지금은 상대 차례예요")


def test_the_functions_logged_no_fault(playing: Table, stack: LocalStack) -> None:
    assert playing.tabs[0].now.status == "playing"
    assert stack.errors() == ""


# --- Tickets and tokens -------------------------------------------------------------------------


@pytest.fixture
def host(stack: LocalStack) -> Iterator[Guest]:
    with Lobby(stack.http_url) as lobby:
        yield lobby.guest("방장")


@pytest.fixture
def room(host: Guest) -> NewRoom:
    return host.create_room("othello")


def _refused(url: str) -> int:
    """The HTTP status with which a socket is refused."""
    with pytest.raises(InvalidStatus) as refusal, connect(url, proxy=None):
        pass
    return refusal.value.response.status_code


def _open(url: str) -> ClientConnection:
    return connect(url, proxy=None)


def test_a_ticket_opens_one_socket_and_is_refused_the_second_time(host: Guest, room: NewRoom) -> None:
    ticket = host.ticket(room.room_id, tab="a")
    with _open(ticket.url) as socket:
        socket.send('{"type":"hello"}')
        assert json.loads(socket.recv(WAIT_SEC))["type"] == "room"
    assert _refused(ticket.url) == 403


def test_a_socket_without_a_ticket_is_refused(stack: LocalStack) -> None:
    assert _refused(stack.socket_url) == 401


def _signed(stack: LocalStack, **changed: Any) -> str:
    """A ticket signed with the stack's own key, its claims changed."""
    with Lobby(stack.http_url) as lobby:
        guest = lobby.guest("위조")
        made = guest.create_room("othello")
        ticket = guest.ticket(made.room_id, tab="a").ticket
    secret = json.loads(
        stack.client("secretsmanager").get_secret_value(SecretId=stack.secret_arn)["SecretString"]
    )
    header = jwt.get_unverified_header(ticket)
    claims = jwt.decode(ticket, options={"verify_signature": False})
    return jwt.encode({**claims, **changed}, secret["key"], algorithm="HS256", headers={"kid": header["kid"]})


def test_the_stacks_own_signature_is_what_makes_a_ticket(stack: LocalStack) -> None:
    with _open(f"{stack.socket_url}?ticket={_signed(stack)}") as socket:
        socket.send('{"type":"hello"}')
        assert json.loads(socket.recv(WAIT_SEC))["type"] == "room"


@pytest.mark.parametrize(
    "forge",
    [
        lambda stack: _signed(stack, exp=1_700_000_000),
        lambda stack: _signed(stack, aud="somebody else"),
        lambda stack: _signed(stack)[:-4] + "AAAA",
        lambda _: jwt.encode({"sub": "me"}, "k" * 64, algorithm="HS256", headers={"kid": "1"}),
        lambda _: jwt.encode({"sub": "me"}, "", algorithm="none"),
        lambda _: "nonsense",
        lambda _: "%00",
    ],
    ids=[
        "expired",
        "another audience",
        "a broken signature",
        "another key",
        "no algorithm",
        "no token",
        "a zero",
    ],
)
def test_a_ticket_that_is_not_ours_or_not_valid_is_refused(stack: LocalStack, forge: Any) -> None:
    assert _refused(f"{stack.socket_url}?ticket={forge(stack)}") == 403


def test_a_ticket_is_for_its_own_room(host: Guest, room: NewRoom, stack: LocalStack) -> None:
    with Lobby(stack.http_url) as lobby:
        other = lobby.guest("옆방").create_room("othello")
        ticket = host.ticket(room.room_id, tab="a")
        with _open(ticket.url) as socket:
            socket.send('{"type":"hello"}')
            assert json.loads(socket.recv(WAIT_SEC))["room"]["id"] == room.room_id
        with pytest.raises(ProblemError) as refusal:
            host.ticket(other.room_id, tab="a")
    assert (refusal.value.status, refusal.value.code) == (403, "room/code")


@dataclass(frozen=True)
class BadCall:
    """A bad HTTP call and the status it gets."""

    method: str
    path: str
    status: int
    body: bytes | None = None


BAD_CALLS = [
    BadCall("POST", "/rooms", 400, b"{"),
    BadCall("POST", "/rooms", 422, b'{"game":"othello","visibility":7}'),
    BadCall("POST", "/rooms", 422, b'{"game":"baduk"}'),
    BadCall("POST", "/rooms", 413, b"x" * 20_000),
    BadCall("GET", "/rooms/by-code/ZZZZZZ", 404),
    BadCall("GET", "/no/such/thing", 404),
    BadCall("DELETE", "/games", 405),
]


@pytest.mark.parametrize("call", BAD_CALLS, ids=lambda call: f"{call.method} {call.path} {call.status}")
def test_http_answers_bad_input_with_a_problem(stack: LocalStack, host: Guest, call: BadCall) -> None:
    headers = {"Authorization": f"Bearer {host.token}", "Content-Type": "application/json"}
    answer = httpx.request(
        call.method, stack.http_url + call.path, content=call.body, headers=headers, trust_env=False
    )
    assert answer.status_code == call.status, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.json()["code"]
    assert "Traceback" not in answer.text


def test_a_forged_token_is_refused(stack: LocalStack) -> None:
    forged = jwt.encode({"sub": "me"}, "k" * 64, algorithm="HS256", headers={"kid": "1"})
    answer = httpx.get(
        f"{stack.http_url}/me/games", headers={"Authorization": f"Bearer {forged}"}, trust_env=False
    )
    assert answer.status_code == 401
