"""Readers for ``load``: each gives a JSON value its type or raises ValueError."""
# ruff: noqa: TRY004 - a wrong stored value is a ValueError, whatever is wrong with it

from collections.abc import Mapping, Sequence

from engine.game import Json


def want_object(value: Json) -> Mapping[str, Json]:
    """:raises ValueError: it is no object."""
    if not isinstance(value, dict):
        raise ValueError(f"not an object: {value!r}")
    return value


def want_list(value: Json) -> Sequence[Json]:
    """:raises ValueError: it is no list."""
    if not isinstance(value, list):
        raise ValueError(f"not a list: {value!r}")
    return value


def want_text(value: Json) -> str:
    """:raises ValueError: it is no string."""
    if not isinstance(value, str):
        raise ValueError(f"not a string: {value!r}")
    return value


def want_int(value: Json) -> int:
    """:raises ValueError: it is no whole number (true is none)."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"not a whole number: {value!r}")
    return value
