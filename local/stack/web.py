"""Serves the built web client beside the stack, and tells it where the stack is."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from local.stack.errors import PortTakenError


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: object, config: bytes, headers: Mapping[str, str], **more: object) -> None:
        self._config = config
        self._headers = headers
        super().__init__(*arguments, **more)  # type: ignore[arg-type]  # as socketserver passes them

    def do_GET(self) -> None:
        """A file of the client, or ``/config.json``: ``{"httpUrl": ...}``."""
        path = self.path.partition("?")[0]
        if path != "/config.json":
            if "." not in path:
                self.path = "/"  # a place within the client, such as /r/CODE, which finds its own way
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(self._config)))
        self.end_headers()
        self.wfile.write(self._config)

    def end_headers(self) -> None:
        """A rebuilt client must be seen at once."""
        self.send_header("cache-control", "no-store")
        for name, value in self._headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Nothing: requests for files are of no interest beside a game's."""


def deployed_headers(web: Path, stack_url: str) -> dict[str, str]:
    """The headers with which the client is deployed (``web/headers.json``), for a stack at ``stack_url``."""
    api = f"{stack_url} ws{stack_url.removeprefix('http')}"
    told: dict[str, str] = json.loads((web / "headers.json").read_text("utf-8"))
    return {name: value.replace("{api}", api) for name, value in told.items()}


@contextmanager
def serving(
    folder: Path, *, port: int, http_url: str, headers: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Serve ``folder`` on this machine for the length of a block; gives the address.

    ``headers`` go with every answer, as they do where the client is deployed.

    :raises PortTakenError: somebody listens on the port.
    """
    config = json.dumps({"httpUrl": http_url}).encode()
    try:
        server = ThreadingHTTPServer(
            ("127.0.0.1", port),
            partial(_Handler, directory=str(folder), config=config, headers=headers or {}),
        )
    except OSError as fault:
        raise PortTakenError(f"Port {port} of this machine, for the web client, is taken.") from fault
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.shutdown()
        server.server_close()
