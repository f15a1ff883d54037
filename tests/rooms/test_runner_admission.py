"""Who may be in the room, with how many connections, playing or watching."""

import pytest

from engine.game import PlayerId
from functions.rooms.room import MAX_CONNECTIONS_PER_PLAYER, Link
from tests.rooms.people import ANNA, BO, CY, DORA, table
from tests.rooms.world import World, game_of_two


def test_a_ninth_connection_of_a_player_is_closed_and_its_command_not_carried_out() -> None:
    world, anna, _ = game_of_two()
    tabs = [world.join(ANNA, f"tab{number}") for number in range(2, MAX_CONNECTIONS_PER_PLAYER + 1)]
    before = world.room
    ninth = world.socket(ANNA, "tab9")
    ninth.ask("act", action=world.legal())
    assert (ninth.closed, ninth.kinds(), ninth.newest["code"]) == (True, ["closed"], "room/full")
    assert world.room == before
    assert world.store.find_connection(ninth.id) is None
    tabs[0].drop()
    assert world.join(ANNA, "tab9").kinds() == ["room"]
    assert anna.id in world.room.presence.connections


@pytest.mark.parametrize("frame", ["hello", "sync", "flag", "chat", "act"])
def test_the_ninth_is_closed_whatever_it_says(frame: str) -> None:
    world, _, bo = game_of_two()
    for number in range(2, MAX_CONNECTIONS_PER_PLAYER + 1):
        world.join(ANNA, f"tab{number}")
    world.outbox.clear()
    ninth = world.socket(ANNA, "tab9")
    ninth.say(frame)
    assert ninth.closed
    assert (world.room.status, bo.frames) == ("playing", [])


def test_spectators_have_no_such_limit_of_the_rooms_item() -> None:
    world, _, _ = game_of_two()
    watching = [world.join(CY, f"tab{number}") for number in range(12)]
    assert world.room.presence.watching == 12
    assert not any(socket.closed for socket in watching)


def test_a_spectator_is_listed_and_counted_once_and_told_of_moves() -> None:
    world, anna, _ = game_of_two()
    cy = world.join(CY)
    cy.send("hello")
    assert world.room.presence.watching == 1
    assert cy.newest["you"]["role"] == "spectator"
    assert cy.newest["room"]["spectators"] == {"allowed": True, "count": 1}
    anna.move()
    assert (cy.newest["type"], "legalMoves" in cy.newest["view"]) == ("update", False)
    cy.drop()
    assert (world.room.presence.watching, world.store.spectators(world.first.id)) == (0, {})


def test_players_hear_nothing_of_spectators_coming_and_going() -> None:
    world, anna, bo = game_of_two()
    world.join(CY).drop()
    assert (anna.frames, bo.frames) == ([], [])


@pytest.mark.parametrize("frame", ["hello", "sync", "flag", "chat"])
def test_nobody_watches_a_running_game_in_a_room_without_spectators(frame: str) -> None:
    world, anna, _ = game_of_two(World(first=table(ANNA, BO, spectators=False)))
    cy = world.socket(CY)
    cy.say(frame)
    assert (cy.closed, cy.newest["code"], cy.newest["reason"]) == (
        True,
        "room/full",
        "관전할 수 없는 방이에요",
    )
    assert (world.room.presence.watching, anna.frames) == (0, [])


def test_start_closes_those_unseated_in_a_room_without_spectators_and_nobody_else() -> None:
    world = World(first=table(ANNA, BO, spectators=False))
    anna, bo, cy = world.join(ANNA), world.join(BO), world.join(CY)
    anna.ask("start")
    assert [socket.closed for socket in (anna, bo, cy)] == [False, False, True]
    assert (cy.newest["type"], cy.newest["code"]) == ("closed", "room/full")
    assert world.room.presence.watching == 0


def test_start_closes_nobody_where_spectators_are_allowed() -> None:
    world = World()
    anna, _, cy = world.join(ANNA), world.join(BO), world.join(CY)
    anna.ask("start")
    assert (cy.closed, cy.newest["type"]) == (False, "room")


@pytest.mark.parametrize("whom", [BO, CY])
def test_the_kicked_are_told_why_and_closed_with_all_their_tabs(whom: PlayerId) -> None:
    world = World()
    anna, bo, cy = world.join(ANNA), world.join(BO), world.join(CY)
    tabs = [bo, world.join(BO, "phone")] if whom == BO else [cy, world.join(CY, "phone")]
    anna.ask("kick", playerId=whom)
    for tab in tabs:
        assert (tab.closed, tab.newest["code"], tab.newest["reason"]) == (
            True,
            "room/barred",
            "방장이 내보냈어요",
        )
        assert world.store.find_connection(tab.id) is None
    assert {link.player for link in world.room.presence.connections.values()} == {ANNA, BO} - {whom}
    assert {link.player for link in world.store.spectators(world.first.id).values()} == {CY} - {whom}
    assert [socket.closed for socket in (anna, bo, cy)].count(True) == 1


@pytest.mark.parametrize("frame", ["hello", "sync", "sit", "chat"])
def test_the_barred_cannot_come_back(frame: str) -> None:
    world = World()
    anna = world.join(ANNA)
    anna.ask("kick", playerId=BO)
    world.outbox.clear()
    bo = world.socket(BO)
    bo.say(frame)
    assert (bo.closed, bo.kinds()) == (True, ["closed"])
    assert bo.newest["reason"] == "이 방에는 다시 들어올 수 없어요"
    assert anna.frames == []


def test_a_spectator_who_sits_down_is_a_player_with_every_tab() -> None:
    world = World(first=table(ANNA, None))
    anna, bo = world.join(ANNA), world.join(BO)
    phone = world.join(BO, "phone")
    assert world.room.presence.watching == 2
    bo.ask("sit")
    assert world.room.presence.watching == 0
    assert sorted(world.room.presence.of(BO)) == sorted([bo.id, phone.id])
    assert world.store.spectators(world.first.id) == {}
    bo.drop()
    assert world.room.presence.is_online(BO)
    assert anna.last("room")["room"]["spectators"]["count"] in (0, 1)


def test_a_spectator_with_more_tabs_than_a_player_may_have_keeps_eight_when_sitting_down() -> None:
    world = World(first=table(ANNA, None))
    world.join(ANNA)
    tabs = [world.join(BO, f"tab{number}") for number in range(MAX_CONNECTIONS_PER_PLAYER + 3)]
    tabs[-1].ask("sit")
    assert len(world.room.presence.of(BO)) == MAX_CONNECTIONS_PER_PLAYER
    assert tabs[-1].id in world.room.presence.connections
    assert [tab.closed for tab in tabs].count(True) == 3
    assert (world.room.presence.watching, world.store.spectators(world.first.id)) == (0, {})


def test_a_player_who_stands_up_watches_with_every_tab() -> None:
    world = World()
    world.join(ANNA)
    bo = world.join(BO)
    phone = world.join(BO, "phone")
    bo.ask("stand")
    assert set(world.room.presence.connections.values()) == {Link(ANNA, "tab1")}
    assert set(world.store.spectators(world.first.id)) == {bo.id, phone.id}
    assert world.room.presence.watching == 2


@pytest.mark.parametrize("spectators", [True, False])
def test_who_leaves_a_running_game_watches_or_is_closed(spectators: bool) -> None:
    world, anna, bo = game_of_two(World(first=table(ANNA, BO, spectators=spectators)))
    bo.ask("leave")
    assert bo.last("room")["cs"] == bo.cs
    assert bo.closed == (not spectators)
    assert bo.id not in world.room.presence.connections
    assert world.room.presence.watching == int(spectators)
    assert (anna.newest["type"], anna.newest["room"]["seats"][1]) == ("room", None)
    assert anna.newest["view"]["result"]["reason"] == "resign"


def test_a_leftover_connection_of_somebody_without_a_seat_is_tidied_up_by_the_next_command() -> None:
    world, anna, _ = game_of_two()
    stray = Link(DORA, "tab1")
    world.store.list_connection(world.first.id, "stray", stray)
    anna.move()
    assert "stray" not in world.room.presence.connections
    assert world.store.spectators(world.first.id) == {"stray": stray}
