"""The function behind the HTTP API."""

import os
from dataclasses import dataclass
from functools import cache

from starlette.applications import Starlette

from functions.aws.entropy import SystemEntropy
from functions.aws.environment import Environment, number, text
from functions.aws.startup import without_gc
from functions.aws.store import DynamoStore
from functions.aws.wiring import clients
from functions.aws.wiring.tickets import keys_of
from functions.lobby.app import build_app
from functions.lobby.service import Lobby
from functions.rooms.timing import Policy

VERSION = "0.1.0"
"""As in ``pyproject.toml``; a test compares."""


@dataclass(frozen=True, slots=True)
class LobbySettings:
    """What the function reads from its environment. It enforces no deadline: of the policy only the
    lives of rooms matter."""

    table_name: str
    secret_arn: str
    socket_url: str
    policy: Policy
    cors_origins: tuple[str, ...]

    @staticmethod
    def read(environment: Environment) -> "LobbySettings":
        """:raises SettingsError: a variable is missing or no number."""
        origins = text(environment, "CORS_ORIGINS").split(",")
        return LobbySettings(
            table_name=text(environment, "TABLE_NAME"),
            secret_arn=text(environment, "SECRET_ARN"),
            socket_url=text(environment, "SOCKET_URL"),
            policy=Policy(
                waiting_life_sec=number(environment, "WAITING_LIFE_SEC"),
                playing_life_sec=number(environment, "PLAYING_LIFE_SEC"),
                finished_life_sec=number(environment, "FINISHED_LIFE_SEC"),
            ),
            cors_origins=tuple(origin.strip() for origin in origins if origin.strip()),
        )


@cache
def app() -> Starlette:
    """The application, of this process's environment.

    :raises SettingsError: a variable is missing or no number.
    """
    with without_gc():
        settings = LobbySettings.read(os.environ)
        lobby = Lobby(
            store=DynamoStore(clients.dynamodb(), settings.table_name),
            keys=keys_of(settings.secret_arn),
            clock=clients.now_ms,
            entropy=SystemEntropy(),
            policy=settings.policy,
            socket_url=settings.socket_url,
        )
        return build_app(
            lobby, cors_origins=settings.cors_origins, version=VERSION, on_fault=clients.observer().fault
        )
