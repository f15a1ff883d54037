"""What ``LobbyStore`` promises of rooms that are made and found, of every store."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from engine.game import Millis
from functions.rooms.ports import Created
from functions.rooms.record import record_of
from functions.rooms.room import Room
from tests.aws.conftest import Store, World
from tests.aws.table_rooms import BO, NOW, finished, seated, waiting

DAY_MS = 86_400_000


def create(store: Store, room: Room, key: str | None = None, body: str = "body", now: Millis = NOW) -> object:
    """Ask for a room."""
    return store.create_room(room, key=key, body_hash=body, now=now)


# --- Making rooms ---


def test_a_new_room_is_there_by_id_and_by_code(store: Store) -> None:
    room = waiting()
    assert create(store, room) == Created(room.id, room.code)
    assert store.load(room.id) == room
    assert store.room_by_code(room.code, NOW) == room
    assert store.room_by_code("NOCODE", NOW) is None


def test_a_code_of_a_living_room_is_taken_and_nothing_of_the_other_is_kept(store: Store) -> None:
    create(store, waiting())
    other = waiting("otherroom001", host=BO, visibility="public")
    assert create(store, other, key="key") == "code_taken"
    assert store.load(other.id) is None
    assert store.open_rooms(None, None, NOW).items == ()
    assert create(store, replace(other, code="GHJKMN"), key="key") == Created(other.id, "GHJKMN")


def test_the_code_of_a_room_whose_life_is_over_is_free(world: World) -> None:
    room = waiting()
    create(world.store, room)
    over = room.expires_at * 1000
    assert create(world.store, waiting("otherroom001"), now=over - 1) == "code_taken"
    assert world.store.room_by_code(room.code, over) is None
    second = waiting("otherroom001", created_at=over)
    assert create(world.store, second, now=over) == Created(second.id, room.code)
    assert world.store.room_by_code(room.code, over) == second
    world.delete_room(second.id)
    third = waiting("otherroom002", created_at=over)
    assert create(world.store, third, now=over) == Created(third.id, room.code)


def test_a_code_holds_for_as_long_as_its_room_lives(store: Store) -> None:
    """A waiting room lives two hours; one in which a game goes on far longer."""
    create(store, waiting())
    room = replace(seated(waiting()), expires_at=NOW // 1000 + 200 * 86_400)
    store.save(room, presence_rev=None, arm=None)
    for day in (0, 30, 60, 100, 199):
        assert store.room_by_code(room.code, NOW + day * DAY_MS) == room
        assert create(store, waiting(f"otherroom{day}"), now=NOW + day * DAY_MS) == "code_taken"


def test_a_room_id_is_never_given_twice(store: Store) -> None:
    create(store, waiting())
    with pytest.raises(ValueError, match="there already"):
        create(store, waiting(code="GHJKMN", host=BO))
    assert store.load(waiting().id) == waiting()


def test_the_same_request_answers_the_room_made_then(store: Store) -> None:
    first = create(store, waiting(), key="key")
    again = create(store, waiting("otherroom001", code="GHJKMN"), key="key", now=NOW + DAY_MS - 1_000)
    assert again == first == Created(waiting().id, waiting().code)
    assert store.load("otherroom001") is None


def test_the_same_key_with_another_body_is_refused(store: Store) -> None:
    create(store, waiting(), key="key")
    other = waiting("otherroom001", code="GHJKMN")
    assert create(store, other, key="key", body="other body") == "key_reused"
    assert store.load(other.id) is None
    assert store.room_by_code("GHJKMN", NOW) is None


def test_a_key_is_its_players_own(store: Store) -> None:
    create(store, waiting(), key="key")
    other = waiting("otherroom001", code="GHJKMN", host=BO)
    assert create(store, other, key="key", body="other body") == Created(other.id, "GHJKMN")


def test_a_key_is_forgotten_after_a_day_whether_it_is_deleted_or_not(store: Store) -> None:
    create(store, waiting(), key="key")
    other = waiting("otherroom001", code="GHJKMN")
    made = create(store, other, key="key", body="other body", now=NOW + DAY_MS)
    assert made == Created(other.id, "GHJKMN")


def test_a_key_outlives_the_taking_of_a_dead_rooms_code(store: Store) -> None:
    create(store, waiting())
    over = waiting().expires_at * 1000
    second = waiting("otherroom001", created_at=over)
    assert create(store, second, key="key", now=over) == Created(second.id, second.code)
    third = waiting("otherroom002", created_at=over)
    assert create(store, third, key="key", now=over) == Created(second.id, second.code)


def test_of_equal_requests_at_once_one_makes_the_room_and_all_hear_of_it(store: Store) -> None:
    barrier = threading.Barrier(6)

    def ask(number: int) -> object:
        barrier.wait()
        return create(store, waiting(f"room{number}", code=f"ACDEF{number}"), key="key")

    with ThreadPoolExecutor(6) as pool:
        answers = set(pool.map(ask, range(6)))
    assert len(answers) == 1
    made = answers.pop()
    assert isinstance(made, Created)
    there = [f"room{number}" for number in range(6) if store.load(f"room{number}") is not None]
    assert there == [made.room_id]


# --- Finding one thing ---


def test_who_asks_for_one_thing_that_is_damaged_hears_of_a_fault(world: World) -> None:
    create(world.store, waiting())
    world.damage_room(waiting().id)
    with pytest.raises(ValueError, match=waiting().id):
        world.store.room_by_code(waiting().code, NOW)
    record = record_of(finished())
    world.store.archive(record)
    world.damage_record(record.room_id, record.game_no)
    with pytest.raises(ValueError, match=f"{record.room_id}/{record.game_no}: damaged"):
        world.store.find_record(record.room_id, record.game_no)
