"""Who this terminal was: guests kept from one run to the next, each in a file of its own.

Two terminals of one machine are two people. Whoever plays as a guest holds a lock on the guest's file
until the program ends, however it ends: a file that is locked is somebody else's. What cannot be read
or written is said in one sentence (``troubles``) and does without.
"""

import fcntl
import os
import secrets
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from local.client.answers import NewGuest, NewRoom
from local.client.frames import Wire


class Kept(Wire):
    """A guest of the server at ``url``, and the room in which that guest was last."""

    url: str
    guest: NewGuest
    room: NewRoom


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where a user's programs keep what they need again (XDG base directories): a relative
    ``XDG_STATE_HOME`` counts as none."""
    named = Path(environment.get("XDG_STATE_HOME", ""))
    home = Path(environment.get("HOME") or "/")
    return (named if named.is_absolute() else home / ".local" / "state") / "nolpan"


class Identity:
    """A guest's file, from ``save`` on (or from the beginning, if there was one) this program's alone."""

    def __init__(self, path: Path, troubles: list[str], lock: int | None = None) -> None:
        self._path = path
        self._troubles = troubles
        self._lock = lock

    def save(self, kept: Kept) -> None:
        """Write the file anew: whole or not at all, for its owner's eyes only."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            written, name = tempfile.mkstemp(dir=self._path.parent)  # mode 0600
            try:
                # Locked before it has its name, so that nobody else finds it free.
                fcntl.flock(written, fcntl.LOCK_EX | fcntl.LOCK_NB)
                with open(written, "w", encoding="utf-8", closefd=False) as file:
                    file.write(kept.model_dump_json(by_alias=True))
                Path(name).replace(self._path)
            except OSError:
                os.close(written)
                Path(name).unlink()
                raise
        except OSError as fault:
            self._troubles.append(f"누구였는지 적어 두지 못해서 다음에는 새 손님이 돼요: {fault}")
            return
        self.release()
        self._lock = written

    def forget(self) -> None:
        """Remove the file."""
        self._path.unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Leave it to others."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


class Identities:
    """The guests that are kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.troubles: list[str] = []

    def new(self) -> Identity:
        """For a guest who is not kept yet."""
        return Identity(self._folder / f"{secrets.token_hex(8)}.json", self.troubles)

    def free(self, url: str) -> Iterator[tuple[Identity, Kept]]:
        """The guests of a server as whom nobody plays just now, newest first. Each is locked: release
        those that are not wanted. Guests whose time is over are removed."""
        for path in self._newest_first():
            try:
                kept = Kept.model_validate_json(path.read_bytes())
                is_over = kept.guest.expires_at <= time.time() * 1000
                if kept.url != url and not is_over:
                    continue
                lock = _locked(path)
                if lock is None:
                    continue
                identity = Identity(path, self.troubles, lock)
                if is_over:
                    identity.forget()
                    continue
            except FileNotFoundError:
                continue
            except (OSError, ValidationError):
                self.troubles.append(f"기억해 둔 손님을 읽지 못해서 건너뛰었어요: {path}")
                continue
            yield identity, kept

    def _newest_first(self) -> list[Path]:
        found: dict[Path, int] = {}
        try:
            for path in self._folder.iterdir():
                if path.suffix == ".json":
                    with suppress(FileNotFoundError):  # another terminal has just removed it
                        found[path] = path.stat().st_mtime_ns
        except FileNotFoundError:
            return []
        except OSError:
            self.troubles.append(f"기억해 둔 손님을 찾아보지 못했어요: {self._folder}")
        return sorted(found, key=lambda path: found[path], reverse=True)


def _locked(path: Path) -> int | None:
    """The file, open and locked; None if somebody else has it."""
    file = os.open(path, os.O_RDWR)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(file), path.stat()):
            return file
    except BlockingIOError:
        pass
    except OSError:
        os.close(file)
        raise
    os.close(file)  # or they have just replaced it, and hold the lock of what stands there now
    return None
