"""One line a call in the log; faults with their traceback beside it.

The line is compact JSON of ids and counts only: no frame, no token, no ticket, no nickname. What is
zero or unknown is left out. Filters of the log groups make the metrics of it (``template.yaml``), by
the names of its fields; faults are counted by the message of their own lines.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from functions.rooms.tally import Tally

if TYPE_CHECKING:  # engine.game would load pydantic, which the authorizer can do without
    from aws_lambda_powertools import Logger

    from engine.game import Millis

_COUNTS = {
    "moves": "moves",
    "timeouts": "timeouts",
    "conflicts": "conflicts",
    "posts": "posts",
    "gone": "gone",
    "failed": "failed_posts",
}
"""Field of the line: field of the tally."""

FAULT = "fault"
TIMER_NOT_ARMED = "timer not armed"
"""Messages that count as faults."""

_compact = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(slots=True)
class Call:
    """What is known of the call under way; its handler puts in what it learns."""

    tally: Tally
    received_at: Millis | None = None
    request_id: str = ""
    connection_id: str = ""


class Observer:
    """Writes the lines: those of calls to standard output, where Lambda leaves an object as it is; the
    others with ``logger``. ``clock`` gives Unix seconds, ``stopwatch`` seconds that only grow.
    """

    def __init__(
        self,
        logger: Logger,
        *,
        clock: Callable[[], float] = time.time,
        stopwatch: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._logger = logger
        self._clock = clock
        self._stopwatch = stopwatch

    @contextmanager
    def call(
        self,
        kind: str,
        *,
        received_at: Millis | None = None,
        request_id: str = "",
        connection_id: str = "",
    ) -> Iterator[Call]:
        """Observe one call. An exception is logged, counted as a fault, and goes on its way; one that
        follows from what the tally holds has been counted where that was caught.

        ``latency`` (ms) runs from ``received_at`` (the gateway's clock, or the second a timer was set
        to), a cold start included; ``ms`` is the time spent in here. What is not known yet can be put
        into the ``Call``.
        """
        started = self._stopwatch()
        call = Call(Tally(kind=kind), received_at, request_id, connection_id)
        try:
            yield call
        except Exception as fault:
            if not call.tally.faults and not call.tally.unarmed:
                self._logger.exception(FAULT, extra={**_ids(call), "kind": call.tally.kind})
            call.tally.faults.append(type(fault).__name__)
            raise
        finally:
            times: dict[str, object] = {"ms": round((self._stopwatch() - started) * 1000, 1)}
            if call.received_at is not None:
                times["latency"] = max(0, round(self._clock() * 1000) - call.received_at)
            print(_compact({**_fields(call.tally), **times, **_ids(call)}))

    def fault(self, where: str, fault: Exception) -> None:
        """Log and count an exception that was caught; ``where`` is a room id or an operation."""
        self._logger.error(FAULT, extra={"where": where}, exc_info=fault)

    def timer_not_armed(self, room_id: str, code: str) -> None:
        """Log and count that no timer could be made; the room's next command tries again."""
        self._logger.warning(TIMER_NOT_ARMED, extra={"room": room_id, "code": code})

    def crowd_not_told(self, room_id: str, code: str) -> None:
        """Log that a room's spectators miss a frame, since no call could be made to tell them."""
        self._logger.warning("crowd not told", extra={"room": room_id, "code": code})

    def post_failed(self, connection_id: str, code: str) -> None:
        """Log a post that failed for another reason than that the connection is gone."""
        self._logger.warning("post failed", extra={"connectionId": connection_id, "code": code})


def _ids(call: Call) -> dict[str, str]:
    found = {"requestId": call.request_id, "connectionId": call.connection_id}
    return {name: value for name, value in found.items() if value}


def _fields(tally: Tally) -> dict[str, object]:
    fields: dict[str, object] = {"kind": tally.kind}
    if tally.room_id:
        fields["room"] = tally.room_id
    if tally.seq is not None:
        fields["seq"] = tally.seq
    if tally.rejection is not None:
        fields["rejection"] = tally.rejection
    if tally.faults:
        fields["faults"] = tally.faults
    for name, counted in _COUNTS.items():
        if count := getattr(tally, counted):
            fields[name] = count
    return fields
