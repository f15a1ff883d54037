"""JSON Schema as TypeScript types: those parts of it that our schemas use, and no others.

Objects with properties become interfaces, all else type aliases; what is opaque is ``unknown``. A
schema that this cannot say truthfully is an error, never a guess.
"""

import json
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence

from local.contracts.parts import REF
from local.contracts.tree import Tree, Value, is_tree, texts

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_WIDTH = 100
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_FOR_PEOPLE = ("title", "description", "default", "examples")
_NARROWING = ("format", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems")
_SAID_OTHERWISE = ("additionalProperties", "required", "x-game")
_UNSAID = frozenset([*_FOR_PEOPLE, *_NARROWING, *_SAID_OTHERWISE])
"""Keywords that stand in no type of TypeScript's."""


class UntranslatableError(ValueError):
    """A schema uses something that has no translation here; the message shows it."""


def declarations(schemas: Mapping[str, Tree]) -> str:
    """The schemas as exported declarations, in their order."""
    return "\n".join(_declaration(name, schema) for name, schema in schemas.items())


def imports(schemas: Iterable[Tree], homes: Mapping[str, str], own: str) -> str:
    """The import lines for what the schemas refer to; ``homes`` has the module of each name."""
    wanted: dict[str, set[str]] = {}
    for schema in schemas:
        for ref in texts(schema, "$ref"):
            name = ref.removeprefix(REF)
            if homes[name] != own:
                wanted.setdefault(homes[name], set()).add(name)
    lines = []
    for module, names in sorted(wanted.items()):
        listed = "".join(f"  {name},\n" for name in sorted(names))
        lines.append(f'import type {{\n{listed}}} from "./{module}.js";\n')
    return "".join([*lines, "\n"]) if lines else ""


def comment(text: str, indent: str = "") -> str:
    """A documentation comment, or nothing for no text."""
    if not text:
        return ""
    width = _WIDTH - len(indent) - 4
    lines: list[str] = []
    for paragraph in text.replace("*/", "* /").split("\n\n"):
        lines += [""] if lines else []
        lines += textwrap.wrap(paragraph, width, break_long_words=False, break_on_hyphens=False)
    if len(lines) == 1 and len(lines[0]) + len(indent) + 7 <= _WIDTH:
        return f"{indent}/** {lines[0]} */\n"
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def union(names: Sequence[str]) -> str:
    """A union type after its ``=``, on several lines where one would be too long."""
    line = " | ".join(names)
    return f" {line}" if len(line) < _WIDTH - 30 else "".join(f"\n  | {name}" for name in names)


def literal(value: Value) -> str:
    """A value as a literal type."""
    return json.dumps(value, ensure_ascii=False)


def type_of(schema: Tree, indent: str = "") -> str:
    """The type that a schema describes.

    :raises UntranslatableError: it cannot be said here.
    """
    match schema:
        case {"$ref": str(ref)}:
            return ref.removeprefix(REF)
        case {"const": value}:
            return literal(value)
        case {"enum": list(values)}:
            return " | ".join(map(literal, values))
        case {"properties": dict(properties)}:
            return f"{{\n{_fields(schema, properties, indent + '  ')}{indent}}}"
        case {"type": "string", "oneOf": list(choices)} if not all(map(_is_const, choices)):
            return "string"
        case {"anyOf": list(branches)} | {"oneOf": list(branches)}:
            return _either(branches, indent)
        case {"type": "array", "prefixItems": list(items)}:
            return f"[{', '.join(type_of(_tree(item), indent) for item in items)}]"
        case {"type": "array", "items": dict(item)}:
            inner = type_of(item, indent)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {type_of(values, indent)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": str(plain)} if plain in _PLAIN:
            return _PLAIN[plain]
        case _ if set(schema) <= _UNSAID:
            return "unknown"
        case _:
            raise UntranslatableError(json.dumps(schema, ensure_ascii=False))


def _declaration(name: str, schema: Tree) -> str:
    description = schema.get("description")
    head = comment(description if isinstance(description, str) else "")
    body = type_of(schema)
    if "properties" in schema:
        return f"{head}export interface {name} {body}\n"
    return f"{head}export type {name} ={union(body.split(' | '))};\n"


def _fields(schema: Tree, properties: Mapping[str, Value], indent: str) -> str:
    required = schema.get("required")
    needed = required if isinstance(required, list) else []
    lines = []
    for name, value in properties.items():
        field = _tree(value)
        description = field.get("description")
        key = name if _NAME.fullmatch(name) else literal(name)
        lines.append(comment(description if isinstance(description, str) else "", indent))
        lines.append(f"{indent}{key}{'' if name in needed else '?'}: {type_of(field, indent)};\n")
    return "".join(lines)


def _either(branches: Sequence[Value], indent: str) -> str:
    types = [type_of(_tree(branch), indent) for branch in branches]
    if "string" in types and any(name.startswith('"') for name in types):
        # A plain ``string`` would swallow the literals, and with them an editor's suggestions.
        types = [name if name != "string" else "(string & {})" for name in types]
    return " | ".join(dict.fromkeys(types))


def _is_const(schema: Value) -> bool:
    return is_tree(schema) and "const" in schema


def _tree(value: Value) -> Tree:
    if not is_tree(value):
        raise UntranslatableError(json.dumps(value, ensure_ascii=False))
    return value
