"""The function that checks tickets. It loads no game and no room: somebody waits at the door."""

import os
import time
from functools import cache

from functions.aws.environment import text
from functions.aws.secrets import SecretKeys
from functions.aws.startup import without_gc
from functions.aws.wiring import clients


@cache
def keys() -> SecretKeys:
    """The keys with which tickets are read; of ``SECRET_ARN``.

    :raises SettingsError: the variable is missing.
    """
    with without_gc():
        return keys_of(text(os.environ, "SECRET_ARN"))


def keys_of(secret_arn: str) -> SecretKeys:
    """The keys in a secret."""

    def on_fault(fault: Exception) -> None:
        clients.observer().fault("secret", fault)

    return SecretKeys(clients.secrets(), secret_arn, clock=time.monotonic, on_fault=on_fault)
