"""The client against real rooms over real sockets (in memory), with a bad network in between."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from unittest.mock import ANY

import pytest

from local.client import ClosedError, Guest, Lobby, ProblemError, Snapshot, Tab, UnreachableError
from local.client.frames import JsonObject
from tests.local.server import Server


@pytest.fixture
def tabs() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


NONE_PENDING: JsonObject = {"undo": None, "draw": None}
OPTIONS: JsonObject = {"colorAssignment": "hostBlack"}


def pair(lobby: Lobby, tabs: ExitStack) -> tuple[Tab, Tab]:
    """Two people in a running game, the host with black."""
    host, guest = lobby.guest("가람"), lobby.guest("나래")
    room = host.create_room("othello", options=OPTIONS)
    first = tabs.enter_context(host.open_tab(room.room_id))
    second = tabs.enter_context(guest.open_tab(room.room_id, code=room.code))
    assert second.sit() is None
    first.wait_until(lambda now: None not in now.seats)
    assert first.start() is None
    second.wait_until(lambda now: now.status == "playing")
    return first, second


def place(square: str) -> JsonObject:
    return {"type": "place", "x": "abcdefgh".index(square[0]), "y": int(square[1]) - 1}


def record(now: Snapshot) -> list[str]:
    return [f"{'abcdefgh'[move['x']]}{move['y'] + 1}" for move in now.moves]  # type: ignore[index,call-overload,operator]


def test_a_move_is_seen_by_both(lobby: Lobby, tabs: ExitStack) -> None:
    black, white = pair(lobby, tabs)
    assert black.act(place("d3")) is None
    assert record(black.now) == ["d3"]
    assert record(white.wait_until(lambda now: len(now.moves) == 1)) == ["d3"]
    assert white.act(place("c3")) is None
    assert record(black.wait_until(lambda now: len(now.moves) == 2)) == ["d3", "c3"]


def test_a_refusal_is_handed_to_who_asked(lobby: Lobby, tabs: ExitStack) -> None:
    black, white = pair(lobby, tabs)
    refused = white.act(place("d3"))
    assert refused is not None
    assert (refused.code, refused.reason) == ("move/not_your_turn", "지금은 상대 차례예요")
    assert black.act(place("d3")) is None


def test_an_undo_shortens_the_record_of_both(lobby: Lobby, tabs: ExitStack) -> None:
    black, white = pair(lobby, tabs)
    black.act(place("d3"))
    assert black.act({"type": "requestUndo"}) is None
    white.wait_until(lambda now: now.view is not None and now.view["pending"] != NONE_PENDING)
    assert white.act({"type": "respondUndo", "accept": True}) is None
    assert record(white.now) == []
    assert record(black.wait_until(lambda now: now.moves == [])) == []


def lose_one_update(server: Server, *, own: bool) -> list[str]:
    """From now on the first update is lost that goes to who caused it, or to who did not."""
    lost: list[str] = []

    def is_lost(text: str) -> bool:
        frame = json.loads(text)
        if frame["type"] != "update" or ("cs" in frame) != own or lost:
            return False
        lost.append(text)
        return True

    server.outbox.lose = is_lost
    return lost


@pytest.mark.slow
def test_a_confirmation_that_was_lost_is_asked_for_with_the_same_command(
    server: Server, lobby: Lobby, tabs: ExitStack
) -> None:
    black, white = pair(lobby, tabs)
    lost = lose_one_update(server, own=True)
    assert black.act(place("d3")) is None
    assert record(black.now) == ["d3"]
    assert white.act(place("c3")) is None
    black.wait_until(lambda now: record(now) == ["d3", "c3"])
    assert len(lost) == 1


def test_who_missed_a_move_asks_when_the_next_change_comes(
    server: Server, lobby: Lobby, tabs: ExitStack
) -> None:
    black, white = pair(lobby, tabs)
    lost = lose_one_update(server, own=False)
    assert black.act(place("d3")) is None
    assert black.act({"type": "offerDraw"}) is None
    white.wait_until(lambda now: record(now) == ["d3"])
    assert [frame["type"] for frame in white.received].count("room") == 4  # hello, sit, start, sync
    assert len(lost) == 1


@pytest.mark.parametrize("failing", ["before", "after"])
def test_a_function_that_failed_hears_the_same_command_again(
    server: Server, lobby: Lobby, tabs: ExitStack, failing: str
) -> None:
    black, white = pair(lobby, tabs)
    acts: list[int] = []

    def fail_once(text: str) -> str | None:
        frame = json.loads(text)
        if frame["type"] != "act":
            return None
        acts.append(frame["cs"])
        return failing if len(acts) == 1 else None

    server.fail = fail_once
    assert black.act(place("d3")) is None
    white.wait_until(lambda now: record(now) == ["d3"])
    assert set(acts) == {2}  # the host's start was 1


def test_a_connection_that_broke_comes_back_with_the_same_tab(
    server: Server, lobby: Lobby, tabs: ExitStack
) -> None:
    black, white = pair(lobby, tabs)
    before = server.connects
    black.act(place("d3"))
    white.cut()
    black.wait_until(lambda now: not all(seat and seat.online for seat in now.seats))
    white.wait_until(lambda now: now.connected)
    black.wait_until(lambda now: all(seat and seat.online for seat in now.seats))
    assert server.connects == before + 1
    assert white.act(place("c3")) is None
    assert record(white.now) == ["d3", "c3"]


def test_a_command_given_while_the_connection_is_broken_is_carried_out(lobby: Lobby, tabs: ExitStack) -> None:
    black, white = pair(lobby, tabs)
    black.cut()
    black.wait_until(lambda now: not now.connected)
    assert black.act(place("d3")) is None
    white.wait_until(lambda now: record(now) == ["d3"])


def test_who_is_put_out_does_not_come_back(lobby: Lobby, tabs: ExitStack) -> None:
    host, guest = lobby.guest("가람"), lobby.guest("나래")
    room = host.create_room("othello")
    first = tabs.enter_context(host.open_tab(room.room_id))
    second = tabs.enter_context(guest.open_tab(room.room_id, code=room.code))
    assert second.sit() is None
    assert first.kick(guest.player_id) is None
    closed = second.wait_until(lambda now: now.closed is not None).closed
    assert closed is not None
    assert (closed.code, closed.reason) == ("room/barred", "방장이 내보냈어요")
    with pytest.raises(ClosedError):
        second.sit()
    again = tabs.enter_context(guest.open_tab(room.room_id, code=room.code))
    with pytest.raises(ClosedError) as refused:
        again.wait_until(lambda now: now.connected)
    assert refused.value.code == "room/barred"


def test_what_cannot_be_fulfilled_says_what_was_known(lobby: Lobby, tabs: ExitStack) -> None:
    black, _ = pair(lobby, tabs)
    with pytest.raises(TimeoutError, match=r"connected True, seq .*status playing"):
        black.wait_until(lambda now: now.status == "finished", timeout=0.05)


def test_a_tab_that_is_closed_wakes_whoever_waits(lobby: Lobby, tabs: ExitStack) -> None:
    black, _ = pair(lobby, tabs)
    black.close()
    with pytest.raises(ClosedError):
        black.wait_until(lambda now: now.status == "finished", timeout=None)


def test_chat_is_heard_by_everybody(lobby: Lobby, tabs: ExitStack) -> None:
    black, white = pair(lobby, tabs)
    black.chat("잘 부탁해요")
    for tab in (black, white):
        said = tab.next_frame("chat")
        assert (said["text"], said["from"]) == ("잘 부탁해요", {"playerId": ANY, "nickname": "가람"})


def test_the_catalogue_and_an_invitation_are_read(lobby: Lobby) -> None:
    assert lobby.health()["status"] == "ok"
    assert "리버시" in [game.name_ko for game in lobby.games()]
    host = lobby.guest("가람")
    room = host.create_room("othello", visibility="public", key="one")
    assert host.create_room("othello", visibility="public", key="one") == room
    card = host.room_by_code(room.code.lower())
    assert (card.room_id, card.status, card.seats[1]) == (room.room_id, "waiting", None)
    assert card.seats[0] is not None
    assert card.seats[0].nickname == "가람"
    rooms = host.rooms(game="othello")["rooms"]
    assert isinstance(rooms, list)
    assert len(rooms) == 1


REFUSED: list[tuple[Callable[[Guest], object], int, str]] = [
    (lambda guest: guest.room_by_code("ZZZZZZ"), 404, "room/not_found"),
    (lambda guest: guest.create_room("othello", options={"undo": 2}), 422, "room/options"),
    (
        lambda guest: guest.ticket(guest.create_room("othello").room_id, tab="no tab!"),
        422,
        "request/invalid",
    ),
]


@pytest.mark.parametrize(("ask", "status", "code"), REFUSED, ids=["code", "options", "tab"])
def test_a_problem_has_its_code_and_a_sentence(
    lobby: Lobby, ask: Callable[[Guest], object], status: int, code: str
) -> None:
    guest = lobby.guest("가람")
    with pytest.raises(ProblemError) as refused:
        ask(guest)
    assert (refused.value.status, refused.value.code) == (status, code)
    assert refused.value.detail.endswith("요")
    assert refused.value.is_final


def test_nobody_there_is_unreachable() -> None:
    with Lobby("http://127.0.0.1:9") as lobby, pytest.raises(UnreachableError):
        lobby.games()
