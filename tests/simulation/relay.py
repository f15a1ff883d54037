"""Virtual time, in which one thing happens at a time, and a function can stop in the middle.

Code that knows nothing of this (a ``Runner``) must be able to wait inside a call of a port while
others go on. Each call in progress needs a stack of its own, so there are threads; but they are
runners in a relay: whoever holds the baton runs, and hands it over at a moment that the plan
names. Nothing ever runs at the same time, and the same plan gives the same run.
"""

import heapq
import threading
from collections.abc import Callable

from engine.game import Millis


class AbortedError(BaseException):
    """The world ended while this function waited. No ``Exception``: nobody may catch it on the way."""


class Baton:
    """Held up until somebody hands it over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lock.acquire()

    def wait(self) -> None:
        """Until it is handed over."""
        self._lock.acquire()

    def hand_over(self) -> None:
        """To whoever waits for it."""
        self._lock.release()


class Relay:
    """A plan and the threads that carry it out. ``now`` is the instant that is reached."""

    def __init__(self, now: Millis) -> None:
        self.now = now
        self._plan: list[tuple[Millis, int, Callable[[], None] | Baton]] = []
        self._planned = 0
        self._idle: list[Baton] = []
        self._paused: set[Baton] = set()
        self._helpers: list[threading.Thread] = []
        self._is_over: Callable[[], bool] = lambda: True
        self._ended = False
        self._fault: BaseException | None = None

    def at(self, when: Millis, what: Callable[[], None]) -> None:
        """Do that at an instant; after all else that is due, if it is past."""
        self._push(when, what)

    def after(self, ms: Millis, what: Callable[[], None]) -> None:
        """Do that in so many milliseconds."""
        self._push(self.now + ms, what)

    def pause(self, ms: Millis) -> None:
        """Called in the middle of something that ``at`` planned: all else goes on for so long."""
        mine = Baton()
        self._paused.add(mine)
        self._push(self.now + ms, mine)
        if self._idle:
            self._idle.pop().hand_over()
        else:
            helper = threading.Thread(target=self._take_part, args=(Baton(),), daemon=True)
            self._helpers.append(helper)
            helper.start()
        mine.wait()
        if self._ended:
            raise AbortedError
        self._paused.discard(mine)

    def run(self, is_over: Callable[[], bool]) -> None:
        """Carry out the plan until ``is_over``, which is asked between two things, or nothing is left.

        Nothing is paused then. The first exception of anything planned is raised here.
        """
        self._is_over, self._ended = is_over, False
        self._take_part(Baton())
        for helper in self._helpers:
            helper.join()
        self._helpers.clear()
        if self._fault is not None:
            raise self._fault

    def _push(self, when: Millis, what: Callable[[], None] | Baton) -> None:
        self._planned += 1
        heapq.heappush(self._plan, (max(when, self.now), self._planned, what))

    def _take_part(self, mine: Baton) -> None:
        """Go through the plan, and wait while others do."""
        while not self._ended:
            try:
                passed_on = self._go_on(mine)
            except AbortedError:
                return
            except BaseException as fault:  # noqa: BLE001 - raised again by run()
                self._fault = fault
                passed_on = False
            if passed_on:
                mine.wait()
            else:
                self._end()

    def _go_on(self, mine: Baton) -> bool:
        """Until the end, or until another thread has the baton; whether one has."""
        while self._plan and (self._paused or not self._is_over()):
            self.now, _, what = heapq.heappop(self._plan)
            if isinstance(what, Baton):
                self._idle.append(mine)
                what.hand_over()
                return True
            what()
        return False

    def _end(self) -> None:
        self._ended = True
        for baton in (*self._idle, *self._paused):
            baton.hand_over()
        self._idle.clear()
        self._paused.clear()
