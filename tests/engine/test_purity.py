"""The rules stay pure: no clock, no chance, no I/O (document 002, section 1)."""

import ast
import tomllib
from pathlib import Path

import pytest

from .helpers import ROOT

ENGINE = sorted((ROOT / "engine").rglob("*.py"))
PURE = {
    *("abc", "base64", "binascii", "bisect", "collections", "dataclasses", "enum", "functools"),
    *("hashlib", "heapq", "importlib", "itertools", "json", "math", "operator", "re", "string"),
    *("struct", "types", "typing", "zlib"),
}
"""Modules of the standard library that only compute (``importlib`` reads code, nothing else)."""
ALLOWED = PURE | {"chess", "engine", "pydantic"}


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("path", ENGINE, ids=lambda path: str(path.relative_to(ROOT)))
def test_an_engine_module_imports_nothing_that_could_do_io(path: Path) -> None:
    assert imports(path) <= ALLOWED


def test_the_linter_bans_what_would_break_purity() -> None:
    config = tomllib.loads((ROOT / "engine" / "ruff.toml").read_text(encoding="utf-8"))
    banned = set(config["lint"]["flake8-tidy-imports"]["banned-api"])
    assert {"time", "datetime", "random", "os", "secrets", "boto3", "botocore"} <= banned
    assert not banned & ALLOWED
