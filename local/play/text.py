"""Text in columns of a terminal, where a Korean letter takes two."""

import unicodedata

_HIDDEN = ("Cc", "Cf", "Zl", "Zp")
"""Categories that could move the cursor, turn the writing direction or break the line."""


def clean(text: str) -> str:
    """The text without anything a terminal would obey instead of showing."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in _HIDDEN)


def width(text: str) -> int:
    """How many columns the text takes. Letters that Unicode calls ambiguous count as one."""
    return sum(_letter_width(letter) for letter in text)


def clip(text: str, columns: int) -> str:
    """The beginning of the text that fits into so many columns."""
    taken = 0
    for index, letter in enumerate(text):
        taken += _letter_width(letter)
        if taken > columns:
            return text[:index]
    return text


def pad(text: str, columns: int) -> str:
    """The text, clipped or filled up with spaces to exactly so many columns."""
    clipped = clip(text, columns)
    return clipped + " " * (columns - width(clipped))


def _letter_width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Me", "Mn", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def wrap(text: str, columns: int) -> list[str]:
    """The text in lines of so many columns, broken at spaces where there are any."""
    lines = [""]
    for word in text.split(" "):
        rest = word
        if lines[-1] and width(f"{lines[-1]} {rest}") <= columns:
            lines[-1] += f" {rest}"
            continue
        if lines[-1]:
            lines.append("")
        while width(rest) > columns and (head := clip(rest, columns)):
            lines[-1:] = [head, ""]
            rest = rest[len(head) :]
        lines[-1] = rest
    return lines
