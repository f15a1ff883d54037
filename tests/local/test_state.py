"""The client's half of the protocol, with frames dropped, doubled and out of order."""

import json

import pytest

from local.client.frames import ProtocolError
from local.client.snapshot import ClosedError
from local.client.state import (
    BEHIND_MS,
    FLAG_AFTER_MS,
    FLAG_AGAIN_MS,
    JITTER_MS,
    PING_EVERY_MS,
    SEND_AGAIN_MS,
    SILENCE_MS,
    WATCHERS_WAIT_MS,
    BusyError,
    TabState,
)
from tests.local.script import (
    GATEWAY_FAILURE,
    SERVER_AHEAD,
    due,
    frame,
    moves,
    opened,
    presence,
    room,
    sent,
    squares,
    update,
)

ONE = moves("d3")
TWO = moves("d3", "c3")
THREE = moves("d3", "c3", "b3")
UNDONE = moves("d3", "e3")


def test_a_new_connection_says_hello_and_asks_for_the_time_once_it_is_answered() -> None:
    state = TabState(lambda: 0.5)
    seen = [state.snapshot.connected]
    assert sent(state.opened(0)) == ["hello"]
    seen.append(state.snapshot.connected)
    assert sent(state.receive(room(4), 10)) == ["ping"]
    seen.append(state.snapshot.connected)
    assert seen == [False, False, True]
    assert state.snapshot.seq == 4


SCRIPTS: list[tuple[str, list[str], int, list[str], list[str]]] = [
    # what happened, frames after room 4 with d3, seq then, record then, frames sent
    ("the next update", [update(5, TWO, start=1)], 5, ["d3", "c3"], []),
    ("an update doubled", [update(5, TWO, start=1)] * 2, 5, ["d3", "c3"], []),
    ("an update older than the room", [update(4, ONE, start=0)], 4, ["d3"], []),
    ("two in order", [update(5, TWO, start=1), update(6, THREE, start=2)], 6, ["d3", "c3", "b3"], []),
    (
        "two out of order: the room is asked for once, and the late one still counts",
        [update(6, THREE, start=2), update(5, TWO, start=1)],
        5,
        ["d3", "c3"],
        ["sync"],
    ),
    (
        "a jump, then more: still one question",
        [update(7, THREE, start=2), update(8, THREE, start=3), update(9, THREE, start=3)],
        4,
        ["d3"],
        ["sync"],
    ),
    (
        "a jump, then the room",
        [update(6, THREE, start=2), room(6, record=THREE)],
        6,
        ["d3", "c3", "b3"],
        ["sync"],
    ),
    (
        "a jump, the room, and what follows it",
        [update(6, TWO, start=2), room(6, record=TWO), update(7, THREE, start=2)],
        7,
        ["d3", "c3", "b3"],
        ["sync"],
    ),
    ("an undo cuts the record", [update(5, [], start=0)], 5, [], []),
    ("an undo and a new move", [update(5, UNDONE, start=1)], 5, ["d3", "e3"], []),
    ("a record with a hole", [update(5, THREE, start=2)], 4, ["d3"], ["sync"]),
    ("a room that is newer", [room(9, record=TWO)], 9, ["d3", "c3"], []),
    (
        "a room that was overtaken is asked for again",
        [update(5, TWO, start=1), room(4, record=ONE)],
        5,
        ["d3", "c3"],
        ["sync"],
    ),
    (
        "only a second room sets seq back",
        [update(5, TWO, start=1), room(3, record=[]), room(3, record=[])],
        3,
        [],
        ["sync"],
    ),
    (
        "a room that sets seq back is followed by its own updates",
        [update(5, TWO, start=1), room(3, record=[]), room(3, record=[]), update(4, ONE, start=0)],
        4,
        ["d3"],
        ["sync"],
    ),
    ("a type nobody knows", [frame("fireworks", seq=9)], 4, ["d3"], []),
    (
        "chat",
        [frame("chat", **{"from": {"playerId": "na", "nickname": "나래"}, "text": "안녕"})],
        4,
        ["d3"],
        [],
    ),
]


@pytest.mark.parametrize(
    ("script", "seq", "record", "asked"), [row[1:] for row in SCRIPTS], ids=[row[0] for row in SCRIPTS]
)
def test_frames_are_merged(script: list[str], seq: int, record: list[str], asked: list[str]) -> None:
    state = opened(room(4, record=ONE))
    sendings = [sending for text in script for sending in sent(state.receive(text, 100))]
    assert state.snapshot.seq == seq
    assert squares(state) == record
    assert sendings == asked


def test_an_update_before_the_first_room_is_caught_up_with() -> None:
    state = opened()
    assert sent(state.receive(update(5, TWO, start=1), 1)) == []
    assert sent(state.receive(room(4, record=ONE), 2)) == ["ping", "sync"]
    assert squares(state) == ["d3"]
    assert sent(state.receive(room(5, record=TWO), 3)) == []
    assert squares(state) == ["d3", "c3"]


def test_after_a_new_connection_a_room_that_has_lost_moves_is_believed_at_once() -> None:
    state = opened(room(9, record=THREE))
    state.lost()
    state.opened(50)
    state.receive(room(5, record=ONE), 60)
    assert (state.snapshot.seq, squares(state)) == (5, ["d3"])


def test_an_unanswered_question_is_asked_again_and_silence_gives_the_connection_up() -> None:
    state = TabState(lambda: 0.5)
    state.opened(0)
    assert due(state, SEND_AGAIN_MS - 1) == []
    assert due(state, SEND_AGAIN_MS) == ["hello"]
    assert due(state, 2 * SEND_AGAIN_MS) == ["hello"]
    assert state.due(SILENCE_MS).reconnect


def test_a_spectator_waits_a_random_while_before_asking() -> None:
    state = opened(room(4, record=ONE, role="spectator"), chance=0.5)
    assert sent(state.receive(update(6, THREE, start=2), 100)) == []
    assert due(state, 100 + JITTER_MS // 2 - 1) == []
    assert due(state, 100 + JITTER_MS // 2) == ["sync"]


def test_a_spectator_does_not_ask_when_the_missing_update_comes_late() -> None:
    state = opened(room(4, record=ONE, role="spectator"))
    state.receive(presence(5, online=True), 100)
    state.receive(update(5, TWO, start=1), 200)
    assert due(state, 100 + BEHIND_MS + JITTER_MS) == []


# --- Commands -------------------------------------------------------------------------------------


def test_commands_are_numbered_from_one_and_only_one_is_on_its_way() -> None:
    state = opened(room(4))
    command, reaction = state.submit("act", {"action": {"type": "resign"}}, 10)
    assert reaction.send == [{"type": "act", "cs": 1, "action": {"type": "resign"}}]
    with pytest.raises(BusyError):
        state.submit("leave", {}, 11)
    state.receive(update(5, ONE, start=0, cs=1), 12)
    assert command.reply is not None
    assert command.reply.rejection is None
    assert sent(state.submit("leave", {}, 13)[1]) == ["leave 2"]


def test_a_tab_that_comes_back_counts_on_from_what_the_server_has() -> None:
    state = opened(room(4, you_cs=7))
    assert sent(state.submit("leave", {}, 10)[1]) == ["leave 8"]


REFUSED = {"code": "move/illegal", "reason": "여기에 두면 뒤집을 돌이 없어요"}

CONFIRMATIONS: list[tuple[str, str, bool, bool]] = [
    # how, frame, confirmed, refused
    ("its number in an update", update(5, ONE, start=0, cs=1), True, False),
    ("its number in an update that comes too early to merge", update(9, ONE, start=0, cs=1), True, False),
    ("its number in an update that was merged before", update(4, ONE, start=0, cs=1), True, False),
    ("its number in a room", room(5, cs=1), True, False),
    ("the room knows it as this tab's last", room(5, you_cs=1), True, False),
    ("a refusal with its number", frame("rejected", seq=4, cs=1, **REFUSED), True, True),
    ("a refusal with another number", frame("rejected", seq=4, cs=2, **REFUSED), False, False),
    ("a refusal of something else", frame("rejected", seq=4, **REFUSED), False, False),
    ("an update by somebody else", update(5, ONE, start=0), False, False),
    ("a room that does not know it", room(5, you_cs=0), False, False),
]


@pytest.mark.parametrize(
    ("text", "confirmed", "refused"),
    [row[1:] for row in CONFIRMATIONS],
    ids=[row[0] for row in CONFIRMATIONS],
)
def test_a_command_is_confirmed_by(text: str, confirmed: bool, refused: bool) -> None:
    state = opened(room(4))
    command, _ = state.submit("rematch", {}, 10)
    state.receive(text, 20)
    assert (command.reply is not None) == confirmed
    assert (command.reply is not None and command.reply.rejection is not None) == refused
    assert (state.pending is None) == confirmed


def test_a_refused_number_is_not_used_again() -> None:
    state = opened(room(4))
    state.submit("rematch", {}, 10)
    state.receive(frame("rejected", seq=4, cs=1, **REFUSED), 20)
    assert sent(state.submit("rematch", {}, 30)[1]) == ["rematch 2"]


def test_the_gateways_failure_frame_makes_the_command_go_out_again_with_its_number() -> None:
    state = opened(room(4))
    state.submit("rematch", {}, 1_000)
    assert sent(state.receive(GATEWAY_FAILURE, 1_100)) == []
    again = state.next_due()
    assert again is not None
    assert 1_100 < again < 1_400
    assert due(state, again) == ["rematch 1"]


def test_a_server_that_keeps_failing_is_asked_ever_less_often() -> None:
    state = opened()
    at, pauses = 0, []
    for _ in range(8):
        state.receive(GATEWAY_FAILURE, at)
        again = state.next_due()
        assert again is not None
        pauses.append(again - at)
        at = again
        assert due(state, at) == ["hello"]
    assert pauses == sorted(pauses)
    assert pauses[-1] > 10 * pauses[0]


def test_a_failure_frame_when_nothing_is_asked_sends_nothing() -> None:
    state = opened(room(4), frame("pong", t=0))
    state.receive(GATEWAY_FAILURE, 10)
    assert due(state, 60_000) == []


def test_an_unanswered_command_goes_out_again_with_its_number() -> None:
    state = opened(room(4))
    state.submit("rematch", {}, 1_000)
    assert due(state, 1_000 + SEND_AGAIN_MS) == ["rematch 1"]


def test_a_command_cut_off_goes_out_again_on_the_next_connection_but_after_the_room() -> None:
    state = opened(room(4))
    state.submit("rematch", {}, 10)
    state.lost()
    assert state.next_due() is None
    assert sent(state.opened(5_000)) == ["hello"]
    assert sent(state.receive(room(4), 5_010)) == ["ping", "rematch 1"]


def test_a_command_cut_off_that_the_server_has_is_not_sent_again() -> None:
    state = opened(room(4))
    command, _ = state.submit("rematch", {}, 10)
    state.lost()
    state.opened(5_000)
    assert sent(state.receive(room(5, you_cs=1), 5_010)) == ["ping"]
    assert command.reply is not None


def test_a_command_given_without_a_connection_waits_for_the_room() -> None:
    state = TabState(lambda: 0.5)
    _, reaction = state.submit("sit", {}, 0)
    assert sent(reaction) == []
    assert sent(state.opened(10)) == ["hello"]
    assert sent(state.receive(room(4), 20)) == ["ping", "sit 1"]


def test_a_frame_that_is_too_large_is_never_sent() -> None:
    state = opened(room(4))
    with pytest.raises(ValueError, match="8192 are allowed"):
        state.submit("options", {"options": {"name": "가" * 3_000}}, 10)
    assert sent(state.submit("rematch", {}, 20)[1]) == ["rematch 1"]


# --- Time -----------------------------------------------------------------------------------------


def test_the_shortest_round_trip_knows_the_servers_time_best() -> None:
    state = opened(room(4, now=SERVER_AHEAD), at=0)  # a first guess, and the ping of 0
    state.receive(frame("pong", t=0, now=SERVER_AHEAD + 300), 400)
    assert state.clock.now(400) == SERVER_AHEAD + 300 + 200
    state.due(PING_EVERY_MS)
    state.receive(frame("pong", t=PING_EVERY_MS, now=SERVER_AHEAD + PING_EVERY_MS + 10), PING_EVERY_MS + 20)
    assert state.clock.now(0) == SERVER_AHEAD
    state.due(2 * PING_EVERY_MS + 20)
    late = 2 * PING_EVERY_MS
    state.receive(frame("pong", t=late, now=SERVER_AHEAD + late + 900), late + 1_000)
    assert state.clock.now(0) == SERVER_AHEAD


def test_a_pong_that_was_not_asked_for_says_nothing_about_the_time() -> None:
    state = opened(room(4, now=SERVER_AHEAD), at=0)
    state.receive(frame("pong", t=777, now=SERVER_AHEAD + 50_000), 10)
    assert state.clock.now(0) == SERVER_AHEAD


def test_eight_minutes_of_saying_nothing_end_with_a_ping() -> None:
    state = opened(room(4), frame("pong", t=0))
    state.submit("rematch", {}, 60_000)
    state.receive(room(5, you_cs=1), 60_010)
    assert due(state, PING_EVERY_MS) == []
    assert due(state, 60_000 + PING_EVERY_MS) == ["ping"]


def test_a_ping_without_an_answer_gives_the_connection_up() -> None:
    state = opened(room(4), frame("pong", t=0))
    assert due(state, PING_EVERY_MS) == ["ping"]
    assert not state.due(PING_EVERY_MS + SILENCE_MS - 1).reconnect
    assert state.due(PING_EVERY_MS + SILENCE_MS).reconnect


# --- Deadlines ------------------------------------------------------------------------------------

SOON = SERVER_AHEAD + 10_000


def test_a_player_claims_the_enforced_deadline_as_it_is_reached() -> None:
    state = opened(room(4, deadline=SOON))
    assert due(state, 10_000 + FLAG_AFTER_MS - 1) == []
    reaction = state.due(10_000 + FLAG_AFTER_MS)
    assert reaction.send == [{"type": "flag", "seq": 4}]


def test_a_spectator_claims_it_later_by_a_random_while() -> None:
    state = opened(room(4, deadline=SOON, role="spectator"), chance=0.5)
    when = 10_000 + FLAG_AFTER_MS + WATCHERS_WAIT_MS + JITTER_MS // 2
    assert due(state, when - 1) == []
    assert due(state, when) == ["flag"]


@pytest.mark.parametrize(
    ("told", "again_after"),
    [
        (SOON + 2_000, FLAG_AGAIN_MS),  # the margin that anybody but its owner must wait
        (SOON, FLAG_AGAIN_MS),
        (None, FLAG_AGAIN_MS),
        (SOON + 30_000, 30_000),  # nobody loses so soon after an outage
    ],
)
def test_a_claim_that_came_too_early_is_made_again(told: int | None, again_after: int) -> None:
    state = opened(room(4, deadline=SOON), frame("pong", t=0))
    flagged = 10_000 + FLAG_AFTER_MS
    state.due(flagged)
    fields = {} if told is None else {"deadline": told}
    state.receive(frame("rejected", seq=4, code="deadline/not_reached", reason="아직", **fields), flagged)
    assert due(state, flagged + again_after - 1) == []
    assert due(state, flagged + again_after) == ["flag"]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (update(5, ONE, start=0, deadline=SOON + 60_000), []),
        (update(5, ONE, start=0, deadline=None), []),
        (update(5, ONE, start=0, status="finished", deadline=None), []),
        (presence(4, online=False, deadline=SOON - 5_000), ["flag"]),
        (presence(4, online=True, deadline=SOON + 60_000), []),
        (room(5, deadline=SOON - 1_000), ["flag"]),
    ],
    ids=["moved on", "no clock", "over", "absence is nearer", "back again", "nearer"],
)
def test_a_deadline_that_has_changed_is_claimed_when_it_is_reached_now(text: str, claims: list[str]) -> None:
    state = opened(room(4, deadline=SOON))
    state.receive(text, 1_000)
    assert due(state, 9_500) == claims


def test_a_claim_that_nobody_answers_is_made_again_but_not_at_once() -> None:
    state = opened(room(4, deadline=SOON), frame("pong", t=0))
    state.due(10_000 + FLAG_AFTER_MS)
    state.receive(presence(4, online=False, deadline=SOON), 10_200)
    assert due(state, 10_000 + FLAG_AFTER_MS + SEND_AGAIN_MS - 1) == []
    assert due(state, 10_000 + FLAG_AFTER_MS + SEND_AGAIN_MS) == ["flag"]


def test_a_tab_that_does_not_claim_never_does() -> None:
    state = opened(room(4, deadline=SOON), flags=False)
    assert due(state, 20_000) == []


# --- Presence and the end -------------------------------------------------------------------------


def test_presence_changes_who_is_there_and_not_the_game() -> None:
    state = opened(room(4, record=ONE))
    state.receive(presence(4, online=False), 10)
    now = state.snapshot
    assert [seat.online for seat in now.seats if seat] == [True, False]
    assert [who.seat for who in now.away] == [1]
    assert now.room is not None
    assert now.room.spectators.count == 3
    assert (now.seq, squares(state)) == (4, ["d3"])
    state.receive(room(4, record=ONE), 20)
    assert state.snapshot.away == ()


def test_presence_older_than_the_room_is_dropped() -> None:
    state = opened(room(4))
    assert state.receive(presence(3, online=False), 10).frame is None
    assert [seat.online for seat in state.snapshot.seats if seat] == [True, True]


@pytest.mark.parametrize(
    "text", [presence(5, online=True), frame("rejected", seq=5, **REFUSED)], ids=["presence", "rejected"]
)
def test_a_frame_that_shows_a_version_not_seen_yet_asks_a_little_later(text: str) -> None:
    state = opened(room(4, record=ONE))
    assert sent(state.receive(text, 100)) == []
    assert due(state, 100 + BEHIND_MS) == ["sync"]


@pytest.mark.parametrize(
    "text",
    [
        frame("closed", seq=4, code="room/barred", reason="방장이 내보냈어요"),
        frame("rejected", code="room/not_found", reason="방을 찾을 수 없어요"),
    ],
    ids=["put out", "no such room"],
)
def test_a_tab_that_is_put_out_says_nothing_more(text: str) -> None:
    state = opened(room(4, deadline=SOON))
    state.receive(text, 10)
    assert state.snapshot.closed is not None
    assert not state.snapshot.connected
    assert state.next_due() is None
    with pytest.raises(ClosedError):
        state.submit("rematch", {}, 20)


@pytest.mark.parametrize(
    "text", ["", "[]", "nonsense", '{"type":"pong"}', '{"type":5}', room(4).replace('"waiting"', "1")[:-2]]
)
def test_a_frame_that_breaks_the_protocol_is_a_fault(text: str) -> None:
    with pytest.raises(ProtocolError):
        opened().receive(text, 10)


def test_fields_nobody_knows_are_let_through() -> None:
    text = json.dumps({**json.loads(room(4)), "weather": "sunny"})
    assert opened(text).snapshot.seq == 4
