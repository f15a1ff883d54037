"""Ports that misbehave at a chosen moment: they fail, die, or let somebody else in between."""

from collections.abc import Callable, Sequence
from typing import Any

from functions.rooms.ports import Lost
from functions.rooms.room import Room
from local.memory import MemoryOutbox, MemoryStore, MemoryTimers
from tests.rooms.people import ANNA, BO, table
from tests.rooms.world import Socket, World, game_of_two


class CrashError(Exception):
    """The function died here, or its store was out of reach."""


class Hooks:
    """What happens before and after a call by its name, each time once."""

    def __init__(self) -> None:
        self.before: dict[str, Callable[[], object]] = {}
        self.after: dict[str, Callable[[], object]] = {}
        self.calls: list[str] = []

    def run(self, name: str, call: Callable[[], Any]) -> Any:
        """Carry out a call with what was to happen around it."""
        self.calls.append(name)
        if (meddle := self.before.pop(name, None)) is not None:
            meddle()
        answer = call()
        if (meddle := self.after.pop(name, None)) is not None:
            meddle()
        return answer


def crash() -> None:
    """Die."""
    raise CrashError("the function died here")


class MeddledStore(MemoryStore):
    """A store whose every call goes through ``hooks``."""

    def __init__(self, hooks: Hooks) -> None:
        super().__init__()
        self.hooks = hooks

    def load(self, room_id: str) -> Room | None:
        found: Room | None = self.hooks.run("load", lambda: super(MeddledStore, self).load(room_id))
        return found

    def save(self, room: Room, *, presence_rev: int | None, arm: int | None) -> Room | Lost:
        saved: Room | Lost = self.hooks.run(
            "save", lambda: super(MeddledStore, self).save(room, presence_rev=presence_rev, arm=arm)
        )
        return saved

    def archive(self, record: Any) -> None:
        self.hooks.run("archive", lambda: super(MeddledStore, self).archive(record))

    def publish(self, room: Room) -> None:
        self.hooks.run("publish", lambda: super(MeddledStore, self).publish(room))

    def set_armed(self, room_id: str, *, was: int, becomes: int) -> bool:
        done: bool = self.hooks.run(
            "set_armed", lambda: super(MeddledStore, self).set_armed(room_id, was=was, becomes=becomes)
        )
        return done

    def list_connection(self, *args: Any) -> Room | None:
        listed: Room | None = self.hooks.run(
            "list_connection", lambda: super(MeddledStore, self).list_connection(*args)
        )
        return listed

    def unlist_connection(self, *args: Any) -> Room | None:
        listed: Room | None = self.hooks.run(
            "unlist_connection", lambda: super(MeddledStore, self).unlist_connection(*args)
        )
        return listed

    def add_spectator(self, *args: Any) -> bool:
        done: bool = self.hooks.run("add_spectator", lambda: super(MeddledStore, self).add_spectator(*args))
        return done

    def spectators(self, room_id: str) -> Any:
        return self.hooks.run("spectators", lambda: super(MeddledStore, self).spectators(room_id))


class MeddledTimers(MemoryTimers):
    """Timers whose calls go through ``hooks``."""

    def __init__(self, hooks: Hooks) -> None:
        super().__init__()
        self.hooks = hooks

    def arm(self, room_id: str, fire_at: int) -> bool:
        armed: bool = self.hooks.run("arm", lambda: super(MeddledTimers, self).arm(room_id, fire_at))
        return armed


class MeddledOutbox(MemoryOutbox):
    """An outbox whose posts go through ``hooks``."""

    def __init__(self, hooks: Hooks) -> None:
        super().__init__()
        self.hooks = hooks

    def post(self, frames: Sequence[tuple[str, bytes]]) -> Any:
        return self.hooks.run("post", lambda: super(MeddledOutbox, self).post(frames))


def meddled(room: Room | None = None) -> tuple[World, Hooks]:
    """A world whose every port goes through hooks."""
    hooks = Hooks()
    world = World(
        first=table(ANNA, BO) if room is None else room,
        store=MeddledStore(hooks),
        timers=MeddledTimers(hooks),
        outbox=MeddledOutbox(hooks),
    )
    return world, hooks


def meddled_game(room: Room | None = None) -> tuple[World, Hooks, Socket, Socket]:
    """A running game in such a world, nothing of its past in ``hooks.calls``."""
    world, hooks = meddled(room)
    _, anna, bo = game_of_two(world)
    hooks.calls.clear()
    return world, hooks, anna, bo
