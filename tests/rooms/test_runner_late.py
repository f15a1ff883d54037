"""Calls that were held up: what they still do fits the room as it has become meanwhile.

The simulation (``tests/simulation``) found each of these.
"""

import json

import pytest

from functions.rooms.room import MAX_CONNECTIONS_PER_PLAYER
from functions.rooms.timing import Policy
from tests.rooms.meddling import meddled
from tests.rooms.people import ANNA, BO, CY, DORA, table
from tests.rooms.world import game_of_two


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_hello_that_is_held_up_does_not_make_a_spectator_of_who_sits_down_meanwhile(moment: str) -> None:
    world, hooks = meddled(table(ANNA, None))
    world.join(ANNA)
    world.join(CY)
    bo = world.socket(BO)
    around = hooks.before if moment == "before" else hooks.after
    around["add_spectator"] = lambda: bo.ask("sit")
    bo.send("hello")
    assert "unlist_connection" not in hooks.calls
    assert world.room.presence.of(BO) == [bo.id]
    assert bo.id not in world.store.spectators(world.first.id)
    assert world.room.presence.watching == 1


def test_a_stand_that_is_held_up_does_not_make_a_spectator_of_who_sits_down_again() -> None:
    world, hooks = meddled(table(ANNA, BO))
    world.join(ANNA)
    bo = world.join(BO)
    hooks.before["unlist_connection"] = lambda: bo.ask("sit")
    bo.ask("stand")
    assert world.room.presence.of(BO) == [bo.id]
    assert world.store.spectators(world.first.id) == {}


def test_who_has_just_sat_down_is_shown_the_room_by_a_call_for_the_crowd() -> None:
    world, anna, bo = game_of_two()
    cy = world.join(CY)
    assert world.store.add_spectator(world.first.id, bo.id, bo.client.link)
    world.store.unlist_connection(world.first.id, bo.id, BO, None)  # a crash between the two lists
    anna.move()
    world.outbox.clear()
    frame = json.dumps({"type": "update", "seq": world.room.seq, "for": "spectators"}).encode()
    world.runner.crowd(world.first.id, frame, but=None, now=world.now)
    assert [json.loads(frame)] == cy.frames
    (room,) = bo.frames
    assert (room["type"], "legalMoves" in room["view"]) == ("room", True)
    assert world.room.presence.of(BO) == [bo.id]
    assert set(world.store.spectators(world.first.id)) == {cy.id}


def test_a_line_of_chat_comes_once_to_a_connection_in_both_lists() -> None:
    world, anna, bo = game_of_two()
    assert world.store.add_spectator(world.first.id, bo.id, bo.client.link)
    anna.send("chat", text="안녕하세요")
    assert bo.kinds() == ["chat"]


def test_connections_whose_end_was_never_told_keep_nobody_out() -> None:
    world, anna, bo = game_of_two()
    tabs = [bo, *(world.join(BO, f"tab{n}") for n in range(2, MAX_CONNECTIONS_PER_PLAYER + 1))]
    world.outbox.gone.update(tab.id for tab in tabs[:3])
    world.outbox.clear()
    back = world.join(BO, "tab9")
    assert back.kinds() == ["room"]
    assert world.room.presence.of(BO) == [*(tab.id for tab in tabs[3:]), back.id]
    assert [world.store.find_connection(tab.id) for tab in tabs[:3]] == [None] * 3
    assert {tuple(tab.kinds()) for tab in tabs[3:]} == {("presence",)}
    assert anna.frames == []


def test_a_spectators_connections_whose_end_was_never_told_keep_nobody_out() -> None:
    world, anna, _ = game_of_two()
    tabs = [world.join(CY, f"tab{n}") for n in range(MAX_CONNECTIONS_PER_PLAYER)]
    world.outbox.gone.update(tab.id for tab in tabs[:3])
    world.outbox.clear()
    back = world.join(CY, "tab9")
    assert back.kinds() == ["room"]
    assert set(world.store.spectators(world.first.id)) == {back.id, *(tab.id for tab in tabs[3:])}
    assert world.room.presence.watching == MAX_CONNECTIONS_PER_PLAYER - 2
    assert [world.store.find_connection(tab.id) for tab in tabs[:3]] == [None] * 3
    assert {tuple(tab.kinds()) for tab in tabs[3:]} == {("presence",)}
    assert anna.frames == []


def test_of_spectators_who_come_at_once_none_slips_past_the_bound() -> None:
    world, hooks = meddled(table(ANNA, BO))
    world.policy = Policy(max_spectators=1)
    world.join(ANNA).ask("start")
    late = world.socket(DORA)
    hooks.after["add_spectator"] = lambda: late.send("hello")
    assert world.join(CY).kinds() == ["room"]  # the other was told to go before it was counted
    assert late.kinds() == ["closed"]
    assert world.room.presence.watching == 1


def test_a_player_of_whom_nothing_but_dead_connections_is_left_comes_back_and_is_seen_to() -> None:
    world, anna, bo = game_of_two()
    tabs = [bo, *(world.join(BO, f"tab{n}") for n in range(2, MAX_CONNECTIONS_PER_PLAYER + 1))]
    world.outbox.gone.update(tab.id for tab in tabs)
    back = world.join(BO, "tab9")
    assert world.room.presence.of(BO) == [back.id]
    assert anna.newest["type"] == "presence"
    assert [seat["online"] for seat in anna.newest["seats"]] == [True, True]
