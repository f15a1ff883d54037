"""API Gateway's and Scheduler's events, read into values; and the authorizer's answers.

The authorizer answers with a context, and the gateway hands it to every later event of the socket:
written and read here, so that both sides agree. Its values are strings; a nickname is
percent-encoded, since the gateway passes them on as headers of HTTP are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    # Each would load a library that one of the functions can do without: pydantic, PyJWT.
    from engine.game import Millis, PlayerId
    from functions.lobby.tokens import TicketClaims

Event: TypeAlias = Mapping[str, Any]
Route: TypeAlias = Literal["$connect", "$disconnect", "$default"]

# Not by ``routeKey``: a client chooses the route of a frame, and may call its frame ``$disconnect``.
_ROUTES: Mapping[str, Route] = {"CONNECT": "$connect", "DISCONNECT": "$disconnect", "MESSAGE": "$default"}


@dataclass(frozen=True, slots=True)
class Admission:
    """The ticket with which a socket was let in, as the gateway hands it on."""

    ticket_id: str
    room_id: str
    player: PlayerId
    tab: str
    nickname: str
    ticket_expires_at: int


@dataclass(frozen=True, slots=True)
class SocketEvent:
    """Something happened to a socket, received by the gateway at ``received_at``.

    ``admission`` is None if the gateway did not tell. ``text`` is the frame, empty for one that holds
    no text (and for none).
    """

    route: Route
    connection_id: str
    request_id: str
    received_at: Millis
    admission: Admission | None
    text: str


def read_socket_event(event: Event) -> SocketEvent:
    """The event of a WebSocket API.

    :raises KeyError: it is none.
    """
    context = event["requestContext"]
    return SocketEvent(
        route=_ROUTES[context["eventType"]],
        connection_id=context["connectionId"],
        request_id=context["requestId"],
        received_at=context["requestTimeEpoch"],
        admission=_admission(context.get("authorizer") or {}),
        # A binary frame comes as Base64, and no frame of ours is binary.
        text="" if event.get("isBase64Encoded") else event.get("body") or "",
    )


def _admission(context: Mapping[str, str]) -> Admission | None:
    try:
        return Admission(
            ticket_id=context["ticket"],
            room_id=context["room"],
            player=cast("PlayerId", context["player"]),
            tab=context["tab"],
            nickname=unquote(context["nickname"]),
            ticket_expires_at=int(context["ticketExpiresAt"]),
        )
    except KeyError:
        return None


def ticket_in(event: Event) -> str:
    """The ticket in an authorizer's event; empty if there is none."""
    parameters = event.get("queryStringParameters") or {}
    ticket = parameters.get("ticket", "")
    return ticket if isinstance(ticket, str) else ""


def allowed(event: Event, claims: TicketClaims) -> dict[str, Any]:
    """The authorizer's answer that lets the socket in."""
    context = {
        "room": claims.room_id,
        "player": claims.player,
        "tab": claims.tab,
        "nickname": quote(claims.nickname),
        "ticket": claims.ticket_id,
        "ticketExpiresAt": str(claims.expires_at),
    }
    return {**_verdict(event, "Allow", claims.player), "context": context}


def denied(event: Event) -> dict[str, Any]:
    """The authorizer's answer that refuses the socket: 403."""
    return _verdict(event, "Deny", "nobody")


def _verdict(event: Event, effect: Literal["Allow", "Deny"], principal: str) -> dict[str, Any]:
    statement = {"Action": "execute-api:Invoke", "Effect": effect, "Resource": event["methodArn"]}
    return {
        "principalId": principal,
        "policyDocument": {"Version": "2012-10-17", "Statement": [statement]},
    }


def read_wake_up(event: Event) -> tuple[str, int]:
    """Room and Unix second of a timer's call.

    :raises ValueError: it is none. Lambda tries again, then it lies in the dead letters.
    """
    room, fire_at = event.get("room"), event.get("fireAt")
    if not isinstance(room, str) or not room or not isinstance(fire_at, int) or isinstance(fire_at, bool):
        raise ValueError('a wake-up call must look like {"room": "…", "fireAt": 1796040185}')
    return room, fire_at


@dataclass(frozen=True, slots=True)
class CrowdCall:
    """What a room's spectators are to hear, all but one connection (``Runner.crowd``); it happened
    ``at``."""

    room_id: str
    frame: bytes | None
    but: str | None
    at: Millis


def read_crowd_call(event: Event) -> CrowdCall:
    """The call that ``LambdaFanout`` makes.

    :raises ValueError: it is none.
    """
    match event:
        case {"room": str(room), "frame": str() | None as frame, "but": str() | None as but, "at": int(at)}:
            return CrowdCall(room, None if frame is None else frame.encode(), but, at)
        case _:
            raise ValueError(
                'a call must look like {"room": "…", "frame": "…", "but": "…", "at": 1796040185000}'
            )
