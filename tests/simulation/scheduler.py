"""EventBridge Scheduler, and Lambda's own queue of calls that nobody waits for."""

from typing import TYPE_CHECKING

from tests.simulation.ports import Ports
from tests.simulation.watch import must

if TYPE_CHECKING:
    from tests.simulation.world import World

RETRIES_AFTER_MS = (60_000, 120_000)
"""Lambda tries a failed call twice more, then it lies in the dead letters."""


class Scheduler:
    """One-time schedules, precise to a minute."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._standing: set[tuple[str, int]] = set()
        self._due: dict[str, int] = {}
        self.lost: set[str] = set()
        """Rooms of which a call was lost for good."""

    def will_call(self, room_id: str) -> bool:
        """Whether a call of this room is still to come."""
        return self._due.get(room_id, 0) > 0 or any(room == room_id for room, _ in self._standing)

    @property
    def is_done(self) -> bool:
        """Whether no call at all is still to come."""
        return not self._standing and not any(self._due.values())

    def arm(self, room_id: str, second: int) -> None:
        """As ``Timers.arm``: a name that is taken is no error."""
        name = (room_id, second)
        if name in self._standing:
            return
        must(second * 1000 > self._world.relay.now, f"a schedule in the past: {second}")
        self._standing.add(name)
        fate = self._world.fate
        where = f"{room_id} at {second}"
        self._world.note(f"schedule {where}")
        late = fate.below(f"fires {where}", 60_000)
        if fate.happens("fire.early", where):
            late = -fate.between(f"early {where}", 1, 20_000)
        elif fate.happens("fire.late", where):
            late = fate.between(f"late {where}", 60_000, 900_000)
        self._world.relay.at(second * 1000 + late, lambda: self._fire(room_id, second, where))

    def refuse(self, room_id: str) -> bool:
        """The service is out of reach: no schedule is made, and the next command is to try again."""
        self.lost.add(room_id)
        return False

    def _fire(self, room_id: str, second: int, where: str) -> None:
        fate = self._world.fate
        self._standing.discard((room_id, second))
        if fate.happens("fire.never", where):
            self.lost.add(room_id)
            return
        self._wake(room_id, second, f"wake {where}", 0)
        if fate.happens("fire.twice", where):
            delay = fate.between(f"twice {where}", 0, 30_000)
            self._world.relay.after(delay, lambda: self._wake(room_id, second, f"wake {where} again", 0))

    def _wake(self, room_id: str, second: int, name: str, tries: int) -> None:
        world = self._world
        self._due[room_id] = self._due.get(room_id, 0) + 1

        def body(ports: Ports) -> None:
            world.gateway.runner(ports).woken(room_id, second, world.relay.now)

        def ended(succeeded: bool) -> None:
            if succeeded:
                self._due[room_id] -= 1
            elif tries < len(RETRIES_AFTER_MS):
                world.relay.after(RETRIES_AFTER_MS[tries], again)
            else:
                self._due[room_id] -= 1
                self.lost.add(room_id)

        def again() -> None:
            self._due[room_id] -= 1
            self._wake(room_id, second, f"{name}'", tries + 1)

        world.gateway.call(name, None, body, ended)

    def tell_crowd(self, where: str, room_id: str, frame: bytes | None, but: str | None) -> None:
        """As ``Fanout.tell``."""
        world = self._world
        if world.fate.happens("fire.never", where):
            return

        def body(ports: Ports) -> None:
            world.gateway.runner(ports).crowd(room_id, frame, but=but, now=world.relay.now)

        world.gateway.call(f"{where} crowd", None, body, lambda _: None)
        if world.fate.happens("fire.twice", where):
            world.gateway.call(f"{where} crowd again", None, body, lambda _: None)
