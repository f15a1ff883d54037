"""Requests that nobody would think of, made from ``docs/openapi.yaml`` and sent to the application: no
answer is a 5xx, or a status, media type, body or header that the document does not name."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import requests
from httpx import ASGITransport, AsyncClient, Response
from hypothesis import HealthCheck, settings

from tests.lobby.api import Api, Guest, document
from tests.lobby.conftest import World

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

pytestmark = pytest.mark.slow

EXAMPLES = 60
"""For each operation; the same in every run, so that a failure comes again."""

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
)

REQUEST = ("method", "url", "headers", "params", "cookies", "json", "data", "files")

SCHEMA = schemathesis.openapi.from_dict(json.loads(json.dumps(document())))
SCHEMA.config.generation.update(modes=list(schemathesis.GenerationMode))


@dataclass
class Town:
    """The application over memory, with somebody and a public room in it."""

    world: World
    api: Api
    guest: Guest
    room_id: str
    code: str


@pytest.fixture(scope="module")
def town() -> Iterator[Town]:
    loop, world = asyncio.new_event_loop(), World()
    app = world.app()
    api = Api(app, loop)
    guest = api.guest()
    room = api.post("/rooms", {"game": "othello", "visibility": "public"}, by=guest).json()
    yield Town(world, api, guest, room["roomId"], room["code"])
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
    assert world.faults == []


@pytest.fixture(scope="module")
def checks() -> list[Any]:
    schemathesis.checks.load_all_checks()
    return [schemathesis.checks.CHECKS.get_one(name) for name in CHECKS]


def aimed(case: Any, town: Town) -> None:
    """Every other case names the room that there is: made-up ids would all end at the door."""
    for name, real in (("roomId", town.room_id), ("code", town.code)):
        if name in case.path_parameters and len(str(case.path_parameters[name])) % 2 == 0:
            case.path_parameters[name] = real


def sent(case: Any, api: Api, headers: dict[str, str]) -> Response:
    """The application's answer to a request as it would go over the line."""
    parts = case.as_transport_kwargs(base_url="http://api.example", headers=headers)
    request = requests.Request(**{name: parts.get(name) for name in REQUEST}).prepare()
    lines = [(_bytes(name), _bytes(value)) for name, value in request.headers.items()]
    body = request.body
    assert body is None or isinstance(body, str | bytes), "a body that comes in pieces"

    async def exchange() -> Response:
        async with AsyncClient(transport=ASGITransport(api.app)) as client:
            content = None if body is None else _bytes(body)
            return await client.request(str(request.method), str(request.url), headers=lines, content=content)

    return api.loop.run_until_complete(exchange())


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


@pytest.mark.parametrize("known", [True, False], ids=["somebody", "a stranger"])
@SCHEMA.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_no_request_gets_an_answer_that_is_not_published(
    case: Any, town: Town, checks: list[Any], known: bool
) -> None:
    aimed(case, town)
    headers = {"Authorization": f"Bearer {town.guest.token}"} if known else {}
    case.validate_response(sent(case, town.api, headers), checks=checks)
