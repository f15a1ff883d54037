"""Deadlines: settled first, by whom and when, and in absence."""

import pytest

from engine.game import JsonObject, Millis, PlayerId
from functions.rooms.commands import Leave
from functions.rooms.timing import Policy
from tests.rooms.people import (
    ANNA,
    BO,
    CY,
    FISCHER,
    LOSE,
    MARGIN,
    NOW,
    SLOW,
    TURN,
    ended_by_time,
    playing,
    rejected,
    remaining,
    sender,
)

# --- who may enforce a deadline, and from when ---


@pytest.mark.parametrize(
    ("who", "after", "reached"),
    [
        pytest.param(ANNA, -1, False, id="the mover, a millisecond before"),
        pytest.param(ANNA, 0, True, id="the mover, at the deadline: no margin for oneself"),
        pytest.param(BO, 0, False, id="the opponent, at the deadline"),
        pytest.param(BO, MARGIN - 1, False, id="the opponent, within the margin"),
        pytest.param(BO, MARGIN, True, id="the opponent, after the margin"),
        pytest.param(CY, MARGIN - 1, False, id="a spectator, within the margin"),
        pytest.param(CY, MARGIN, True, id="a spectator, after the margin"),
    ],
)
@pytest.mark.parametrize("with_seq", [True, False])
def test_a_flag_is_judged_by_who_raises_it(
    who: PlayerId, after: Millis, reached: bool, with_seq: bool
) -> None:
    desk = playing(options=LOSE)
    desk.now = NOW + TURN + after
    outcome = desk.flag(who, desk.room.seq if with_seq else None)
    if reached:
        assert (outcome.telling, outcome.timeouts, ended_by_time(desk)) == ("update", 1, True)
        assert not outcome.confirmed
        assert [event.type for event in outcome.events] == ["gameEnded"]
    else:
        assert rejected(outcome) == "deadline/not_reached"
        assert outcome.rejection_deadline == NOW + TURN + (0 if who == ANNA else MARGIN)


def test_a_flag_for_a_past_seq_is_answered_with_the_room() -> None:
    desk = playing(options=LOSE)
    seen = desk.room.seq
    desk.now += 1_000
    desk.move()
    desk.now = NOW + 10 * TURN
    outcome = desk.flag(BO, seen)
    assert (outcome.answer_room, outcome.changed, outcome.rejection) == (True, False, None)


@pytest.mark.parametrize(("after", "reached"), [(0, False), (MARGIN - 1, False), (MARGIN, True)])
def test_the_timer_keeps_the_margin_too(after: Millis, reached: bool) -> None:
    desk = playing(options=LOSE)
    desk.now = NOW + TURN + after
    outcome = desk.wake()
    assert (outcome.changed, outcome.rejection) == (reached, None)


def test_the_margin_is_a_parameter() -> None:
    desk = playing(options=LOSE, policy=Policy(margin_ms=500))
    desk.now = NOW + TURN + 500
    assert desk.flag(BO).changed


# --- settled first, then the command ---


@pytest.mark.parametrize(
    ("after", "carried_out"),
    [
        pytest.param(-1, True, id="received in time"),
        pytest.param(0, False, id="received at the deadline"),
        pytest.param(1, False, id="received too late"),
    ],
)
def test_a_move_is_judged_by_its_own_receive_time_without_a_margin(after: Millis, carried_out: bool) -> None:
    desk = playing(options=LOSE)
    desk.now = NOW + TURN + after
    outcome = desk.move(ANNA)
    assert outcome.confirmed == carried_out
    assert ended_by_time(desk) == (not carried_out)


def test_a_move_that_was_received_in_time_counts_however_late_it_is_decided() -> None:
    """``now`` is the receive time: a slow start of the function costs nobody a clock."""
    desk = playing(options=LOSE)
    desk.now = NOW + TURN + 1_900
    assert rejected(desk.flag(BO)) == "deadline/not_reached"
    desk.now = NOW + TURN - 1
    assert desk.move(ANNA).confirmed


@pytest.mark.parametrize(
    ("options", "code"),
    [
        pytest.param(LOSE, "game/over", id="the deadline ended the game"),
        pytest.param({}, "move/not_your_turn", id="the server moved, now it is the opponent's turn"),
    ],
)
def test_a_late_move_is_refused_and_the_settlement_is_saved_and_told(options: JsonObject, code: str) -> None:
    desk = playing(options=options)
    desk.now = NOW + TURN
    outcome = desk.move(ANNA, seq=desk.room.seq)
    assert outcome.rejection is not None
    assert (outcome.rejection.code, outcome.changed, outcome.telling) == (code, True, "update")
    assert not outcome.confirmed
    assert desk.room.last_cs(ANNA, "tab1") == 1  # the start: a refused command is not stored
    desk.check()


def test_the_next_turn_starts_when_the_deadline_is_settled_not_when_it_passed() -> None:
    desk = playing()
    desk.now = NOW + 5 * TURN
    desk.wake()
    assert desk.mover == BO
    assert desk.room.game.deadline(desk.match.state) == desk.now + TURN
    assert desk.turn_at == desk.now


def test_the_opponents_deadline_is_settled_before_ones_own_command_in_one_save() -> None:
    desk = playing()
    desk.now = NOW + TURN + MARGIN
    seq = desk.room.seq
    outcome = desk.act(BO, "offerDraw")
    assert (outcome.confirmed, outcome.timeouts, outcome.moves, desk.room.seq) == (True, 1, 1, seq + 1)
    assert [event.type for event in outcome.events] == ["placed", "drawOffered"]
    entries = list(desk.match.log.entries(desk.match.started_at))
    assert [(entry.action["type"], entry.by is None) for entry in entries] == [
        ("timeout", True),
        ("offerDraw", False),
    ]
    assert outcome.moves_from == 0
    desk.check()


def test_a_move_that_was_meant_for_the_position_before_a_settlement_is_not_played_on_the_one_after() -> None:
    desk = playing()
    desk.now = NOW + TURN + MARGIN
    outcome = desk.act(BO, "offerDraw", seq=desk.room.seq)
    assert outcome.rejection is not None
    assert (outcome.rejection.code, outcome.changed, outcome.timeouts) == ("command/conflict", True, 1)
    assert [event.type for event in outcome.events] == ["placed"]


def test_a_stale_command_settles_the_deadline_all_the_same() -> None:
    desk = playing(options=LOSE)
    desk.now = NOW + TURN
    outcome = desk.move(ANNA, seq=desk.room.seq - 1)
    assert outcome.rejection is not None
    assert (outcome.rejection.code, ended_by_time(desk)) == ("command/conflict", True)


def test_hello_settles_first_and_is_answered_with_the_room() -> None:
    desk = playing(options=LOSE)
    desk.now = NOW + TURN + MARGIN
    outcome = desk.hello(BO)
    assert (outcome.answer_room, outcome.telling, ended_by_time(desk)) == (True, "update", True)


def test_hello_without_anything_to_settle_changes_nothing() -> None:
    desk = playing()
    outcome = desk.hello(CY)
    assert (outcome.answer_room, outcome.changed, outcome.telling) == (True, False, "nothing")


def test_a_settlement_that_ends_the_game_is_saved_alone_before_a_command_clears_the_table() -> None:
    """Else the finished game would be gone before its record is kept."""
    desk = playing(options=LOSE)
    desk.now = NOW + TURN + MARGIN
    leave = Leave(sender(BO), desk.next_cs(BO))
    settled = desk.ask(leave)
    assert (settled.again, settled.confirmed, settled.telling) == (True, False, "update")
    assert (desk.room.status, desk.room.match is not None) == ("finished", True)
    assert desk.room.seat_of(BO) is not None
    left = desk.ask(leave)
    assert (left.again, left.confirmed, desk.room.status) == (False, True, "waiting")


def test_leaving_late_in_ones_own_turn_is_a_loss_on_time_not_a_resignation() -> None:
    desk = playing(options=LOSE)
    desk.now = NOW + TURN
    assert desk.leave(ANNA).again
    assert ended_by_time(desk)


def test_three_missed_turns_in_a_row_end_a_game_that_plays_on() -> None:
    desk = playing()
    for _ in range(3):
        desk.now = desk.turn_at + TURN + MARGIN
        desk.flag(BO)
        if desk.room.status == "playing":
            desk.now += 1_000
            desk.move(BO)
    assert ended_by_time(desk)
    desk.check()


def test_a_fischer_clock_that_runs_out_loses() -> None:
    desk = playing(options=FISCHER)
    desk.now = NOW + 100_000
    desk.move(ANNA)
    desk.move(BO)
    assert remaining(desk, ANNA) == 180_000 - 100_000 + 2_000
    desk.now += 82_000
    desk.flag(ANNA)
    assert ended_by_time(desk)


# --- time that goes back ---


def test_a_command_received_before_the_running_turn_began_is_as_of_its_beginning() -> None:
    desk = playing(options=FISCHER)
    desk.now = NOW + 10_000
    desk.move(ANNA)
    desk.now = NOW + 9_000
    assert desk.move(BO).confirmed
    assert remaining(desk, BO) == 182_000
    assert desk.turn_at == NOW + 10_000
    desk.check()


def test_an_action_in_the_middle_of_a_turn_does_not_make_an_earlier_move_late() -> None:
    """Bo's offer was received after Anna's deadline, her move before it: she must not lose by that."""
    desk = playing(options=LOSE)
    desk.now = NOW + TURN + 100
    desk.act(BO, "offerDraw")
    desk.now = NOW + TURN - 100
    assert desk.move(ANNA).confirmed
    assert [entry.at - NOW for entry in desk.match.log.entries(NOW)] == [TURN + 100, TURN - 100]
    desk.check()


# --- absence ---


@pytest.mark.parametrize("grace", [30, 60, 120])
@pytest.mark.parametrize(
    "left_after", [pytest.param(-50_000, id="before the turn"), pytest.param(20_000, id="in it")]
)
def test_an_absent_mover_is_timed_out_after_the_grace(grace: int, left_after: Millis) -> None:
    desk = playing(options={**SLOW, "disconnectGraceSec": grace})
    desk.connect(BO, anna=NOW + left_after)
    at = NOW + max(0, left_after) + grace * 1000
    desk.now = at + MARGIN - 1
    assert rejected(desk.flag(BO)) == "deadline/not_reached"
    desk.now = at + MARGIN
    outcome = desk.flag(BO)
    assert (outcome.changed, outcome.used_presence, ended_by_time(desk)) == (True, True, True)


def test_a_deadline_of_the_game_itself_does_not_depend_on_who_is_there() -> None:
    desk = playing(options=LOSE)
    desk.connect(BO, anna=NOW + 1_000)  # the grace would be longer than the turn
    desk.now = NOW + TURN + MARGIN
    outcome = desk.flag(BO)
    assert (outcome.changed, outcome.used_presence) == (True, False)


def test_nobody_is_absent_in_the_opponents_turn() -> None:
    desk = playing(options=SLOW)
    desk.connect(ANNA, bo=NOW)
    desk.now = NOW + 300_000
    assert rejected(desk.flag(ANNA)) == "deadline/not_reached"
    assert desk.move(ANNA).confirmed
    desk.now += 60_000 + MARGIN
    assert desk.flag(ANNA).used_presence


def test_an_undo_that_gives_its_asker_a_new_turn_gives_a_new_grace_too() -> None:
    """With a bank of time the deadline stays the same: what was used stays used."""
    desk = playing(options=FISCHER)
    desk.move(ANNA)
    desk.move(BO)
    deadline = desk.room.game.deadline(desk.match.state)
    desk.act(ANNA, "requestUndo")
    desk.connect(BO, anna=desk.now)
    desk.now += 50_000
    assert desk.act(BO, "respondUndo", accept=True).confirmed
    assert (desk.mover, desk.room.game.deadline(desk.match.state)) == (ANNA, deadline)
    granted = desk.now
    desk.now = granted + 60_000 + MARGIN - 1
    assert rejected(desk.flag(BO)) == "deadline/not_reached"
    desk.now += 1
    assert desk.flag(BO).used_presence
    assert ended_by_time(desk)


def test_an_absence_that_was_reached_is_settled_when_the_player_says_hello() -> None:
    desk = playing(options=SLOW)
    desk.connect(BO, anna=NOW)
    desk.now = NOW + 60_000
    outcome = desk.hello(ANNA)
    assert (outcome.answer_room, outcome.used_presence, ended_by_time(desk)) == (True, True, True)


def test_a_command_that_an_absence_was_settled_for_depends_on_the_presence_too() -> None:
    desk = playing(options={"timeControl": {"kind": "perMove", "perMoveSec": 60}, "disconnectGraceSec": 30})
    desk.connect(BO, anna=NOW)
    desk.now = NOW + 30_000 + MARGIN
    outcome = desk.act(BO, "offerDraw")
    assert (outcome.confirmed, outcome.timeouts, outcome.used_presence) == (True, 1, True)
    assert not desk.act(BO, "cancelOffer").used_presence


def test_a_hello_in_time_settles_nothing() -> None:
    desk = playing(options=SLOW)
    desk.connect(BO, anna=NOW)
    desk.now = NOW + 59_999
    assert not desk.hello(ANNA).changed


def test_every_turn_has_its_grace_anew() -> None:
    desk = playing(options={"timeControl": {"kind": "perMove", "perMoveSec": 60}, "disconnectGraceSec": 30})
    desk.connect(BO, anna=NOW)
    for _ in range(2):
        desk.now = desk.turn_at + 30_000 + MARGIN
        assert desk.flag(BO).timeouts == 1
        assert desk.room.status == "playing"
        desk.now += 45_000
        desk.move(BO)
    assert desk.room.game.deadline(desk.match.state) == desk.turn_at + 60_000
