"""Chat lines: who may speak, who hears, how often."""

from dataclasses import replace

import pytest

from engine.game import Millis, PlayerId
from functions.rooms.room import Room
from functions.rooms.runner import CHAT_EVERY_MS
from tests.rooms.people import ANNA, BO, CY, NOW, table
from tests.rooms.world import World, game_of_two


def chat_room(rule: str) -> World:
    """A room with that chat rule."""
    room: Room = replace(table(ANNA, BO), chat=rule)  # type: ignore[arg-type]
    return World(first=room)


@pytest.mark.parametrize(
    ("rule", "who", "code"),
    [
        ("all", ANNA, None),
        ("all", CY, None),
        ("players", ANNA, None),
        ("players", CY, "room/not_seated"),
        ("off", ANNA, "room/wrong_status"),
        ("off", CY, "room/wrong_status"),
    ],
)
def test_the_chat_rule_says_who_may_speak_and_everybody_hears(
    rule: str, who: PlayerId, code: str | None
) -> None:
    world = chat_room(rule)
    sockets = {player: world.join(player) for player in (ANNA, BO, CY)}
    world.outbox.clear()
    sockets[who].send("chat", text=" 잘 부탁해요\x00 ")
    if code is None:
        expected = {
            "type": "chat",
            "now": NOW,
            "from": {"playerId": who, "nickname": who.title()},
            "text": "잘 부탁해요",
        }
        assert [socket.frames for socket in sockets.values()] == [[expected]] * 3
    else:
        assert sockets[who].newest["code"] == code
        assert sum(len(socket.frames) for socket in sockets.values()) == 1


def test_chat_changes_nothing_and_is_limited_per_connection() -> None:
    world, anna, bo = game_of_two()
    before = world.room
    anna.send("chat", text="하나")
    anna.send("chat", text="둘")
    assert (anna.newest["code"], anna.newest["seq"]) == ("rate/limited", before.seq)
    bo.send("chat", text="셋")
    world.tick(CHAT_EVERY_MS)
    anna.send("chat", text="넷")
    assert [frame["text"] for frame in bo.frames] == ["하나", "셋", "넷"]
    assert world.room == before


@pytest.mark.parametrize(("elapsed", "answer"), [(CHAT_EVERY_MS - 1, "rejected"), (CHAT_EVERY_MS, "chat")])
def test_a_chat_line_may_follow_after_a_second(elapsed: Millis, answer: str) -> None:
    world, anna, _ = game_of_two()
    anna.send("chat", text="하나")
    world.tick(elapsed)
    anna.send("chat", text="둘")
    assert anna.newest["type"] == answer
