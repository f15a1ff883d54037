"""Cold start: import and wiring of each function in a fresh process, beside an everything-importing handler.

The processes take turns, and each function is compared with the handler of the same round. CPU time
of the whole process is what is compared: Lambda's cold start is mostly that, and it is not moved by
what others do on this machine.
"""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

from bench.games import ROOT
from bench.measure import Spread, alternate, ratio
from bench.report import Cell, Limit, Report, Table
from local.stack import template

LIMIT = 0.9
"""The websocket function beside ``EVERYTHING``."""
_ROUNDS = 9
_BARE = "an empty program"
_YARDSTICK = "everything imported"
_WEBSOCKET = "websocket"

EVERYTHING = """
import boto3, pydantic
from aws_lambda_powertools import Logger, Metrics, Tracer
boto3.resource("dynamodb").Table("nolpan")
boto3.client("dynamodb")
boto3.client("apigatewaymanagementapi", endpoint_url="https://example.com/live")
boto3.client("scheduler")
Logger(service="all")
Metrics(namespace="Nolpan", service="all")
class Frame(pydantic.BaseModel):
    type: str
"""
"""What a handler does that imports what it might need: resource and three clients of boto3, pydantic with
one model, Powertools' logger, metrics and tracer (imported only: X-Ray's library is not installed). It
has no game and no room yet."""

PROGRAMS = {
    _BARE: "",
    _YARDSTICK: EVERYTHING,
    _WEBSOCKET: "from functions import websocket; websocket.rooms.parts()",
    "websocket and its first chess move": (
        "from functions import websocket; websocket.rooms.parts()\n"
        "from engine.registry import GAMES; GAMES['chess']"
    ),
    "deadline": "from functions import deadline; deadline.rooms.parts()",
    "spectators": "from functions import spectators; spectators.rooms.parts()",
    "authorizer": "from functions import authorizer as a; a.tickets.keys(); a.clients.observer()",
    "http": "from functions import http; http._adapter()",
}
"""What is imported and made before the first event can be answered."""

_OWN = {
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "CONNECTIONS_ENDPOINT": "https://example.com/live",
    "SOCKET_URL": "wss://example.com/live",
}
_SOMETHING = "arn:aws:lambda:us-east-1:123456789012:function:something"


def environment() -> dict[str, str]:
    """What ``template.yaml`` puts into the functions' environments: parameters' defaults, and something
    of that kind for what only a deployment knows."""
    document = template.read(ROOT / "template.yaml")
    found: dict[str, str] = {}
    parts = [document["Globals"]["Function"], *(r["Properties"] for r in document["Resources"].values())]
    for part in parts:
        for name, written in part.get("Environment", {}).get("Variables", {}).items():
            parameter = document["Parameters"].get(written["Ref"]) if "Ref" in written else None
            value = written if parameter is None else parameter.get("Default", "")
            found[name] = str(value) if isinstance(value, str | int) and value != "" else _SOMETHING
    return found | _OWN


@dataclass(slots=True)
class _Program:
    """A fresh interpreter that runs a few lines; ``wall_ms`` keeps how long each took by the clock."""

    lines: str
    environment: Mapping[str, str]
    wall_ms: list[float] = field(default_factory=list)

    def cpu_ms(self) -> float:
        """CPU time of one run, interpreter and all.

        :raises subprocess.CalledProcessError: it failed; what it said is on standard error.
        """
        # Leaves at once: what an interpreter tidies up at its end is no part of a cold start.
        program = f"{self.lines}\nimport os; os._exit(0)"
        surroundings = {**os.environ, **self.environment, "PYTHONPATH": str(ROOT)}
        before, started = _children_ms(), time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True, env=surroundings, cwd=ROOT)
        self.wall_ms.append((time.perf_counter() - started) * 1_000)
        return _children_ms() - before


def _children_ms() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (used.ru_utime + used.ru_stime) * 1_000


def report(rounds: int = _ROUNDS) -> Report:
    """The section ``cold``."""
    deployed = environment()
    programs = {name: _Program(lines, deployed) for name, lines in PROGRAMS.items()}
    for program in programs.values():  # writes the byte code, and warms the disk's cache
        program.cpu_ms()
        program.wall_ms.clear()
    found = alternate({name: program.cpu_ms for name, program in programs.items()}, rounds)
    rows: list[tuple[Cell, ...]] = []
    ratios: dict[str, Spread] = {name: ratio(found, name, _YARDSTICK) for name in programs}
    for name, program in programs.items():
        beside = ratios[name]
        spread = f"{beside.least:.2f} to {beside.most:.2f}"
        rows.append((name, median(found[name]), median(program.wall_ms), beside.median, spread))
    return Report(
        "cold",
        [
            Table(
                f"Import and wiring in a fresh process (median of {rounds} rounds in turn)",
                ("function", "CPU ms", "wall ms", "beside everything", "rounds"),
                rows,
            )
        ],
        [Limit("cold start of the websocket function", ratios[_WEBSOCKET].median, LIMIT, "ratio")],
        [
            "The whole process counts, the bare interpreter included; the limit is about the ratio of CPU "
            "times. No network, a warm disk, compiled files: what Lambda adds, it adds to every function.",
        ],
    )
