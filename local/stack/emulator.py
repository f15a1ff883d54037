"""Starts and stops the emulator's process."""

import fcntl
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path

from local.stack.errors import PortTakenError, StackError
from local.stack.session import REGION

_PROGRAM = Path(__file__).with_name("emulator_process.py")
_START_SEC = 30
_STOP_SEC = 15


def free_port() -> int:
    """A port of this machine that nobody listens on now; somebody else may take it next."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Emulator:
    """ministack on a port of this machine, with its state in a folder.

    One folder serves one emulator at a time; a second is refused. The emulator saves its
    state when it is stopped, and when the program that started it ends in any way; not when
    it is killed itself.
    """

    def __init__(self, *, port: int, state_dir: Path, keep_state: bool = True) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.logs = state_dir / "log"
        self._state = state_dir
        self._keep_state = keep_state
        self._lock: TextIOWrapper | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Return when the emulator answers.

        :raises PortTakenError: somebody listens on the port.
        :raises StackError: the folder is in use or cannot be written, or the emulator does not start.
        """
        try:
            self._claim_folder()
        except OSError as fault:
            self.stop()
            raise StackError(f"The folder {self._state} cannot hold the stack's state: {fault}.") from fault
        try:
            if _is_taken(self.port):
                raise PortTakenError(f"Port {self.port} of this machine is taken.")
            self._process = self._spawn()
            self._await_answer(self._process)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """End the emulator and every function it runs. Harmless when it is not running."""
        process, self._process = self._process, None
        if process is not None:
            if self._keep_state:
                process.terminate()
                try:
                    process.wait(_STOP_SEC)
                except subprocess.TimeoutExpired:
                    print("The emulator did not end by itself; its last state may be lost.", file=sys.stderr)
            # Its process group is its own: this ends it, if need be, and workers it left behind.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if process.stdin is not None:
                process.stdin.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    @property
    def is_running(self) -> bool:
        """Whether the process is alive."""
        return self._process is not None and self._process.poll() is None

    def last_words(self) -> str:
        """The end of the emulator's own log."""
        log = self.logs / "emulator.log"
        return "\n".join(log.read_text("utf-8", "replace").splitlines()[-15:]) if log.exists() else ""

    def _claim_folder(self) -> None:
        self._state.mkdir(parents=True, exist_ok=True)
        lock = (self._state / "lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            lock.close()
            raise StackError(f"Another stack is running on the folder {self._state}.") from fault
        self._lock = lock
        for name in ("log", "tmp", "aws"):
            (self._state / name).mkdir(exist_ok=True)
        # What the last run left: its logs, and the unpacked code of functions that were cut short.
        for folder in (self.logs, self._state / "tmp"):
            shutil.rmtree(folder)
            folder.mkdir()

    def _spawn(self) -> subprocess.Popen[bytes]:
        # Chosen, not inherited: a developer's AWS profile, region or proxy must not reach functions.
        kept = ("PATH", "HOME", "LANG", "LC_ALL", "PYTHONPATH", "VIRTUAL_ENV")
        environment = {name: os.environ[name] for name in kept if name in os.environ} | {
            "GATEWAY_PORT": str(self.port),
            "BIND_HOST": "127.0.0.1",
            "MINISTACK_REGION": REGION,
            "PERSIST_STATE": "1" if self._keep_state else "0",
            "STATE_DIR": str(self._state / "aws"),
            "TMPDIR": str(self._state / "tmp"),
            "AUTH": "true",
            "LOG_LEVEL": "WARNING",
            "NOLPAN_LOG_FOLDER": str(self.logs),
            # Listeners and containers that no part of the stack uses.
            "IOT_MTLS_ENABLED": "0",
            "SFTP_ENABLED": "0",
            "DOCKER_HOST": f"unix://{self._state}/no-docker",
            # For the functions: no file, no metadata service to ask for credentials.
            "AWS_CONFIG_FILE": os.devnull,
            "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
            "AWS_EC2_METADATA_DISABLED": "true",
        }
        with (self.logs / "emulator.log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-P", str(_PROGRAM)],
                env=environment,
                cwd=self._state,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _await_answer(self, process: subprocess.Popen[bytes]) -> None:
        last = time.monotonic() + _START_SEC
        while time.monotonic() < last:
            if process.poll() is not None:
                words = self.last_words()
                if "already in use" in words or "address already in use" in words.lower():
                    raise PortTakenError(f"Port {self.port} of this machine is taken.")
                raise StackError(f"The emulator ended as it started:\n{words}")
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
            try:
                connection.request("GET", "/_ministack/health")
                if connection.getresponse().status == http.HTTPStatus.OK:
                    return
            except OSError:
                pass  # not listening yet
            finally:
                connection.close()
            time.sleep(0.03)
        raise StackError(f"The emulator did not answer within {_START_SEC} seconds:\n{self.last_words()}")
