"""Schedules, on moto's EventBridge Scheduler."""

import json
from collections.abc import Iterator
from typing import Any, NoReturn, cast

import botocore.session
import pytest
from botocore.exceptions import ConnectTimeoutError
from botocore.stub import Stubber
from moto import mock_aws

from functions.aws.gateway import read_wake_up
from functions.aws.timers import SchedulerTimers, ScheduleTarget
from tests.aws.conftest import REGION

TO = ScheduleTarget(
    group="nolpan-deadlines",
    role_arn="arn:aws:iam::123456789012:role/nolpan-schedules",
    function_arn="arn:aws:lambda:ap-northeast-2:123456789012:function:nolpan-deadline",
    dead_letters_arn="arn:aws:sqs:ap-northeast-2:123456789012:nolpan-dead-letters",
)


def no_failure(room: str, why: str) -> NoReturn:
    """The service is not expected to fail here."""
    raise AssertionError((room, why))


def make_scheduler() -> Any:
    """A plain client."""
    return botocore.session.Session().create_client("scheduler", region_name=REGION)


@pytest.fixture
def scheduler() -> Iterator[Any]:
    """moto's scheduler with the group of ``template.yaml``."""
    with mock_aws():
        client = make_scheduler()
        client.create_schedule_group(Name=TO.group)
        yield client


def test_a_schedule_fires_once_at_the_second_and_deletes_itself(scheduler: Any) -> None:
    SchedulerTimers(lambda: scheduler, TO, no_failure).arm("7hq2mkx9tdwc", 1_796_040_185)
    made = scheduler.get_schedule(GroupName=TO.group, Name="7hq2mkx9tdwc-1796040185")
    assert made["ScheduleExpression"] == "at(2026-11-30T12:03:05)"
    assert made["ScheduleExpressionTimezone"] == "UTC"
    assert made["FlexibleTimeWindow"] == {"Mode": "OFF"}
    assert made["ActionAfterCompletion"] == "DELETE"
    target = made["Target"]
    assert (target["Arn"], target["RoleArn"]) == (TO.function_arn, TO.role_arn)
    assert target["DeadLetterConfig"] == {"Arn": TO.dead_letters_arn}
    assert target["RetryPolicy"] == {"MaximumRetryAttempts": 10, "MaximumEventAgeInSeconds": 3_600}
    assert read_wake_up(json.loads(target["Input"])) == ("7hq2mkx9tdwc", 1_796_040_185)


def test_arming_what_is_armed_is_no_error_and_no_second_schedule(scheduler: Any) -> None:
    timers = SchedulerTimers(lambda: scheduler, TO, no_failure)
    timers.arm("7hq2mkx9tdwc", 1_796_040_185)
    timers.arm("7hq2mkx9tdwc", 1_796_040_185)
    timers.arm("7hq2mkx9tdwc", 1_796_040_186)
    names = [schedule["Name"] for schedule in scheduler.list_schedules(GroupName=TO.group)["Schedules"]]
    assert sorted(names) == ["7hq2mkx9tdwc-1796040185", "7hq2mkx9tdwc-1796040186"]


def test_the_client_is_made_by_the_first_call_and_kept(scheduler: Any) -> None:
    made: list[Any] = []

    def make() -> Any:
        made.append(scheduler)
        return scheduler

    timers = SchedulerTimers(make, TO, no_failure)
    assert made == []
    timers.arm("7hq2mkx9tdwc", 1_796_040_185)
    timers.arm("7hq2mkx9tdwc", 1_796_040_186)
    assert made == [scheduler]


@pytest.mark.parametrize("code", ["ThrottlingException", "ValidationException", "AccessDeniedException"])
def test_a_schedule_that_could_not_be_made_is_told_and_is_no_exception(code: str) -> None:
    """A move in time must not be lost because a timer for later cannot be made now."""
    client = make_scheduler()
    with Stubber(client) as answers:
        answers.add_client_error("create_schedule", code)
        told: list[tuple[str, str]] = []
        timers = SchedulerTimers(lambda: client, TO, lambda room, why: told.append((room, why)))
        assert timers.arm("7hq2mkx9tdwc", 1_796_040_185) is False
    assert told == [("7hq2mkx9tdwc", code)]


def test_a_service_that_does_not_answer_is_told_too() -> None:
    class Silent:
        def create_schedule(self, **_: object) -> None:
            raise ConnectTimeoutError(endpoint_url="scheduler")

    told: list[str] = []
    timers = SchedulerTimers(lambda: cast("Any", Silent()), TO, lambda _, why: told.append(why))
    assert timers.arm("7hq2mkx9tdwc", 1_796_040_185) is False
    assert told == ["ConnectTimeoutError"]
