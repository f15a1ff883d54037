"""How a tab reckons the server's time, keeps its connection and claims deadlines."""

import pytest

from local.client.state import (
    FLAG_AFTER_MS,
    FLAG_AGAIN_MS,
    JITTER_MS,
    PING_EVERY_MS,
    SEND_AGAIN_MS,
    SILENCE_MS,
    SPECTATORS_WAIT_MS,
)
from tests.local.script import SERVER_AHEAD, SOON, due, frame, moves, opened, presence, room, update

ONE = moves("d3")


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


def test_a_player_claims_the_enforced_deadline_as_it_is_reached() -> None:
    state = opened(room(4, deadline=SOON))
    assert due(state, 10_000 + FLAG_AFTER_MS - 1) == []
    reaction = state.due(10_000 + FLAG_AFTER_MS)
    assert reaction.send == [{"type": "flag", "seq": 4}]


def test_a_spectator_claims_it_later_by_a_random_while() -> None:
    state = opened(room(4, deadline=SOON, role="spectator"), chance=0.5)
    when = 10_000 + FLAG_AFTER_MS + SPECTATORS_WAIT_MS + JITTER_MS // 2
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
