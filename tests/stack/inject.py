"""Putting a room of the running stack into a state that a test needs, through the store's own code.

For what cannot be had from outside in a test's time: a wanted draw of chance, a clock about to fall.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.game import PlayerId
from engine.rng import Rng
from functions.aws.store import DynamoStore
from functions.rooms.commands import Sender, Start
from functions.rooms.decide import decide
from functions.rooms.room import Match, Room
from local.stack import LocalStack
from tests.stack.table import Table


def seed_that(draws: Callable[[Rng], bool]) -> bytes:
    """The first of the small seeds whose generator does what is wanted."""
    for number in range(100_000):
        seed = number.to_bytes(16, "little")
        if draws(Rng.from_seed(seed)):
            return seed
    raise AssertionError("no seed does that")


def start_with(stack: LocalStack, here: Table, seed: bytes) -> None:
    """The host's ``start`` with a seed of the test's choice; both tabs see the game."""
    tab = here.tabs[0].now.you
    assert tab is not None
    host = Sender(PlayerId(here.anna.player_id), tab.tab, here.anna.nickname)

    def begun(room: Room) -> Room:
        return decide(room, Start(host, tab.cs + 1, seed), here.tabs[0].server_now() or 0).room

    _save(stack, here, begun)
    here.both_see("playing")


def change_match(stack: LocalStack, here: Table, change: Callable[[Match], Match]) -> None:
    """Another state of the running game; both tabs see it."""

    def changed(room: Room) -> Room:
        assert room.match is not None
        return replace(room, match=change(room.match), seq=room.seq + 1)

    _save(stack, here, changed)


def _save(stack: LocalStack, here: Table, change: Callable[[Room], Room]) -> None:
    store = DynamoStore(stack.client("dynamodb"), stack.table)
    room = store.load(here.room.room_id)
    assert room is not None
    changed = change(room)
    assert isinstance(store.save(changed, presence_rev=None, arm=None), Room)
    for tab in here.tabs:
        tab.send({"type": "sync"})
        tab.wait_until(lambda now: now.seq >= changed.seq)
