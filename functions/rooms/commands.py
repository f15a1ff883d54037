"""What somebody can ask of a room. Imperative names, plain values; ``decide`` answers them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Json, PlayerId


@dataclass(frozen=True, slots=True)
class Sender:
    """The person and tab behind a connection, as the ticket authorised them."""

    player: PlayerId
    tab: str
    nickname: str


@dataclass(frozen=True, slots=True)
class Hello:
    """A tab is here and wants to see the room."""

    sender: Sender


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a seat: that one, or the first free one."""

    sender: Sender
    cs: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Stand:
    """Give the seat up but stay in the room."""

    sender: Sender
    cs: int


@dataclass(frozen=True, slots=True)
class ChangeOptions:
    """Replace the game's options."""

    sender: Sender
    cs: int
    options: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Kick:
    """Put somebody out of the room for good."""

    sender: Sender
    cs: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game. ``seed`` is 16 bytes from a secure source."""

    sender: Sender
    cs: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class Act:
    """Make a move of the game, or another of its own actions."""

    sender: Sender
    cs: int
    action: Mapping[str, Json]
    seq: int | None


@dataclass(frozen=True, slots=True)
class Flag:
    """Claim that a deadline has passed."""

    sender: Sender
    seq: int | None


@dataclass(frozen=True, slots=True)
class Rematch:
    """Ask for another game. ``seed`` is used if this was the last voice missing."""

    sender: Sender
    cs: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up the seat; in a running game also what the game makes of that."""

    sender: Sender
    cs: int


@dataclass(frozen=True, slots=True)
class WakeUp:
    """A timer fired: look whether a deadline has passed. It is no verdict."""


SavedCommand: TypeAlias = Sit | Stand | ChangeOptions | Kick | Start | Act | Rematch | Leave
"""Commands that carry a number and change the room when accepted."""

Command: TypeAlias = SavedCommand | Hello | Flag | WakeUp
