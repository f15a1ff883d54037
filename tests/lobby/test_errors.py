"""What is refused before any use case is reached, what fails, and who may call from a browser."""

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Any, Literal, NoReturn

import pytest
from pydantic import BaseModel, ValidationError

from engine.game import PlayerId
from engine.registry import GAMES
from functions.lobby import problems, service
from functions.lobby.app import MAX_BODY_BYTES, build_app
from functions.lobby.problems import Problem
from functions.rooms.codec import encode
from functions.rooms.room import LastCommand, Seat
from local.memory import MemoryStore
from tests.lobby.api import Api, assert_problem
from tests.lobby.conftest import KEYS, World
from tests.lobby.table import Table
from tests.open_store import OpenStore

JSON = {"Content-Type": "application/json"}
POSTS = ["/guests", "/rooms", "/rooms/abcdefghijkl/tickets"]


# --- paths and methods ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/nothing",
        "/health/",
        "/rooms/",
        "/rooms/abcdefghijkl",
        "/rooms/by-code/",
        "/rooms/by-code/ABCDEF/x",
        "/rooms/abcdefghijkl/games/",
        "/me",
        "//health",
        "/%2e%2e/health",
        "/Health",
        "/openapi.json",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_a_path_that_is_not_in_the_table_is_not_found(api: Api, method: str, path: str) -> None:
    assert_problem(api.send(method, path), problems.NO_ROUTE)


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/health", "GET, HEAD"),
        ("/games", "GET, HEAD"),
        ("/guests", "POST"),
        ("/rooms", "GET, HEAD, POST"),
        ("/rooms/by-code/ABCDEF", "GET, HEAD"),
        ("/rooms/abcdefghijkl/tickets", "POST"),
        ("/rooms/abcdefghijkl/games/1", "GET, HEAD"),
        ("/me/games", "GET, HEAD"),
    ],
)
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])
def test_another_method_is_refused_with_those_that_are_allowed(
    api: Api, method: str, path: str, allowed: str
) -> None:
    answer = api.send(method, path)
    assert_problem(answer, problems.METHOD)
    assert answer.headers["allow"] == allowed


# --- bodies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"{", id="cut off"),
        pytest.param(b"nickname=a", id="a form"),
        pytest.param(b"{'nickname': 'a'}", id="single quotes"),
        pytest.param(b'{"nickname": "a"} x', id="more after it"),
        pytest.param(b'{"nickname": NaN}', id="NaN"),
        pytest.param(b'{"nickname": 1e999}', id="infinite"),
        pytest.param(b'{"nickname": "\\ud800"}', id="half a character"),
        pytest.param(b'{"\\udfff": 1}', id="half a name"),
        pytest.param(b'{"nickname": "\xff"}', id="no UTF-8"),
        pytest.param('{"nickname": "a"}'.encode("utf-16"), id="UTF-16"),
        pytest.param(b'\xef\xbb\xbf{"nickname": "a"}', id="byte order mark"),
        pytest.param(b"[" * 8_000, id="deep, cut off"),
        pytest.param(b'{"nickname": ' + b"9" * 8_000 + b"}", id="a long number"),
    ],
)
def test_a_body_that_is_no_json_is_refused(api: Api, path: str, body: bytes) -> None:
    assert_problem(api.send("POST", path, by=api.guest(), headers=JSON, content=body), problems.MALFORMED)


def test_json_of_any_depth_is_refused_like_any_other_wrong_body(api: Api) -> None:
    for depth in (10, 200, 300, 900, 1_500, 4_000):
        deep = b'{"game": "othello", "options": {"undo": ' + b"[" * depth + b"]" * depth + b"}}"
        answer = api.send("POST", "/rooms", by=api.guest(), headers=JSON, content=deep)
        assert answer.status_code in (400, 422)


@pytest.mark.parametrize("path", POSTS)
def test_a_body_of_more_than_8_kb_is_refused_unread(api: Api, path: str) -> None:
    guest = api.guest()
    full = json.dumps({"nickname": ""}).encode()
    full = full[:-2] + b"x" * (MAX_BODY_BYTES - len(full)) + full[-2:]
    assert len(full) == MAX_BODY_BYTES
    assert api.send("POST", path, by=guest, headers=JSON, content=full).status_code == 422
    too_large = full[:-2] + b"x" + full[-2:]
    answer = api.send("POST", path, by=guest, headers=JSON, content=too_large)
    assert_problem(answer, problems.TOO_LARGE)


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "media",
    ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "", "multipart/form-data"],
)
def test_another_media_type_is_refused(api: Api, path: str, media: str) -> None:
    answer = api.send("POST", path, by=api.guest(), headers={"Content-Type": media}, content=b"{}")
    assert_problem(answer, problems.MEDIA)


@pytest.mark.parametrize("media", [None, "application/json", "Application/JSON; charset=utf-8"])
def test_json_may_be_named_or_left_unnamed(api: Api, media: str | None) -> None:
    headers = {} if media is None else {"Content-Type": media}
    body = '{"nickname": "바둑이"}'.encode()
    assert api.send("POST", "/guests", headers=headers, content=body).status_code == 201


def test_who_calls_is_judged_before_what_is_asked(api: Api) -> None:
    assert_problem(api.send("POST", "/rooms", headers=JSON, content=b"x" * 10_000), problems.NO_TOKEN)


# --- faults ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class BrokenStore(MemoryStore):
    """A store that fails with a message that nobody outside may read."""

    def _fail(self, *_: object, **__: object) -> NoReturn:
        raise OSError("table nolpan-secret in region nowhere")

    load = create_room = room_by_code = open_rooms = find_record = games_of = _fail


@pytest.mark.parametrize(
    ("method", "path", "body", "where"),
    [
        ("POST", "/rooms", {"game": "othello"}, "POST /rooms"),
        ("GET", "/rooms", None, "GET /rooms"),
        ("GET", "/rooms/by-code/ACDEFG", None, "GET /rooms/by-code/{code}"),
        ("POST", "/rooms/abcdefghijkl/tickets", {"tab": "t"}, "POST /rooms/{roomId}/tickets"),
        ("GET", "/rooms/abcdefghijkl/games/1?code=ACDEFG", None, "GET /rooms/{roomId}/games/{gameNo}"),
        ("GET", "/me/games", None, "GET /me/games"),
    ],
)
def test_a_fault_is_reported_in_full_and_answered_with_nothing_of_it(
    world: World, loop: asyncio.AbstractEventLoop, *, method: str, path: str, body: object, where: str
) -> None:
    world.store = BrokenStore()
    api = Api(world.app(), loop)
    guest = api.guest()
    headers = {**JSON, "Origin": "https://play.example"}
    answer = api.send(method, path, by=guest, headers=headers, content=json.dumps(body).encode())
    assert_problem(answer, problems.FAULT)
    assert "nolpan-secret" not in answer.text
    [(told, fault)] = world.faults
    world.faults.clear()
    assert told == where, "no code and no id may be in it"
    assert isinstance(fault, OSError)


def test_that_the_keys_cannot_be_had_is_a_fault(world: World, loop: asyncio.AbstractEventLoop) -> None:
    def no_keys() -> NoReturn:
        raise OSError("secret nolpan-keys is gone")

    lobby = replace(world.lobby(), keys=no_keys)
    faults: list[str] = []
    app = build_app(
        lobby,
        version="1",
        on_fault=lambda where, fault: faults.append(f"{where}: {fault}"),
    )
    api = Api(app, loop)
    assert_problem(api.post("/guests", {"nickname": "바둑이"}), problems.FAULT)
    assert_problem(api.get("/me/games", headers={"Authorization": "Bearer a.b.c"}), problems.FAULT)
    assert faults == [f"{where}: secret nolpan-keys is gone" for where in ("POST /guests", "GET /me/games")]


def test_a_damaged_room_is_left_out_of_the_list_and_reported(
    world: World, loop: asyncio.AbstractEventLoop
) -> None:
    world.store = store = OpenStore()
    api = Api(world.app(), loop)
    host = api.guest()
    sound, damaged = (Table.set_up(world, api, host, visibility="public") for _ in range(2))
    store.damage_room(damaged.id)
    assert [room["roomId"] for room in api.get("/rooms", host).json()["rooms"]] == [sound.id]
    [(where, fault)] = world.faults
    assert where == damaged.id
    assert isinstance(fault, ValueError)
    world.faults.clear()


@pytest.mark.parametrize(
    "damage",
    [
        {"created_at": None},
        {"created_at": "1796083200123"},
        {"chat": "x"},
        {"spectators_allowed": None},
        {"host": 7},
        {"seats": (Seat(PlayerId("p"), 7), None)},  # type: ignore[arg-type]
        {"last": LastCommand(PlayerId("p"), "tab", 1, None)},  # type: ignore[arg-type]
    ],
    ids=", ".join,
)
def test_a_room_of_other_values_than_rooms_hold_takes_nothing_else_off_the_list(
    world: World, loop: asyncio.AbstractEventLoop, damage: dict[str, Any]
) -> None:
    """Its body is whole JSON, so that nothing but its values tells."""
    world.store = store = OpenStore()
    api = Api(world.app(), loop)
    host = api.guest()
    sound, damaged = (Table.set_up(world, api, host, visibility="public") for _ in range(2))
    room = store.load(damaged.id)
    assert room is not None
    store.put_room(encode(replace(room, **damage)))
    answer = api.get("/rooms", host)
    assert (answer.status_code, [room["roomId"] for room in answer.json()["rooms"]]) == (200, [sound.id])
    assert [where for where, _ in world.faults] == [damaged.id]
    world.faults.clear()


def test_games_that_are_not_played_here_any_more_are_left_out_of_somebodys_list(
    api: Api, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a roll-back to code from before the game."""
    host, friend = api.guest(), api.guest()
    for game in ("omok", "othello"):
        table = Table.set_up(world, api, host, game=game)
        table.begin(host, friend)
        table.accept(host, "act", action={"type": "resign"})
    assert {line["game"] for line in api.get("/me/games", host).json()["games"]} == {"othello", "omok"}
    monkeypatch.setattr(service, "GAMES", {"omok": GAMES["omok"]})
    assert [line["game"] for line in api.get("/me/games", host).json()["games"]] == ["omok"]


def test_who_asks_for_what_is_damaged_is_told_of_a_fault(
    world: World, loop: asyncio.AbstractEventLoop
) -> None:
    world.store = store = OpenStore()
    api = Api(world.app(), loop)
    host, friend = api.guest(), api.guest()
    table = Table.set_up(world, api, host)
    table.begin(host, friend)
    table.accept(host, "act", action={"type": "resign"})
    store.damage_room(table.id)
    store.damage_record(table.id, 1)
    for path in (f"/rooms/by-code/{table.made['code']}", f"/rooms/{table.id}/games/1"):
        assert_problem(api.get(path, host), problems.FAULT)
    assert_problem(api.post(f"/rooms/{table.id}/tickets", {"tab": "t"}, host), problems.FAULT)
    assert [table.id in str(fault) for _, fault in world.faults] == [True] * 3
    assert len(api.get("/me/games", host).json()["games"]) == 1, "a line needs neither room nor record"
    world.faults.clear()


# --- which fields ---------------------------------------------------------------------------------


class Move(BaseModel):
    """A model with everything that a path can lead through."""

    squares: list[int]
    how: int | Literal["fast"]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"squares": [1, "x", 3], "how": "fast"}, ["#/squares/1"]),
        ({"squares": [], "how": "slow"}, ["#/how"]),  # pydantic names both branches; the body has one field
        ({"how": 1}, ["#/squares"]),
        ({"squares": 5}, ["#/squares", "#/how"]),
        ([], ["#"]),
    ],
)
def test_a_pointer_leads_to_a_field_of_the_body(body: object, pointers: list[str]) -> None:
    with pytest.raises(ValidationError) as refused:
        Move.model_validate(body, strict=True)
    assert [error.pointer for error in problems.field_errors(refused.value, body)] == pointers


# --- the list of problems -------------------------------------------------------------------------


@pytest.mark.parametrize("problem", problems.PROBLEMS, ids=lambda problem: f"{problem.code}-{problem.status}")
def test_every_problem_has_a_spaced_code_a_title_and_a_korean_sentence(problem: Problem) -> None:
    said: dict[str, Any] = json.loads(problem.document())
    group, _, word = problem.code.partition("/")
    assert group.isidentifier()
    assert word.isidentifier()
    assert said["title"]
    assert any("가" <= letter <= "힣" for letter in problem.detail)


def test_the_list_is_whole() -> None:
    told = [value for value in vars(problems).values() if isinstance(value, Problem)]
    assert {problem.code for problem in told} <= {problem.code for problem in problems.PROBLEMS}
    assert all(problem in problems.PROBLEMS for problem in told)


def test_one_code_has_one_status() -> None:
    status: dict[str, int] = {}
    for problem in problems.PROBLEMS:
        assert status.setdefault(problem.code, problem.status) == problem.status


def test_nothing_that_is_logged_by_default_holds_a_key(world: World) -> None:
    assert KEYS.keys["1"] not in repr(world.lobby())
