"""Every refusal that the code can give, found in the code itself: its code and its sentence.

``Rejection("move/illegal", "…")`` and ``Problem(400, "request/cursor", "…")`` are written out where
the rule is, with plain literals; that is what makes the one list of ``docs/rejections.md`` checkable.
Only what can be reached counts: a game that is not in the registry refuses nobody yet.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
CODE_PATTERN = "^[a-z]+/[a-z_]+$"

_MAKERS = {"Rejection": 0, "Problem": 1}
"""Who makes a refusal, and where among the arguments its code stands; the sentence comes next."""


@dataclass(frozen=True, slots=True, order=True)
class Told:
    """A refusal: its code and sentence. ``…`` stands for what depends on the case."""

    code: str
    sentence: str


@cache
def refusals() -> tuple[Told, ...]:
    """Every refusal of sockets and of the HTTP API, in order, each once.

    :raises ValueError: one is not written out with literals.
    """
    return tuple(sorted(_told_in([*_rules(), *_files("functions")])))


@cache
def socket_codes() -> tuple[str, ...]:
    """The codes that a socket may tell, in order: those of rooms and of the games."""
    return tuple(sorted({told.code for told in _told_in([*_rules(), *_files("functions/rooms")])}))


def _files(place: str) -> list[Path]:
    return [*(ROOT / place).rglob("*.py")]


def _rules() -> set[Path]:
    """The games in the registry, and what of the engine they import."""
    packages = [type(game).__module__.rpartition(".")[0] for game in GAMES.values()]
    ahead = [file for package in packages for file in _files(package.replace(".", "/"))]
    reached: set[Path] = set()
    while ahead:
        file = ahead.pop()
        if file not in reached:
            reached.add(file)
            ahead += [_file_of(name) for name in _imported(file) if name.startswith("engine.")]
    return reached


def _imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def _file_of(module: str) -> Path:
    place = ROOT / module.replace(".", "/")
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def _told_in(files: Iterable[Path]) -> set[Told]:
    return {told for file in files for told in told_in(file)}


def told_in(file: Path) -> Iterator[Told]:
    """The refusals in one file of source code.

    :raises ValueError: one is not written out with literals.
    """
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKERS:
            at = _MAKERS[node.func.id]
            if [*map(type, node.args[at : at + 2])] == [ast.Attribute, ast.Attribute]:
                continue  # another refusal's code and sentence, as of a Rejection told over HTTP
            try:
                yield Told(_text(node.args[at]), _text(node.args[at + 1]))
            except (IndexError, ValueError) as fault:
                raise ValueError(f"{file.name}:{node.lineno}: write the refusal out") from fault


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join("…" if isinstance(part, ast.FormattedValue) else _text(part) for part in parts)
        case _:
            raise ValueError(ast.dump(node))
