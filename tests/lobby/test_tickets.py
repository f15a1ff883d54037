"""``POST /rooms/{roomId}/tickets``: who may come into a room, and why not."""

from urllib.parse import parse_qs, urlsplit

import pytest

from engine.game import PlayerId
from functions.lobby import problems
from functions.lobby.tokens import TicketClaims, read_ticket
from functions.rooms.timing import Policy
from tests.lobby.api import Api, Guest, assert_problem
from tests.lobby.conftest import KEYS, SOCKET_URL, World
from tests.lobby.table import WIPE_OUT, Table


def test_a_ticket_is_for_one_tab_of_one_person_and_sixty_seconds(api: Api, world: World) -> None:
    host = api.guest("방장")
    table = Table.set_up(world, api, host)
    answer = api.post(f"/rooms/{table.id}/tickets", {"tab": "tab-1_A"}, host)
    made = answer.json()
    assert answer.status_code == 201
    claims = read_ticket(made["ticket"], KEYS, world.now)
    assert claims is not None
    assert claims == TicketClaims(
        ticket_id=claims.ticket_id,
        room_id=table.id,
        player=PlayerId(host.player),
        tab="tab-1_A",
        nickname="방장",
        expires_at=world.now // 1000 + 60,
    )
    assert made["expiresAt"] == claims.expires_at * 1000
    assert read_ticket(made["ticket"], KEYS, made["expiresAt"]) is None


def test_its_url_is_the_whole_address_of_the_socket(api: Api, world: World) -> None:
    host = api.guest()
    table = Table.set_up(world, api, host)
    made = api.post(f"/rooms/{table.id}/tickets", {"tab": "t"}, host).json()
    address = urlsplit(made["url"])
    assert made["url"].startswith(f"{SOCKET_URL}?")
    assert parse_qs(address.query) == {"ticket": [made["ticket"]]}


def test_no_two_tickets_are_the_same(api: Api, world: World) -> None:
    host = api.guest()
    table = Table.set_up(world, api, host)
    ids = set()
    for _ in range(10):
        ticket = api.post(f"/rooms/{table.id}/tickets", {"tab": "t"}, host).json()["ticket"]
        claims = read_ticket(ticket, KEYS, world.now)
        assert claims is not None
        ids.add(claims.ticket_id)
    assert len(ids) == 10


@pytest.mark.parametrize("tab", ["", "x" * 37, "a b", "탭", "a\n", "a#b", 5, None])
def test_a_tab_is_1_to_36_letters_digits_and_dashes(api: Api, world: World, tab: object) -> None:
    host = api.guest()
    table = Table.set_up(world, api, host)
    assert_problem(api.post(f"/rooms/{table.id}/tickets", {"tab": tab}, host), problems.INVALID, "#/tab")
    assert api.post(f"/rooms/{table.id}/tickets", {"tab": "x" * 36}, host).status_code == 201


ADMITTED = None


@pytest.mark.parametrize(
    ("visibility", "spectators", "status", "code", "refused"),
    [
        ("public", True, "waiting", None, ADMITTED),
        ("public", False, "waiting", None, ADMITTED),
        ("public", True, "full", None, ADMITTED),
        ("public", False, "full", None, problems.FULL),
        ("public", True, "playing", None, ADMITTED),
        ("public", False, "playing", None, problems.NO_SPECTATORS),
        ("public", True, "finished", None, ADMITTED),
        ("public", False, "finished", None, problems.NO_SPECTATORS),
        ("public", True, "waiting", "XXXXXX", ADMITTED),
        ("private", True, "waiting", None, problems.WRONG_CODE),
        ("private", True, "waiting", "", problems.WRONG_CODE),
        ("private", True, "waiting", "XXXXXX", problems.WRONG_CODE),
        ("private", True, "waiting", "\ud7ff", problems.WRONG_CODE),
        ("private", True, "waiting", "right", ADMITTED),
        ("private", True, "waiting", "RIGHT", ADMITTED),
        ("private", False, "waiting", "right", ADMITTED),
        ("private", True, "playing", None, problems.WRONG_CODE),
        ("private", True, "playing", "right", ADMITTED),
        ("private", False, "playing", None, problems.WRONG_CODE),
        ("private", False, "playing", "right", problems.NO_SPECTATORS),
        ("private", False, "full", "right", problems.FULL),
        ("private", False, "finished", "right", problems.NO_SPECTATORS),
    ],
)
def test_who_has_no_seat_comes_in_by_the_rules_of_the_room(
    api: Api,
    world: World,
    *,
    visibility: str,
    spectators: bool,
    status: str,
    code: str | None,
    refused: problems.Problem | None,
) -> None:
    host, friend, stranger = api.guest("방장"), api.guest("친구"), api.guest("낯선이")
    options = {"colorAssignment": "hostBlack"}
    table = Table.set_up(world, api, host, visibility=visibility, spectators=spectators, options=options)
    if status == "full":
        table.accept(friend, "sit")
    if status in ("playing", "finished"):
        table.begin(host, friend)
    if status == "finished":
        table.play(host, friend, WIPE_OUT)
    typed = {"right": table.made["code"].lower(), "RIGHT": table.made["code"]}.get(code or "", code)
    body = {"tab": "t"} if typed is None else {"tab": "t", "code": typed}
    answer = api.post(f"/rooms/{table.id}/tickets", body, stranger)
    if refused is None:
        assert answer.status_code == 201, answer.text
    else:
        assert_problem(answer, refused)


@pytest.mark.parametrize("spectators", [True, False])
def test_who_has_a_seat_always_comes_back_without_the_code(api: Api, world: World, spectators: bool) -> None:
    host, friend = api.guest("방장"), api.guest("친구")
    table = Table.set_up(world, api, host, spectators=spectators, options={"colorAssignment": "hostBlack"})

    def both_come_in() -> None:
        for guest in (host, friend):
            assert api.post(f"/rooms/{table.id}/tickets", {"tab": "t"}, guest).status_code == 201

    table.begin(host, friend)
    both_come_in()
    table.play(host, friend, WIPE_OUT)
    both_come_in()


def test_who_was_put_out_stays_out_even_with_the_code(api: Api, world: World) -> None:
    host, friend = api.guest("방장"), api.guest("친구")
    table = Table.set_up(world, api, host)
    table.accept(friend, "sit")
    table.accept(host, "kick", playerId=friend.player)
    answer = api.post(f"/rooms/{table.id}/tickets", {"tab": "t", "code": table.made["code"]}, friend)
    assert_problem(answer, problems.BARRED)


@pytest.mark.parametrize("room_id", ["abcdefghijkl", "ABCDEFGHIJKL", "x", "x" * 3000, "%2e%2e", "r%23x"])
def test_a_room_that_is_not_there_is_not_found(api: Api, room_id: str) -> None:
    assert_problem(api.post(f"/rooms/{room_id}/tickets", {"tab": "t"}, api.guest()), problems.NO_ROOM)


def test_a_room_past_its_life_is_not_found_though_it_is_still_stored(api: Api, world: World) -> None:
    host = api.guest()
    table = Table.set_up(world, api, host)

    def ticket(guest: Guest) -> int:
        return api.post(f"/rooms/{table.id}/tickets", {"tab": "t"}, guest).status_code

    end = (world.now // 1000 + Policy().waiting_life_sec) * 1000
    world.now = end - 1
    assert ticket(host) == 201
    world.now = end
    assert ticket(host) == 404


def test_a_room_that_its_last_player_left_is_closed(api: Api, world: World) -> None:
    host = api.guest()
    table = Table.set_up(world, api, host)
    table.accept(host, "hello")
    table.send(host, "leave")
    assert_problem(api.post(f"/rooms/{table.id}/tickets", {"tab": "t"}, host), problems.NO_ROOM)
