"""What each function may do is what it does: policies of ``template.yaml`` against calls that were made.

That nothing is missing is looked at in every test of this folder (``Recorder``). That nothing is too
much is shown here: one evening takes every road that asks AWS for something.
"""

import time
from collections.abc import Callable
from typing import Any

import botocore.session
import pytest
from botocore.exceptions import ClientError

from engine.game import PlayerId
from functions import authorizer, deadline, spectators, websocket
from functions.aws.items import code_key, number
from functions.aws.secrets import SecretError
from functions.aws.wiring import rooms
from functions.rooms.room import Link
from functions.rooms.teller import CROWD
from tests.aws.conftest import TABLE
from tests.aws.test_gateway import event
from tests.functions.conftest import Backend
from tests.functions.deployed import FUNCTIONS, Ask, Grant, arn
from tests.functions.recorder import SCHEDULE
from tests.functions.test_entry_points import Context, Person, begin, call_http

HOUR = 3_600_000

NOT_THE_CODES = {
    "logs:CreateLogStream": "Lambda's runtime writes the log, with the function's role",
    "logs:PutLogEvents": "the same",
}
OF_LAMBDA = ("DeadlineRole", "sqs:SendMessage")
"""Lambda keeps calls that failed for good, with the function's role (``DeadlineRetries``)."""


class Evening:
    """Three people, one room, and everything that happens to them."""

    def __init__(self, backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
        self.backend = backend
        self.ahead = 0
        """By how much, in ms, the functions' clock is ahead of the gateway's."""
        monkeypatch.setattr("functions.aws.wiring.clients.now_ms", lambda: self.now)
        self.host, self.guest = Person(backend, "가나다"), Person(backend, "뽀지")
        self.spectator = Person(backend, "구경하는사람")
        self.id, self.code = "", ""

    @property
    def now(self) -> int:
        """The functions' clock."""
        return time.time_ns() // 1_000_000 + self.ahead

    @property
    def store(self) -> Any:
        """The table, as a test looks at it: no entry point runs, so nothing is recorded."""
        return rooms.parts().runner.rooms

    def make_a_room(self) -> None:
        """Make a public one, find it in the list and by a code that nobody has typed for a while."""
        # Of a game in which time passes the turn on.
        body = {"game": "omok", "visibility": "public", "options": {"timeoutPolicy": "pass"}}
        status, room = call_http("POST", "/rooms", token=self.host.token, body=body)
        assert status == 201
        self.id, self.code = room["roomId"], room["code"]
        assert call_http("GET", "/rooms", token=self.guest.token)[1]["rooms"][0]["roomId"] == self.id
        client: Any = botocore.session.Session().create_client("dynamodb")
        client.update_item(
            TableName=TABLE,
            Key=code_key(self.code),
            UpdateExpression="SET x = :soon",
            ExpressionAttributeValues={":soon": number(self.now // 1000 + 3600)},
        )
        assert call_http("GET", f"/rooms/by-code/{self.code}", token=self.guest.token)[0] == 200
        assert call_http("GET", "/me/games", token=self.host.token)[0] == 200

    def come_in(self) -> None:
        """All three; one is put out for good."""
        for person in (self.host, self.guest, self.spectator):
            assert person.connect(self.id, self.code) == 200
            person.send("hello")
        rude = Person(self.backend, "버릇없는")
        assert rude.connect(self.id, self.code) == 200
        rude.send("hello")
        self.host.ask("kick", playerId=rude.id)
        assert rude.connection_id in self.backend.gateway.deleted
        self.spectator.send("chat", text="안녕하세요")

    def a_crowd_comes(self) -> None:
        """More spectators than are told by the function that plays."""
        for index in range(CROWD + 5):
            fan = Link(PlayerId(f"fan{index}"), "tab")
            assert self.store.add_spectator(self.id, f"fan{index}=", fan)

    def wake(self, later: int = HOUR) -> None:
        """A timer fires."""
        self.ahead += later
        deadline.handler({"room": self.id, "fireAt": self.now // 1000}, Context())

    def tell_the_crowd(self) -> None:
        """The call that was asked for."""
        spectators.handler({"room": self.id, "frame": None, "but": None, "at": self.now}, Context())

    def gone(self, connection_id: str) -> None:
        """Whoever posts to this connection hears that it is not there."""
        self.backend.gateway.status[connection_id] = 410


def an_evening(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first name to the last word."""
    here = Evening(backend, monkeypatch)
    here.make_a_room()
    here.come_in()
    begin(here.host, here.guest)

    here.wake(later=1_000)  # too early: the next timer is made
    websocket.handler(here.guest.event("disconnect"), Context())
    here.gone(here.spectator.connection_id)
    here.wake(later=40_000)  # somebody's time is up, and the spectator is gone
    assert here.store.load(here.id).status == "playing"

    here.a_crowd_comes()
    here.host.send("chat", text="많이 오셨네요")
    here.gone("fan0=")
    here.tell_the_crowd()
    # The guest comes back as one of the crowd, whose socket dies before it is listed as a player's; and
    # no timer could be made before.
    assert here.store.add_spectator(here.id, "late=", Link(here.guest.id, "late"))
    assert here.store.set_armed(here.id, was=here.store.load(here.id).armed_at, becomes=0)
    here.gone("late=")
    here.tell_the_crowd()

    while here.store.load(here.id).status == "playing":
        here.wake()
    assert here.store.load(here.id).archived_no == 1

    here.ahead = 0
    for person in (here.host, here.guest):  # who leaves last closes the room to the crowd, too
        person.connection_id += "again"
        assert person.connect(here.id, here.code) == 200
        person.send("hello")
        person.ask("leave")
    here.tell_the_crowd()
    assert "fan1=" in backend.gateway.deleted


def test_every_permission_is_one_that_is_used(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening(backend, monkeypatch)
    recorder = backend.recorder
    unused = [
        f"{role}: {grant.action} on {grant.resource}"
        for role in (*(f"{name}Role" for name in FUNCTIONS.values()), SCHEDULE)
        for grant in recorder.deployed.grants(role)
        if grant.action not in NOT_THE_CODES
        and (role, grant.action) != OF_LAMBDA
        and not any(grant.covers(ask) for ask in recorder.asked.get(role, ()))
    ]
    assert unused == []
    # What the schedules do that were made meanwhile, when they fire or cannot.
    allowed = list(recorder.deployed.grants(SCHEDULE))
    asked = recorder.asked[SCHEDULE]
    assert [ask for ask in asked if not any(grant.covers(ask) for grant in allowed)] == []


# --- The recorder is no proof unless it can find something ---


TABLE_ARN = arn("dynamodb", f"table/{TABLE}")


@pytest.mark.parametrize(
    ("grant", "ask", "covered"),
    [
        (Grant("dynamodb:GetItem", TABLE_ARN), Ask("dynamodb:GetItem", TABLE_ARN), True),
        (Grant("dynamodb:getitem", TABLE_ARN), Ask("dynamodb:GetItem", TABLE_ARN), True),
        (Grant("dynamodb:GetItem", TABLE_ARN), Ask("dynamodb:BatchGetItem", TABLE_ARN), False),
        (Grant("dynamodb:Query", TABLE_ARN), Ask("dynamodb:Query", f"{TABLE_ARN}/index/i"), False),
        (Grant("dynamodb:Query", f"{TABLE_ARN}/index/*"), Ask("dynamodb:Query", TABLE_ARN), False),
        (Grant("dynamodb:GetItem", f"{TABLE_ARN}?"), Ask("dynamodb:GetItem", f"{TABLE_ARN}s"), True),
        (Grant("iam:PassRole", "r", (("k", "v"),)), Ask("iam:PassRole", "r", (("k", "v"), ("l", "w"))), True),
        (Grant("iam:PassRole", "r", (("k", "v"),)), Ask("iam:PassRole", "r", (("k", "w"),)), False),
        (Grant("iam:PassRole", "r", (("k", "v"),)), Ask("iam:PassRole", "r"), False),
    ],
)
def test_a_grant_covers_what_iam_says_it_does(grant: Grant, ask: Ask, covered: bool) -> None:
    assert grant.covers(ask) is covered


@pytest.mark.parametrize(
    ("role", "missing", "call", "came_of_it"),
    [
        ("AuthorizerRole", "secretsmanager:GetSecretValue", "a ticket", SecretError),
        ("LobbyRole", "dynamodb:PutItem", "a room", 500),
        ("DeadlineRole", "dynamodb:GetItem", "a wake-up call", ClientError),
        ("WebsocketRole", "execute-api:ManageConnections", "a frame of nobody", []),
    ],
)
def test_a_permission_that_is_missing_is_refused_and_found(
    backend: Backend,
    monkeypatch: pytest.MonkeyPatch,
    *,
    role: str,
    missing: str,
    call: str,
    came_of_it: object,
) -> None:
    """It is found even where the code lives with the refusal; and refused, so that tests see how it does."""
    recorder = backend.recorder
    person = Person(backend, "가나다")
    rooms.parts()
    whole = recorder.deployed.grants
    monkeypatch.setattr(
        type(recorder.deployed),
        "grants",
        lambda _, asked: [each for each in whole(asked) if (asked, each.action) != (role, missing)],
    )
    calls: dict[str, Callable[[], object]] = {
        "a ticket": lambda: authorizer.handler(event("authorizer"), Context()),
        "a room": lambda: call_http("POST", "/rooms", token=person.token, body={"game": "othello"})[0],
        "a wake-up call": lambda: deadline.handler({"room": "7hq2mkx9tdwc", "fireAt": 1}, Context()),
        "a frame of nobody": lambda: (
            websocket.handler(person.event("message", body="{}"), Context()) and backend.gateway.deleted
        ),
    }
    try:
        outcome = calls[call]()
    except (ClientError, SecretError) as refusal:
        outcome = type(refusal)
    assert outcome == came_of_it
    found = {(who, ask.action) for who, ask in recorder.refused}
    recorder.refused.clear()
    assert found == {(role, missing)}


def test_the_functions_are_given_what_the_template_makes(backend: Backend) -> None:
    """The values with which the calls above are made are those that the policies are about."""
    given = backend.recorder.deployed.environment()
    assert given["DEADLINE_ARN"] == arn("lambda", "function:nolpan-deadline")
    assert given["SPECTATORS_ARN"] == arn("lambda", "function:nolpan-spectators")
    assert given["CONNECTIONS_ENDPOINT"] == backend.gateway.url
