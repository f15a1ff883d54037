"""Real threads: a host who leaves, and what others do at the same moment.

Whatever the order, the room ends up with a host who sits in it, or it is closed and all are told.
"""

from functools import partial

import pytest

from functions.rooms.room import Room
from tests.rooms.people import ANNA, BO, CY, check_room, table
from tests.rooms.test_runner_threads import ROUNDS, at_once
from tests.rooms.world import Socket, World, game_of_two


def gone(world: World) -> bool:
    """Whether the room's life is over."""
    return world.room.is_gone(world.now)


def check_host(room: Room) -> None:
    """A room with people in it has one of them as its host."""
    check_room(room)
    seated = [seat.player for seat in room.seated]
    assert not seated or room.host in seated


def told_closed(socket: Socket) -> bool:
    """Whether somebody has heard that the room is no more."""
    return any(
        frame["type"] in ("closed", "rejected") and frame["code"] == "room/not_found"
        for frame in socket.frames
    )


def test_a_host_who_leaves_while_somebody_sits_down_leaves_them_the_room_or_nothing() -> None:
    for _ in range(ROUNDS):
        world = World(first=table(ANNA, None))
        anna, bo = world.join(ANNA), world.join(BO)
        at_once(partial(anna.ask, "leave"), partial(bo.ask, "sit"))
        if gone(world):
            assert told_closed(bo)
        else:
            room = world.room
            assert (room.host, [seat.player for seat in room.seated]) == (BO, [BO])
            check_host(room)


def test_a_host_who_leaves_while_starting_from_another_tab_ends_in_one_story() -> None:
    for _ in range(ROUNDS):
        world = World(first=table(ANNA, BO))
        anna, phone, bo = world.join(ANNA), world.join(ANNA, "phone"), world.join(BO)
        at_once(partial(anna.ask, "leave"), partial(phone.ask, "start"))
        room = world.room
        assert room.host == BO
        assert [seat.player for seat in room.seated] == [BO]
        if room.games_played:  # started, and then left: a resignation, which both hear of
            assert (room.status, room.archived_no) == ("finished", 1)
            rooms = [frame for frame in bo.frames if frame["type"] == "room"]
            newest = max(rooms, key=lambda frame: frame["seq"])  # posts may overtake each other
            assert newest["view"]["result"]["reason"] == "resign"
        else:
            assert room.status == "waiting"
            assert any(frame["code"] == "room/not_host" for frame in phone.frames if "code" in frame)
        check_host(room)


@pytest.mark.parametrize("status", ["waiting", "playing", "finished"])
def test_all_who_sit_leave_at_once_and_the_room_closes_when_the_host_goes_last(status: str) -> None:
    for _ in range(ROUNDS):
        if status == "waiting":
            world = World(first=table(ANNA, BO))
            anna, bo = world.join(ANNA), world.join(BO)
        else:
            world, anna, bo = game_of_two()
            if status == "finished":
                bo.act("resign")
        at_once(partial(anna.ask, "leave"), partial(bo.ask, "leave"))
        room = world.room
        assert room.seated == ()
        assert gone(world)  # whoever was last had become the host
        check_host(room)
        assert room.archived_no == (0 if status == "waiting" else 1)


def test_a_host_who_leaves_while_the_other_asks_for_a_rematch_leaves_a_waiting_room() -> None:
    for _ in range(ROUNDS):
        world, anna, bo = game_of_two()
        anna.act("resign")
        at_once(partial(anna.ask, "leave"), partial(bo.ask, "rematch"))
        room = world.room
        assert (room.host, [seat.player for seat in room.seated]) == (BO, [BO])
        assert (room.status, room.games_played) == ("waiting", 1)
        check_host(room)


def test_a_host_who_leaves_while_putting_somebody_out_passes_the_room_to_nobody_barred() -> None:
    for _ in range(ROUNDS):
        world = World(first=table(ANNA, BO))
        anna, phone, bo, cy = world.join(ANNA), world.join(ANNA, "phone"), world.join(BO), world.join(CY)
        at_once(partial(anna.ask, "leave"), partial(phone.ask, "kick", playerId=BO), partial(cy.ask, "sit"))
        room = world.room
        if gone(world):
            assert room.seated == ()
        else:
            assert room.host not in room.barred
            assert room.host in (BO, CY)
        assert bo.closed == (BO in room.barred or gone(world))
        check_host(room)
