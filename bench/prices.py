"""What AWS asks (us-east-1, 2026, without free allowances), and the assumptions that a bill needs.

Counted things are counted (``local/meter.py``). Two are not, since nothing on one machine can tell
them: how long a call waits for AWS, and how fast AWS runs Python; they stand here and nowhere else.
"""

import re
from dataclasses import dataclass
from functools import cache

from bench.games import ROOT
from local.stack import template

LAMBDA_REQUESTS = 0.20
"""Dollars for a million invocations."""
LAMBDA_GB_SECOND = 0.0000133334
"""Dollars, arm64."""
LOG_GB = 0.50
"""Dollars for a gigabyte taken into CloudWatch Logs (the first 10 TB of a month)."""
LOG_EVENT_BYTES = 26
"""What CloudWatch counts beside the text of each event."""
CONNECTION_MINUTES = 0.25
"""Dollars for a million minutes that a socket is open."""
HTTP_REQUESTS = 1.00
"""Dollars for a million calls of the HTTP API."""

GATEWAY_FLOOR = 3.00
"""Dollars for a million moves of a game for two: one message in, two out. No code changes it."""

WHOLE_CPU_MB = 1769
"""The memory with which a Lambda has one whole CPU; less memory has that share of it."""
READ_MS, WRITE_MS, POST_MS = 4.0, 6.0, 12.0
"""Assumed: how long a call waits for DynamoDB and for the gateway. Nothing of AWS was within reach
to measure it."""


_CONTEXT = {
    "requestId": "Uu3yoHNcIE0Fi6g=",
    "requestTimeEpoch": "1796040061357",
    "identity.sourceIp": "203.0.113.107",
    "eventType": "MESSAGE",
    "routeKey": "$default",
    "httpMethod": "POST",
    "connectionId": "Uu3pBdsZIE0CFjg=",
    "status": "200",
    "responseLatency": "48",
    "authorizer.status": "-",
    "integrationErrorMessage": "-",
}
"""What API Gateway puts for the variables of an access log; a hyphen for what there is not."""

_template = cache(template.read)


def parameter(name: str) -> int | str:
    """A parameter of the deployed stack, as the template has it unless told otherwise."""
    default: int | str = _template(ROOT / "template.yaml")["Parameters"][name]["Default"]
    return default


def number(name: str) -> int:
    """The same, of a parameter that is a number."""
    return int(parameter(name))


def memory_mb() -> int:
    """The memory of the deployed functions."""
    return number("MemoryMb")


def access_line(gateway: str) -> str:
    """A line of the access log of ``SocketApi`` (a frame) or ``HttpStage`` (a call), whether or not it is
    kept.

    :raises KeyError: the format names a variable for which there is no value here.
    """
    settings = _template(ROOT / "template.yaml")["Resources"][gateway]["Properties"]["AccessLogSettings"]
    kept = settings["Fn::If"][1] if "Fn::If" in settings else settings
    return re.sub(r"\$context\.([A-Za-z.]+)", lambda found: _CONTEXT[found[1]], kept["Format"])


def logs_frames() -> bool:
    """Whether the gateway logs every frame."""
    return parameter("SocketAccessLogging") == "on"


@dataclass(frozen=True, slots=True)
class Invocation:
    """A warm call of a Lambda: CPU of one whole core, and the time it waits for others."""

    cpu_ms: float
    waits_ms: float

    def billed_ms(self, mb: int) -> float:
        """What it lasts with so much memory."""
        return self.cpu_ms * max(1.0, WHOLE_CPU_MB / mb) + self.waits_ms

    def dollars_a_million(self, mb: int) -> float:
        """Requests and duration of a million of them."""
        return LAMBDA_REQUESTS + self.billed_ms(mb) * 1_000 * mb / 1_024 * LAMBDA_GB_SECOND


def log_dollars_a_million(line_bytes: float) -> float:
    """A million log lines of that length."""
    return (line_bytes + LOG_EVENT_BYTES) * 1_000_000 / 1e9 * LOG_GB


def access_log(gateway: str) -> float:
    """Dollars for the gateway's own lines of a million frames or calls, if it keeps them."""
    return log_dollars_a_million(len(access_line(gateway)))
