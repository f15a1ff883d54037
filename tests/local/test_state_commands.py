"""How a tab numbers its commands, sends them again, and learns what became of them."""

import pytest

from local.client.state import SEND_AGAIN_MS, BusyError, TabState
from tests.local.script import GATEWAY_FAILURE, REFUSED, due, frame, moves, opened, room, sent, update

ONE = moves("d3")


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
