"""The record of a game of 섯다: a short word per entry, the form in which it is stored.

It holds no card, only what was public when it happened::

    d3.0.2        hand 3 was dealt, for the first time (0), seat 2 first (선)
    0h150         seat 0 said 하프 and paid 150; ``0H150`` if time ran out and the server said it
    x4            seat 4 left the game
    es;1+300;1=알리,2=3끗   the hand ended by a showdown (s; d: all others died; r: it is dealt anew),
                  seat 1 won 300, seats 1 and 2 showed these hands
"""

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from engine.betting import Word
from engine.game import Json, JsonObject

How: TypeAlias = Literal["died", "showdown", "replay"]

_CODES: dict[Word, str] = {
    **{"die": "d", "check": "k", "call": "c", "bbing": "b", "ddadang": "t"},
    **{"quarter": "q", "half": "h", "full": "f", "allIn": "a"},
}
_WORDS = {code: word for word, code in _CODES.items()}
_HOW: dict[How, str] = {"died": "d", "showdown": "s", "replay": "r"}
_HOWS = {code: how for how, code in _HOW.items()}

_ENTRY = (
    r"d(?P<hand>\d+)\.(?P<replay>\d+)\.(?P<lead>\d)"
    r"|(?P<seat>\d)(?P<code>[a-zA-Z])(?P<paid>\d*)"
    r"|x(?P<left>\d)"
    r"|e(?P<how>[dsr]);(?P<won>(?:\d\+\d+(?:,(?!;)|(?=;)))*);(?P<shown>(?:\d=[^ ;,=]+(?:,(?! |$)|(?= |$)))*)"
)
_READ = re.compile(_ENTRY)
_RECORD = re.compile(rf"(?:(?:{re.sub(r'P<[a-z]+>', ':', _ENTRY)})(?: (?!$)|$))*")


def is_record(text: str) -> bool:
    """Whether all words are entries; what they say is not judged."""
    return _RECORD.fullmatch(text) is not None


def dealt(hand: int, replay: int, lead: int) -> str:
    """A hand was dealt; ``replay`` counts how often it had been dealt before."""
    return f"d{hand}.{replay}.{lead}"


def bet(seat: int, word: Word, paid: int, *, auto: bool) -> str:
    """A seat said a word; ``auto``: the server said it because time ran out."""
    code = _CODES[word].upper() if auto else _CODES[word]
    return f"{seat}{code}{paid or ''}"


def left(seat: int) -> str:
    """A seat left the game for good."""
    return f"x{seat}"


def ended(how: How, won: Mapping[int, int], shown: Mapping[int, str]) -> str:
    """A hand ended: who won how many chips, and what those at the showdown had (names, no cards)."""
    chips = ",".join(f"{seat}+{amount}" for seat, amount in won.items())
    hands = ",".join(f"{seat}={name}" for seat, name in shown.items())
    return f"e{_HOW[how]};{chips};{hands}"


def entries(record: str) -> list[str]:
    """The words of a record."""
    return record.split(" ") if record else []


def length(record: str) -> int:
    """The number of entries."""
    return record.count(" ") + 1 if record else 0


def entry_json(word: str) -> JsonObject:
    """An entry as clients read it; seats are the keys of the view (``"1"`` is seat 0).

    :raises ValueError: it is no entry.
    """
    found = _READ.fullmatch(word)
    if found is None:
        raise ValueError(f"not an entry: {word!r}")
    if found["hand"] is not None:
        numbers = {"hand": int(found["hand"]), "replay": int(found["replay"])}
        return {"kind": "deal", **numbers, "lead": key(found["lead"]), "auto": True}
    if found["seat"] is not None:
        code = found["code"]
        return {
            "kind": "bet",
            "seat": key(found["seat"]),
            "word": _WORDS[code.lower()],
            "paid": int(found["paid"] or 0),
            "auto": code.isupper(),
        }
    if found["left"] is not None:
        return {"kind": "left", "seat": key(found["left"]), "auto": False}
    won: dict[str, Json] = {key(seat): int(amount) for seat, amount in _pairs(found["won"], "+")}
    hands: dict[str, Json] = {key(seat): name for seat, name in _pairs(found["shown"], "=")}
    return {"kind": "end", "how": _HOWS[found["how"]], "won": won, "hands": hands, "auto": True}


def _pairs(text: str, between: str) -> list[tuple[str, str]]:
    pairs = [part.partition(between) for part in text.split(",")] if text else []
    return [(first, second) for first, _, second in pairs]


def key(seat: int | str) -> str:
    """The key of a seat in views and events: seats are counted from 1 there, as people do."""
    return str(int(seat) + 1)
