"""An application over memory, with a clock that the tests move."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from starlette.applications import Starlette

from engine.game import Millis
from functions.lobby.app import build_app
from functions.lobby.service import Lobby
from functions.lobby.tokens import KeySet
from functions.rooms.ports import Entropy
from functions.rooms.timing import Policy
from local.memory import FixedEntropy, MemoryStore
from tests.lobby.api import Api

NOW: Millis = 1_796_083_200_123
KEYS = KeySet("1", {"1": "0123456789abcdef0123456789abcdef"})
SOCKET_URL = "wss://socket.example/live"


@dataclass(slots=True)
class World:
    """The application's surroundings; ``faults`` collects what it reported."""

    store: MemoryStore = field(default_factory=MemoryStore)
    entropy: Entropy = field(default_factory=FixedEntropy)
    keys: KeySet = KEYS
    now: Millis = NOW
    faults: list[tuple[str, Exception]] = field(default_factory=list)

    def lobby(self) -> Lobby:
        """The use cases in this world."""
        return Lobby(
            store=self.store,
            keys=lambda: self.keys,
            clock=lambda: self.now,
            entropy=self,
            policy=Policy(),
            socket_url=SOCKET_URL,
            on_fault=self._reported,
        )

    def seed(self) -> bytes:
        """As ``Entropy.seed``, from whatever ``entropy`` is now."""
        return self.entropy.seed()

    def app(self) -> Starlette:
        """An application in this world."""
        return build_app(self.lobby(), version="1.2.3", on_fault=self._reported)

    def _reported(self, where: str, fault: Exception) -> None:
        self.faults.append((where, fault))


@pytest.fixture
def world() -> Iterator[World]:
    made = World()
    yield made
    assert made.faults == [], "an exception reached the outermost handler"


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    made = asyncio.new_event_loop()
    yield made
    made.run_until_complete(made.shutdown_asyncgens())
    made.close()


@pytest.fixture
def api(world: World, loop: asyncio.AbstractEventLoop) -> Api:
    return Api(world.app(), loop)
