"""Lines from a pipe."""

import os
from collections.abc import Iterator
from io import FileIO
from queue import SimpleQueue

import pytest

from local.play.keyboard import Keyboard

Pipe = tuple[int, FileIO]


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """The end that is read, and the end that is written to."""
    read, write = os.pipe()
    with FileIO(read, "r"), FileIO(write, "w") as writing:
        yield read, writing


def test_lines_are_read_one_by_one_and_then_none(pipe: Pipe) -> None:
    read, write = pipe
    write.write("가람\r\n\n나래".encode())
    write.close()
    with Keyboard(read) as keyboard:
        assert [keyboard.line() for _ in range(5)] == ["가람", "", "나래", None, None]


def test_a_letter_may_come_in_pieces(pipe: Pipe) -> None:
    read, write = pipe
    heard: SimpleQueue[str | None] = SimpleQueue()
    with Keyboard(read) as keyboard:
        keyboard.listen(heard.put)
        for piece in ("무".encode()[:1], "무".encode()[1:] + b"\n", b"d3\n"):
            write.write(piece)
        assert [heard.get(timeout=5), heard.get(timeout=5)] == ["무", "d3"]


def test_what_was_not_asked_for_is_heard_later(pipe: Pipe) -> None:
    read, write = pipe
    write.write("별명\n시작\n".encode())
    heard: SimpleQueue[str | None] = SimpleQueue()
    with Keyboard(read) as keyboard:
        assert keyboard.line() == "별명"
        keyboard.listen(heard.put)
        assert heard.get(timeout=5) == "시작"


def test_closing_ends_a_listener_that_waits(pipe: Pipe) -> None:
    heard: SimpleQueue[str | None] = SimpleQueue()
    with Keyboard(pipe[0]) as keyboard:
        keyboard.listen(heard.put)
    assert heard.get(timeout=5) is None
