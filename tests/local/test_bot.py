"""The bot: what it may do, and that it plays whole games."""

import random
from threading import Thread

import pytest

from local.client import Lobby
from local.client.frames import JsonObject
from local.play.bot import Bot, drive
from tests.local.server import serving
from tests.local.sights import BO, BOARD, GA, NA, Situation, view

WAITING = Situation(status="waiting", seats=(GA, None), game_no=0)
FULL = WAITING.but(seats=(GA, NA))
PLAYING = Situation(view())
OVER = Situation(view("d3", (GA, {"type": "resign"})), status="finished")
UNDO = (NA, {"type": "requestUndo"})
DRAW = (NA, {"type": "offerDraw"})


def a_bot(games: int | None = None) -> Bot:
    return Bot(BOARD, random.Random(1), games=games)


def act(**fields: object) -> JsonObject:
    return {"action": fields}  # type: ignore[dict-item]


SITUATIONS: list[tuple[str, Situation, int | None, list[tuple[str, JsonObject]]]] = [
    ("alone in its room", WAITING, None, []),
    ("a free seat", WAITING.but(me=BO), None, [("sit", {})]),
    ("no free seat", FULL.but(me=BO), None, []),
    ("host of a full room", FULL, None, [("start", {})]),
    ("guest in a full room", FULL.but(me=NA), None, []),
    ("not its turn", PLAYING.but(me=NA, view=view(viewer=NA)), None, []),
    (
        "asked for an undo in its own turn",
        PLAYING.but(view=view("d3", "c3", UNDO)),
        None,
        [("act", act(type="respondUndo", accept=True, offer=1))],
    ),
    (
        "offered a draw",
        PLAYING.but(view=view("d3", DRAW)),
        None,
        [("act", act(type="respondDraw", accept=False, offer=1))],
    ),
    ("over, nobody asks for more", OVER, None, []),
    ("over, somebody asks for more", OVER.but(rematch=[NA]), None, [("rematch", {})]),
    ("over, and it has asked", OVER.but(rematch=[GA, NA]), None, []),
    ("over, and it wanted one game", OVER.but(rematch=[NA]), 1, []),
    ("over, and it wanted two", OVER, 2, [("rematch", {})]),
    ("cut off", PLAYING.but(connected=False), None, []),
]


@pytest.mark.parametrize(
    ("situation", "games", "choices"), [row[1:] for row in SITUATIONS], ids=[row[0] for row in SITUATIONS]
)
def test_what_a_bot_may_do(
    situation: Situation, games: int | None, choices: list[tuple[str, JsonObject]]
) -> None:
    found = a_bot(games).choices(situation.now)
    assert [(choice.kind, choice.fields) for choice in found] == choices


def test_in_its_turn_a_bot_has_every_legal_move_and_names_the_version_it_saw() -> None:
    found = a_bot().choices(PLAYING.but(seq=9).now)
    assert [choice.fields["action"] for choice in found] == BOARD.legal_actions(view())
    assert {choice.fields["seq"] for choice in found} == {9}


def test_a_bot_is_done_after_as_many_games_as_it_wanted() -> None:
    bot = a_bot(games=2)
    assert [bot.is_done(OVER.but(game_no=number).now) for number in (1, 1, 2)] == [False, False, True]
    assert not a_bot().is_done(OVER.now)


def games_of(seeds: tuple[int, int], games: int) -> list[JsonObject]:
    """The records of a room in which two bots have played, on a server whose chance repeats itself."""
    with serving() as server, Lobby(server.url) as lobby:
        one, two = lobby.guest("봇"), lobby.guest("또봇")
        room = one.create_room("othello", options={"colorAssignment": "alternate"})
        with one.open_tab(room.room_id) as first, two.open_tab(room.room_id, code=room.code) as second:
            bots = [Bot(BOARD, random.Random(seed), games=games) for seed in seeds]
            other = Thread(target=drive, args=(second, bots[1]))
            other.start()
            drive(first, bots[0])
            other.join()
            assert first.now.status == second.now.status == "finished"
            assert first.now.moves == second.now.moves
            return [one.record(room.room_id, number + 1) for number in range(games)]


def test_two_bots_play_as_many_games_as_they_want_and_the_same_again_by_the_same_seeds() -> None:
    first, again, other = games_of((1, 2), 2), games_of((1, 2), 2), games_of((3, 2), 1)
    results = [record["result"] for record in first]
    assert all(isinstance(result, dict) and result["reason"] == "normal" for result in results)
    assert [record["notation"] for record in first] == [record["notation"] for record in again]
    assert other[0]["notation"] != first[0]["notation"]
