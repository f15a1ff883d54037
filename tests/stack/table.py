"""Two people at a table of the local stack, over real sockets."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from pydantic import JsonValue

from local.client import Guest, JsonObject, Lobby, NewRoom, Snapshot, Tab
from local.stack import LocalStack

WAIT_SEC = 30.0
"""Long enough for a stack that other tests keep busy; nothing is measured by it."""


@dataclass(frozen=True)
class Table:
    """A room with two seated people and the game begun. Anna is its host."""

    room: NewRoom
    anna: Guest
    bo: Guest
    tabs: tuple[Tab, Tab]

    def tab_of(self, player_id: str) -> Tab:
        """The tab of a player."""
        return self.tabs[0] if player_id == self.anna.player_id else self.tabs[1]

    @property
    def mover(self) -> Tab:
        """The tab whose player has the turn."""
        view = seen(self.tabs[0].now)
        players = objected(view["players"])
        return self.tab_of(str(players[str(view["turn"])]))

    def act(self, tab: Tab, action: JsonObject) -> None:
        """Do what must be allowed, and wait until both have seen it."""
        refused = tab.act(action)
        assert refused is None, f"{action}: {refused}"
        seq = tab.now.seq
        for other in self.tabs:
            other.wait_until(lambda now: now.seq >= seq, WAIT_SEC)

    def both_see(self, status: str) -> tuple[Snapshot, Snapshot]:
        """Wait until both tabs have the room in this status."""
        one, two = (tab.wait_until(lambda now: now.status == status, WAIT_SEC) for tab in self.tabs)
        return one, two


@contextmanager
def seated(stack: LocalStack, game: str, *, flags: bool = True, **options: JsonValue) -> Iterator[Table]:
    """Two people who sit and have not begun. ``flags=False``: the tabs claim no deadlines."""
    with ExitStack() as at_end:
        lobby = at_end.enter_context(Lobby(stack.http_url))
        anna, bo = lobby.guest("안나"), lobby.guest("보")
        room = anna.create_room(game, options=options)
        first = at_end.enter_context(anna.open_tab(room.room_id, flags=flags))
        second = at_end.enter_context(bo.open_tab(room.room_id, code=room.code, flags=flags))
        for tab in (first, second):
            tab.wait_until(lambda now: now.connected, WAIT_SEC)
        assert second.sit() is None
        first.wait_until(lambda now: all(now.seats), WAIT_SEC)
        yield Table(room, anna, bo, (first, second))


@contextmanager
def table(stack: LocalStack, game: str, *, flags: bool = True, **options: JsonValue) -> Iterator[Table]:
    """A game that has just begun."""
    with seated(stack, game, flags=flags, **options) as here:
        assert here.tabs[0].start() is None
        here.both_see("playing")
        yield here


def seen(now: Snapshot) -> JsonObject:
    """The view of a tab that has one."""
    assert now.view is not None
    return now.view


def objected(value: JsonValue) -> JsonObject:
    """A field that is an object."""
    assert isinstance(value, dict)
    return value


def listed(value: JsonValue) -> Sequence[JsonObject]:
    """A field that is a list of objects."""
    assert isinstance(value, list)
    return [objected(item) for item in value]
