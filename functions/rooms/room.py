"""What a room is. Values only: nothing here decides, stores or sends.

Two groups of facts live in one room and are written by different hands, so that neither
write can lose the other: what ``save`` owns (everything a command changes; its version is
``seq``) and what presence owns (``Presence``; its version is ``rev``). ``armed_at`` belongs
to the timers, ``archived_no`` to the archive.

The life of a room (the table that ``decide`` obeys)::

    waiting   start            -> playing
    playing   the game's end   -> finished
    finished  all seats asked for a rematch -> playing (game number + 1)
    finished  a seat is free and all who stayed asked for a rematch -> waiting
    finished  leave            -> waiting
    any       the host leaves and nobody sits -> closed (expired at once)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from engine.game import AnyGame, Millis, OptionsModel, PlayerId
from engine.registry import GAMES
from engine.rng import Rng
from functions.rooms.log import Log

Status: TypeAlias = Literal["waiting", "playing", "finished"]
Visibility: TypeAlias = Literal["private", "public"]
ChatRule: TypeAlias = Literal["all", "players", "off"]

MAX_CONNECTIONS_PER_PLAYER = 8
"""As many as somebody who watches may have, too."""
MAX_TABS_PER_PLAYER = 8
MAX_UNSEATED = 8
"""Of so many people without a seat the commands stay known (they sat once, or host the room)."""
MAX_BARRED = 100
"""The newest people put out stay barred; the list is part of one stored item."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody's place at the table."""

    player: PlayerId
    nickname: str


@dataclass(frozen=True, slots=True)
class Link:
    """Whose connection it is: a player's (or spectator's) one tab."""

    player: PlayerId
    tab: str


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is connected. ``connections`` are the players' own; spectators are only counted.

    ``left`` is the moment a player's newest connection to go went; it means absence only
    while that player has no connection. ``rev`` rises with every change of the two.
    """

    connections: Mapping[str, Link]
    left: Mapping[PlayerId, Millis]
    rev: int
    watching: int

    def is_online(self, player: PlayerId) -> bool:
        """Whether the player has a connection."""
        return any(link.player == player for link in self.connections.values())

    def of(self, player: PlayerId) -> list[str]:
        """The player's connection ids."""
        return [conn for conn, link in self.connections.items() if link.player == player]


NOBODY = Presence({}, {}, 0, 0)


@dataclass(frozen=True, slots=True)
class LastCommand:
    """The command that the newest save carried out, to recognise its repeat."""

    player: PlayerId
    tab: str
    cs: int
    at: Millis


@dataclass(frozen=True, slots=True)
class Match:
    """One game of a room: its state and everything that replays it."""

    no: int
    players: tuple[PlayerId, ...]
    nicknames: tuple[str, ...]
    state: Any  # the game's own; nothing here looks inside (see engine.game.AnyGame)
    rng: tuple[int, int, int, int]
    seed: bytes
    started_at: Millis
    log: Log

    @property
    def random(self) -> Rng:
        """The generator as the newest save left it."""
        return Rng.from_state(self.rng)


@dataclass(frozen=True, slots=True)
class Room:
    """A table, the people at it, and the game on it."""

    id: str
    code: str
    game_id: str
    options: OptionsModel
    visibility: Visibility
    chat: ChatRule
    spectators_allowed: bool
    host: PlayerId
    seats: tuple[Seat | None, ...]
    created_at: Millis
    expires_at: int
    """Unix seconds; from then on the room is treated as gone, whether it is deleted or not."""
    status: Status = "waiting"
    seq: int = 1
    barred: tuple[PlayerId, ...] = ()
    rematch: tuple[PlayerId, ...] = ()
    match: Match | None = None
    games_played: int = 0
    last: LastCommand | None = None
    tabs: Mapping[PlayerId, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    presence: Presence = NOBODY
    armed_at: int = 0
    """Unix second at which the newest schedule fires; 0 when there is none."""
    archived_no: int = 0

    @property
    def game(self) -> AnyGame:
        """The rules played here."""
        return GAMES[self.game_id]

    @property
    def unmissed(self) -> list[PlayerId]:
        """Those whose going is still noted though they have no seat (any more)."""
        return [player for player in self.presence.left if self.seat_of(player) is None]

    @property
    def turn_started_at(self) -> Millis | None:
        """When the turn that runs now began, by the game itself; None when none does.

        It is the floor under ``now``, and the earliest instant from which an absence counts.
        """
        return None if self.match is None else self.game.turn_started_at(self.match.state)

    @property
    def seated(self) -> tuple[Seat, ...]:
        """The taken seats, in order."""
        return tuple(seat for seat in self.seats if seat is not None)

    def seat_of(self, player: PlayerId) -> int | None:
        """The 0-based seat of a player, or None for who has none."""
        for index, seat in enumerate(self.seats):
            if seat is not None and seat.player == player:
                return index
        return None

    def last_cs(self, player: PlayerId, tab: str) -> int:
        """The number of the last command of this tab that was saved, 0 for none."""
        newest = self.last
        if newest is not None and (newest.player, newest.tab) == (player, tab):
            return newest.cs
        return dict(self.tabs.get(player, ())).get(tab, 0)

    def confirmed(self, last: LastCommand) -> "Room":
        """The room that remembers ``last`` as its newest command.

        The newest eight tabs of a player stay known; of the people without a seat, the newest eight.
        """
        known = dict(self.tabs)
        others = [entry for entry in known.pop(last.player, ()) if entry[0] != last.tab]
        known[last.player] = (*others[-(MAX_TABS_PER_PLAYER - 1) :], (last.tab, last.cs))
        unseated = [player for player in known if self.seat_of(player) is None]
        for player in unseated[:-MAX_UNSEATED]:
            del known[player]
        return replace(self, last=last, tabs=known)

    def is_gone(self, now: Millis) -> bool:
        """Whether the room's life is over at ``now``, deleted yet or not."""
        return now >= self.expires_at * 1000
