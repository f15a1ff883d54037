"""The files in which guests are kept."""

import fcntl
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from local.client import NewRoom
from local.client.answers import NewGuest
from local.play.identity import Identities, Identity, Kept, state_folder

URL = "http://127.0.0.1:1"
LATER = int(time.time() * 1000) + 3_600_000


def kept(nickname: str, *, url: str = URL, expires_at: int = LATER) -> Kept:
    guest = NewGuest(
        player_id=f"p-{nickname}",
        nickname=nickname,
        token=f"t-{nickname.encode().hex()}",
        expires_at=expires_at,
    )
    return Kept(url=url, guest=guest, rooms=(NewRoom(room_id="room1", code="ABCDEF"),))


def keep(identities: Identities, *people: Kept) -> list[Identity]:
    """Terminals of these people, the last one the newest; all run."""
    running = []
    for age, person in enumerate(reversed(people)):
        identity = identities.new()
        identity.save(person)
        os.utime(identity.path, (1_000_000 - age, 1_000_000 - age))
        running.append(identity)
    return running[::-1]


def names(identities: Identities, url: str = URL) -> list[str]:
    """Who is free, looked up as the next terminal does; all are let go again."""
    found = list(identities.free(url))
    for identity, _ in found:
        identity.release()
    return [person.guest.nickname for _, person in found]


@pytest.fixture
def identities(state_home: Path) -> Identities:
    return Identities(state_home / "nolpan")


@pytest.mark.parametrize(
    ("named", "folder"),
    [
        ("/var/state", "/var/state/nolpan"),
        ("", "/home/ga/.local/state/nolpan"),
        ("state", "/home/ga/.local/state/nolpan"),
    ],
)
def test_the_folder_is_the_users_own_for_state(named: str, folder: str) -> None:
    assert state_folder({"XDG_STATE_HOME": named, "HOME": "/home/ga"}) == Path(folder)


def test_who_is_kept_is_found_again_newest_first(identities: Identities) -> None:
    for terminal in keep(identities, kept("가람"), kept("나래")):
        terminal.release()
    assert names(identities) == ["나래", "가람"]
    assert [person for _, person in identities.free(URL)] == [kept("나래"), kept("가람")]


def test_only_its_owner_can_read_a_file(identities: Identities, state_home: Path) -> None:
    keep(identities, kept("가람"))
    (file,) = (state_home / "nolpan").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_who_plays_in_another_terminal_is_not_free(identities: Identities) -> None:
    first, second = keep(identities, kept("가람"), kept("나래"))
    assert names(identities) == []
    first.release()
    assert names(identities) == ["가람"]
    second.release()
    (taken, _), _ = identities.free(URL)
    assert names(identities) == []
    taken.release()
    assert names(identities) == ["나래"]


def test_a_file_that_is_written_anew_stays_its_terminals_own(
    identities: Identities, state_home: Path
) -> None:
    (terminal,) = keep(identities, kept("가람"))
    terminal.save(kept("나래"))
    assert names(identities) == []
    terminal.release()
    assert names(identities) == ["나래"]
    assert len(list((state_home / "nolpan").iterdir())) == 1


def test_a_terminal_that_is_killed_leaves_its_guest_to_the_next(
    identities: Identities, state_home: Path
) -> None:
    code = (
        "import sys, time; from pathlib import Path; from local.play.identity import Identities, Kept; "
        "identity = Identities(Path(sys.argv[1])).new(); "
        "identity.save(Kept.model_validate_json(sys.argv[2])); print(flush=True); time.sleep(60)"
    )
    words = [sys.executable, "-c", code, str(state_home / "nolpan"), kept("가람").model_dump_json()]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as terminal:  # noqa: S603 - this project's own
        assert terminal.stdout is not None
        assert terminal.stdout.readline() == b"\n"
        assert names(identities) == []
        terminal.kill()
    assert names(identities) == ["가람"]


def test_guests_of_another_server_are_left_alone_and_expired_ones_removed(
    identities: Identities, state_home: Path
) -> None:
    people = kept("가람"), kept("나래", url="http://127.0.0.1:2"), kept("보라", expires_at=1)
    for terminal in keep(identities, *people):
        terminal.release()
    assert names(identities) == ["가람"]
    assert len(list((state_home / "nolpan").iterdir())) == 2
    assert names(identities, "http://127.0.0.1:2") == ["나래"]


UNFIT = (
    kept("가람").model_copy(
        update={"guest": NewGuest(player_id="p", nickname="가람", token=token, expires_at=LATER)}
    )
    for token in ("토큰", "t\nX: y", "")
)


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"url": "http://127.0.0.1:1"}',
        *(person.model_dump_json(by_alias=True).encode() for person in UNFIT),
        kept("가람").model_dump_json(by_alias=True).replace("ABCDEF", "AB\\u0000").encode(),
    ],
)
def test_a_damaged_file_is_one_sentence_and_the_others_are_found(
    identities: Identities, state_home: Path, damage: bytes
) -> None:
    keep(identities, kept("가람"))[0].release()
    (state_home / "nolpan" / "0.json").write_bytes(damage)
    assert names(identities) == ["가람"]
    assert identities.troubles == [
        f"기억해 둔 손님을 읽지 못해서 건너뛰었어요: {state_home / 'nolpan' / '0.json'}"
    ]


def test_a_folder_that_is_none_is_said_once_for_reading_and_once_for_writing(
    identities: Identities, state_home: Path
) -> None:
    state_home.mkdir()
    (state_home / "nolpan").write_text("")
    assert names(identities) == []
    identities.new().save(kept("가람"))
    assert identities.troubles == [
        f"기억해 둔 손님을 찾아보지 못했어요: {state_home / 'nolpan'}",
        f"누구였는지 적어 두지 못해서 다음에는 새 손님이 돼요: {state_home / 'nolpan'}",
    ]


def test_what_cannot_be_written_leaves_the_old_file_whole_and_nothing_beside_it(
    identities: Identities, state_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (terminal,) = keep(identities, kept("가람"))

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        terminal.save(kept("나래"))
    assert len(identities.troubles) == 1
    assert names(identities) == []
    terminal.release()
    assert names(identities) == ["가람"]
    assert len(list((state_home / "nolpan").iterdir())) == 1


def test_a_file_is_read_when_nobody_else_can_write_it_any_more(
    identities: Identities, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(identities, kept("가람"))[0].release()
    read_bytes = Path.read_bytes

    def read(path: Path) -> bytes:
        with path.open("rb") as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", read)
    assert names(identities) == ["가람"]


def test_a_file_that_is_replaced_before_it_is_locked_stays_with_who_replaced_it(
    identities: Identities, monkeypatch: pytest.MonkeyPatch
) -> None:
    (running,) = keep(identities, kept("가람"))
    flock = fcntl.flock

    def replaced(file: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", flock)
        running.save(kept("나래"))
        flock(file, how)

    monkeypatch.setattr(fcntl, "flock", replaced)
    assert names(identities) == []
    running.release()
    assert names(identities) == ["나래"]


def test_what_a_killed_program_left_half_written_is_removed_some_time_later(
    identities: Identities, state_home: Path
) -> None:
    keep(identities, kept("가람"))[0].release()
    folder = state_home / "nolpan"
    for name, age in (("old.tmp", 3_600), ("new.tmp", 0)):
        (folder / name).write_text("{")
        os.utime(folder / name, (time.time() - age, time.time() - age))
    os.mkfifo(folder / "pipe.json")
    assert names(identities) == ["가람"]
    assert {path.name for path in folder.iterdir()} >= {"new.tmp", "pipe.json"}
    assert not (folder / "old.tmp").exists()
    assert identities.troubles == []


def test_the_rooms_that_are_remembered_are_the_newest_and_each_once() -> None:
    person = kept("가람")
    for number in (*range(20), 15):
        person = person.entering(NewRoom(room_id=f"r{number}", code=f"C{number}"))
    assert [room.room_id for room in person.rooms] == ["r15", "r19", "r18", "r17", "r16", "r14", "r13", "r12"]
