"""``docs/asyncapi.yaml`` is sound by the standard's own schema, and holds the rows of the protocol."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft7Validator  # type: ignore[import-untyped]

from local.contracts import ASYNCAPI
from local.contracts.codes import ROOT
from tests.contracts.published import document, schemas

STANDARD = json.loads((ROOT / "tests" / "data" / "asyncapi" / "3.0.0.json").read_text("utf-8"))

FROM_CLIENTS = {
    "hello": [],
    "sync": ["seq"],
    "ping": ["t"],
    "sit": ["cs", "seat"],
    "stand": ["cs"],
    "options": ["cs", "options"],
    "kick": ["cs", "playerId"],
    "start": ["cs"],
    "act": ["cs", "action", "seq"],
    "flag": ["seq"],
    "rematch": ["cs"],
    "leave": ["cs"],
    "chat": ["text"],
}
"""The protocol's first table: types and their fields."""

FROM_THE_SERVER = {
    "room": ["seq", "room", "you", "view", "deadline", "cs"],
    "update": ["seq", "events", "view", "status", "deadline", "cs"],
    "presence": ["seq", "seats", "away", "spectators", "deadline"],
    "chat": ["from", "text"],
    "rejected": ["seq", "cs", "code", "reason", "deadline"],
    "pong": ["t"],
    "closed": ["seq", "code", "reason"],
}
"""The protocol's second table; every frame has ``type`` and ``now`` beside these. Fields may be added."""

VIEW = {
    *("phase", "options", "players", "turn", "moves", "movesFrom", "moveCount", "lastMove", "clock"),
    *("deadline", "pending", "undo", "result"),
}
"""The fields of every game's view."""


def test_the_document_passes_the_standards_own_schema() -> None:
    errors = sorted(Draft7Validator(STANDARD).iter_errors(document()), key=str)
    assert [f"{error.json_path}: {error.message[:200]}" for error in errors] == []


def test_that_schema_would_notice_a_fault() -> None:
    broken = json.loads(json.dumps(document()))
    del broken["operations"]["receiveHello"]["channel"]
    assert not Draft7Validator(STANDARD).is_valid(broken)


@pytest.mark.demand
def test_the_document_passes_the_public_parser() -> None:
    """Needs Node and, under it, ``@asyncapi/parser`` where Node looks for it (NODE_PATH)."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    script = """
      const { Parser } = require("@asyncapi/parser");
      const text = require("fs").readFileSync(process.argv[1], "utf8");
      new Parser().parse(text).then(({ document, diagnostics }) => {
        const grave = diagnostics.filter((one) => one.severity < 2);
        console.log(JSON.stringify(grave.map((one) => `${one.path.join(".")}: ${one.message}`)));
        process.exit(document && grave.length === 0 ? 0 : 1);
      });
    """
    run = subprocess.run(  # noqa: S603
        [node, "-e", script, str(ASYNCAPI)], capture_output=True, text=True, check=False
    )
    if "Cannot find module '@asyncapi/parser'" in run.stderr:
        pytest.skip("@asyncapi/parser is not installed: npm install @asyncapi/parser, and set NODE_PATH")
    assert run.returncode == 0, run.stdout + run.stderr


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for inner in value.values():
            yield from references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_every_reference_leads_somewhere_and_every_schema_is_used() -> None:
    used = set()
    for reference in references(document()):
        at: Any = document()
        for step in reference.removeprefix("#/").split("/"):
            assert step in at, reference
            at = at[step]
        used.add(reference)
    unused = {name for name in schemas() if f"#/components/schemas/{name}" not in used}
    assert unused == set()


def payloads(action: str) -> dict[str, dict[str, Any]]:
    """The schemas of the messages that the server receives or sends, by frame type."""
    found = {}
    for operation in document()["operations"].values():
        if operation["action"] == action:
            (message,) = operation["messages"]
            described = document()["components"]["messages"][message["$ref"].rsplit("/", 1)[1]]
            found[described["name"]] = schemas()[described["payload"]["$ref"].rsplit("/", 1)[1]]
    return found


def test_what_clients_send_are_the_rows_of_the_protocol() -> None:
    told = {kind: set(schema["properties"]) - {"type"} for kind, schema in payloads("receive").items()}
    assert told == {kind: set(fields) for kind, fields in FROM_CLIENTS.items()}


def test_what_the_server_sends_are_the_rows_of_the_protocol() -> None:
    told = {kind: set(schema["properties"]) for kind, schema in payloads("send").items()}
    assert set(told) == set(FROM_THE_SERVER)
    for kind, fields in FROM_THE_SERVER.items():
        assert {"type", "now", *fields} - told[kind] == set(), kind


def test_commands_are_the_frames_with_a_number() -> None:
    numbered = {kind for kind, schema in payloads("receive").items() if "cs" in schema["required"]}
    assert numbered == {kind for kind, fields in FROM_CLIENTS.items() if "cs" in fields}


def test_every_message_of_clients_has_answers_and_a_summary() -> None:
    for name, operation in document()["operations"].items():
        if operation["action"] == "receive":
            assert operation["reply"]["messages"], name
    for name, message in document()["components"]["messages"].items():
        assert len(message["summary"]) > 10, name


@pytest.mark.parametrize("game", ["Othello", "Omok", "Chess"])
def test_a_view_has_the_fields_that_all_games_have(game: str) -> None:
    view = schemas()[f"{game}View"]
    assert set(view["required"]) >= VIEW
    assert "legalMoves" in view["properties"]
    assert "legalMoves" not in view["required"]
    assert not {"rng", "seed", "rngState"} & set(view["properties"])
