"""Whole worlds in which everything goes wrong, lived through from seeds."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.game import PlayerId
from functions.rooms.commands import Command
from functions.rooms.decide import decide
from functions.rooms.frames import Update
from functions.rooms.room import Room
from functions.rooms.runner import Runner
from functions.rooms.teller import Teller
from tests.simulation.lives import live


@pytest.mark.parametrize("seed", range(8))
def test_a_world_holds_whatever_goes_wrong_in_it(seed: int) -> None:
    life = live(seed)
    assert life.broken is None, f"python -m tests.simulation {seed}"
    assert life.saves > 0


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 1_100, 10))
def test_a_hundred_worlds_hold_whatever_goes_wrong_in_them(first: int) -> None:
    broken = {seed: life.broken for seed in range(first, first + 10) if (life := live(seed)).broken}
    assert broken == {}, "python -m tests.simulation SEED tells the story of one"


def _tell_before_saving(patch: pytest.MonkeyPatch) -> None:
    decide_and_save = Runner._decide_and_save

    def too_early(self: Runner, room: Room, command: Command, teller: Teller, *, fired_at: int = 0) -> Any:
        outcome = decide(room, command, teller.now, self.policy)
        if outcome.changed and outcome.rejection is None:
            teller.outcome(outcome)
        return decide_and_save(self, room, command, teller, fired_at=fired_at)

    patch.setattr(Runner, "_decide_and_save", too_early)


def _forget_what_was_done(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Room, "last_cs", lambda *_: 0)


def _keep_no_record(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Runner, "_archived", lambda _self, room: room)


def _never_wake_up(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("functions.rooms.runner.must_arm", lambda *_, **__: None)
    patch.setattr("functions.rooms.attendance.must_arm", lambda *_, **__: None)


def _send_everybody_the_movers_view(patch: pytest.MonkeyPatch) -> None:
    def for_viewer(self: Update, viewer: PlayerId | None, cs: int | None = None) -> bytes:
        del viewer
        match = self._outcome.room.match
        assert match is not None
        return written(self, match.players[0], cs)

    written = Update.for_viewer
    patch.setattr(Update, "for_viewer", for_viewer)


@pytest.mark.parametrize(
    "mistake",
    [
        _tell_before_saving,
        _forget_what_was_done,
        _keep_no_record,
        _never_wake_up,
        _send_everybody_the_movers_view,
    ],
)
def test_the_worlds_break_if_the_backend_makes_a_mistake(
    monkeypatch: pytest.MonkeyPatch, mistake: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mistake(monkeypatch)
    assert any(live(seed).broken for seed in range(12))
