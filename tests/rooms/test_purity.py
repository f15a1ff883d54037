"""What rooms may import, and that deciding the same again decides the same."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import functions.rooms
from functions.rooms.commands import Act, Command, Hello, Leave, Rematch, Start, WakeUp
from functions.rooms.decide import decide
from functions.rooms.room import Room
from tests.rooms.people import ANNA, BO, NOW, POLICY, SEED, connected, finished, playing, sender, table

FOLDER = Path(str(functions.rooms.__file__)).parent
FILES = sorted(FOLDER.glob("*.py"))
OUTSIDE = (
    "boto3",
    "botocore",
    "aws_lambda_powertools",
    "mangum",
    "functions.aws",
    "functions.lobby",
    "local",
)
IMPURE = ("time", "datetime", "random", "secrets", "os", "logging", "socket", "uuid", "threading", "asyncio")


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports by dots"
            yield str(node.module)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_room_imports_neither_aws_nor_a_clock_nor_chance(path: Path) -> None:
    found = [
        name for name in imported(path) for bad in (*OUTSIDE, *IMPURE) if f"{name}.".startswith(f"{bad}.")
    ]
    assert found == []


def test_there_are_files_to_look_at() -> None:
    assert {"decide", "runner", "room"} <= {path.stem for path in FILES}


def test_importing_the_runner_loads_no_aws_library() -> None:
    script = (
        "import sys, functions.rooms.runner; "
        "print([m for m in sys.modules if m.startswith(('boto', 'aws_'))])"
    )
    run = subprocess.run(  # noqa: S603 - our own interpreter and script
        [sys.executable, "-c", script], cwd=FOLDER.parents[1], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


COMMANDS: list[tuple[Room, Command]] = [
    (connected(table(ANNA, BO), ANNA, BO), Start(sender(ANNA), 1, SEED)),
    (playing(moves=3).room, WakeUp()),
    (playing(moves=3).room, Hello(sender(ANNA))),
    (playing(moves=3).room, Act(sender(BO), 9, {"type": "requestUndo"}, None)),
    (playing(moves=3).room, Leave(sender(BO), 9)),
    (finished().room, Rematch(sender(ANNA), 9, SEED)),
]


@pytest.mark.parametrize(
    ("room", "command"), COMMANDS, ids=[type(command).__name__ for _, command in COMMANDS]
)
@pytest.mark.parametrize("later", [0, 31_999, 40_000, 700_000])
def test_deciding_is_a_function_of_its_arguments(room: Room, command: Command, later: int) -> None:
    once = decide(room, command, NOW + later, POLICY)
    assert decide(room, command, NOW + later, POLICY) == once
