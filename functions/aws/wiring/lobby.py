"""The function behind the HTTP API."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from starlette.applications import Starlette

from engine.game import Millis
from functions.aws.entropy import SystemEntropy
from functions.aws.environment import Environment, number, optional, text
from functions.aws.startup import without_gc
from functions.aws.store import DynamoStore
from functions.aws.wiring import clients
from functions.aws.wiring.tickets import keys_of
from functions.lobby.app import build_app
from functions.lobby.service import Lobby
from functions.lobby.tokens import GuestClaims
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
    provider: tuple[str, str] | None
    """Issuer and audience of an OpenID provider."""
    guests: bool

    @staticmethod
    def read(environment: Environment) -> "LobbySettings":
        """:raises SettingsError: a variable is missing or no number."""
        issuer = optional(environment, "OIDC_ISSUER")
        return LobbySettings(
            table_name=text(environment, "TABLE_NAME"),
            secret_arn=text(environment, "SECRET_ARN"),
            socket_url=text(environment, "SOCKET_URL"),
            policy=Policy(
                waiting_life_sec=number(environment, "WAITING_LIFE_SEC"),
                playing_life_sec=number(environment, "PLAYING_LIFE_SEC"),
                finished_life_sec=number(environment, "FINISHED_LIFE_SEC"),
            ),
            provider=None if issuer is None else (issuer, text(environment, "OIDC_AUDIENCE")),
            guests=text(environment, "GUESTS") != "off",
        )


@cache
def app() -> Starlette:
    """The application, of this process's environment.

    :raises SettingsError: a variable is missing or no number.
    """
    with without_gc():
        settings = LobbySettings.read(os.environ)
        on_fault = clients.observer().fault
        lobby = Lobby(
            store=DynamoStore(clients.dynamodb(), settings.table_name),
            keys=keys_of(settings.secret_arn),
            clock=clients.now_ms,
            entropy=SystemEntropy(),
            policy=settings.policy,
            socket_url=settings.socket_url,
            on_fault=on_fault,
            vouched=None if settings.provider is None else _vouched(*settings.provider),
            guests=settings.guests,
        )
        return build_app(lobby, version=VERSION, on_fault=on_fault)


def _vouched(issuer: str, audience: str) -> Callable[[str, Millis], GuestClaims | None]:
    """Who somebody is by a token of the provider. Its code is loaded only where there is one."""
    from functions.lobby.fetch import fetch
    from functions.lobby.oidc import Provider

    def on_fault(fault: Exception) -> None:
        clients.observer().fault("provider", fault)

    return Provider(issuer, audience, fetch=fetch, clock=time.monotonic, on_fault=on_fault).read
