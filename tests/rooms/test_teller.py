"""Posting: players first, the same frame written once, and nobody who fails holds up the rest."""

from dataclasses import replace
from typing import Any

import pytest

from functions.rooms.outcome import Outcome
from functions.rooms.room import Link, Presence
from functions.rooms.tally import Tally
from functions.rooms.teller import Client, Teller
from local.memory import MemoryOutbox
from tests.rooms.people import (
    ANNA,
    BO,
    CY,
    DORA,
    NOW,
    POLICY,
    playing,
    sender,
)


def told(outcome: Outcome, *, client: Client | None = None, cs: int | None = None) -> "Told":
    """What posting an outcome sends, and the spectators it asked for."""
    outbox, asked = RecordingOutbox(), list[str]()
    spectators = {f"watch{number}": Link(player, "tab1") for number, player in enumerate((CY, DORA))}

    def read(room_id: str) -> dict[str, Link]:
        asked.append(room_id)
        return spectators

    Teller(outbox, read, POLICY, NOW, Tally()).outcome(outcome, client, cs)
    return Told(outbox, asked)


class RecordingOutbox(MemoryOutbox):
    """Keeps the frames as the objects they were given as, in the order of posting."""

    def __init__(self) -> None:
        super().__init__()
        self.posts: list[list[tuple[str, bytes]]] = []

    def post(self, frames: Any) -> Any:
        self.posts.append(list(frames))
        return super().post(frames)


class Told:
    """The posts of one outcome."""

    def __init__(self, outbox: RecordingOutbox, asked: list[str]) -> None:
        self.outbox, self.asked = outbox, asked

    def of(self, connection_id: str) -> dict[str, Any]:
        """The one frame of a connection."""
        (frame,) = self.outbox.frames(connection_id)
        return frame

    @property
    def order(self) -> list[str]:
        """The connections in the order of posting."""
        return [connection_id for batch in self.outbox.posts for connection_id, _ in batch]


def moved(*, watching: int = 0, tabs: tuple[str, ...] = ("tab1",)) -> Outcome:
    """Anna's first move, with those tabs of hers open, Bo there, and so many watching."""
    desk = playing()
    connections = {f"anna-{tab}": Link(ANNA, tab) for tab in tabs} | {"bo": Link(BO, "tab1")}
    desk.room = replace(desk.room, presence=Presence(connections, {}, 5, watching))
    return desk.move(ANNA)


def test_the_number_of_a_command_is_in_the_frames_of_its_own_tab_alone() -> None:
    outcome = moved(tabs=("tab1", "tab2"))
    client = Client("anna-tab1", "room00000001", sender(ANNA, "tab1"))
    posts = told(outcome, client=client, cs=2)
    assert posts.of("anna-tab1")["cs"] == 2
    assert "cs" not in posts.of("anna-tab2")
    assert "cs" not in posts.of("bo")


@pytest.mark.parametrize("telling", ["update", "room"])
def test_a_refused_commands_number_is_in_no_frame_of_the_settlement(telling: str) -> None:
    outcome = replace(moved(), confirmed=False, telling=telling)  # type: ignore[arg-type]
    client = Client("anna-tab1", "room00000001", sender(ANNA, "tab1"))
    assert "cs" not in told(outcome, client=client, cs=2).of("anna-tab1")


def test_players_are_told_before_spectators() -> None:
    outcome = moved(watching=2)
    assert told(outcome).order == ["anna-tab1", "bo", "watch0", "watch1"]


def test_nobody_looks_for_spectators_when_the_room_says_there_are_none() -> None:
    outcome = moved(watching=0)
    posts = told(outcome)
    assert (posts.asked, posts.order) == ([], ["anna-tab1", "bo"])


def test_equal_frames_are_written_once() -> None:
    outcome = moved(watching=2, tabs=("tab1", "tab2"))
    client = Client("anna-tab1", "room00000001", sender(ANNA, "tab1"))
    posts = told(outcome, client=client, cs=2)
    texts = {connection_id: data for batch in posts.outbox.posts for connection_id, data in batch}
    assert texts["watch0"] is texts["watch1"]
    assert len({id(data) for data in texts.values()}) == 4  # Anna's tab, her other, Bo, the spectators


def test_a_sender_who_is_not_listed_yet_is_told_all_the_same() -> None:
    outcome = moved()
    posts = told(outcome, client=Client("new", "room00000001", sender(ANNA, "tab1")), cs=2)
    assert posts.of("new")["cs"] == 2


def test_a_spectator_whose_flag_it_was_is_told_once_and_among_the_first() -> None:
    outcome = replace(moved(watching=2), confirmed=False)
    posts = told(outcome, client=Client("watch0", "room00000001", sender(CY, "tab1")))
    assert posts.order == ["anna-tab1", "bo", "watch0", "watch1"]
    assert "legalMoves" not in posts.of("watch0")["view"]


def test_a_sender_who_is_owed_the_whole_room_gets_no_update_besides() -> None:
    outcome = replace(moved(), answer_room=True, confirmed=False)
    posts = told(outcome, client=Client("anna-tab1", "room00000001", sender(ANNA, "tab1")))
    assert posts.order == ["bo"]


@pytest.mark.parametrize("watching", [0, 2])
def test_nothing_is_posted_for_nothing(watching: int) -> None:
    outcome = replace(moved(watching=watching), telling="nothing")
    posts = told(outcome)
    assert (posts.order, posts.asked) == ([], [])


@pytest.mark.parametrize("result", ["gone", "failing"])
def test_a_post_that_fails_is_counted_and_the_others_are_still_told(result: str) -> None:
    outbox, tally = MemoryOutbox(), Tally()
    getattr(outbox, result).add("anna-tab1")
    outcome = moved()
    teller = Teller(outbox, lambda _: {}, POLICY, NOW, tally)
    teller.outcome(outcome)
    assert [frame["type"] for frame in outbox.frames("bo")] == ["update"]
    assert (tally.posts, tally.gone, tally.failed_posts) == (
        2 if result == "gone" else 3,  # what fails on the way to a player is tried once more
        int(result == "gone"),
        int(result == "failing"),
    )
    assert teller.gone == ({"anna-tab1": ANNA} if result == "gone" else {})
