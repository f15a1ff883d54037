"""The built client in real browsers, against the whole stack on this machine."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from local.stack import LocalStack
from local.stack.emulator import free_port
from local.stack.web import deployed_headers, serving
from tests.stack.conftest import pytest_runtest_makereport, stack
from tests.web.person import Device, Person

__all__ = ["pytest_runtest_makereport", "stack"]

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"

_FLAGS = [
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Enter = Callable[..., Person]


def web_script(mode: str) -> subprocess.CompletedProcess[str]:
    """Run ``local/bin/web``, which knows where Node is."""
    script = ROOT / "local" / "bin" / "web"
    return subprocess.run([script, mode], capture_output=True, text=True, check=False)  # noqa: S603


@pytest.fixture(scope="session")
def dist() -> Path:
    """The client, built from today's sources."""
    if web_script("node").returncode:
        pytest.skip("there is no Node to build the client with")
    built = web_script("build")
    assert built.returncode == 0, built.stderr
    return WEB / "dist"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium: Playwright brings none of its own."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no Chromium: apt-get install chromium fonts-noto-cjk")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def site(dist: Path, stack: LocalStack) -> Iterator[str]:
    """The address of the client, served with the headers that it is deployed with."""
    headers = deployed_headers(WEB, stack.url)
    with serving(dist, port=free_port(), http_url=stack.http_url, headers=headers) as address:
        yield address.rstrip("/")


@pytest.fixture
def enter(browser: Browser, site: str) -> Iterator[Enter]:
    """Lets people in, each with a browser of their own; a page that complains fails the test."""
    people: list[Person] = []

    def one(name: str, device: Device = "desktop", *, reduced_motion: bool = True) -> Person:
        person = Person(browser, site, name, device, reduced_motion=reduced_motion)
        people.append(person)
        return person

    yield one
    complaints = {person.name: person.complaints for person in people if person.complaints}
    for person in people:
        person.leave()
    assert complaints == {}
