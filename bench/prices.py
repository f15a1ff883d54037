"""What AWS asks (us-east-1, 2026, without free allowances), and the assumptions that a bill needs.

Counted things are counted (``local/meter.py``). Two are not, since nothing on one machine can tell
them: how long a call waits for AWS, and how fast AWS runs Python; they stand here and nowhere else.
"""

from dataclasses import dataclass

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


def memory_mb() -> int:
    """The memory of the deployed functions, as the template says unless told otherwise."""
    memory: int = template.read(ROOT / "template.yaml")["Parameters"]["MemoryMb"]["Default"]
    return memory


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
