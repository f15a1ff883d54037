"""The authorizer of sockets: whether a ticket is ours and still valid."""

from typing import Any

from functions.aws.startup import without_gc

with without_gc():
    from functions.aws.gateway import allowed, denied, ticket_in
    from functions.aws.wiring import clients, tickets
    from functions.lobby.tokens import read_ticket
    from functions.rooms.tally import Tally


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """Allow, with what the ticket says, or deny. Whether it was used before is for ``$connect``."""
    del context
    with clients.observer().call("authorize") as call:
        request = event["requestContext"]
        call.received_at, call.request_id = request["requestTimeEpoch"], request["requestId"]
        claims = read_ticket(ticket_in(event), tickets.keys()(), clients.now_ms())
        if claims is None:
            call.tally = Tally(kind="authorize", rejection="ticket/invalid")
            return denied(event)
        call.tally = Tally(kind="authorize", room_id=claims.room_id)
        return allowed(event, claims)
