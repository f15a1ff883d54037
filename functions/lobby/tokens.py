"""Guests' tokens and tickets: JSON Web Tokens under HMAC-SHA256, as pure functions.

A guest token says who calls the HTTP API; a ticket lets one tab of one person into one room. Each
has an issuer and an audience of its own, so that neither is ever taken for the other. A ticket's
single use is not judged here: whoever accepts one notes its ``ticket_id``.

The authorizer of every socket imports this file: it must stay free of pydantic and Starlette.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import jwt

if TYPE_CHECKING:
    from jwt.types import Options

    from engine.game import Millis, PlayerId

_ALGORITHM = "HS256"
_MIN_KEY_BYTES = 32  # RFC 7518, section 3.2: no shorter than the hash
_MAX_TOKEN_CHARACTERS = 1024  # three times the longest that is issued here

_OWN_RULES: "Options" = {"verify_exp": False, "verify_nbf": False, "verify_iat": False}
"""Time is judged by the ``now`` that is given, never by the library's clock."""


@dataclass(frozen=True, slots=True)
class KeySet:
    """The keys that tokens are read with, and the one (``current``) that signs new ones.

    A key is exchanged by adding a new one as ``current`` and keeping the old until the last token
    it signed has expired.

    :raises ValueError: ``current`` is none of the keys, or a key is shorter than 32 bytes.
    """

    current: str
    keys: Mapping[str, str] = field(repr=False)
    """Key by key id (``kid``)."""

    def __post_init__(self) -> None:
        if self.current not in self.keys:
            raise ValueError(f"the current key {self.current!r} is not in the key set")
        for kid, key in self.keys.items():
            if len(key.encode()) < _MIN_KEY_BYTES:
                raise ValueError(f"key {kid!r} is shorter than {_MIN_KEY_BYTES} bytes")


@dataclass(frozen=True, slots=True)
class _Kind:
    issuer: str
    audience: str
    texts: tuple[str, ...]
    """Claims that must be there, and be strings that are not empty."""


_GUEST = _Kind("nolpan/guests", "nolpan/lobby", ("sub", "name"))
_TICKET = _Kind("nolpan/lobby", "nolpan/socket", ("jti", "sub", "name", "room", "tab"))


@dataclass(frozen=True, slots=True)
class GuestClaims:
    """Who somebody is. ``expires_at`` is a Unix second; from then on the token says nothing."""

    player: "PlayerId"
    nickname: str
    expires_at: int


@dataclass(frozen=True, slots=True)
class TicketClaims:
    """Which tab of which person may open a socket to which room, until Unix second ``expires_at``."""

    ticket_id: str
    room_id: str
    player: "PlayerId"
    tab: str
    nickname: str
    expires_at: int


def issue_guest(claims: GuestClaims, keys: KeySet) -> str:
    """The token for which ``read_guest`` gives these claims back. URL-safe ASCII."""
    return _sign(_GUEST, {"sub": claims.player, "name": claims.nickname}, claims.expires_at, keys)


def read_guest(token: str, keys: KeySet, now: "Millis") -> GuestClaims | None:
    """What a guest token says at ``now``; None for anything else, whatever the string is."""
    read = _read(_GUEST, token, keys, now)
    if read is None:
        return None
    texts, expires_at = read
    return GuestClaims(cast("PlayerId", texts["sub"]), texts["name"], expires_at)


def issue_ticket(claims: TicketClaims, keys: KeySet) -> str:
    """The ticket for which ``read_ticket`` gives these claims back. URL-safe ASCII."""
    texts = {
        "jti": claims.ticket_id,
        "sub": claims.player,
        "name": claims.nickname,
        "room": claims.room_id,
        "tab": claims.tab,
    }
    return _sign(_TICKET, texts, claims.expires_at, keys)


def read_ticket(token: str, keys: KeySet, now: "Millis") -> TicketClaims | None:
    """What a ticket says at ``now``; None for anything else, whatever the string is.

    Not judged: whether it was used before.
    """
    read = _read(_TICKET, token, keys, now)
    if read is None:
        return None
    texts, expires_at = read
    return TicketClaims(
        ticket_id=texts["jti"],
        room_id=texts["room"],
        player=cast("PlayerId", texts["sub"]),
        tab=texts["tab"],
        nickname=texts["name"],
        expires_at=expires_at,
    )


def _sign(kind: _Kind, texts: Mapping[str, str], expires_at: int, keys: KeySet) -> str:
    payload: dict[str, Any] = {"iss": kind.issuer, "aud": kind.audience, **texts, "exp": expires_at}
    return jwt.encode(payload, keys.keys[keys.current], _ALGORITHM, headers={"kid": keys.current})


def _read(kind: _Kind, token: str, keys: KeySet, now: "Millis") -> tuple[dict[str, str], int] | None:
    """The texts and the expiry of a token of this kind, signed with a key of the set, still valid."""
    if len(token) > _MAX_TOKEN_CHARACTERS:
        return None
    try:
        # The header is not trusted yet: it only picks one of our own keys, and no algorithm.
        key = keys.keys.get(jwt.get_unverified_header(token).get("kid", ""))
        if key is None:
            return None
        payload = jwt.decode(
            token, key, [_ALGORITHM], options=_OWN_RULES, audience=kind.audience, issuer=kind.issuer
        )
    except (jwt.PyJWTError, ValueError, RecursionError):  # not ours; text that is no UTF-8; deep JSON
        return None
    expires_at = payload.get("exp")
    if not isinstance(expires_at, int) or now >= expires_at * 1000:
        return None
    texts = {name: text for name in kind.texts if isinstance(text := payload.get(name), str) and text}
    return (texts, expires_at) if len(texts) == len(kind.texts) else None
