"""A request as an operation sees it, and what an operation makes of it. No HTTP library in here."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from functions.lobby import problems
from functions.lobby.models import RequestModel
from functions.lobby.problems import Problem
from functions.lobby.service import Lobby
from functions.lobby.tokens import GuestClaims


@dataclass(frozen=True, slots=True)
class Call:
    """One request, as far as an operation may know it. ``headers`` are found in any case.

    ``caller`` is None exactly in open operations.
    """

    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    caller: GuestClaims | None
    version: str

    @property
    def guest(self) -> GuestClaims:
        """Who calls.

        :raises LookupError: the operation is open.
        """
        if self.caller is None:
            raise LookupError("an open operation does not know who calls")
        return self.caller

    def asked(self, name: str) -> str | None:
        """A query parameter; an empty one counts as left out."""
        return self.query.get(name) or None


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that is no model, or has headers of its own."""

    content: bytes
    media_type: str
    headers: Mapping[str, str]
    status: int = 200


Result: TypeAlias = BaseModel | Reply | Problem
Run: TypeAlias = Callable[[Lobby, Call], Result]
B = TypeVar("B", bound=RequestModel)


@dataclass(frozen=True, slots=True)
class Reading(Generic[B]):
    """What runs an operation that reads its body, as ``model``, before it does anything."""

    model: type[B]
    run: Callable[[Lobby, Call, B], Result]

    def __call__(self, lobby: Lobby, call: Call) -> Result:
        """Read, then run; or say what is wrong with the body."""
        body = _read(self.model, call.body)
        return body if isinstance(body, Problem) else self.run(lobby, call, body)


def _read(model: type[B], body: bytes) -> B | Problem:
    fields = _json(body)
    if isinstance(fields, Problem):
        return fields
    try:
        return model.model_validate(fields)
    except ValidationError as errors:
        return problems.INVALID.at(problems.field_errors(errors, fields))


def _json(body: bytes) -> object | Problem:
    """The JSON in a body, if it can be written again as such: no NaN, no half characters."""
    try:
        value: object = json.loads(body.decode())
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return problems.MALFORMED
    return value
