"""The simulator can fail: broken backends and clients, each caught in a few worlds."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import pytest

from engine.clock import Clock
from engine.game import PlayerId
from functions.rooms import decide, frames, messages, play
from functions.rooms.attendance import Attendance
from functions.rooms.log import Log
from functions.rooms.ports import Lost, PostResult
from functions.rooms.room import Room
from functions.rooms.runner import Runner
from local.client.snapshot import Snapshot
from local.client.state import TabState
from local.memory import MemoryStore
from tests.open_store import OpenStore
from tests.simulation import gateway
from tests.simulation.lives import live
from tests.simulation.ports import Ports

MOST_WORLDS = 400


@dataclass(frozen=True)
class Mutation:
    """A fault put into the code, and the words, or the others, that say what it breaks."""

    name: str
    put_in: Callable[[], AbstractContextManager[Any]]
    found: str
    or_else: str | None = None
    is_rare: bool = False
    """Whether it takes hundreds of worlds."""

    def is_shown_by(self, broken: str) -> bool:
        """Whether this is what broke, and not something else."""
        return self.found in broken or (self.or_else is not None and self.or_else in broken)


class _Late(Ports):
    """Ports that put something off; a call that dies takes it along."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.late: list[Callable[[], object]] = []

    def catch_up(self) -> None:
        """Do it now."""
        while self.late:
            self.late.pop(0)()


class _SavesLate(_Late):
    def save(self, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        save = super().save
        self.late.append(lambda: save(room, presence_rev=presence_rev, arm=arm))
        return room

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Sequence[PostResult]:
        results = super().post(frames)
        self.catch_up()
        return results


class _ArmsLate(_Late):
    def arm(self, room_id: str, fire_at: int) -> bool:
        arm = super().arm
        self.late.append(lambda: arm(room_id, fire_at))
        return True

    def save(self, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        saved = super().save(room, presence_rev=presence_rev, arm=arm)
        self.catch_up()
        return saved


def save_over_newer_versions() -> AbstractContextManager[Any]:
    """The store forgets to look at what stands there."""

    def save(self: OpenStore, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        del presence_rev
        stored = self.rooms.get(room.id)
        if stored is not None:
            self.put_room(replace(stored, seq=room.seq - 1))
        return MemoryStore.save(self, room, presence_rev=None, arm=arm)

    return patch.object(OpenStore, "save", save)


def _arm_nothing_when_woken() -> AbstractContextManager[Any]:
    return patch.object(Attendance, "arm", lambda *_, **__: None)


def _start_every_game_alike() -> AbstractContextManager[Any]:
    command_of = messages.command_of
    return patch.object(messages, "command_of", lambda frame, who, _: command_of(frame, who, bytes(16)))


def _give_a_second_for_every_move() -> AbstractContextManager[Any]:
    moved = Clock.moved

    def generous(self: Clock, color: Any, now: int) -> Clock:
        clock = moved(self, color, now)
        return replace(clock, remaining=clock.remaining.having(color, clock.remaining.of(color) + 1_000))

    return patch.object(Clock, "moved", generous)


def _leave_time_outs_out_of_the_log() -> AbstractContextManager[Any]:
    append = Log.append

    def forgetful(self: Log, *arguments: Any, **named: Any) -> Log:
        return self if named["by"] is None else append(self, *arguments, **named)

    return patch.object(Log, "append", forgetful)


def _show_everybody_the_same() -> AbstractContextManager[Any]:
    view = frames.Update._view

    def of_the_first(self: frames.Update, viewer: PlayerId | None) -> Any:
        match = self._outcome.room.match
        return view(self, viewer if match is None else match.players[0])

    return patch.object(frames.Update, "_view", of_the_first)


def _say_the_seed() -> AbstractContextManager[Any]:
    encode = frames.encode

    def open_hearted(frame: Any) -> bytes:
        return encode({**frame, "seed": "00"})

    return patch.object(frames, "encode", open_hearted)


def _move_on_over_gaps() -> AbstractContextManager[Any]:
    return patch.object(Snapshot, "follows", lambda self, frame: frame.seq > self.seq)


def _number_every_resend_anew() -> AbstractContextManager[Any]:
    """The action is carried out again, under another number: its first number was confirmed by it."""
    send = TabState._send_pending

    def renumbered(self: TabState, reaction: Any, at: int) -> None:
        if self.pending is not None and "resend" in self._timers:
            self._cs += 1
            self.pending.frame = {**self.pending.frame, "cs": self._cs}
        send(self, reaction, at)

    return patch.object(TabState, "_send_pending", renumbered)


MUTATIONS = [
    Mutation("tells before the save", lambda: _ports(_SavesLate), "before it was saved"),
    Mutation("saves over a newer version", save_over_newer_versions, "seq went"),
    Mutation("forgets commands", lambda: patch.object(Room, "last_cs", lambda *_: 0), "twice"),
    Mutation(
        "postpones nothing",
        lambda: patch.object(play, "_held", lambda *_: 0),
        "without a time-out",
        is_rare=True,
    ),
    Mutation("keeps no record", lambda: patch.object(Runner, "_archived", lambda _, room: room), "record"),
    Mutation(
        "gives no margin", lambda: patch.object(decide, "_claimable", lambda one, *_: one.at), "too early"
    ),
    Mutation("arms after the save", lambda: _ports(_ArmsLate), "sleeps", "for ever", is_rare=True),
    Mutation("arms nothing when woken", _arm_nothing_when_woken, "sleeps", "for ever", is_rare=True),
    Mutation("gives time away", _give_a_second_for_every_move, "a clock grew"),
    Mutation("leaves time-outs out of the log", _leave_time_outs_out_of_the_log, "the log"),
    Mutation("shows everybody the same", _show_everybody_the_same, "was shown something else"),
    Mutation("says the seed", _say_the_seed, "chance leaks"),
    Mutation("starts every game alike", _start_every_game_alike, "a seed came twice"),
    Mutation("has a client that moves on over gaps", _move_on_over_gaps, "shows another game"),
    Mutation("has a client that numbers anew", _number_every_resend_anew, "believes"),
]


@pytest.mark.parametrize(
    "mutation",
    [
        pytest.param(mutation, id=mutation.name, marks=pytest.mark.slow if mutation.is_rare else ())
        for mutation in MUTATIONS
    ],
)
def test_a_backend_is_caught_that(mutation: Mutation) -> None:
    with mutation.put_in():
        for seed in range(MOST_WORLDS):
            broken = live(seed).broken
            if broken is not None and mutation.is_shown_by(broken):
                return
    pytest.fail(f"{MOST_WORLDS} worlds, and nobody noticed")


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[mutation.name for mutation in MUTATIONS])
def test_a_backend_that_breaks_in_another_way_is_not_caught_for_it(mutation: Mutation) -> None:
    assert mutation.is_shown_by(f"what broke: {mutation.found}, again")
    assert not mutation.is_shown_by("KeyError('a-b_c 0.1 (it is something else): ...')")


def _ports(kind: type[Ports]) -> AbstractContextManager[Any]:
    return patch.object(gateway, "Ports", kind)
