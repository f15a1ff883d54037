"""What ``LobbyStore`` promises, of every store."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from engine.game import Millis, PlayerId
from functions.lobby.lists import FRESH_MS
from functions.rooms.commands import Stand
from functions.rooms.ports import Created, GameEntry, Page
from functions.rooms.record import record_of
from functions.rooms.room import Room
from tests.aws.conftest import Store, World
from tests.aws.table_rooms import (
    ANNA,
    BO,
    CONNECTIONS,
    NAMES,
    NOW,
    after,
    finished,
    link,
    seated,
    sender,
    waiting,
)

DAY_MS = 86_400_000


def create(store: Store, room: Room, key: str | None = None, body: str = "body", now: Millis = NOW) -> object:
    """Ask for a room."""
    return store.create_room(room, key=key, body_hash=body, now=now)


def walk(page_at: Callable[[str | None], Page[Room]]) -> list[Room]:
    """All the pages of a list, one after the other."""
    found: list[Room] = []
    cursor = None
    while True:
        page = page_at(cursor)
        found += page.items
        if page.cursor is None:
            return found
        cursor = page.cursor


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


# --- The open list ---


def publish(store: Store, room: Room) -> Room:
    """Save a change of a public room, and publish it."""
    saved = store.save(room, presence_rev=None, arm=None)
    assert isinstance(saved, Room)
    store.publish(saved)
    return saved


def open_room(number: int) -> Room:
    """One of many open rooms, each made a second after the one before."""
    return waiting(
        f"room{number:03}", code=f"AC{number:04}", visibility="public", created_at=NOW + number * 1_000
    )


def test_public_rooms_with_a_free_seat_are_listed_newest_first(store: Store) -> None:
    for number in range(3):
        create(store, open_room(number))
    create(store, waiting("privateroom1"))
    assert store.open_rooms(None, None, NOW) == Page((open_room(2), open_room(1), open_room(0)), None)


def test_the_open_list_has_pages_that_leave_nothing_out(store: Store) -> None:
    rooms = [open_room(number) for number in range(45)]
    for room in rooms:
        create(store, room)
    first = store.open_rooms(None, None, NOW)
    assert len(first.items) == 20
    assert walk(lambda cursor: store.open_rooms(None, cursor, NOW)) == rooms[::-1]


def test_a_room_that_comes_between_two_pages_disturbs_neither(store: Store) -> None:
    for number in range(25):
        create(store, open_room(number))
    first = store.open_rooms(None, None, NOW)
    create(store, open_room(99))
    second = store.open_rooms(None, first.cursor, NOW)
    assert [room.id for room in (*first.items, *second.items)] == [f"room{n:03}" for n in range(24, -1, -1)]


def test_a_room_is_off_the_list_while_it_is_full_and_back_when_a_seat_is_free(store: Store) -> None:
    create(store, open_room(1))
    full = publish(store, seated(open_room(1)))
    assert store.open_rooms(None, None, NOW).items == ()
    free = publish(store, after(full, Stand(sender(BO), 2), NOW + 60_000))
    assert store.open_rooms(None, None, NOW).items == (free,)


def test_publishing_that_comes_late_does_not_undo_the_newer_one(store: Store) -> None:
    create(store, open_room(1))
    full = seated(open_room(1))
    store.save(full, presence_rev=None, arm=None)
    free = publish(store, after(full, Stand(sender(BO), 2), NOW + 60_000))
    store.publish(open_room(1))
    store.publish(full)
    assert store.open_rooms(None, None, NOW).items == (free,)


def test_the_list_believes_the_rooms_and_not_itself(world: World) -> None:
    store = world.store
    rooms = []
    for number in range(4):
        create(store, open_room(number))
        rooms.append(store.list_connection(open_room(number).id, f"Uu3pBdsZIE0CFj{number}=", link(ANNA)))
    store.save(seated(open_room(0)), presence_rev=None, arm=None)  # and its Lambda died before publishing
    world.delete_room(open_room(1).id)
    soon_over = open_room(2).expires_at * 1000
    assert store.open_rooms(None, None, NOW).items == (rooms[3], rooms[2])
    assert store.open_rooms(None, None, soon_over).items == (rooms[3],)


def test_a_room_is_listed_from_the_first_and_then_while_somebody_is_in_it(store: Store) -> None:
    """What the rule is in full, says ``tests/lobby/test_lists.py``; here that stores keep to it."""
    empty, room = open_room(0), open_room(1)
    for one in (empty, room):
        create(store, one)
    stale = room.created_at + FRESH_MS
    assert store.open_rooms(None, None, NOW).items == (room, empty)
    assert store.open_rooms(None, None, stale).items == ()
    came = store.list_connection(room.id, CONNECTIONS[ANNA], link(ANNA))
    assert store.open_rooms(None, None, stale).items == (came,)
    left = store.unlist_connection(room.id, CONNECTIONS[ANNA], ANNA, stale)
    assert store.open_rooms(None, None, stale + FRESH_MS - 1).items == (left,)
    assert store.open_rooms(None, None, stale + FRESH_MS).items == ()
    assert store.room_by_code(room.code, stale + FRESH_MS) == left, "a code leads there all the same"
    back = store.list_connection(room.id, CONNECTIONS[ANNA], link(ANNA))
    assert store.open_rooms(None, None, stale + FRESH_MS).items == (back,)


def test_pages_leave_nothing_out_though_nobody_is_in_most_of_the_rooms(store: Store) -> None:
    for number in range(100):
        create(store, open_room(number))
    rooms = [
        store.list_connection(open_room(number).id, f"Uu3pBdsZIE0CF{number:02}=", link(ANNA))
        for number in range(0, 100, 4)
    ]
    later = open_room(99).created_at + FRESH_MS
    assert walk(lambda cursor: store.open_rooms(None, cursor, later)) == rooms[::-1]


def test_a_damaged_room_is_left_out_and_named_and_takes_nothing_else_away(world: World) -> None:
    store = world.store
    rooms = [open_room(number) for number in range(45)]
    for room in rooms:
        create(store, room)
    world.damage_room(rooms[40].id)
    world.damage_room(rooms[3].id)
    first = store.open_rooms(None, None, NOW)
    assert len(first.items) == 20
    assert list(first.damaged) == [rooms[40].id]
    assert rooms[40].id in str(first.damaged[rooms[40].id])
    found = walk(lambda cursor: store.open_rooms(None, cursor, NOW))
    assert found == [room for room in rooms[::-1] if room not in (rooms[40], rooms[3])]


def test_a_damaged_room_is_no_matter_of_another_games_list_nor_of_any_when_its_life_is_over(
    world: World,
) -> None:
    create(world.store, open_room(1))
    world.damage_room(open_room(1).id)
    assert world.store.open_rooms("omok", None, NOW) == Page((), None)
    assert list(world.store.open_rooms("othello", None, NOW).damaged) == [open_room(1).id]
    assert world.store.open_rooms(None, None, open_room(1).expires_at * 1000) == Page((), None)


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


def test_the_list_can_be_of_one_game(store: Store) -> None:
    create(store, open_room(1))
    assert store.open_rooms("othello", None, NOW).items == (open_room(1),)
    assert store.open_rooms("omok", None, NOW) == Page((), None)


def test_a_page_is_found_behind_very_many_rooms_that_are_full(store: Store) -> None:
    for number in range(100):
        room = open_room(number)
        create(store, room)
        if number >= 10:
            store.save(seated(room), presence_rev=None, arm=None)
    found = walk(lambda cursor: store.open_rooms(None, cursor, NOW))
    assert found == [open_room(number) for number in range(9, -1, -1)]


# --- Finished games ---


def keep(store: Store, number: int) -> GameEntry:
    """Keep one of many finished games; what Anna's list says of it."""
    record = replace(
        record_of(finished()), room_id=f"room{number:03}", game_no=2, ended_at=NOW + number * 60_000
    )
    store.archive(record)
    return GameEntry(
        room_id=record.room_id,
        game_no=2,
        game_id="othello",
        ended_at=record.ended_at,
        opponents=(NAMES[BO],),
        won=record.result["ranking"] == [[ANNA], [BO]],
        summary=str(record.result["summary"]),
    )


def test_a_record_that_was_never_kept_is_not_there(store: Store) -> None:
    assert store.find_record("7hq2mkx9tdwc", 1) is None


def test_finished_games_are_listed_newest_first_for_each_of_their_players(store: Store) -> None:
    entries = [keep(store, number) for number in range(3)]
    assert store.games_of(ANNA, None) == Page(tuple(entries[::-1]), None)
    bos = store.games_of(BO, None).items
    assert [entry.opponents for entry in bos] == [(NAMES[ANNA],)] * 3
    assert [entry.won for entry in bos] == [not entry.won for entry in entries]
    assert store.games_of(PlayerId("nobody"), None) == Page((), None)


@pytest.mark.parametrize(
    ("ranking", "annas", "bos"),
    [
        ([[ANNA], [BO]], True, False),
        ([[ANNA, BO]], None, None),
        ([], None, None),
    ],
    ids=["won", "drawn", "aborted"],
)
def test_a_game_counts_as_won_only_by_one_side(
    store: Store, ranking: list[list[str]], annas: bool | None, bos: bool | None
) -> None:
    record = record_of(finished())
    store.archive(replace(record, result={**record.result, "ranking": ranking}))
    assert store.games_of(ANNA, None).items[0].won is annas
    assert store.games_of(BO, None).items[0].won is bos


def test_the_list_of_games_has_pages_that_leave_nothing_out(store: Store) -> None:
    entries = [keep(store, number) for number in range(43)]
    found: list[GameEntry] = []
    cursor = None
    for _ in range(10):
        page = store.games_of(ANNA, cursor)
        assert len(page.items) <= 20
        found += page.items
        cursor = page.cursor
        if cursor is None:
            break
    assert found == entries[::-1]


# --- Cursors ---


def test_a_cursor_can_stand_in_a_query_string_as_it_is(store: Store) -> None:
    for number in range(21):
        keep(store, number)
        create(store, open_room(number))
    for cursor in (store.games_of(ANNA, None).cursor, store.open_rooms(None, None, NOW).cursor):
        assert cursor is not None
        assert set(cursor) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_cursor_that_was_never_given_out_is_refused(store: Store) -> None:
    for number in range(21):
        keep(store, number)
        create(store, open_room(number))
    games, rooms = store.games_of(ANNA, None).cursor, store.open_rooms(None, None, NOW).cursor
    assert games is not None
    assert rooms is not None
    changed = games[:-3] + ("A" if games[-3] != "A" else "B") + games[-2:]
    for cursor in ("", " ", "x", "가", "=", games + "A", games[:-1], games[1:], changed, rooms, "A" * 300):
        with pytest.raises(ValueError, match="cursor"):
            store.games_of(ANNA, cursor)
        if cursor != rooms:
            with pytest.raises(ValueError, match="cursor"):
                store.open_rooms(None, cursor, NOW)
    with pytest.raises(ValueError, match="cursor"):
        store.games_of(BO, games)
