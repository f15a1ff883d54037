"""The people of these tests, and rooms for them: values only."""

from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import JsonValue

from engine.game import Json, JsonObject, Millis, PlayerId, Rejection
from engine.registry import GAMES
from functions.rooms.commands import (
    Act,
    ChangeOptions,
    Flag,
    Hello,
    Kick,
    Leave,
    Rematch,
    SavedCommand,
    Sender,
    Sit,
    Stand,
    Start,
    WakeUp,
)
from functions.rooms.decide import decide
from functions.rooms.outcome import Outcome
from functions.rooms.record import replay
from functions.rooms.room import Link, Match, Presence, Room, Seat, Visibility
from functions.rooms.timing import Policy

ANNA, BO, CY, DORA = (PlayerId(name) for name in ("anna", "bo", "cy", "dora"))
EVERYBODY = (ANNA, BO, CY, DORA)
NOW: Millis = 1_800_000_000_000
SEED = bytes(range(16))
POLICY = Policy()
BLACK_FIRST: JsonObject = {"colorAssignment": "hostBlack"}
"""Options under which Anna, the host, has the first move."""
LOSE: JsonObject = {"timeoutPolicy": "lose"}
FISCHER: JsonObject = {"timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 2}}
SLOW: JsonObject = {"timeControl": {"kind": "none"}, "idleLimitSec": 600}
"""A turn that is longer than every grace."""

TURN: Millis = 30_000
"""A turn of reversi when nothing else is chosen."""
MARGIN: Millis = POLICY.margin_ms


def sender(player: PlayerId, tab: str = "tab1") -> Sender:
    """A person as a ticket names them."""
    return Sender(player, tab, player.title())


def table(
    *seated: PlayerId | None,
    options: JsonObject | None = None,
    spectators: bool = True,
    visibility: Visibility = "private",
    host: PlayerId = ANNA,
    game: str = "othello",
) -> Room:
    """A waiting room as the lobby makes it, with those seats taken; Anna's alone by default."""
    seats = seated or (ANNA, None)
    Options = GAMES[game].Options  # noqa: N806 - a class
    first = BLACK_FIRST if "color_assignment" in Options.model_fields else {}
    chosen = {name: value for name, value in (options or {}).items() if first or name not in BLACK_FIRST}
    read = Options.model_validate({**first, **chosen})
    room = Room(
        id="room00000001",
        code="ABC234",
        game_id=game,
        options=read,
        visibility=visibility,
        chat="all",
        spectators_allowed=spectators,
        host=host,
        seats=tuple(None if player is None else Seat(player, player.title()) for player in seats),
        created_at=NOW,
        expires_at=0,
    )
    return replace(room, expires_at=POLICY.expiry(room, NOW))


def connected(room: Room, *players: PlayerId, **left: Millis) -> Room:
    """The room with one connection for each of these players; ``left`` says when others went."""
    presence = Presence(
        connections={f"conn-{player}": Link(player, "tab1") for player in players},
        left={PlayerId(player): at for player, at in left.items()},
        rev=room.presence.rev + 1,
        watching=room.presence.watching,
    )
    return replace(room, presence=presence)


@dataclass
class Desk:
    """A room that commands are decided on one after another, everything by hand and nothing stored.

    ``now`` moves on only when a test moves it. ``cs`` counts by itself for each person's tab.
    """

    room: Room = field(default_factory=lambda: connected(table(ANNA, BO), ANNA, BO))
    now: Millis = NOW
    policy: Policy = POLICY
    counts: dict[tuple[PlayerId, str], int] = field(default_factory=dict)

    def decided(self, outcome: Outcome) -> Outcome:
        """Note what an outcome left, after checking what holds for every outcome."""
        if outcome.changed:
            assert outcome.room.seq == self.room.seq + 1
        else:
            assert outcome.room is self.room
        if outcome.confirmed:
            assert outcome.rejection is None
        self.room = outcome.room
        return outcome

    def next_cs(self, player: PlayerId, tab: str = "tab1") -> int:
        """The number of this tab's next command."""
        self.counts[player, tab] = self.counts.get((player, tab), 0) + 1
        return self.counts[player, tab]

    def ask(self, command: SavedCommand | Hello | Flag | WakeUp) -> Outcome:
        """What becomes of a command now."""
        return self.decided(decide(self.room, command, self.now, self.policy))

    def hello(self, player: PlayerId) -> Outcome:
        return self.ask(Hello(sender(player)))

    def flag(self, player: PlayerId, seq: int | None = None) -> Outcome:
        return self.ask(Flag(sender(player), seq))

    def wake(self) -> Outcome:
        return self.ask(WakeUp())

    def sit(self, player: PlayerId, seat: int | None = None) -> Outcome:
        return self.ask(Sit(sender(player), self.next_cs(player), seat))

    def stand(self, player: PlayerId) -> Outcome:
        return self.ask(Stand(sender(player), self.next_cs(player)))

    def options(self, player: PlayerId, options: dict[str, Json]) -> Outcome:
        return self.ask(ChangeOptions(sender(player), self.next_cs(player), options))

    def kick(self, player: PlayerId, whom: PlayerId) -> Outcome:
        return self.ask(Kick(sender(player), self.next_cs(player), whom))

    def start(self, player: PlayerId = ANNA, seed: bytes = SEED) -> Outcome:
        return self.ask(Start(sender(player), self.next_cs(player), seed))

    def rematch(self, player: PlayerId, seed: bytes = SEED[::-1]) -> Outcome:
        return self.ask(Rematch(sender(player), self.next_cs(player), seed))

    def leave(self, player: PlayerId) -> Outcome:
        return self.ask(Leave(sender(player), self.next_cs(player)))

    def act(self, player: PlayerId, kind: str, *, seq: int | None = None, **fields: JsonValue) -> Outcome:
        action: dict[str, Any] = {"type": kind, **fields}
        return self.ask(Act(sender(player), self.next_cs(player), action, seq))

    def move(self, player: PlayerId | None = None, *, which: int = 0, seq: int | None = None) -> Outcome:
        """One of the legal moves of whoever has the turn (or of ``player``)."""
        mover = self.mover if player is None else player
        action = self.room.game.legal_actions(self.match.state, mover)[which].model_dump()
        return self.ask(Act(sender(mover), self.next_cs(mover), action, seq))

    @property
    def match(self) -> Match:
        """The game on the table."""
        assert self.room.match is not None
        return self.room.match

    @property
    def turn_at(self) -> Millis:
        """When the running turn began."""
        began = self.room.turn_started_at
        assert began is not None
        return began

    @property
    def mover(self) -> PlayerId:
        """Whose turn it is; the first of those whom the game waits for."""
        return self.room.game.active_players(self.match.state)[0]

    def connect(self, *players: PlayerId, **left: Millis) -> None:
        """Who is connected from now on, and when others went."""
        self.room = connected(self.room, *players, **left)

    def check(self) -> None:
        """What holds for every room at every time."""
        check_room(self.room)


def check_room(room: Room) -> None:
    """What holds for every room at every time."""
    seated = [seat.player for seat in room.seated]
    assert len(set(seated)) == len(seated)
    assert (room.status == "waiting") == (room.match is None)
    assert not set(room.barred) & set(seated)
    assert set(room.rematch) <= set(seated)
    if room.match is None:
        return
    over = room.game.result(room.match.state) is not None
    assert over == (room.status == "finished")
    state, _ = replay(room.match, room.game, room.options)
    assert state == room.match.state


def rejected(outcome: Outcome) -> str:
    """The code of a refusal that left the room untouched."""
    assert isinstance(outcome.rejection, Rejection)
    assert not outcome.changed
    assert outcome.telling == "nothing"
    return outcome.rejection.code


def playing(
    *, options: JsonObject | None = None, spectators: bool = True, policy: Policy = POLICY, moves: int = 0
) -> Desk:
    """Anna (black, to move) and Bo at a running game of reversi, both connected."""
    room = connected(table(ANNA, BO, options=options, spectators=spectators), ANNA, BO)
    desk = Desk(room, policy=policy)
    desk.start()
    for _ in range(moves):
        desk.now += 1_000
        desk.move()
    return desk


def finished(*, options: JsonObject | None = None) -> Desk:
    """The same after Bo resigned."""
    desk = playing(options=options)
    desk.now += 1_000
    desk.act(BO, "resign")
    assert desk.room.status == "finished"
    return desk


def waiting(*seated: PlayerId | None, spectators: bool = True) -> Desk:
    """A waiting room with those seated, all connected."""
    room = table(*seated, spectators=spectators)
    return Desk(connected(room, *[seat.player for seat in room.seated]))


def at_status(status: str) -> Desk:
    """Anna and Bo in a room of that status."""
    if status == "waiting":
        return waiting(ANNA, BO)
    return playing() if status == "playing" else finished()


def seats(desk: Desk) -> list[str | None]:
    """Who sits where."""
    return [None if seat is None else seat.player for seat in desk.room.seats]


def ended_by_time(desk: Desk) -> bool:
    """Whether the game was lost on time."""
    result = desk.room.game.result(desk.match.state)
    return result is not None and result.reason == "timeout"


def remaining(desk: Desk, player: PlayerId) -> Millis:
    """What the player's clock showed when the running turn began."""
    view = desk.room.game.view(desk.match.state, None)
    clock: Any = view["clock"]
    players: Any = view["players"]
    (color,) = [color for color, who in players.items() if who == player]
    left: int = clock["remainingMs"][color]
    return left
