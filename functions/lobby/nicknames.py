"""What a player may be called: 1 to 16 characters that others can see and read in order."""

import unicodedata

from engine.game import Rejection
from functions.rooms.text import is_unseen, shows_something

MAX_CHARACTERS = 16
"""Code points after NFC and trimming. An emoji made of several counts each."""

EMPTY = Rejection("nickname/invalid", "이름을 적어 주세요")
LONG = Rejection("nickname/invalid", f"이름은 {MAX_CHARACTERS}자까지 쓸 수 있어요")
UNSEEN = Rejection("nickname/invalid", "이름에 보이지 않는 글자는 쓸 수 없어요")


def clean_nickname(text: str) -> str | Rejection:
    """The nickname as it is shown, in NFC and without space around it, or why it cannot be one."""
    nickname = unicodedata.normalize("NFC", text).strip()
    if not nickname:
        return EMPTY
    if len(nickname) > MAX_CHARACTERS:
        return LONG
    if any(is_unseen(character) for character in nickname):
        return UNSEEN
    if not shows_something(nickname):
        return UNSEEN
    return nickname
