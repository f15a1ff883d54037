"""Rooms for the tests of stores: real ones, made by the same code that players drive."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from engine.game import Millis, PlayerId
from engine.registry import GAMES
from functions.rooms.commands import Act, SavedCommand, Sender, Sit, Start
from functions.rooms.decide import decide
from functions.rooms.room import Link, Room, Seat, Visibility
from functions.rooms.timing import Policy

ROOT = Path(__file__).parents[2]
NOW: Millis = 1_800_000_000_000
ANNA, BO, CHO = PlayerId("k3m8qzt5w0hxv2rb"), PlayerId("5rnp8v2kcyqj0wtz"), PlayerId("c4h0c4h0c4h0c4h0")
NAMES = {ANNA: "가나다", BO: "뽀지", CHO: "초록"}
TAB = "t4wz7h1x"
CONNECTIONS = {ANNA: "Uu3pBdsZIE0CFjg=", BO: "Uu3pCdlxoE0Fi7A="}
SEED = bytes(range(16))
POLICY = Policy()


def sender(player: PlayerId, tab: str = TAB) -> Sender:
    """A person at one tab."""
    return Sender(player, tab, NAMES[player])


def waiting(
    room_id: str = "7hq2mkx9tdwc",
    *,
    code: str = "ACDEFG",
    visibility: Visibility = "private",
    host: PlayerId = ANNA,
    created_at: Millis = NOW,
    game_id: str = "othello",
) -> Room:
    """A room as ``POST /rooms`` makes it: the host sits, one seat is free."""
    room = Room(
        id=room_id,
        code=code,
        game_id=game_id,
        options=GAMES[game_id].Options(),
        visibility=visibility,
        chat="all",
        spectators_allowed=True,
        host=host,
        seats=(Seat(host, NAMES[host]), None),
        created_at=created_at,
        expires_at=0,
    )
    return replace(room, expires_at=POLICY.expiry(room, created_at))


def after(room: Room, command: SavedCommand, now: Millis) -> Room:
    """The room after a command that is carried out."""
    outcome = decide(room, command, now, POLICY)
    assert outcome.rejection is None, outcome.rejection
    assert outcome.changed
    return outcome.room


def seated(room: Room) -> Room:
    """The room with the guest sitting too."""
    return after(room, Sit(sender(BO), 1, None), room.created_at + 5_000)


def started(room: Room) -> Room:
    """The room with its game begun."""
    return after(seated(room), Start(sender(room.host), 1, SEED), room.created_at + 9_000)


def moved(room: Room, x: int, y: int, *, now: Millis | None = None) -> Room:
    """The room after a disc of whoever is to move."""
    match = room.match
    assert match is not None
    (player,) = room.game.active_players(match.state)
    at = (room.turn_started_at or 0) + 4_321 if now is None else now
    cs = room.last_cs(player, TAB) + 1
    return after(room, Act(sender(player), cs, {"type": "place", "x": x, "y": y}, None), at)


@cache
def recorded_games() -> tuple[tuple[tuple[int, int], ...], ...]:
    """Whole games of reversi as lists of squares (x, y), passes left out, since they follow by rule."""
    path = ROOT / "tests" / "data" / "random" / "othello_random.jsonl"
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]
    return tuple(
        tuple(
            (ord(square[0]) - ord("a"), int(square[1]) - 1)
            for square in row["moves"].split()
            if square != "--"
        )
        for row in rows
    )


@cache
def history(number: int = 0) -> tuple[Room, ...]:
    """A room after its start and after each move of a recorded game, the last one finished."""
    rooms = [started(waiting())]
    for x, y in recorded_games()[number]:
        rooms.append(moved(rooms[-1], x, y))
    assert rooms[-1].status == "finished"
    return tuple(rooms)


def finished(number: int = 0) -> Room:
    """A room whose game was played to its end."""
    return history(number)[-1]


def link(player: PlayerId, tab: str = TAB) -> Link:
    """Whose connection it is."""
    return Link(player, tab)
