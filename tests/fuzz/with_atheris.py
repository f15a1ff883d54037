"""Coverage-guided fuzzing of frames, on demand: ``python -m tests.fuzz.with_atheris [-runs=100000 ...]``.

Needs ``atheris`` (pip install atheris), which is in no lock file. Its options are libFuzzer's. It starts
from frames as clients send them, and knows the words they are made of.
"""

import importlib
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.fuzz.adversaries import Scene, spectator
from tests.rooms.client_frames import FRAMES

_scenes: list[Scene] = []


def one_input(data: bytes) -> None:
    """A frame of these bytes, sent by somebody who only watches, touches nobody."""
    scene = _scenes[0]
    before = scene.stored()
    text = data.decode(errors="replace")  # the gateway hands over nothing but text
    scene.sender.text(text)
    scene.check_untouched(before, text)
    scene.forget()


def write_corpus(folder: Path) -> None:
    """The frames to start from, a file each."""
    for number, (frame, _) in enumerate(FRAMES):
        (folder / str(number)).write_text(json.dumps(frame), "utf-8")


def write_words(file: Path) -> None:
    """The names and texts of those frames, as libFuzzer wants a dictionary."""
    words = {name for frame, _ in FRAMES for name in frame}
    words |= {str(value) for frame, _ in FRAMES for value in frame.values() if isinstance(value, str)}
    quoted = (json.dumps(json.dumps(word)) for word in sorted(words) if word.isascii() and word.isprintable())
    file.write_text("\n".join([*quoted, '"{}"', '"[]"', '":"', '"null"', '"-1"', '"1e99"']), "utf-8")


def main(arguments: list[str]) -> int:
    """0 unless atheris is missing; a finding ends the process otherwise."""
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError:
        print("atheris is not installed: pip install atheris", file=sys.stderr)
        return 2
    atheris.instrument_all()
    _scenes.append(spectator())
    with TemporaryDirectory() as temporary:
        corpus, words = Path(temporary, "corpus"), Path(temporary, "words")
        corpus.mkdir()
        write_corpus(corpus)
        write_words(words)
        atheris.Setup(["with_atheris", f"-dict={words}", *arguments, str(corpus)], one_input)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
