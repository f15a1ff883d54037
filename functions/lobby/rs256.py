"""RS256 (RSASSA-PKCS1-v1_5 with SHA-256) signatures of JSON Web Tokens: checked, never made.

Checking needs no secret, so nothing can leak by its timing, and no library: the signature is raised to
the public exponent and compared, whole, with the one encoding that is right (RFC 8017, section 8.2.2).
Why not a library: ``docs/decisions/0014``.
"""

import hashlib
import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import dataclass

_SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")
"""What stands before the digest: the DER of "this is a SHA-256 digest of 32 bytes"."""

_LEAST_BITS, _MOST_BITS = 2048, 8192
_BASE64URL = re.compile(r"[A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class PublicKey:
    """An RSA key as a provider publishes it."""

    modulus: int
    exponent: int

    def has_signed(self, message: bytes, signature: bytes) -> bool:
        """Whether the owner of the key signed this message."""
        size = (self.modulus.bit_length() + 7) // 8
        number = int.from_bytes(signature, "big")
        if len(signature) != size or number >= self.modulus:
            return False
        info = _SHA256_INFO + hashlib.sha256(message).digest()
        padding = b"\xff" * (size - len(info) - 3)
        return pow(number, self.exponent, self.modulus).to_bytes(size, "big") == (
            b"\x00\x01" + padding + b"\x00" + info
        )


@dataclass(frozen=True, slots=True)
class Unverified:
    """A token taken apart, before anything in it is believed but which key it names."""

    kid: str
    message: bytes
    signature: bytes

    def claims(self, key: PublicKey) -> Mapping[str, object] | None:
        """What the token says, if this key signed it; None if not, or if it says nothing."""
        if not key.has_signed(self.message, self.signature):
            return None
        return _object(self.message.partition(b".")[2].decode())


def take_apart(token: str) -> Unverified | None:
    """The parts of a token that claims to be signed by RS256; None for any other string."""
    parts = token.split(".")
    if len(parts) != 3:
        return None
    header, signature = _object(parts[0]), _decoded(parts[2])
    if header is None or signature is None or header.get("alg") != "RS256" or "crit" in header:
        return None
    kid = header.get("kid")
    return Unverified(kid, f"{parts[0]}.{parts[1]}".encode(), signature) if isinstance(kid, str) else None


def keys_of(jwks: bytes) -> Mapping[str, PublicKey]:
    """The keys for RS256 in a JSON Web Key Set, by ``kid``; those for other uses are left out.

    :raises ValueError: it is no key set.
    """
    try:
        listed = json.loads(jwks)["keys"]
        return {jwk["kid"]: key for jwk in listed if (key := _public_key(jwk)) is not None}
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as fault:
        raise ValueError("not a JSON Web Key Set") from fault


def _public_key(jwk: Mapping[str, object]) -> PublicKey | None:
    if jwk.get("kty") != "RSA" or jwk.get("use", "sig") != "sig" or jwk.get("alg", "RS256") != "RS256":
        return None
    modulus, exponent = (_decoded(str(jwk.get(name, ""))) for name in ("n", "e"))
    if modulus is None or exponent is None or not isinstance(jwk.get("kid"), str):
        return None
    key = PublicKey(int.from_bytes(modulus, "big"), int.from_bytes(exponent, "big"))
    sound = _LEAST_BITS <= key.modulus.bit_length() <= _MOST_BITS and key.exponent % 2 == 1
    return key if sound and 3 <= key.exponent < 2**32 else None


def _decoded(text: str) -> bytes | None:
    """The bytes in Base64url without padding."""
    if not _BASE64URL.fullmatch(text) or len(text) % 4 == 1:
        return None
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _object(text: str) -> Mapping[str, object] | None:
    raw = _decoded(text)
    try:
        value = None if raw is None else json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
