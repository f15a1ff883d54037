"""Every refusal that HTTP can give: a status, a stable code and a Korean sentence (RFC 9457).

Programs read ``code``; people read ``detail``. Refusals that a socket gives too keep their code and
sentence from ``functions.rooms.rejections``. Nothing in here repeats what the caller sent, except
the names of the fields that were refused.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import ValidationError

from engine.game import Rejection
from functions.lobby import nicknames
from functions.rooms import rejections as no

MEDIA_TYPE = "application/problem+json"

_TITLES = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    422: "Unprocessable Content",
    500: "Internal Server Error",
}
"""As RFC 9110 has them; the names in Python's own table depend on its version."""


@dataclass(frozen=True, slots=True)
class FieldError:
    """Where a body is wrong (a JSON Pointer as a fragment, ``#/options/undo``) and why, in Korean."""

    pointer: str
    detail: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal of an HTTP request."""

    status: int
    code: str
    detail: str
    errors: tuple[FieldError, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What the status means, in English, as ``about:blank`` wants it."""
        return _TITLES[self.status]

    def document(self) -> bytes:
        """The problem document, UTF-8 JSON. Its ``type`` is ``about:blank``: ``code`` says more."""
        fields: dict[str, object] = {
            "type": "about:blank",
            "title": self.title,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
        }
        if self.errors:
            fields["errors"] = [{"pointer": at.pointer, "detail": at.detail} for at in self.errors]
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()

    def at(self, errors: Sequence[FieldError]) -> "Problem":
        """The same problem, naming the fields that are wrong."""
        return replace(self, errors=tuple(errors))

    def having(self, headers: Mapping[str, str]) -> "Problem":
        """The same problem with more response headers."""
        return replace(self, headers={**self.headers, **headers})


def _told(status: int, rejection: Rejection) -> Problem:
    return Problem(status, rejection.code, rejection.reason)


MALFORMED = Problem(400, "request/malformed", "보낸 내용을 읽을 수 없어요")
CURSOR = Problem(400, "request/cursor", "목록을 처음부터 다시 불러와 주세요")
FORMAT = Problem(400, "request/format", "이 대국은 그 형식으로 받을 수 없어요")
IDEMPOTENCY_KEY = Problem(400, "request/idempotency_key", "Idempotency-Key를 읽을 수 없어요")
NO_TOKEN = Problem(
    401, "auth/required", "먼저 이름을 정해 주세요", headers={"WWW-Authenticate": 'Bearer realm="nolpan"'}
)
BAD_TOKEN = Problem(
    401,
    "auth/invalid",
    "들어온 지 오래되었어요. 이름을 다시 정해 주세요",
    headers={"WWW-Authenticate": 'Bearer realm="nolpan", error="invalid_token"'},
)
NO_GUESTS = Problem(403, "auth/no_guests", "로그인한 사람만 들어올 수 있어요")
WRONG_CODE = _told(403, no.WRONG_CODE)
BARRED = _told(403, no.BARRED)
FULL = _told(403, no.FULL)
NO_SPECTATORS = _told(403, no.NO_SPECTATORS)
NO_ROUTE = Problem(404, "request/not_found", "없는 주소예요")
NO_ROOM = _told(404, no.NOT_FOUND)
NO_RECORD = Problem(404, "record/not_found", "기록을 찾을 수 없어요")
METHOD = Problem(405, "request/method", "이 주소에서 쓸 수 없는 방법이에요")
TOO_LARGE = Problem(413, "request/too_large", "보낸 내용이 너무 커요")
MEDIA = Problem(415, "request/media_type", "JSON으로 보내 주세요")
INVALID = Problem(422, "request/invalid", "보낸 내용에 맞지 않는 값이 있어요")
NO_GAME = Problem(422, "game/unknown", "없는 게임이에요")
OPTIONS = _told(422, no.OPTIONS)
KEY_REUSED = Problem(422, "request/idempotency_reused", "같은 Idempotency-Key로 다른 내용을 보냈어요")
NICKNAMES = tuple(_told(422, why) for why in (nicknames.EMPTY, nicknames.LONG, nicknames.UNSEEN))
FAULT = _told(500, no.FAULT)

PROBLEMS: tuple[Problem, ...] = (
    *(MALFORMED, CURSOR, FORMAT, IDEMPOTENCY_KEY, NO_TOKEN, BAD_TOKEN, NO_GUESTS, WRONG_CODE, BARRED),
    *(FULL, NO_SPECTATORS, NO_ROUTE, NO_ROOM, NO_RECORD, METHOD, TOO_LARGE, MEDIA, INVALID, NO_GAME),
    *(OPTIONS, KEY_REUSED, *NICKNAMES, FAULT),
)
"""The whole list, for the documents and for the test that compares them."""


def bad_nickname(rejection: Rejection) -> Problem:
    """A refused nickname: the sentence says what is wrong with it."""
    return _told(422, rejection).at([FieldError("#/nickname", rejection.reason)])


def of_status(status: int, headers: Mapping[str, str]) -> Problem:
    """What the router refused by itself, before any operation was found.

    :raises ValueError: it has no reason to refuse with this status.
    """
    if status == METHOD.status:
        return METHOD.having({"Allow": ", ".join(sorted(headers["Allow"].split(", ")))})
    if status == NO_ROUTE.status:
        return NO_ROUTE
    raise ValueError(f"the router refused with {status}")


_WHY = {
    "missing": "꼭 필요한 값이에요",
    "extra_forbidden": "모르는 항목이에요",
}


def field_errors(errors: ValidationError, body: object, *, under: str = "") -> list[FieldError]:
    """Which fields of ``body`` a model refused. ``under`` is the pointer to ``body`` itself.

    The values are not repeated: they may be anything.
    """
    found: dict[str, FieldError] = {}
    for error in errors.errors(include_url=False, include_context=False, include_input=False):
        pointer = "#" + under + _pointer(error["loc"], body, error["type"])
        found.setdefault(pointer, FieldError(pointer, _WHY.get(error["type"], "쓸 수 없는 값이에요")))
    return list(found.values())


def _pointer(path: tuple[int | str, ...], body: object, kind: str) -> str:
    """The part of pydantic's path that is a path in the body: it also names the branches of unions."""
    pointer = ""
    here: Any = body
    for step in path:
        if isinstance(here, dict):
            if step not in here and kind != "missing":
                break
            here = here.get(step)
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            here = here[step]
        else:
            break
        pointer += "/" + str(step).replace("~", "~0").replace("/", "~1")
    return pointer
