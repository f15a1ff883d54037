"""Notices changed sources and new log lines, by looking: no kernel interface, the same everywhere."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from local.stack.bundle import code_files

_Stamp: TypeAlias = tuple[int, int]


class SourceWatcher:
    """What changed in the code of ``bundle`` and in single files since the last look."""

    def __init__(self, bundle: Path, files: Iterable[Path]) -> None:
        self._bundle = bundle
        self._files = tuple(files)
        self._known = self._look()
        self._unsettled: dict[str, _Stamp] | None = None

    def changed(self) -> list[str]:
        """Names of files that were written, made or removed, once two looks agree.

        An editor or a checkout writes many files in a moment: the first look that finds a
        change gives nothing, the next gives all of it if nothing moved in between.
        """
        seen = self._look()
        if seen == self._known:
            self._unsettled = None
            return []
        if seen != self._unsettled:
            self._unsettled = seen
            return []
        names = sorted(
            name for name in seen.keys() | self._known.keys() if seen.get(name) != self._known.get(name)
        )
        self._known, self._unsettled = seen, None
        return names

    def _look(self) -> dict[str, _Stamp]:
        return {name: stamp for name, file in self._all_files() if (stamp := _stamp(file)) is not None}

    def _all_files(self) -> Iterator[tuple[str, Path]]:
        yield from code_files(self._bundle)
        for file in self._files:
            yield file.name, file


def _stamp(file: Path) -> _Stamp | None:
    try:
        status = file.stat()
    except FileNotFoundError:  # removed between listing and asking
        return None
    return status.st_mtime_ns, status.st_size


class LogFollower:
    """Lines that were added to the logs of a folder since the last call."""

    def __init__(self, folder: Path, pattern: str) -> None:
        self._folder = folder
        self._pattern = pattern
        self._read: dict[Path, int] = {}

    def new_lines(self) -> Iterator[str]:
        """Complete new lines, file by file, with the file's name when there are several files."""
        for file in sorted(self._folder.glob(self._pattern)):
            start = self._read.get(file, 0)
            with file.open("rb") as log:
                log.seek(start)
                text = log.read()
            end = text.rfind(b"\n") + 1
            self._read[file] = start + end
            name = f"{file.stem} | " if "*" in self._pattern else ""
            for line in text[:end].decode("utf-8", "replace").splitlines():
                yield f"{name}{line}"
