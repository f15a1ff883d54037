"""More spectators than the websocket function tells itself, on real sockets."""

from contextlib import ExitStack

import pytest

from functions.rooms.teller import CROWD
from local.client import Lobby
from local.stack import LocalStack
from tests.stack.table import WAIT_SEC, seen, table

pytestmark = pytest.mark.slow


def test_a_crowd_sees_the_move_and_the_chat_that_players_see(stack: LocalStack) -> None:
    with (
        table(stack, "othello", flags=False, colorAssignment="hostBlack") as here,
        Lobby(stack.http_url) as lobby,
        ExitStack() as at_end,
    ):
        anna, bo = here.tabs
        crowd = [
            at_end.enter_context(
                lobby.guest(f"구경꾼{number}").open_tab(here.room.room_id, code=here.room.code, flags=False)
            )
            for number in range(CROWD + 2)
        ]
        for tab in crowd:
            tab.wait_until(lambda now: now.connected, WAIT_SEC)
        here.act(anna, {"type": "place", "x": 2, "y": 3})
        for tab in crowd:
            now = tab.wait_until(lambda now: len(now.moves) == 1, WAIT_SEC)
            assert now.watching
            assert "legalMoves" not in seen(now)
        bo.chat("안녕하세요")
        for tab in crowd:
            assert tab.next_frame("chat", WAIT_SEC)["text"] == "안녕하세요"
        anna.leave()
        for tab in crowd:
            tab.wait_until(lambda now: now.status == "finished", WAIT_SEC)
    assert "crowd" in stack.log("spectators")
    assert stack.errors() == ""
