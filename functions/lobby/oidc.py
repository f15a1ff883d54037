"""People whom an OpenID provider vouches for (Cognito, or any that signs with RS256).

A client sends the provider's ID token where a guest sends the guest token. Nothing is stored: who
somebody is follows from the token, and so does the player id, the same at every visit.
"""

import hashlib
import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from engine.game import Millis, PlayerId
from functions.lobby import draws
from functions.lobby.nicknames import MAX_CHARACTERS, clean_nickname
from functions.lobby.rs256 import PublicKey, keys_of, take_apart
from functions.lobby.tokens import GuestClaims

KEYS_LIFE_SEC = 3600
"""How long the provider's keys are used before they are fetched again."""
UNKNOWN_KEY_SEC = 60
"""Between two fetches for the sake of a key that is not known: anybody can make such tokens up."""
CLOCKS_DIFFER_SEC = 60
"""By how much the provider's clock may be ahead of ours."""

_NAMELESS = "이름 없음"
_NAMES = ("nickname", "name", "preferred_username")
"""The claims that a nickname is taken from, in this order. No address of any kind is among them."""

_MAX_TOKEN_CHARACTERS = 8192

Fetch = Callable[[str], bytes]


class ProviderError(RuntimeError):
    """The provider's keys cannot be had, so no token can be judged. A fault, not a refusal."""


@dataclass(slots=True)
class Provider:
    """An OpenID provider. ``issuer`` is its address, ``audience`` the id of the client that its tokens
    are for.

    ``clock`` gives seconds that only grow. While the provider does not answer, the keys that were
    fetched before stay in use and ``on_fault`` hears of it.
    """

    issuer: str
    audience: str
    fetch: Fetch
    clock: Callable[[], float]
    on_fault: Callable[[Exception], None]
    _keys: Mapping[str, PublicKey] | None = field(default=None, init=False)
    _fetched_at: float = field(default=0.0, init=False)

    def read(self, token: str, now: Millis) -> GuestClaims | None:
        """Who somebody is by a token of this provider, valid at ``now``; None for anything else.

        :raises ProviderError: the provider's keys were never fetched, and cannot be now.
        """
        unverified = take_apart(token) if len(token) <= _MAX_TOKEN_CHARACTERS else None
        if unverified is None:
            return None
        key = self._key(unverified.kid)
        claims = None if key is None else unverified.claims(key)
        return None if claims is None else self._person(claims, now)

    def _person(self, claims: Mapping[str, object], now: Millis) -> GuestClaims | None:
        audience, subject, expires_at = claims.get("aud"), claims.get("sub"), claims.get("exp")
        not_before = claims.get("nbf", 0)
        for_us = audience == self.audience or (isinstance(audience, list) and self.audience in audience)
        if claims.get("iss") != self.issuer or not for_us or not isinstance(subject, str) or not subject:
            return None
        if claims.get("token_use", "id") != "id":  # Cognito's word for what its other tokens are not
            return None
        if not _is_instant(expires_at) or not _is_instant(not_before):
            return None
        if now >= int(expires_at) * 1000 or now < (int(not_before) - CLOCKS_DIFFER_SEC) * 1000:
            return None
        return GuestClaims(_player_id(self.issuer, subject), _nickname(claims), int(expires_at))

    def _key(self, kid: str) -> PublicKey | None:
        age = self.clock() - self._fetched_at
        known = self._keys
        if known is None or age >= KEYS_LIFE_SEC or (kid not in known and age >= UNKNOWN_KEY_SEC):
            known = self._refreshed()
        return known.get(kid)

    def _refreshed(self) -> Mapping[str, PublicKey]:
        """The keys as they are now, or those of before."""
        try:
            keys = self._fetched()
        except (OSError, ValueError) as fault:
            error = ProviderError(f"the keys of {self.issuer} cannot be had: {type(fault).__name__}")
            if self._keys is None:
                raise error from fault
            self.on_fault(error)
            keys = self._keys
        self._keys, self._fetched_at = keys, self.clock()
        return keys

    def _fetched(self) -> Mapping[str, PublicKey]:
        """By the provider's own description (OpenID Connect Discovery 1.0, section 4)."""
        about = json.loads(self.fetch(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration"))
        if not isinstance(about, dict) or about.get("issuer") != self.issuer:
            raise ValueError("the description is another issuer's")
        return keys_of(self.fetch(str(about.get("jwks_uri", ""))))


def _is_instant(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 2**53


def _player_id(issuer: str, subject: str) -> PlayerId:
    """The same for the same person always, and like a guest's to look at: what the provider calls
    people may hold anything, and is nobody else's business."""
    return PlayerId(
        draws.player_id(hashlib.blake2s(f"{issuer}\n{subject}".encode(), digest_size=16).digest())
    )


def _nickname(claims: Mapping[str, object]) -> str:
    """The first of the names that can be one, cut to the length that is shown."""
    for claim in _NAMES:
        given = claims.get(claim)
        if isinstance(given, str):
            nickname = clean_nickname(unicodedata.normalize("NFC", given).strip()[:MAX_CHARACTERS])
            if isinstance(nickname, str):
                return nickname
    return _NAMELESS
