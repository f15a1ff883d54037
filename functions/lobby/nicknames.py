"""What a player may be called: 1 to 16 characters that others can see and read in order."""

import unicodedata

from engine.game import Rejection

MAX_CHARACTERS = 16
"""Code points after NFC and trimming. An emoji made of several counts each."""

EMPTY = Rejection("nickname/invalid", "이름을 적어 주세요")
LONG = Rejection("nickname/invalid", f"이름은 {MAX_CHARACTERS}자까지 쓸 수 있어요")
UNSEEN = Rejection("nickname/invalid", "이름에 보이지 않는 글자는 쓸 수 없어요")

_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and signs by category that are drawn as nothing: Hangul fillers and the blank braille cell."""
_JOINERS = frozenset("\u200c\u200d")
"""The only format characters in use within names: several emoji and scripts are joined by them.

The others are zero-width twins of a name, or turn the direction of the text around it.
"""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Not ``Cn``: this Python's Unicode may be older than the newest emoji."""


def clean_nickname(text: str) -> str | Rejection:
    """The nickname as it is shown, in NFC and without space around it, or why it cannot be one."""
    nickname = unicodedata.normalize("NFC", text).strip()
    if not nickname:
        return EMPTY
    if len(nickname) > MAX_CHARACTERS:
        return LONG
    if any(_is_unseen(character) for character in nickname):
        return UNSEEN
    if not any(_stands_alone(character) for character in nickname):
        return UNSEEN
    return nickname


def _is_unseen(character: str) -> bool:
    if character in _JOINERS:
        return False
    return character in _BLANK_LETTERS or unicodedata.category(character) in _UNSEEN


def _stands_alone(character: str) -> bool:
    """Whether it shows something by itself, which spaces, combining marks and joiners do not."""
    return character not in _JOINERS and unicodedata.category(character)[0] not in "MZ"
