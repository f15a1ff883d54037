"""A game's options, from the catalogue's schema: shown in Korean, changed by ``name=value``."""

import json
import math
from collections.abc import Sequence

from pydantic import JsonValue

from local.client.frames import JsonObject


class SettingError(Exception):
    """A setting that cannot be read; the message is a Korean sentence."""


def changed(options: JsonObject, settings: Sequence[str]) -> JsonObject:
    """The options with the settings put in: ``undo=off``, ``timeControl.kind=fischer``.

    A value is read as JSON where it is JSON, else taken as the word it is. Whether the game knows
    such an option, its server says.

    :raises SettingError: a setting is not of this form.
    """
    result: JsonObject = json.loads(json.dumps(options))
    for setting in settings:
        path, equals, text = setting.partition("=")
        names = path.split(".")
        if not equals or not all(names):
            raise SettingError(f"'이름=값'처럼 적어 주세요: {setting}")
        inner = result
        for name in names[:-1]:
            below = inner.setdefault(name, {})
            if not isinstance(below, dict):
                raise SettingError(f"{name}에는 더 작은 설정이 없어요: {setting}")
            inner = below
        inner[names[-1]] = _value(text)
    return result


def _value(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        return text
    return value


def _finite(text: str) -> float:
    """:raises ValueError: a number that JSON has no word for, however it is written."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"not finite: {text}")
    return number


def described(schema: JsonObject, options: JsonObject) -> list[str]:
    """One line for each option that is set: its Korean title and choice."""
    return [f"{title}: {_label(part, value)}" for _, title, part, value in _walk(schema, schema, options, "")]


def choices(schema: JsonObject, options: JsonObject) -> list[str]:
    """One line for each option: its name, title, choices as one types them, and what it is now."""
    lines = []
    for name, title, part, value in _walk(schema, schema, options, ""):
        offered = ", ".join(f"{_typed(const)} {label}" for const, label in _offered(part))
        lines.append(
            f"{name}={_typed(value)}  {title} ({offered})" if offered else f"{name}={_typed(value)}  {title}"
        )
    return lines


def _walk(
    root: JsonObject, schema: JsonObject, options: JsonObject, prefix: str
) -> list[tuple[str, str, JsonObject, JsonValue]]:
    """Name, title, schema and value of every option, those inside others by their path."""
    found: list[tuple[str, str, JsonObject, JsonValue]] = []
    for name, given in _object(schema.get("properties")).items():
        if name not in options:
            continue
        value = options[name]
        part = _resolved(root, _object(given))
        if isinstance(value, dict):
            found += _walk(root, part, value, f"{prefix}{name}.")
        else:
            found.append((prefix + name, str(part.get("title", name)), part, value))
    return found


def _resolved(root: JsonObject, part: JsonObject) -> JsonObject:
    """The part with what its ``$ref`` points to; its own words stand."""
    pointer = part.get("$ref")
    if not isinstance(pointer, str):
        return part
    target: JsonValue = root
    for step in pointer.removeprefix("#/").split("/"):
        target = _object(target).get(step)
    return {**_object(target), **part}


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _offered(part: JsonObject) -> list[tuple[JsonValue, str]]:
    one_of = part.get("oneOf")
    rows = [_object(row) for row in one_of] if isinstance(one_of, list) else []
    return [(row.get("const"), str(row.get("title", ""))) for row in rows if "const" in row]


def _label(part: JsonObject, value: JsonValue) -> str:
    for const, label in _offered(part):
        # 1 and true are equal in Python and different in JSON.
        if type(const) is type(value) and const == value:
            return label
    return _typed(value)


def _typed(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
