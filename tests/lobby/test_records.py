"""``GET /rooms/{roomId}/games/{gameNo}`` and ``GET /me/games``: what stays of a finished game."""

import pytest

from engine.game import PlayerId, Timeout
from engine.registry import GAMES
from engine.rng import Rng
from functions.lobby import problems
from tests.lobby.api import Api, Guest, assert_problem
from tests.lobby.conftest import World
from tests.lobby.table import WIPE_OUT, Table

HOST_BEGINS = {"colorAssignment": "hostBlack"}


@pytest.fixture
def host(api: Api) -> Guest:
    return api.guest("방장")


@pytest.fixture
def friend(api: Api) -> Guest:
    return api.guest("친구")


@pytest.fixture
def stranger(api: Api) -> Guest:
    return api.guest("낯선이")


@pytest.fixture
def played(world: World, api: Api, host: Guest, friend: Guest) -> Table:
    """A private room in which black has just won by taking every disc."""
    table = Table.set_up(world, api, host, options=HOST_BEGINS)
    table.begin(host, friend)
    table.play(host, friend, WIPE_OUT)
    return table


def test_a_record_says_who_played_what_and_how_it_ended(
    api: Api, world: World, played: Table, host: Guest, friend: Guest
) -> None:
    record = api.get(f"/rooms/{played.id}/games/1", host).json()
    assert (record["roomId"], record["gameNo"]) == (played.id, 1)
    assert (record["game"], record["nameKo"]) == ("othello", "리버시")
    assert record["players"] == [
        {"playerId": host.player, "nickname": "방장"},
        {"playerId": friend.player, "nickname": "친구"},
    ]
    assert record["options"] == {
        **GAMES["othello"].Options().model_dump(by_alias=True),
        "colorAssignment": "hostBlack",
    }
    assert record["endedAt"] == world.now
    assert record["startedAt"] == world.now - 9_000
    assert record["result"]["reason"] == "normal"
    assert record["result"]["ranking"] == [[host.player], [friend.player]]
    assert record["notation"] == {"transcript": WIPE_OUT}
    assert [move["color"] for move in record["moves"]] == (["black", "white"] * 5)[:9]


@pytest.mark.parametrize("assigned", ["hostBlack", "hostWhite", "alternate", "random"])
def test_a_record_says_who_had_which_colour(
    api: Api, world: World, host: Guest, friend: Guest, assigned: str
) -> None:
    table = Table.set_up(world, api, host, options={"colorAssignment": assigned})
    table.begin(host, friend)
    for number in (1, 2):
        view = table.accept(host, "sync")["view"]
        table.accept(host, "act", action={"type": "resign"})
        record = api.get(f"/rooms/{table.id}/games/{number}", host).json()
        assert record["sides"] == view["players"]
        host_is_black = {
            "hostBlack": True,
            "hostWhite": False,
            "alternate": number == 1,
            # Document 000, section 4: the first draw of the seed that the record publishes.
            "random": Rng.from_seed(bytes.fromhex(record["seed"])).int(2) == 0,
        }
        black, white = (host, friend) if host_is_black[assigned] else (friend, host)
        assert record["sides"] == {"black": black.player, "white": white.player}
        for guest in (host, friend):
            table.accept(guest, "rematch")


@pytest.mark.parametrize("game_id", GAMES)
def test_a_record_of_every_game_gives_each_player_one_side_from_setup_to_end(
    api: Api, world: World, host: Guest, friend: Guest, game_id: str
) -> None:
    table = Table.set_up(world, api, host, game=game_id)
    table.begin(host, friend)
    begun = table.accept(host, "sync")["view"]["players"]
    table.accept(host, "leave")
    record = api.get(f"/rooms/{table.id}/games/1", host).json()
    assert record["sides"] == begun
    assert sorted(record["sides"].values()) == sorted(player["playerId"] for player in record["players"])


def test_every_action_is_there_with_its_time_and_number_but_not_its_tab(
    api: Api, played: Table, host: Guest
) -> None:
    answer = api.get(f"/rooms/{played.id}/games/1", host)
    record = answer.json()
    first = record["actions"][0]
    assert first == {
        "at": record["startedAt"] + 1_000,
        "player": host.player,
        "by": host.player,
        "cs": first["cs"],
        "action": {"type": "place", "x": 4, "y": 5},
        "held": 0,
    }
    assert [action["cs"] for action in record["actions"]] == list(range(first["cs"], first["cs"] + 9))
    assert "tab-1" not in answer.text


def test_what_the_record_publishes_replays_to_the_same_result(api: Api, played: Table, host: Guest) -> None:
    """By the published fields alone: anybody can check a game and its draws."""
    record = api.get(f"/rooms/{played.id}/games/1", host).json()
    game = GAMES[record["game"]]
    rng = Rng.from_seed(bytes.fromhex(record["seed"]))
    state = game.setup(
        players=[PlayerId(player["playerId"]) for player in record["players"]],
        options=game.Options.model_validate(record["options"]),
        rng=rng,
        now=record["startedAt"],
        game_no=record["gameNo"],
    )
    for entry in record["actions"]:
        action = Timeout() if entry["by"] == "system" else game.Action.validate_python(entry["action"])
        state, _ = game.apply(state, PlayerId(entry["player"]), action, rng=rng, now=entry["at"])
    result = game.result(state)
    assert result is not None
    assert result.to_json() == record["result"]
    assert game.view(state, None)["moves"] == record["moves"]


def test_what_the_system_did_in_a_players_name_says_so(
    api: Api, world: World, host: Guest, friend: Guest
) -> None:
    table = Table.set_up(world, api, host, options={**HOST_BEGINS, "timeoutPolicy": "lose"})
    table.begin(host, friend)
    world.now += 60_000
    table.accept(friend, "flag")
    record = api.get(f"/rooms/{table.id}/games/1", host).json()
    assert record["actions"] == [
        {
            "at": world.now,
            "player": host.player,
            "by": "system",
            "cs": None,
            "action": {"type": "timeout"},
            "held": 0,
        }
    ]
    assert record["moves"] == []
    assert record["notation"] == {"transcript": ""}


def test_a_reversi_game_is_given_as_a_transcript(api: Api, played: Table, host: Guest) -> None:
    answer = api.get(f"/rooms/{played.id}/games/1?format=transcript", host)
    assert (answer.status_code, answer.text) == (200, WIPE_OUT)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


def test_a_chess_game_is_given_as_pgn_with_the_players_names(
    api: Api, world: World, host: Guest, friend: Guest
) -> None:
    table = Table.set_up(world, api, host, game="chess", options={"colorAssignment": "hostWhite"})
    table.begin(host, friend)
    for guest, (origin, target) in zip(
        (host, friend) * 2, (("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")), strict=True
    ):
        table.accept(guest, "act", action={"type": "move", "from": origin, "to": target})
    answer = api.get(f"/rooms/{table.id}/games/1?format=pgn", friend)
    assert answer.headers["content-type"] == "application/vnd.chess-pgn; charset=utf-8"
    assert '[White "방장"]\n[Black "친구"]\n[Result "0-1"]' in answer.text
    assert "Qh4# { [%clk 0:10:05] } 0-1" in answer.text
    record = api.get(f"/rooms/{table.id}/games/1", friend).json()
    assert record["notation"] == {"pgn": answer.text}
    assert record["result"]["detail"] == {"winner": "black", "reason": "checkmate", "moveCount": 2}
    assert_problem(api.get(f"/rooms/{table.id}/games/1?format=transcript", friend), problems.FORMAT)


def test_an_omok_game_is_given_as_a_transcript(api: Api, world: World, host: Guest, friend: Guest) -> None:
    table = Table.set_up(world, api, host, game="omok", options=HOST_BEGINS)
    table.begin(host, friend)
    table.play(host, friend, "h8i9")
    table.accept(host, "act", action={"type": "useSkill", "x": 8, "y": 8})
    table.accept(friend, "act", action={"type": "resign"})
    assert api.get(f"/rooms/{table.id}/games/1?format=transcript", host).text == "h8 i9 xi9"


@pytest.mark.parametrize("wanted", ["pgn", "json", "reason", "TRANSCRIPT", "%00"])
def test_a_format_that_the_game_has_not_is_refused(api: Api, played: Table, host: Guest, wanted: str) -> None:
    assert_problem(api.get(f"/rooms/{played.id}/games/1?format={wanted}", host), problems.FORMAT)


@pytest.mark.parametrize("number", ["2", "0", "-1", "01", "1.0", "one", "9" * 30, "%D9%A1"])
def test_a_game_that_was_not_played_has_no_record(api: Api, played: Table, host: Guest, number: str) -> None:
    assert_problem(api.get(f"/rooms/{played.id}/games/{number}", host), problems.NO_RECORD)


@pytest.mark.parametrize("room_id", ["abcdefghijkl", "x", "X" * 12, "%20", "x" * 3000])
def test_a_room_that_was_not_there_has_no_records(api: Api, room_id: str) -> None:
    assert_problem(api.get(f"/rooms/{room_id}/games/1", api.guest()), problems.NO_RECORD)


def test_a_game_that_goes_on_has_no_record(api: Api, world: World, host: Guest, friend: Guest) -> None:
    table = Table.set_up(world, api, host)
    table.begin(host, friend)
    assert_problem(api.get(f"/rooms/{table.id}/games/1", host), problems.NO_RECORD)


@pytest.mark.parametrize("wanted", ["", "&format=transcript"])
def test_a_private_rooms_record_is_for_its_players_or_with_the_code(
    api: Api, played: Table, *, host: Guest, friend: Guest, stranger: Guest, wanted: str
) -> None:
    path, code = f"/rooms/{played.id}/games/1", played.made["code"]
    for guest in (host, friend):
        assert api.get(f"{path}?{wanted[1:]}", guest).status_code == 200
    for typed in (code, code.lower()):
        assert api.get(f"{path}?code={typed}{wanted}", stranger).status_code == 200
    for typed in ("", "XXXXXX", "%00", "가나다라마바"):
        assert_problem(api.get(f"{path}?code={typed}{wanted}", stranger), problems.WRONG_CODE)
    assert_problem(api.get(path, stranger), problems.WRONG_CODE)


def test_a_public_rooms_record_is_for_everybody(
    api: Api, world: World, host: Guest, friend: Guest, stranger: Guest
) -> None:
    table = Table.set_up(world, api, host, visibility="public")
    table.begin(host, friend)
    table.accept(host, "act", action={"type": "resign"})
    assert api.get(f"/rooms/{table.id}/games/1", stranger).json()["result"]["reason"] == "resign"


def test_records_outlive_their_room(api: Api, world: World, played: Table, host: Guest) -> None:
    world.store.delete_expired(world.now + 10**12)
    assert api.get(f"/rooms/{played.id}/games/1", host).status_code == 200


def test_my_games_are_listed_newest_first_with_the_result_as_i_see_it(
    api: Api, world: World, played: Table, *, host: Guest, friend: Guest, stranger: Guest
) -> None:
    first_end = world.now
    world.now += 5_000
    played.accept(host, "rematch")
    played.accept(friend, "rematch")
    world.now += 5_000
    played.accept(host, "act", action={"type": "resign"})
    mine = api.get("/me/games", host).json()
    assert mine["cursor"] is None
    assert [(line["gameNo"], line["endedAt"], line["won"]) for line in mine["games"]] == [
        (2, world.now, False),
        (1, first_end, True),
    ]
    assert mine["games"][1] == {
        "roomId": played.id,
        "gameNo": 1,
        "game": "othello",
        "nameKo": "리버시",
        "endedAt": first_end,
        "opponents": ["친구"],
        "won": True,
        "summary": mine["games"][1]["summary"],
    }
    assert [line["won"] for line in api.get("/me/games", friend).json()["games"]] == [True, False]
    assert api.get("/me/games", stranger).json() == {"games": [], "cursor": None}


def test_every_line_of_my_games_leads_to_its_record(api: Api, played: Table, friend: Guest) -> None:
    for line in api.get("/me/games", friend).json()["games"]:
        record = api.get(f"/rooms/{line['roomId']}/games/{line['gameNo']}", friend).json()
        assert record["endedAt"] == line["endedAt"]
        assert record["result"]["summary"] == line["summary"]


def test_my_games_are_read_page_by_page(
    api: Api, world: World, played: Table, host: Guest, friend: Guest
) -> None:
    for _ in range(24):
        world.now += 1_000
        played.accept(host, "rematch")
        played.accept(friend, "rematch")
        played.accept(friend, "act", action={"type": "resign"})
    first = api.get("/me/games", host).json()
    rest = api.get(f"/me/games?cursor={first['cursor']}", host).json()
    assert [line["gameNo"] for line in [*first["games"], *rest["games"]]] == list(range(25, 0, -1))
    assert rest["cursor"] is None
    assert_problem(api.get(f"/me/games?cursor={first['cursor']}", friend), problems.CURSOR)
