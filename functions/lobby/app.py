"""The HTTP API as a Starlette application: ``operations`` served, and nothing else.

Every answer that is no success is a problem document, and this file is the only one that makes
responses out of refusals and exceptions.
"""

from collections.abc import Awaitable, Callable
from contextlib import aclosing

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from functions.lobby import problems
from functions.lobby.calls import Call, Reply, Result
from functions.lobby.operations import JSON, OPERATIONS, Operation
from functions.lobby.problems import Problem
from functions.lobby.service import Lobby
from functions.lobby.tokens import GuestClaims

MAX_BODY_BYTES = 8 * 1024

OnFault = Callable[[str, Exception], None]
"""Told of every exception, with the operation in which it happened (``POST /rooms``): the template
of its path, never the path itself, since codes are in paths. No response tells more than 500."""


def build_app(lobby: Lobby, *, version: str, on_fault: OnFault) -> Starlette:
    """The application. CORS is the gateway's (``template.yaml``)."""
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    app = Starlette(
        routes=[
            Route(path, _endpoint(lobby, version, methods), methods=list(methods))
            for path, methods in by_path.items()
        ],
        middleware=[
            Middleware(_Faults, on_fault=on_fault),
        ],
        exception_handlers={HTTPException: _router_refused},
    )
    app.router.redirect_slashes = False
    return app


def _endpoint(
    lobby: Lobby, version: str, operations: dict[str, Operation]
) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of a path: one operation a method.

    It is a coroutine that waits for the store without giving way: a Lambda serves one request at a
    time, and a thread would cost more than it gains.
    """

    async def serve(request: Request) -> Response:
        operation = operations["GET" if request.method == "HEAD" else request.method]
        caller = None if operation.open else _caller(lobby, request.headers)
        if isinstance(caller, Problem):
            return _problem(caller)
        body = b"" if operation.body is None else await _body(request)
        if isinstance(body, Problem):
            return _problem(body)
        call = Call(
            path=request.path_params,
            query=request.query_params,
            headers=request.headers,
            body=body,
            caller=caller,
            version=version,
        )
        return _response(operation.run(lobby, call), operation.status)

    return serve


def _caller(lobby: Lobby, headers: Headers) -> GuestClaims | Problem:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        return problems.NO_TOKEN
    guest = lobby.guest_of(token.strip())
    return problems.BAD_TOKEN if guest is None else guest


async def _body(request: Request) -> bytes | Problem:
    """The body, no further than it may be long. What names no media type is taken for JSON."""
    media = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if media != JSON:
        return problems.MEDIA
    body = bytearray()
    async with aclosing(request.stream()) as chunks:
        async for chunk in chunks:
            body += chunk
            if len(body) > MAX_BODY_BYTES:
                return problems.TOO_LARGE
    return bytes(body)


def _response(result: Result, status: int) -> Response:
    """The response to a result; ``status`` is that of a success. Only the catalogue may be cached."""
    if isinstance(result, Problem):
        return _problem(result)
    if isinstance(result, Reply):
        headers = {"Cache-Control": "no-store", **result.headers}
        return Response(result.content, result.status, headers, result.media_type)
    return Response(result.model_dump_json(by_alias=True), status, {"Cache-Control": "no-store"}, JSON)


def _problem(problem: Problem) -> Response:
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(problem.document(), problem.status, headers, problems.MEDIA_TYPE)


async def _router_refused(_: Request, refused: Exception) -> Response:
    """No such path, or not by this method."""
    if not isinstance(refused, HTTPException):
        raise refused
    return _problem(problems.of_status(refused.status_code, refused.headers or {}))


class _Faults:
    """Whatever was not foreseen: reported in full, answered with 500 and nothing more."""

    def __init__(self, app: ASGIApp, on_fault: OnFault) -> None:
        self._app = app
        self._on_fault = on_fault

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except Exception as fault:  # noqa: BLE001 - the one place that answers faults
            route = scope.get("route")
            where = route.path if isinstance(route, Route) else "no route"
            self._on_fault(f"{scope['method']} {where}", fault)
            await _problem(problems.FAULT)(scope, receive, send)
