"""``python -m local.stack`` (what ``make run`` calls), as a developer uses it; with probe handlers."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from local.stack.emulator import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PROBE = Path(__file__).with_name("probe")
LOBBY = "functions/http.py"


class Run:
    """The program on a copy of the probe, with its own folder and port."""

    def __init__(self, folder: Path, *, port: int | None = None, state: Path | None = None) -> None:
        self.bundle = folder / "bundle"
        self.state = state or folder / "state"
        self.port = port or free_port()
        self._output = folder / "output.txt"
        shutil.copytree(PROBE, self.bundle, ignore=shutil.ignore_patterns("__pycache__"))
        with self._output.open("wb") as output:
            self.process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", "local.stack", "--state", self.state, "--bundle", self.bundle],
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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "terminated"])
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
