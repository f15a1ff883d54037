"""Coming and going: who is listed, who is told, and nobody misses an update."""

from dataclasses import replace
from typing import Any

import pytest

from engine.game import JsonObject, Millis, PlayerId
from functions.rooms.room import MAX_CONNECTIONS_PER_PLAYER, Link, Room
from functions.rooms.runner import CHAT_EVERY_MS
from tests.rooms.people import ANNA, BO, CY, DORA, NOW, table
from tests.rooms.test_runner_order import meddled, meddled_game
from tests.rooms.world import Socket, World, game_of_two

SLOW: JsonObject = {"timeControl": {"kind": "none"}, "idleLimitSec": 600}


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


def test_going_twice_or_unknown_is_no_error() -> None:
    world, anna, bo = game_of_two()
    bo.drop()
    count = len(anna.frames)
    bo.drop()
    world.socket(CY).drop()
    assert len(anna.frames) == count


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
    assert (world.room.presence.connections, world.store.watchers(world.first.id)) == ({}, {})
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
        "before add_watcher",
        "after add_watcher",
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
def test_a_player_who_comes_back_while_the_absence_is_enforced_is_not_timed_out(when: str, claim: str) -> None:
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


# --- how many, and who may ---


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
    fields: dict[str, Any] = {"act": {"cs": 1, "action": {"type": "resign"}}, "chat": {"text": "hi"}}.get(frame, {})
    ninth.send(frame, **fields)
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
    assert (world.room.presence.watching, world.store.watchers(world.first.id)) == (0, {})


def test_players_hear_nothing_of_spectators_coming_and_going() -> None:
    world, anna, bo = game_of_two()
    world.join(CY).drop()
    assert (anna.frames, bo.frames) == ([], [])


@pytest.mark.parametrize("frame", ["hello", "sync", "flag", "chat"])
def test_nobody_watches_a_running_game_in_a_room_without_spectators(frame: str) -> None:
    world, anna, _ = game_of_two(World(first=table(ANNA, BO, spectators=False)))
    cy = world.socket(CY)
    cy.send(frame, **({"text": "hi"} if frame == "chat" else {}))
    assert (cy.closed, cy.newest["code"], cy.newest["reason"]) == (True, "room/full", "관전할 수 없는 방이에요")
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
    assert {link.player for link in world.store.watchers(world.first.id).values()} == {CY} - {whom}
    assert [socket.closed for socket in (anna, bo, cy)].count(True) == 1


@pytest.mark.parametrize("frame", ["hello", "sync", "sit", "chat"])
def test_the_barred_cannot_come_back(frame: str) -> None:
    world = World()
    anna = world.join(ANNA)
    anna.ask("kick", playerId=BO)
    world.outbox.clear()
    bo = world.socket(BO)
    fields: dict[str, Any] = {"sit": {"cs": 1}, "chat": {"text": "hi"}}.get(frame, {})
    bo.send(frame, **fields)
    assert (bo.closed, bo.kinds()) == (True, ["closed"])
    assert bo.newest["reason"] == "이 방에는 다시 들어올 수 없어요"
    assert anna.frames == []


# --- changing between playing and watching ---


def test_a_spectator_who_sits_down_is_a_player_with_every_tab() -> None:
    world = World(first=table(ANNA, None))
    anna, bo = world.join(ANNA), world.join(BO)
    phone = world.join(BO, "phone")
    assert world.room.presence.watching == 2
    bo.ask("sit")
    assert world.room.presence.watching == 0
    assert sorted(world.room.presence.of(BO)) == sorted([bo.id, phone.id])
    assert world.store.watchers(world.first.id) == {}
    bo.drop()
    assert world.room.presence.is_online(BO)
    assert anna.last("room")["room"]["spectators"]["count"] in (0, 1)


def test_a_player_who_stands_up_watches_with_every_tab() -> None:
    world = World()
    world.join(ANNA)
    bo = world.join(BO)
    phone = world.join(BO, "phone")
    bo.ask("stand")
    assert set(world.room.presence.connections.values()) == {Link(ANNA, "tab1")}
    assert set(world.store.watchers(world.first.id)) == {bo.id, phone.id}
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
    assert world.store.watchers(world.first.id) == {"stray": stray}


# --- chat ---


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
def test_the_chat_rule_says_who_may_speak_and_everybody_hears(rule: str, who: PlayerId, code: str | None) -> None:
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
