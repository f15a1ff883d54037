"""Snapshots of reversi rooms as players have them, the views made by the real rules."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.game import Json, PlayerId
from engine.games.othello import Othello
from engine.rng import Rng
from local.client.frames import JsonObject, RoomInfo, RoomStatus, Seat, Spectators, You
from local.client.snapshot import Snapshot
from local.play.boards import BOARDS
from local.play.sight import Sight

GAME = Othello()
BOARD = BOARDS["othello"]
GA, NA, BO = "ga", "na", "bo"
NICKNAMES = {GA: "가람", NA: "나래", BO: "보라"}
STARTED_AT = 1_000_000


def view(*actions: Json, viewer: str | None = GA, **options: Json) -> JsonObject:
    """The view after some actions: squares are moves of whose turn it is, others ``(who, action)``.

    가람 is the host and has black.
    """
    rules = GAME.Options.model_validate({"colorAssignment": "hostBlack", **options})
    rng = Rng.from_seed(bytes(16))
    state = GAME.setup(
        players=[PlayerId(GA), PlayerId(NA)], options=rules, rng=rng, now=STARTED_AT, game_no=1
    )
    for action in actions:
        if isinstance(action, str):
            who = GAME.active_players(state)[0]
            data: Json = {"type": "place", "x": "abcdefgh".index(action[0]), "y": int(action[1]) - 1}
        elif isinstance(action, Sequence):
            who, data = PlayerId(str(action[0])), action[1]
        read = GAME.Action.validate_python(data)
        assert GAME.validate(state, who, read) is None
        state, _ = GAME.apply(state, who, read, rng=rng, now=STARTED_AT)
    shown: JsonObject = GAME.view(state, None if viewer is None else PlayerId(viewer))  # type: ignore[assignment]
    return shown


@dataclass(frozen=True)
class Situation:
    """A room, from 가람's place unless ``me`` says otherwise."""

    view: JsonObject | None = None
    status: RoomStatus = "playing"
    seats: Sequence[str | None] = (GA, NA)
    offline: Sequence[str] = ()
    me: str = GA
    host: str = GA
    rematch: Sequence[str] = ()
    watching: int = 0
    deadline: int | None = None
    connected: bool = True
    game_no: int = 1
    seq: int = 7
    options: JsonObject = field(default_factory=dict)

    @property
    def now(self) -> Snapshot:
        seats = tuple(
            None
            if who is None
            else Seat(player_id=who, nickname=NICKNAMES[who], online=who not in self.offline)
            for who in self.seats
        )
        seat = self.seats.index(self.me) if self.me in self.seats else None
        room = RoomInfo(
            id="room1",
            code="ABC234",
            game="othello",
            name_ko="리버시",
            game_no=self.game_no,
            status=self.status,
            host=self.host,
            options=self.options,
            visibility="private",
            chat="all",
            seats=seats,
            spectators=Spectators(allowed=True, count=self.watching),
            rematch=tuple(self.rematch),
        )
        you = You(player_id=self.me, role="spectator" if seat is None else "player", seat=seat, tab="t", cs=0)
        return Snapshot(self.seq, room, you, self.view, self.deadline, (), connected=self.connected)

    @property
    def sight(self) -> Sight:
        return Sight.of(self.now, BOARD)

    def but(self, **changes: object) -> "Situation":
        return replace(self, **changes)  # type: ignore[arg-type]


NOBODY_YET = Sight.of(Snapshot(), BOARD)
