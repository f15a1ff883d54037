"""A small HTTP server in the place of ``@connections``, with faults to order."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote


@dataclass
class Gateway:
    """What it was asked, and how it answers: by connection id, a status or a wait."""

    url: str = ""
    status: dict[str, int] = field(default_factory=dict)
    posted: list[tuple[str, bytes]] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    together: threading.Barrier | None = None
    """When set, every post waits until all of them are there."""
    silent: set[str] = field(default_factory=set)
    """Connections whose posts get no answer until ``released``."""
    released: threading.Event = field(default_factory=threading.Event)


@contextmanager
def running_gateway() -> Iterator[Gateway]:
    """The server, on a free port of this machine."""
    gateway = Gateway()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            connection_id = self._connection_id()
            gateway.posted.append((connection_id, body))
            if gateway.together is not None:
                gateway.together.wait(timeout=5)
            if connection_id in gateway.silent:
                gateway.released.wait(timeout=5)
            self._answer(gateway.status.get(connection_id, 200))

        def do_DELETE(self) -> None:
            connection_id = self._connection_id()
            gateway.deleted.append(connection_id)
            self._answer(gateway.status.get(connection_id, 204))

        def _connection_id(self) -> str:
            gateway.paths.append(self.path)
            return unquote(self.path.rpartition("/@connections/")[2])

        def _answer(self, status: int) -> None:
            names = {410: "GoneException", 413: "PayloadTooLargeException", 429: "LimitExceededException"}
            self.send_response(status)
            if status in names:
                self.send_header("x-amzn-ErrorType", names[status])
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's own name
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 64  # a crowd knocks at once; socketserver lets five wait

    server = Server(("127.0.0.1", 0), Handler)
    gateway.url = f"http://127.0.0.1:{server.server_address[1]}/live"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield gateway
    finally:
        gateway.released.set()
        server.shutdown()
        server.server_close()
        thread.join()
