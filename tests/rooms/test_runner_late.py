"""Calls that were held up: what they still do fits the room as it has become meanwhile.

The simulation (``tests/simulation``) found each of these.
"""

import json

import pytest

from engine.game import PlayerId
from functions.rooms.room import MAX_CONNECTIONS_PER_PLAYER, Link
from functions.rooms.timing import ALWAYS_LET_IN, Policy
from tests.rooms.meddling import meddled
from tests.rooms.people import ANNA, BLACK_FIRST, BO, CY, DORA, table
from tests.rooms.world import Socket, World, game_of_two


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


def test_spectators_whose_end_was_never_told_keep_nobody_out_of_a_waiting_room() -> None:
    world = World(first=table(ANNA, None), policy=Policy(max_spectators=ALWAYS_LET_IN + 8))
    world.join(ANNA)
    dead = [world.join(PlayerId(f"eve{number}")) for number in range(ALWAYS_LET_IN + 8)]
    world.outbox.gone.update(socket.id for socket in dead)
    assert not world.join(CY).closed
    comers = [world.join(PlayerId(f"dan{number}")) for number in range(3 * len(dead))]
    assert [comer.closed for comer in comers].count(False) == len(dead) - 1
    assert world.room.presence.watching == len(dead)
    assert not {socket.id for socket in dead} & set(world.store.spectators(world.first.id))
    assert [world.store.find_connection(socket.id) for socket in dead] == [None] * len(dead)


def test_the_one_dead_spectator_among_many_is_found_by_one_of_those_who_come() -> None:
    """Each tries a few, and not all the same ones."""
    world = World(first=table(ANNA, None), policy=Policy(max_spectators=0))
    world.join(ANNA)
    watching = [world.join(PlayerId(f"eve{number}")) for number in range(ALWAYS_LET_IN)]
    world.outbox.gone.add(watching[13].id)
    comers: list[Socket] = []
    while not comers or comers[-1].closed:
        assert len(comers) < ALWAYS_LET_IN
        comers.append(world.join(PlayerId(f"dan{len(comers)}")))
    assert len(comers) > 1
    assert watching[13].id not in world.store.spectators(world.first.id)
    assert world.room.presence.watching == ALWAYS_LET_IN


def test_who_comes_back_to_a_room_that_is_full_finds_their_own_dead_connection_first() -> None:
    watching = 10 * ALWAYS_LET_IN
    world = World(policy=Policy(max_spectators=watching))
    for number in range(watching - 1):
        world.store.add_spectator(world.first.id, f"w{number}", Link(PlayerId(f"eve{number}"), "tab1"))
    for _ in range(5):
        cy = world.join(CY)
        assert not cy.closed
        world.outbox.gone.add(cy.id)


def test_a_dead_spectator_that_two_find_at_once_makes_room_for_one() -> None:
    world, hooks = meddled(table(ANNA, BO))
    world.policy = Policy(max_spectators=1)
    world.join(ANNA).ask("start")
    world.outbox.gone.add(world.join(PlayerId("eve")).id)
    cy, late = world.socket(CY), world.socket(DORA)
    hooks.after["post"] = lambda: late.send("hello")
    cy.send("hello")
    assert world.room.presence.watching == len(world.store.spectators(world.first.id)) <= 1
    assert [cy.closed, late.closed].count(False) <= 1
    assert not world.join(CY).closed


def test_who_sits_down_while_the_surplus_is_put_out_stays() -> None:
    world, hooks = meddled(table(ANNA, None))
    world.policy = Policy(max_spectators=0)
    anna = world.join(ANNA)
    watching = [world.socket(PlayerId(f"eve{number}")) for number in range(2 * ALWAYS_LET_IN)]
    for socket in watching:
        assert world.store.add_spectator(world.first.id, socket.id, socket.client.link)
    hooks.after["spectators"] = lambda: hooks.before.update(load=lambda: watching[-1].ask("sit"))
    anna.ask("options", options=dict(BLACK_FIRST))
    assert world.room.presence.of(watching[-1].player) == [watching[-1].id]
    assert not watching[-1].closed
    assert world.room.presence.watching == ALWAYS_LET_IN + len(world.first.seats)


def test_of_spectators_who_come_at_once_none_slips_past_the_bound() -> None:
    world, hooks = meddled(table(ANNA, BO))
    world.policy = Policy(max_spectators=1)
    world.join(ANNA).ask("start")
    late = world.socket(DORA)
    hooks.after["add_spectator"] = lambda: late.send("hello")
    cy = world.join(CY)
    assert (cy.closed, cy.newest["type"]) == (False, "room")  # the other was told to go before it was counted
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
