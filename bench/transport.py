"""What the libraries around a move cost: botocore's four calls and the log line, without a network.

Each call runs through the client that the composition root makes, up to where a socket would be
opened; there it gets a canned answer. What is left out is the socket itself, the kernel and TLS.
"""

from __future__ import annotations

import io
import json
import os
import statistics
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from botocore.awsrequest import AWSResponse
from botocore.compat import HTTPHeaders

from bench.games import made
from bench.measure import alternate, cpu_ns, settled
from bench.table import in_memory
from functions.aws.items import number, room_item, room_key
from functions.aws.observe import Observer
from functions.aws.outbox import GatewayOutbox
from functions.aws.store import DynamoStore
from functions.aws.wiring import clients
from functions.rooms import codec
from functions.rooms.tally import Tally

if TYPE_CHECKING:
    from functions.rooms.room import Room

_REPEATS = 40
_LATENCY_MS = 48
"""What the line says of the way from the gateway: two figures, as mostly."""
_ENVIRONMENT = {
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "POWERTOOLS_SERVICE_NAME": "websocket",
}


class _Body:
    """The body of an answer, as botocore reads it."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def stream(self) -> Iterator[bytes]:
        """All of it."""
        yield self._data


@dataclass(frozen=True, slots=True)
class Transport:
    """CPU milliseconds of each part, and the bytes of the log line of a move."""

    read: float
    write: float
    posts: float
    log: float
    line_bytes: int

    @property
    def total(self) -> float:
        """All parts together."""
        return self.read + self.write + self.posts + self.log


def measure(rounds: int = 15) -> Transport:
    """What a move costs beside the project's own code: a read, a write, two posts, a line."""
    room = _mid_game()
    with _quiet_environment(), settled():
        dynamodb = clients.dynamodb()
        gateway = clients.connections("https://abcdef1234.execute-api.us-east-1.amazonaws.com/live")
        item = {"Item": _wire(room), "Attributes": _wire(room)}
        _answer(dynamodb, json.dumps(item).encode())
        _answer(gateway, b"")
        stored = codec.encode(room)
        store = DynamoStore(dynamodb, "nolpan")
        outbox = GatewayOutbox(gateway, _failed)
        frames = [(connection, b"x" * 1_300) for connection in room.presence.connections]
        observer = clients.observer()
        found = alternate(
            {
                "read": lambda: _each(lambda: store.get(room_key(room.id))),
                "write": lambda: _each(lambda: _write(store, stored)),
                "posts": lambda: _each(lambda: outbox.post(frames)),
                "log": lambda: _each(lambda: _line(observer)),
            },
            rounds,
        )
        line = _line(observer)
    return Transport(
        **{name: statistics.median(values) for name, values in found.items()},
        line_bytes=len(line),
    )


def _mid_game() -> Room:
    corpus = made("othello")
    seats, _ = in_memory(corpus)
    for mover, text in islice(seats.moves(corpus.games[0]), 30):
        seats.carry(mover, text)
    return seats.room


def _wire(room: Room) -> Mapping[str, Any]:
    """The room's item as DynamoDB sends it: binary in Base64."""
    item: dict[str, Any] = dict(room_item(codec.encode(room)))
    return item | {name: {"B": b64encode(item[name]["B"]).decode()} for name in ("d", "g")}


def _answer(client: Any, body: bytes) -> None:
    def canned(request: Any, **_: object) -> AWSResponse:
        headers = HTTPHeaders()
        headers["content-type"] = "application/x-amz-json-1.0"
        return AWSResponse(request.url, 200, headers, _Body(body))

    client.meta.events.register_first("before-send.*", canned)


def _each(call: Callable[[], object]) -> float:
    """CPU milliseconds of one call, as the mean of many."""
    started = cpu_ns()
    for _ in range(_REPEATS):
        call()
    return (cpu_ns() - started) / 1e6 / _REPEATS


def _write(store: DynamoStore, stored: codec.StoredRoom) -> None:
    """As ``DynamoRooms.save`` does it, once the room is encoded."""
    store.update(
        room_key(stored.id),
        "SET v = :v, d = :d, g = :g, x = :x",
        condition="v = :before",
        values={
            ":before": number(stored.seq - 1),
            ":v": number(stored.seq),
            ":d": {"B": stored.body},
            ":g": {"B": stored.log},
            ":x": number(stored.expires_at),
        },
    )


def _line(observer: Observer) -> str:
    """The log line of a move."""
    lines = io.StringIO()
    with (
        redirect_stdout(lines),
        observer.call("$default", request_id="Uu3yoHNcIE0Fi6g=") as call,
    ):
        call.received_at, call.connection_id = clients.now_ms() - _LATENCY_MS, "Uu3pBdsZIE0CFjg="
        call.tally = Tally(kind="act", room_id="7hq2mkx9tdwc", seq=35, moves=1, posts=2)
    return lines.getvalue()


@contextmanager
def _quiet_environment() -> Iterator[None]:
    """Nobody's account in reach, and a composition root that starts anew and is forgotten again."""
    cached = (clients._session, clients.observer)
    with patch.dict(os.environ, _ENVIRONMENT):
        try:
            for made in cached:
                made.cache_clear()
            yield
        finally:
            for made in cached:
                made.cache_clear()


def _failed(connection_id: str, code: str) -> None:
    raise RuntimeError(f"a post to {connection_id} failed: {code}")
