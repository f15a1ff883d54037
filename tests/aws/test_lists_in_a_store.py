"""What ``LobbyStore`` promises of the lists that people page through, of every store."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import botocore.session
import pytest

from engine.game import PlayerId
from engine.registry import GAMES
from functions.aws.store import DynamoStore
from functions.lobby.lists import FRESH_MS, PAGE_SIZE
from functions.rooms.commands import Stand
from functions.rooms.ports import GameEntry, Page
from functions.rooms.record import record_of
from functions.rooms.room import Room
from tests.aws.conftest import REGION, TABLE, Store, World
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
from tests.aws.test_lobby_in_a_store import create

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


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


# --- The open list, as DynamoDB reads it ---


@pytest.mark.parametrize("one_is_free_in", [1, 2, 3])
def test_a_page_reads_no_room_past_the_last_one_that_it_shows(
    dynamodb: "DynamoDBClient", one_is_free_in: int
) -> None:
    del dynamodb
    client: Any = botocore.session.Session().create_client("dynamodb", region_name=REGION)
    looks: list[int] = []

    def look(params: dict[str, Any], **_: object) -> None:
        looks.append(len(params["RequestItems"][TABLE]["Keys"]))

    client.meta.events.register("before-parameter-build.dynamodb.BatchGetItem", look)
    store = DynamoStore(client, TABLE)
    newest_first = [open_room(number) for number in range(one_is_free_in * PAGE_SIZE + 7, 0, -1)]
    for place, room in enumerate(newest_first):
        create(store, room)
        if place % one_is_free_in:
            store.save(seated(room), presence_rev=None, arm=None)
    page = store.open_rooms(None, None, NOW)
    assert list(page.items) == newest_first[::one_is_free_in][:PAGE_SIZE]
    assert sum(looks) == newest_first.index(page.items[-1]) + 1
    assert looks[0] == PAGE_SIZE


def test_a_room_of_one_game_is_found_at_one_look_behind_those_of_another(
    dynamodb: "DynamoDBClient", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("functions.aws.lobby.MOST_LOOKS", 1)
    store = DynamoStore(dynamodb, TABLE)
    create(store, open_room(0))
    for number in range(1, 51):
        create(store, replace(open_room(number), game_id="omok", options=GAMES["omok"].Options()))
    assert store.open_rooms("othello", None, NOW) == Page((open_room(0),), None)


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
