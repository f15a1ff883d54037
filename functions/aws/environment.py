"""Reading what ``template.yaml`` puts into a function's environment."""

from collections.abc import Mapping
from typing import TypeAlias

Environment: TypeAlias = Mapping[str, str]


class SettingsError(RuntimeError):
    """A variable of the environment is missing or malformed; the sentence names it."""


def text(environment: Environment, name: str) -> str:
    """The variable, without blanks around it.

    :raises SettingsError: it is missing or empty.
    """
    value = environment.get(name, "").strip()
    if not value:
        raise SettingsError(f"The environment variable {name} is missing or empty.")
    return value


def optional(environment: Environment, name: str) -> str | None:
    """The variable, without blanks around it; None if it is missing or empty."""
    return environment.get(name, "").strip() or None


def number(environment: Environment, name: str) -> int:
    """The variable as a whole number, 0 or more.

    :raises SettingsError: it is missing or no such number.
    """
    value = text(environment, name)
    if not (value.isascii() and value.isdigit()):
        raise SettingsError(f"The environment variable {name} must be a whole number, 0 or more: {value!r}.")
    return int(value)
