"""Two commands at once, by chosen interleavings: one wins, the other is decided on what that one left."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from functions.rooms.log import LogEntry
from functions.rooms.ports import Lost
from functions.rooms.room import Room
from functions.rooms.runner import TRIES
from tests.rooms.meddling import CrashError, Hooks, MeddledStore, crash, meddled, meddled_game
from tests.rooms.people import ANNA, BO, CY, NOW, table
from tests.rooms.world import Socket, World, game_of_two


def test_a_command_that_loses_the_race_is_decided_again_on_what_the_other_left() -> None:
    world, hooks, anna, bo = meddled_game()
    hooks.before["save"] = lambda: bo.act("offerDraw")
    tally = anna.move()
    assert (tally.conflicts, tally.rejection) == (1, None)
    kinds = [entry.action["type"] for entry in entries(world)]
    assert kinds == ["offerDraw", "place"]
    assert [frame["seq"] for frame in bo.frames] == [3, 4]
    assert [event["type"] for event in anna.newest["events"]] == ["drawDeclined", "placed"]
    world.check()


def entries(world: World) -> list[LogEntry]:
    """The game's log."""
    match = world.room.match
    assert match is not None
    return list(match.log.entries(match.started_at))


def test_a_command_that_the_other_made_impossible_is_refused_with_the_others_seq() -> None:
    world, hooks, anna, bo = meddled_game()
    hooks.before["save"] = lambda: bo.act("resign")
    anna.move()
    assert (anna.newest["code"], anna.newest["cs"]) == ("game/over", anna.cs)
    world.check()


def test_a_command_with_a_seq_that_loses_the_race_is_a_conflict() -> None:
    world, hooks, anna, bo = meddled_game()
    seq = world.room.seq
    hooks.before["save"] = lambda: bo.act("offerDraw")
    anna.ask("act", action=world.legal(), seq=seq)
    assert anna.newest["code"] == "command/conflict"
    assert len(entries(world)) == 1


def test_after_a_few_lost_races_the_sender_is_asked_to_try_again() -> None:
    world, hooks, anna, bo = meddled_game()
    again = world.join(ANNA, "another tab")
    others = iter([(tab, kind) for tab in (bo, again) for kind in ("offerDraw", "cancelOffer")])

    def meddle() -> None:
        hooks.before.pop("save", None)
        tab, kind = next(others)
        tab.act(kind)
        hooks.before["save"] = meddle

    hooks.before["save"] = meddle
    tally = anna.move()
    assert (anna.newest["code"], anna.newest["cs"], tally.conflicts) == ("command/conflict", anna.cs, TRIES)
    hooks.before.clear()
    anna.send("act", cs=anna.cs, action=world.legal())
    assert anna.newest["cs"] == anna.cs


@pytest.mark.parametrize(
    ("apart", "second"),
    [
        pytest.param(0, "update", id="equal writes: the second finds its own"),
        pytest.param(1, "room", id="the second finds the first and tells it again"),
    ],
)
def test_the_same_command_twice_at_once_is_carried_out_once_and_both_are_answered(
    apart: int, second: str
) -> None:
    world, hooks, anna, bo = meddled_game()
    action = world.legal()
    anna.cs += 1

    def overtake() -> None:
        world.now += apart
        anna.send("act", cs=anna.cs, action=action)

    hooks.before["save"] = overtake
    anna.send("act", cs=anna.cs, action=action)
    assert len(entries(world)) == 1
    assert [frame["type"] for frame in anna.frames] == ["update", second]
    assert [frame["cs"] for frame in anna.frames] == [anna.cs, anna.cs]
    assert [frame["seq"] for frame in bo.frames] == [3, 3]


class RetryingStore(MeddledStore):
    """A store whose first try of a write succeeds unseen, as when the line breaks after it."""

    retry = False

    def save(self, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        if self.retry:
            self.retry = False
            super().save(room, presence_rev=presence_rev, arm=arm)
        return super().save(room, presence_rev=presence_rev, arm=arm)


@pytest.mark.parametrize("what", ["move", "timeout"])
def test_a_retried_write_that_had_succeeded_is_a_success(what: str) -> None:
    store = RetryingStore(Hooks())
    world, anna, bo = game_of_two(World(store=store))
    store.retry = True
    if what == "move":
        tally = anna.move()
    else:
        world.tick(40_000)
        tally = bo.send("flag")
    assert (tally.conflicts, tally.rejection) == (0, None)
    assert [frame["type"] for frame in bo.frames] == ["update"]
    assert len(entries(world)) == 1


def test_a_command_of_another_tab_that_overtook_is_not_lost() -> None:
    """Frame 2 of a tab is decided before frame 1 of it: the late one is old, and its sender sees so."""
    world, anna, _ = game_of_two()
    anna.send("act", cs=3, action={"type": "offerDraw"})
    anna.send("act", cs=2, action={"type": "resign"})
    assert world.room.status == "playing"
    assert (anna.newest["type"], anna.newest["you"]["cs"]) == ("room", 3)
    assert "cs" not in anna.newest


def test_two_tabs_of_a_player_each_confirm_their_own() -> None:
    world, anna, bo = game_of_two()
    laptop = world.join(ANNA, "laptop")
    world.outbox.clear()
    laptop.move()
    assert (laptop.newest["cs"], laptop.newest["seq"]) == (1, anna.newest["seq"])
    assert "cs" not in anna.newest
    bo.move()
    anna.move()
    assert (anna.newest["cs"], "cs" in laptop.newest) == (2, False)


def test_of_two_people_who_want_the_last_seat_one_gets_it() -> None:
    world, hooks = meddled(table(ANNA, None))
    world.join(ANNA)
    bo, cy = world.join(BO), world.join(CY)
    hooks.before["save"] = lambda: cy.ask("sit")
    bo.ask("sit")
    assert [seat.player for seat in world.room.seated] == [ANNA, CY]
    assert (bo.newest["code"], bo.newest["reason"]) == ("room/full", "자리가 모두 찼어요")


def test_two_voices_for_a_rematch_at_once_start_one_game() -> None:
    world, hooks, anna, bo = meddled_game()
    anna.act("resign")
    hooks.before["save"] = lambda: bo.ask("rematch")
    anna.ask("rematch")
    assert (world.room.status, world.room.games_played) == ("playing", 2)
    assert (anna.newest["room"]["gameNo"], bo.newest["room"]["gameNo"]) == (2, 2)
    world.check()


def test_a_flag_and_a_move_at_once_do_not_both_count() -> None:
    world, hooks, anna, bo = meddled_game(table(ANNA, BO, options={"timeoutPolicy": "lose"}))
    action = world.legal()

    def flag() -> None:
        world.now = NOW + 33_000
        bo.send("flag")

    hooks.before["save"] = flag
    world.now = NOW + 29_999
    anna.ask("act", action=action)
    assert anna.newest["code"] == "game/over"
    assert [entry.action for entry in entries(world)] == [{"type": "timeout"}]
    world.check()


def test_a_move_that_is_saved_first_makes_the_flag_miss() -> None:
    world, hooks, anna, bo = meddled_game(table(ANNA, BO, options={"timeoutPolicy": "lose"}))
    action = world.legal()

    def move() -> None:
        world.now = NOW + 29_999
        anna.ask("act", action=action)

    world.now = NOW + 33_000
    hooks.before["save"] = move
    bo.send("flag", seq=world.room.seq)
    assert (world.room.status, bo.newest["type"]) == ("playing", "room")
    assert bo.newest["deadline"] == NOW + 29_999 + 30_000


@pytest.mark.parametrize("step", ["save", "archive", "post"])
def test_leaving_late_keeps_the_record_wherever_it_stops(step: str) -> None:
    """The settlement is saved and archived before the table is cleared."""
    world, hooks, _, bo = meddled_game(table(ANNA, BO, options={"timeoutPolicy": "lose"}))
    world.tick(40_000)
    hooks.after[step] = crash
    with pytest.raises(CrashError):
        bo.ask("leave")
    bo.send("leave", cs=bo.cs)
    record = world.store.find_record(world.first.id, 1)
    assert record is not None
    assert record.result["reason"] == "timeout"
    assert (world.room.status, world.room.seat_of(BO)) == ("waiting", None)
    assert bo.newest["cs"] == bo.cs


def test_leaving_late_tells_the_end_of_the_game_and_then_the_room() -> None:
    world, anna, bo = game_of_two(World(first=table(ANNA, BO, options={"timeoutPolicy": "lose"})))
    world.tick(40_000)
    bo.ask("leave")
    assert [(frame["type"], frame["seq"]) for frame in anna.frames] == [("update", 3), ("room", 4)]
    assert anna.frames[0]["view"]["result"]["reason"] == "timeout"
    assert anna.frames[1]["room"]["status"] == "waiting"
    assert bo.frames[1]["cs"] == bo.cs


class Here(NamedTuple):
    """A world and who is in it."""

    world: World
    anna: Socket
    bo: Socket


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda at: at.bo.act("offerDraw"), id="an offer"),
        pytest.param(lambda at: at.world.join(CY), id="a spectator"),
        pytest.param(lambda at: at.world.join(BO, "phone"), id="another tab"),
        pytest.param(lambda at: at.bo.drop(), id="a lost connection"),
        pytest.param(lambda at: at.bo.send("sync"), id="a sync"),
        pytest.param(lambda at: at.world.runner.woken(at.world.first.id, 5, at.world.now), id="a timer"),
        pytest.param(lambda at: at.bo.send("flag"), id="a flag that is early"),
        pytest.param(lambda at: at.bo.send("chat", text="hi"), id="a chat line"),
    ],
)
@pytest.mark.parametrize("when", ["before load", "before save", "after save", "before post"])
def test_a_move_counts_whatever_else_happens_meanwhile(when: str, other: Callable[[Here], object]) -> None:
    world, hooks, anna, bo = meddled_game()
    action = world.legal()
    side, name = when.split()
    getattr(hooks, side)[name] = lambda: other(Here(world, anna, bo))
    anna.ask("act", action=action)
    assert anna.cs == world.room.last_cs(ANNA, "tab1")
    assert [frame.get("cs") for frame in anna.frames].count(anna.cs) == 1
    world.check()
