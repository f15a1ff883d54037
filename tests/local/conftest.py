"""A server of its own for each test of this folder that asks for one."""

from collections.abc import Iterator

import pytest

from local.client import Lobby
from tests.local.server import Server, serving


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def lobby(server: Server) -> Iterator[Lobby]:
    with Lobby(server.url) as opened:
        yield opened
