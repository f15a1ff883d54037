"""The functions that carry events to rooms: sockets, deadlines, and crowds of spectators."""

import os
from dataclasses import dataclass
from functools import cache

from functions.aws.entropy import SystemEntropy
from functions.aws.environment import Environment, number, text
from functions.aws.fanout import LambdaFanout
from functions.aws.outbox import GatewayOutbox
from functions.aws.sockets import Sockets
from functions.aws.startup import without_gc
from functions.aws.store import DynamoStore
from functions.aws.timers import SchedulerTimers, ScheduleTarget
from functions.aws.wiring import clients
from functions.rooms.runner import Runner
from functions.rooms.timing import Policy


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """What these functions read from their environment."""

    table_name: str
    connections_endpoint: str
    schedules: ScheduleTarget
    spectators_arn: str
    policy: Policy

    @staticmethod
    def read(environment: Environment) -> "RoomSettings":
        """:raises SettingsError: a variable is missing or no number."""
        return RoomSettings(
            table_name=text(environment, "TABLE_NAME"),
            connections_endpoint=text(environment, "CONNECTIONS_ENDPOINT"),
            schedules=ScheduleTarget(
                group=text(environment, "SCHEDULE_GROUP"),
                role_arn=text(environment, "SCHEDULE_ROLE_ARN"),
                function_arn=text(environment, "DEADLINE_ARN"),
                dead_letters_arn=text(environment, "DEADLINE_DLQ_ARN"),
            ),
            spectators_arn=text(environment, "SPECTATORS_ARN"),
            policy=Policy(
                margin_ms=number(environment, "FLAG_MARGIN_MS"),
                not_before=number(environment, "NOT_BEFORE"),
                waiting_life_sec=number(environment, "WAITING_LIFE_SEC"),
                playing_life_sec=number(environment, "PLAYING_LIFE_SEC"),
                finished_life_sec=number(environment, "FINISHED_LIFE_SEC"),
                max_spectators=number(environment, "MAX_SPECTATORS"),
            ),
        )


@dataclass(frozen=True, slots=True)
class RoomParts:
    """What these functions are made of."""

    runner: Runner
    sockets: Sockets


@cache
def parts() -> RoomParts:
    """The parts, of this process's environment.

    :raises SettingsError: a variable is missing or no number.
    """
    with without_gc():
        settings = RoomSettings.read(os.environ)
        observer = clients.observer()
        store = DynamoStore(clients.dynamodb(), settings.table_name)
        outbox = GatewayOutbox(clients.connections(settings.connections_endpoint), observer.post_failed)
        runner = Runner(
            rooms=store,
            connections=store,
            outbox=outbox,
            timers=SchedulerTimers(clients.scheduler, settings.schedules, observer.timer_not_armed),
            entropy=SystemEntropy(),
            policy=settings.policy,
            on_fault=observer.fault,
            fanout=LambdaFanout(clients.functions, settings.spectators_arn, observer.crowd_not_told),
        )
        return RoomParts(runner, Sockets(runner, store, outbox))
