"""The real rooms, lobby and rules behind real sockets, in memory: a server in milliseconds.

It stands for the gateway too, with what goes wrong there put in on purpose: frames that get
lost, functions that fail, connections that break.
"""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from hypercorn.asyncio import serve
from hypercorn.config import Config
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.game import Millis, PlayerId
from functions.lobby.app import build_app
from functions.lobby.service import Lobby
from functions.lobby.tokens import KeySet, read_ticket
from functions.rooms.commands import Sender
from functions.rooms.ports import Connection, PostResult
from functions.rooms.runner import Runner
from functions.rooms.teller import Client
from functions.rooms.timing import Policy
from local.client import Lobby as HttpLobby
from local.client import UnreachableError
from local.memory import FixedEntropy, MemoryStore, MemoryTimers
from local.stack.emulator import free_port

KEYS = KeySet(current="1", keys={"1": "a key of these tests alone, long enough"})
FAILURE = json.dumps({"message": "Internal server error", "connectionId": "c", "requestId": "r"})


def _now() -> Millis:
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class SocketOutbox:
    """``Outbox`` onto open sockets. ``lose`` is asked about each frame: True swallows it."""

    sockets: dict[str, "asyncio.Queue[str | None]"] = field(default_factory=dict)
    lose: Callable[[str], bool] = lambda _: False

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Sequence[PostResult]:
        return [self._post(connection_id, data.decode()) for connection_id, data in frames]

    def _post(self, connection_id: str, text: str) -> PostResult:
        queue = self.sockets.get(connection_id)
        if queue is None:
            return "gone"
        if not self.lose(text):
            queue.put_nowait(text)
        return "sent"

    def close(self, connection_ids: Sequence[str]) -> None:
        for connection_id in connection_ids:
            if connection_id in self.sockets:
                self.sockets[connection_id].put_nowait(None)


class Server:
    """The server of one test. ``fail`` is asked about each frame that comes in: ``before`` makes the
    function fail before it has done anything, ``after`` when everything is saved and told."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.outbox = SocketOutbox()
        self.fail: Callable[[str], str | None] = lambda _: None
        self.faults: list[Exception] = []
        self.connects = 0
        self._store = MemoryStore()
        self._numbers = count(1)
        self._port = port
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        policy, entropy = Policy(), FixedEntropy()
        self._runner = Runner(
            rooms=self._store,
            connections=self._store,
            outbox=self.outbox,
            timers=MemoryTimers(),
            entropy=entropy,
            policy=policy,
            on_fault=self._reported,
        )
        url = f"ws://127.0.0.1:{port}/socket"
        lobby = Lobby(self._store, lambda: KEYS, _now, entropy, policy, url, self._reported)
        self._app = Starlette(routes=[WebSocketRoute("/socket", self._socket)])
        http = build_app(lobby, version="test", on_fault=self._reported)
        self._app.mount("/", http)

    def _reported(self, _: str, fault: Exception) -> None:
        self.faults.append(fault)

    def run(self) -> None:
        """Serve until ``stop``; for a thread."""
        asyncio.set_event_loop(self._loop)
        config = Config()
        config.bind = [f"127.0.0.1:{self._port}"]
        config.graceful_timeout = 0.1
        config.errorlog = None
        app: ASGIApp = self._app
        self._loop.run_until_complete(serve(app, config, mode="asgi", shutdown_trigger=self._stop.wait))  # type: ignore[arg-type]
        self._loop.close()

    def stop(self) -> None:
        """End ``run``."""
        self._loop.call_soon_threadsafe(self._stop.set)

    async def _socket(self, socket: WebSocket) -> None:
        ticket = read_ticket(socket.query_params.get("ticket", ""), KEYS, _now())
        connection_id = f"connection{next(self._numbers)}"
        if ticket is None or not self._store.open_connection(
            Connection(connection_id, ticket.room_id, ticket.player, ticket.tab, ticket.nickname, 0),
            ticket_id=ticket.ticket_id,
            ticket_expires_at=ticket.expires_at,
        ):
            await socket.close()
            return
        await socket.accept()
        self.connects += 1
        queue = self.outbox.sockets[connection_id] = asyncio.Queue()
        sender = Sender(PlayerId(ticket.player), ticket.tab, ticket.nickname)
        client = Client(connection_id, ticket.room_id, sender)
        writer = asyncio.create_task(_write(socket, queue))
        try:
            while True:
                self._frame(client, await socket.receive_text(), queue)
        except WebSocketDisconnect:
            self._runner.disconnected(client, _now())
        finally:
            del self.outbox.sockets[connection_id]
            writer.cancel()

    def _frame(self, client: Client, text: str, queue: "asyncio.Queue[str | None]") -> None:
        failing = self.fail(text)
        if failing != "before":
            self._runner.message(client, text, _now())
        if failing is not None:
            queue.put_nowait(FAILURE)


async def _write(socket: WebSocket, queue: "asyncio.Queue[str | None]") -> None:
    while (text := await queue.get()) is not None:
        await socket.send_text(text)
    await socket.close()


def _await_answer(url: str) -> None:
    for _ in range(200):
        try:
            with HttpLobby(url) as http:
                http.health()
        except UnreachableError:
            time.sleep(0.01)
        else:
            return
    raise TimeoutError(f"no answer at {url}")


@contextmanager
def serving() -> Iterator[Server]:
    """A server for the length of a block; in the end, no fault may have come up in it."""
    server = Server(free_port())
    thread = threading.Thread(target=server.run, name="server")
    thread.start()
    try:
        _await_answer(server.url)
        yield server
    finally:
        server.stop()
        thread.join()
    assert server.faults == []
