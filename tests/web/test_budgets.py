"""What a player must download, and what is in it."""

import gzip
import json
import re
from pathlib import Path

import pytest

from tests.web.conftest import WEB, web_script

FIRST_LOAD = 60 * 1024
EACH_GAME = 40 * 1024
SCREENSHOTS = 3 * 1024 * 1024
GAMES = ("othello", "omok", "chess", "seotda")


def _files(manifest: dict[str, dict[str, object]], key: str) -> set[str]:
    """The files that a chunk needs before it runs, its own and its style sheets included."""
    chunk = manifest[key]
    files = {str(chunk["file"])}
    for style in chunk.get("css", []):  # type: ignore[attr-defined]
        files.add(style)
    for other in chunk.get("imports", []):  # type: ignore[attr-defined]
        files |= _files(manifest, other)
    return files


def _weight(dist: Path, files: set[str]) -> int:
    return sum(len(gzip.compress((dist / file).read_bytes(), 9)) for file in files)


@pytest.mark.slow
def test_the_first_load_is_small_and_each_game_adds_little(dist: Path) -> None:
    manifest = json.loads((dist / "manifest.json").read_text())
    first = _files(manifest, "index.html") | {"index.html"}
    assert _weight(dist, first) <= FIRST_LOAD
    for game in GAMES:
        own = _files(manifest, f"src/games/{game}/index.tsx") - first
        assert own, game
        assert _weight(dist, own) <= EACH_GAME, game


@pytest.mark.slow
def test_the_page_asks_nothing_of_other_hosts(dist: Path) -> None:
    for file in dist.rglob("*"):
        if file.suffix in {".html", ".css", ".js", ".webmanifest"}:
            hosts = set(re.findall(r"https?://([^/\"'\s)`]+)", file.read_text("utf-8")))
            assert hosts <= {"www.w3.org"}, file  # the names of SVG and MathML


@pytest.mark.slow
def test_types_and_unit_tests_of_the_client_hold(dist: Path) -> None:
    checked = web_script("check")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_what_reaches_a_player_has_a_permissive_licence_and_no_address_is_locked() -> None:
    text = (WEB / "package-lock.json").read_text()
    packages = json.loads(text)["packages"]
    tools = ("dev", "devOptional")
    shipped = {name: info for name, info in packages.items() if name and not any(map(info.get, tools))}
    assert {info["license"] for info in shipped.values()} <= {"MIT", "ISC", "BSD-3-Clause"}
    assert set(json.loads((WEB / "package.json").read_text())["dependencies"]) == {"preact", "uqr"}
    assert '"resolved"' not in text


def test_the_screenshots_are_light() -> None:
    assert sum(file.stat().st_size for file in (WEB / "screenshots").glob("*.png")) < SCREENSHOTS
