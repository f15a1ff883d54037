"""JSON Schema as TypeScript, case by case."""

import json

import pytest

from local.contracts import web
from local.contracts.tree import Tree
from local.contracts.typescript import (
    UntranslatableError,
    comment,
    declarations,
    imports,
    type_of,
    union,
)

REF = "#/components/schemas/"

TYPES: list[tuple[Tree, str]] = [
    ({"type": "string"}, "string"),
    ({"type": "string", "pattern": "^a$", "maxLength": 3}, "string"),
    ({"type": "integer", "minimum": 1}, "number"),
    ({"type": "number"}, "number"),
    ({"type": "boolean"}, "boolean"),
    ({"type": "null"}, "null"),
    ({}, "unknown"),
    ({"description": "anything"}, "unknown"),
    ({"$ref": REF + "Seat"}, "Seat"),
    ({"$ref": REF + "Seat", "description": "whose"}, "Seat"),
    ({"const": "hello", "type": "string"}, '"hello"'),
    ({"const": 7}, "7"),
    ({"const": None}, "null"),
    ({"enum": ["가", 1, True, None]}, '"가" | 1 | true | null'),
    ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
    ({"anyOf": [{"type": "integer"}, {"type": "number"}]}, "number"),
    ({"oneOf": [{"const": True, "title": "켜기"}, {"const": False}], "type": "boolean"}, "true | false"),
    ({"oneOf": [{"const": "none"}, {"pattern": "^1$"}], "type": "string"}, "string"),
    ({"anyOf": [{"enum": ["a"]}, {"type": "string"}]}, '"a" | (string & {})'),
    ({"type": "array", "items": {"type": "integer"}}, "number[]"),
    ({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}, "(number | null)[]"),
    ({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}, "[number, string]"),
    ({"type": "object"}, "Record<string, unknown>"),
    ({"type": "object", "additionalProperties": True}, "Record<string, unknown>"),
    ({"type": "object", "additionalProperties": {"type": "integer"}}, "Record<string, number>"),
    (
        {"type": "object", "properties": {"a": {"type": "string"}, "b-c": {"const": 1}}, "required": ["a"]},
        '{\n  a: string;\n  "b-c"?: 1;\n}',
    ),
    (
        {
            "type": "object",
            "properties": {"in": {"type": "object", "properties": {"x": {"type": "integer"}}}},
            "anyOf": [{"required": ["in"]}],
        },
        "{\n  in?: {\n    x?: number;\n  };\n}",
    ),
]


@pytest.mark.parametrize(("schema", "wanted"), TYPES, ids=lambda case: json.dumps(case, ensure_ascii=False))
def test_a_schema_becomes_a_type(schema: Tree, wanted: str) -> None:
    assert type_of(schema) == wanted


UNSAID: list[Tree] = [
    {"type": "array"},
    {"type": "strange"},
    {"not": {"type": "string"}},
    {"allOf": [{"type": "string"}]},
    {"anyOf": ["no schema"]},
    {"type": "object", "properties": {"a": True}},
]


@pytest.mark.parametrize("schema", UNSAID, ids=json.dumps)
def test_what_cannot_be_said_is_an_error_and_no_guess(schema: Tree) -> None:
    with pytest.raises(UntranslatableError):
        type_of(schema)


def test_objects_become_interfaces_and_everything_else_an_alias() -> None:
    schemas: dict[str, Tree] = {
        "Seat": {
            "description": "Who sits.",
            "properties": {"online": {"type": "boolean", "description": "Connected."}},
            "required": ["online"],
        },
        "Seats": {"type": "array", "items": {"$ref": REF + "Seat"}},
    }
    assert declarations(schemas) == (
        "/** Who sits. */\n"
        "export interface Seat {\n"
        "  /** Connected. */\n"
        "  online: boolean;\n"
        "}\n"
        "\n"
        "export type Seats = Seat[];\n"
    )


def test_a_module_imports_what_it_refers_to_and_nothing_of_its_own() -> None:
    homes = {"A": "games", "B": "games", "C": "socket", "D": "http"}
    schemas: list[Tree] = [{"anyOf": [{"$ref": REF + name} for name in "BADC"]}]
    assert imports(schemas, homes, "socket") == (
        'import type {\n  A,\n  B,\n} from "./games.js";\nimport type {\n  D,\n} from "./http.js";\n\n'
    )
    assert imports([{"$ref": REF + "C"}], homes, "socket") == ""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", ""),
        ("Short.", "/** Short. */\n"),
        ("One.\n\nTwo.", "/**\n * One.\n *\n * Two.\n */\n"),
        ("ends */ here", "/** ends * / here */\n"),
        ("word " * 30, "/**\n * " + ("word " * 19).strip() + "\n * " + ("word " * 11).strip() + "\n */\n"),
    ],
)
def test_words_become_a_comment(text: str, wanted: str) -> None:
    assert comment(text) == wanted


def test_a_long_union_has_a_line_for_each() -> None:
    assert union(["A", "B"]) == " A | B"
    assert union([letter * 20 for letter in "ABCD"]).splitlines() == [
        "",
        *(f"  | {letter * 20}" for letter in "ABCD"),
    ]


def test_the_modules_export_what_a_client_needs() -> None:
    files = web.files()
    for module, line in [
        ("games", "export interface Games {"),
        ("games", "export type GameId = keyof Games;"),
        ("games", "    view: OthelloView;"),
        ("games", "export type RejectionCode ="),
        ("socket", "export type ClientFrame ="),
        ("socket", "export type CommandFrame ="),
        ("socket", "export type ServerFrame ="),
        ("http", "export interface Operations {"),
        ("http", '    path: "/rooms/{roomId}/tickets";'),
    ]:
        assert line in files[module].splitlines(), line
