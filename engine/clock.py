"""The clock of a game for two, the same in every game that has one.

``remaining`` is what a colour had when its turn began, so the running deadline is always
``turn_started_at + remaining[turn]``. The three kinds differ only in what a move costs:

``fischer``  the time used is charged, then the increment is added
``perMove``  nothing is charged: every turn has the same limit
``none``     as ``perMove``; the limit is the idle limit, which no clock on screen shows

A game that ends in the middle of a turn stops its clock: what is left then is what it shows, 0 for
who let it run out, and for ``none`` the idle limit as ever.

A game may give each colour's first move a limit of its own (``first_ms``): until it is made,
that limit is the deadline, and the colour's bank is neither charged nor increased.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine.codec import want_int, want_list
from engine.colors import Color, PerColor
from engine.game import Json, JsonObject, Millis

ClockKind: TypeAlias = Literal["none", "perMove", "fischer"]

_LEAST_MS = 1
"""A clock that moved in time is never at zero: zero means lost."""

_BOTH = PerColor(True, True)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both colours' time. It does not know whose turn it is: the game does.

    ``first_ms`` is 0 where first moves have no limit of their own. ``started`` says of each
    colour that its own time runs in its turns: its first move is made, or never was limited.
    An undo does not stop it again.
    """

    kind: ClockKind
    inc_ms: Millis
    remaining: PerColor[Millis]
    turn_started_at: Millis
    first_ms: Millis = 0
    started: PerColor[bool] = _BOTH

    @classmethod
    def fischer(cls, *, base_ms: Millis, inc_ms: Millis, now: Millis, first_ms: Millis = 0) -> "Clock":
        """A bank of time for each colour and an increment for every move; runs from ``now``."""
        return cls("fischer", inc_ms, PerColor(base_ms, base_ms), now, first_ms, _started(first_ms))

    @classmethod
    def per_move(cls, *, limit_ms: Millis, now: Millis) -> "Clock":
        """The same limit for every turn; runs from ``now``."""
        return cls("perMove", 0, PerColor(limit_ms, limit_ms), now)

    @classmethod
    def none(cls, *, idle_ms: Millis, now: Millis, first_ms: Millis = 0) -> "Clock":
        """No clock, but whoever does nothing for ``idle_ms`` in a turn is timed out."""
        return cls("none", 0, PerColor(idle_ms, idle_ms), now, first_ms, _started(first_ms))

    def deadline(self, turn: Color) -> Millis:
        """The instant at which ``turn`` is out of time. A move at that instant is late."""
        limit = self.remaining.of(turn) if self.started.of(turn) else self.first_ms
        return self.turn_started_at + limit

    def moved(self, color: Color, now: Millis) -> "Clock":
        """``color`` moved at ``now``: charge it, add the increment, start the next turn.

        Automatic passes cost nothing: whoever has the turn next starts at ``now``. A first
        move under a limit of its own costs and brings nothing, and starts the colour's clock.
        """
        if not self.started.of(color):
            return replace(self, started=self.started.having(color, True), turn_started_at=now)
        if self.kind != "fischer":
            return self._turned(self.remaining, now)
        left = self._left(color, now, least=_LEAST_MS) + self.inc_ms
        return self._turned(self.remaining.having(color, left), now)

    def interrupted(self, color: Color, now: Millis) -> "Clock":
        """``color``'s turn ended at ``now`` without a move (an undo): charge, no increment.

        Time used stays used, so no clock on screen jumps.
        """
        if self.kind != "fischer" or not self.started.of(color):
            return self._turned(self.remaining, now)
        return self._turned(self.remaining.having(color, self._left(color, now, least=_LEAST_MS)), now)

    def stopped(self, color: Color, now: Millis) -> "Clock":
        """The game ended at ``now`` in ``color``'s turn without a move: charge, down to zero."""
        if self.kind == "none" or not self.started.of(color):
            return self._turned(self.remaining, now)
        return self._turned(self.remaining.having(color, self._left(color, now, least=0)), now)

    def _left(self, color: Color, now: Millis, *, least: Millis) -> Millis:
        """What ``color``, whose turn it is, has left at ``now``."""
        return max(least, self.remaining.of(color) - max(0, now - self.turn_started_at))

    def _turned(self, remaining: PerColor[Millis], now: Millis) -> "Clock":
        """``replace``, several times as fast: every move makes a clock."""
        return Clock(self.kind, self.inc_ms, remaining, now, self.first_ms, self.started)

    def postponed(self, by: Millis) -> "Clock":
        """The running deadline ``by`` ms later; no bank gains time."""
        return replace(self, turn_started_at=self.turn_started_at + by)

    def to_json(self) -> JsonObject:
        """The clock as clients read it; ``started`` only where first moves have a limit."""
        clock: JsonObject = {
            "kind": self.kind,
            "remainingMs": self.remaining.to_json(),
            "turnStartedAt": self.turn_started_at,
        }
        if self.first_ms:
            clock["started"] = self.started.to_json()
        return clock

    def dump(self) -> list[Json]:
        """What changes while a game runs; the options know the rest."""
        data: list[Json] = [self.turn_started_at]
        if self.kind == "fischer" or self.remaining.black != self.remaining.white:  # or was stopped
            data += self.remaining
        if not all(self.started):
            data += map(int, self.started)
        return data

    def resumed(self, data: Json) -> "Clock":
        """The clock that ``dump`` wrote; ``self`` is one started from the same options.

        :raises ValueError: it is not such a value.
        """
        numbers = [want_int(item) for item in want_list(data)]
        banks = 2 if self.kind == "fischer" or (self.kind == "perMove" and len(numbers) > 1) else 0
        flags = 2 if self.first_ms and len(numbers) > 1 + banks else 0
        if len(numbers) != 1 + banks + flags:
            raise ValueError(f"not a {self.kind} clock: {data!r}")
        return replace(
            self,
            turn_started_at=numbers[0],
            remaining=PerColor(numbers[1], numbers[2]) if banks else self.remaining,
            started=PerColor(bool(numbers[-2]), bool(numbers[-1])) if flags else _BOTH,
        )


def _started(first_ms: Millis) -> PerColor[bool]:
    return PerColor(False, False) if first_ms else _BOTH
