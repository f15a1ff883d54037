"""The entry points as Lambda runs them: the environment of ``template.yaml``, AWS played by moto."""

import io
import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import botocore.session
import pytest
from aws_lambda_powertools import Logger
from moto import mock_aws

from functions import http
from functions.aws.wiring import clients, lobby, rooms, tickets
from tests.aws.conftest import REGION, TABLE, make_table
from tests.aws.gateway_double import Gateway, running_gateway

KEY = "k" * 64
GROUP = "nolpan-deadlines"
_NUMBER = itertools.count()
_CACHES: tuple[Callable[[], object], ...] = (
    rooms.parts,
    tickets.keys,
    lobby.app,
    clients.observer,
    clients._session,
    http._adapter,
)


def _forget() -> None:
    """Every test is a new process, as far as the composition root is concerned."""
    for cached in _CACHES:
        cached.cache_clear()  # type: ignore[attr-defined]


@dataclass
class Backend:
    """What the functions stand on."""

    gateway: Gateway
    capsys: pytest.CaptureFixture[str]
    log: io.StringIO

    def written(self) -> str:
        """Everything that was written since the last look: the lines of faults, then those of calls."""
        faults = self.log.getvalue()
        self.log.seek(0)
        self.log.truncate()
        output = self.capsys.readouterr()
        return faults + output.out + output.err

    def lines(self) -> list[dict[str, Any]]:
        """The same, read."""
        return [json.loads(line) for line in self.written().splitlines()]


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Backend]:
    """The table, the secret, the schedule group, and a gateway to post to."""
    for name, value in {
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "POWERTOOLS_METRICS_NAMESPACE": "Nolpan",
        # Powertools keeps one logger a name, which would write to an earlier test's output.
        "POWERTOOLS_SERVICE_NAME": f"test-{next(_NUMBER)}",
        "POWERTOOLS_LOG_LEVEL": "INFO",
        "TABLE_NAME": TABLE,
        "SOCKET_URL": "wss://socket.example.com/live",
        "SCHEDULE_GROUP": GROUP,
        "SCHEDULE_ROLE_ARN": "arn:aws:iam::123456789012:role/nolpan-schedules",
        "DEADLINE_ARN": f"arn:aws:lambda:{REGION}:123456789012:function:nolpan-deadline",
        "DEADLINE_DLQ_ARN": f"arn:aws:sqs:{REGION}:123456789012:nolpan-dead-letters",
        "SPECTATORS_ARN": f"arn:aws:lambda:{REGION}:123456789012:function:nolpan-spectators",
        "NOT_BEFORE": "0",
        "FLAG_MARGIN_MS": "2000",
        "WAITING_LIFE_SEC": "7200",
        "PLAYING_LIFE_SEC": "604800",
        "FINISHED_LIFE_SEC": "86400",
        "GUESTS": "on",
    }.items():
        monkeypatch.setenv(name, value)
    log = io.StringIO()
    # pytest changes stdout between the fixtures and the test; a logger keeps the one it found.
    monkeypatch.setattr(clients, "Logger", partial(Logger, stream=log))
    _forget()
    with mock_aws(), running_gateway() as gateway:
        session = botocore.session.Session()
        make_table(session.create_client("dynamodb"))  # type: ignore[arg-type]
        secret = json.dumps({"kid": "1", "key": KEY})
        made = session.create_client("secretsmanager").create_secret(Name="nolpan", SecretString=secret)  # type: ignore[attr-defined]
        session.create_client("scheduler").create_schedule_group(Name=GROUP)  # type: ignore[attr-defined]
        monkeypatch.setenv("SECRET_ARN", made["ARN"])
        monkeypatch.setenv("CONNECTIONS_ENDPOINT", gateway.url)
        yield Backend(gateway, capsys, log)
    _forget()
