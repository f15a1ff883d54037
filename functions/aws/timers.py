"""``Timers`` on EventBridge Scheduler: one-time schedules that delete themselves.

A schedule is named after its room and second, so that arming what is armed is a conflict of names
and no second call. The service is precise to a minute and may call twice; the room expects that.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

if TYPE_CHECKING:
    from mypy_boto3_scheduler import EventBridgeSchedulerClient

HAND_OVER_RETRIES = 10
HAND_OVER_LIFE_SEC = 3600
"""How long the service tries to hand a call to Lambda. What the function then makes of it has
retries of its own; a call that failed for good lies in the dead letters."""


OnFailure = Callable[[str, str], None]
"""Told of a timer that could not be made: the room id and AWS's or botocore's name for the reason."""


@dataclass(frozen=True, slots=True)
class ScheduleTarget:
    """What schedules call and where they belong: ARNs, and the group's name."""

    group: str
    role_arn: str
    function_arn: str
    dead_letters_arn: str


class SchedulerTimers:
    """Arms schedules. The client is made by the first call: most commands need none."""

    def __init__(
        self,
        make_client: Callable[[], EventBridgeSchedulerClient],
        to: ScheduleTarget,
        on_failure: OnFailure,
    ) -> None:
        self._make_client = make_client
        self._to = to
        self._on_failure = on_failure

    def arm(self, room_id: str, fire_at: int) -> bool:
        """As ``Timers.arm``."""
        at = datetime.fromtimestamp(fire_at, UTC)
        try:
            self._client.create_schedule(
                Name=f"{room_id}-{fire_at}",
                GroupName=self._to.group,
                ScheduleExpression=f"at({at:%Y-%m-%dT%H:%M:%S})",
                ScheduleExpressionTimezone="UTC",
                FlexibleTimeWindow={"Mode": "OFF"},
                ActionAfterCompletion="DELETE",
                Target={
                    "Arn": self._to.function_arn,
                    "RoleArn": self._to.role_arn,
                    "Input": json.dumps({"room": room_id, "fireAt": fire_at}),
                    "DeadLetterConfig": {"Arn": self._to.dead_letters_arn},
                    "RetryPolicy": {
                        "MaximumRetryAttempts": HAND_OVER_RETRIES,
                        "MaximumEventAgeInSeconds": HAND_OVER_LIFE_SEC,
                    },
                },
            )
        except ClientError as error:
            code = error.response["Error"]["Code"]
            if code != "ConflictException":
                self._on_failure(room_id, code)
                return False
        except BotoCoreError as error:
            self._on_failure(room_id, type(error).__name__)
            return False
        return True

    @cached_property
    def _client(self) -> EventBridgeSchedulerClient:
        return self._make_client()
