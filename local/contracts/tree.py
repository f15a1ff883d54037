"""Schemas as trees of plain values, and the few things done to all of them."""

from collections.abc import Callable
from typing import TypeAlias, TypeGuard

Value: TypeAlias = "Tree | list[Value] | str | int | float | bool | None"
Tree: TypeAlias = dict[str, "Value"]


def is_tree(value: Value) -> TypeGuard[Tree]:
    """Whether the value is an object."""
    return isinstance(value, dict)


def tree_at(value: Tree, *path: str) -> Tree:
    """What lies there.

    :raises ValueError: no object does.
    """
    for step in path:
        inner = value.get(step)
        if not is_tree(inner):
            raise ValueError(f"no object at {'.'.join(path)}")
        value = inner
    return value


def changed(value: Value, change: Callable[[Tree], Value]) -> Value:
    """The value with every object in it, innermost first, put through ``change``."""
    if isinstance(value, dict):
        return change({name: changed(inner, change) for name, inner in value.items()})
    if isinstance(value, list):
        return [changed(inner, change) for inner in value]
    return value


def changed_tree(value: Tree, change: Callable[[Tree], Value]) -> Tree:
    """``changed`` of what is an object and stays one."""
    after = changed(value, change)
    if not is_tree(after):
        raise ValueError("the whole is an object no more")
    return after


def texts(value: Value, name: str) -> list[str]:
    """Every text that stands under ``name``, at any depth."""
    found: list[str] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += [inner] if key == name and isinstance(inner, str) else texts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            found += texts(inner, name)
    return found
