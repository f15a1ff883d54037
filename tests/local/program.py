"""``python -m local.play``, run as a person runs it: through pipes, or at a terminal."""

import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from tests.local.server import Server
from tests.local.terminal import Terminal

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SEC = 30


def start(server: Server, *words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "local.play", "--url", server.url, *words]
    return subprocess.Popen(  # noqa: S603 - this project's own program
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def read_code(program: "subprocess.Popen[str]") -> str:
    """The invitation as the program prints it."""
    assert program.stdout is not None
    for line in program.stdout:
        if found := re.search("초대 코드 ([A-Z0-9]{6})", line):
            return found[1]
    raise AssertionError("no invitation was printed")


class Typist:
    """Somebody at a real terminal (a pseudo one) of 80 columns and 26 rows."""

    def __init__(self, *words: str) -> None:
        self._own, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 26, 80, 0, 0))
        self.screen = Terminal(80, 26)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self.program = subprocess.Popen(  # noqa: S603 - this project's own program
            [sys.executable, "-m", "local.play", *words],
            cwd=ROOT,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)

    def types(self, text: str) -> None:
        os.write(self._own, text.encode())

    def sees(self, *texts: str) -> None:
        """Wait until all of it stands on the screen."""
        self.waits(lambda: all(text in self.screen.seen for text in texts))

    def waits(self, fulfilled: Callable[[], bool]) -> None:
        """Wait until the screen is as wanted."""
        until = time.monotonic() + PATIENCE_SEC
        while not fulfilled():
            ready, _, _ = select.select([self._own], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"in vain:\n{self.screen.seen}"
            self.screen.write(self._decoder.decode(os.read(self._own, 65_536)))

    def clock(self) -> str:
        """What the running clock shows."""
        found = re.search(r"(\d:\d\d)   < 차례", self.screen.seen)
        assert found
        return found[1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._own)
        self.program.kill()
        self.program.wait()
