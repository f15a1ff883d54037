"""A tab: one client instance of a player in one room, kept connected by a thread of its own.

Every method blocks and may be called from any thread; what is waited for is said by a
predicate over ``Snapshot``, so tests read as what a player sees.
"""

import json
import random
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Self, TypeAlias
from urllib.parse import urlsplit

from pydantic import JsonValue
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from local.client.answers import ProblemError, Ticket
from local.client.frames import JsonObject, Millis, ProtocolError, RejectedFrame, ServerFrame
from local.client.snapshot import ClosedError, Command, Snapshot
from local.client.state import Reaction, TabState

Listener: TypeAlias = Callable[[ServerFrame | None, Snapshot], None]
"""Called on the tab's thread with each frame that had an effect, and with None when the
connection came or went. It must not block."""

PATIENCE_SEC = 30.0
"""How long is waited unless something else is said: enough for a busy machine, since nothing is
measured by it."""

_LOOK_SEC = 1.0
"""How long a timer that another thread has set may go unnoticed."""
_BACKOFF_SEC = (0.5, 15.0)
_KEPT_FRAMES = 2_000


def is_this_machine(url: str) -> bool:
    """Whether the address is of this machine, to which no proxy leads."""
    return urlsplit(url).hostname in ("127.0.0.1", "::1", "localhost")


class Tab:
    """See the module. ``admit`` gives a new ticket for each connection.

    :raises ClosedError: (from any method) the server has put this tab out, or it was closed.
    :raises ProtocolError: (from any method) the server broke the protocol.
    """

    def __init__(
        self, admit: Callable[[], Ticket], *, flags: bool = True, listener: Listener | None = None
    ) -> None:
        self._admit = admit
        self._listener = listener
        self._state = TabState(random.random, flags=flags)
        self._changed = threading.Condition()
        self._socket: ClientConnection | None = None
        self._trouble: Exception | None = None
        self._fault: Exception | None = None
        self._texts: deque[str] = deque(maxlen=_KEPT_FRAMES)
        self._unread: deque[str] = deque(maxlen=_KEPT_FRAMES)
        self._thread = threading.Thread(target=self._run, name="tab", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection and end the thread. The seat is kept, as when a browser closes."""
        with self._changed:
            if self._state.snapshot.closed is None:
                self._state.closed(ClosedError("tab/closed", "창을 닫았어요"))
            socket = self._socket
            self._changed.notify_all()
        if socket is not None:
            socket.close()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def cut(self) -> None:
        """Break the connection as a bad network does; the tab comes back by itself."""
        with self._changed:
            socket = self._socket
        if socket is not None:
            socket.close_socket()

    # --- Looking ------------------------------------------------------------------------------

    @property
    def now(self) -> Snapshot:
        """What the tab knows."""
        with self._changed:
            self._raise_fault()
            return self._state.snapshot

    @property
    def trouble(self) -> Exception | None:
        """Why the newest try to connect failed, None while connected."""
        with self._changed:
            return self._trouble

    @property
    def is_busy(self) -> bool:
        """Whether a command is not confirmed yet."""
        with self._changed:
            return self._state.pending is not None

    @property
    def received(self) -> list[JsonObject]:
        """The newest frames as they came, those without an effect too."""
        with self._changed:
            texts = list(self._texts)
        return [json.loads(text) for text in texts]

    def server_now(self) -> Millis | None:
        """The server's time as well as it is known, None before anything was heard."""
        with self._changed:
            return self._state.clock.now(_now())

    def wait_until(
        self, predicate: Callable[[Snapshot], bool], timeout: float | None = PATIENCE_SEC
    ) -> Snapshot:
        """The first snapshot that fulfils ``predicate``, waited for up to ``timeout`` seconds (None: for
        ever).

        :raises TimeoutError: none did; the message says what the tab knew last.
        """
        with self._changed:
            self._wait(lambda: predicate(self._state.snapshot), timeout)
            return self._state.snapshot

    def next_frame(self, kind: str, timeout: float = PATIENCE_SEC) -> JsonObject:
        """The next frame of a type as it came, and no frame before it again: waited for.

        :raises TimeoutError: none came.
        """
        found: list[JsonObject] = []

        def look() -> bool:
            while self._unread and not found:
                frame = json.loads(self._unread.popleft())
                if frame.get("type") == kind:
                    found.append(frame)
            return bool(found)

        with self._changed:
            self._wait(look, timeout)
            return found[0]

    # --- Saying -------------------------------------------------------------------------------

    def submit(self, kind: str, **fields: JsonValue) -> Command:
        """Send a command without waiting; fields that are None are left out.

        :raises BusyError: the one before is not confirmed.
        """
        given = {name: value for name, value in fields.items() if value is not None}
        with self._changed:
            self._raise_fault()
            command, reaction = self._state.submit(kind, given, _now())
            self._perform(reaction)
            return command

    def command(
        self, kind: str, *, timeout: float | None = PATIENCE_SEC, **fields: JsonValue
    ) -> RejectedFrame | None:
        """Send a command and wait until it is confirmed and its effect is seen: None, or the refusal.

        :raises TimeoutError: it was not confirmed; it may still be carried out.
        """
        with self._changed:
            command = self.submit(kind, **fields)
            self._wait(lambda: self._is_done(command), timeout)
            return None if command.reply is None else command.reply.rejection

    def act(self, action: JsonObject, *, seq: int | None = None) -> RejectedFrame | None:
        """One of the game's own actions."""
        return self.command("act", action=action, seq=seq)

    def sit(self, seat: int | None = None) -> RejectedFrame | None:
        """Take a seat (0-based), or the first free one."""
        return self.command("sit", seat=seat)

    def stand(self) -> RejectedFrame | None:
        """Give the seat up before the game."""
        return self.command("stand")

    def options(self, options: JsonObject) -> RejectedFrame | None:
        """New options, whole."""
        return self.command("options", options=options)

    def kick(self, player_id: str) -> RejectedFrame | None:
        """Put a person out of the room for good."""
        return self.command("kick", playerId=player_id)

    def start(self) -> RejectedFrame | None:
        """Begin the game."""
        return self.command("start")

    def rematch(self) -> RejectedFrame | None:
        """Ask for another game."""
        return self.command("rematch")

    def leave(self) -> RejectedFrame | None:
        """Give the seat up for good."""
        return self.command("leave")

    def chat(self, text: str) -> None:
        """Say something to the room."""
        self.send({"type": "chat", "text": text})

    def send(self, frame: JsonObject) -> None:
        """A frame that is no command: nothing confirms it."""
        self.send_text(json.dumps(frame, ensure_ascii=False))

    def send_text(self, text: str) -> None:
        """Any text at all, as it is.

        :raises ConnectionError: there is no connection now.
        """
        with self._changed:
            self._raise_fault()
            if self._socket is None:
                raise ConnectionError("not connected")
            try:
                self._socket.send(text)
            except ConnectionClosed as fault:
                raise ConnectionError("the connection is closed") from fault

    # --- Waiting ------------------------------------------------------------------------------

    def _wait(self, fulfilled: Callable[[], bool], timeout: float | None) -> None:
        over = threading.TIMEOUT_MAX if timeout is None else timeout
        self._changed.wait_for(lambda: fulfilled() or self._has_ended(), over)
        if fulfilled():
            return
        self._raise_fault()
        if self._state.snapshot.closed is not None:
            raise self._state.snapshot.closed
        raise TimeoutError(f"waited {timeout} s in vain; {self._describe()}")

    def _is_done(self, command: Command) -> bool:
        reply = command.reply
        if reply is None:
            return False
        return reply.rejection is not None or self._state.snapshot.seq >= reply.seq

    def _has_ended(self) -> bool:
        return self._fault is not None or self._state.snapshot.closed is not None

    def _raise_fault(self) -> None:
        if self._fault is not None:
            raise self._fault

    def _describe(self) -> str:
        now = self._state.snapshot
        newest = self._texts[-1][:300] if self._texts else "nothing"
        return (
            f"connected {now.connected}, seq {now.seq}, status {now.status}, "
            f"trouble {self._trouble!r}, last frame: {newest}"
        )

    # --- The thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        tries = 0
        try:
            while not self._is_over():
                tries = 0 if self._connection() else tries + 1
                with self._changed:
                    least, most = _BACKOFF_SEC
                    pause = min(most, least * 2 ** min(tries, 6)) * random.random()  # noqa: S311 - spreads a crowd
                    self._changed.wait_for(self._is_over, pause)
        except Exception as fault:  # noqa: BLE001 - raised again in whoever uses the tab
            with self._changed:
                self._fault = fault
                self._changed.notify_all()
                snapshot = self._state.snapshot
            if self._listener is not None:
                self._listener(None, snapshot)

    def _is_over(self) -> bool:
        with self._changed:
            return self._state.snapshot.closed is not None

    def _is_answered(self) -> bool:
        with self._changed:
            if self._state.snapshot.connected:
                self._trouble = None
            return self._state.snapshot.connected

    def _connection(self) -> bool:
        """Open a connection and live on it to its end. Whether it came to an answer."""
        trouble: Exception | None = None
        try:
            ticket = self._admit()
            with connect(
                ticket.url,
                proxy=None if is_this_machine(ticket.url) else True,
                open_timeout=10,
                close_timeout=2,
                ping_interval=None,  # the protocol has its own
            ) as socket:
                return self._live(socket)
        except ProblemError as problem:
            trouble = problem
        except (OSError, WebSocketException) as fault:  # TimeoutError is an OSError
            trouble = fault
        with self._changed:
            self._trouble = trouble
            if isinstance(trouble, ProblemError) and trouble.is_final:
                self._state.closed(ClosedError(trouble.code, trouble.detail))
            self._changed.notify_all()
        self._tell(None)
        return False

    def _live(self, socket: ClientConnection) -> bool:
        answered = False
        try:
            with self._changed:
                if self._is_over():
                    return answered
                self._socket = socket
                reaction = self._state.opened(_now())
                self._perform(reaction)
            while not reaction.reconnect and not self._is_over():
                reaction = self._next(socket)
                answered = answered or self._is_answered()
                if reaction.frame is not None:
                    self._tell(reaction.frame)
        except ConnectionClosed:
            pass  # the next connection is the answer to that
        finally:
            with self._changed:
                self._socket = None
                self._state.lost()
                self._changed.notify_all()
            self._tell(None)
        return answered

    def _next(self, socket: ClientConnection) -> Reaction:
        """Wait for a frame or a timer, and do what follows from it."""
        with self._changed:
            due = self._state.next_due()
        wait = _LOOK_SEC if due is None else min(_LOOK_SEC, max(0, due - _now()) / 1000)
        try:
            text = socket.recv(timeout=wait)
        except TimeoutError:
            text = None
        if isinstance(text, bytes):
            raise ProtocolError("a binary frame")
        with self._changed:
            if text is None:
                reaction = self._state.due(_now())
            else:
                self._texts.append(text)
                self._unread.append(text)
                reaction = self._state.receive(text, _now())
            self._perform(reaction)
            self._changed.notify_all()
        return reaction

    def _perform(self, reaction: Reaction) -> None:
        """Send what is to be sent. With the lock held, so that frames leave in their order."""
        if self._socket is None:
            return  # a command: it goes out when the room is known
        for frame in reaction.send:
            try:
                self._socket.send(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))
            except ConnectionClosed:
                return  # the thread sees it too, and sends again on the next connection

    def _tell(self, frame: ServerFrame | None) -> None:
        if self._listener is not None:
            self._listener(frame, self.now)


def _now() -> Millis:
    return time.monotonic_ns() // 1_000_000
