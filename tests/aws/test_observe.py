"""The one line of a call, and what is never in it."""

import io
import json
from typing import Any

import pytest
from aws_lambda_powertools import Logger

from functions.aws.observe import Observer
from functions.rooms.tally import Tally

NOW = 1_796_040_061_357
ROOM = "7hq2mkx9tdwc"
IDS = {"requestId": "req", "connectionId": "conn"}


class Watch:
    """An observer, its clocks, and what it wrote."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.log = io.StringIO()
        self.capsys = capsys
        self.seconds = iter([10.0, 10.0125])
        # Powertools keeps one logger a name, with the stream that the first of them was given.
        logger = Logger(service=f"websocket-{id(self.log)}", stream=self.log, level="INFO")
        self.observer = Observer(
            logger, clock=lambda: (NOW + 48) / 1000, stopwatch=lambda: next(self.seconds)
        )

    def line(self) -> dict[str, Any]:
        """The one line of a call."""
        (line,) = self.capsys.readouterr().out.splitlines()
        found: dict[str, Any] = json.loads(line)
        return found

    def faults(self) -> list[dict[str, Any]]:
        """The lines of the log."""
        return [json.loads(line) for line in self.log.getvalue().splitlines()]


@pytest.fixture
def watch(capsys: pytest.CaptureFixture[str]) -> Watch:
    return Watch(capsys)


def observe(watch: Watch, tally: Tally) -> dict[str, Any]:
    """The line of a call that came to this."""
    with watch.observer.call("$default", received_at=NOW, request_id="req", connection_id="conn") as call:
        call.tally = tally
    return watch.line()


@pytest.mark.parametrize(
    ("tally", "fields"),
    [
        (
            Tally(kind="act", room_id=ROOM, seq=9, moves=1, posts=3, gone=1, conflicts=2),
            {"kind": "act", "room": ROOM, "seq": 9, "moves": 1, "posts": 3, "gone": 1, "conflicts": 2},
        ),
        (
            Tally(kind="flag", room_id=ROOM, seq=0, timeouts=1, posts=2, failed_posts=1),
            {"kind": "flag", "room": ROOM, "seq": 0, "timeouts": 1, "posts": 2, "failed": 1},
        ),
        (Tally(kind="act", rejection="move/illegal"), {"kind": "act", "rejection": "move/illegal"}),
        (Tally(kind="act", faults=["ValueError"]), {"kind": "act", "faults": ["ValueError"]}),
        (Tally(kind="stranger"), {"kind": "stranger"}),
    ],
    ids=lambda value: value.kind if isinstance(value, Tally) else "",
)
def test_a_call_writes_one_line_with_what_is_not_zero_its_times_and_its_ids(
    watch: Watch, tally: Tally, fields: dict[str, Any]
) -> None:
    assert observe(watch, tally) == {**fields, "ms": 12.5, "latency": 48, **IDS}


def test_the_line_of_an_ordinary_move_is_short(watch: Watch, capsys: pytest.CaptureFixture[str]) -> None:
    """Of ids as AWS draws them; ``bench cost`` says what each byte costs."""
    with watch.observer.call(
        "$default", received_at=NOW, request_id="Uu3yoHNcIE0Fi6g=", connection_id="Uu3pBdsZIE0CFjg="
    ) as call:
        call.tally = Tally(kind="act", room_id=ROOM, seq=35, moves=1, posts=2)
    assert len(capsys.readouterr().out.encode()) <= 160


def test_nothing_of_a_call_is_left_for_the_next(watch: Watch) -> None:
    observe(watch, Tally(kind="act", room_id=ROOM, seq=9, moves=1, rejection="game/over"))
    watch.seconds = iter([20.0, 20.001])
    assert set(observe(watch, Tally(kind="ping"))) == {"kind", "ms", "latency", *IDS}


def test_a_call_of_no_connection_names_none(watch: Watch) -> None:
    with watch.observer.call("wake", received_at=NOW, request_id="req"):
        pass
    assert watch.line() == {"kind": "wake", "ms": 12.5, "latency": 48, "requestId": "req"}


def test_an_exception_is_logged_and_goes_on(watch: Watch) -> None:
    with (
        pytest.raises(RuntimeError, match="broken"),
        watch.observer.call("$default", received_at=NOW, request_id="req", connection_id="conn"),
    ):
        raise RuntimeError("broken")
    line = watch.line()
    assert (line["kind"], line["faults"]) == ("$default", ["RuntimeError"])
    (fault,) = watch.faults()
    assert (fault["level"], fault["message"], fault["requestId"]) == ("ERROR", "fault", "req")
    assert fault["exception_name"] == "RuntimeError"
    assert "Traceback" in fault["exception"]


@pytest.mark.parametrize("known", [Tally(faults=["ValueError"]), Tally(unarmed=1)], ids=["fault", "timer"])
def test_an_exception_that_follows_from_what_was_counted_is_not_counted_again(
    watch: Watch, known: Tally
) -> None:
    names = [*known.faults, "RuntimeError"]

    def fails() -> None:
        with watch.observer.call("wake", received_at=NOW, request_id="req") as call:
            call.tally = known
            raise RuntimeError("try again")

    with pytest.raises(RuntimeError, match="try again"):
        fails()
    assert watch.faults() == []
    assert watch.line()["faults"] == names


def test_what_is_learned_of_a_call_while_it_runs_stands_in_its_line(watch: Watch) -> None:
    with watch.observer.call("socket") as call:
        call.received_at, call.request_id, call.connection_id = NOW, "req", "conn"
    assert watch.line() == {"kind": "socket", "ms": 12.5, "latency": 48, **IDS}


def test_a_call_that_cannot_be_read_has_neither_latency_nor_ids(watch: Watch) -> None:
    with pytest.raises(KeyError), watch.observer.call("socket"):
        raise KeyError("requestContext")
    assert watch.line() == {"kind": "socket", "faults": ["KeyError"], "ms": 12.5}
    (fault,) = watch.faults()
    assert (fault["message"], fault["kind"]) == ("fault", "socket")


def test_a_caught_fault_is_logged_once_with_its_place(watch: Watch) -> None:
    with watch.observer.call("$default", received_at=NOW, request_id="req") as call:
        try:
            raise ValueError("the rules are broken")
        except ValueError as fault:
            watch.observer.fault(ROOM, fault)
        call.tally = Tally(kind="act", faults=["ValueError"])
    (logged,) = watch.faults()
    assert (logged["message"], logged["where"]) == ("fault", ROOM)
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
    assert watch.line()["latency"] == 0
