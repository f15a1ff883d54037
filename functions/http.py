"""The HTTP API behind API Gateway."""

from functools import cache
from typing import Any

from functions.aws.startup import without_gc

with without_gc():
    from mangum import Mangum
    from mangum.adapter import DEFAULT_TEXT_MIME_TYPES

    from functions.aws.wiring import clients, lobby


@cache
def _adapter() -> Mangum:
    # Without lifespan: it would start and stop the application with every request.
    return Mangum(
        lobby.app(),
        lifespan="off",
        # Problems are text too: base64 would hide them in logs.
        text_mime_types=[*DEFAULT_TEXT_MIME_TYPES, "application/problem+json"],
    )


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Answer one request."""
    with clients.observer().call("http") as call:
        request = event["requestContext"]
        call.received_at, call.request_id = request["timeEpoch"], request["requestId"]
        answer: dict[str, Any] = _adapter()(event, context)
        return answer
