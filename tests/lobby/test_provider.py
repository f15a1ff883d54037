"""The API with an OpenID provider beside the guests, or instead of them."""

import asyncio
from dataclasses import replace

import pytest

from functions.lobby import problems
from functions.lobby.app import build_app
from functions.lobby.oidc import ProviderError
from tests.lobby.api import Api, Guest, assert_problem
from tests.lobby.conftest import NOW, World
from tests.lobby.test_oidc import Internet, token

IN_AN_HOUR = NOW // 1000 + 3600


@pytest.fixture
def internet() -> Internet:
    return Internet()


def api_with(internet: Internet, world: World, loop: asyncio.AbstractEventLoop, *, guests: bool) -> Api:
    lobby = replace(world.lobby(), vouched=internet.provider().read, guests=guests)
    app = build_app(lobby, version="1", on_fault=lambda *fault: world.faults.append(fault))
    return Api(app, loop)


def person(sub: str, **claims: object) -> Guest:
    """Somebody with a token of the provider, as a client holds it."""
    return Guest("", "", token({"exp": IN_AN_HOUR, "sub": sub, **claims}))


def test_people_of_the_provider_and_guests_meet_in_one_room(
    internet: Internet, world: World, loop: asyncio.AbstractEventLoop
) -> None:
    api = api_with(internet, world, loop, guests=True)
    host, guest = person("anna", nickname="안나"), api.guest("보")
    made = api.post("/rooms", {"game": "othello"}, by=host).json()
    seen = api.get(f"/rooms/by-code/{made['code']}", by=guest).json()
    assert [seat and seat["nickname"] for seat in seen["seats"]] == ["안나", None]
    assert seen["host"] == seen["seats"][0]["playerId"]
    ticket = api.post(f"/rooms/{made['roomId']}/tickets", {"tab": "a"}, by=host)  # the host has a seat
    assert ticket.status_code == 201


def test_a_new_token_of_the_same_person_is_the_same_player(
    internet: Internet, world: World, loop: asyncio.AbstractEventLoop
) -> None:
    api = api_with(internet, world, loop, guests=True)
    made = api.post("/rooms", {"game": "othello"}, by=person("anna")).json()
    later = person("anna", nickname="안나 2세", iat=NOW // 1000 + 60)
    path = f"/rooms/{made['roomId']}/tickets"
    assert api.post(path, {"tab": "a"}, by=later).status_code == 201
    assert_problem(api.post(path, {"tab": "a"}, by=person("eve")), problems.WRONG_CODE)


def test_without_guests_only_the_providers_people_come_in(
    internet: Internet, world: World, loop: asyncio.AbstractEventLoop
) -> None:
    guest = api_with(internet, world, loop, guests=True).guest()
    api = api_with(internet, world, loop, guests=False)
    assert_problem(api.post("/guests", {"nickname": "보"}), problems.NO_GUESTS)
    assert_problem(api.get("/me/games", by=guest), problems.BAD_TOKEN)
    assert api.get("/me/games", by=person("anna")).status_code == 200


def test_an_expired_or_forged_token_is_refused_like_any_other(
    internet: Internet, world: World, loop: asyncio.AbstractEventLoop
) -> None:
    api = api_with(internet, world, loop, guests=True)
    for bad in (person("anna", exp=NOW // 1000), person("anna", aud="another"), Guest("", "", "a.b.c")):
        assert_problem(api.get("/me/games", by=bad), problems.BAD_TOKEN)


def test_a_provider_that_was_never_reached_is_a_fault_of_ours_and_guests_do_not_notice(
    internet: Internet, world: World, loop: asyncio.AbstractEventLoop
) -> None:
    internet.down = True
    api = api_with(internet, world, loop, guests=True)
    guest = api.guest()
    assert api.get("/me/games", by=guest).status_code == 200
    assert_problem(api.get("/me/games", by=person("anna")), problems.FAULT)
    ((where, fault),) = world.faults
    assert (where, type(fault)) == ("GET /me/games", ProviderError)
    world.faults.clear()
