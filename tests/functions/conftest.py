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
from tests.aws.conftest import REGION, make_table
from tests.aws.gateway_double import Gateway, running_gateway
from tests.functions.deployed import STACK, deployed
from tests.functions.recorder import Recorder

KEY = "k" * 64
GROUP = f"{STACK}-deadlines"
_NUMBER = itertools.count()
_CACHES: tuple[Callable[[], object], ...] = (
    rooms.parts,
    tickets.keys,
    lobby.app,
    clients.observer,
    clients._session,
    http._adapter,
)


def forget() -> None:
    """Every test is a new process, as far as the composition root is concerned."""
    for cached in _CACHES:
        cached.cache_clear()  # type: ignore[attr-defined]


@dataclass
class Backend:
    """What the functions stand on."""

    gateway: Gateway
    capsys: pytest.CaptureFixture[str]
    log: io.StringIO
    recorder: Recorder

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
    """The table, the secret, the schedule group, and a gateway to post to. No entry point may ask AWS for
    what its role in the template does not allow."""
    for name, value in {
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        # Powertools keeps one logger a name, which would write to an earlier test's output.
        "POWERTOOLS_SERVICE_NAME": f"test-{next(_NUMBER)}",
        "POWERTOOLS_LOG_LEVEL": "INFO",
    }.items():
        monkeypatch.setenv(name, value)
    log = io.StringIO()
    # pytest changes stdout between the fixtures and the test; a logger keeps the one it found.
    monkeypatch.setattr(clients, "Logger", partial(Logger, stream=log))
    forget()
    with mock_aws(), running_gateway() as gateway:
        session = botocore.session.Session()
        make_table(session.create_client("dynamodb"))  # type: ignore[arg-type]
        secret = json.dumps({"kid": "1", "key": KEY})
        made = session.create_client("secretsmanager").create_secret(Name="nolpan", SecretString=secret)  # type: ignore[attr-defined]
        session.create_client("scheduler").create_schedule_group(Name=GROUP)  # type: ignore[attr-defined]
        stack = deployed(secret_arn=made["ARN"], endpoint=gateway.url)
        for name, value in stack.environment().items():
            monkeypatch.setenv(name, value)
        recorder = Recorder(stack)
        recorder.install(monkeypatch)
        yield Backend(gateway, capsys, log, recorder)
    forget()
    assert recorder.refused == [], "template.yaml does not allow it"
