"""Nicknames: NFC, trimmed, 1 to 16 characters that can be seen."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Rejection
from functions.lobby.nicknames import EMPTY, LONG, UNSEEN, clean_nickname


@pytest.mark.parametrize(
    ("text", "nickname"),
    [
        ("바둑이", "바둑이"),
        ("  바둑이\u3000", "바둑이"),
        (unicodedata.normalize("NFD", "바둑이"), "바둑이"),
        ("a b", "a b"),
        ("가" * 16, "가" * 16),
        (" " + "가" * 16 + " ", "가" * 16),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("\U0001faea", "\U0001faea"),  # newer than some Pythons' Unicode
        ("!", "!"),
        ("<b>", "<b>"),  # whoever shows it escapes it
    ],
)
def test_a_name_that_can_be_seen_is_kept(text: str, nickname: str) -> None:
    assert clean_nickname(text) == nickname


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", EMPTY),
        (" \t\u3000", EMPTY),
        ("가" * 17, LONG),
        ("a\tb", UNSEEN),
        ("a\nb", UNSEEN),
        ("a\x00b", UNSEEN),
        ("a\u2028b", UNSEEN),
        ("\u200b", UNSEEN),
        ("a\u200bb", UNSEEN),
        ("a\ufeff", UNSEEN),
        ("\u200d\u200c", UNSEEN),
        ("\u202eabc", UNSEEN),
        ("a\u2066b", UNSEEN),
        ("a\u061cb", UNSEEN),
        ("\u3164", UNSEEN),
        ("ㅋ\u3164", UNSEEN),
        ("\uffa0\u115f", UNSEEN),
        ("\u2800", UNSEEN),
        ("\u0301", UNSEEN),
        ("\ud800", UNSEEN),
        ("\ue000", UNSEEN),
    ],
)
def test_a_name_that_cannot_is_refused(text: str, why: Rejection) -> None:
    assert clean_nickname(text) == why


@given(st.text(st.characters(exclude_categories=[]), max_size=20))
def test_every_text_is_a_clean_nickname_or_refused(text: str) -> None:
    nickname = clean_nickname(text)
    if isinstance(nickname, str):
        assert 1 <= len(nickname) <= 16
        assert clean_nickname(nickname) == nickname
        nickname.encode()
