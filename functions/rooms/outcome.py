"""What came of a command: values that ``decide`` returns and the runner carries out."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.game import GameEvent, Millis, Rejection
from functions.rooms.room import Room

Telling: TypeAlias = Literal["nothing", "update", "room"]
"""``update``: the game moved, everybody gets the change. ``room``: the room changed (or is told
again), everybody gets the whole of it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The room after a command, and who is to hear what.

    ``room`` differs from the one given exactly when ``changed``; its ``seq`` is then one higher.
    A rejection may come with a change: a deadline that had passed was settled first.
    """

    room: Room
    changed: bool = False
    telling: Telling = "nothing"
    events: tuple[GameEvent, ...] = ()
    moves_from: int = 0
    """Where the record continues, for ``update``: what came before it has not changed."""
    confirmed: bool = False
    """Whether the sender's command was carried out (its ``cs`` goes into the sender's frames)."""
    rejection: Rejection | None = None
    rejection_deadline: Millis | None = None
    answer_room: bool = False
    """The sender alone is answered with the room."""
    closes: bool = False
    """Whether the room's life ends here."""
    again: bool = False
    """Whether the command itself is still to be decided, on the room as saved: only a settlement
    was made so far."""
    used_presence: bool = False
    """Whether an absence decided something: the save then insists on the presence that was read."""
    timeouts: int = 0
    moves: int = 0
