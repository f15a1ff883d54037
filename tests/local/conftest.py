"""A server of its own for each test of this folder that asks for one, and a state folder for all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from local.client import Lobby
from tests.local.server import Server, serving


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where programs of the test keep who they were; nobody's own home is touched."""
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return folder


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def lobby(server: Server) -> Iterator[Lobby]:
    with Lobby(server.url) as opened:
        yield opened
