"""``python -m local.stack`` (what ``make run`` calls), as a developer uses it; with probe handlers."""

import json
import os
import pty
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import httpx
import pytest

from local.stack import LocalStack
from local.stack.__main__ import arguments_of
from local.stack.emulator import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PROBE = Path(__file__).with_name("probe")
LOBBY = "functions/http.py"


class Run:
    """The program on a copy of the probe, with its own folder and port."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int | str | None = None,
        state: Path | None = None,
        bundle: Path | None = None,
        before: Sequence[str] = (),
    ) -> None:
        self.bundle = bundle or folder / "bundle"
        self.state = state or folder / "state"
        self.port = free_port() if port is None else port
        self._output = folder / "output.txt"
        if bundle is None:
            shutil.copytree(PROBE, self.bundle, ignore=shutil.ignore_patterns("__pycache__"))
        with self._output.open("wb") as output:
            self.process = subprocess.Popen(  # noqa: S603
                [
                    *before,
                    sys.executable,
                    "-m",
                    "local.stack",
                    "--state",
                    self.state,
                    "--bundle",
                    self.bundle,
                ],
                cwd=ROOT,
                env={**os.environ, "NOLPAN_PORT": str(self.port), "AWS_PROFILE": "no-such-profile"},
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def output(self) -> str:
        return self._output.read_text("utf-8")

    def says(self, words: str, *, times: int = 1) -> None:
        last = time.monotonic() + 20
        while self.output().count(words) < times:
            assert time.monotonic() < last, f"{words!r} was not said:\n{self.output()}"
            time.sleep(0.05)

    def http_url(self) -> str:
        url: str = json.loads((self.state / "stack.json").read_text("utf-8"))["httpUrl"]
        return url

    def write(self, name: str, text: str) -> None:
        (self.bundle / name).write_text(text, "utf-8")

    def end(self, number: int) -> int:
        self.process.send_signal(number)
        return self.process.wait(20)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def start_one(**options: object) -> Run:
        folder = tmp_path / str(len(runs))
        folder.mkdir()
        runs.append(Run(folder, **options))  # type: ignore[arg-type]  # as given to Run
        return runs[-1]

    yield start_one
    for run in runs:
        if run.process.poll() is None:
            run.end(signal.SIGTERM)


def answers(url: str) -> str:
    return httpx.get(url, timeout=10).text


def test_saved_code_is_deployed_and_broken_code_is_not(start: Callable[..., Run]) -> None:
    run = start()
    run.says("Ctrl-C stops")
    assert "rawPath" in answers(run.http_url())

    run.write(LOBBY, "def handler(event, context):\n    return {'statusCode': 200, 'body': 'new'}\n")
    run.says(f"deployed again: {LOBBY}")
    assert answers(run.http_url()) == "new"

    run.write(LOBBY, "def handler(event, context:\n")
    run.says("The code cannot be loaded. The code before it still runs.")
    run.says("SyntaxError")
    assert answers(run.http_url()) == "new"

    run.write(LOBBY, "def handler(event, context):\n    raise ValueError('seen by the developer')\n")
    run.says(f"deployed again: {LOBBY}", times=2)
    assert httpx.get(run.http_url(), timeout=10).status_code >= 500
    run.says("ValueError: seen by the developer")


@pytest.mark.parametrize(
    "number",
    [signal.SIGINT, signal.SIGTERM, signal.SIGHUP],
    ids=["Ctrl-C", "terminated", "the terminal is closed"],
)
def test_stopping_ends_everything_and_is_no_failure(start: Callable[..., Run], number: int) -> None:
    run = start()
    run.says("Ctrl-C stops")
    assert run.end(number) == 0
    assert "Rooms are kept in" in run.output()
    assert "Traceback" not in run.output()
    assert not (run.state / "stack.json").exists()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", run.port)) != 0


def test_the_emulator_does_not_outlive_a_killed_program_and_keeps_its_state(
    start: Callable[..., Run],
) -> None:
    run = start()
    run.says("Ctrl-C stops")
    run.end(signal.SIGKILL)
    last = time.monotonic() + 10
    while time.monotonic() < last:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", run.port)) != 0:
                break
        time.sleep(0.1)
    else:
        pytest.fail("the emulator still listens")
    again = start(port=run.port, state=run.state)
    again.says("Ctrl-C stops")
    assert "rawPath" in answers(again.http_url())


def test_a_taken_port_is_a_sentence_that_says_how_to_choose_another(start: Callable[..., Run]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        run = start(port=port)
        assert run.process.wait(20) == 1
    assert f"Port {port} of this machine is taken." in run.output()
    assert "NOLPAN_PORT=" in run.output()
    assert "Traceback" not in run.output()


def test_a_folder_serves_one_stack_at_a_time(start: Callable[..., Run]) -> None:
    run = start()
    run.says("Ctrl-C stops")
    second = start(state=run.state)
    assert second.process.wait(20) == 1
    assert "Another stack is running on the folder" in second.output()
    assert "Traceback" not in second.output()
    assert "rawPath" in answers(run.http_url())


def is_refused(run: Run, words: str, *, code: int) -> None:
    assert run.process.wait(20) == code
    assert words in run.output()
    assert "Traceback" not in run.output()


@pytest.mark.parametrize("port", ["70000", "65535", "0", "-1", "4566.0", "²"])
def test_a_port_that_no_machine_has_is_a_sentence(start: Callable[..., Run], port: str) -> None:
    """The last port is none either: the web client takes the next one."""
    is_refused(
        start(port=port),
        f"a port is a number from 1 to 65534 (the web client takes the next one), not {port!r}",
        code=2,
    )


def test_an_empty_port_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOLPAN_PORT", "")
    assert arguments_of([]).port == 4566


@pytest.mark.parametrize(
    "place", ["a file", "below a file", "/proc", "a link to itself", "its log is a file"]
)
def test_a_folder_that_cannot_be_made_is_a_sentence(
    start: Callable[..., Run], tmp_path: Path, place: str
) -> None:
    file, loop, odd = tmp_path / "file", tmp_path / "loop", tmp_path / "odd"
    file.touch()
    loop.symlink_to(loop)
    odd.mkdir()
    (odd / "log").touch()
    state = {
        "a file": file,
        "below a file": file / "state",
        "/proc": Path("/proc/nolpan"),
        "a link to itself": loop,
        "its log is a file": odd,
    }[place]
    is_refused(start(state=state), f"The folder {state} cannot hold the stack's state", code=1)


def test_a_bundle_that_is_not_there_is_a_sentence(start: Callable[..., Run], tmp_path: Path) -> None:
    is_refused(start(bundle=tmp_path / "nowhere"), "The code to deploy cannot be read", code=1)


def test_a_hangup_that_was_to_be_ignored_is_ignored(start: Callable[..., Run]) -> None:
    run = start(before=["nohup"])
    run.says("Ctrl-C stops")
    run.process.send_signal(signal.SIGHUP)
    with pytest.raises(subprocess.TimeoutExpired):
        run.process.wait(1)
    assert run.end(signal.SIGTERM) == 0


def test_a_closed_terminal_ends_the_stack_in_order(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    state = tmp_path / "state"
    process = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", "local.stack", "--state", state, "--bundle", PROBE],
        cwd=ROOT,
        env={**os.environ, "NOLPAN_PORT": str(free_port())},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    said = b""
    while b"Ctrl-C stops" not in said:
        said += os.read(ours, 4096)
    os.close(ours)
    process.send_signal(signal.SIGHUP)
    process.wait(20)
    assert not (state / "stack.json").exists()
    assert (state / "aws" / "dynamodb.json").exists()


def test_the_addresses_are_never_seen_half_written(start: Callable[..., Run], tmp_path: Path) -> None:
    """They come as a new file in the old one's place: who reads the old one has all of it."""
    state, old = tmp_path / "state", tmp_path / "old"
    state.mkdir()
    (state / "stack.json").write_text("old", "utf-8")
    old.hardlink_to(state / "stack.json")
    run = start(state=state)
    run.says("Ctrl-C stops")
    assert run.http_url().startswith("http")
    assert old.read_text("utf-8") == "old"
    assert sorted(file.name for file in state.glob("stack*")) == ["stack.json"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state that a stack of the project's own code left."""
    folder = tmp_path_factory.mktemp("kept")
    with LocalStack(state_dir=folder):
        pass
    return folder


@pytest.mark.parametrize(
    "file", ["dynamodb.json", "secretsmanager.json", "iam.json", "apigateway.json", "cloudformation.json"]
)
def test_a_damaged_state_is_a_sentence_that_names_the_folder(
    start: Callable[..., Run], kept: Path, tmp_path: Path, file: str
) -> None:
    state = tmp_path / "state"
    shutil.copytree(kept, state)
    damaged = state / "aws" / file
    damaged.write_text(damaged.read_text("utf-8")[:50], "utf-8")
    run = start(state=state, bundle=ROOT / "bundle")
    is_refused(run, f"{state}", code=1)
    assert "to start afresh" in run.output()
    assert "Nolpan runs" not in run.output()


def test_a_sound_state_is_taken_up_again(start: Callable[..., Run], kept: Path) -> None:
    start(state=kept, bundle=ROOT / "bundle").says("Ctrl-C stops")
