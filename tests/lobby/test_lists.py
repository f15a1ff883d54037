"""Which rooms the open list shows."""

from dataclasses import dataclass, replace

import pytest

from engine.game import Millis, PlayerId
from engine.registry import GAMES
from functions.lobby.lists import FRESH_MS, is_shown
from functions.rooms.room import LastCommand, Link, Presence, Room, Seat

HOST, GUEST, PASSERBY = PlayerId("host"), PlayerId("guest"), PlayerId("passerby")
MADE: Millis = 1_796_083_200_123
LONG_AFTER = MADE + 3_600_000


@dataclass(frozen=True)
class Case:
    """A room as it is at ``now``, and whether it is shown."""

    shown: bool
    now: Millis = LONG_AFTER
    connected: tuple[PlayerId, ...] = ()
    left: tuple[tuple[PlayerId, Millis], ...] = ()
    command_at: Millis | None = None
    watching: int = 0


CASES = {
    "just made, and nobody came in yet": Case(True, now=MADE),
    "made by a clock that is ahead of the asker's": Case(True, now=MADE - 5_000),
    "made a moment less than long ago": Case(True, now=MADE + FRESH_MS - 1),
    "made long ago, and nobody ever came in": Case(False, now=MADE + FRESH_MS),
    "the host sits there": Case(True, connected=(HOST,)),
    "the host sits there, whenever somebody last went": Case(True, connected=(HOST,), left=((GUEST, MADE),)),
    "only the guest sits there": Case(True, connected=(GUEST,), left=((HOST, MADE),)),
    "somebody without a seat is connected": Case(False, connected=(PASSERBY,)),
    "spectators wait for players who went": Case(False, watching=3),
    "the last connection went just now": Case(True, left=((HOST, LONG_AFTER),)),
    "one went long ago, the other not": Case(True, left=((HOST, MADE), (GUEST, LONG_AFTER - FRESH_MS + 1))),
    "all went long ago": Case(False, left=((HOST, LONG_AFTER - FRESH_MS), (GUEST, MADE))),
    "somebody just did something": Case(True, command_at=LONG_AFTER - FRESH_MS + 1),
    "nobody has done anything for long": Case(False, command_at=LONG_AFTER - FRESH_MS),
}


def room(case: Case) -> Room:
    """A public room for two in which host and guest have a seat and one is free."""
    last = None if case.command_at is None else LastCommand(HOST, "tab", 1, case.command_at)
    return Room(
        id="7hq2mkx9tdwc",
        code="ACDEFG",
        game_id="seotda",
        options=GAMES["seotda"].Options(),
        visibility="public",
        chat="all",
        spectators_allowed=True,
        host=HOST,
        seats=(Seat(HOST, "방장"), Seat(GUEST, "손님"), None),
        created_at=MADE,
        expires_at=LONG_AFTER // 1000 + 60,
        last=last,
        presence=Presence(
            connections={f"c-{player}": Link(player, "tab") for player in case.connected},
            left=dict(case.left),
            rev=1,
            watching=case.watching,
        ),
    )


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_room_is_shown_while_somebody_with_a_seat_is_there_or_was_lately(case: Case) -> None:
    assert is_shown(room(case), case.now) is case.shown


def test_a_room_that_nobody_could_sit_down_in_is_not_shown_whoever_is_there() -> None:
    there = room(Case(True, connected=(HOST, GUEST)))
    assert is_shown(there, LONG_AFTER)
    for other in (
        replace(there, visibility="private"),
        replace(there, status="playing"),
        replace(there, status="finished"),
        replace(there, seats=there.seats[:2]),
        replace(there, expires_at=LONG_AFTER // 1000),
    ):
        assert not is_shown(other, LONG_AFTER)
