"""Frames as a server would send them, and a tab's state that is fed with them."""

import json

from local.client.frames import JsonObject
from local.client.state import Reaction, TabState

ME, OTHER = "ga", "na"
SERVER_AHEAD = 1_000_000
"""The server's time less the tab's."""
SOON = SERVER_AHEAD + 10_000

REFUSED = {"code": "move/illegal", "reason": "여기에 두면 뒤집을 돌이 없어요"}


def seats(*, online: bool = True) -> JsonObject:
    return {
        "seats": [
            {"playerId": ME, "nickname": "가람", "online": True},
            {"playerId": OTHER, "nickname": "나래", "online": online},
        ]
    }


def moves(*squares: str) -> list[object]:
    return [
        {"kind": "place", "x": "abcdefgh".index(square[0]), "y": int(square[1]) - 1} for square in squares
    ]


def view(record: list[object], *, start: int = 0) -> JsonObject:
    return {
        "phase": "playing",
        "turn": "black",
        "moves": record[start:],  # type: ignore[dict-item]  # JSON by construction
        "movesFrom": start,
        "moveCount": len(record),
    }


def room(
    seq: int,
    *,
    now: int = SERVER_AHEAD,
    record: list[object] | None = None,
    status: str = "playing",
    role: str = "player",
    you_cs: int = 0,
    deadline: int | None = None,
    **more: object,
) -> str:
    return json.dumps(
        {
            "type": "room",
            "now": now,
            "seq": seq,
            "room": {
                "id": "room1",
                "code": "ABCDEF",
                "game": "othello",
                "nameKo": "리버시",
                "gameNo": 1,
                "status": status,
                "host": ME,
                "options": {},
                "visibility": "private",
                "chat": "all",
                **seats(),
                "spectators": {"allowed": True, "count": 0},
                "rematch": [],
            },
            "you": {"playerId": ME, "role": role, "seat": 0, "tab": "t", "cs": you_cs},
            "view": view(record or []),
            "away": [],
            "presenceRev": 0,
            "deadline": deadline,
            **more,
        }
    )


def update(
    seq: int,
    record: list[object],
    *,
    start: int,
    now: int = SERVER_AHEAD,
    status: str = "playing",
    deadline: int | None = None,
    **more: object,
) -> str:
    return json.dumps(
        {
            "type": "update",
            "now": now,
            "seq": seq,
            "events": [],
            "view": view(record, start=start),
            "status": status,
            "deadline": deadline,
            **more,
        }
    )


def frame(kind: str, **fields: object) -> str:
    return json.dumps({"type": kind, "now": SERVER_AHEAD, **fields})


def presence(seq: int, *, online: bool, deadline: int | None = None, rev: int = 1) -> str:
    away = [] if online else [{"seat": 1, "since": 5, "until": None}]
    return frame(
        "presence",
        seq=seq,
        **seats(online=online),
        away=away,
        presenceRev=rev,
        spectators={"allowed": True, "count": 3},
        deadline=deadline,
    )


GATEWAY_FAILURE = json.dumps({"message": "Internal server error", "connectionId": "c", "requestId": "r"})


def opened(*texts: str, at: int = 0, flags: bool = True, chance: float = 0.5) -> TabState:
    """A state whose socket opened at ``at`` and that has received ``texts``."""
    state = TabState(lambda: chance, flags=flags)
    state.opened(at)
    for text in texts:
        state.receive(text, at)
    return state


def sent(reaction: Reaction) -> list[str]:
    """What a reaction sends, short: the type, and the number of a command."""
    return [
        f"{sending['type']} {sending['cs']}" if "cs" in sending else str(sending["type"])
        for sending in reaction.send
    ]


def due(state: TabState, at: int) -> list[str]:
    """What is sent when time has come to ``at``."""
    return sent(state.due(at))


def squares(state: TabState) -> list[str]:
    """The record as the tab knows it."""
    record = state.snapshot.moves
    return [f"{'abcdefgh'[move['x']]}{move['y'] + 1}" for move in record]  # type: ignore[index,call-overload,operator]
