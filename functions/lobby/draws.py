"""Names drawn by chance: ids that nobody guesses, and codes that people read to each other."""

import re

_ID_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
_CODE_ALPHABET = "346789ACDEFGHJKMNPQRTUVWXY"
"""Without 0 O, 1 I L, 2 Z, 5 S and B (for 8): what looks alike on paper or sounds alike on the phone."""

CODE_LENGTH = 6
ROOM_ID_LENGTH = 12
PLAYER_ID_LENGTH = 16
TICKET_ID_LENGTH = 20

_ROOM_ID = re.compile(rf"[0-9a-z]{{{ROOM_ID_LENGTH}}}")
_CODE = re.compile(rf"[0-9A-Z]{{{CODE_LENGTH}}}")


def room_code(seed: bytes) -> str:
    """A room's code, of 309 million."""
    return _drawn(seed, _CODE_ALPHABET, CODE_LENGTH)


def room_id(seed: bytes) -> str:
    """A room's id (62 bits)."""
    return _drawn(seed, _ID_ALPHABET, ROOM_ID_LENGTH)


def player_id(seed: bytes) -> str:
    """A player's id (82 bits)."""
    return _drawn(seed, _ID_ALPHABET, PLAYER_ID_LENGTH)


def ticket_id(seed: bytes) -> str:
    """A ticket's id (103 bits)."""
    return _drawn(seed, _ID_ALPHABET, TICKET_ID_LENGTH)


def read_room_id(text: str) -> str | None:
    """The text if it can be a room's id at all."""
    return text if _ROOM_ID.fullmatch(text) else None


def read_code(text: str) -> str | None:
    """The code that somebody typed, as it is stored (upper case); None if it can be none."""
    code = text.upper() if text.isascii() else ""
    return code if _CODE.fullmatch(code) else None


def _drawn(seed: bytes, alphabet: str, length: int) -> str:
    """``length`` letters from 16 unpredictable bytes, each as likely to within 2 to the -24."""
    number = int.from_bytes(seed, "big")
    letters = []
    for _ in range(length):
        number, index = divmod(number, len(alphabet))
        letters.append(alphabet[index])
    return "".join(letters)
