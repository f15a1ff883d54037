"""``$connect``, ``$disconnect`` and every frame of a socket."""

from typing import Any

from functions.aws.startup import without_gc

with without_gc():
    from functions.aws.gateway import read_socket_event
    from functions.aws.wiring import clients, rooms


def handler(event: dict[str, Any], context: object) -> dict[str, int]:
    """Answer 200; 403 to a ``$connect`` whose ticket was used before.

    A fault is raised: the gateway tells the client, who sends the frame again with the same ``cs``.
    """
    del context
    with clients.observer().call("socket") as call:
        arrived = read_socket_event(event)
        call.tally.kind, call.received_at = arrived.route, arrived.received_at
        call.request_id, call.connection_id = arrived.request_id, arrived.connection_id
        sockets = rooms.parts().sockets
        if arrived.route == "$connect":
            may_open, call.tally = sockets.opened(arrived)
            return {"statusCode": 200 if may_open else 403}
        if arrived.route == "$disconnect":
            call.tally = sockets.closed(arrived)
        else:
            call.tally = sockets.frame(arrived)
        return {"statusCode": 200}
