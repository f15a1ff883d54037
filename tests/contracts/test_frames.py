"""Every frame that a room sends is as the published document says, and no field is in it that the
document does not describe."""

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.game import JsonObject
from functions.rooms import messages
from tests.contracts.published import document, problems
from tests.rooms.people import ANNA, BO, CY, DORA, table
from tests.rooms.test_walk import Walk
from tests.rooms.world import Frame, World

SCHEMAS = {
    message["name"]: message["payload"]["$ref"].rsplit("/", 1)[1]
    for name, message in document()["components"]["messages"].items()
    if f"send{name}" in document()["operations"]
}
STEPS = 120


@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_do_they_hear_what_is_published(seed: int) -> None:
    walk = Walk(1_000 + seed)
    heard = Counter[str]()
    for _ in range(STEPS):
        walk.step()
        for frame, _player in walk.new_frames():
            heard[frame["type"]] += 1
            assert problems(SCHEMAS[frame["type"]], frame) == [], frame
        if walk.world.room.is_gone(walk.world.now):
            break
    assert heard["room"] > 0


def whole_life(game: str) -> Iterator[Frame]:
    """Everything that a room can say: a game from its door to its rematch, with all that may go wrong."""
    world = World(first=table(ANNA, None, game=game))
    anna, bo, cy, _ = (world.join(player) for player in (ANNA, BO, CY, DORA))
    bo.ask("sit")
    cy.ask("sit")  # no seat is left
    anna.ask("kick", playerId=DORA)  # who is told why, and closed
    bo.send("chat", text="안녕하세요")
    bo.send("ping", t=1.5)
    anna.text("[")
    anna.ask("start")
    for _ in range(3):
        world.tick(2_000)
        by = anna if world.mover == ANNA else bo
        by.move()
    bo.send("flag")  # too soon
    cy.send("sync")
    bo.drop()
    world.tick(120_000)
    anna.send("flag")
    bo = world.join(BO, "tab2")
    anna.act("requestUndo")
    bo.act("respondUndo", accept=True)
    anna.act("resign")
    for who in (anna, bo):
        who.ask("rematch")
    bo.ask("leave")
    assert not world.faults
    for connection_id in world.outbox.sent:
        yield from world.outbox.frames(connection_id)


@pytest.mark.parametrize("game", ["othello", "omok", "chess"])
def test_a_rooms_whole_life_is_told_in_published_frames(game: str) -> None:
    heard = Counter[str]()
    for frame in whole_life(game):
        heard[frame["type"]] += 1
        assert problems(SCHEMAS[frame["type"]], frame) == [], frame
    assert set(heard) == set(SCHEMAS)


def test_what_the_document_says_of_clients_frames_is_what_is_read() -> None:
    """An example of each, taken by both; and with a field too few, refused by both."""
    examples: dict[str, JsonObject] = {
        "hello": {},
        "sync": {"seq": 3},
        "ping": {"t": 1_800_000_000_000.5},
        "sit": {"cs": 1, "seat": 1},
        "stand": {"cs": 1},
        "options": {"cs": 1, "options": {"undo": "off"}},
        "kick": {"cs": 1, "playerId": "abc"},
        "start": {"cs": 1},
        "act": {"cs": 1, "action": {"type": "place", "x": 2, "y": 3}, "seq": 4},
        "flag": {},
        "rematch": {"cs": 1},
        "leave": {"cs": 1},
        "chat": {"text": "안녕"},
    }
    described = {
        message["name"]: message["payload"]["$ref"].rsplit("/", 1)[1]
        for name, message in document()["components"]["messages"].items()
        if f"receive{name}" in document()["operations"]
    }
    assert set(examples) == set(described)
    for kind, fields in examples.items():
        frame = {"type": kind, **fields}
        assert problems(described[kind], frame) == []
        assert not isinstance(messages.read(json.dumps(frame)), messages.Unreadable)
        required = document()["components"]["schemas"][described[kind]]["required"]
        for missing in set(required) - {"type"}:
            less = {name: value for name, value in frame.items() if name != missing}
            assert problems(described[kind], less) != []
            assert isinstance(messages.read(json.dumps(less)), messages.Unreadable)
