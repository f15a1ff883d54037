"""Tokens and tickets as pure functions: what is signed here is read here, and nothing else is."""

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import PlayerId
from functions.lobby.tokens import (
    GuestClaims,
    KeySet,
    TicketClaims,
    issue_guest,
    issue_ticket,
    read_guest,
    read_ticket,
)

KEY, OTHER = "k" * 32, "o" * 32
KEYS = KeySet("1", {"1": KEY})
EXPIRES = 1_800_000_000
NOW = EXPIRES * 1000 - 1
GUEST = GuestClaims(PlayerId("p1"), "바둑이", EXPIRES)
TICKET = TicketClaims("j1", "r1", PlayerId("p1"), "tab-1", "바둑이", EXPIRES)

GUEST_PAYLOAD: dict[str, Any] = {
    "iss": "nolpan/guests",
    "aud": "nolpan/lobby",
    "sub": "p1",
    "name": "바둑이",
    "exp": EXPIRES,
}


def signed(payload: dict[str, Any], *, key: str = KEY, kid: object = "1", alg: str = "HS256") -> str:
    """A token with any content."""
    return jwt.encode(payload, key, alg, headers={"kid": kid})


def by_hand(header: object, payload: object, signature: str = "") -> str:
    """A token that the library would not write."""
    parts = [
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
        for part in (header, payload)
    ]
    return ".".join([*parts, signature])


def test_what_was_signed_is_read_back() -> None:
    assert read_guest(issue_guest(GUEST, KEYS), KEYS, NOW) == GUEST
    assert read_ticket(issue_ticket(TICKET, KEYS), KEYS, NOW) == TICKET


def test_time_is_the_now_that_is_given() -> None:
    assert read_guest(issue_guest(GUEST, KEYS), KEYS, EXPIRES * 1000 - 1) == GUEST
    assert read_guest(issue_guest(GUEST, KEYS), KEYS, EXPIRES * 1000) is None
    long_ago = GuestClaims(PlayerId("p1"), "바둑이", 1_000)
    assert read_guest(issue_guest(long_ago, KEYS), KEYS, 999_999) == long_ago


def test_a_token_and_a_ticket_are_never_taken_for_each_other() -> None:
    assert read_ticket(issue_guest(GUEST, KEYS), KEYS, NOW) is None
    assert read_guest(issue_ticket(TICKET, KEYS), KEYS, NOW) is None


def test_the_payload_written_by_hand_is_the_one_that_is_read() -> None:
    assert read_guest(signed(GUEST_PAYLOAD), KEYS, NOW) == GUEST


@pytest.mark.parametrize(
    "token",
    [
        pytest.param(signed(GUEST_PAYLOAD, key=OTHER), id="another key"),
        pytest.param(signed(GUEST_PAYLOAD, kid="2"), id="unknown key id"),
        pytest.param(signed(GUEST_PAYLOAD, key=KEY * 2, alg="HS512"), id="another hash"),
        pytest.param(jwt.encode(GUEST_PAYLOAD, KEY, "HS256"), id="no key id"),
        pytest.param(jwt.encode(GUEST_PAYLOAD, "", "none", headers={"kid": "1"}), id="alg none"),
        pytest.param(by_hand({"alg": "NONE", "kid": "1"}, GUEST_PAYLOAD), id="alg NONE"),
        pytest.param(by_hand({"alg": "HS256", "kid": ["1"]}, GUEST_PAYLOAD), id="key id is a list"),
        pytest.param(by_hand({"alg": "HS256", "kid": None}, GUEST_PAYLOAD), id="key id is null"),
        pytest.param(by_hand({"alg": ["HS256"], "kid": "1"}, GUEST_PAYLOAD), id="alg is a list"),
        pytest.param(
            by_hand({"alg": "HS256", "kid": "1", "crit": ["x"]}, GUEST_PAYLOAD, "AA"), id="critical"
        ),
        pytest.param(by_hand([], GUEST_PAYLOAD), id="header is a list"),
        pytest.param(by_hand({"alg": "HS256", "kid": "1"}, GUEST_PAYLOAD), id="no signature"),
        pytest.param(signed({**GUEST_PAYLOAD, "aud": "nolpan/socket"}), id="another audience"),
        pytest.param(signed({**GUEST_PAYLOAD, "iss": "nolpan/lobby"}), id="another issuer"),
        pytest.param(signed({k: v for k, v in GUEST_PAYLOAD.items() if k != "aud"}), id="no audience"),
        pytest.param(signed({k: v for k, v in GUEST_PAYLOAD.items() if k != "iss"}), id="no issuer"),
        pytest.param(signed({k: v for k, v in GUEST_PAYLOAD.items() if k != "exp"}), id="no end"),
        pytest.param(signed({k: v for k, v in GUEST_PAYLOAD.items() if k != "sub"}), id="nobody"),
        pytest.param(signed({**GUEST_PAYLOAD, "sub": ""}), id="empty id"),
        pytest.param(signed({**GUEST_PAYLOAD, "name": 5}), id="a number for a name"),
        pytest.param(signed({**GUEST_PAYLOAD, "exp": str(EXPIRES)}), id="end is a string"),
        pytest.param(signed({**GUEST_PAYLOAD, "exp": 1e300}), id="end is no whole number"),
        pytest.param(signed({**GUEST_PAYLOAD, "pad": "x" * 2000}), id="too long"),
        pytest.param("[" * 1000 + ".a.b", id="brackets"),
        pytest.param(base64.urlsafe_b64encode(b"[" * 700).decode() + ".a.b", id="deep JSON"),
        pytest.param("", id="empty"),
        pytest.param("..", id="dots"),
        pytest.param("\ud800.\ud800.\ud800", id="half characters"),
        pytest.param("토큰", id="Korean"),
    ],
)
def test_anything_else_is_nothing(token: str) -> None:
    assert read_guest(token, KEYS, NOW) is None
    assert read_ticket(token, KEYS, NOW) is None


def test_every_single_changed_character_spoils_a_ticket() -> None:
    ticket = issue_ticket(TICKET, KEYS)
    for index in range(len(ticket) - 1):  # the last one holds bits that are not part of the signature
        other = "A" if ticket[index] != "A" else "B"
        assert read_ticket(ticket[:index] + other + ticket[index + 1 :], KEYS, NOW) is None


def test_keys_are_exchanged_without_losing_tokens() -> None:
    token = issue_guest(GUEST, KEYS)
    both = KeySet("2", {"1": KEY, "2": OTHER})
    assert read_guest(token, both, NOW) == GUEST
    assert jwt.get_unverified_header(issue_guest(GUEST, both))["kid"] == "2"
    assert read_guest(token, KeySet("2", {"2": OTHER}), NOW) is None


def test_a_key_set_refuses_short_keys_and_a_current_key_that_is_missing() -> None:
    with pytest.raises(ValueError, match="shorter than 32 bytes"):
        KeySet("1", {"1": "short"})
    with pytest.raises(ValueError, match="not in the key set"):
        KeySet("2", {"1": KEY})


def test_a_key_set_does_not_show_its_keys() -> None:
    assert KEY not in repr(KEYS)
    with pytest.raises(ValueError, match="shorter") as told:
        KeySet("1", {"1": "hush"})
    assert "hush" not in str(told.value)


def test_the_longest_ticket_fits_into_an_address() -> None:
    longest = TicketClaims("j" * 20, "r" * 12, PlayerId("p" * 16), "t" * 36, "😀" * 16, EXPIRES)
    ticket = issue_ticket(longest, KEYS)
    assert read_ticket(ticket, KEYS, NOW) == longest
    assert ticket.isascii()
    assert len(ticket) < 1024


def test_the_authorizer_can_import_tokens_without_pydantic_or_starlette() -> None:
    code = (
        "import sys, functions.lobby.tokens; print(*{'pydantic', 'starlette', 'engine'} & set(sys.modules))"
    )
    root = Path(__file__).parents[2]
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)  # noqa: S603
    assert ran.stdout.strip() == ""


@given(st.text())
def test_no_text_makes_reading_raise(text: str) -> None:
    assert read_guest(text, KEYS, NOW) is None
    assert read_ticket(text, KEYS, NOW) is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    header=json_values | st.fixed_dictionaries({"alg": json_values, "kid": json_values}), payload=json_values
)
def test_no_header_makes_reading_raise(header: object, payload: object) -> None:
    assert read_guest(by_hand(header, payload, "AAAA"), KEYS, NOW) is None


@given(
    st.dictionaries(st.sampled_from(["iss", "aud", "sub", "name", "exp", "iat", "nbf", "jti"]), json_values)
)
def test_no_signed_payload_makes_reading_raise(claims: dict[str, Any]) -> None:
    """A key may leak or be shared: even what is signed rightly is read with care."""
    payload = json.dumps({**GUEST_PAYLOAD, **claims}).encode()
    token = jwt.api_jws.encode(payload, KEY, "HS256", headers={"kid": "1"})
    read = read_guest(token, KEYS, NOW)
    assert read is None or isinstance(read.nickname, str)
