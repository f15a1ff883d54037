"""The packed action log: what goes in comes out, and what was not written by it is refused."""

from dataclasses import replace
from itertools import cycle
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from engine.game import ActionModel, Millis, PlayerId, Timeout
from functions.rooms.log import MAX_BYTES, CommandId, Log, LogEntry
from functions.rooms.record import replay
from tests.rooms.people import ANNA, BO, NOW, Desk, playing, rejected

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.from_regex(
    "[a-z][0-9]", fullmatch=True
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


class Point(ActionModel):
    """An action of two numbers."""

    type: Literal["point"] = "point"
    x: int
    y: int


class Note(ActionModel):
    """An action that holds whatever JSON can."""

    type: Literal["note"] = "note"
    value: JsonValue
    other: JsonValue = None


ACTIONS: st.SearchStrategy[ActionModel] = (
    st.builds(Point, x=st.integers(-3, 300), y=st.integers())
    | st.builds(Note, value=VALUES, other=VALUES)
    | st.just(Timeout())
)
IDS = st.builds(CommandId, TEXT, st.integers(1, 2**53 - 1))
STEPS = st.lists(
    st.tuples(
        st.integers(0, 63), st.integers(-5_000, 90_000), ACTIONS, st.none() | IDS, st.integers(0, 2**40)
    ),
    max_size=12,
)


def written(
    steps: list[tuple[int, Millis, ActionModel, CommandId | None, Millis]],
) -> tuple[Log, list[LogEntry]]:
    """A log of these steps (player, ms after the step before, action, command, held), and what is in it."""
    log, at, entries = Log.start(NOW), NOW, list[LogEntry]()
    for player, after, action, by, held in steps:
        at += after
        log = log.append(player, at, action, by=by, held=held)
        entries.append(LogEntry(player, at, action.model_dump(mode="json"), by, held))
    return log, entries


@given(STEPS)
def test_every_entry_comes_back_as_it_was_written(
    steps: list[tuple[int, Millis, ActionModel, CommandId | None, Millis]],
) -> None:
    log, entries = written(steps)
    assert list(log.entries(NOW)) == entries
    assert log.last_at == (entries[-1].at if entries else NOW)


@given(STEPS)
def test_a_log_read_back_from_its_stored_parts_goes_on_as_if_never_stored(
    steps: list[tuple[int, Millis, ActionModel, CommandId | None, Millis]],
) -> None:
    log, _ = written(steps)
    stored = Log(bytes(log.packed), tuple(log.words), log.last_at)
    step = (1, log.last_at + 5, Point(x=1, y=2))
    assert stored.append(*step, by=None) == log.append(*step, by=None)


@pytest.mark.parametrize(
    ("value", "most"),
    [
        pytest.param(None, 1, id="null"),
        pytest.param(True, 1, id="true"),
        pytest.param(False, 1, id="false"),
        pytest.param(0, 1, id="zero"),
        pytest.param(7, 1, id="a coordinate"),
        pytest.param(-1, 1, id="minus one"),
        pytest.param(224, 2, id="a point of a big board"),
        pytest.param(-(2**70), 11, id="a huge negative number"),
        pytest.param("e4", 2, id="a square"),
        pytest.param("a0", 1, id="the first of such names"),
        pytest.param("z9", 2, id="the last of them"),
        pytest.param("E4", 3, id="no such name"),
        pytest.param("e٤", 4, id="a digit that is none of them"),
        pytest.param("q", 2, id="a letter"),
        pytest.param("e2e4", 5, id="a short text"),
        pytest.param("흑이 이겼어요", 20, id="Korean"),
        pytest.param("", 1, id="an empty text"),
        pytest.param([1, [2, None]], 13, id="lists"),
        pytest.param({"a": 1.5}, 10, id="an object"),
    ],
)
def test_each_kind_of_value_is_kept_small(value: JsonValue, most: int) -> None:
    once = Log.start(NOW).append(0, NOW, Note(value=value), by=None)
    bare = Log.start(NOW).append(0, NOW, Note(value=None), by=None)
    assert next(once.entries(NOW)).action["value"] == value
    assert len(once.packed) - len(bare.packed) + 1 <= most


def test_time_may_step_back_because_receive_times_may_cross() -> None:
    log = Log.start(NOW)
    for at in (NOW + 5_000, NOW + 3_000, NOW - 2):
        log = log.append(0, at, Timeout(), by=None)
    assert [entry.at for entry in log.entries(NOW)] == [NOW + 5_000, NOW + 3_000, NOW - 2]


def test_a_tab_and_a_shape_are_stored_once_however_often_they_come() -> None:
    log = Log.start(NOW)
    for number in range(1, 61):
        log = log.append(
            number % 2, NOW + number, Point(x=1, y=2), by=CommandId("a-tab-of-36-characters", number)
        )
    assert log.words == ("a-tab-of-36-characters", "point x y")
    assert len(log.packed) <= 60 * 7


def test_a_held_deadline_is_in_the_entry_and_costs_nothing_in_the_others() -> None:
    plain = Log.start(NOW).append(0, NOW, Timeout(), by=None)
    held = Log.start(NOW).append(0, NOW, Timeout(), by=None, held=31_000)
    assert len(plain.packed) == 3
    assert [entry.held for entry in held.entries(NOW)] == [31_000]


DAMAGED = Log.start(NOW).append(1, NOW + 300, Note(value="text", other=[1]), by=CommandId("tab", 300), held=5)


@pytest.mark.parametrize("kept", range(1, len(DAMAGED.packed)))
def test_a_log_that_ends_in_the_middle_of_an_entry_is_refused(kept: int) -> None:
    cut = Log(DAMAGED.packed[:kept], DAMAGED.words, DAMAGED.last_at)
    with pytest.raises(ValueError, match="log"):
        list(cut.entries(NOW))


def test_a_log_without_its_words_is_refused() -> None:
    with pytest.raises(ValueError, match="word 0 of 0"):
        list(Log(DAMAGED.packed, (), DAMAGED.last_at).entries(NOW))


@given(st.binary(max_size=60))
def test_bytes_that_are_no_log_are_refused_or_read_but_never_crash(noise: bytes) -> None:
    try:
        entries = list(Log(noise, ("tab", "point x y", "note value"), NOW).entries(NOW))
    except ValueError:
        return
    assert len(entries) * 3 <= len(noise)


def undone_game() -> Desk:
    """A game with a move taken back, a draw declined, a time-out played, and moves after each."""
    desk = playing()
    for _ in range(3):
        desk.now += 1_500
        desk.move()
    desk.act(ANNA, "requestUndo")
    desk.now += 700
    desk.act(BO, "respondUndo", accept=True)
    desk.act(BO, "offerDraw")
    desk.act(ANNA, "respondDraw", accept=False)
    desk.now += 30_000 + desk.policy.margin_ms
    desk.wake()
    desk.now += 400
    desk.move()
    return desk


def test_the_log_replays_to_the_state_with_what_was_undone_still_in_it() -> None:
    desk = undone_game()
    state, events = replay(desk.match, desk.room.game, desk.room.options)
    assert state == desk.match.state
    kinds = [entry.action["type"] for entry in desk.match.log.entries(desk.match.started_at)]
    assert kinds == [
        *["place"] * 3,
        "requestUndo",
        "respondUndo",
        "offerDraw",
        "respondDraw",
        "timeout",
        "place",
    ]
    assert [event.type for event in events].count("placed") == 5
    assert desk.room.game.moves_made(desk.match.state) == 4


def test_every_entry_says_who_asked_when_and_with_which_command() -> None:
    desk = undone_game()
    entries = list(desk.match.log.entries(desk.match.started_at))
    assert entries[0] == LogEntry(0, NOW + 1_500, dict(entries[0].action), CommandId("tab1", 2))
    assert entries[7].by is None
    assert entries[7].at == NOW + 4 * 1_500 - 1_500 + 700 + 32_000


@pytest.mark.parametrize(
    ("packed", "words"),
    [
        pytest.param(bytes([5 << 2 | 1, 0, 0]), ("timeout",), id="an action of a player who does not play"),
        pytest.param(bytes([1, 0, 0, 0, 0]), ("place x y",), id="a move that the rules refuse"),
        pytest.param(bytes([1, 0, 0]), ("castle",), id="an action of another game"),
    ],
)
def test_a_log_of_another_game_does_not_replay(packed: bytes, words: tuple[str, ...]) -> None:
    desk = playing()
    match = desk.match
    broken = replace(match, log=Log(packed, words, NOW))
    with pytest.raises(ValueError, match=r"log|union|tag"):
        replay(broken, desk.room.game, desk.room.options)


def full_game() -> Desk:
    """A game whose log is full of moves that were taken back: nobody can fill it alone."""
    desk = playing(options={"undo": "unlimited"})
    for kind in cycle(["place", "requestUndo", "respondUndo"]):
        if desk.match.log.is_full:
            break
        if kind == "place":
            outcome = desk.move(ANNA)
        elif kind == "requestUndo":
            outcome = desk.act(ANNA, kind)
        else:
            outcome = desk.act(BO, kind, accept=True)
        assert outcome.confirmed
    return desk


def test_endless_undos_fill_the_log_but_never_keep_anyone_from_playing_on() -> None:
    desk = full_game()
    more = {rejected(desk.act(ANNA, kind)) for kind in ("offerDraw", "cancelOffer")}
    assert more - {"offer/none", "offer/pending"} == {"rate/limited"}
    for _ in range(2):
        assert desk.move().confirmed
    assert desk.act(ANNA, "resign").confirmed
    assert desk.room.status == "finished"
    assert len(desk.match.log.packed) < MAX_BYTES + 100


def test_a_full_log_keeps_nobody_from_leaving_nor_the_clock_from_running() -> None:
    desk = full_game()
    desk.now += 40_000
    assert desk.wake().timeouts == 1
    assert desk.leave(BO).confirmed


def test_tab_names_count_too_so_that_many_tabs_cannot_outgrow_the_item() -> None:
    log = Log.start(NOW)
    for number in range(1_000):
        log = log.append(0, NOW, Timeout(), by=CommandId(f"{number:064d}", 1))
    assert log.is_full
    assert len(log.packed) < MAX_BYTES


def test_the_players_of_a_log_are_counted_from_the_host() -> None:
    desk = playing()
    desk.move()
    (entry,) = desk.match.log.entries(NOW)
    assert desk.match.players[entry.player] == PlayerId("anna")
