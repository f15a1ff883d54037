"""``Fanout`` as an asynchronous call of the spectators' function."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from botocore.exceptions import BotoCoreError, ClientError

if TYPE_CHECKING:
    from engine.game import Millis


class Invoker(Protocol):
    """The one call of Lambda's client that is made here."""

    def invoke(self, *, FunctionName: str, InvocationType: str, Payload: bytes) -> object:  # noqa: N803
        """Call a function."""


OnFailure = Callable[[str, str], None]
"""Told of a call that could not be made: the room id and AWS's or botocore's name for it."""


class LambdaFanout:
    """Hands frames over to the function ``functions/spectators.py``. The client is made by the first
    call: most rooms never see a crowd. A frame is far smaller than the megabyte that such a call takes.
    """

    def __init__(self, make_client: Callable[[], Invoker], function_arn: str, on_failure: OnFailure) -> None:
        self._make_client = make_client
        self._function_arn = function_arn
        self._on_failure = on_failure

    def tell(self, room_id: str, frame: bytes | None, *, but: str | None, now: Millis) -> None:
        """As ``Fanout.tell``: the answer comes when the call is queued, not when it is done."""
        call = {"room": room_id, "frame": None if frame is None else frame.decode(), "but": but, "at": now}
        try:
            self._client.invoke(
                FunctionName=self._function_arn,
                InvocationType="Event",
                Payload=json.dumps(call, ensure_ascii=False, separators=(",", ":")).encode(),
            )
        except ClientError as error:
            self._on_failure(room_id, error.response["Error"]["Code"])
        except BotoCoreError as error:
            self._on_failure(room_id, type(error).__name__)

    @cached_property
    def _client(self) -> Invoker:
        return self._make_client()
