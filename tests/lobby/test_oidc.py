"""Tokens of an OpenID provider, made by another library with real keys."""

import base64
import hashlib
import json
import warnings
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from functions.lobby import draws
from functions.lobby.fetch import fetch
from functions.lobby.oidc import KEYS_LIFE_SEC, UNKNOWN_KEY_SEC, Provider, ProviderError
from functions.lobby.rs256 import _SHA256_INFO, PublicKey, keys_of, take_apart

ISSUER = "https://id.example/pool"
AUDIENCE = "app-client"
NOW_SEC = 1_800_000_000
NOW = NOW_SEC * 1000
CLAIMS: dict[str, Any] = {
    "iss": ISSUER,
    "aud": AUDIENCE,
    "sub": "auth0|7c1f#9 2",
    "exp": NOW_SEC + 3600,
    "iat": NOW_SEC,
    "token_use": "id",
    "nickname": "바둑이",
}


@cache
def private_key(name: str, bits: int = 2048) -> rsa.RSAPrivateKey:
    """A key pair, the same for the whole run."""
    del name
    return rsa.generate_private_key(public_exponent=65537, key_size=bits)


def number(value: int) -> str:
    raw = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def jwk(kid: str, key: rsa.RSAPrivateKey, **changed: object) -> dict[str, object]:
    """A public key as providers publish it."""
    public = key.public_key().public_numbers()
    return {
        "kid": kid,
        "kty": "RSA",
        "alg": "RS256",
        "use": "sig",
        "n": number(public.n),
        "e": number(public.e),
    } | changed


def token(
    claims: dict[str, Any] | None = None,
    *,
    kid: str = "one",
    key: Any = None,
    alg: str = "RS256",
    **more: Any,
) -> str:
    """A token signed by the provider, with some claims changed (None: left out)."""
    payload = {**CLAIMS, **(claims or {}), **more}
    payload = {name: value for name, value in payload.items() if value is not None}
    return jwt.encode(payload, key or private_key("one"), alg, headers={"kid": kid})


@dataclass
class Internet:
    """What the provider publishes, and how often it was asked."""

    keys: list[dict[str, object]] = field(default_factory=lambda: [jwk("one", private_key("one"))])
    about: dict[str, object] = field(
        default_factory=lambda: {"issuer": ISSUER, "jwks_uri": "https://id.example/keys"}
    )
    down: bool = False
    asked: list[str] = field(default_factory=list)
    now: float = 100_000.0
    faults: list[Exception] = field(default_factory=list)

    def fetch(self, url: str) -> bytes:
        self.asked.append(url)
        if self.down:
            raise TimeoutError("no answer")
        if url == f"{ISSUER}/.well-known/openid-configuration":
            return json.dumps(self.about).encode()
        assert url == "https://id.example/keys"
        return json.dumps({"keys": self.keys}).encode()

    def provider(self) -> Provider:
        return Provider(
            ISSUER, AUDIENCE, fetch=self.fetch, clock=lambda: self.now, on_fault=self.faults.append
        )


@pytest.fixture
def internet() -> Internet:
    return Internet()


def test_a_token_says_who_somebody_is(internet: Internet) -> None:
    person = internet.provider().read(token(), NOW)
    assert person is not None
    assert (person.nickname, person.expires_at) == ("바둑이", NOW_SEC + 3600)
    assert len(person.player) == draws.PLAYER_ID_LENGTH
    assert person.player.isalnum()


def test_a_person_has_one_player_id_for_good_and_nobody_else_has_it(internet: Internet) -> None:
    provider = internet.provider()
    first, again, other = (provider.read(token(sub=sub), NOW) for sub in ("a", "a", "b"))
    assert first is not None
    assert other is not None
    assert first == again
    assert first.player != other.player


REFUSED: dict[str, dict[str, Any]] = {
    "expired": {"exp": NOW_SEC},
    "without an end": {"exp": None},
    "an end that is no instant": {"exp": "tomorrow"},
    "an end that is true": {"exp": True},
    "not valid yet": {"nbf": NOW_SEC + 61},
    "of another issuer": {"iss": ISSUER + "/"},
    "without an issuer": {"iss": None},
    "for another client": {"aud": "another"},
    "for other clients": {"aud": ["another", "third"]},
    "for nobody": {"aud": None},
    "of nobody": {"sub": None},
    "of an empty name": {"sub": ""},
    "an access token": {"token_use": "access"},
}


@pytest.mark.parametrize("changed", REFUSED.values(), ids=REFUSED)
def test_a_token_that_is_not_for_us_or_not_valid_says_nothing(
    internet: Internet, changed: dict[str, Any]
) -> None:
    assert internet.provider().read(token(changed), NOW) is None


@pytest.mark.parametrize("changed", [{"nbf": NOW_SEC + 60}, {"aud": ["x", AUDIENCE]}, {"token_use": None}])
def test_a_token_may_be_for_several_and_a_clock_a_little_ahead(
    internet: Internet, changed: dict[str, Any]
) -> None:
    assert internet.provider().read(token(changed), NOW) is not None


NAMES: list[tuple[dict[str, Any], str]] = [
    ({"nickname": "  가\u1112\u1161  "}, "가하"),
    ({"nickname": "Alexander Hamilton Jr."}, "Alexander Hamilt"),
    ({"nickname": None, "name": "이몽룡"}, "이몽룡"),
    ({"nickname": "\u200b", "name": 7, "preferred_username": "mong"}, "mong"),
    ({"nickname": "a\r\nx: y", "name": "a\x1b[31m", "preferred_username": "a\0b"}, "이름 없음"),
    ({"nickname": None, "email": "someone@example.com"}, "이름 없음"),
]


@pytest.mark.parametrize(("claims", "nickname"), NAMES)
def test_a_nickname_is_taken_from_the_names_and_never_from_an_address(
    internet: Internet, claims: dict[str, Any], nickname: str
) -> None:
    person = internet.provider().read(token(claims), NOW)
    assert person is not None
    assert person.nickname == nickname


# --- Signatures ---


def forged() -> dict[str, str]:
    good = token()
    head, body, signature = good.split(".")
    other_body = token(sub="somebody else").split(".")[1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        public = private_key("one").public_key().public_numbers()
        hmac_with_public_key = jwt.encode(CLAIMS, number(public.n), "HS256", headers={"kid": "one"})
    unsigned = jwt.encode(CLAIMS, "", "none", headers={"kid": "one"})
    return {
        "another key": token(key=private_key("two")),
        "an unknown key": token(kid="nobody"),
        "changed words": f"{head}.{other_body}.{signature}",
        "a shortened signature": f"{head}.{body}.{signature[:-4]}",
        "a lengthened signature": f"{head}.{body}.{signature}AAAA",
        "no signature": f"{head}.{body}.",
        "a padded signature": f"{head}.{body}.{signature}==",
        "the public key as a secret": hmac_with_public_key,
        "no algorithm": unsigned,
        "an elliptic curve": token(key=ec.generate_private_key(ec.SECP256R1()), alg="ES256"),
        "a longer hash": token(alg="RS512"),
        "another padding": token(alg="PS256"),
        "two parts": f"{head}.{body}",
        "four parts": f"{good}.{signature}",
        "nothing": "",
        "dots": "..",
        "no JSON": f"{base64.urlsafe_b64encode(b'[').decode().rstrip('=')}.{body}.{signature}",
        "not ASCII": "토큰.토큰.토큰",
        "endless": "a" * 9_000,
    }


@pytest.mark.parametrize("how", forged())
def test_a_forged_token_says_nothing(internet: Internet, how: str) -> None:
    assert internet.provider().read(forged()[how], NOW) is None
    assert internet.faults == []


def test_a_signature_that_only_begins_right_is_none() -> None:
    """Bleichenbacher's forgery of 2006: with exponent 3 anybody finds a number whose cube begins with
    the right encoding and ends in rubbish. The whole of it is compared here."""
    key = PublicKey(modulus=2**2048 - 1, exponent=3)
    wanted = b"\x00\x01\xff\xff\x00" + _SHA256_INFO + hashlib.sha256(b"message").digest()
    root = cube_root(int.from_bytes(wanted + bytes(256 - len(wanted)), "big")) + 1
    assert pow(root, 3).to_bytes(256, "big").startswith(wanted)
    assert not key.has_signed(b"message", root.to_bytes(256, "big"))


def cube_root(cube: int) -> int:
    """The greatest whole number whose cube is no greater."""
    low, high = 0, 1 << (cube.bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= cube else (low, middle - 1)
    return low


@pytest.mark.parametrize("bits", [2048, 3072, 2056])
def test_signatures_of_another_library_are_recognised(bits: int) -> None:
    key = private_key("sizes", bits)
    public = key.public_key().public_numbers()
    ours = PublicKey(public.n, public.e)
    for message in (b"", b"a", "안녕".encode() * 100):
        signature = key.sign(message, padding.PKCS1v15(), hashes.SHA256())
        assert ours.has_signed(message, signature)
        assert not ours.has_signed(message + b"!", signature)
        assert not ours.has_signed(message, signature[:-1] + bytes([signature[-1] ^ 1]))
        assert not ours.has_signed(
            message, (int.from_bytes(signature, "big") + public.n).to_bytes(512, "big")
        )


def test_a_header_that_must_be_understood_is_not() -> None:
    critical = jwt.encode(CLAIMS, private_key("one"), "RS256", headers={"kid": "one", "crit": ["x"], "x": 1})
    assert take_apart(critical) is None
    assert take_apart(token()) is not None


# --- Keys ---


def test_keys_for_other_uses_are_left_out() -> None:
    good = private_key("one")
    listed = [
        jwk("rsa", good),
        {name: value for name, value in jwk("plain", good).items() if name not in ("alg", "use")},
        jwk("encryption", good, use="enc"),
        jwk("other", good, alg="RS512"),
        jwk("weak", private_key("weak", 1024)),
        jwk("even", good, e=number(65536)),
        jwk("one", good, e=number(1)),
        jwk("broken", good, n="!"),
        jwk("nothing", good, n=""),
        {"kid": "curve", "kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"},
    ]
    assert set(keys_of(json.dumps({"keys": listed}).encode())) == {"rsa", "plain"}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"keys": 1}', '{"keys": [1]}', '{"keys": [{"kty": "RSA"}]}x']
)
def test_what_is_no_key_set_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="not a JSON Web Key Set"):
        keys_of(text.encode())


def test_keys_are_fetched_once_an_hour(internet: Internet) -> None:
    provider = internet.provider()
    for _ in range(3):
        assert provider.read(token(), NOW) is not None
    assert len(internet.asked) == 2  # the description, and the keys
    internet.now += KEYS_LIFE_SEC
    assert provider.read(token(), NOW) is not None
    assert len(internet.asked) == 4


def test_a_new_key_of_the_provider_is_found_within_a_minute(internet: Internet) -> None:
    provider = internet.provider()
    assert provider.read(token(), NOW) is not None
    internet.keys.append(jwk("two", private_key("two")))
    fresh = token(kid="two", key=private_key("two"))
    assert provider.read(fresh, NOW) is None
    internet.now += UNKNOWN_KEY_SEC
    assert provider.read(fresh, NOW) is not None
    internet.keys.pop(0)
    internet.now += KEYS_LIFE_SEC
    assert provider.read(token(), NOW) is None  # the old key is no longer one


def test_made_up_keys_cause_no_more_than_a_fetch_a_minute(internet: Internet) -> None:
    provider = internet.provider()
    for number_ in range(50):
        internet.now += 1
        assert provider.read(token(kid=f"nobody{number_}"), NOW) is None
    assert len(internet.asked) == 2


def test_a_provider_that_does_not_answer_leaves_its_keys_in_use(internet: Internet) -> None:
    provider = internet.provider()
    assert provider.read(token(), NOW) is not None
    internet.down = True
    internet.now += KEYS_LIFE_SEC
    assert provider.read(token(), NOW) is not None
    assert [str(fault) for fault in internet.faults] == [f"the keys of {ISSUER} cannot be had: TimeoutError"]


@pytest.mark.parametrize(
    "broken",
    [
        {"down": True},
        {"about": {"issuer": "https://evil.example", "jwks_uri": "x"}},
        {"about": {"issuer": ISSUER}},
    ],
    ids=str,
)
def test_without_any_keys_it_is_a_fault_and_no_refusal(internet: Internet, broken: dict[str, Any]) -> None:
    for name, value in broken.items():
        setattr(internet, name, value)
    if "about" in broken and "jwks_uri" not in broken["about"]:
        internet.fetch = lambda url: (  # type: ignore[method-assign]
            json.dumps(internet.about).encode() if url.startswith(ISSUER) else fetch(url)
        )
    with pytest.raises(ProviderError, match="cannot be had"):
        internet.provider().read(token(), NOW)


@pytest.mark.parametrize("url", ["http://id.example", "file:///etc/passwd", "ftp://x", ""])
def test_only_https_is_fetched(url: str) -> None:
    with pytest.raises(ValueError, match="begins with https"):
        fetch(url)
