"""``POST /rooms``, ``GET /rooms`` and ``GET /rooms/by-code/{code}``."""

import re
from typing import Any

import pytest

from engine.game import PlayerId
from engine.registry import GAMES
from functions.lobby import problems
from functions.lobby.draws import room_code
from functions.rooms.room import Room
from functions.rooms.timing import Policy
from tests.lobby.api import Api, assert_problem
from tests.lobby.conftest import World
from tests.lobby.table import Table

DAY = 86_400_000


def stored(world: World, room_id: str) -> Room:
    room = world.store.load(room_id)
    assert room is not None
    return room


# --- making one -----------------------------------------------------------------------------------


def test_a_room_with_nothing_but_a_game_is_private_and_open_to_spectators_and_chat(
    api: Api, world: World
) -> None:
    host = api.guest("방장")
    answer = api.post("/rooms", {"game": "othello"}, host)
    made = answer.json()
    assert answer.status_code == 201
    assert set(made) == {"roomId", "code"}
    assert re.fullmatch(r"[0-9a-z]{12}", made["roomId"])
    assert re.fullmatch(r"[0-9A-Z]{6}", made["code"])
    room = stored(world, made["roomId"])
    assert (room.visibility, room.spectators_allowed, room.chat) == ("private", True, "all")
    assert room.options == GAMES["othello"].Options()
    assert (room.status, room.seq, room.code) == ("waiting", 1, made["code"])
    assert room.created_at == world.now
    assert room.expires_at == world.now // 1000 + Policy().waiting_life_sec


def test_its_maker_is_host_and_sits_in_seat_0(api: Api, world: World) -> None:
    host = api.guest("방장")
    room = stored(world, api.post("/rooms", {"game": "othello"}, host).json()["roomId"])
    assert room.host == host.player
    assert room.seat_of(PlayerId(host.player)) == 0
    assert room.seats[0] is not None
    assert room.seats[0].nickname == "방장"
    assert room.seats[1:] == (None,)


def test_everything_that_is_asked_for_is_kept(api: Api, world: World) -> None:
    asked = {
        "game": "othello",
        "options": {"undo": "unlimited", "timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 2}},
        "visibility": "public",
        "spectators": False,
        "chat": "players",
    }
    room = stored(world, api.post("/rooms", asked, api.guest()).json()["roomId"])
    assert (room.visibility, room.spectators_allowed, room.chat) == ("public", False, "players")
    kept = room.options.model_dump(by_alias=True)
    assert kept["undo"] == "unlimited"
    assert kept["timeControl"] == {"kind": "fischer", "perMoveSec": 30, "baseSec": 180, "incSec": 2}


@pytest.mark.parametrize(
    ("options", "pointers"),
    [
        ({"undo": 2}, ["#/options/undo"]),
        ({"undo": True}, ["#/options/undo"]),
        ({"timeControl": {"kind": "hourglass"}}, ["#/options/timeControl/kind"]),
        ({"timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 5}}, ["#/options/timeControl"]),
        ({"timeControl": "5+3"}, ["#/options/timeControl"]),
        ({"komi": 6.5}, ["#/options/komi"]),
        ({"a/b~c": 1}, ["#/options/a~1b~0c"]),
        ({"drawOffer": "yes", "undo": -1}, ["#/options/undo", "#/options/drawOffer"]),
        ({"가" * 100: None}, ["#/options/" + "가" * 100]),
    ],
)
def test_options_that_the_game_does_not_offer_are_refused_by_name(
    api: Api, options: dict[str, Any], pointers: list[str]
) -> None:
    answer = api.post("/rooms", {"game": "othello", "options": options}, api.guest())
    assert_problem(answer, problems.OPTIONS, *pointers)


def test_an_unknown_game_is_refused(api: Api) -> None:
    answer = api.post("/rooms", {"game": "go"}, api.guest())
    assert_problem(answer, problems.NO_GAME, "#/game")


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["#/game"]),
        ({"game": 5}, ["#/game"]),
        ({"game": "othello", "visibility": "secret"}, ["#/visibility"]),
        ({"game": "othello", "spectators": 1}, ["#/spectators"]),
        ({"game": "othello", "spectators": None}, ["#/spectators"]),
        ({"game": "othello", "chat": "everybody"}, ["#/chat"]),
        ({"game": "othello", "options": []}, ["#/options"]),
        ({"game": "othello", "host": "me"}, ["#/host"]),
        ([], ["#"]),
        ("othello", ["#"]),
        (None, ["#"]),
    ],
)
def test_a_body_of_another_shape_is_refused_by_field(api: Api, body: object, pointers: list[str]) -> None:
    assert_problem(api.post("/rooms", body, api.guest()), problems.INVALID, *pointers)


# --- making one twice -----------------------------------------------------------------------------


def test_the_same_key_and_body_answer_the_room_made_first(api: Api) -> None:
    host, key = api.guest(), {"Idempotency-Key": "retry-1"}
    first = api.post("/rooms", {"game": "othello", "chat": "off"}, host, key)
    again = api.post("/rooms", {"chat": "off", "game": "othello"}, host, key)
    assert (again.status_code, again.json()) == (201, first.json())


@pytest.mark.parametrize(
    "other", [{"chat": "all"}, {"options": {"undo": 1}}, {"visibility": "public"}, {}, {"spectators": True}]
)
def test_the_same_key_with_another_body_is_refused(api: Api, other: dict[str, object]) -> None:
    host, key = api.guest(), {"Idempotency-Key": "retry-1"}
    api.post("/rooms", {"game": "othello", "chat": "off"}, host, key)
    answer = api.post("/rooms", {"game": "othello", **other}, host, key)
    assert_problem(answer, problems.KEY_REUSED)


def test_a_key_belongs_to_one_guest_and_lasts_a_day(api: Api, world: World) -> None:
    key = {"Idempotency-Key": "!"}
    one, two = api.guest(), api.guest()
    first = api.post("/rooms", {"game": "othello"}, one, key).json()
    assert api.post("/rooms", {"game": "othello"}, two, key).json() != first
    world.now += DAY - 2_000
    assert api.post("/rooms", {"game": "othello"}, one, key).json() == first
    world.now += 4_000
    assert api.post("/rooms", {"game": "othello"}, one, key).json() != first


def test_without_a_key_every_request_makes_a_room(api: Api) -> None:
    host = api.guest()
    assert (
        api.post("/rooms", {"game": "othello"}, host).json()
        != api.post("/rooms", {"game": "othello"}, host).json()
    )


@pytest.mark.parametrize("key", ["", "two words", "x" * 65, "키", b"\x7f", b"\xff", "tab\there"])
def test_a_key_that_is_no_key_is_refused(api: Api, key: str | bytes) -> None:
    answer = api.post("/rooms", {"game": "othello"}, api.guest(), {"Idempotency-Key": key})
    assert_problem(answer, problems.IDEMPOTENCY_KEY)


def test_the_longest_key_is_taken(api: Api) -> None:
    answer = api.post("/rooms", {"game": "othello"}, api.guest(), {"Idempotency-Key": "~" * 64})
    assert answer.status_code == 201


class Script:
    """Entropy that gives these seeds (as numbers), the last for ever."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def seed(self) -> bytes:
        """The next of them."""
        number = self._numbers[0] if len(self._numbers) == 1 else self._numbers.pop(0)
        return number.to_bytes(16, "big")


def test_a_code_that_is_taken_is_drawn_again(api: Api, world: World) -> None:
    host = api.guest()
    world.entropy = Script(1, 7, 2, 7, 7, 8)  # an id, its code; an id, the same code twice, another
    first, second = (api.post("/rooms", {"game": "othello"}, host).json() for _ in range(2))
    assert (first["code"], second["code"]) == tuple(room_code(bytes(15) + bytes([n])) for n in (7, 8))
    assert first["roomId"] != second["roomId"]


def test_that_no_free_code_is_found_is_a_fault(api: Api, world: World) -> None:
    host = api.guest()
    world.entropy = Script(1, 7)
    api.post("/rooms", {"game": "othello"}, host)
    world.entropy = Script(2, 7)
    assert_problem(api.post("/rooms", {"game": "othello"}, host), problems.FAULT)
    where, fault = world.faults.pop()
    assert where == "POST /rooms"
    assert "codes in a row were taken" in str(fault)


# --- finding one ----------------------------------------------------------------------------------


def test_a_code_finds_its_room_whatever_the_case_of_letters(api: Api, world: World) -> None:
    host, friend = api.guest("방장"), api.guest("친구")
    table = Table.set_up(world, api, host)
    table.accept(host, "hello")
    code = table.made["code"]
    for typed in (code, code.lower(), code[:3] + code[3:].lower()):
        card = api.get(f"/rooms/by-code/{typed}", friend).json()
        assert card == {
            "roomId": table.id,
            "game": "othello",
            "nameKo": "리버시",
            "status": "waiting",
            "visibility": "private",
            "chat": "all",
            "host": host.player,
            "seats": [{"playerId": host.player, "nickname": "방장", "online": True}, None],
            "options": GAMES["othello"].Options().model_dump(by_alias=True),
            "spectators": {"allowed": True, "count": 0},
            "createdAt": world.now,
        }


def test_a_room_looks_the_same_over_http_as_over_its_socket(api: Api, world: World) -> None:
    host, friend, spectator = api.guest("방장"), api.guest("친구"), api.guest("구경꾼")
    table = Table.set_up(world, api, host)
    table.begin(host, friend)
    frame = table.accept(spectator, "hello")["room"]
    table.leave(friend)
    card = api.get(f"/rooms/by-code/{table.made['code']}", spectator).json()
    assert card["status"] == "playing"
    assert card["spectators"] == {"allowed": True, "count": 1}
    assert [seat["online"] for seat in card["seats"]] == [True, False]
    for name in ("game", "nameKo", "status", "options", "visibility", "chat", "host"):
        assert card[name] == frame[name]


@pytest.mark.parametrize(
    "code", ["ACDEFG", "acdefg", "short", "toolongcode", "AC%20EFG", "%00%00%00%00%00%00"]
)
def test_an_unknown_code_finds_nothing(api: Api, code: str) -> None:
    assert_problem(api.get(f"/rooms/by-code/{code}", api.guest()), problems.NO_ROOM)


def test_a_room_past_its_life_is_found_no_more(api: Api, world: World) -> None:
    host = api.guest()
    table = Table.set_up(world, api, host, visibility="public")
    world.now = stored(world, table.id).expires_at * 1000
    assert_problem(api.get(f"/rooms/by-code/{table.made['code']}", host), problems.NO_ROOM)
    assert api.get("/rooms", host).json() == {"rooms": [], "cursor": None}


# --- the open list --------------------------------------------------------------------------------


def test_the_list_shows_public_rooms_with_a_free_seat_newest_first(api: Api, world: World) -> None:
    host, friend = api.guest("방장"), api.guest("친구")
    made = []
    for visibility in ("public", "private", "public"):
        made.append(Table.set_up(world, api, host, visibility=visibility))
        world.now += 1
    full = Table.set_up(world, api, host, visibility="public")
    full.accept(friend, "sit")
    listed = api.get("/rooms", friend).json()
    assert [room["roomId"] for room in listed["rooms"]] == [made[2].id, made[0].id]
    assert listed["cursor"] is None
    assert listed["rooms"][0] == api.get(f"/rooms/by-code/{made[2].made['code']}", friend).json()


def test_the_list_does_not_show_codes(api: Api, world: World) -> None:
    table = Table.set_up(world, api, api.guest(), visibility="public")
    assert table.made["code"] not in api.get("/rooms", api.guest()).text


def test_the_list_is_read_page_by_page(api: Api, world: World) -> None:
    host = api.guest()
    made = []
    for _ in range(45):
        made.append(Table.set_up(world, api, host, visibility="public").id)
        world.now += 1
    seen: list[str] = []
    cursor = ""
    for _ in range(5):
        page = api.get(f"/rooms?cursor={cursor}", host).json()
        seen += [room["roomId"] for room in page["rooms"]]
        cursor = page["cursor"]
        if cursor is None:
            break
    assert seen == made[::-1]


def test_the_list_can_be_of_one_game(api: Api, world: World) -> None:
    host = api.guest()
    table = Table.set_up(world, api, host, visibility="public")
    for query in ("?game=othello", "?game=", "?unknown=1", ""):
        assert [room["roomId"] for room in api.get(f"/rooms{query}", host).json()["rooms"]] == [table.id]
    assert_problem(api.get("/rooms?game=go", host), problems.NO_GAME)


@pytest.mark.parametrize("path", ["/rooms", "/me/games"])
@pytest.mark.parametrize("cursor", ["x", "%00", "AAAA", "A" * 2000, "가나다", "../..", "eyJhIjoxfQ"])
def test_a_cursor_that_was_never_given_out_is_refused(api: Api, path: str, cursor: str) -> None:
    assert_problem(api.get(f"{path}?cursor={cursor}", api.guest()), problems.CURSOR)
