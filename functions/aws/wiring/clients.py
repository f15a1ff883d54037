"""What the functions have in common: botocore's clients, the clock, the log."""

import json
import time
from functools import cache, partial
from typing import TYPE_CHECKING, cast

import botocore.session
from aws_lambda_powertools import Logger
from botocore.config import Config
from botocore.loaders import Loader

from functions.aws.observe import Observer
from functions.aws.outbox import THREADS

if TYPE_CHECKING:
    from mypy_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_scheduler import EventBridgeSchedulerClient
    from mypy_boto3_secretsmanager import SecretsManagerClient

    from functions.aws.fanout import Invoker

_AGENT = "nolpan"
"""Left to itself, botocore puts a description of this machine together, twice for every call: a fifth
of the CPU that a call takes (``bench cpu``)."""

_TABLE = Config(
    user_agent=_AGENT,
    connect_timeout=1,
    read_timeout=2,
    retries={"mode": "standard", "total_max_attempts": 3},
    tcp_keepalive=True,
)
# Two tries must fit into a function's time together with everything else a command does.
_OTHERS = Config(connect_timeout=1, read_timeout=2, retries={"mode": "standard", "total_max_attempts": 2})
_POSTS = Config(
    user_agent=_AGENT,
    connect_timeout=1,
    read_timeout=2,
    # A frame is worth one attempt: whoever misses it sees the gap. botocore would sleep and try again.
    retries={"mode": "standard", "total_max_attempts": 1},
    max_pool_connections=THREADS + 1,
    tcp_keepalive=True,
)


class _Loader(Loader):
    """botocore lists its 400 services from the disk, twice, to learn whether one exists. These do."""

    def list_available_services(self, type_name: str) -> list[str]:
        """The services that this program uses."""
        del type_name
        return ["apigatewaymanagementapi", "dynamodb", "lambda", "scheduler", "secretsmanager"]


@cache
def _session() -> botocore.session.Session:
    session = botocore.session.Session()
    session.register_component("data_loader", _Loader())
    return session


def dynamodb() -> "DynamoDBClient":
    """The table's client: short time-outs and two retries, since somebody's clock may run."""
    return cast("DynamoDBClient", _session().create_client("dynamodb", config=_TABLE))


def connections(endpoint: str) -> "ApiGatewayManagementApiClient":
    """The client of the outbox."""
    client = _session().create_client("apigatewaymanagementapi", endpoint_url=endpoint, config=_POSTS)
    return cast("ApiGatewayManagementApiClient", client)


def scheduler() -> "EventBridgeSchedulerClient":
    """The client of the timers."""
    return cast("EventBridgeSchedulerClient", _session().create_client("scheduler", config=_OTHERS))


def functions() -> "Invoker":
    """The client that calls the spectators' function."""
    return cast("Invoker", _session().create_client("lambda", config=_OTHERS))


def secrets() -> "SecretsManagerClient":
    """The client for the signing keys."""
    return cast("SecretsManagerClient", _session().create_client("secretsmanager", config=_OTHERS))


@cache
def observer() -> Observer:
    """The log, named by Powertools' own variables."""
    # Lambda believes the level of a line only if its time is RFC 3339, else it takes it for INFO.
    # In ASCII: an exception may quote what somebody sent, and not every log viewer takes that for text.
    in_ascii = partial(json.dumps, default=str, separators=(",", ":"))
    return Observer(Logger(use_rfc3339=True, json_serializer=in_ascii))


def now_ms() -> int:
    """The clock of this machine, where no gateway gives its own."""
    return time.time_ns() // 1_000_000
