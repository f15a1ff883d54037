"""One table of all that clients send, and texts that only look like it."""

import json
import random
from collections.abc import Mapping
from typing import Any

from engine.game import Json, JsonObject
from functions.rooms.messages import (
    ActFrame,
    ChatFrame,
    ClientFrame,
    FlagFrame,
    HelloFrame,
    KickFrame,
    LeaveFrame,
    OptionsFrame,
    PingFrame,
    RematchFrame,
    SitFrame,
    StandFrame,
    StartFrame,
    SyncFrame,
)
from tests.rooms.people import NOW

PLACE: JsonObject = {"type": "place", "x": 3, "y": 2}
FRAMES: list[tuple[dict[str, Any], ClientFrame]] = [
    ({"type": "hello"}, HelloFrame(type="hello")),
    ({"type": "sync"}, SyncFrame(type="sync")),
    ({"type": "sync", "seq": 7}, SyncFrame(type="sync", seq=7)),
    ({"type": "ping", "t": 1.5}, PingFrame(type="ping", t=1.5)),
    ({"type": "ping", "t": NOW}, PingFrame(type="ping", t=NOW)),
    ({"type": "sit", "cs": 1}, SitFrame(type="sit", cs=1)),
    ({"type": "sit", "cs": 1, "seat": 0}, SitFrame(type="sit", cs=1, seat=0)),
    ({"type": "stand", "cs": 2}, StandFrame(type="stand", cs=2)),
    (
        {"type": "options", "cs": 3, "options": {"undo": 1}},
        OptionsFrame(type="options", cs=3, options={"undo": 1}),
    ),
    ({"type": "kick", "cs": 4, "playerId": "bo"}, KickFrame(type="kick", cs=4, playerId="bo")),
    ({"type": "start", "cs": 5}, StartFrame(type="start", cs=5)),
    ({"type": "act", "cs": 6, "action": PLACE}, ActFrame(type="act", cs=6, action=PLACE)),
    ({"type": "act", "cs": 6, "action": PLACE, "seq": 0}, ActFrame(type="act", cs=6, action=PLACE, seq=0)),
    ({"type": "flag"}, FlagFrame(type="flag")),
    ({"type": "flag", "seq": 12}, FlagFrame(type="flag", seq=12)),
    ({"type": "rematch", "cs": 7}, RematchFrame(type="rematch", cs=7)),
    ({"type": "leave", "cs": 2**53 - 1}, LeaveFrame(type="leave", cs=2**53 - 1)),
    ({"type": "chat", "text": "안녕하세요"}, ChatFrame(type="chat", text="안녕하세요")),
]
"""What clients send, and what is read of it; each type at least once. Texts made by chance, kept seeds of
the simulation among them, depend on what is in here, in which order."""
NUMBERED = frozenset(sent["type"] for sent, _ in FRAMES if "cs" in sent)
"""The types of the frames that carry a tab's own number."""
FIELDS: Mapping[str, JsonObject] = {
    sent["type"]: {name: value for name, value in sent.items() if name not in ("type", "cs")}
    for sent, _ in reversed(FRAMES)
}
"""By type, what its first frame holds beside type and number."""

BITS = [
    *'{}[]:,"\\ ',
    *[
        "null",
        "true",
        "-",
        "1",
        "0",
        "1e9",
        "NaN",
        "\\u0000",
        "\\ud800",
        "\ud800",
        "\x00",
        "\x7f",
        "가",
        "😀",
    ],
    *['"type"', '"cs"', '"action"', '"seq"', '"options"', '"text"', '"t"', '"playerId"', '"seat"'],
    *[f'"{sent["type"]}"' for sent, _ in FRAMES],
]


def hostile(rng: random.Random) -> str:
    """A text that may look like a frame: noise, or a good frame with pieces changed."""
    if rng.random() < 0.3:
        return "".join(rng.choice(BITS) for _ in range(rng.randrange(40)))
    frame = dict(rng.choice(FRAMES)[0])
    for _ in range(rng.randrange(3)):
        value: Json = rng.choice(
            [None, True, -1, 0, 1, 2**53, 10**30, 1.5, "", "x", [], {}, [[]], PLACE, "\u202e"]
        )
        frame[rng.choice(["type", "cs", "seq", "seat", "action", "options", "text", "t", "playerId"])] = value
    text = json.dumps(frame, ensure_ascii=rng.random() < 0.5)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(BITS) + text[at + rng.randrange(3) :]
    return text
