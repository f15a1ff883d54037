"""The action log of one game: every saved action, in order, undone ones too.

Setup + seed + log replays to the same state. The log grows with every move and is
written with every move, so it is kept packed: appending costs the same at any length,
and nothing is unpacked until somebody wants the record.

One entry, packed (``varint``: seven bits a byte, low first; ``zigzag``: signed as varint)::

    actor        1 byte   seat order of the player << 2 | held << 1 | system
    at           zigzag   receive time, ms after the entry before
    held         varint   only if flagged: ms by which the deadline was postponed first
    tab, cs      varint   only if not system: word number, the tab's command number
    shape        varint   word number of "type field field …"
    values       one each: small integers one byte, names such as ``e4`` two, other strings as they are

Words (tab ids and shapes) are stored once, in the order of first use.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase, digits

from engine.game import ActionModel, Json, JsonObject, Millis

MAX_BYTES = 48 * 1024
"""Beyond this a player may only move or end the game (a chess game of 300 plies needs 3 KB): only
endless undos come here, and an item holds 400 KB."""

_INT, _STR, _CONST, _JSON = 0, 1, 2, 3
_CONSTS: tuple[str | bool | None, ...] = (
    *(None, False, True),
    *(letter + digit for digit in digits for letter in ascii_lowercase),
)
"""Values that have a number: what JSON has no more of, and names such as a square's, which would else
be a byte longer. Stored logs hold these numbers: only ever add to the end."""
_CONST_NUMBERS = {value: number for number, value in enumerate(_CONSTS)}


@dataclass(frozen=True, slots=True)
class CommandId:
    """Which command it was: a tab and that tab's own number."""

    tab: str
    cs: int


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One saved action. ``by`` is None for what the system did in a player's name.

    ``player`` is the index in the game's ``players``; ``held`` is how many ms the running
    deadline was postponed just before (an outage that must cost nobody time), mostly 0.
    """

    player: int
    at: Millis
    action: JsonObject
    by: CommandId | None
    held: Millis = 0


@dataclass(frozen=True, slots=True)
class Log:
    """An immutable log; ``packed`` and ``words`` are what is stored."""

    packed: bytes
    words: tuple[str, ...]
    last_at: Millis

    @staticmethod
    def start(at: Millis) -> "Log":
        """The empty log of a game that starts at ``at``."""
        return Log(b"", (), at)

    @property
    def is_full(self) -> bool:
        """Whether ``MAX_BYTES`` are used up."""
        return len(self.packed) + sum(map(len, self.words)) >= MAX_BYTES

    def append(
        self, player: int, at: Millis, action: ActionModel, *, by: CommandId | None, held: Millis = 0
    ) -> "Log":
        """The log with one entry more. Costs the same at any length but for one copy of the bytes."""
        fields = action.model_dump(mode="json")
        shape = " ".join([str(fields.pop("type")), *fields])
        words = list(self.words)
        out = bytearray()
        out.append(player << 2 | (held > 0) << 1 | (by is None))
        _put_varint(out, _zigzag(at - self.last_at))
        if held > 0:
            _put_varint(out, held)
        if by is not None:
            _put_varint(out, _word(words, by.tab))
            _put_varint(out, by.cs)
        _put_varint(out, _word(words, shape))
        for value in fields.values():
            _put_value(out, value)
        return Log(self.packed + bytes(out), tuple(words), at)

    def entries(self, started_at: Millis) -> Iterator[LogEntry]:
        """All entries, oldest first. ``started_at`` is what ``start`` was given.

        :raises ValueError: the bytes are not a log.
        """
        reader = _Reader(self.packed)
        at = started_at
        while not reader.at_end:
            head = reader.byte()
            at += _unzigzag(reader.varint())
            held = reader.varint() if head & 2 else 0
            by = None if head & 1 else CommandId(self._word(reader.varint()), reader.varint())
            kind, *names = self._word(reader.varint()).split(" ")
            action: JsonObject = {"type": kind, **{name: reader.value() for name in names}}
            yield LogEntry(head >> 2, at, action, by, held)

    def _word(self, number: int) -> str:
        if number >= len(self.words):
            raise ValueError(f"the log names word {number} of {len(self.words)}")
        return self.words[number]


def _word(words: list[str], word: str) -> int:
    if word not in words:
        words.append(word)
    return words.index(word)


def _zigzag(number: int) -> int:
    return number * 2 if number >= 0 else -number * 2 - 1


def _unzigzag(number: int) -> int:
    return number // 2 if number % 2 == 0 else -(number + 1) // 2


def _put_varint(out: bytearray, number: int) -> None:
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)


def _put_value(out: bytearray, value: Json) -> None:
    if value is None or isinstance(value, bool) or (isinstance(value, str) and value in _CONST_NUMBERS):
        _put_varint(out, _CONST_NUMBERS[value] << 2 | _CONST)
    elif isinstance(value, int):
        _put_varint(out, _zigzag(value) << 2 | _INT)
    else:
        kind = _STR if isinstance(value, str) else _JSON
        text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
        data = text.encode()
        _put_varint(out, len(data) << 2 | kind)
        out += data


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._pos = 0

    @property
    def at_end(self) -> bool:
        return self._pos == len(self._data)

    def byte(self) -> int:
        return self.take(1)[0]

    def take(self, count: int) -> bytes:
        chunk = self._data[self._pos : self._pos + count]
        if len(chunk) != count:
            raise ValueError("the log ends in the middle of an entry")
        self._pos += count
        return chunk

    def varint(self) -> int:
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7

    def value(self) -> Json:
        head = self.varint()
        kind, rest = head & 3, head >> 2
        if kind == _CONST:
            if rest >= len(_CONSTS):
                raise ValueError(f"the log holds an unknown constant {rest}")
            return _CONSTS[rest]
        if kind == _INT:
            return _unzigzag(rest)
        text = self.take(rest).decode()
        if kind == _STR:
            return text
        value: Json = json.loads(text)
        return value
