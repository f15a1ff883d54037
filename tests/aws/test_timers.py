"""Schedules, on moto's EventBridge Scheduler."""

import json
from collections.abc import Iterator
from typing import Any

import botocore.session
import pytest
from botocore.exceptions import ClientError
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
    SchedulerTimers(lambda: scheduler, TO).arm("7hq2mkx9tdwc", 1_796_040_185)
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
    timers = SchedulerTimers(lambda: scheduler, TO)
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

    timers = SchedulerTimers(make, TO)
    assert made == []
    timers.arm("7hq2mkx9tdwc", 1_796_040_185)
    timers.arm("7hq2mkx9tdwc", 1_796_040_186)
    assert made == [scheduler]


@pytest.mark.parametrize("code", ["ThrottlingException", "ValidationException", "AccessDeniedException"])
def test_a_schedule_that_was_not_made_is_a_fault(code: str) -> None:
    """Armed first, saved then: a room whose timer could not be set is not saved as if it were."""
    client = make_scheduler()
    with Stubber(client) as answers:
        answers.add_client_error("create_schedule", code)
        with pytest.raises(ClientError, match=code):
            SchedulerTimers(lambda: client, TO).arm("7hq2mkx9tdwc", 1_796_040_185)
