"""A timer's call: look whether a room's deadline has passed."""

from typing import Any

from functions.aws.startup import without_gc

with without_gc():
    from functions.aws.gateway import read_wake_up
    from functions.aws.wiring import clients, rooms
    from functions.rooms.runner import WakeUpError


def handler(event: dict[str, Any], context: object) -> None:
    """Wake the room. What fails is raised: Lambda tries twice more, then it lies in the dead letters."""
    with clients.observer().call("wake", request_id=str(getattr(context, "aws_request_id", ""))) as call:
        room_id, fire_at = read_wake_up(event)
        call.received_at = fire_at * 1000
        try:
            call.tally = rooms.parts().runner.woken(room_id, fire_at, clients.now_ms())
        except WakeUpError as failure:
            call.tally = failure.tally
            raise
