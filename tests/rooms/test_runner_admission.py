"""Who may be in the room, with how many connections, playing or watching."""

import pytest

from engine.game import PlayerId
from functions.rooms.room import MAX_CONNECTIONS_PER_PLAYER, Link
from functions.rooms.timing import ALWAYS_LET_IN, Policy
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


@pytest.mark.parametrize("frame", ["hello", "sync"])
def test_a_ninth_connection_of_a_spectator_is_closed(frame: str) -> None:
    world, anna, bo = game_of_two()
    tabs = [world.join(CY, f"tab{number}") for number in range(MAX_CONNECTIONS_PER_PLAYER)]
    world.join(DORA)
    ninth = world.socket(CY, "tab9")
    ninth.say(frame)
    assert (ninth.closed, ninth.kinds()) == (True, ["closed"])
    assert ninth.newest["reason"] == "한 사람이 열 수 있는 창을 모두 쓰고 있어요"
    assert world.store.find_connection(ninth.id) is None
    assert ninth.id not in world.store.spectators(world.first.id)
    assert world.room.presence.watching == MAX_CONNECTIONS_PER_PLAYER + 1
    assert not any(tab.closed for tab in tabs)
    assert (anna.frames, bo.frames) == ([], [])
    tabs[3].drop()
    assert world.join(CY, "tab9").kinds() == ["room"]


def test_a_spectator_who_has_eight_connections_may_go_on_with_each() -> None:
    world, _, _ = game_of_two()
    tabs = [world.join(CY, f"tab{number}") for number in range(MAX_CONNECTIONS_PER_PLAYER)]
    for frame in ("hello", "sync"):
        tabs[0].say(frame)
        assert tabs[0].newest["type"] == "room"
    assert not any(tab.closed for tab in tabs)


def test_connections_of_other_spectators_do_not_count() -> None:
    world, _, _ = game_of_two()
    others = [world.join(PlayerId(f"eve{number}")) for number in range(3 * MAX_CONNECTIONS_PER_PLAYER)]
    assert world.join(CY).kinds() == ["room"]
    assert not any(other.closed for other in others)


def test_a_room_lets_in_as_many_spectators_as_it_is_given() -> None:
    world, anna, _ = game_of_two(World(policy=Policy(max_spectators=3)))
    watching = [world.join(PlayerId(f"eve{number}")) for number in range(3)]
    late = world.join(CY)
    assert (late.closed, late.newest["code"], late.newest["reason"]) == (
        True,
        "room/full",
        "관전자가 가득 찼어요",
    )
    assert world.store.find_connection(late.id) is None
    assert world.room.presence.watching == len(world.store.spectators(world.first.id)) == 3
    for frame in ("hello", "sync"):  # who is in stays in
        watching[0].say(frame)
    assert [socket.closed for socket in watching] == [False] * 3
    assert anna.move().posts == 5
    watching[0].drop()
    assert world.join(CY).kinds() == ["room"]


def test_in_a_room_that_lets_nobody_watch_the_seats_can_be_taken_all_the_same() -> None:
    world = World(first=table(ANNA, None), policy=Policy(max_spectators=0))
    anna, bo = world.join(ANNA), world.join(BO)
    bo.ask("sit")
    assert world.room.presence.of(BO) == [bo.id]
    assert world.join(CY).newest["reason"] == "관전자가 가득 찼어요"
    anna.ask("start")
    assert [tab.kinds()[-1] for tab in (anna, world.join(BO, "phone"), world.join(CY))] == [
        "room",
        "room",
        "closed",
    ]


def test_while_a_seat_is_free_a_bound_of_its_own_holds() -> None:
    world = World(first=table(ANNA, None), policy=Policy(max_spectators=1))
    seekers = [world.join(PlayerId(f"eve{number}")) for number in range(ALWAYS_LET_IN)]
    assert not any(seeker.closed for seeker in seekers)
    assert world.join(CY).closed
    seekers[-1].ask("sit")
    assert not any(seeker.closed for seeker in seekers)


def test_at_the_start_those_beyond_the_bound_are_put_out_but_as_many_as_there_are_seats() -> None:
    world = World(first=table(ANNA, None), policy=Policy(max_spectators=0))
    anna, bo = world.join(ANNA), world.join(BO)
    seekers = [world.join(PlayerId(f"eve{number}")) for number in range(ALWAYS_LET_IN - 1)]
    bo.ask("sit")
    assert not any(seeker.closed for seeker in seekers)
    anna.ask("start")
    stay = [seeker for seeker in seekers if not seeker.closed]
    assert {seeker.newest["reason"] for seeker in seekers if seeker.closed} == {"관전자가 가득 찼어요"}
    assert [socket.closed for socket in (anna, bo)] == [False, False]
    assert set(world.store.spectators(world.first.id)) == {seeker.id for seeker in stay}
    assert world.room.presence.watching == len(stay) == 2
    assert anna.move().posts == 4


def test_sitting_down_and_standing_up_is_no_way_past_the_rooms_bound() -> None:
    world = World(first=table(ANNA, None), policy=Policy(max_spectators=3))
    anna = world.join(ANNA)
    sockets = [world.socket(PlayerId(f"eve{number}")) for number in range(2 * ALWAYS_LET_IN)]
    for socket in sockets:
        socket.ask("sit")
        socket.ask("stand")
    kept = ALWAYS_LET_IN + len(world.first.seats)
    assert [socket.closed for socket in sockets] == [False] * kept + [True] * (len(sockets) - kept)
    assert sockets[-1].kinds()[-2:] == ["room", "closed"]
    assert world.store.find_connection(sockets[-1].id) is None
    assert set(world.store.spectators(world.first.id)) == {socket.id for socket in sockets[:kept]}
    assert world.room.presence.watching == kept
    assert set(world.room.presence.connections) == {anna.id}


@pytest.mark.parametrize("again", [False, True], ids=["anew", "the same repeated"])
def test_sitting_down_and_standing_up_is_no_way_past_a_persons_bound(again: bool) -> None:
    world = World(first=table(ANNA, None))
    world.join(ANNA)
    for number in range(3 * MAX_CONNECTIONS_PER_PLAYER):
        socket = world.socket(CY, "tab" if again else f"tab{number}")
        if number == 0 or not again:
            socket.ask("sit")
            socket.ask("stand")
        else:  # the newest command is told again to whoever repeats it
            socket.send("stand", cs=2)
    assert world.room.presence.watching == MAX_CONNECTIONS_PER_PLAYER
    assert len(world.store.spectators(world.first.id)) == MAX_CONNECTIONS_PER_PLAYER


def test_the_dead_take_nobodys_place_when_somebody_stands_up() -> None:
    world = World(first=table(ANNA, None), policy=Policy(max_spectators=0))
    world.join(ANNA)
    bo = world.join(BO)
    bo.ask("sit")
    for number in range(ALWAYS_LET_IN + len(world.first.seats)):
        world.store.add_spectator(world.first.id, f"w{number}", Link(PlayerId(f"eve{number}"), "tab1"))
    world.outbox.gone.add("w3")
    bo.ask("stand")
    assert not bo.closed
    assert "w3" not in world.store.spectators(world.first.id)
    assert bo.id in world.store.spectators(world.first.id)


def test_what_a_crash_left_beyond_the_bound_is_put_out_by_the_next_move() -> None:
    world, anna, _ = game_of_two(World(policy=Policy(max_spectators=1)))
    for number in range(10):
        world.store.add_spectator(world.first.id, f"w{number}", Link(PlayerId(f"eve{number}"), "tab1"))
    anna.move()
    assert world.room.presence.watching == len(world.store.spectators(world.first.id)) == 3
    assert len(world.outbox.closed) == 7


def test_the_host_may_watch_however_many_do() -> None:
    """Nobody else can start the game."""
    world = World(first=table(ANNA, BO), policy=Policy(max_spectators=0))
    anna = world.join(ANNA)
    world.join(BO)
    anna.ask("stand")
    world.join(CY).ask("sit")
    for number in range(ALWAYS_LET_IN + len(world.first.seats)):
        world.store.add_spectator(world.first.id, f"w{number}", Link(PlayerId(f"eve{number}"), "tab1"))
    back = world.join(ANNA, "phone")
    assert (back.closed, back.newest["you"]["role"]) == (False, "spectator")
    world.join(CY, "phone").ask("stand")
    assert [anna.closed, back.closed] == [False, False]
    assert {anna.id, back.id} <= set(world.store.spectators(world.first.id))


def test_who_stands_up_may_watch_though_the_bound_is_reached() -> None:
    world = World(policy=Policy(max_spectators=1))
    world.join(ANNA)
    bo, cy = world.join(BO), world.join(CY)
    bo.ask("stand")
    assert set(world.store.spectators(world.first.id)) == {bo.id, cy.id}
    assert [bo.closed, cy.closed] == [False, False]


def test_what_a_spectator_who_is_refused_brings_to_light_is_told_to_the_others() -> None:
    """A hello settles a deadline that was reached, whoever says it."""
    world, anna, bo = game_of_two(World(policy=Policy(max_spectators=0)))
    world.tick(10 * 60_000)
    late = world.join(CY)
    assert (late.kinds(), anna.kinds(), bo.kinds()) == (["closed"], ["update"], ["update"])
    assert anna.newest["seq"] == world.room.seq


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
    tabs = [world.socket(BO, f"tab{number}") for number in range(MAX_CONNECTIONS_PER_PLAYER + 3)]
    for tab in tabs:  # as by standing up, which refuses nobody
        assert world.store.add_spectator(world.first.id, tab.id, tab.client.link)
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
