"""The socket as an AsyncAPI 3.0 document, from the models that read frames and the shapes of those
that are sent. Operations are the server's: it receives what clients say and sends what they hear.
"""

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from functions.rooms import messages, wire
from local.contracts.documents import components, prose, version
from local.contracts.parts import REF
from local.contracts.tree import Tree, Value

_ABOUT = f"""\
Playing a game of Nolpan. `createTicket` of the HTTP API answers the whole address of a socket, ticket
included; a ticket opens one socket to one room, once, within a minute.

**Frames** are JSON objects with a `type`, in UTF-8, one a message. A client's are at most
{messages.MAX_FRAME_BYTES} bytes. Fields and types may be added, none is renamed: ignore what you do not
know. Instants are milliseconds since 1970 UTC; every frame of the server has its time as `now`.

**First** say `hello`: it makes the connection known to the room, and is answered with `room`. Send
`ping` every eight minutes if nothing else is sent. A connection lasts two hours at most: get a new
ticket and come back.

**Commands** carry `cs`, which a tab raises by one for each new command in a room; one at a time. A
command is confirmed by a frame with its `cs` (or by `you.cs` of a `room`), and refused by `rejected`
with its `cs`. Until then, send it again with the same `cs`, on a new connection too: it is carried out
once. The number of a refused command is not used again.

**Versions**: `seq` rises by one with every change of the room. Drop an `update` that is not newer than
what you know; when one is missing, send `sync` once (spectators after a random 0 to 2 seconds). Only a
`room` may set `seq` back. In an `update` the view's `moves` begin at its `movesFrom`: cut there and
append.

**Deadlines**: when the frame's `deadline` has passed, send `flag`: players at once, spectators after 3
seconds and a random 0 to 2 more.

A frame without `type` is the gateway's: the function behind it failed. Send what is not confirmed again.
"""


_ANSWERS: Mapping[str, tuple[str, ...]] = {
    "Hello": ("Room", "Rejected"),
    "Sync": ("Room", "Rejected"),
    "Ping": ("Pong", "Rejected"),
    "Act": ("Update", "Room", "Rejected"),
    "Flag": ("Update", "Room", "Rejected"),
    "Chat": ("ChatLine", "Rejected"),
}
"""What may answer a client's message; every other is a command that changes the room."""
_OF_A_COMMAND = ("Room", "Rejected")


def asyncapi() -> Tree:
    """The document."""
    said, told = client_frames(), server_frames()
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Nolpan socket", "version": version(), "description": _ABOUT},
        "defaultContentType": "application/json",
        "servers": _servers(),
        "channels": {
            "room": {
                "address": "/",
                "title": "A room's socket",
                "description": "Which room, and as whom, says the ticket.",
                "servers": [{"$ref": "#/servers/deployed"}, {"$ref": "#/servers/local"}],
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in [*said, *told]},
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "query": {
                            "type": "object",
                            "required": ["ticket"],
                            "properties": {"ticket": {"type": "string"}},
                        },
                        "bindingVersion": "0.1.0",
                    }
                },
            }
        },
        "operations": {
            **{f"receive{name}": _receives(name) for name in said},
            **{f"send{name}": _sends(name) for name in told},
        },
        "components": {
            "messages": {name: _message(frame) for name, frame in [*said.items(), *told.items()]},
            "schemas": components(frames()),
            "securitySchemes": {
                "ticket": {
                    "type": "httpApiKey",
                    "name": "ticket",
                    "in": "query",
                    "description": "The `ticket` of `createTicket`, already in its `url`.",
                }
            },
        },
    }


def _servers() -> Tree:
    security: list[Value] = [{"$ref": "#/components/securitySchemes/ticket"}]
    return {
        "deployed": {
            "host": "{apiId}.execute-api.{region}.amazonaws.com",
            "pathname": "/{stage}",
            "protocol": "wss",
            "description": "A deployed stack, unless it has a domain of its own.",
            "variables": {
                "apiId": {"description": "The id of the WebSocket API."},
                "region": {"default": "ap-northeast-2"},
                "stage": {"default": "live"},
            },
            "security": security,
        },
        "local": {
            "host": "127.0.0.1:4566",
            "pathname": "/_aws/execute-api/{apiId}/live",
            "protocol": "ws",
            "description": "The stack that `make run` starts.",
            "variables": {"apiId": {"description": "The id of the WebSocket API."}},
            "security": security,
        },
    }


def frames() -> dict[str, Tree]:
    """The schemas of all frames, the games' parts not filled in yet."""
    adapters: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        (frame.__name__, "validation", TypeAdapter(frame))
        for frame in [*client_frames().values(), *server_frames().values()]
    ]
    by_key, whole = TypeAdapter.json_schemas(adapters, ref_template=REF + "{model}")
    found: dict[str, Tree] = whole["$defs"]
    return found | {name: schema for (name, _), schema in by_key.items() if "$ref" not in schema}


def client_frames() -> dict[str, type[Any]]:
    """The models of what clients say, by the names of their messages."""
    return {model.__name__.removesuffix("Frame"): model for model in get_args(messages.ClientFrame)}


def command_frames() -> dict[str, type[Any]]:
    """Those of the client's that are commands."""
    return {name: model for name, model in client_frames().items() if "cs" in model.model_fields}


def server_frames() -> dict[str, type[Any]]:
    """The shapes of what clients hear, by the names of their messages."""
    return {shape.__name__.removesuffix("Frame"): shape for shape in get_args(wire.ServerFrame)}


def _message(frame: type[Any]) -> Tree:
    (kind,) = get_args(frame.__annotations__["type"])
    return {
        "name": kind,
        "title": kind,
        "summary": prose(frame.__doc__ or ""),
        "payload": {"$ref": REF + frame.__name__},
    }


def _channel_message(name: str) -> Tree:
    return {"$ref": f"#/channels/room/messages/{name}"}


def _receives(name: str) -> Tree:
    return {
        "action": "receive",
        "channel": {"$ref": "#/channels/room"},
        "messages": [_channel_message(name)],
        "reply": {
            "channel": {"$ref": "#/channels/room"},
            "messages": [_channel_message(answer) for answer in _ANSWERS.get(name, _OF_A_COMMAND)],
        },
    }


def _sends(name: str) -> Tree:
    return {
        "action": "send",
        "channel": {"$ref": "#/channels/room"},
        "messages": [_channel_message(name)],
    }
