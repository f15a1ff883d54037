"""Which deadline is enforced, and when the timer must wake up for it."""

import random
from dataclasses import replace

import pytest

from engine.game import JsonObject, Millis, PlayerId
from engine.registry import GAMES
from functions.rooms.room import Link, Presence, Room, Status
from functions.rooms.timing import (
    ALWAYS_LET_IN,
    SOON_MS,
    Due,
    Policy,
    due,
    enforced_deadline,
    grace_ms,
    must_arm,
    wake_at,
)
from tests.rooms.people import ANNA, BO, NOW, POLICY, SLOW, TURN, connected, finished, playing, table

PER_MOVE: JsonObject = {"timeControl": {"kind": "perMove", "perMoveSec": 30}}


@pytest.mark.parametrize(
    ("status", "seated", "bound", "let_in", "kept"),
    [
        ("waiting", (ANNA, None), 0, ALWAYS_LET_IN, ALWAYS_LET_IN + 2),
        ("waiting", (ANNA, None), ALWAYS_LET_IN + 5, ALWAYS_LET_IN + 5, ALWAYS_LET_IN + 7),
        ("waiting", (ANNA, BO), 0, 0, ALWAYS_LET_IN + 2),
        ("waiting", (ANNA, BO), ALWAYS_LET_IN + 5, ALWAYS_LET_IN + 5, ALWAYS_LET_IN + 7),
        ("playing", (ANNA, BO), 0, 0, 2),
        ("playing", (ANNA, None), 3, 3, 5),
        ("finished", (ANNA, None), 40, 40, 42),
    ],
)
def test_how_many_spectators_are_let_in_and_how_many_stay(
    status: Status, seated: tuple[PlayerId | None, ...], bound: int, let_in: int, kept: int
) -> None:
    room, policy = replace(table(*seated), status=status), Policy(max_spectators=bound)
    assert (policy.spectators_in(room), policy.spectators_kept(room)) == (let_in, kept)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("seconds", [30, 60, 120])
def test_the_grace_is_the_games_own_option(game: str, seconds: int) -> None:
    assert grace_ms(table(ANNA, BO, game=game, options={"disconnectGraceSec": seconds})) == seconds * 1000


def test_the_grace_is_a_minute_when_nothing_is_chosen() -> None:
    assert grace_ms(table(ANNA, BO)) == 60_000


@pytest.mark.parametrize(
    ("room", "says"),
    [
        pytest.param(table(ANNA, BO), "waiting", id="nothing runs while waiting"),
        pytest.param(finished().room, "finished", id="nothing runs after the end"),
    ],
)
def test_without_a_running_game_there_is_no_deadline(room: Room, says: str) -> None:
    assert room.status == says
    assert (due(room, POLICY), enforced_deadline(room, POLICY), wake_at(room, NOW, POLICY)) == (
        [],
        None,
        None,
    )
    assert must_arm(room, NOW, POLICY) is None


def test_with_everybody_connected_the_games_own_deadline_is_enforced() -> None:
    desk = playing(options=PER_MOVE)
    assert due(desk.room, POLICY) == [Due(NOW + TURN, ANNA, by_absence=False)]


@pytest.mark.parametrize(
    ("grace", "left_after", "until"),
    [
        pytest.param(30, 0, 30_000, id="gone at the start of the turn, short grace"),
        pytest.param(60, 0, 60_000, id="gone at the start, usual grace"),
        pytest.param(120, 0, 120_000, id="gone at the start, long grace"),
        pytest.param(30, 45_000, 75_000, id="gone in the middle of the turn"),
        pytest.param(60, -90_000, 60_000, id="gone before the turn began: the turn has its grace anew"),
        pytest.param(120, 500_000, 600_000, id="the game's deadline is nearer than the grace"),
    ],
)
def test_the_mover_who_is_gone_has_the_grace_but_no_more_than_the_turn(
    grace: int, left_after: Millis, until: Millis
) -> None:
    desk = playing(options={**SLOW, "disconnectGraceSec": grace})
    room = connected(desk.room, BO, anna=NOW + left_after)
    assert enforced_deadline(room, POLICY) == NOW + until
    assert due(room, POLICY)[0].by_absence == (until < 600_000)


def test_a_player_who_was_never_there_is_absent_from_the_start_of_the_turn() -> None:
    desk = playing(options=SLOW)
    room = replace(desk.room, presence=Presence({}, {}, 0, 0))
    assert enforced_deadline(room, POLICY) == NOW + 60_000


def test_an_absence_in_the_opponents_turn_costs_nothing_until_the_own_turn_begins() -> None:
    desk = playing(options=SLOW)
    desk.connect(ANNA, bo=NOW)
    assert enforced_deadline(desk.room, POLICY) == NOW + 600_000
    desk.now = NOW + 400_000
    desk.move(ANNA)
    assert enforced_deadline(desk.room, POLICY) == NOW + 400_000 + 60_000


def test_one_open_tab_of_many_is_enough_to_be_there() -> None:
    desk = playing(options=SLOW)
    presence = Presence({"a": Link(ANNA, "phone"), "b": Link(BO, "tab1")}, {ANNA: NOW - 5}, 7, 0)
    assert enforced_deadline(replace(desk.room, presence=presence), POLICY) == NOW + 600_000


def test_coming_back_in_time_lifts_the_absence() -> None:
    desk = playing(options=SLOW)
    desk.connect(BO, anna=NOW + 10_000)
    assert enforced_deadline(desk.room, POLICY) == NOW + 70_000
    desk.connect(ANNA, BO)
    assert enforced_deadline(desk.room, POLICY) == NOW + 600_000


@pytest.mark.parametrize(
    ("not_before", "enforced"),
    [
        pytest.param(0, NOW + TURN, id="no outage"),
        pytest.param(NOW + TURN - 1, NOW + TURN, id="the outage ended before the deadline"),
        pytest.param(NOW + TURN + 1, NOW + TURN + 1, id="the deadline passed in the outage"),
    ],
)
def test_no_deadline_is_enforced_before_the_end_of_an_outage(not_before: Millis, enforced: Millis) -> None:
    desk = playing(options=PER_MOVE)
    assert enforced_deadline(desk.room, Policy(not_before=not_before)) == enforced


def test_grace_too_waits_for_the_end_of_an_outage() -> None:
    desk = playing(options=SLOW)
    room = connected(desk.room, BO, anna=NOW)
    later = NOW + 90_000
    assert due(room, Policy(not_before=later)) == [Due(later, ANNA, by_absence=True)]


@pytest.mark.parametrize(
    ("players", "now", "second"),
    [
        pytest.param([ANNA, BO], NOW, 600 + 120, id="both there: two minutes later, they claim themselves"),
        pytest.param([BO], NOW, 60 + 120, id="one there: the other's grace and two minutes"),
        pytest.param([], NOW, 60 + 2, id="nobody there: at the deadline and its margin"),
        pytest.param([], NOW + 1, 60 + 2, id="whole seconds, rounded up"),
        pytest.param([], NOW + 59_001, 60 + 60, id="never nearer than a minute"),
    ],
)
def test_the_timer_is_wanted_when_nobody_else_will_claim(
    players: list[str], now: Millis, second: int
) -> None:
    desk = playing(options=SLOW)
    room = replace(
        desk.room,
        presence=Presence({name: Link(ANNA if name == ANNA else BO, "t") for name in players}, {}, 0, 0),
    )
    assert wake_at(room, now, POLICY) == NOW // 1000 + second


def armed(room: Room, seconds: int) -> Room:
    """The room whose newest schedule fires so many seconds after ``NOW``."""
    return replace(room, armed_at=NOW // 1000 + seconds)


@pytest.mark.parametrize(
    ("armed_at", "fired_at", "second"),
    [
        pytest.param(None, 0, 150, id="there is none yet"),
        pytest.param(150, 0, None, id="it stands just there"),
        pytest.param(100, 0, None, id="an earlier one will fire and arm the next"),
        pytest.param(151, 0, 150, id="the one that stands is too late"),
        pytest.param(0, 0, 150, id="the one that stands is due now"),
        pytest.param(-30, 0, 150, id="the one that stood fired between two games"),
        pytest.param(SOON_MS // 1000 - 1, 0, 150, id="the one that stands may fire before this is saved"),
        pytest.param(SOON_MS // 1000, 0, None, id="the one that stands fires after this is saved"),
        pytest.param(0, 0, 150, id="it fires just now"),
        pytest.param(140, 140, 150, id="early: the one that stands is the one that fires"),
        pytest.param(140, 90, None, id="an older one fires, one stands"),
        pytest.param(140, 145, 150, id="a stray one fires, past the one that stands"),
    ],
)
def test_a_schedule_is_made_only_when_the_one_that_stands_will_not_do(
    armed_at: int | None, fired_at: int, second: int | None
) -> None:
    desk = playing(options=PER_MOVE)
    room = replace(desk.room, armed_at=0) if armed_at is None else armed(desk.room, armed_at)
    base = NOW // 1000
    wanted = must_arm(room, NOW, POLICY, fired_at=fired_at and base + fired_at)
    assert wanted == (None if second is None else base + second)


def thinking_times(seed: int, average: int, plies: int = 60) -> list[Millis]:
    """How long people think: mostly a little, sometimes long, never past half a minute."""
    rng = random.Random(seed)
    return [min(29_000, 700 + int(rng.expovariate(1 / average))) for _ in range(plies)]


def calls_of_a_game(seed: int, average: int, kind: str) -> tuple[int, int]:
    """Scheduler calls and moves of one game between connected people.

    Firings come up to a minute late, as the service promises; each may arm the next.
    """
    rng = random.Random(seed)
    desk = playing(options={"timeControl": {"kind": kind}})
    schedules: list[int] = []
    calls = moves = 0

    def arm(*, fired_at: int = 0) -> int:
        second = must_arm(desk.room, desk.now, POLICY, fired_at=fired_at)
        if second is None:
            return 0
        schedules.append(second)
        desk.room = replace(desk.room, armed_at=second)
        return 1

    calls += arm()
    for think in thinking_times(seed, average):
        desk.now += think
        for second in [one for one in schedules if one * 1000 + rng.randrange(60_000) <= desk.now]:
            schedules.remove(second)
            assert not desk.wake().changed
            calls += arm(fired_at=second)
        assert desk.move().confirmed
        moves += 1
        if desk.room.status != "playing":
            break
        calls += arm()
    return calls, moves


@pytest.mark.parametrize("average", [2_000, 5_000, 9_000])
@pytest.mark.parametrize("kind", ["perMove", "fischer"])
def test_a_game_makes_at_most_one_scheduler_call_in_ten_moves(average: int, kind: str) -> None:
    counts = [calls_of_a_game(seed, average, kind) for seed in range(20)]
    assert all(calls >= 1 for calls, _ in counts)
    assert sum(calls for calls, _ in counts) <= 0.1 * sum(moves for _, moves in counts)
