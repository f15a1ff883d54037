"""The published contracts, generated from the models and tables that the code itself uses.

``python -m local.contracts`` writes them into ``docs/``; with ``--check`` it only says which are
not current. They are never edited by hand.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import yaml
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from functions.lobby import problems
from functions.lobby.app import MAX_BODY_BYTES
from functions.lobby.models import ProblemAnswer
from functions.lobby.operations import JSON, OPERATIONS, Operation
from functions.lobby.problems import Problem

Tree: TypeAlias = dict[str, object]

ROOT = Path(__file__).parent.parent
OPENAPI = ROOT / "docs" / "openapi.yaml"

_REF = "#/components/schemas/{model}"
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
    """The HTTP API as an OpenAPI 3.1 document."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Nolpan HTTP API", "version": version, "description": _ABOUT},
        "servers": [{"url": "/", "description": "The `HttpUrl` of a deployed or local stack."}],
        "security": [{"guest": []}],
        "paths": _paths(),
        "components": {
            "schemas": _schemas(),
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
        described["parameters"] = parameters
    if operation.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": {"$ref": _REF.format(model=operation.body.__name__)}}},
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
            "schema": dict(parameter.schema),
        }


def _responses(operation: Operation) -> Tree:
    content: Tree = {JSON: {"schema": {"$ref": _REF.format(model=operation.answer.__name__)}}}
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
            "content": {problems.MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="ProblemAnswer")}}},
        }
    return dict(sorted(responses.items()))


def _schemas() -> object:
    models: list[tuple[type[BaseModel], JsonSchemaMode]] = [(ProblemAnswer, "serialization")]
    for operation in OPERATIONS:
        models.append((operation.answer, "serialization"))
        if operation.body is not None:
            models.append((operation.body, "validation"))
    _, schema = models_json_schema(models, ref_template=_REF)
    return schema["$defs"]


def written() -> Mapping[Path, str]:
    """Every document by the file it belongs in."""
    return {OPENAPI: _yaml(openapi(), "The HTTP API.")}


class _Dumper(yaml.SafeDumper):
    """YAML that people can read: a text of several lines stays one."""

    def represent_str(self, data: str) -> yaml.ScalarNode:
        style = "|" if "\n" in data else None
        return self.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Dumper.add_representer(str, _Dumper.represent_str)


def _yaml(document: Tree, title: str) -> str:
    text = yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return f"# {title} Generated by `python -m local.contracts`; do not edit.\n{text}"


def main(arguments: list[str]) -> int:
    """Write the documents, or with ``--check`` only compare; the exit status."""
    stale = [path for path, text in written().items() if not path.exists() or path.read_text() != text]
    if arguments == ["--check"]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not current: run python -m local.contracts", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(written()[path])
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
