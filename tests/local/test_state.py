"""What a tab makes of frames that come, are lost, doubled or out of order."""

import json

import pytest

from local.client.frames import ProtocolError
from local.client.snapshot import ClosedError
from local.client.state import (
    BEHIND_MS,
    JITTER_MS,
    SEND_AGAIN_MS,
    SILENCE_MS,
    TabState,
)
from tests.local.script import (
    REFUSED,
    SOON,
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
