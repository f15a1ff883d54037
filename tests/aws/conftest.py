"""The stores that the suite holds to the same promises."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

import botocore.session
import pytest
from botocore.config import Config
from moto import mock_aws
from moto.dynamodb.responses import DynamoHandler

from functions.aws.items import Item, record_key, room_key
from functions.aws.store import DynamoStore
from functions.rooms.ports import ConnectionStore, LobbyStore, RoomStore
from tests.open_store import DAMAGE, OpenStore

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TABLE = "nolpan"
REGION = "ap-northeast-2"


class Store(RoomStore, ConnectionStore, LobbyStore, Protocol):
    """All three ports at once, as every store here is."""


class World(Protocol):
    """A store, and the power to delete a room as time-to-live does, or to damage it."""

    @property
    def store(self) -> Store:
        """The store."""

    def delete_room(self, room_id: str) -> None:
        """Make the room disappear."""

    def damage_room(self, room_id: str) -> None:
        """Make the room's body unreadable."""

    def damage_record(self, room_id: str, game_no: int) -> None:
        """Make the record's body unreadable."""


@dataclass
class MemoryWorld:
    """The store in memory."""

    store: OpenStore

    def delete_room(self, room_id: str) -> None:
        """Its life is over, and it is deleted."""
        self.store.delete_expired(self.store.rooms[room_id].expires_at * 1000)

    def damage_room(self, room_id: str) -> None:
        """Other bytes for the body."""
        self.store.damage_room(room_id)

    def damage_record(self, room_id: str, game_no: int) -> None:
        """Other bytes for the body."""
        self.store.damage_record(room_id, game_no)


@dataclass
class DynamoWorld:
    """The store on DynamoDB, whoever plays it."""

    store: Store
    client: "DynamoDBClient"

    def delete_room(self, room_id: str) -> None:
        """Take the item away."""
        self.client.delete_item(TableName=TABLE, Key=room_key(room_id))

    def damage_room(self, room_id: str) -> None:
        """Other bytes for the body."""
        self._damage(room_key(room_id))

    def damage_record(self, room_id: str, game_no: int) -> None:
        """Other bytes for the body."""
        self._damage(record_key(room_id, game_no))

    def _damage(self, key: Item) -> None:
        values: Item = {":damage": {"B": DAMAGE}}
        self.client.update_item(
            TableName=TABLE, Key=key, UpdateExpression="SET d = :damage", ExpressionAttributeValues=values
        )


@pytest.fixture(autouse=True)
def aws_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's real credentials must not be in reach."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", REGION)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.delenv("AWS_PROFILE", raising=False)
    monkeypatch.delenv("AWS_SESSION_TOKEN", raising=False)


@cache
def make_client(endpoint: str | None = None) -> "DynamoDBClient":
    """A client of DynamoDB, one for all tests, since it takes long to make."""
    client = botocore.session.Session().create_client(
        "dynamodb",
        region_name=REGION,
        endpoint_url=endpoint,
        aws_access_key_id="test",
        aws_secret_access_key="test",
        config=Config(max_pool_connections=20),
    )
    return cast("DynamoDBClient", client)


def make_table(client: "DynamoDBClient") -> None:
    """The table of ``template.yaml``."""
    client.create_table(
        TableName=TABLE,
        KeySchema=[
            {"AttributeName": "pk", "KeyType": "HASH"},
            {"AttributeName": "sk", "KeyType": "RANGE"},
        ],
        AttributeDefinitions=[
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "S"},
        ],
        BillingMode="PAY_PER_REQUEST",
    )


@pytest.fixture
def dynamodb(monkeypatch: pytest.MonkeyPatch) -> Iterator["DynamoDBClient"]:
    """moto's DynamoDB with the table in it, made atomic: by itself it lets two racing writes win."""
    lock = threading.RLock()
    call_action = DynamoHandler.call_action

    def one_at_a_time(handler: DynamoHandler) -> Any:
        with lock:
            return call_action(handler)

    monkeypatch.setattr(DynamoHandler, "call_action", one_at_a_time)
    with mock_aws():
        client = make_client()
        make_table(client)
        yield client


@pytest.fixture(scope="session")
def ministack_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A DynamoDB of its own process, with real sockets and true capacity figures."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tmp_path_factory.mktemp("ministack")
    environment = {
        **os.environ,
        "GATEWAY_PORT": str(port),
        "BIND_HOST": "127.0.0.1",
        "SERVICES": "dynamodb",
        "PERSIST_STATE": "0",
        "STATE_DIR": str(folder / "state"),
        "TMPDIR": str(folder),
    }
    command = [sys.executable, "-m", "ministack"]
    with Path(folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - a module of this environment
            command, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            _wait_until_up(port, process)
            yield f"http://127.0.0.1:{port}"
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=20)


def _wait_until_up(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 30
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.05)


@pytest.fixture(params=["memory", "moto", pytest.param("ministack", marks=pytest.mark.slow)])
def world(request: pytest.FixtureRequest) -> World:
    """Each store in turn, empty."""
    if request.param == "memory":
        return MemoryWorld(OpenStore())
    if request.param == "moto":
        client = request.getfixturevalue("dynamodb")
        return DynamoWorld(DynamoStore(client, TABLE), client)
    client = make_client(request.getfixturevalue("ministack_url"))
    if TABLE in client.list_tables()["TableNames"]:
        client.delete_table(TableName=TABLE)
    make_table(client)
    return DynamoWorld(DynamoStore(client, TABLE), client)


@pytest.fixture
def store(world: World) -> Store:
    """The store of the world."""
    return world.store
