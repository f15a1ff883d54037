"""What ships: ``bundle/`` and the zip that is made of it."""

import os
import re
import shutil
from pathlib import Path

import pytest

from local.stack.bundle import code_files, load_error, zipped

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "bundle"
LINKS = {"engine": "../engine", "functions": "../functions"}


def a_bundle(folder: Path, **files: str) -> Path:
    package = folder / "bundle" / "functions"
    package.mkdir(parents=True)
    for name, text in {"__init__": "", **files}.items():
        (package / f"{name}.py").write_text(text, "utf-8")
    return folder / "bundle"


def test_the_bundle_holds_two_links_and_the_requirements() -> None:
    links = {path.name: str(path.readlink()) for path in BUNDLE.iterdir() if path.is_symlink()}
    files = {path.name for path in BUNDLE.iterdir() if not path.is_symlink()}
    assert links == LINKS
    assert files == {"requirements.in", "requirements.txt"}


def test_nothing_but_engine_and_functions_reaches_the_artefact() -> None:
    names = [name for name, _ in code_files(BUNDLE)]
    assert {name.split("/")[0] for name in names} == set(LINKS)
    stray = {"tests", "web", "local", "bench", "docs", "events", "node_modules", "__pycache__", ".venv"}
    assert [name for name in names if stray & set(name.split("/"))] == []
    assert not [name for name in names if name.endswith(".pyc")]


def test_every_requirement_that_ships_is_pinned_by_version_and_hash() -> None:
    text = (BUNDLE / "requirements.txt").read_text("utf-8")
    entries = [entry for entry in re.split(r"\n(?=\S)", text) if entry and not entry.startswith("#")]
    assert entries
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert [entry.split()[0] for entry in entries if not re.match(r"[\w.\[\]-]+==[\w.]+", entry)] == []


def test_equal_sources_give_an_equal_zip(tmp_path: Path) -> None:
    first = a_bundle(tmp_path / "a", websocket="X = 1\n")
    second = tmp_path / "b" / "bundle"
    shutil.copytree(first, second)
    for file in second.rglob("*.py"):
        os.utime(file, (1, 1))
        file.chmod(0o600)
    (second / "functions" / "__pycache__").mkdir()
    (second / "functions" / "__pycache__" / "websocket.cpython-311.pyc").write_bytes(b"compiled")
    assert zipped(first) == zipped(second)


def test_other_sources_give_another_zip(tmp_path: Path) -> None:
    first = a_bundle(tmp_path / "a", websocket="X = 1\n")
    second = a_bundle(tmp_path / "b", websocket="X = 2\n")
    assert zipped(first) != zipped(second)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("def handler(event, context: ...\n", "SyntaxError"),
        ("import no_such_module\n", "ModuleNotFoundError"),
        ("import os\nTABLE = os.environ['TABLE_NAME']\ndef handler(event, context): ...\n", "KeyError"),
        ("handler = 1\n", "functions.websocket.handler is not a function"),
        ("", "AttributeError"),
    ],
)
def test_code_that_lambda_could_not_load_is_found_before_it_is_deployed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, complaint: str
) -> None:
    monkeypatch.setenv("TABLE_NAME", "set in the shell only")
    fault = load_error(a_bundle(tmp_path, websocket=source), ["functions.websocket.handler"])
    assert fault is not None
    assert complaint in fault


def test_code_that_lambda_can_load_is_not_complained_of(tmp_path: Path) -> None:
    bundle = a_bundle(tmp_path, websocket="def handler(event, context): ...\n")
    assert load_error(bundle, ["functions.websocket.handler"]) is None
