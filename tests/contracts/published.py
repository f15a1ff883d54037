"""The published socket contract as the tests read it: from the file, not from the models."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeAlias

import yaml
from jsonschema import Draft7Validator  # type: ignore[import-untyped]

from local.contracts import ASYNCAPI

Document: TypeAlias = dict[str, Any]


@cache
def document() -> Document:
    """``docs/asyncapi.yaml``."""
    read: Document = yaml.safe_load(ASYNCAPI.read_text("utf-8"))
    return read


def schemas() -> Mapping[str, Document]:
    """Its schemas."""
    found: Mapping[str, Document] = document()["components"]["schemas"]
    return found


@cache
def closed_validator(name: str) -> Draft7Validator:
    """Checks a value against a schema of the document, and takes no field that is not described.

    The document itself lets fields be added; a test wants to know of them.
    """
    return Draft7Validator({"$ref": f"#/components/schemas/{name}", "components": {"schemas": _closed()}})


@cache
def _closed() -> Document:
    return {name: _shut(schema) for name, schema in schemas().items()}


def _shut(value: Any) -> Any:
    if isinstance(value, list):
        return [_shut(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    shut = {key: _shut(inner) for key, inner in value.items()}
    # The branches of a condition describe a part of an object only.
    if isinstance(value.get("properties"), dict) and value.get("type") == "object":
        shut["additionalProperties"] = False
    return shut


def problems(name: str, value: object) -> list[str]:
    """What is wrong with a value that should be as the schema says; empty if nothing is."""
    found = []
    for error in closed_validator(name).iter_errors(value):
        deepest = max([error, *_causes(error)], key=lambda one: len(one.absolute_path))
        found.append(f"{error.json_path}: {deepest.json_path} {deepest.message[:300]}")
    return found


def _causes(error: Any) -> list[Any]:
    return [inner for cause in error.context for inner in (cause, *_causes(cause))]
