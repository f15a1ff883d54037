"""Coverage-guided fuzzing of frames, on demand: ``python -m tests.fuzz.with_atheris [-runs=100000 ...]``.

Needs ``atheris`` (pip install atheris), which is in no lock file. Its options are libFuzzer's.
"""

import importlib
import sys
from typing import Any

from tests.fuzz.adversaries import Scene, spectator

_scenes: list[Scene] = []


def one_input(data: bytes) -> None:
    """A frame of these bytes, sent by somebody who only watches, touches nobody."""
    scene = _scenes[0]
    before = scene.stored()
    text = data.decode(errors="replace")  # the gateway hands over nothing but text
    scene.sender.text(text)
    scene.check_untouched(before, text)
    scene.forget()


def main(arguments: list[str]) -> int:
    """0 unless atheris is missing; a finding ends the process otherwise."""
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError:
        print("atheris is not installed: pip install atheris", file=sys.stderr)
        return 2
    atheris.instrument_all()
    _scenes.append(spectator())
    atheris.Setup(["with_atheris", *arguments], one_input)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
