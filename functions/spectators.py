"""A crowd is told what happened in its room, apart from the players."""

from typing import Any

from functions.aws.startup import without_gc

with without_gc():
    from functions.aws.gateway import read_crowd_call
    from functions.aws.wiring import clients, rooms


def handler(event: dict[str, Any], context: object) -> None:
    """Tell the spectators. What fails is raised: Lambda tries once more, while it is still news."""
    with clients.observer().call("crowd", request_id=str(getattr(context, "aws_request_id", ""))) as call:
        told = read_crowd_call(event)
        call.received_at = told.at
        runner = rooms.parts().runner
        call.tally = runner.crowd(told.room_id, told.frame, but=told.but, now=clients.now_ms())
