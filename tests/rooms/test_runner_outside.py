"""What is outside fails while a room is fine: the timers' service, a post, a move in a slow function."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from functions.rooms.ports import PostResult
from functions.rooms.runner import WakeUpError
from local.memory import MemoryOutbox
from tests.rooms.meddling import meddled, meddled_game
from tests.rooms.people import ANNA, BO, CY, LOSE, SLOW, table
from tests.rooms.world import World, game_of_two


def test_a_game_goes_on_while_no_timer_can_be_made_and_has_one_as_soon_as_it_can() -> None:
    world = World(first=table(ANNA, BO))
    anna, bo = world.join(ANNA), world.join(BO)
    world.timers.down = True
    anna.ask("start")
    tally = anna.move()
    assert (world.room.seq, world.room.armed_at, tally.unarmed) == (3, 0, 1)
    assert bo.newest["type"] == "update"
    world.timers.down = False
    bo.move()
    assert (world.room.armed_at, world.room.id) in world.timers.armed


def test_who_goes_is_shown_to_the_others_though_no_timer_can_be_made() -> None:
    world, anna, bo = game_of_two()
    world.timers.down = True
    bo.drop()
    assert [seat["online"] for seat in anna.newest["seats"]] == [True, False]


def test_a_wake_up_that_cannot_arm_the_next_fails_after_it_has_saved_and_told() -> None:
    world, anna, _ = game_of_two()
    fire_at = world.room.armed_at
    world.timers.down = True
    world.now = fire_at * 1000
    with pytest.raises(WakeUpError, match="no timer") as failure:
        world.runner.woken(world.room.id, fire_at, world.now)
    assert (failure.value.tally.unarmed, failure.value.tally.timeouts) == (1, 1)
    assert anna.newest["type"] == "update"  # the time-out that was due
    world.timers.down = False
    world.runner.woken(world.room.id, fire_at, world.now)  # tried again
    assert world.room.armed_at > fire_at


class FailsOnce(MemoryOutbox):
    """An outbox whose first post to each of some connections fails."""

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Sequence[PostResult]:
        results = super().post(frames)
        self.failing.difference_update(conn for conn, _ in frames)
        return results


def test_a_post_that_fails_once_on_its_way_to_a_player_is_tried_once_more() -> None:
    world, anna, bo = game_of_two(World(outbox=FailsOnce()))
    world.outbox.failing.add(bo.id)
    tally = anna.move()
    assert (tally.posts, tally.failed_posts) == (3, 0)
    assert bo.newest["type"] == "update"


def test_a_move_that_came_in_time_is_not_lost_to_its_players_own_hello() -> None:
    """The phone changes networks while the move still runs in a slow function."""
    world, hooks, anna, _ = meddled_game(table(ANNA, BO, options=LOSE))
    match = world.room.match
    assert match is not None
    deadline = world.room.game.deadline(match.state)
    assert deadline is not None
    world.now = deadline - 50

    def come_back() -> None:
        world.now = deadline + 150
        world.socket(ANNA, "tab1").send("hello")
        world.now = deadline - 50

    hooks.before["save"] = come_back
    anna.move()
    assert world.room.status == "playing"
    assert world.mover == BO


def test_nobody_slips_into_a_game_that_begins_without_spectators() -> None:
    world, hooks = meddled(replace(table(ANNA, BO), spectators_allowed=False))
    anna, _ = world.join(ANNA), world.join(BO)
    outsider = world.socket(CY)
    hooks.before["add_spectator"] = lambda: anna.ask("start")
    outsider.send("hello")
    anna.move()
    assert outsider.kinds() == ["closed"]
    assert world.room.presence.watching == 0


def test_an_absence_that_is_over_when_its_player_says_hello_is_settled_first() -> None:
    world, anna, bo = game_of_two(World(first=table(ANNA, BO, options={**SLOW, "disconnectGraceSec": 30})))
    anna.drop()
    world.tick(30_000)
    world.socket(ANNA, "tab1").send("hello")
    assert world.room.status == "finished"
    (update,) = [frame for frame in bo.frames if frame["type"] == "update"]
    assert update["view"]["result"]["reason"] == "timeout"
