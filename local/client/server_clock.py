"""The server's time, reckoned from what it says."""

from local.client.frames import Millis


class ServerClock:
    """Keeps the difference between the server's time and the tab's (``at``)."""

    def __init__(self) -> None:
        self._offset: Millis | None = None
        self._round_trip: Millis | None = None
        self._asked_at: Millis | None = None

    def now(self, at: Millis) -> Millis | None:
        """The server's time, None before anything was heard of it."""
        return None if self._offset is None else at + self._offset

    def local(self, instant: Millis, at: Millis) -> Millis:
        """An instant of the server in the tab's time; now, if nothing is known yet."""
        return at if self._offset is None else instant - self._offset

    @property
    def is_asking(self) -> bool:
        """Whether a ``pong`` is on its way."""
        return self._asked_at is not None

    def reconnected(self) -> None:
        """Measure anew: what was asked on the old connection is not answered, and roads differ."""
        self._round_trip = self._asked_at = None

    def asked(self, at: Millis) -> None:
        """A ``ping`` with ``t`` = ``at`` is sent."""
        self._asked_at = at

    def answered(self, sent: float, now: Millis, at: Millis) -> None:
        """Its ``pong`` came. The stamp lies within the round trip, so the shortest knows best."""
        if sent != self._asked_at:
            return
        round_trip = at - self._asked_at
        if self._round_trip is None or round_trip <= self._round_trip:
            self._round_trip = round_trip
            self._offset = now - (self._asked_at + round_trip // 2)
        self._asked_at = None

    def heard(self, now: Millis, at: Millis) -> None:
        """Any frame: a first guess."""
        if self._offset is None:
            self._offset = now - at
