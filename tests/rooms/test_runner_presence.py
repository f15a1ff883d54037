"""Coming and going: who is listed, who is told, and nobody misses an update."""

import pytest

from engine.game import PlayerId
from functions.rooms.room import Link
from tests.rooms.meddling import meddled, meddled_game
from tests.rooms.people import ANNA, BO, CY, NOW, SLOW, table
from tests.rooms.world import Socket, World, game_of_two


def slow_game() -> tuple[World, Socket, Socket]:
    """A game whose grace is shorter than its turn."""
    return game_of_two(World(first=table(ANNA, BO, options=SLOW)))


# --- hello ---


def test_an_open_socket_is_unknown_to_the_room_until_it_says_hello() -> None:
    world = World()
    anna = world.socket(ANNA)
    assert world.room.presence.connections == {}
    anna.send("hello")
    assert world.room.presence.connections == {anna.id: Link(ANNA, "tab1")}
    assert anna.kinds() == ["room"]


def test_the_others_see_a_player_come_and_the_one_who_comes_sees_the_room() -> None:
    world = World()
    anna = world.join(ANNA)
    bo = world.join(BO)
    assert anna.kinds() == ["room", "presence"]
    assert [seat["online"] for seat in anna.newest["seats"]] == [True, True]
    assert bo.kinds() == ["room"]
    assert [seat["online"] for seat in bo.newest["room"]["seats"]] == [True, True]


def test_a_second_tab_comes_without_anybody_being_told() -> None:
    world, anna, bo = game_of_two()
    world.join(BO, "phone")
    assert (anna.frames, bo.frames) == ([], [])


def test_hello_twice_is_answered_twice_and_listed_once() -> None:
    world, anna, bo = game_of_two()
    anna.send("hello")
    anna.send("hello")
    assert anna.kinds() == ["room", "room"]
    assert (len(world.room.presence.connections), bo.frames) == (2, [])


@pytest.mark.parametrize("frame", ["hello", "sync", "act", "flag", "chat"])
def test_any_frame_of_a_players_new_connection_lists_it(frame: str) -> None:
    world, anna, bo = game_of_two()
    anna.drop()
    world.outbox.clear()
    again = world.socket(ANNA)
    if frame == "act":
        again.send("act", cs=2, action={"type": "offerDraw"})
    elif frame == "chat":
        again.send("chat", text="다시 왔어요")
        assert again.newest["type"] == "chat"
    else:
        again.send(frame)
    assert again.id in world.room.presence.connections
    assert bo.last("presence")["away"] == []


def test_ping_lists_nobody_because_it_reads_nothing() -> None:
    world = World()
    anna = world.socket(ANNA)
    anna.send("ping", t=1)
    assert world.room.presence.connections == {}


def test_presence_comes_after_the_update_that_came_with_it() -> None:
    world, anna, bo = game_of_two()
    bo.drop()
    anna.move()
    world.outbox.clear()
    world.socket(BO).send("act", cs=1, action=world.legal())
    assert anna.kinds() == ["update", "presence"]


def test_hello_of_a_player_whose_grace_is_over_is_settled_first() -> None:
    world, anna, bo = slow_game()
    anna.drop()
    world.tick(60_000)
    back = world.join(ANNA)
    assert back.newest["view"]["result"]["reason"] == "timeout"
    assert [frame["type"] for frame in bo.frames[-2:]] == ["update", "presence"]


def test_hello_in_time_lifts_the_absence() -> None:
    world, anna, bo = slow_game()
    anna.drop()
    assert bo.newest["away"] == [{"seat": 0, "since": NOW, "until": NOW + 60_000}]
    assert bo.newest["deadline"] == NOW + 60_000
    world.tick(59_999)
    world.join(ANNA)
    assert (bo.newest["away"], bo.newest["deadline"]) == ([], NOW + 600_000)
    world.tick(100_000)
    bo.send("flag")
    assert bo.newest["code"] == "deadline/not_reached"


# --- going ---


def test_the_others_see_a_player_go_but_not_while_a_tab_is_open() -> None:
    world, anna, bo = game_of_two()
    phone = world.join(BO, "phone")
    world.outbox.clear()
    bo.drop()
    assert anna.frames == []
    phone.drop()
    assert [seat["online"] for seat in anna.newest["seats"]] == [True, False]
    assert world.room.presence.left == {BO: NOW}


def test_going_twice_or_unknown_changes_nothing() -> None:
    world, anna, bo = game_of_two()
    bo.drop()
    room, told = world.room, anna.newest
    bo.drop()  # perhaps the first was saved and nobody was told: they are told again
    world.socket(CY).drop()
    assert (world.room, anna.newest) == (room, told)


def test_the_end_of_an_older_connection_that_is_told_late_does_not_turn_the_moment_back() -> None:
    world, _, bo = game_of_two()
    phone = world.join(BO, "phone")
    world.tick(9_000)
    phone.drop()
    left = world.room.presence.left[BO]
    world.runner.disconnected(bo.client, world.now - 5_000)
    assert world.room.presence.left[BO] == left


def test_who_gives_up_a_seat_is_not_missed() -> None:
    world = World()
    anna = world.join(ANNA)
    for name in ("dora", "emil", "fred"):
        guest = world.join(PlayerId(name))
        guest.ask("sit")
        guest.ask("stand")
        guest.drop()
    assert anna.newest["type"] in ("room", "presence")
    assert set(world.room.presence.left) <= {ANNA}


def test_the_moment_the_last_connection_went_counts() -> None:
    world, _, bo = slow_game()
    phone = world.join(BO, "phone")
    world.tick(5_000)
    bo.drop()
    world.tick(5_000)
    phone.drop()
    assert world.room.presence.left == {BO: NOW + 10_000}


def test_a_late_disconnect_of_an_old_socket_does_not_touch_the_new_one() -> None:
    world, anna, bo = slow_game()
    again = world.join(ANNA)
    world.outbox.clear()
    anna.drop()
    assert world.room.presence.of(ANNA) == [again.id]
    assert bo.frames == []


@pytest.mark.parametrize("socket", [0, 1])
def test_a_gone_post_forgets_that_connection_and_no_other(socket: int) -> None:
    world, anna, bo = game_of_two()
    tabs = [world.join(BO, "phone"), bo]
    world.outbox.gone.add(tabs[socket].id)
    tally = anna.move()
    assert tally.gone == 1
    assert world.room.presence.of(BO) == [tabs[1 - socket].id]
    assert world.store.find_connection(tabs[socket].id) is None
    assert world.store.find_connection(tabs[1 - socket].id) is not None


def test_a_gone_post_to_a_players_last_connection_is_a_departure() -> None:
    world, anna, bo = game_of_two()
    world.outbox.gone.add(bo.id)
    anna.move()
    assert anna.kinds() == ["update", "presence"]
    assert world.room.presence.left == {BO: NOW}


def test_when_everybody_turns_out_to_be_gone_it_comes_to_an_end() -> None:
    world, anna, bo = game_of_two()
    cy = world.join(CY)
    world.outbox.gone |= {anna.id, bo.id, cy.id}
    world.tick(10 * 60_000)
    world.fire()
    assert (world.room.presence.connections, world.store.spectators(world.first.id)) == ({}, {})
    assert world.room.presence.watching == 0


def test_a_failed_post_forgets_nobody_and_the_client_asks_when_it_sees_the_gap() -> None:
    world, anna, bo = game_of_two()
    world.outbox.failing.add(bo.id)
    tally = anna.move()
    assert (tally.failed_posts, bo.frames) == (1, [])
    assert bo.id in world.room.presence.connections
    world.outbox.failing.clear()
    bo.send("sync", seq=2)
    assert len(bo.newest["view"]["moves"]) == 1


# --- nobody misses an update ---


def knows(socket: Socket, seq: int) -> bool:
    """Whether the client was told of this version: in an update of its own, or in a room as new."""
    return any(frame["seq"] >= seq for frame in socket.frames if frame["type"] in ("room", "update"))


@pytest.mark.parametrize("who", [pytest.param(BO, id="a player"), pytest.param(CY, id="a spectator")])
@pytest.mark.parametrize("frame", ["hello", "sync"])
@pytest.mark.parametrize(
    "when",
    [
        "before load",
        "after load",
        "before list_connection",
        "after list_connection",
        "before add_spectator",
        "after add_spectator",
        "before post",
        "after post",
    ],
)
def test_who_connects_while_a_move_is_made_learns_of_it(when: str, frame: str, who: PlayerId) -> None:
    world, hooks, anna, bo = meddled_game()
    bo.drop()
    newcomer = world.socket(who)
    action = world.legal()
    side, name = when.split()
    getattr(hooks, side)[name] = lambda: anna.ask("act", action=action)
    newcomer.send(frame)
    if name in hooks.calls and anna.cs == 2:
        assert knows(newcomer, world.room.seq)
    world.check()


@pytest.mark.parametrize("who", [pytest.param(BO, id="a player"), pytest.param(CY, id="a spectator")])
@pytest.mark.parametrize("when", ["before load", "after load", "before save", "after save", "before post"])
def test_a_move_that_is_made_while_somebody_connects_reaches_them(when: str, who: PlayerId) -> None:
    world, hooks, anna, bo = meddled_game()
    bo.drop()
    newcomer = world.socket(who)
    side, name = when.split()
    getattr(hooks, side)[name] = lambda: newcomer.send("hello")
    anna.ask("act", action=world.legal())
    assert knows(newcomer, world.room.seq)


# --- the deadline function against a player who comes back ---


@pytest.mark.parametrize("claim", ["timer", "flag"])
@pytest.mark.parametrize("when", ["after load", "before save"])
def test_a_player_who_comes_back_while_the_absence_is_enforced_is_not_timed_out(
    when: str, claim: str
) -> None:
    """The save of a decision that used the absence insists on the presence it was made on."""
    world, hooks = meddled(table(ANNA, BO, options=SLOW))
    _, anna, bo = game_of_two(world)
    anna.drop()
    back = world.socket(ANNA)
    world.now = NOW + 59_999
    side, name = when.split()

    def come_back() -> None:
        world.now = NOW + 59_999
        back.send("hello")
        world.now = NOW + 240_000

    world.now = NOW + 240_000
    getattr(hooks, side)[name] = come_back
    if claim == "timer":
        world.runner.woken(world.first.id, world.room.armed_at, world.now)
    else:
        bo.send("flag")
    assert world.room.status == "playing"
    world.check()


def test_a_reconnect_after_the_absence_was_enforced_finds_the_end() -> None:
    world, hooks = meddled(table(ANNA, BO, options=SLOW))
    _, anna, bo = game_of_two(world)
    anna.drop()
    back = world.socket(ANNA)
    world.tick(62_000)
    hooks.before["load"] = lambda: bo.send("flag")
    back.send("hello")
    assert back.newest["view"]["result"]["reason"] == "timeout"
    world.check()


def test_a_deadline_that_needs_no_absence_is_not_held_up_by_comings_and_goings() -> None:
    world, hooks = meddled(table(ANNA, BO, options={"timeoutPolicy": "lose"}))
    _, _, bo = game_of_two(world)
    phone = world.socket(BO, "phone")
    world.tick(40_000)
    hooks.before["save"] = lambda: phone.send("chat", text="!")
    tally = bo.send("flag")
    assert (tally.conflicts, tally.timeouts) == (0, 1)
