"""Wake-up calls: late, early, doubled, stray or missing, a game neither sleeps nor ends too soon."""

import pytest

from engine.game import JsonObject, Millis
from functions.rooms.room import Room
from tests.rooms.meddling import meddled
from tests.rooms.people import ANNA, BO, NOW, table
from tests.rooms.world import World, game_of_two

LOSE: JsonObject = {"timeoutPolicy": "lose"}
SLOW: JsonObject = {"timeControl": {"kind": "none"}, "idleLimitSec": 600}


def losing_room() -> Room:
    """A room where the first deadline ends the game."""
    return table(ANNA, BO, options=LOSE)


def second(after: Millis) -> int:
    """The Unix second so many ms after the start."""
    return (NOW + after) // 1000


def test_a_start_arms_one_call_two_minutes_after_the_deadline() -> None:
    world, _, _ = game_of_two()
    assert world.timers.armed == {(second(150_000), world.first.id)}
    assert world.room.armed_at == second(150_000)


def test_moves_make_no_calls_until_the_one_that_stands_fires() -> None:
    world, anna, bo = game_of_two()
    for number in range(20):
        world.tick(5_000)
        (anna, bo)[number % 2].move()
    assert world.timers.calls == 1


def test_a_call_that_finds_nothing_reached_arms_the_next() -> None:
    world, anna, bo = game_of_two()
    for number in range(14):
        world.tick(10_000)
        (anna, bo)[number % 2].move()
    world.now = NOW + 151_000
    assert [tally.timeouts for tally in world.fire()] == [0]
    assert world.room.armed_at == second(140_000 + 30_000 + 120_000)
    assert world.timers.armed == {(world.room.armed_at, world.first.id)}


def test_when_the_last_player_goes_a_nearer_call_is_armed() -> None:
    world, anna, bo = game_of_two(World(first=table(ANNA, BO, options=SLOW)))
    assert world.room.armed_at == second(720_000)
    bo.drop()
    assert world.timers.calls == 1
    anna.drop()
    assert world.room.armed_at == second(62_000)


def test_the_mover_going_alone_arms_for_the_end_of_the_grace() -> None:
    world, anna, _ = game_of_two(World(first=table(ANNA, BO, options=SLOW)))
    anna.drop()
    assert world.room.armed_at == second(60_000 + 120_000)


def test_a_flapping_connection_does_not_make_a_call_each_time() -> None:
    world, anna, _ = game_of_two(World(first=table(ANNA, BO, options=SLOW)))
    for _ in range(10):
        anna.drop()
        world.tick(2_000)
        anna = world.join(ANNA)
    assert world.timers.calls == 2


def test_a_game_with_nobody_online_ends_by_its_timer() -> None:
    world, anna, bo = game_of_two()
    bo.drop()
    anna.drop()
    for _ in range(60):
        world.tick(30_000)
        world.fire()
    assert world.room.status == "finished"
    assert world.store.find_record(world.first.id, 1) is not None
    assert world.timers.armed == set()
    world.check()


@pytest.mark.parametrize("late", [0, 1_000, 59_000, 600_000, 86_400_000])
def test_a_late_call_enforces_what_is_reached(late: Millis) -> None:
    world, _, bo = game_of_two(World(first=losing_room()))
    world.now = NOW + 150_000 + late
    world.fire()
    assert (bo.newest["type"], bo.newest["status"]) == ("update", "finished")
    assert bo.newest["view"]["result"]["reason"] == "timeout"


@pytest.mark.parametrize("early", [1, 60_000, 149_000])
def test_an_early_call_ends_nothing_and_leaves_a_call_behind(early: Millis) -> None:
    world, _, bo = game_of_two(World(first=losing_room()))
    world.timers.armed.clear()
    fire_at = world.room.armed_at
    world.now = NOW + 31_999 - min(early, 31_999)
    world.runner.woken(world.first.id, fire_at, world.now)
    assert (world.room.status, bo.frames) == ("playing", [])
    assert len(world.timers.armed) == 1


def test_an_early_call_that_finds_something_reached_leaves_a_call_behind_too() -> None:
    world, _, bo = game_of_two()
    world.timers.armed.clear()
    world.now = NOW + 40_000
    world.runner.woken(world.first.id, world.room.armed_at, world.now)
    assert (bo.newest["type"], world.room.status) == ("update", "playing")
    assert world.timers.armed == {(second(40_000 + 150_000), world.first.id)}


def test_a_doubled_call_does_nothing_twice() -> None:
    world, _, bo = game_of_two()
    world.now = NOW + 150_000
    (fired,) = world.timers.due(world.now)
    world.runner.woken(*fired, world.now)
    seq, calls = world.room.seq, world.timers.calls
    world.runner.woken(*fired, world.now + 5)
    assert (world.room.seq, world.timers.calls, len(bo.frames)) == (seq, calls, 1)


@pytest.mark.parametrize("fire_at", [0, 1, second(10_000), 2**40])
def test_a_stray_call_harms_nothing(fire_at: int) -> None:
    world, anna, bo = game_of_two()
    world.runner.woken(world.first.id, fire_at, NOW + 10_000)
    world.runner.woken("no-such-room", fire_at, NOW + 10_000)
    assert (anna.frames, bo.frames, world.room.status) == ([], [], "playing")
    world.check()


def test_a_call_for_a_waiting_or_finished_room_harms_nothing() -> None:
    world = World()
    world.runner.woken(world.first.id, second(0), NOW)
    _, anna, _ = game_of_two(world)
    anna.act("resign")
    world.tick(150_000)
    world.fire()
    assert (world.room.status, world.timers.armed) == ("finished", set())


def test_a_call_that_never_came_is_made_up_for_by_a_later_move() -> None:
    world, anna, bo = game_of_two()
    world.timers.armed.clear()
    for number in range(10):
        assert world.timers.calls == 1
        world.tick(15_000)
        (anna, bo)[number % 2].move()
    assert world.timers.calls == 2
    assert world.room.armed_at * 1000 > world.now


@pytest.mark.parametrize("pause", [1_000, 30_000, 120_000, 290_000, 3_600_000])
@pytest.mark.parametrize("fires", [True, False])
def test_every_new_game_has_a_call_however_the_old_ones_went(pause: Millis, fires: bool) -> None:
    """The call of the last game fired between the games and armed nothing: the next must not rely on it."""
    world, anna, bo = game_of_two(World(first=losing_room()))
    world.tick(1_000)
    anna.act("resign")
    world.tick(pause)
    if fires:
        world.fire()
    bo.ask("rematch")
    anna.ask("rematch")
    bo.drop()
    anna.drop()
    for _ in range(20):
        world.tick(30_000)
        world.fire()
    assert (world.room.status, world.room.games_played) == ("finished", 2)


@pytest.mark.parametrize("when", ["after load", "before set_armed", "after set_armed"])
def test_a_game_that_begins_while_the_old_call_fires_has_a_call(when: str) -> None:
    world, hooks = meddled(losing_room())
    _, anna, bo = game_of_two(world)
    anna.act("resign")
    bo.ask("rematch")
    world.now = NOW + 150_000 - 500

    def begin() -> None:
        anna.ask("rematch")
        bo.drop()
        anna.drop()

    side, name = when.split()
    getattr(hooks, side)[name] = begin
    ((room_id, fire_at),) = world.timers.due(NOW + 150_000)
    world.runner.woken(room_id, fire_at, NOW + 150_000)
    if world.room.status != "playing":
        begin()
    assert any(at * 1000 > world.now for at, _ in world.timers.armed)
    for _ in range(20):
        world.tick(30_000)
        world.fire()
    assert world.room.status == "finished"


@pytest.mark.parametrize("when", ["before load", "after load", "before save", "after save", "before post"])
def test_players_who_go_while_a_move_is_made_leave_no_game_asleep(when: str) -> None:
    world, hooks = meddled(table(ANNA, BO, options={**SLOW, "disconnectGraceSec": 30}))
    _, anna, bo = game_of_two(world)

    def go() -> None:
        anna.drop()
        bo.drop()

    side, name = when.split()
    getattr(hooks, side)[name] = go
    action = world.legal()
    world.tick(100_000)
    anna.ask("act", action=action)
    ends = world.now + 30_000
    while world.room.status == "playing":
        world.tick(30_000)
        world.fire()
        assert world.now < ends + 10 * 60_000
    world.check()


def test_a_deadline_during_a_move_of_the_same_player_counts_the_receive_time() -> None:
    world, hooks = meddled(losing_room())
    _, anna, _ = game_of_two(world)
    action = world.legal()

    def fire() -> None:
        world.runner.woken(world.first.id, world.room.armed_at, NOW + 31_999)

    hooks.before["save"] = fire
    world.now = NOW + 29_999
    anna.ask("act", action=action)
    assert (anna.newest["type"], world.room.status) == ("update", "playing")


def test_after_an_outage_the_call_waits_for_the_first_deadline_that_is_enforced() -> None:
    world, _, bo = game_of_two(World(first=losing_room()))
    recovered = NOW + 3_600_000
    world.policy = type(world.policy)(not_before=recovered + 30_000)
    world.now = recovered
    assert [tally.timeouts for tally in world.fire()] == [0]
    assert (world.room.status, bo.frames) == ("playing", [])
    assert world.room.armed_at == (recovered + 30_000 + 120_000) // 1000
    world.now = recovered + 150_000
    world.fire()
    assert world.room.status == "finished"
