"""``docs/openapi.yaml`` is generated, current, sound, and whole.

That the API behaves as the document says is tested everywhere else: ``tests.lobby.api`` holds each
exchange of every test to it.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from functions.lobby.operations import OPERATIONS
from tests.lobby.api import document

PROTOCOL = [
    ("get", "/health", "open"),
    ("get", "/games", "open"),
    ("post", "/guests", "open"),
    ("post", "/rooms", "bearer"),
    ("get", "/rooms", "bearer"),
    ("get", "/rooms/by-code/{code}", "bearer"),
    ("post", "/rooms/{roomId}/tickets", "bearer"),
    ("get", "/rooms/{roomId}/games/{gameNo}", "bearer"),
    ("get", "/me/games", "bearer"),
]
"""The rows of the protocol's table."""


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def strings(tree: object, key: str) -> Iterator[str]:
    """Every string under a key, at any depth."""
    if isinstance(tree, dict):
        for name, value in tree.items():
            if name == key and isinstance(value, str):
                yield value
            yield from strings(value, key)
    if isinstance(tree, list):
        for value in tree:
            yield from strings(value, key)


def test_the_document_holds_the_rows_of_the_protocol_and_no_others() -> None:
    said = [
        (method, path, "open" if operation.get("security") == [] else "bearer")
        for method, path, operation in operations()
    ]
    assert sorted(said) == sorted(PROTOCOL)
    assert document()["security"] == [{"guest": []}]


def test_every_schema_is_a_json_schema_and_every_reference_leads_somewhere() -> None:
    schemas = document()["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    for reference in strings(document(), "$ref"):
        assert reference.removeprefix("#/components/schemas/") in schemas, reference


def test_operations_and_path_parameters_are_named_once() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert sorted(names) == sorted(set(names)) == sorted(operation.name for operation in OPERATIONS)
    for _, path, operation in operations():
        declared = [each["name"] for each in operation.get("parameters", []) if each["in"] == "path"]
        assert [f"{{{name}}}" for name in declared] == [part for part in path.split("/") if part[:1] == "{"]


def test_requests_refuse_unknown_fields() -> None:
    schemas = document()["components"]["schemas"]
    bodies = [schemas[name] for name in schemas if name.endswith("Request")]
    assert len(bodies) == 3
    assert all(body["additionalProperties"] is False for body in bodies)


def test_every_name_on_the_wire_is_camel_case() -> None:
    for name, schema in document()["components"]["schemas"].items():
        for field in schema.get("properties", {}):
            assert "_" not in field, f"{name}.{field}"
            assert not field[0].isupper(), f"{name}.{field}"


def test_the_document_passes_the_validator_of_the_standard() -> None:
    validator = pytest.importorskip(
        "openapi_spec_validator", reason="openapi-spec-validator is not installed"
    )
    validator.validate(document())
