"""Frames that another has overtaken on their way: what a tab shows comes right again by itself.

The simulation (``tests/simulation``) found each of these.
"""

from local.client.state import BEHIND_MS, SEND_AGAIN_MS, TabState
from tests.local.script import SERVER_AHEAD, due, moves, opened, presence, room, sent, squares, update

ONE = moves("d3")
TWO = moves("d3", "c3")


def online(state: TabState) -> list[bool]:
    """Who of the two seems to be there."""
    return [seat.online for seat in state.snapshot.seats if seat]


def test_a_room_that_was_sent_before_somebody_went_is_asked_for_again() -> None:
    state = opened(room(4, presenceRev=1))
    state.receive(presence(4, online=False, rev=2), 10)
    assert sent(state.receive(room(4, presenceRev=1), 20)) == ["sync"]
    state.receive(room(4, presenceRev=2), 30)
    assert due(state, 30 + BEHIND_MS) == []


def test_news_of_presence_before_the_first_room_is_not_lost() -> None:
    state = TabState(lambda: 0.5)
    state.opened(0)
    state.receive(presence(4, online=False, rev=2), 10)
    assert sent(state.receive(room(4, presenceRev=1), 20)) == ["ping", "sync"]


def test_a_server_that_lost_a_revision_of_presence_is_asked_once() -> None:
    state = opened(room(4, presenceRev=1))
    state.receive(presence(4, online=False, rev=9), 10)
    assert sent(state.receive(room(4, presenceRev=3), 20)) == ["sync"]
    assert sent(state.receive(room(4, presenceRev=3), 30)) == []


def test_newer_presence_of_an_older_version_makes_the_tab_ask_and_no_update_answers_that() -> None:
    state = opened(room(4, record=ONE, presenceRev=1))
    state.receive(presence(3, online=False, rev=2), 10)
    assert online(state) == [True, True]
    state.receive(update(5, TWO, start=1), 20)
    assert due(state, 10 + BEHIND_MS) == ["sync"]


def test_of_two_that_came_and_went_the_newer_counts_in_whatever_order_they_come() -> None:
    state = opened(room(4, presenceRev=1))
    state.receive(presence(4, online=True, rev=3), 10)
    assert state.receive(presence(4, online=False, rev=2), 20).frame is None
    assert online(state) == [True, True]


def test_only_an_answer_to_the_doubt_sets_seq_back_and_no_other_room_that_was_overtaken() -> None:
    state = opened(room(4, record=ONE))
    state.receive(update(5, TWO, start=1, now=SERVER_AHEAD + 100), 100)
    late = room(3, record=[], now=SERVER_AHEAD + 50)
    assert sent(state.receive(late, 110)) == ["sync"]
    assert state.receive(late, 120).frame is None
    assert (state.snapshot.seq, squares(state)) == (5, ["d3", "c3"])
    state.receive(room(3, record=[], now=SERVER_AHEAD + 130), 150)
    assert (state.snapshot.seq, squares(state)) == (3, [])


def test_an_answer_to_the_doubt_that_an_update_has_overtaken_is_asked_for_once_more() -> None:
    state = opened(room(4, record=ONE))
    assert sent(state.receive(room(3, record=[], now=SERVER_AHEAD), 100)) == ["sync"]
    state.receive(update(5, TWO, start=1, now=SERVER_AHEAD + 300), 310)
    assert state.receive(room(4, record=ONE, now=SERVER_AHEAD + 120), 320).frame is None
    assert squares(state) == ["d3", "c3"]
    assert due(state, 100 + SEND_AGAIN_MS) == ["sync"]
    state.receive(room(5, record=TWO, now=SERVER_AHEAD + 5_200), 5_300)
    assert state.snapshot.seq == 5
