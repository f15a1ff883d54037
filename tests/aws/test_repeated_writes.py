"""Writes that are made twice, since the answer to the first got lost: of every store.

The simulation makes them so (``written.twice``), and puts a connection into both lists by crashes
between two writes: what it finds in memory holds in DynamoDB for these reasons.
"""

from functions.rooms.room import Room
from tests.aws.conftest import Store
from tests.aws.table_rooms import ANNA, BO, CHO, NOW, link, seated, started, waiting


def made(store: Store) -> Room:
    """A waiting room, with nobody connected."""
    room = waiting()
    store.create_room(room, key=None, body_hash="", now=room.created_at)
    return room


def loaded(store: Store, room: Room) -> Room:
    """The room as it stands."""
    newest = store.load(room.id)
    assert newest is not None
    return newest


def test_a_save_made_twice_answers_with_the_presence_of_the_second_moment(store: Store) -> None:
    room = made(store)
    store.save(seated(room), presence_rev=None, arm=None)
    store.list_connection(room.id, "one", link(ANNA))
    again = store.save(seated(room), presence_rev=None, arm=None)
    assert again == loaded(store, room)
    assert isinstance(again, Room)
    assert set(again.presence.connections) == {"one"}


def test_a_save_made_twice_is_lost_once_another_has_come_between(store: Store) -> None:
    room = made(store)
    store.save(seated(room), presence_rev=None, arm=None)
    store.save(started(room), presence_rev=None, arm=None)
    assert not isinstance(store.save(seated(room), presence_rev=None, arm=None), Room)
    assert loaded(store, room).seq == started(room).seq


def test_a_connection_listed_twice_is_listed_once(store: Store) -> None:
    room = made(store)
    store.list_connection(room.id, "one", link(ANNA))
    again = store.list_connection(room.id, "one", link(ANNA))
    assert again == loaded(store, room)
    assert again is not None
    assert dict(again.presence.connections) == {"one": link(ANNA)}


def test_a_leave_told_twice_answers_with_the_room_and_the_first_moment(store: Store) -> None:
    room = made(store)
    store.list_connection(room.id, "one", link(ANNA))
    first = store.unlist_connection(room.id, "one", ANNA, NOW + 1_000)
    assert first is not None
    assert store.unlist_connection(room.id, "one", ANNA, NOW + 1_000) == first
    assert store.unlist_connection(room.id, "one", ANNA, NOW + 9_000) == first
    assert dict(first.presence.left) == {ANNA: NOW + 1_000}


def test_a_timer_noted_twice_stays_as_it_is(store: Store) -> None:
    room = made(store)
    assert store.set_armed(room.id, was=0, becomes=1_800_000_100)
    assert not store.set_armed(room.id, was=0, becomes=1_800_000_100)
    assert loaded(store, room).armed_at == 1_800_000_100


def test_one_connection_may_stand_in_both_lists_and_goes_from_each_by_itself(store: Store) -> None:
    room = made(store)
    assert store.add_spectator(room.id, "one", link(BO))
    listed = store.list_connection(room.id, "one", link(BO))
    assert listed is not None
    assert (set(listed.presence.connections), listed.presence.watching) == ({"one"}, 1)
    assert store.drop_spectator(room.id, "one")
    assert not store.drop_spectator(room.id, "one")
    assert set(loaded(store, room).presence.connections) == {"one"}
    assert store.add_spectator(room.id, "one", link(BO))
    gone = store.unlist_connection(room.id, "one", BO, None)
    assert gone is not None
    assert (dict(gone.presence.connections), gone.presence.watching) == ({}, 1)
    assert store.spectators(room.id) == {"one": link(BO)}


def test_taking_a_spectator_from_the_players_changes_nothing(store: Store) -> None:
    room = made(store)
    store.add_spectator(room.id, "two", link(CHO))
    before = loaded(store, room)
    assert store.unlist_connection(room.id, "two", CHO, NOW) == before
    assert store.unlist_connection(room.id, "two", CHO, None) == before
    assert loaded(store, room) == before
