"""Deadlines: claimed by clients, and enforced by the Scheduler when nobody is there to claim them."""

import time

import pytest

from local.client import JsonObject
from local.stack import LocalStack
from tests.stack.conftest import StartStack
from tests.stack.table import WAIT_SEC, listed, objected, seen, table

pytestmark = pytest.mark.slow

SWEEP_SEC = 60 + 30
"""A schedule lies a minute ahead at least, and the emulator looks for due ones every ten seconds."""


def test_a_client_that_sees_zero_claims_it_and_the_move_is_made(stack: LocalStack) -> None:
    quick: JsonObject = {"kind": "perMove", "perMoveSec": 10}
    with table(stack, "othello", colorAssignment="hostBlack", timeControl=quick) as here:
        now = here.tabs[1].wait_until(lambda now: len(now.moves) >= 1, WAIT_SEC)
        first = objected(now.moves[0])
        assert first["color"] == "black"
        assert first["auto"] is True


def test_a_claim_before_time_is_refused_with_the_moment_from_which_it_counts(stack: LocalStack) -> None:
    with table(stack, "othello", flags=False, colorAssignment="hostBlack") as here:
        anna, bo = here.tabs
        for tab, margin in ((anna, 0), (bo, 2_000)):
            tab.send({"type": "flag"})
            tab.wait_until(lambda _, tab=tab: tab.received[-1]["type"] == "rejected", WAIT_SEC)  # type: ignore[misc]
            refused = tab.received[-1]
            assert refused["code"] == "deadline/not_reached"
            assert refused["deadline"] == (tab.now.deadline or 0) + margin


def test_the_scheduler_moves_and_ends_a_game_that_everybody_left(start_stack: StartStack) -> None:
    """Three time-outs in a row lose, so a game left to itself must end without any client."""
    stack = start_stack({})
    quick: JsonObject = {"kind": "perMove", "perMoveSec": 10}
    with table(
        stack,
        "othello",
        flags=False,
        colorAssignment="hostBlack",
        timeControl=quick,
        timeoutPolicy="lose",
        disconnectGraceSec=30,
    ) as here:
        for tab in here.tabs:
            tab.close()
        give_up = time.monotonic() + 2 * SWEEP_SEC
        while time.monotonic() < give_up:
            card = here.anna.room_by_code(here.room.code)
            if card.status == "finished":
                break
            time.sleep(2)
        assert card.status == "finished"
        with here.bo.open_tab(here.room.room_id) as back:
            now = back.wait_until(lambda now: now.connected, WAIT_SEC)
            result = objected(seen(now)["result"])
            assert (result["reason"], objected(result["detail"])["reason"]) == ("timeout", "timeLoss")
            assert objected(result["detail"])["winner"] == "white"
        record = here.bo.record(here.room.room_id, 1)
        assert [objected(entry["action"])["type"] for entry in listed(record["actions"])] == ["timeout"]
    # The one that fired deleted itself; what the start had armed still stands and will find nothing to do.
    assert len(stack.client("scheduler").list_schedules()["Schedules"]) == 1
