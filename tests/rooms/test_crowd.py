"""Many spectators: they hear everything, and the players do not wait for them."""

import json
import statistics
import time
from dataclasses import dataclass, field

import pytest

from engine.game import PlayerId
from functions.rooms.attendance import KNOCKS
from functions.rooms.room import MAX_CONNECTIONS_PER_PLAYER, Link
from functions.rooms.runner import Runner
from functions.rooms.teller import CROWD
from functions.rooms.timing import Policy
from local.memory import MemoryFanout
from tests.rooms.meddling import meddled_game
from tests.rooms.people import ANNA, BO, CY, table
from tests.rooms.world import Socket, World

MANY = 500


@dataclass
class CrowdedWorld(World):
    """A room whose crowd is told by calls that the test delivers."""

    fanout: MemoryFanout = field(default_factory=MemoryFanout)

    @property
    def runner(self) -> Runner:
        runner = super().runner
        return Runner(**{**{name: getattr(runner, name) for name in runner.__slots__}, "fanout": self.fanout})

    def deliver(self) -> int:
        """Make the calls that were asked for, as the spectators' function does; how many."""
        calls, self.fanout.calls = self.fanout.calls, []
        for room_id, frame, but in calls:
            super().runner.crowd(room_id, frame, but=but, now=self.now)
        return len(calls)


def crowded(watching: int, *, spectators: bool = True) -> tuple[CrowdedWorld, Socket, Socket]:
    """Anna and Bo at a running game, and so many people watching."""
    world = CrowdedWorld(first=table(ANNA, BO, spectators=spectators))
    anna, bo = world.join(ANNA), world.join(BO)
    for number in range(watching):
        assert world.store.add_spectator(world.first.id, f"w{number}", Link(PlayerId(f"eve{number}"), "tab1"))
    anna.ask("start")
    world.deliver()
    world.outbox.clear()
    return world, anna, bo


def told(world: World, kind: str) -> int:
    """How many spectators' connections got exactly one frame, of this type."""
    return sum(
        [frame["type"] for frame in world.outbox.frames(connection_id)] == [kind]
        for connection_id in list(world.outbox.sent)
        if connection_id.startswith("w")
    )


def mover(world: World, anna: Socket, bo: Socket) -> Socket:
    return anna if world.mover == ANNA else bo


def test_a_handful_of_spectators_is_told_at_once() -> None:
    world, anna, bo = crowded(CROWD)
    mover(world, anna, bo).move()
    assert world.fanout.calls == []
    assert told(world, "update") == CROWD


def test_a_crowd_is_told_by_one_call_with_one_view_after_the_players() -> None:
    world, anna, bo = crowded(MANY)
    tally = mover(world, anna, bo).move()
    assert tally.posts == 2
    assert (len(anna.frames), len(bo.frames)) == (1, 1)
    assert told(world, "update") == 0
    ((_, frame, _),) = world.fanout.calls
    assert frame is not None
    assert "legalMoves" not in json.loads(frame)["view"]
    assert "cs" not in json.loads(frame)
    assert world.deliver() == 1
    assert told(world, "update") == MANY
    assert {data for conn, (data,) in world.outbox.sent.items() if conn.startswith("w")} == {frame}


def test_a_call_that_comes_twice_tells_twice_and_one_that_is_lost_changes_nothing() -> None:
    world, anna, bo = crowded(CROWD + 1)
    mover(world, anna, bo).move()
    world.fanout.calls *= 2
    world.deliver()
    assert all(len(world.outbox.frames(f"w{number}")) == 2 for number in range(CROWD + 1))
    mover(world, anna, bo).move()
    world.fanout.calls.clear()
    mover(world, anna, bo).move()
    world.deliver()
    seqs = [frame["seq"] for frame in world.outbox.frames("w0")]
    assert seqs == [seqs[0], seqs[0], seqs[0] + 2]  # a gap that its client sees


def test_chat_and_presence_reach_the_crowd_too() -> None:
    world, anna, bo = crowded(MANY)
    anna.send("chat", text="안녕하세요")
    world.deliver()
    assert told(world, "chat") == MANY
    world.outbox.clear()
    bo.drop()
    world.deliver()
    assert told(world, "presence") == MANY


def test_a_changed_room_is_shown_to_each_as_they_see_it() -> None:
    world, anna, _ = crowded(MANY)
    anna.act("resign")
    anna.ask("leave")
    world.outbox.clear()
    world.deliver()
    (frame,) = world.outbox.frames("w7")[-1:]
    assert frame["type"] == "room"
    assert (frame["you"]["playerId"], frame["you"]["role"]) == ("eve7", "spectator")


def test_a_spectator_who_asks_is_answered_at_once_and_not_told_twice() -> None:
    world, _, _ = crowded(MANY)
    cy = world.join(CY)
    world.deliver()
    world.tick(120_000)
    world.outbox.clear()
    cy.send("flag")  # a claim that counts: everybody hears of it
    assert cy.kinds() == ["update"]
    world.deliver()
    assert cy.kinds() == ["update"]
    assert told(world, "update") == MANY


def test_a_crowd_that_may_not_stay_is_told_why_and_closed() -> None:
    world, _, _ = crowded(MANY, spectators=False)  # who waited for a seat may not watch
    assert len(world.outbox.closed) == MANY
    assert world.room.presence.watching == 0
    assert world.store.spectators(world.first.id) == {}


def test_a_crowd_hears_that_the_room_closed() -> None:
    world, anna, bo = crowded(MANY)
    bo.ask("leave")
    anna.ask("leave")
    anna.ask("leave")
    world.deliver()
    assert world.outbox.frames("w0")[-1]["code"] == "room/not_found"
    assert len([closed for closed in world.outbox.closed if closed.startswith("w")]) == MANY


def test_spectators_found_gone_are_forgotten_by_the_call_that_found_them() -> None:
    world, anna, bo = crowded(MANY)
    world.outbox.gone |= {f"w{number}" for number in range(100)}
    mover(world, anna, bo).move()
    assert world.room.presence.watching == MANY
    world.deliver()
    assert world.room.presence.watching == MANY - 100
    assert len(world.store.spectators(world.first.id)) == MANY - 100


def test_who_comes_to_watch_pays_one_query_and_only_where_the_bound_could_be_reached() -> None:
    world, hooks, anna, bo = meddled_game()
    for number in range(MAX_CONNECTIONS_PER_PLAYER):
        world.join(PlayerId(f"eve{number}"))
    assert "spectators" not in hooks.calls
    hooks.calls.clear()
    cy = world.join(CY)
    assert hooks.calls.count("spectators") == 1
    hooks.calls.clear()
    cy.send("sync")
    cy.send("hello")
    assert "spectators" not in hooks.calls  # it is in already
    hooks.calls.clear()
    mover(world, anna, bo).move()
    assert [call for call in hooks.calls if call != "post"] == ["load", "save", "spectators"]  # to tell them


def test_a_refusal_costs_a_room_that_is_full_one_query_and_a_handful_of_posts() -> None:
    world, hooks, _, _ = meddled_game()
    world.policy = Policy(max_spectators=MANY)
    for number in range(MANY):
        world.store.add_spectator(world.first.id, f"w{number}", Link(PlayerId(f"eve{number}"), "tab1"))
    hooks.calls.clear()
    cy = world.socket(CY)
    assert cy.send("hello").posts == KNOCKS + 1
    assert cy.closed
    assert hooks.calls.count("spectators") == 1


def test_who_stands_up_in_a_crowd_that_is_full_does_not_push_others_out() -> None:
    world = CrowdedWorld(first=table(ANNA, None), policy=Policy(max_spectators=CROWD + 8))
    anna = world.join(ANNA)
    sockets = [world.socket(PlayerId(f"eve{number}")) for number in range(3 * CROWD)]
    for socket in sockets:
        socket.ask("sit")
        socket.ask("stand")
        world.deliver()
    kept = CROWD + 8 + len(world.first.seats)
    assert [socket.closed for socket in sockets] == [False] * kept + [True] * (len(sockets) - kept)
    assert set(world.store.spectators(world.first.id)) == {socket.id for socket in sockets[:kept]}
    assert world.room.presence.watching == kept
    assert not anna.closed


def test_standing_up_again_and_again_from_new_sockets_passes_no_bound() -> None:
    """The newest command is told again to whoever repeats it."""
    world = CrowdedWorld(first=table(ANNA, None), policy=Policy(max_spectators=CROWD + 1))
    world.join(ANNA)
    for number in range(CROWD + 1):
        world.join(PlayerId(f"eve{number}"))
    cy = world.join(CY, "tab")
    cy = world.socket(CY, "tab")
    cy.ask("sit")
    cy.ask("stand")
    again = [world.socket(CY, "tab") for _ in range(2 * MAX_CONNECTIONS_PER_PLAYER)]
    for socket in again:
        socket.send("stand", cs=cy.cs)
    assert world.room.presence.watching == CROWD + 1 + len(world.first.seats)
    cy.send("stand", cs=cy.cs)  # who is in stays in
    assert not cy.closed


def test_of_a_crowd_that_looked_for_a_seat_no_more_than_the_bound_stays_at_the_start() -> None:
    world = CrowdedWorld(first=table(ANNA, None), policy=Policy(max_spectators=3))
    anna, bo = world.join(ANNA), world.socket(BO)
    bo.ask("sit")
    for number in range(CROWD + 2):
        world.store.add_spectator(world.first.id, f"w{number}", Link(PlayerId(f"eve{number}"), "tab1"))
    world.deliver()
    assert world.outbox.closed == []
    anna.ask("start")
    world.deliver()
    assert world.room.presence.watching == len(world.store.spectators(world.first.id)) == 3 + 2
    assert len(world.outbox.closed) == CROWD - 3
    assert world.outbox.frames(world.outbox.closed[0])[-1]["reason"] == "관전자가 가득 찼어요"


@pytest.mark.parametrize("kind", ["move", "chat"])
def test_what_a_player_does_costs_the_same_with_500_spectators_as_with_none(kind: str) -> None:
    """CPU on memory ports, the two rooms in turns, so that a busy machine strikes both alike."""
    alone, crowd = crowded(0), crowded(MANY)
    spent: dict[int, list[float]] = {0: [], MANY: []}
    for _ in range(40):
        for watching, (world, anna, bo) in ((0, alone), (MANY, crowd)):
            by = mover(world, anna, bo)
            action = world.legal()
            world.tick(2_000)
            started = time.thread_time()
            tally = by.ask("act", action=action) if kind == "move" else by.send("chat", text="안녕")
            spent[watching].append(time.thread_time() - started)
            assert tally.posts == 2
            world.fanout.calls.clear()
            world.outbox.clear()
    ratio = statistics.median(spent[MANY]) / statistics.median(spent[0])
    assert ratio < 1.5, f"{ratio:.2f} times the CPU"
