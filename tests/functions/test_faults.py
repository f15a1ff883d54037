"""That each fault of an entry point counts once, wherever it befalls."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from botocore.client import BaseClient
from botocore.exceptions import ClientError

from functions import authorizer, deadline, http, spectators, websocket
from functions.aws.environment import SettingsError
from functions.rooms.runner import WakeUpError
from tests.aws.test_gateway import event
from tests.functions.conftest import Backend, forget
from tests.functions.test_entry_points import Context, Person, begin, table
from tests.packaging.test_metrics import metrics

__all__ = ["table"]

Handler = Callable[[dict[str, Any], Any], object]

ENTRIES: list[tuple[str, Handler, str]] = [
    ("Authorizer", authorizer.handler, "authorizer"),
    ("Websocket", websocket.handler, "message"),
    ("Deadline", deadline.handler, "deadline"),
    ("Spectators", spectators.handler, "spectators"),
    ("Lobby", http.handler, "http"),
]


def faults(backend: Backend, function: str) -> float:
    """How many the filters of a function's log make of what was written."""
    return metrics(function, backend.lines()).get("Faults", 0)


@pytest.mark.parametrize(("function", "handler", "_"), ENTRIES, ids=[name for name, *_ in ENTRIES])
def test_an_event_that_cannot_be_read_counts(
    backend: Backend, function: str, handler: Handler, _: str
) -> None:
    with pytest.raises((KeyError, ValueError)):
        handler({}, Context())
    assert faults(backend, function) == 1


@pytest.mark.parametrize(("function", "handler", "name"), ENTRIES, ids=[name for name, *_ in ENTRIES])
def test_an_environment_that_is_not_whole_counts(
    backend: Backend, monkeypatch: pytest.MonkeyPatch, function: str, handler: Handler, name: str
) -> None:
    for variable in ("TABLE_NAME", "SECRET_ARN"):
        monkeypatch.delenv(variable)
    forget()
    with pytest.raises(SettingsError):
        handler(event(name), Context())
    assert faults(backend, function) == 1


def the_rules_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the rules are broken")

    monkeypatch.setattr("engine.games.othello.definition.Othello.on_timeout", broken)


def no_timer_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = BaseClient._make_api_call  # type: ignore[attr-defined]

    def throttled(client: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
        if operation == "CreateSchedule":
            raise ClientError({"Error": {"Code": "ThrottlingException", "Message": ""}}, operation)
        return ask(client, operation, parameters)

    monkeypatch.setattr(BaseClient, "_make_api_call", throttled)


@pytest.mark.parametrize("befalls", [the_rules_fail, no_timer_can_be_made])
def test_a_fault_for_which_a_timers_call_is_tried_again_counts_once_a_try(
    backend: Backend,
    table: tuple[Person, Person, str],
    monkeypatch: pytest.MonkeyPatch,
    befalls: Callable[[pytest.MonkeyPatch], None],
) -> None:
    host, guest, room_id = table
    begin(host, guest)
    far = time.time_ns() // 1_000_000 + 3_600_000
    monkeypatch.setattr("functions.aws.wiring.clients.now_ms", lambda: far)
    befalls(monkeypatch)
    backend.lines()
    with pytest.raises(WakeUpError):
        deadline.handler({"room": room_id, "fireAt": far // 1000}, Context())
    lines = backend.lines()
    assert metrics("Deadline", lines)["Faults"] == 1
    (line,) = [line for line in lines if line.get("kind") == "wake"]
    assert (line["room"], line["faults"][-1]) == (room_id, "WakeUpError")
    assert line.get("timeouts", 0) == (befalls is no_timer_can_be_made)
