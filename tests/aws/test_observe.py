"""The one line of a call, and what is never in it."""

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from aws_lambda_powertools import Logger, Metrics

from functions.aws.observe import Observer
from functions.rooms.tally import Tally

NOW = 1_796_040_061_357


class Watch:
    """An observer, its clocks, and what it wrote."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.log = io.StringIO()
        self.capsys = capsys
        self.seconds = iter([10.0, 10.0125])
        # Powertools keeps one logger a name, with the stream that the first of them was given.
        logger = Logger(service=f"websocket-{id(self.log)}", stream=self.log, level="INFO")
        self.metrics = Metrics(namespace="Nolpan", service="websocket")
        self.observer = Observer(
            logger, self.metrics, clock=lambda: (NOW + 48) / 1000, stopwatch=lambda: next(self.seconds)
        )

    def lines(self) -> list[dict[str, Any]]:
        """The lines in the metrics' format."""
        return [json.loads(line) for line in self.capsys.readouterr().out.splitlines()]

    def faults(self) -> list[dict[str, Any]]:
        """The lines of the log."""
        return [json.loads(line) for line in self.log.getvalue().splitlines()]


@pytest.fixture
def watch(capsys: pytest.CaptureFixture[str]) -> Iterator[Watch]:
    """A fresh observer; Powertools keeps metrics in the class, so they are cleared behind it."""
    watch = Watch(capsys)
    yield watch
    watch.metrics.clear_metrics()


def observe(watch: Watch, tally: Tally) -> dict[str, Any]:
    """The line of a call that came to this."""
    with watch.observer.call("$default", received_at=NOW, request_id="req", connection_id="conn") as call:
        call.tally = tally
    (line,) = watch.lines()
    return line


def test_a_call_writes_one_line_with_its_ids_counts_and_times(watch: Watch) -> None:
    line = observe(
        watch, Tally(kind="act", room_id="7hq2mkx9tdwc", seq=9, moves=1, posts=3, gone=1, conflicts=2)
    )
    (metrics,) = line.pop("_aws")["CloudWatchMetrics"]
    assert line == {
        "service": "websocket",
        "requestId": "req",
        "connectionId": "conn",
        "room": "7hq2mkx9tdwc",
        "kind": "act",
        "seq": 9,
        "ms": 12.5,
        "LatencyMs": [48.0],
        "Moves": [1.0],
        "Posts": [3.0],
        "GonePosts": [1.0],
        "CommandConflicts": [2.0],
    }
    assert metrics["Namespace"] == "Nolpan"
    assert metrics["Dimensions"] == [["service"]]
    assert {metric["Name"]: metric["Unit"] for metric in metrics["Metrics"]} == {
        "LatencyMs": "Milliseconds",
        **dict.fromkeys(("Moves", "Posts", "GonePosts", "CommandConflicts"), "Count"),
    }


def test_a_refusal_is_counted_and_its_code_can_be_searched(watch: Watch) -> None:
    line = observe(watch, Tally(kind="act", rejection="move/illegal"))
    assert line["Rejections"] == [1.0]
    assert line["rejection"] == "move/illegal"


def test_nothing_of_a_call_is_left_for_the_next(watch: Watch) -> None:
    observe(watch, Tally(kind="act", room_id="7hq2mkx9tdwc", seq=9, moves=1, rejection="game/over"))
    watch.seconds = iter([20.0, 20.001])
    second = observe(watch, Tally(kind="ping"))
    assert set(second) == {"_aws", "service", "requestId", "connectionId", "kind", "ms", "LatencyMs"}


def test_an_exception_is_logged_counted_and_goes_on(watch: Watch) -> None:
    with (
        pytest.raises(RuntimeError, match="broken"),
        watch.observer.call("$default", received_at=NOW, request_id="req", connection_id="conn"),
    ):
        raise RuntimeError("broken")
    (line,) = watch.lines()
    assert line["Faults"] == [1.0]
    assert line["faults"] == ["RuntimeError"]
    assert line["kind"] == "$default"
    (fault,) = watch.faults()
    assert fault["level"] == "ERROR"
    assert fault["requestId"] == "req"
    assert fault["exception_name"] == "RuntimeError"
    assert "Traceback" in fault["exception"]


def test_a_caught_fault_is_logged_with_its_place_and_counted_once(watch: Watch) -> None:
    with watch.observer.call("$default", received_at=NOW, request_id="req") as call:
        try:
            raise ValueError("the rules are broken")
        except ValueError as fault:
            watch.observer.fault("7hq2mkx9tdwc", fault)
        call.tally = Tally(kind="act", faults=["ValueError"])
    (line,) = watch.lines()
    assert line["Faults"] == [1.0]
    (logged,) = watch.faults()
    assert logged["where"] == "7hq2mkx9tdwc"
    assert "the rules are broken" in logged["exception"]


def test_a_failed_post_is_a_warning(watch: Watch) -> None:
    watch.observer.post_failed("conn", "LimitExceededException")
    (logged,) = watch.faults()
    assert (logged["level"], logged["connectionId"], logged["code"]) == (
        "WARNING",
        "conn",
        "LimitExceededException",
    )


def test_a_clock_that_runs_behind_the_gateways_gives_no_negative_latency(watch: Watch) -> None:
    with watch.observer.call("$default", received_at=NOW + 1_000, request_id="req"):
        pass
    (line,) = watch.lines()
    assert line["LatencyMs"] == [0.0]
