"""A connection breaks in the middle of a game, or a Lambda dies between saving and telling."""

import pytest

from local.client import JsonObject, Lobby, Tab
from local.stack import LocalStack
from tests.stack.table import WAIT_SEC, listed, seen, table

pytestmark = pytest.mark.slow


def test_a_client_that_is_cut_off_comes_back_by_a_new_ticket_and_plays_on(stack: LocalStack) -> None:
    with table(stack, "othello", colorAssignment="hostBlack") as here:
        anna, bo = here.tabs
        here.act(anna, {"type": "place", "x": 2, "y": 3})
        before = bo.now.seq
        rooms = _told(bo, "room")
        bo.cut()
        bo.wait_until(lambda now: now.connected and _told(bo, "room") > rooms, WAIT_SEC)
        assert (bo.now.seq, len(bo.now.moves)) == (before, 1)
        here.act(bo, {"type": "place", "x": 2, "y": 2})
        assert len(anna.now.moves) == 2


def _told(tab: Tab, kind: str) -> int:
    """How many frames of a kind the tab has got."""
    return len([frame for frame in tab.received if frame["type"] == kind])


def test_who_leaves_on_their_turn_is_shown_away_until_the_grace_ends(stack: LocalStack) -> None:
    options: JsonObject = {"timeControl": {"kind": "none"}, "disconnectGraceSec": 120}
    with table(stack, "othello", flags=False, colorAssignment="hostBlack", **options) as here:
        anna, bo = here.tabs
        here.act(anna, {"type": "place", "x": 2, "y": 3})
        bo.close()
        now = anna.wait_until(lambda now: len(now.away) == 1, WAIT_SEC)
        (away,) = now.away
        assert away.seat == 1
        assert away.since is not None
        assert away.until == away.since + 120_000
        with here.bo.open_tab(here.room.room_id, flags=False):
            anna.wait_until(lambda now: not now.away, WAIT_SEC)


def test_what_was_played_while_a_client_was_away_is_on_its_board_when_it_returns(stack: LocalStack) -> None:
    with table(stack, "othello", colorAssignment="hostBlack") as here:
        anna, bo = here.tabs
        bo.close()
        anna.wait_until(lambda now: now.seats[1] is not None and not now.seats[1].online, WAIT_SEC)
        assert anna.act({"type": "place", "x": 2, "y": 3}) is None
        with here.bo.open_tab(here.room.room_id) as again:  # a seat needs no code
            back = again.wait_until(lambda now: now.connected, WAIT_SEC)
            assert back.you is not None
            assert back.you.role == "player"
            assert len(back.moves) == 1
            assert listed(seen(back)["legalMoves"])


def test_a_repeat_of_the_newest_command_reaches_the_opponent_and_is_played_once(stack: LocalStack) -> None:
    with table(stack, "othello", colorAssignment="hostBlack") as here:
        anna, bo = here.tabs
        here.act(anna, {"type": "place", "x": 2, "y": 3})
        (cs,) = {frame["cs"] for frame in anna.received if frame["type"] == "update"}
        sent: JsonObject = {"type": "act", "cs": cs, "action": {"type": "place", "x": 2, "y": 3}}
        seq = anna.now.seq
        told = _told(bo, "room")
        anna.send(sent)  # as if no answer had come
        bo.wait_until(lambda _: _told(bo, "room") > told, WAIT_SEC)
        assert (bo.now.seq, len(bo.now.moves)) == (seq, 1)


def test_two_tabs_of_one_player_see_the_same_game(stack: LocalStack) -> None:
    with (
        table(stack, "othello", colorAssignment="hostBlack") as here,
        here.anna.open_tab(here.room.room_id) as second,
    ):
        anna, bo = here.tabs
        second.wait_until(lambda now: now.connected, WAIT_SEC)
        assert second.act({"type": "place", "x": 2, "y": 3}) is None
        seq = second.now.seq
        for tab in (anna, bo):
            tab.wait_until(lambda now: now.seq >= seq, WAIT_SEC)
        assert seen(anna.now)["board"] == seen(second.now)["board"]
        anna.close()
        assert all(seat is not None and seat.online for seat in bo.now.seats)
        second.close()
        bo.wait_until(lambda now: now.seats[0] is not None and not now.seats[0].online, WAIT_SEC)


def test_a_spectator_sees_the_board_and_no_legal_moves(stack: LocalStack) -> None:
    with table(stack, "othello", colorAssignment="hostBlack") as here, Lobby(stack.http_url) as lobby:
        guest = lobby.guest("구경꾼")
        with guest.open_tab(here.room.room_id, code=here.room.code) as watching:
            watching.wait_until(lambda now: now.connected, WAIT_SEC)
            here.act(here.tabs[0], {"type": "place", "x": 2, "y": 3})
            now = watching.wait_until(lambda now: len(now.moves) == 1, WAIT_SEC)
            assert now.watching
            assert "legalMoves" not in seen(now)
            refused = watching.act({"type": "place", "x": 2, "y": 2})
            assert refused is not None
            assert refused.code == "room/not_seated"
