"""Lines from a terminal or a pipe, without blocking whoever draws."""

import codecs
import os
import select
import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Self


class Keyboard:
    """Reads ``fd`` itself, so that nothing is left in a buffer between asking and listening."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._lines: deque[str] = deque()
        self._rest = ""
        self._ended = False
        self._wake_read, self._wake_write = os.pipe()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def line(self) -> str | None:
        """The next line, waited for; None at the end of the input, or when closed."""
        while not self._lines:
            if self._ended or not self._read():
                return None
        return self._lines.popleft()

    def listen(self, put: Callable[[str | None], None]) -> None:
        """Give every line to ``put`` as it comes, from a thread of its own; at the end None."""
        self._thread = threading.Thread(target=self._listen, args=(put,), name="keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread. The terminal is left as it was found."""
        os.write(self._wake_write, b"x")
        if self._thread is not None:
            self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _listen(self, put: Callable[[str | None], None]) -> None:
        while (line := self.line()) is not None:
            put(line)
        put(None)

    def _read(self) -> bool:
        """Take in what is there; False when closed."""
        ready, _, _ = select.select([self._fd, self._wake_read], [], [])
        if self._wake_read in ready:
            return False
        data = os.read(self._fd, 4096)
        self._ended = not data
        *lines, self._rest = (self._rest + self._decoder.decode(data, self._ended)).split("\n")
        self._lines.extend(line.rstrip("\r") for line in lines)
        if self._ended and self._rest:
            self._lines.append(self._rest)
        return True
