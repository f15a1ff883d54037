"""What ``RoomStore`` promises, of every store."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from functions.rooms.commands import Kick
from functions.rooms.ports import Lost
from functions.rooms.record import record_of, replay_record
from functions.rooms.room import NOBODY, Link, Room
from tests.aws.conftest import Store, World
from tests.aws.table_rooms import (
    ANNA,
    BO,
    CHO,
    CONNECTIONS,
    NOW,
    after,
    finished,
    history,
    link,
    moved,
    recorded_games,
    seated,
    sender,
    started,
    waiting,
)


def create(store: Store, room: Room) -> Room:
    """Put a new room in."""
    store.create_room(room, key=None, body_hash="", now=room.created_at)
    return room


def save(store: Store, room: Room, *, presence_rev: int | None = None, arm: int | None = None) -> Room:
    """Save what must succeed."""
    saved = store.save(room, presence_rev=presence_rev, arm=arm)
    assert isinstance(saved, Room)
    return saved


def test_a_room_that_was_never_made_is_not_there(store: Store) -> None:
    assert store.load("7hq2mkx9tdwc") is None


def test_every_state_of_a_game_is_loaded_as_it_was_saved(store: Store) -> None:
    create(store, waiting())
    save(store, seated(waiting()))
    for room in history():
        assert save(store, room) == room
        assert store.load(room.id) == room


def test_a_save_on_top_of_anything_but_the_room_before_is_lost_and_shows_what_stands(store: Store) -> None:
    create(store, waiting())
    stands = save(store, seated(waiting()))
    later = replace(stands, seq=stands.seq + 2)
    assert store.save(later, presence_rev=None, arm=None) == Lost(stands)
    other = replace(stands, rematch=(ANNA,))
    assert store.save(other, presence_rev=None, arm=None) == Lost(stands)
    assert store.load(stands.id) == stands


def test_saving_the_same_again_has_succeeded(store: Store) -> None:
    create(store, waiting())
    room = seated(waiting())
    first = save(store, room, arm=1_800_000_100)
    assert save(store, room, arm=1_800_000_100) == first
    assert save(store, room, presence_rev=7, arm=1_800_000_100) == first


def test_a_save_of_a_room_that_is_gone_is_lost_and_makes_no_room(world: World) -> None:
    create(world.store, waiting())
    world.delete_room(waiting().id)
    assert world.store.save(seated(waiting()), presence_rev=None, arm=None) == Lost(None)
    assert world.store.load(waiting().id) is None


def test_a_save_leaves_presence_as_it_is_and_answers_with_it(store: Store) -> None:
    read = create(store, waiting())
    store.list_connection(read.id, "one", link(ANNA))
    store.add_spectator(read.id, "two", link(CHO))
    saved = save(store, seated(read))
    assert saved.presence.connections == {"one": link(ANNA)}
    assert (saved.presence.rev, saved.presence.watching) == (1, 1)
    assert store.load(read.id) == saved


def test_a_save_forgets_when_those_left_who_have_no_seat_any_more(store: Store) -> None:
    room = save(store, seated(create(store, waiting())))
    for player in (ANNA, BO):
        store.list_connection(room.id, CONNECTIONS[player], link(player))
        store.unlist_connection(room.id, CONNECTIONS[player], player, NOW + 7)
    read = store.load(room.id)
    assert read is not None
    assert set(read.presence.left) == {ANNA, BO}
    kicked = save(store, after(read, Kick(sender(ANNA), 9, BO), NOW + 9))
    assert kicked.seat_of(BO) is None
    assert dict(kicked.presence.left) == {ANNA: NOW + 7}
    assert store.load(room.id) == kicked


def test_a_save_that_used_absence_is_lost_when_somebody_came_or_went(store: Store) -> None:
    read = create(store, waiting())
    store.list_connection(read.id, "one", link(ANNA))
    lost = store.save(seated(read), presence_rev=read.presence.rev, arm=None)
    assert isinstance(lost, Lost)
    assert lost.current is not None
    assert lost.current.presence.connections == {"one": link(ANNA)}
    assert save(store, seated(read), presence_rev=1).seq == read.seq + 1


def test_spectators_do_not_disturb_a_save_that_used_absence(store: Store) -> None:
    read = create(store, waiting())
    store.add_spectator(read.id, "two", link(CHO))
    assert save(store, seated(read), presence_rev=0).presence.watching == 1


def test_a_save_writes_the_timer_only_when_it_made_one(store: Store) -> None:
    create(store, waiting())
    room = save(store, seated(waiting()), arm=1_800_000_100)
    assert room.armed_at == 1_800_000_100
    begun = save(store, started(waiting()))
    assert begun.armed_at == 1_800_000_100
    assert store.load(begun.id) == begun


def test_a_timer_is_noted_only_over_the_one_that_was_read(store: Store) -> None:
    create(store, waiting())
    assert store.set_armed(waiting().id, was=0, becomes=1_800_000_100)
    assert not store.set_armed(waiting().id, was=0, becomes=1_800_000_200)
    assert store.set_armed(waiting().id, was=1_800_000_100, becomes=1_800_000_300)
    room = store.load(waiting().id)
    assert room is not None
    assert room.armed_at == 1_800_000_300


def test_a_timer_of_a_room_that_is_gone_is_not_noted(store: Store) -> None:
    assert not store.set_armed(waiting().id, was=0, becomes=1_800_000_100)
    assert store.load(waiting().id) is None


def test_a_connection_that_comes_ends_the_absence_of_its_player_alone(store: Store) -> None:
    create(store, waiting())
    store.list_connection(waiting().id, "one", link(ANNA))
    store.list_connection(waiting().id, "two", link(BO))
    store.unlist_connection(waiting().id, "one", ANNA, NOW + 1)
    store.unlist_connection(waiting().id, "two", BO, NOW + 2)
    back = store.list_connection(waiting().id, "three", Link(ANNA, "another tab"))
    assert back is not None
    assert back.presence.connections == {"three": Link(ANNA, "another tab")}
    assert back.presence.left == {BO: NOW + 2}
    assert back.presence.rev == 5
    assert store.load(waiting().id) == back


def test_a_connection_that_goes_leaves_the_moment_behind(store: Store) -> None:
    room = create(store, waiting())
    store.list_connection(room.id, CONNECTIONS[ANNA], link(ANNA))
    gone = store.unlist_connection(room.id, CONNECTIONS[ANNA], ANNA, NOW + 7)
    assert gone == replace(room, presence=replace(NOBODY, left={ANNA: NOW + 7}, rev=2))
    assert store.load(room.id) == gone


def test_a_connection_goes_only_once(store: Store) -> None:
    create(store, waiting())
    store.list_connection(waiting().id, "one", link(ANNA))
    assert store.unlist_connection(waiting().id, "one", ANNA, NOW) is not None
    before = store.load(waiting().id)
    assert store.unlist_connection(waiting().id, "one", ANNA, NOW + 9) == before
    assert store.unlist_connection(waiting().id, "never", ANNA, NOW + 9) == before
    assert store.load(waiting().id) == before


def test_a_moment_of_leaving_is_never_turned_back_and_can_be_forgotten(store: Store) -> None:
    create(store, waiting())
    for name in ("one", "two", "three"):
        store.list_connection(waiting().id, name, link(ANNA))
    left = []
    for name, at in (("one", NOW + 9), ("two", NOW + 4), ("three", None)):
        room = store.unlist_connection(waiting().id, name, ANNA, at)
        assert room is not None
        assert name not in room.presence.connections
        left.append(dict(room.presence.left))
    assert left == [{ANNA: NOW + 9}, {ANNA: NOW + 9}, {}]


def test_presence_of_a_room_that_is_gone_makes_no_room(world: World) -> None:
    create(world.store, waiting())
    world.store.list_connection(waiting().id, "one", link(ANNA))
    world.delete_room(waiting().id)
    assert world.store.list_connection(waiting().id, "two", link(ANNA)) is None
    assert world.store.unlist_connection(waiting().id, "one", ANNA, NOW) is None
    assert not world.store.add_spectator(waiting().id, "three", link(CHO))
    assert not world.store.drop_spectator(waiting().id, "three")
    assert world.store.load(waiting().id) is None


def test_spectators_are_listed_and_counted_once(store: Store) -> None:
    create(store, waiting())
    assert store.spectators(waiting().id) == {}
    assert store.add_spectator(waiting().id, "one", link(CHO))
    assert not store.add_spectator(waiting().id, "one", link(CHO))
    assert store.add_spectator(waiting().id, "two", Link(CHO, "another tab"))
    assert store.spectators(waiting().id) == {"one": link(CHO), "two": Link(CHO, "another tab")}
    assert store.drop_spectator(waiting().id, "one")
    assert not store.drop_spectator(waiting().id, "one")
    assert store.spectators(waiting().id) == {"two": Link(CHO, "another tab")}
    room = store.load(waiting().id)
    assert room is not None
    assert room.presence == replace(NOBODY, watching=1)


def test_a_finished_game_is_kept_with_everything_that_replays_it(store: Store) -> None:
    end = create(store, finished())
    record = record_of(end)
    store.archive(record)
    kept = store.find_record(end.id, 1)
    assert kept == record
    assert end.match is not None
    assert replay_record(kept)[0] == end.match.state
    room = store.load(end.id)
    assert room == replace(end, archived_no=1)


def test_keeping_a_game_again_changes_nothing(store: Store) -> None:
    record = record_of(create(store, finished()))
    store.archive(record)
    store.archive(replace(record, seed=bytes(16)))
    assert store.find_record(record.room_id, 1) == record
    assert len(store.games_of(ANNA, None).items) == 1


def test_a_mark_that_is_missing_beside_a_record_is_made_up_for(world: World) -> None:
    record = record_of(create(world.store, finished()))
    world.delete_room(record.room_id)
    world.store.archive(record)
    end = create(world.store, finished())
    assert end.archived_no == 0
    world.store.archive(record)
    room = world.store.load(record.room_id)
    assert room is not None
    assert room.archived_no == 1


def test_a_late_archive_does_not_take_the_mark_back(store: Store) -> None:
    record = record_of(create(store, finished()))
    store.archive(record)
    store.archive(replace(record, game_no=2))
    store.archive(record)
    room = store.load(record.room_id)
    assert room is not None
    assert room.archived_no == 2


def test_a_game_is_kept_though_its_room_is_gone_and_the_room_stays_gone(world: World) -> None:
    record = record_of(create(world.store, finished()))
    world.delete_room(record.room_id)
    world.store.archive(record)
    assert world.store.find_record(record.room_id, 1) == record
    assert len(world.store.games_of(BO, None).items) == 1
    assert world.store.load(record.room_id) is None


def test_of_many_saves_at_once_exactly_one_wins(store: Store) -> None:
    create(store, waiting())
    save(store, seated(waiting()))
    save(store, started(waiting()))
    room = started(waiting())
    for round_no in range(5):
        # Eight threads make the same move, each at its own millisecond: eight different rooms.
        x, y = recorded_games()[0][round_no]
        tries = [moved(room, x, y, now=NOW + 20_000 + 1_000 * round_no + number) for number in range(8)]
        barrier = threading.Barrier(len(tries))

        def race(mine: Room, barrier: threading.Barrier = barrier) -> Room | Lost:
            barrier.wait()
            return store.save(mine, presence_rev=None, arm=None)

        with ThreadPoolExecutor(len(tries)) as pool:
            results = list(pool.map(race, tries))
        won = [result for result in results if isinstance(result, Room)]
        assert len(won) == 1
        assert [result for result in results if result != won[0]] == [Lost(won[0])] * 7
        room = won[0]


def test_comings_and_goings_at_once_lose_nothing(store: Store) -> None:
    room = create(store, waiting())
    ids = [f"connection{number}" for number in range(8)]

    def come_and_go(connection_id: str) -> None:
        store.list_connection(room.id, connection_id, link(ANNA, connection_id))
        store.add_spectator(room.id, f"watch-{connection_id}", link(CHO))
        if connection_id != ids[0]:
            store.unlist_connection(room.id, connection_id, ANNA, NOW)
            store.drop_spectator(room.id, f"watch-{connection_id}")

    with ThreadPoolExecutor(len(ids)) as pool:
        list(pool.map(come_and_go, ids))
    stands = store.load(room.id)
    assert stands is not None
    assert stands.presence.connections == {ids[0]: link(ANNA, ids[0])}
    assert (stands.presence.rev, stands.presence.watching) == (15, 1)
    assert list(store.spectators(room.id)) == [f"watch-{ids[0]}"]
