"""One line a call, in the log and in the metrics at once; faults with their traceback beside it.

The line is an object in CloudWatch's embedded metric format: counts become metrics, and what tells
one call from another (request, connection, room, kind, seq) is metadata, which can be searched and
costs no metric. It holds ids and counts only: no frame, no token, no ticket, no nickname.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aws_lambda_powertools.metrics import MetricUnit

from functions.rooms.tally import Tally

if TYPE_CHECKING:  # engine.game would load pydantic, which the authorizer can do without
    from aws_lambda_powertools import Logger, Metrics

    from engine.game import Millis

_COUNTS = {
    "Moves": "moves",
    "Timeouts": "timeouts",
    "CommandConflicts": "conflicts",
    "Posts": "posts",
    "GonePosts": "gone",
    "FailedPosts": "failed_posts",
}
"""Metric: field of the tally."""


@dataclass(slots=True)
class Call:
    """What is known of the call under way; its handler puts the runner's tally in."""

    tally: Tally


class Observer:
    """Writes the lines. ``clock`` gives Unix seconds, ``stopwatch`` seconds that only grow."""

    def __init__(
        self,
        logger: Logger,
        metrics: Metrics,
        *,
        clock: Callable[[], float] = time.time,
        stopwatch: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._logger = logger
        self._metrics = metrics
        self._clock = clock
        self._stopwatch = stopwatch

    @contextmanager
    def call(
        self, kind: str, *, received_at: Millis, request_id: str, connection_id: str | None = None
    ) -> Iterator[Call]:
        """Observe one call. An exception is logged, counted as a fault, and goes on its way.

        ``LatencyMs`` runs from ``received_at`` (the gateway's clock, or the second a timer was set
        to), a cold start included; ``ms`` is the time spent in here.
        """
        started = self._stopwatch()
        call = Call(Tally(kind=kind))
        ids = {"requestId": request_id}
        if connection_id is not None:
            ids["connectionId"] = connection_id
        try:
            yield call
        except Exception as fault:
            call.tally.faults.append(type(fault).__name__)
            self._logger.exception("fault", extra={**ids, "kind": call.tally.kind})
            self._metrics.add_metric("Faults", MetricUnit.Count, 1)
            raise
        finally:
            for name, value in ids.items():
                self._metrics.add_metadata(name, value)
            self._metrics.add_metadata("ms", round((self._stopwatch() - started) * 1000, 1))
            self._write(call.tally, max(0, round(self._clock() * 1000) - received_at))

    def _write(self, tally: Tally, latency: Millis) -> None:
        metrics = self._metrics
        metrics.add_metadata("kind", tally.kind)
        if tally.room_id:
            metrics.add_metadata("room", tally.room_id)
        if tally.seq is not None:
            metrics.add_metadata("seq", tally.seq)
        if tally.rejection is not None:
            metrics.add_metadata("rejection", tally.rejection)
            metrics.add_metric("Rejections", MetricUnit.Count, 1)
        if tally.faults:
            metrics.add_metadata("faults", tally.faults)
        for name, counted in _COUNTS.items():
            if count := getattr(tally, counted):
                metrics.add_metric(name, MetricUnit.Count, count)
        metrics.add_metric("LatencyMs", MetricUnit.Milliseconds, latency)
        metrics.flush_metrics()

    def fault(self, where: str, fault: Exception) -> None:
        """Log and count an exception that was caught; ``where`` is a room id or an operation."""
        self._logger.error("fault", extra={"where": where}, exc_info=fault)
        self._metrics.add_metric("Faults", MetricUnit.Count, 1)

    def timer_not_armed(self, room_id: str, code: str) -> None:
        """Log and count that no timer could be made; the room's next command tries again."""
        self._logger.warning("timer not armed", extra={"room": room_id, "code": code})
        self._metrics.add_metric("Faults", MetricUnit.Count, 1)

    def crowd_not_told(self, room_id: str, code: str) -> None:
        """Log that a room's spectators miss a frame, since no call could be made to tell them."""
        self._logger.warning("crowd not told", extra={"room": room_id, "code": code})

    def post_failed(self, connection_id: str, code: str) -> None:
        """Log a post that failed for another reason than that the connection is gone."""
        self._logger.warning("post failed", extra={"connectionId": connection_id, "code": code})
