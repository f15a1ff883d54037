"""What a spectator may do: look, ask, claim a deadline that is over, and chat where the room lets them.

Every frame of the protocol, at every status of a room, and every type of action of every game.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.game import Json
from engine.registry import GAMES
from functions.rooms.room import ChatRule
from tests.open_store import OpenStore
from tests.rooms.client_frames import FIELDS
from tests.rooms.people import ANNA, BO, CY, table
from tests.rooms.world import Socket, World

CLAIMS: Mapping[str, Any] = {
    "playerId": ANNA,
    "player": ANNA,
    "by": ANNA,
    "tab": "tab1",
    "host": CY,
    "seat": 0,
}
"""What a frame might claim about its sender. Who that is stands in the ticket alone."""
WAITING, PLAYING, FINISHED = "waiting", "playing", "finished"
ANSWERS: Mapping[str, Mapping[str, str]] = {
    "hello": dict.fromkeys((WAITING, PLAYING, FINISHED), "room"),
    "sync": dict.fromkeys((WAITING, PLAYING, FINISHED), "room"),
    "ping": dict.fromkeys((WAITING, PLAYING, FINISHED), "pong"),
    "flag": {WAITING: "room/wrong_status", PLAYING: "deadline/not_reached", FINISHED: "game/over"},
    "chat": dict.fromkeys((WAITING, PLAYING, FINISHED), "room/not_seated"),
    "sit": {WAITING: "room/full", PLAYING: "room/wrong_status", FINISHED: "room/wrong_status"},
    "stand": {WAITING: "room/not_seated", PLAYING: "room/wrong_status", FINISHED: "room/wrong_status"},
    "options": {WAITING: "room/not_host", PLAYING: "room/wrong_status", FINISHED: "room/wrong_status"},
    "kick": {WAITING: "room/not_host", PLAYING: "room/wrong_status", FINISHED: "room/wrong_status"},
    "start": {WAITING: "room/not_host", PLAYING: "room/wrong_status", FINISHED: "room/wrong_status"},
    "act": {WAITING: "room/wrong_status", PLAYING: "room/not_seated", FINISHED: "game/over"},
    "rematch": {WAITING: "room/wrong_status", PLAYING: "room/wrong_status", FINISHED: "room/not_seated"},
    "leave": dict.fromkeys((WAITING, PLAYING, FINISHED), "room/not_seated"),
}


def watched(status: str, *, chat: ChatRule = "players", game: str = "othello") -> tuple[World, Socket]:
    """A full room of that status, and somebody who watches."""
    room = replace(table(ANNA, BO, game=game), chat=chat)
    world = World(first=room, store=OpenStore())
    anna, bo = world.join(ANNA), world.join(BO)
    if status != WAITING:
        anna.ask("start")
    if status == FINISHED:
        bo.ask("act", action={"type": "resign"})
    assert world.room.status == status
    cy = world.join(CY)
    world.outbox.clear()
    return world, cy


def say(socket: Socket, kind: str, fields: Mapping[str, Any]) -> Any:
    """Send it; the only frame that came of it, which nobody else got."""
    world, store = socket.world, socket.world.store
    assert isinstance(store, OpenStore)
    before = store.rooms[world.first.id]
    socket.fill(kind, fields)
    assert store.rooms[world.first.id] is before
    assert set(world.outbox.sent) == {socket.id}
    (frame,) = socket.frames
    return frame


def answer(frame: Any) -> str:
    """Its refusal's code, or its type."""
    return str(frame.get("code", frame["type"]))


def test_the_answer_to_every_frame_of_the_protocol_is_here() -> None:
    assert set(ANSWERS) == set(FIELDS)


@pytest.mark.parametrize("status", [WAITING, PLAYING, FINISHED])
@pytest.mark.parametrize("kind", ANSWERS)
@pytest.mark.parametrize("claims", [{}, CLAIMS], ids=["as it is", "with claims"])
def test_no_frame_of_a_spectator_changes_the_room_or_reaches_anybody(
    status: str, kind: str, claims: Mapping[str, Any]
) -> None:
    _, cy = watched(status)
    assert answer(say(cy, kind, {**claims, **FIELDS[kind]})) == ANSWERS[kind][status]


def made_up(game: str) -> dict[str, dict[str, Json]]:
    """An action of each type that the game's union of actions holds, as far as its schema says how."""
    schema: dict[str, Any] = GAMES[game].Action.json_schema()
    found: dict[str, dict[str, Json]] = {}
    for kind, reference in schema["discriminator"]["mapping"].items():
        model = schema["$defs"][reference.rpartition("/")[2]]
        action = found[kind] = {"type": kind}
        for name in model.get("required", ()):
            field = model["properties"][name]
            if "enum" in field:
                action[name] = field["enum"][0]
            elif field["type"] == "boolean":
                action[name] = True
            elif field["type"] == "integer":
                action[name] = field.get("minimum", 0)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_type_of_action_of_any_game_is_a_spectators(game: str) -> None:
    """All that the opening allows, and every other type that there is."""
    world, cy = watched(PLAYING, game=game)
    match = world.room.match
    assert match is not None
    legal: list[dict[str, Json]] = [
        action.model_dump(mode="json", by_alias=True, exclude_none=True)
        for player in (ANNA, BO)
        for action in GAMES[game].legal_actions(match.state, player)
    ]
    others = made_up(game)
    for action in legal:
        others.pop(str(action["type"]), None)
    for action in (*legal, *others.values()):
        GAMES[game].Action.validate_python(action)  # the room must not refuse it for its form
        for claims in ({}, {"player": ANNA, "by": ANNA}):
            assert answer(say(cy, "act", {"action": {**action, **claims}})) == "room/not_seated"
            world.outbox.clear()


@pytest.mark.parametrize(("rule", "heard"), [("all", True), ("players", False), ("off", False)])
def test_a_spectator_is_heard_where_the_room_says_so(rule: ChatRule, heard: bool) -> None:
    world, cy = watched(PLAYING, chat=rule)
    cy.send("chat", text="hi", **{"from": {"playerId": ANNA}})
    others = set(world.outbox.sent) - {cy.id}
    assert bool(others) is heard
    if heard:
        assert cy.frames[-1]["from"] == {"playerId": CY, "nickname": "Cy"}


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_is_shown_no_legal_move_and_no_seed(game: str) -> None:
    world, cy = watched(PLAYING, game=game)
    frame = say(cy, "sync", {})
    match = world.room.match
    assert match is not None
    assert frame["you"]["role"] == "spectator"
    assert not frame["view"].get("legalMoves")
    assert match.seed.hex() not in str(frame)
