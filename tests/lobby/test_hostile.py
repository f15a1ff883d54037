"""Requests that mean no good: whatever is sent, the API refuses it and never breaks."""

import asyncio
import json
from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.lobby.api import Api, Guest
from tests.lobby.conftest import World

fewer = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

texts = st.text(st.characters(exclude_categories=[]), max_size=20)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | texts
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=10,
)
fields = st.sampled_from(
    ["game", "options", "visibility", "spectators", "chat", "tab", "code", "nickname", "undo", "timeControl"]
)
bodies = (
    st.binary(max_size=60)
    | values.map(lambda value: json.dumps(value).encode())
    | st.dictionaries(fields, values | st.just("othello") | st.dictionaries(fields, values)).map(
        lambda body: json.dumps(body).encode()
    )
)
headers = st.dictionaries(
    st.sampled_from(["Idempotency-Key", "If-None-Match", "Origin", "Content-Type", "Authorization"]),
    st.binary(max_size=30).map(lambda raw: raw.translate(None, b"\r\n")),
    max_size=3,
)
# A surrogate cannot be in a path that is percent-encoded UTF-8; lone bytes can.
steps = st.text(max_size=12).map(lambda text: quote(text, safe="")) | st.binary(max_size=12).map(
    lambda raw: quote(raw, safe="")
)


class Breaker:
    """The application of one test and somebody known to it."""

    def __init__(self, world: World, loop: asyncio.AbstractEventLoop) -> None:
        self.api = Api(world.app(), loop)
        self.guest: Guest = self.api.guest()

    def never_breaks(self, method: str, path: str, **request: Any) -> None:
        answer = self.api.send(method, path, **request)
        assert answer.status_code < 500


@fewer
@given(body=bodies, sent=headers, path=st.sampled_from(["/guests", "/rooms", "/rooms/abcdefghijkl/tickets"]))
def test_no_body_and_no_header_breaks_a_post(
    world: World, loop: asyncio.AbstractEventLoop, body: bytes, sent: dict[str, bytes], path: str
) -> None:
    breaker = Breaker(world, loop)
    known = None if "Authorization" in sent else breaker.guest
    breaker.never_breaks("POST", path, by=known, headers=sent, content=body)


@fewer
@given(step=steps, other=steps, sent=headers)
def test_no_path_breaks_a_get(
    world: World, loop: asyncio.AbstractEventLoop, step: str, other: str, sent: dict[str, bytes]
) -> None:
    breaker = Breaker(world, loop)
    known = None if "Authorization" in sent else breaker.guest
    for path in (f"/rooms/by-code/{step}", f"/rooms/{step}/games/{other}", f"/{step}/{other}"):
        breaker.never_breaks("GET", path, by=known, headers=sent)


@fewer
@given(value=steps)
def test_no_query_breaks_a_get(world: World, loop: asyncio.AbstractEventLoop, value: str) -> None:
    breaker = Breaker(world, loop)
    for path in (
        f"/rooms?game={value}",
        f"/rooms?cursor={value}",
        f"/me/games?cursor={value}",
        f"/rooms/abcdefghijkl/games/1?code={value}&format={value}",
        f"/rooms?{value}",
    ):
        breaker.never_breaks("GET", path, by=breaker.guest)
