"""The real adapters on moto, with a meter on every call to AWS that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import botocore.session
from botocore.config import Config
from moto import mock_aws

from bench.games import ROOT
from bench.table import Ports
from functions.aws.outbox import THREADS, GatewayOutbox
from functions.aws.store import DynamoStore
from functions.aws.timers import SchedulerTimers, ScheduleTarget
from local.memory import MemoryTimers
from local.meter import READ_UNIT_BYTES, Meter, item_size
from local.stack import template

if TYPE_CHECKING:
    from mypy_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_scheduler import EventBridgeSchedulerClient

    from engine.game import Millis

REGION = "us-east-1"
TABLE = "nolpan"
GROUP = "deadlines"
_ACCOUNT = "123456789012"
_TARGET = ScheduleTarget(
    group=GROUP,
    role_arn=f"arn:aws:iam::{_ACCOUNT}:role/schedules",
    function_arn=f"arn:aws:lambda:{REGION}:{_ACCOUNT}:function:deadline",
    dead_letters_arn=f"arn:aws:sqs:{REGION}:{_ACCOUNT}:dead-letters",
)


class FiredSchedules:
    """Scheduler's calls, made for real, and a memory of when they are due: moto fires nothing."""

    def __init__(self, real: SchedulerTimers) -> None:
        self._real = real
        self._memory = MemoryTimers()

    def arm(self, room_id: str, fire_at: int) -> bool:
        """As ``Timers.arm``."""
        return self._real.arm(room_id, fire_at) and self._memory.arm(room_id, fire_at)

    def due(self, now: Millis) -> list[tuple[str, int]]:
        """As ``Fired.due``."""
        return self._memory.due(now)


@dataclass(frozen=True, slots=True)
class Counts:
    """What was called and what it comes to."""

    calls: Mapping[str, int] = field(default_factory=dict)
    """By operation."""
    write_units: int = 0
    read_units: float = 0.0
    posts: int = 0
    """As the gateway bills them."""
    sent_bytes: int = 0

    def __add__(self, more: Counts) -> Counts:
        return Counts(
            Counter(self.calls) + Counter(more.calls),
            self.write_units + more.write_units,
            self.read_units + more.read_units,
            self.posts + more.posts,
            self.sent_bytes + more.sent_bytes,
        )

    def of(self, *operations: str) -> int:
        """How often these were called."""
        return sum(self.calls.get(operation, 0) for operation in operations)


class Metered:
    """Everything on moto: ports to play on, and what their calls come to.

    ``dynamodb`` and ``gateway`` are counted, ``probe`` is not.
    """

    def __init__(
        self,
        ports: Ports,
        dynamodb: DynamoDBClient,
        gateway: ApiGatewayManagementApiClient,
        scheduler: EventBridgeSchedulerClient,
        probe: DynamoDBClient,
    ) -> None:
        self.ports = ports
        self.dynamodb = dynamodb
        self.gateway = gateway
        self.probe = probe
        self._meter = Meter(probe)
        self._sent = 0
        self._scanned = 0.0
        for client in (dynamodb, gateway, scheduler):
            self._meter.watch(client)
        gateway.meta.events.register("before-parameter-build.apigatewaymanagementapi.*", self._note_post)
        dynamodb.meta.events.register("after-call.dynamodb.Scan", self._note_scan)

    def take(self) -> Counts:
        """What was counted since the last time."""
        meter = self._meter
        counts = Counts(
            calls={operation: times for (_, operation), times in meter.calls.items()},
            write_units=meter.write_units,
            read_units=meter.read_units + self._scanned,
            posts=meter.messages,
            sent_bytes=self._sent,
        )
        meter.reset()
        self._sent, self._scanned = 0, 0.0
        return counts

    def _note_post(self, params: dict[str, Any], **_: object) -> None:
        self._sent += len(params["Data"])

    def _note_scan(self, parsed: dict[str, Any], **_: object) -> None:
        """The meter knows no Scan, since the project makes none. Not strongly consistent: half."""
        size = sum(item_size(item) for item in parsed["Items"])
        self._scanned += max(1, -(-size // READ_UNIT_BYTES)) / 2


@contextmanager
def metered() -> Iterator[Metered]:
    """moto with the template's table in it, and a meter that has counted nothing yet."""
    with mock_aws():
        session = botocore.session.Session()
        session.set_credentials("test", "test")
        probe: DynamoDBClient = _client(session, "dynamodb")
        probe.create_table(TableName=TABLE, **_template_table())
        dynamodb: DynamoDBClient = _client(session, "dynamodb")
        gateway: ApiGatewayManagementApiClient = _client(session, "apigatewaymanagementapi")
        scheduler: EventBridgeSchedulerClient = _client(session, "scheduler")
        scheduler.create_schedule_group(Name=GROUP)
        ports = Ports(
            store=DynamoStore(dynamodb, TABLE),
            look=DynamoStore(probe, TABLE),
            outbox=GatewayOutbox(gateway, _failed),
            timers=FiredSchedules(SchedulerTimers(lambda: scheduler, _TARGET, _failed)),
        )
        yield Metered(ports, dynamodb, gateway, scheduler, probe)


def _client(session: botocore.session.Session, service: str) -> Any:
    endpoint = f"https://abcdef1234.execute-api.{REGION}.amazonaws.com/live"
    return session.create_client(
        service,
        region_name=REGION,
        endpoint_url=endpoint if service == "apigatewaymanagementapi" else None,
        config=Config(max_pool_connections=THREADS + 1),
    )


def _template_table() -> dict[str, Any]:
    """Keys and billing of the table that is deployed."""
    properties = template.read(ROOT / "template.yaml")["Resources"]["Table"]["Properties"]
    return {name: properties[name] for name in ("KeySchema", "AttributeDefinitions", "BillingMode")}


def _failed(where: str, code: str) -> None:
    raise RuntimeError(f"a call for {where} failed: {code}")
