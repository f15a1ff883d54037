"""Which file holds what, and whether it is current."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from local.contracts import documents, web
from local.contracts.asyncapi import asyncapi
from local.contracts.codes import ROOT
from local.contracts.openapi import openapi

OPENAPI = ROOT / "docs" / "openapi.yaml"
ASYNCAPI = ROOT / "docs" / "asyncapi.yaml"
TYPESCRIPT = ROOT / "web" / "src" / "contract"


def written(root: Path = ROOT) -> Mapping[Path, str]:
    """Every file that is generated, by its path below ``root``."""
    files = {
        OPENAPI: documents.written(openapi(), "The HTTP API."),
        ASYNCAPI: documents.written(asyncapi(), "The socket."),
        **{TYPESCRIPT / f"{name}.ts": text for name, text in web.files().items()},
    }
    return {root / path.relative_to(ROOT): text for path, text in files.items()}


def main(arguments: Sequence[str], root: Path = ROOT) -> int:
    """Write the files that are not current, or with ``--check`` only name them; the exit status."""
    stale = {path: text for path, text in written(root).items() if not _holds(path, text)}
    for path, text in stale.items():
        name = path.relative_to(root)
        if "--check" in arguments:
            print(f"{name} is not current: run {documents.MAKE}", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
            print(f"wrote {name}")
    return 1 if stale and "--check" in arguments else 0


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text
