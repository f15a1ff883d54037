"""The keys that sign tokens, from Secrets Manager.

The secret is JSON: ``{"kid": "2", "key": "…", "previous": {"kid": "1", "key": "…"}}``; ``previous``
is optional, and is a key that is accepted but does not sign. To exchange the key without turning
anybody away, in steps at least ``REFRESH_SEC`` apart: put the new key in as ``previous``; swap the
two; take the old one out when no token that it signed is valid any more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from functions.lobby.tokens import KeySet

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient

REFRESH_SEC = 300


class SecretError(RuntimeError):
    """The secret cannot be had, or is not what it should be. Never holds any of it."""


class SecretKeys:
    """The key set, read anew every five minutes of the process's life.

    ``clock`` gives seconds that only grow. While Secrets Manager does not answer, the keys that were
    read before stay in use and ``on_fault`` hears of it.

    :raises SecretError: on the first call, when there are no keys yet.
    """

    def __init__(
        self,
        client: SecretsManagerClient,
        arn: str,
        *,
        clock: Callable[[], float],
        on_fault: Callable[[Exception], None],
    ) -> None:
        self._client = client
        self._arn = arn
        self._clock = clock
        self._on_fault = on_fault
        self._keys: KeySet | None = None
        self._read_at = 0.0

    def __call__(self) -> KeySet:
        """The keys as of now, or of the last five minutes."""
        now = self._clock()
        if self._keys is not None and now - self._read_at < REFRESH_SEC:
            return self._keys
        try:
            keys = self._read()
        except SecretError as fault:
            if self._keys is None:
                raise
            self._on_fault(fault)
            keys = self._keys
        self._keys, self._read_at = keys, now
        return keys

    def _read(self) -> KeySet:
        try:
            answer = self._client.get_secret_value(SecretId=self._arn)
        except ClientError as error:
            raise SecretError(f"{self._arn} cannot be read: {error.response['Error']['Code']}") from error
        except BotoCoreError as error:
            raise SecretError(f"{self._arn} cannot be read: {type(error).__name__}") from error
        return read_keys(answer.get("SecretString", ""))


def read_keys(secret: str) -> KeySet:
    """The key set in a secret's text.

    :raises SecretError: it is not such a text. The cause is left out, since it may quote the secret.
    """
    try:
        value = json.loads(secret)
    except ValueError:
        raise SecretError("the secret is no JSON") from None
    current = _kid_and_key(value)
    previous = value.get("previous")
    try:
        keys = dict([current]) if previous is None else dict([_kid_and_key(previous), current])
        return KeySet(current[0], keys)
    except ValueError as error:
        raise SecretError(f"the secret's keys will not do: {error}") from None


def _kid_and_key(value: object) -> tuple[str, str]:
    if isinstance(value, Mapping):
        kid, key = value.get("kid"), value.get("key")
        if isinstance(kid, str) and isinstance(key, str):
            return kid, key
    raise SecretError('the secret must look like {"kid": "…", "key": "…"}')
