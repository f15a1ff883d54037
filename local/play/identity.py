"""Who this terminal was: guests kept from one run to the next, each in a file of its own.

Two terminals of one machine are two people. Whoever plays as a guest holds a lock on the guest's file
until the program ends, however it ends: a file that is locked is somebody else's. What cannot be read
or written is said in one sentence (``troubles``) and does without.
"""

import fcntl
import os
import re
import secrets
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError, model_validator

from local.client.answers import NewGuest, NewRoom
from local.client.frames import Wire

_MOST_ROOMS = 8
_STALE_SEC = 60
_CODE = re.compile(r"[0-9A-Z]{1,16}", re.ASCII)


class Kept(Wire):
    """A guest of the server at ``url``, and the rooms in which that guest was, newest first: in each of
    them there may still be a seat."""

    url: str
    guest: NewGuest
    rooms: tuple[NewRoom, ...]

    @model_validator(mode="after")
    def _can_be_sent(self) -> "Kept":
        """A file that somebody else wrote must not make addresses or headers that cannot be."""
        if not re.fullmatch("[ -~]+", self.guest.token):
            raise ValueError("no token")
        if not all(_CODE.fullmatch(room.code) for room in self.rooms):
            raise ValueError("no code")
        return self

    def entering(self, room: NewRoom) -> "Kept":
        """The same once the guest has entered a room."""
        others = (other for other in self.rooms if other.room_id != room.room_id)
        return self.model_copy(update={"rooms": (room, *others)[:_MOST_ROOMS]})


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where a user's programs keep what they need again (XDG base directories): a relative
    ``XDG_STATE_HOME`` counts as none."""
    named = Path(environment.get("XDG_STATE_HOME", ""))
    home = Path(environment.get("HOME") or "/")
    return (named if named.is_absolute() else home / ".local" / "state") / "nolpan"


class Identity:
    """A guest's file, from ``save`` on (or from the beginning, if there was one) this program's alone."""

    def __init__(self, path: Path, troubles: list[str], lock: int | None = None) -> None:
        self.path = path
        self._troubles = troubles
        self._lock = lock

    def save(self, kept: Kept) -> None:
        """Write the file anew: whole or not at all, for its owner's eyes only."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            written, name = tempfile.mkstemp(dir=self.path.parent, suffix=".tmp")  # mode 0600
            try:
                # Locked before it has its name, so that nobody else finds it free.
                fcntl.flock(written, fcntl.LOCK_EX | fcntl.LOCK_NB)
                with open(written, "w", encoding="utf-8", closefd=False) as file:
                    file.write(kept.model_dump_json(by_alias=True))
                Path(name).replace(self.path)
            except OSError:
                os.close(written)
                Path(name).unlink()
                raise
        except OSError:
            self._troubles.append(f"누구였는지 적어 두지 못해서 다음에는 새 손님이 돼요: {self.path.parent}")
            return
        self.release()
        self._lock = written

    def forget(self) -> None:
        """Remove the file."""
        self.path.unlink(missing_ok=True)
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
                lock = _locked(path)
            except FileNotFoundError:
                continue
            except OSError:
                self.troubles.append(_unread(path))
                continue
            if lock is None:
                continue
            identity = Identity(path, self.troubles, lock)
            try:  # only now: before it was locked, another terminal could still write it
                kept = Kept.model_validate_json(path.read_bytes())
            except (OSError, ValidationError):
                self.troubles.append(_unread(path))
                identity.release()
                continue
            if kept.guest.expires_at <= time.time() * 1000:
                identity.forget()
            elif kept.url != url:
                identity.release()
            else:
                yield identity, kept

    def _newest_first(self) -> list[Path]:
        found: dict[Path, int] = {}
        try:
            for path in self._folder.iterdir():
                with suppress(FileNotFoundError):  # another terminal has just removed it
                    if path.suffix == ".json" and path.is_file():
                        found[path] = path.stat().st_mtime_ns
                    elif path.suffix == ".tmp" and path.stat().st_mtime < time.time() - _STALE_SEC:
                        path.unlink()  # a program that was killed while it wrote
        except FileNotFoundError:
            return []
        except OSError:
            self.troubles.append(f"기억해 둔 손님을 찾아보지 못했어요: {self._folder}")
        return sorted(found, key=lambda path: found[path], reverse=True)


def _unread(path: Path) -> str:
    return f"기억해 둔 손님을 읽지 못해서 건너뛰었어요: {path}"


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
