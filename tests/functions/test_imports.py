"""What importing a function does and does not: checked in fresh processes, as a cold start is one."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from functions.aws.wiring.lobby import VERSION

ROOT = Path(__file__).parents[2]
ENTRY_POINTS = ("authorizer", "websocket", "deadline", "spectators", "http")
ROOMS = {
    "AWS_DEFAULT_REGION": "ap-northeast-2",
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "TABLE_NAME": "nolpan",
    "CONNECTIONS_ENDPOINT": "https://localhost",
    "SCHEDULE_GROUP": "group",
    "SCHEDULE_ROLE_ARN": "arn:role",
    "DEADLINE_ARN": "arn:function",
    "DEADLINE_DLQ_ARN": "arn:queue",
    "SPECTATORS_ARN": "arn:function",
    "NOT_BEFORE": "0",
    "FLAG_MARGIN_MS": "2000",
    "WAITING_LIFE_SEC": "7200",
    "PLAYING_LIFE_SEC": "604800",
    "FINISHED_LIFE_SEC": "86400",
    "MAX_SPECTATORS": "1000",
}


def run(program: str, environment: dict[str, str] | None = None) -> Any:
    """What a fresh interpreter prints last, as JSON; with no environment but the one given."""
    done = subprocess.run(  # noqa: S603 - this interpreter, this file's own text
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment or {},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", ENTRY_POINTS)
def test_an_entry_point_is_imported_without_an_environment_and_makes_no_client(name: str) -> None:
    program = f"""
import json, botocore.session
def fail(*_, **__): raise AssertionError("a client at import")
botocore.session.Session.create_client = fail
import functions.{name} as entry
from functions.aws.wiring import clients
print(json.dumps([callable(entry.handler), clients._session.cache_info().currsize]))
"""
    assert run(program) == [True, 0]


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("authorizer", ["pydantic", "starlette", "mangum", "engine", "functions.rooms.room", "boto3"]),
        (
            "websocket",
            ["starlette", "mangum", "jwt", "boto3", "functions.lobby.service"],
        ),
        ("deadline", ["starlette", "mangum", "jwt", "boto3", "functions.lobby.service"]),
        ("spectators", ["starlette", "mangum", "jwt", "boto3", "functions.lobby.service"]),
        ("http", ["boto3", "functions.rooms.runner"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_entry_point_loads_nothing_that_it_does_not_need(name: str, without: list[str]) -> None:
    loaded = run(f"import functions.{name}, json, sys; print(json.dumps(list(sys.modules)))")
    assert [module for module in without if module in loaded] == []


def test_sockets_are_wired_without_a_client_for_schedules() -> None:
    program = """
import json, botocore.session
made, create = [], botocore.session.Session.create_client
def note(self, service, *args, **kwargs):
    made.append(service)
    return create(self, service, *args, **kwargs)
botocore.session.Session.create_client = note
import functions.websocket as entry
entry.rooms.parts()
print(json.dumps(made))
"""
    assert run(program, ROOMS) == ["dynamodb", "apigatewaymanagementapi"]


def test_a_missing_variable_ends_the_first_call_with_a_sentence_that_names_it() -> None:
    program = """
import json, functions.websocket as entry
try:
    entry.handler(json.load(open("events/message.json")), None)
except RuntimeError as error:
    print(json.dumps(str(error)))
"""
    environment = {name: value for name, value in ROOMS.items() if name != "SCHEDULE_GROUP"}
    assert run(program, environment) == "The environment variable SCHEDULE_GROUP is missing or empty."


def test_the_garbage_collector_is_on_again_after_a_cold_start() -> None:
    program = """
import functions.websocket as entry, gc, json
entry.rooms.parts()
print(json.dumps(gc.isenabled()))
"""
    assert run(program, ROOMS) is True


def test_the_version_is_the_projects() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION
