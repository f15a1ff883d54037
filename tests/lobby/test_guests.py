"""``POST /guests``, and what a bearer token opens."""

import jwt
import pytest

from functions.lobby import problems
from functions.lobby.tokens import KeySet
from tests.lobby.api import Api, Guest, assert_problem
from tests.lobby.conftest import KEYS, World

DAY = 86_400_000
OTHER_KEY = "fedcba9876543210fedcba9876543210"


def test_a_guest_gets_an_id_a_clean_name_and_a_token_for_thirty_days(api: Api, world: World) -> None:
    answer = api.post("/guests", {"nickname": "  바둑이 "})
    made = answer.json()
    assert answer.status_code == 201
    assert made["nickname"] == "바둑이"
    assert len(made["playerId"]) >= 12
    assert made["playerId"].isalnum()
    assert made["playerId"] == made["playerId"].lower()
    assert made["expiresAt"] == world.now // 1000 * 1000 + 30 * DAY
    assert answer.headers["cache-control"] == "no-store"
    assert api.get("/me/games", Guest("", "", made["token"])).json() == {"games": [], "cursor": None}


def test_two_guests_of_one_name_are_two_people(api: Api) -> None:
    assert api.guest("바둑이").player != api.guest("바둑이").player


@pytest.mark.parametrize(
    ("nickname", "refused"),
    [
        ("", problems.NICKNAMES[0]),
        ("   ", problems.NICKNAMES[0]),
        ("열일곱글자나되는이름은너무길어요요", problems.NICKNAMES[1]),
        ("가\u202e나", problems.NICKNAMES[2]),
    ],
)
def test_a_bad_nickname_is_refused_with_a_sentence(
    api: Api, nickname: str, refused: problems.Problem
) -> None:
    assert_problem(api.post("/guests", {"nickname": nickname}), refused, "#/nickname")


def test_a_token_is_good_until_the_second_in_which_it_expires(api: Api, world: World) -> None:
    made = api.post("/guests", {"nickname": "바둑이"}).json()
    guest = Guest(made["playerId"], "바둑이", made["token"])
    world.now = made["expiresAt"] - 1
    assert api.get("/me/games", guest).status_code == 200
    world.now = made["expiresAt"]
    assert_problem(api.get("/me/games", guest), problems.BAD_TOKEN)


def test_a_token_of_the_old_key_is_read_while_the_old_key_is_kept(api: Api, world: World) -> None:
    guest = api.guest()
    world.keys = KeySet("2", {"1": KEYS.keys["1"], "2": OTHER_KEY})
    assert api.get("/me/games", guest).status_code == 200
    assert jwt.get_unverified_header(api.guest().token)["kid"] == "2"
    world.keys = KeySet("2", {"2": OTHER_KEY})
    assert_problem(api.get("/me/games", guest), problems.BAD_TOKEN)


CLOSED = [
    ("POST", "/rooms"),
    ("GET", "/rooms"),
    ("GET", "/rooms/by-code/ABCDEF"),
    ("POST", "/rooms/abcdefghijkl/tickets"),
    ("GET", "/rooms/abcdefghijkl/games/1"),
    ("GET", "/me/games"),
]


@pytest.mark.parametrize(("method", "path"), CLOSED)
@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic YTpi", "token"])
def test_without_a_bearer_token_nothing_but_the_open_calls_answers(
    api: Api, method: str, path: str, header: str | None
) -> None:
    headers = {} if header is None else {"Authorization": header}
    answer = api.send(method, path, headers=headers)
    assert_problem(answer, problems.NO_TOKEN)
    assert answer.headers["www-authenticate"] == 'Bearer realm="nolpan"'


@pytest.mark.parametrize(("method", "path"), CLOSED)
def test_a_forged_token_is_told_from_a_missing_one(api: Api, method: str, path: str) -> None:
    answer = api.send(method, path, by=Guest("", "", "no.such.token"))
    assert_problem(answer, problems.BAD_TOKEN)
    assert answer.headers["www-authenticate"] == 'Bearer realm="nolpan", error="invalid_token"'


def test_the_word_bearer_is_read_in_any_case(api: Api) -> None:
    token = api.guest().token
    assert api.get("/me/games", headers={"Authorization": f"bEARER {token}"}).status_code == 200


def test_a_ticket_is_no_token(api: Api) -> None:
    guest = api.guest()
    room = api.post("/rooms", {"game": "othello"}, guest).json()
    ticket = api.post(f"/rooms/{room['roomId']}/tickets", {"tab": "t"}, guest).json()["ticket"]
    assert_problem(api.get("/me/games", Guest("", "", ticket)), problems.BAD_TOKEN)
