"""Repeated, late and stale commands: carried out once, whatever the line does."""

from dataclasses import replace

import pytest

from engine.game import JsonObject, PlayerId
from functions.rooms.commands import Act, Kick, Leave, Rematch, Sit, Stand, Start
from functions.rooms.room import MAX_TABS_PER_PLAYER, MAX_UNSEATED
from tests.rooms.people import ANNA, BO, CY, SEED, Desk, connected, finished, playing, rejected, sender, table

PLACES: tuple[JsonObject, JsonObject] = ({"type": "place", "x": 3, "y": 2}, {"type": "place", "x": 2, "y": 2})
"""Black's first move and white's answer."""


def place(number: int, cs: int, tab: str = "tab1", seq: int | None = None) -> Act:
    """The first (Anna's) or second (Bo's) move, as that command."""
    return Act(sender((ANNA, BO)[number], tab), cs, PLACES[number], seq)


def test_a_repeat_of_the_newest_command_is_told_again_to_everyone_and_not_done_again() -> None:
    desk = playing()
    first = desk.ask(place(0, 2))
    again = desk.ask(place(0, 2))
    assert first.changed
    assert (again.changed, again.telling, again.confirmed) == (False, "room", True)
    assert len(list(desk.match.log.entries(desk.match.started_at))) == 1


def test_a_repeat_keeps_its_old_seq_and_is_known_all_the_same() -> None:
    desk = playing()
    seen = desk.room.seq
    assert desk.ask(place(0, 2, seq=seen)).changed
    assert desk.ask(place(0, 2, seq=seen)).confirmed


def test_a_repeat_is_known_by_its_number_whatever_it_asks_for() -> None:
    desk = playing()
    desk.ask(place(0, 2))
    again = desk.ask(Act(sender(ANNA), 2, {"type": "resign"}, None))
    assert (again.confirmed, again.changed, desk.room.status) == (True, False, "playing")


def test_an_older_repeat_is_answered_with_the_room_to_its_sender_alone() -> None:
    desk = playing()
    desk.ask(place(0, 2))
    desk.ask(place(1, 1))
    older = desk.ask(place(0, 2))
    assert (older.answer_room, older.telling, older.confirmed, older.changed) == (
        True,
        "nothing",
        False,
        False,
    )
    assert desk.ask(place(1, 1)).confirmed


def test_a_number_below_the_last_one_is_old_even_if_it_was_never_seen() -> None:
    """Frames overtook each other: command 5 was carried out, 4 comes late and must not be."""
    desk = playing()
    desk.ask(place(0, 5))
    late = desk.ask(place(1, 1))
    assert late.changed
    assert desk.ask(Act(sender(ANNA), 4, {"type": "resign"}, None)).answer_room
    assert desk.room.status == "playing"


def test_a_settlement_in_between_does_not_make_the_newest_command_an_old_one() -> None:
    desk = playing()
    desk.ask(place(0, 2))
    desk.now += 60_000
    assert desk.wake().changed
    assert desk.ask(place(0, 2)).confirmed


def test_a_refused_command_is_not_stored_and_its_repeat_is_judged_anew() -> None:
    desk = playing()
    assert rejected(desk.ask(place(1, 1))) == "move/not_your_turn"
    desk.ask(place(0, 2))
    assert desk.ask(place(1, 1)).changed


def test_numbers_are_counted_for_each_tab_by_itself() -> None:
    desk = playing()
    desk.ask(place(0, 7, tab="phone"))
    desk.ask(place(1, 1))
    assert desk.ask(Act(sender(ANNA, "laptop"), 1, {"type": "offerDraw"}, None)).changed
    assert desk.ask(Act(sender(ANNA, "phone"), 7, {"type": "resign"}, None)).answer_room
    assert desk.room.last_cs(ANNA, "phone") == 7
    assert desk.room.last_cs(ANNA, "laptop") == 1
    assert desk.room.last_cs(ANNA, "watch") == 0


def test_the_same_tab_name_of_two_people_is_two_tabs() -> None:
    desk = playing()
    desk.ask(place(0, 2, tab="same"))
    assert desk.ask(place(1, 2, tab="same")).changed


def legal(desk: Desk) -> JsonObject:
    """A move of whose turn it is, as sent."""
    (*_, move) = desk.room.game.legal_actions(desk.match.state, desk.mover)
    sent: JsonObject = move.model_dump(mode="json")
    return sent


def test_the_newest_eight_tabs_of_a_player_are_known() -> None:
    desk = playing()
    for number in range(MAX_TABS_PER_PLAYER + 2):
        assert desk.ask(Act(sender(ANNA, f"tab-{number}"), 3, legal(desk), None)).confirmed
        desk.move(BO)
    known = [tab for tab, _ in desk.room.tabs[ANNA]]
    assert known == [f"tab-{number}" for number in range(2, MAX_TABS_PER_PLAYER + 2)]
    assert desk.ask(Act(sender(ANNA, "tab-2"), 3, {"type": "resign"}, None)).answer_room
    assert desk.room.status == "playing"


def test_a_tab_that_is_used_again_is_among_the_newest() -> None:
    desk = playing()
    for number, tab in enumerate(["a", "b", "c", "d", "e", "f", "g", "h", "a", "i"], start=1):
        assert desk.ask(Act(sender(ANNA, tab), number, legal(desk), None)).confirmed
        desk.move(BO)
    assert [tab for tab, _ in desk.room.tabs[ANNA]] == ["c", "d", "e", "f", "g", "h", "a", "i"]


@pytest.mark.parametrize(
    ("seq", "code"),
    [
        pytest.param(-1, "command/conflict", id="the one before"),
        pytest.param(1, "command/conflict", id="one that is not there yet"),
        pytest.param(0, None, id="the current one"),
    ],
)
def test_a_given_seq_must_be_the_current_one(seq: int, code: str | None) -> None:
    desk = playing()
    outcome = desk.ask(place(0, 2, seq=desk.room.seq + seq))
    assert (outcome.rejection.code if outcome.rejection else None) == code
    assert outcome.changed == (code is None)


def test_without_a_seq_a_command_counts_whatever_came_before_it() -> None:
    desk = playing()
    desk.act(BO, "offerDraw")
    assert desk.ask(place(0, 2)).changed


# --- who has no seat (any more) is remembered too ---


def test_a_late_frame_cannot_seat_somebody_who_stood_up_again() -> None:
    desk = Desk(connected(table(ANNA, None), ANNA))
    sit = Sit(sender(BO), 1, None)
    desk.ask(sit)
    desk.ask(Stand(sender(BO), 2))
    desk.sit(ANNA, 0)
    assert desk.ask(sit).answer_room
    assert desk.room.seat_of(BO) is None


def test_a_late_frame_cannot_bring_back_the_options_of_a_host_who_stands() -> None:
    desk = Desk(connected(table(ANNA, BO), ANNA, BO))
    desk.stand(ANNA)
    desk.options(ANNA, {"undo": 1})
    desk.options(ANNA, {"undo": "off"})
    desk.sit(BO, 1)
    desk.counts[ANNA, "tab1"] = 1
    assert desk.options(ANNA, {"undo": 1}).answer_room
    assert desk.room.options.model_dump()["undo"] == "off"


def test_a_repeat_of_leaving_is_told_again_and_an_older_one_answered() -> None:
    desk = finished()
    leave = Leave(sender(BO), 9)
    assert desk.ask(leave).changed
    assert desk.ask(leave).confirmed
    desk.sit(ANNA, 0)
    assert desk.ask(leave).answer_room


def test_of_the_many_without_a_seat_the_newest_are_known() -> None:
    desk = Desk(connected(table(ANNA, None), ANNA))
    guests = [PlayerId(f"guest{number}") for number in range(MAX_UNSEATED + 3)]
    for guest in guests:
        desk.sit(guest)
        desk.stand(guest)
    desk.sit(ANNA, 0)
    known = [player for player in desk.room.tabs if player != ANNA]
    assert known == guests[3:]
    assert desk.room.last_cs(guests[-1], "tab1") == 2


def test_a_game_that_begins_forgets_those_who_do_not_play() -> None:
    desk = Desk(connected(table(ANNA, BO), ANNA, BO))
    desk.stand(BO)
    desk.sit(CY)
    desk.stand(CY)
    desk.sit(BO)
    assert set(desk.room.tabs) == {BO, CY}
    desk.start()
    assert set(desk.room.tabs) == {ANNA, BO}


# --- a repeat makes up for what a crash cut off ---


def test_a_repeat_of_each_command_that_changes_the_room_is_told_as_the_whole_room() -> None:
    waiting = Desk(connected(table(ANNA, None), ANNA))
    for command in (Sit(sender(BO), 1, 1), Kick(sender(ANNA), 1, CY), Start(sender(ANNA), 2, SEED)):
        assert waiting.ask(command).changed
        again = waiting.ask(command)
        assert (again.telling, again.confirmed, again.changed) == ("room", True, False)
    over = finished()
    ask = Rematch(sender(BO), 40, SEED)
    over.ask(ask)
    assert over.ask(ask).telling == "room"


def test_a_repeat_is_never_settled_first_because_it_asks_for_nothing_new() -> None:
    desk = playing()
    desk.ask(place(0, 2))
    desk.now += 100_000
    assert not desk.ask(place(0, 2)).changed


def test_a_command_remembers_when_it_was_received() -> None:
    desk = playing()
    desk.now += 1_234
    desk.ask(place(0, 2))
    assert desk.room.last is not None
    assert (desk.room.last.player, desk.room.last.cs, desk.room.last.at) == (ANNA, 2, desk.now)
    assert replace(desk.room.last, cs=3) != desk.room.last
