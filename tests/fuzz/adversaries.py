"""People who send whatever comes to mind to a room in which two others play."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.registry import GAMES
from functions.rooms.codec import StoredRoom
from functions.rooms.messages import ActFrame, Unreadable, read
from tests.open_store import OpenStore
from tests.rooms.client_frames import hostile
from tests.rooms.people import ANNA, BO, CY, table
from tests.rooms.world import Socket, World


@dataclass
class Scene:
    """Anna and Bo at a running game, and the socket of somebody who means no good."""

    world: World
    store: OpenStore
    sender: Socket
    may_say: Callable[[str], bool]
    """Whether a text is one that must change nothing: an adversary with a seat may also play."""

    def stored(self) -> StoredRoom:
        """The room as it is kept."""
        return self.store.rooms[self.world.first.id]

    def text(self, rng: random.Random) -> str:
        """Something to send."""
        while True:
            text = hostile(rng)
            if self.may_say(text):
                return text

    def forget(self) -> None:
        """Empty what the outbox keeps for tests."""
        self.world.outbox.clear()
        self.world.outbox.closed.clear()

    def check_untouched(self, before: StoredRoom, text: str) -> None:
        """Nothing happened to anybody else."""
        assert self.stored() is before, f"{text!r} changed the room"
        others = set(self.world.outbox.sent) - {self.sender.id}
        assert not others, f"{text!r} reached {others}"
        assert not self.world.faults, f"{text!r} broke a game: {self.world.faults}"


def spectator() -> Scene:
    """Somebody who may watch, and not chat: whatever they say concerns nobody."""
    return _scene(spectators=True, sender=lambda world: world.join(CY))


def stranger() -> Scene:
    """Somebody who may not even watch, and goes on sending on a socket that is being closed."""
    return _scene(spectators=False, sender=lambda world: world.socket(CY))


def player() -> Scene:
    """Bo himself, with texts that are no frame or no action of the game."""
    scene = _scene(spectators=True, sender=lambda world: world.join(BO, "other"))
    return replace(scene, may_say=_is_nothing)


def _scene(*, spectators: bool, sender: Callable[[World], Socket]) -> Scene:
    store = OpenStore()
    room = replace(table(ANNA, BO, spectators=spectators), chat="players")
    world = World(first=room, store=store)
    anna = world.join(ANNA)
    world.join(BO)
    anna.ask("start")
    scene = Scene(world, store, sender(world), lambda _: True)
    scene.forget()
    return scene


def _is_nothing(text: str) -> bool:
    frame = read(text)
    if isinstance(frame, Unreadable):
        return True
    try:
        return isinstance(frame, ActFrame) and not GAMES["othello"].Action.validate_python(frame.action)
    except ValueError:
        return True


ADVERSARIES = (spectator, stranger, player)
