"""Where lines go: a terminal that is redrawn in place, or plain lines one after another."""

import os
from collections import deque
from collections.abc import Callable
from typing import Protocol

from local.play.text import clip, wrap

_MESSAGES = 6
_PROMPT = "> "

_HOME = "\x1b[H"
_CLEAR_LINE = "\x1b[K"
_CLEAR_BELOW = "\x1b[J"
_SAVE_CURSOR = "\x1b7"
_RESTORE_CURSOR = "\x1b8"


class Out(Protocol):
    """What is written to: standard output, or something a test looks at."""

    def write(self, text: str, /) -> object: ...
    def flush(self) -> object: ...


class Screen:
    """``size`` makes a terminal of it: the page at the top, the newest messages, a prompt.

    What is being typed stands untouched while the page above is redrawn. Everything is written
    in one piece from one thread.
    """

    def __init__(self, out: Out, size: Callable[[], os.terminal_size] | None) -> None:
        self._out = out
        self._size = size
        self._messages: deque[str] = deque(maxlen=50)
        self._page: list[str] = []
        self._height = 0
        self._typed_at = False  # the cursor stands behind a prompt that is where it belongs

    @property
    def is_live(self) -> bool:
        """Whether the page is redrawn in place, so that running time can be shown."""
        return self._size is not None

    def say(self, message: str) -> None:
        """A message. On a terminal it is seen with the next ``show``."""
        if self._size is None:
            self._write(message + "\n")
        else:
            self._messages.append(message)

    def show(self, page: list[str]) -> None:
        """The page as it is now. Plain output has it only when it has changed."""
        if self._size is not None:
            self._draw(page, self._size())
        elif page != self._page:
            self._write("\n".join([*page, "", ""]))
        self._page = page

    def entered(self) -> None:
        """A line was entered: the terminal has moved the cursor, so the next ``show`` draws anew."""
        self._typed_at = False

    def farewell(self, message: str) -> None:
        """The last message, below everything."""
        self._write(f"\r{_CLEAR_BELOW}{message}\n" if self._size else message + "\n")

    def _draw(self, page: list[str], size: os.terminal_size) -> None:
        columns, rows = size
        messages = [line for message in self._messages for line in wrap(message, columns - 1)]
        lines = [*page, "-" * min(columns - 1, 40), *messages[-_MESSAGES:]]
        # Never shrinking, so that the prompt keeps its row and what is typed is not wiped.
        height = min(rows - 1, max(self._height, len(page) + 1 + _MESSAGES))
        lines = [clip(line, columns - 1) for line in lines[-height:]]
        lines += [""] * (height - len(lines))
        body = "".join(f"{line}{_CLEAR_LINE}\r\n" for line in lines)
        if self._typed_at and height == self._height:
            self._write(f"{_SAVE_CURSOR}{_HOME}{body}{_RESTORE_CURSOR}")
        else:
            self._write(f"{_HOME}{body}{_CLEAR_BELOW}{_PROMPT}")
        self._height, self._typed_at = height, True

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
