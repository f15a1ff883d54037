"""What a tab knows at one moment, and how a frame changes it. Whether it may is ``state.py``'s."""

from dataclasses import dataclass, replace

from pydantic import JsonValue

from local.client.frames import (
    Away,
    JsonObject,
    Millis,
    PresenceFrame,
    RejectedFrame,
    RoomFrame,
    RoomInfo,
    RoomStatus,
    Seat,
    UpdateFrame,
    You,
)


class ClosedError(Exception):
    """The tab's part in the room has ended for good; ``reason`` is a Korean sentence."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The room as a tab knows it. ``room`` is None until the first ``room`` frame.

    ``view`` has the whole record, merged from the updates. ``deadline`` is the enforced one, in
    the server's time. ``connected`` says that the server has answered on the connection that is
    open now; ``closed`` that it has put the tab out.
    """

    seq: int = 0
    room: RoomInfo | None = None
    you: You | None = None
    view: JsonObject | None = None
    deadline: Millis | None = None
    away: tuple[Away, ...] = ()
    presence_rev: int = 0
    connected: bool = False
    closed: ClosedError | None = None

    @property
    def status(self) -> RoomStatus | None:
        """The room's status, None before the room is known."""
        return None if self.room is None else self.room.status

    @property
    def seats(self) -> tuple[Seat | None, ...]:
        """The room's seats, none before the room is known."""
        return () if self.room is None else self.room.seats

    @property
    def watching(self) -> bool:
        """Whether this tab only looks on."""
        return self.you is None or self.you.role == "spectator"

    @property
    def moves(self) -> list[JsonValue]:
        """The record of the game; empty while there is none."""
        return _moves(self.view)

    def with_room(self, frame: RoomFrame) -> "Snapshot":
        """Everything anew."""
        return replace(
            self,
            seq=frame.seq,
            room=frame.room,
            you=frame.you,
            view=frame.view,
            deadline=frame.deadline,
            away=frame.away,
            presence_rev=frame.presence_rev,
            connected=True,
        )

    def follows(self, frame: UpdateFrame) -> bool:
        """Whether the update is the very next change, and continues the record that is known."""
        return frame.seq == self.seq + 1 and _start(frame) <= len(self.moves)

    def with_update(self, frame: UpdateFrame) -> "Snapshot":
        """The next change, its part of the record put in place of what came from ``movesFrom`` on."""
        if self.room is None:
            raise ValueError("an update of a room that is not known")
        merged: list[JsonValue] = [*self.moves[: _start(frame)], *_moves(frame.view)]
        return replace(
            self,
            seq=frame.seq,
            room=self.room.model_copy(update={"status": frame.status}),
            view={**frame.view, "moves": merged, "movesFrom": 0},
            deadline=frame.deadline,
        )

    def with_presence(self, frame: PresenceFrame) -> "Snapshot":
        """Who is there now. The game is as it was, and so is ``seq``."""
        if self.room is None:
            raise ValueError("the presence in a room that is not known")
        room = self.room.model_copy(update={"seats": frame.seats, "spectators": frame.spectators})
        return replace(
            self, room=room, away=frame.away, presence_rev=frame.presence_rev, deadline=frame.deadline
        )


def _moves(view: JsonObject | None) -> list[JsonValue]:
    moves = None if view is None else view.get("moves")
    return moves if isinstance(moves, list) else []


def _start(frame: UpdateFrame) -> int:
    start = frame.view.get("movesFrom", 0)
    return start if isinstance(start, int) else 0


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a command: carried out by version ``seq`` at the latest, or refused."""

    rejection: RejectedFrame | None
    seq: int


@dataclass(slots=True)
class Command:
    """A command on its way; ``reply`` is None until it is confirmed."""

    cs: int
    frame: JsonObject
    reply: Reply | None = None
