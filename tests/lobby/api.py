"""A client of the API that trusts nothing: each exchange is held to the published document.

``Api`` refuses any answer whose status, media type or body ``docs/openapi.yaml`` does not name, so
that every test of the API is a test of the document as well.
"""

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

import yaml
from httpx import ASGITransport, AsyncClient, Response
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from starlette.applications import Starlette

from functions.lobby import problems
from functions.lobby.problems import Problem
from local.contracts import OPENAPI

Headers: TypeAlias = Mapping[str, str | bytes]

NOT_IN_THE_DOCUMENT = {404: {"request/not_found"}, 405: {"request/method"}}
"""Refusals that belong to no operation: there was no such path or method."""


@cache
def document() -> dict[str, Any]:
    """The published document."""
    read: dict[str, Any] = yaml.safe_load(OPENAPI.read_text())
    return read


def check_schema(schema: Mapping[str, Any], value: object) -> None:
    """Fail unless the value is as a schema of the document says."""
    whole = {**schema, "components": document()["components"]}
    Draft202012Validator(whole).validate(value)


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a token."""

    player: str
    nickname: str
    token: str


@dataclass(slots=True)
class Api:
    """Speaks to the application and checks each answer against the document."""

    app: Starlette
    loop: asyncio.AbstractEventLoop
    """A loop of the test's own: ``asyncio.run`` would take the process's away, which Mangum uses."""
    answered: set[tuple[str, int, str | None]] = field(default_factory=set)
    """Operation, status and problem code of every exchange."""

    def guest(self, nickname: str = "바둑이") -> Guest:
        """A new guest."""
        answer = self.post("/guests", {"nickname": nickname})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Guest(made["playerId"], made["nickname"], made["token"])

    def get(self, path: str, by: Guest | None = None, headers: Headers | None = None) -> Response:
        """GET."""
        return self.send("GET", path, by=by, headers=headers)

    def post(
        self, path: str, body: object, by: Guest | None = None, headers: Headers | None = None
    ) -> Response:
        """POST a JSON body."""
        typed = {"Content-Type": "application/json", **(headers or {})}
        return self.send("POST", path, by=by, headers=typed, content=json.dumps(body).encode())

    def send(
        self,
        method: str,
        path: str,
        *,
        by: Guest | None = None,
        headers: Headers | None = None,
        content: bytes = b"",
    ) -> Response:
        """Any request."""
        raw = [
            (name.encode(), value if isinstance(value, bytes) else value.encode())
            for name, value in (headers or {}).items()
        ]
        if by is not None:
            raw.append((b"Authorization", f"Bearer {by.token}".encode()))
        answer = self.loop.run_until_complete(self._exchange(method, path, raw, content))
        self._check(method, path.partition("?")[0], answer)
        return answer

    async def _exchange(
        self, method: str, path: str, headers: Sequence[tuple[bytes, bytes]], content: bytes
    ) -> Response:
        async with AsyncClient(transport=ASGITransport(self.app), base_url="http://api.example") as client:
            return await client.request(method, path, headers=headers, content=content)

    def _check(self, method: str, path: str, answer: Response) -> None:
        status = answer.status_code
        media = answer.headers.get("content-type", "").partition(";")[0]
        code = answer.json()["code"] if media == problems.MEDIA_TYPE else None
        if status >= 400:
            assert media == problems.MEDIA_TYPE, f"{method} {path}: {status} {answer.text}"
        if code in NOT_IN_THE_DOCUMENT.get(status, ()):
            check_schema({"$ref": "#/components/schemas/ProblemAnswer"}, answer.json())
            return
        if (method, status) == ("OPTIONS", 200):  # a preflight: it belongs to browsers, not to the API
            return
        operation = operation_at("GET" if method == "HEAD" else method, path)
        self.answered.add((operation["operationId"], status, code))
        said = operation["responses"].get(str(status))
        assert said is not None, f"{method} {path}: {status} is not in the document"
        assert code is None or f"`{code}`" in said["description"], f"{method} {path}: {code} is not either"
        if status != 304 and method != "HEAD":
            schema = said["content"][media]["schema"]
            check_schema(schema, answer.json() if media.endswith("json") else answer.text)


def operation_at(method: str, path: str) -> dict[str, Any]:
    """What the document says of the operation that a request reaches."""
    for template, methods in document()["paths"].items():
        pattern = re.sub(r"\{\w+\}", "[^/]+", template)
        if re.fullmatch(pattern, path) and method.lower() in methods:
            operation: dict[str, Any] = methods[method.lower()]
            return operation
    raise AssertionError(f"{method} {path} is not in the document")


def assert_problem(answer: Response, problem: Problem, *pointers: str) -> None:
    """The answer is this problem, and names exactly these fields."""
    said = answer.json()
    assert (answer.status_code, said["code"], said["detail"]) == (
        problem.status,
        problem.code,
        problem.detail,
    )
    assert said["status"] == problem.status
    assert said["title"] == problem.title
    assert [error["pointer"] for error in said.get("errors", [])] == list(pointers)
    assert answer.headers["cache-control"] == "no-store"
