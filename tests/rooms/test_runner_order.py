"""The order of one command's steps, and what is left when it stops at each of them."""

from typing import Any

import pytest

from engine.games.othello import Othello
from functions.rooms.room import Room
from functions.rooms.runner import WakeUpError
from tests.rooms.meddling import (
    CrashError,
    crash,
    meddled,
    meddled_game,
)
from tests.rooms.people import ANNA, BO, CY, LOSE, table
from tests.rooms.world import World, game_of_two

# --- the order ---


def test_a_move_loads_once_saves_once_and_then_tells() -> None:
    _, hooks, anna, _ = meddled_game()
    tally = anna.move()
    assert hooks.calls == ["load", "save", "post"]
    assert (tally.kind, tally.moves, tally.posts, tally.conflicts, tally.rejection) == ("act", 1, 2, 0, None)


def test_a_start_arms_before_it_saves_and_tells_last() -> None:
    world, hooks = meddled()
    anna = world.join(ANNA)
    world.join(BO)
    hooks.calls.clear()
    anna.ask("start")
    assert hooks.calls == ["load", "arm", "save", "post"]


def test_the_last_move_is_archived_between_the_save_and_the_posts() -> None:
    world, hooks, anna, _ = meddled_game()
    anna.act("resign")
    assert hooks.calls == ["load", "save", "archive", "post"]
    assert world.room.archived_no == 1


def test_a_public_rooms_changes_are_published_after_the_save() -> None:
    world, hooks = meddled(table(ANNA, None, visibility="public"))
    world.join(ANNA)
    bo = world.socket(BO)
    hooks.calls.clear()
    bo.ask("sit")
    assert hooks.calls == ["load", "save", "publish", "list_connection", "post", "post"]


@pytest.mark.parametrize("kind", ["act", "offer"])
def test_what_changes_no_seat_of_a_public_room_is_not_published(kind: str) -> None:
    _, hooks, anna, _ = meddled_game(table(ANNA, BO, visibility="public"))
    _ = anna.move() if kind == "act" else anna.act("offerDraw")
    assert "publish" not in hooks.calls


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"type":"jump"}', '{"type":"sit","cs":0}', "x" * 9_000, '{"type":"chat","text":"  "}'],
)
def test_what_is_no_frame_is_refused_before_anything_is_read(text: str) -> None:
    _, hooks, anna, _ = meddled_game()
    tally = anna.text(text)
    assert hooks.calls == ["post"]
    assert anna.newest["type"] == "rejected"
    assert anna.newest["code"] == tally.rejection
    assert "seq" not in anna.newest


def test_a_ping_is_answered_without_reading_anything() -> None:
    world, hooks, anna, _ = meddled_game()
    anna.send("ping", t=12.5)
    assert hooks.calls == ["post"]
    assert anna.newest == {"type": "pong", "t": 12.5, "now": world.now}


def test_a_refusal_writes_nothing_and_goes_to_its_sender_alone() -> None:
    world, hooks, _, bo = meddled_game()
    before = world.room
    hooks.calls.clear()
    bo.move()
    assert hooks.calls == ["load", "post"]
    assert world.room == before
    assert (bo.newest["code"], bo.newest["cs"], bo.newest["seq"]) == ("move/not_your_turn", 1, before.seq)


# --- stopping at each step ---


def test_a_room_that_cannot_be_loaded_is_a_fault_and_nobody_is_told_anything() -> None:
    _, hooks, anna, bo = meddled_game()
    hooks.before["load"] = crash
    with pytest.raises(CrashError):
        anna.send("act", cs=2, action={"type": "place", "x": 3, "y": 2})
    assert (anna.frames, bo.frames) == ([], [])


def test_a_save_that_fails_leaves_everything_as_it_was_and_tells_nobody() -> None:
    world, hooks, anna, bo = meddled_game()
    before = world.room
    hooks.before["save"] = crash
    with pytest.raises(CrashError):
        anna.move()
    assert world.room == before
    assert (anna.frames, bo.frames) == ([], [])


def test_a_schedule_that_cannot_be_made_stops_the_command_before_it_is_saved() -> None:
    world, hooks = meddled()
    anna = world.join(ANNA)
    hooks.before["arm"] = crash
    with pytest.raises(CrashError):
        anna.ask("start")
    stopped = world.room.status
    anna.send("start", cs=anna.cs)
    assert (stopped, world.room.status) == ("waiting", "playing")


def test_a_crash_after_arming_leaves_a_harmless_call() -> None:
    world, hooks = meddled()
    anna = world.join(ANNA)
    hooks.before["save"] = crash
    with pytest.raises(CrashError):
        anna.ask("start")
    world.tick(10 * 60_000)
    assert [tally.timeouts for tally in world.fire()] == [0]
    assert world.room.status == "waiting"


@pytest.mark.parametrize("step", ["post", "save"])
def test_after_a_crash_between_save_and_posts_the_resend_reaches_the_opponent(step: str) -> None:
    world, hooks, anna, bo = meddled_game()
    if step == "post":
        hooks.before["post"] = crash
    else:
        hooks.after["save"] = crash
    with pytest.raises(CrashError):
        anna.move()
    seq = world.room.seq
    assert bo.frames == []
    anna.send("act", cs=anna.cs, action={"type": "place", "x": 3, "y": 2})
    assert (bo.newest["type"], bo.newest["seq"], len(bo.newest["view"]["moves"])) == ("room", seq, 1)
    assert (anna.newest["type"], anna.newest["cs"], anna.newest["you"]["cs"]) == ("room", anna.cs, anna.cs)
    assert world.room.seq == seq
    world.check()


def test_a_crash_before_the_archive_is_caught_up_by_the_resend() -> None:
    world, hooks, anna, bo = meddled_game()
    hooks.before["archive"] = crash
    with pytest.raises(CrashError):
        anna.act("resign")
    assert (world.room.status, world.room.archived_no, bo.frames) == ("finished", 0, [])
    anna.send("act", cs=anna.cs, action={"type": "resign"})
    assert world.room.archived_no == 1
    assert world.store.find_record(world.first.id, 1) is not None
    assert bo.newest["room"]["status"] == "finished"


@pytest.mark.parametrize("frame", ["hello", "sync", "rematch", "leave", "flag"])
def test_a_missing_record_is_caught_up_by_whatever_comes_next(frame: str) -> None:
    world, hooks, anna, bo = meddled_game()
    hooks.before["archive"] = crash
    with pytest.raises(CrashError):
        anna.act("resign")
    bo.say(frame)
    record = world.store.find_record(world.first.id, 1)
    assert record is not None
    assert record.result["reason"] == "resign"


def test_a_late_timer_catches_up_a_missing_record_too() -> None:
    world, hooks, anna, _ = meddled_game()
    hooks.before["archive"] = crash
    with pytest.raises(CrashError):
        anna.act("resign")
    world.tick(10 * 60_000)
    world.fire()
    assert world.store.find_record(world.first.id, 1) is not None


def test_a_repeat_publishes_what_a_crash_kept_out_of_the_list() -> None:
    world, hooks = meddled(table(ANNA, BO, visibility="public"))
    _, bo = world.join(ANNA), world.join(BO)
    hooks.before["publish"] = crash
    with pytest.raises(CrashError):
        bo.ask("stand")
    hooks.calls.clear()
    bo.send("stand", cs=bo.cs)
    assert "publish" in hooks.calls


@pytest.mark.parametrize("repeat", [1, 2])
def test_a_repeat_puts_out_whom_a_crash_left_in(repeat: int) -> None:
    world, hooks = meddled()
    anna, bo = world.join(ANNA), world.join(BO)
    hooks.after["save"] = crash
    with pytest.raises(CrashError):
        anna.ask("kick", playerId=BO)
    left_in = not bo.closed
    for _ in range(repeat):
        anna.send("kick", cs=anna.cs, playerId=BO)
    assert (left_in, bo.closed) == (True, True)
    assert [kind for kind in bo.kinds() if kind == "closed"] == ["closed"]
    assert bo.id not in world.room.presence.connections
    assert world.store.find_connection(bo.id) is None


def test_a_repeat_of_start_closes_who_may_not_watch() -> None:
    world, hooks = meddled(table(ANNA, BO, spectators=False))
    anna, _, cy = world.join(ANNA), world.join(BO), world.join(CY)
    hooks.after["save"] = crash
    with pytest.raises(CrashError):
        anna.ask("start")
    anna.send("start", cs=anna.cs)
    assert (cy.closed, cy.newest["type"]) == (True, "closed")


# --- faults of a game ---


class Broken(Othello):
    """A game that fails."""

    def apply(self, *_args: Any, **_kwargs: Any) -> Any:
        raise ValueError("an invariant is broken")


def test_a_fault_of_the_game_is_logged_the_sender_hears_of_it_and_the_room_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world, anna, bo = game_of_two()
    before = world.room
    action = world.legal()
    monkeypatch.setattr(Room, "game", Broken())
    tally = anna.ask("act", action=action)
    assert (anna.newest["code"], anna.newest["cs"]) == ("server/fault", anna.cs)
    assert anna.newest["reason"] == "잠시 뒤에 다시 시도해 주세요"
    assert [str(fault) for fault in world.faults] == ["an invariant is broken"]
    assert (tally.faults, tally.rejection) == (["ValueError"], "server/fault")
    assert (world.room, bo.frames) == (before, [])


def test_a_fault_of_the_game_in_a_timers_call_is_raised_for_its_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world, *_ = game_of_two()
    world.tick(10 * 60_000)
    monkeypatch.setattr(Room, "game", Broken())
    with pytest.raises(WakeUpError, match="server/fault") as failure:
        world.fire()
    assert failure.value.tally.faults == ["ValueError"]


# --- rooms that are gone ---


@pytest.mark.parametrize("how", ["expired", "deleted"])
@pytest.mark.parametrize("frame", ["hello", "sync", "act", "leave", "flag", "chat"])
def test_a_room_that_is_gone_is_not_found_deleted_or_not(how: str, frame: str) -> None:
    world, anna, bo = game_of_two()
    world.now = world.room.expires_at * 1000
    if how == "deleted":
        world.store.delete_expired(world.now)
    anna.say(frame)
    assert (anna.newest["type"], anna.newest["code"]) == ("rejected", "room/not_found")
    assert anna.newest.get("cs") == (anna.cs if frame in ("act", "leave") else None)
    assert bo.frames == []


def test_nothing_conjures_up_a_room_that_is_gone() -> None:
    world, anna, _ = game_of_two()
    world.now = world.room.expires_at * 1000
    world.store.delete_expired(world.now)
    anna.drop()
    anna.send("hello")
    world.fire()
    assert world.store.load(world.first.id) is None


def test_a_room_that_goes_between_load_and_save_is_not_found() -> None:
    world, hooks, anna, _ = meddled_game()
    hooks.before["save"] = lambda: world.store.delete_expired(2**62)
    anna.act("offerDraw")
    assert anna.newest["code"] == "room/not_found"


def test_a_timer_of_a_room_that_goes_meanwhile_has_nothing_to_raise() -> None:
    world, hooks, _, _ = meddled_game(table(ANNA, BO, options=LOSE))
    world.tick(10 * 60_000)
    hooks.before["save"] = lambda: world.store.delete_expired(2**62)
    assert [tally.timeouts for tally in world.fire()] == [0]


def test_leaving_as_the_last_one_confirms_and_closes() -> None:
    world = World(first=table(ANNA, None))
    anna = world.join(ANNA)
    cy = world.join(CY)
    anna.ask("leave")
    assert [(frame["type"], frame.get("cs")) for frame in anna.frames[-2:]] == [("room", 1), ("closed", None)]
    assert (anna.closed, cy.closed, cy.newest["code"]) == (True, True, "room/not_found")
    cy.send("sync")
    assert world.store.spectators(world.first.id) == {}
