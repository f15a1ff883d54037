"""``Outbox`` on API Gateway's ``@connections``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from botocore.exceptions import BotoCoreError, ClientError

if TYPE_CHECKING:
    from mypy_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient

    from functions.rooms.ports import PostResult

T = TypeVar("T")

THREADS = 16
"""Posts under way at once beside the calling thread's; its client needs one connection more."""

OnFailure = Callable[[str, str], None]
"""Told of a post or close that failed: the connection id and AWS's or botocore's name for it."""


class GatewayOutbox:
    """Posts each frame once. Every time-out and retry is the client's own business: it is to be made
    with one attempt and short time-outs, since somebody's clock runs meanwhile.

    Several frames go at the same time: one in the calling thread, the others in threads that are
    started when the first such call needs them. All have ended when the call returns, since a Lambda
    is frozen then.
    """

    def __init__(self, client: ApiGatewayManagementApiClient, on_failure: OnFailure) -> None:
        self._client = client
        self._on_failure = on_failure

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Sequence[PostResult]:
        """As ``Outbox.post``."""
        return self._at_once([partial(self._post, connection_id, data) for connection_id, data in frames])

    def close(self, connection_ids: Sequence[str]) -> None:
        """As ``Outbox.close``."""
        self._at_once([partial(self._close, connection_id) for connection_id in connection_ids])

    def _post(self, connection_id: str, data: bytes) -> PostResult:
        return self._attempt(
            connection_id,
            lambda: self._client.post_to_connection(ConnectionId=connection_id, Data=data),
        )

    def _close(self, connection_id: str) -> PostResult:
        return self._attempt(
            connection_id, lambda: self._client.delete_connection(ConnectionId=connection_id)
        )

    def _attempt(self, connection_id: str, call: Callable[[], object]) -> PostResult:
        try:
            call()
        except ClientError as error:
            code = error.response["Error"]["Code"]
            if code == "GoneException" or error.response["ResponseMetadata"]["HTTPStatusCode"] == 410:
                return "gone"
            self._on_failure(connection_id, code)
            return "failed"
        except BotoCoreError as error:
            self._on_failure(connection_id, type(error).__name__)
            return "failed"
        return "sent"

    def _at_once(self, calls: Sequence[Callable[[], T]]) -> list[T]:
        if not calls:
            return []
        others = [self._pool.submit(call) for call in calls[1:]]
        return [calls[0](), *(other.result() for other in others)]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(THREADS, thread_name_prefix="post")
