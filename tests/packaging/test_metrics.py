"""The lines that the functions write, and the metrics that the template's filters make of them.

The filters are evaluated here as CloudWatch documents their patterns, as far as the template uses
them: ``$.field`` compared with a number, with a text or with ``"*"`` (it is there), joined by ``||``.
"""

import io
import json
import operator
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aws_lambda_powertools import Logger

from functions.aws.observe import Observer
from functions.aws.wiring import clients
from functions.rooms.runner import TRIES
from functions.rooms.tally import Tally
from local.stack import template

RESOURCES: dict[str, Any] = template.read(Path(__file__).resolve().parents[2] / "template.yaml")["Resources"]
STACK = {"Ref": "AWS::StackName"}
NOW = 1_796_040_061_357
LATE = 48

Line = dict[str, Any]
Metrics = dict[str, float]


def of_type(kind: str) -> list[Any]:
    return [each["Properties"] for each in RESOURCES.values() if each["Type"] == kind]


FILTERS = of_type("AWS::Logs::MetricFilter")
ALARMS = [alarm for alarm in of_type("AWS::CloudWatch::Alarm") if alarm["Namespace"] == STACK]

# --- What CloudWatch does ---

TERM = re.compile(r'\$\.(?P<field>\w+) (?P<sign>=|>=|>) (?P<value>"[^"]*"|\d+)')
SIGNS: dict[str, Callable[[Any, Any], bool]] = {"=": operator.eq, ">": operator.gt, ">=": operator.ge}


def holds(term: str, line: Line) -> bool:
    found = TERM.fullmatch(term.strip())
    assert found, f"this evaluator does not know {term}"
    value = line.get(found["field"])
    wanted = json.loads(found["value"])
    if isinstance(wanted, str):
        assert found["sign"] == "="
        return value is not None if wanted == "*" else value == wanted
    return isinstance(value, int | float) and SIGNS[found["sign"]](value, wanted)


def matches(pattern: str, line: Line) -> bool:
    inner = re.fullmatch(r"\{ (.+) \}", pattern)
    assert inner, f"no pattern for JSON: {pattern}"
    return any(holds(term, line) for term in inner[1].split("||"))


def metrics(function: str, lines: list[Line]) -> Metrics:
    """Sums of what the filters of a function's log make of these lines."""
    sums: defaultdict[str, float] = defaultdict(float)
    for each in FILTERS:
        if each["LogGroupName"] != {"Ref": f"{function}Log"}:
            continue
        (made,) = each["MetricTransformations"]
        for line in lines:
            if matches(each["FilterPattern"], line):
                value = made["MetricValue"]
                sums[made["MetricName"]] += line[value[2:]] if value.startswith("$.") else float(value)
    return dict(sums)


# --- What the functions write ---


class Watched:
    """The observer of the composition root, with its clock, and the lines that it wrote."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.written = io.StringIO()
        # Powertools keeps one logger a name, with the stream that the first of them was given.
        monkeypatch.setenv("POWERTOOLS_SERVICE_NAME", f"metrics-{id(self.written)}")
        monkeypatch.setattr(clients, "Logger", partial(Logger, stream=self.written))
        monkeypatch.setattr(clients, "Observer", partial(Observer, clock=lambda: (NOW + LATE) / 1000))
        self.observer = clients.observer.__wrapped__()

    def call(self, kind: str, tally: Tally | None = None, fault: Exception | None = None) -> None:
        with redirect_stdout(self.written), self.observer.call(kind, received_at=NOW, request_id="r") as call:
            if fault is not None:
                raise fault
            if tally is not None:
                call.tally = tally

    def lines(self) -> list[Line]:
        return [json.loads(line) for line in self.written.getvalue().splitlines()]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(monkeypatch)


SETTLING = Tally(kind="act", moves=1, timeouts=2, conflicts=3, posts=4, gone=5, failed_posts=6)
SENT: Metrics = {"Posts": 4, "GonePosts": 5, "FailedPosts": 6}
SETTLED: Metrics = {"Timeouts": 2, "CommandConflicts": 3, **SENT}


@pytest.mark.parametrize(
    ("function", "tally", "expected"),
    [
        ("Websocket", Tally(kind="act", moves=1, posts=2), {"Moves": 1, "Posts": 2}),
        ("Websocket", SETTLING, {"Moves": 1, **SETTLED}),
        ("Websocket", Tally(kind="act", rejection="move/illegal", posts=1), {"Rejections": 1, "Posts": 1}),
        ("Websocket", Tally(kind="connect", rejection="ticket/used"), {"Rejections": 1}),
        ("Websocket", Tally(kind="ping"), {}),
        ("Deadline", replace(SETTLING, kind="wake", moves=0), SETTLED),
        ("Deadline", Tally(kind="wake", room_id="7hq2mkx9tdwc"), {}),
        ("Spectators", Tally(kind="crowd", seq=3, posts=4, gone=5, failed_posts=6), SENT),
        ("Spectators", Tally(kind="crowd", rejection="room/barred"), {"Rejections": 1}),
        ("Authorizer", Tally(kind="authorize", room_id="7hq2mkx9tdwc"), {}),
        ("Authorizer", Tally(kind="authorize", rejection="ticket/invalid"), {"Rejections": 1}),
        ("Lobby", None, {}),
    ],
)
def test_each_kind_of_call_is_counted_by_the_filters_of_its_log(
    watched: Watched, function: str, tally: Tally | None, expected: Metrics
) -> None:
    watched.call("a kind", tally)
    latency: Metrics = {"LatencyMs": LATE} if function == "Websocket" else {}
    assert metrics(function, watched.lines()) == {**expected, **latency}


def an_unhandled_exception(watched: Watched) -> None:
    with suppress(RuntimeError):
        watched.call("$default", fault=RuntimeError("broken"))


def a_caught_one(watched: Watched) -> None:
    watched.observer.fault("7hq2mkx9tdwc", ValueError("the rules are broken"))
    watched.call("act", Tally(kind="act", faults=["ValueError"]))


def a_timer_that_was_not_armed(watched: Watched) -> None:
    watched.observer.timer_not_armed("7hq2mkx9tdwc", "ThrottlingException")
    watched.call("act", Tally(kind="act", unarmed=1))


def two_in_one_call(watched: Watched) -> None:
    watched.observer.timer_not_armed("7hq2mkx9tdwc", "ThrottlingException")
    an_unhandled_exception(watched)


def a_failed_post(watched: Watched) -> None:
    watched.observer.post_failed("conn", "LimitExceededException")
    watched.call("act")


def a_crowd_that_was_not_told(watched: Watched) -> None:
    watched.observer.crowd_not_told("7hq2mkx9tdwc", "ThrottlingException")
    watched.call("act")


@pytest.mark.parametrize("function", ["Authorizer", "Websocket", "Deadline", "Spectators", "Lobby"])
@pytest.mark.parametrize(
    ("happens", "count"),
    [
        (an_unhandled_exception, 1),
        (a_caught_one, 1),
        (a_timer_that_was_not_armed, 1),
        (two_in_one_call, 2),
        (a_failed_post, 0),
        (a_crowd_that_was_not_told, 0),
    ],
)
def test_every_fault_is_counted_once_whichever_function_it_befalls(
    watched: Watched, function: str, happens: Callable[[Watched], None], count: int
) -> None:
    happens(watched)
    assert metrics(function, watched.lines()).get("Faults", 0) == count


def test_the_level_of_a_fault_is_believed_by_lambda(watched: Watched) -> None:
    """It reads ``level`` only where ``timestamp`` is RFC 3339, else the line counts as INFO."""
    a_caught_one(watched)
    (fault,) = [line for line in watched.lines() if "level" in line]
    assert fault["level"] == "ERROR"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d", fault["timestamp"])


# --- What the alarms and the dashboard look at ---


def shown() -> Iterator[str]:
    """The stack's own metrics on the dashboard: ``.`` is as above, ``...`` is all of it."""
    body = json.loads(RESOURCES["Dashboard"]["Properties"]["DashboardBody"]["Fn::Sub"])
    for widget in body["widgets"]:
        above: list[Any] = []
        for row in widget["properties"]["metrics"]:
            names = [part for part in row if isinstance(part, str)]
            if names[0] == "...":
                names = [*above[: len(above) - len(names) + 1], *names[1:]]
            names = [above[at] if name == "." else name for at, name in enumerate(names)]
            above = names
            if names[0] == "${AWS::StackName}":
                assert len(names) == 2, f"no filter gives a dimension: {row}"
                yield names[1]


def test_filters_make_every_metric_that_is_looked_at_and_those_that_are_documented() -> None:
    made = {each["MetricTransformations"][0]["MetricName"] for each in FILTERS}
    assert {alarm["MetricName"] for alarm in ALARMS} | set(shown()) <= made
    guide = (Path(__file__).resolve().parents[2] / "docs" / "deploying.md").read_text("utf-8")
    documented = guide.partition("## Metrics")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", documented, re.MULTILINE)) == made


def test_no_metric_of_the_stack_has_a_dimension() -> None:
    """An alarm that names one would never see a value."""
    assert [alarm for alarm in ALARMS if "Dimensions" in alarm] == []
    transformations = [made for each in FILTERS for made in each["MetricTransformations"]]
    assert [made for made in transformations if "Dimensions" in made] == []
    assert [made for made in transformations if made["MetricNamespace"] != STACK] == []


def test_no_log_counts_a_metric_twice() -> None:
    counted = Counter(
        (each["LogGroupName"]["Ref"], each["MetricTransformations"][0]["MetricName"]) for each in FILTERS
    )
    assert [key for key, count in counted.items() if count > 1] == []


@pytest.mark.parametrize("function", ["Websocket", "Deadline"])
def test_only_a_command_that_was_given_up_counts_for_the_alarm(watched: Watched, function: str) -> None:
    """Being overtaken and carried out at the next try is normal, the more so the more games there are."""
    for conflicts in range(TRIES):
        watched.call("act", Tally(kind="act", conflicts=conflicts))
    assert "LostRaces" not in metrics(function, watched.lines())
    watched.call("act", Tally(kind="act", conflicts=TRIES))
    assert metrics(function, watched.lines())["LostRaces"] == 1
    (alarm,) = [each for each in ALARMS if each["MetricName"] == "LostRaces"]
    assert (alarm["Statistic"], alarm["Threshold"], alarm["Period"]) == ("Sum", 20, 300)
    assert "CommandConflicts" not in {each["MetricName"] for each in ALARMS}
