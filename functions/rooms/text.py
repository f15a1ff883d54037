"""What can be seen of a text that a person typed, for nicknames and chat."""

import unicodedata

_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and signs by category that are drawn as nothing: Hangul fillers and the blank braille cell."""
_JOINERS = frozenset("\u200c\u200d")
"""The only format characters in use within words: several emoji and scripts are joined by them.

The others are zero-width twins of a text, or turn the direction of what stands around it.
"""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Not ``Cn``: this Python's Unicode may be older than the newest emoji."""


def is_unseen(character: str) -> bool:
    """Whether it is drawn as nothing, or only changes what stands around it. Joiners are let through."""
    if character in _JOINERS:
        return False
    return character in _BLANK_LETTERS or unicodedata.category(character) in _UNSEEN


def shows_something(text: str) -> bool:
    """Whether any character shows something by itself: no space, combining mark, joiner or the like."""
    return any(
        character not in _JOINERS
        and not is_unseen(character)
        and unicodedata.category(character)[0] not in "MZ"
        for character in text
    )
