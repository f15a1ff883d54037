"""A timer's call: look whether a room's deadline has passed."""

from typing import Any

from functions.aws.startup import without_gc

with without_gc():
    from functions.aws.gateway import read_wake_up
    from functions.aws.wiring import clients, rooms


def handler(event: dict[str, Any], context: object) -> None:
    """Wake the room. What fails is raised: Lambda tries twice more, then it lies in the dead letters."""
    room_id, fire_at = read_wake_up(event)
    parts = rooms.parts()
    request_id = str(getattr(context, "aws_request_id", ""))
    with parts.observer.call("wake", received_at=fire_at * 1000, request_id=request_id) as call:
        call.tally = parts.runner.woken(room_id, fire_at, clients.now_ms())
