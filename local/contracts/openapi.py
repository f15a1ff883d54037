"""The HTTP API as an OpenAPI 3.1 document, from the table of operations that serves it."""

from collections.abc import Iterator

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from functions.lobby import problems
from functions.lobby.app import MAX_BODY_BYTES
from functions.lobby.models import ProblemAnswer
from functions.lobby.operations import JSON, OPERATIONS, Operation
from functions.lobby.problems import Problem
from local.contracts.documents import components, version
from local.contracts.parts import REF
from local.contracts.tree import Tree

_ABOUT = f"""\
Guests, rooms, tickets and records of Nolpan, a backend for turn-based board games. The game itself is
played over the socket whose address `createTicket` answers.

Instants are milliseconds since 1970 UTC. Fields may be added to any answer; none is renamed. Every
refusal is a problem document (RFC 9457) with a stable `code` and a Korean sentence in `detail`. Bodies
are at most {MAX_BODY_BYTES} bytes of UTF-8.

Too many requests are refused with 429 by the gateway, before the API sees them; that answer is plain
JSON (`{{"message": …}}`), and the request may be repeated after a second.
"""


def openapi() -> Tree:
    """The document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nolpan HTTP API", "version": version(), "description": _ABOUT},
        "servers": [{"url": "/", "description": "The `HttpUrl` of a deployed or local stack."}],
        "security": [{"guest": []}],
        "paths": _paths(),
        "components": {
            "schemas": components(models()),
            "securitySchemes": {
                "guest": {
                    "type": "http",
                    "scheme": "bearer",
                    "bearerFormat": "JWT",
                    "description": "The `token` of `createGuest`.",
                }
            },
        },
    }


def models() -> dict[str, Tree]:
    """The schemas of the API's own models, the games' parts not filled in yet."""
    found: list[tuple[type[BaseModel], JsonSchemaMode]] = [(ProblemAnswer, "serialization")]
    for operation in OPERATIONS:
        found.append((operation.answer, "serialization"))
        if operation.body is not None:
            found.append((operation.body, "validation"))
    _, schema = models_json_schema(found, ref_template=REF + "{model}")
    definitions: dict[str, Tree] = schema["$defs"]
    return definitions


def _paths() -> Tree:
    paths: dict[str, Tree] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return dict(paths)


def _operation(operation: Operation) -> Tree:
    described: Tree = {"operationId": operation.name, "summary": operation.summary}
    if operation.open:
        described["security"] = []
    parameters = list(_parameters(operation))
    if parameters:
        described["parameters"] = [*parameters]
    if operation.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": {"$ref": REF + operation.body.__name__}}},
        }
    described["responses"] = _responses(operation)
    return described


def _parameters(operation: Operation) -> Iterator[Tree]:
    for part in operation.path.split("/"):
        if part.startswith("{"):
            schema: Tree = {"type": "integer", "minimum": 1} if part == "{gameNo}" else {"type": "string"}
            yield {"name": part.strip("{}"), "in": "path", "required": True, "schema": schema}
    for parameter in operation.parameters:
        yield {
            "name": parameter.name,
            "in": parameter.place,
            "description": parameter.description,
            "schema": {**parameter.schema},
        }


def _responses(operation: Operation) -> Tree:
    content: Tree = {JSON: {"schema": {"$ref": REF + operation.answer.__name__}}}
    for media in operation.other_media:
        content[media] = {"schema": {"type": "string"}}
    responses: Tree = {str(operation.status): {"description": "Done.", "content": content}}
    if operation.answers_not_modified:
        responses["304"] = {"description": "Not modified."}
    by_status: dict[int, list[Problem]] = {}
    for problem in operation.refusals:
        by_status.setdefault(problem.status, []).append(problem)
    responses["429"] = {"description": "Too many requests, by the gateway's count."}
    for status, told in by_status.items():
        codes = ", ".join(f"`{code}`" for code in dict.fromkeys(problem.code for problem in told))
        responses[str(status)] = {
            "description": f"{told[0].title}: {codes}",
            "content": {problems.MEDIA_TYPE: {"schema": {"$ref": f"{REF}ProblemAnswer"}}},
        }
    return dict(sorted(responses.items()))
