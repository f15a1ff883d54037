"""``$connect``, ``$disconnect`` and every frame of a socket."""

from typing import Any

from functions.aws.startup import without_gc

with without_gc():
    from functions.aws.gateway import read_socket_event
    from functions.aws.wiring import rooms


def handler(event: dict[str, Any], context: object) -> dict[str, int]:
    """Answer 200; 403 to a ``$connect`` whose ticket was used before.

    A fault is raised: the gateway tells the client, who sends the frame again with the same ``cs``.
    """
    del context
    arrived = read_socket_event(event)
    parts = rooms.parts()
    with parts.observer.call(
        arrived.route,
        received_at=arrived.received_at,
        request_id=arrived.request_id,
        connection_id=arrived.connection_id,
    ) as call:
        if arrived.route == "$connect":
            may_open, call.tally = parts.sockets.opened(arrived)
            return {"statusCode": 200 if may_open else 403}
        if arrived.route == "$disconnect":
            call.tally = parts.sockets.closed(arrived)
        else:
            call.tally = parts.sockets.frame(arrived)
        return {"statusCode": 200}
