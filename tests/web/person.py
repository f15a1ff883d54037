"""Somebody with a browser, who sees and presses what a person would."""

import json
import re
from collections.abc import Sequence
from typing import Literal

from playwright.sync_api import Browser, ConsoleMessage, Locator, WebSocketRoute, expect

from local.client import JsonObject

Device = Literal["phone", "small phone", "desktop"]

WAIT_MS = 20_000
"""Long enough for a stack that other tests keep busy; nothing is measured by it."""

_SIZES = {"phone": (390, 844), "small phone": (360, 640), "desktop": (1280, 860)}
_EXPECTED = re.compile(r"status of 4\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED")


class Person:
    """A browser context of their own.

    ``complaints`` is what the page wrote to its console, ``heard`` every frame that the server sent it.
    """

    def __init__(
        self, browser: Browser, site: str, name: str, device: Device, *, reduced_motion: bool
    ) -> None:
        self.name = name
        self.site = site
        self.complaints: list[str] = []
        self.heard: list[str] = []
        self._changes: list[tuple[str, str]] = []
        self._sockets: list[WebSocketRoute] = []
        self._swallowing = False
        width, height = _SIZES[device]
        phone = device != "desktop"
        self._context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=phone,
            is_mobile=phone,
            locale="ko-KR",
            reduced_motion="reduce" if reduced_motion else "no-preference",
            permissions=["clipboard-read", "clipboard-write"],
        )
        self._context.set_default_timeout(WAIT_MS)
        self.page = self._context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        # Between the page and the server, so that a test can cut the line.
        self.page.route_web_socket(re.compile("execute-api"), self._routed)

    def _routed(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda frame: None if self._swallowing else server.send(frame))
        server.on_message(lambda frame: self._heard_frame(socket, frame))
        self._sockets.append(socket)

    def _heard_frame(self, socket: WebSocketRoute, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        for old, new in self._changes:
            text = text.replace(old, new)
        self.heard.append(text)
        socket.send(text)

    def _heard(self, message: ConsoleMessage) -> None:
        # A refusal over HTTP (404 for a wrong code) and a cut line are written there by the browser.
        if message.type == "error" and not _EXPECTED.search(message.text):
            self.complaints.append(message.text)

    def leave(self) -> None:
        """Close the browser."""
        self._context.close()

    def changes_heard(self, old: str, new: str) -> None:
        """From now on the server seems to say ``new`` where it says ``old``, as a newer one might."""
        self._changes.append((old, new))

    # --- Coming in ------------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        """Go to a path of the client, as from a link in a message."""
        self.page.goto(self.site + path)

    def come_in(self, path: str = "/") -> None:
        """Open the client, giving a name if it asks for one."""
        self.open(path)
        self.page.locator("#nickname, .greeting, .room-code, [role=grid], .seotda-table").first.wait_for()
        if self.page.locator("#nickname").count():
            self.page.fill("#nickname", self.name)
            self.press("들어가기")

    def make_room(self, game: str, **options: object) -> str:
        """A new room with these options; gives its code. The form is tested elsewhere."""
        self.come_in()
        self.page.locator(".greeting").wait_for()
        body: JsonObject = {"game": game, "options": options}  # type: ignore[dict-item]
        code = self.page.evaluate(
            """async (body) => {
                const { httpUrl } = await (await fetch('/config.json')).json();
                const { token } = JSON.parse(localStorage.getItem('nolpan.guest'));
                const answer = await fetch(httpUrl + '/rooms', {
                    method: 'POST', body: JSON.stringify(body),
                    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + token },
                });
                if (!answer.ok) throw new Error(await answer.text());
                return (await answer.json()).code;
            }""",
            body,
        )
        assert isinstance(code, str)
        self.open(f"/r/{code}")
        expect(self.page.locator(".room-code")).to_have_text(code)
        return code

    # --- Pressing and seeing --------------------------------------------------------------------

    def press(self, words: str) -> None:
        """Press the button with these words; in the window over the page, if there is one."""
        window = self.page.locator("dialog[open]")
        where = window if window.count() else self.page.locator("body")
        buttons = where.get_by_role("button", name=words).and_(self.page.locator("button:not([data-cell])"))
        buttons.first.click()

    def ask(self, button: Locator) -> None:
        """Press a button that sends a command, and wait for the server's answer to it."""
        heard = len(self.heard)
        button.click()
        for _ in range(WAIT_MS // 50):
            # Only the tab that asked hears the number of its command.
            if any(json.loads(frame).get("cs") is not None for frame in self.heard[heard:]):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{self.name} was not answered")

    def cell(self, key: str | int) -> Locator:
        """A square or point of the board."""
        return self.page.locator(f'[data-cell="{key}"]')

    def tap(self, key: str | int) -> None:
        """Press a square or point of the board."""
        self.cell(key).click()

    def sees(self, words: str | re.Pattern[str]) -> None:
        """Wait until the words are on the screen."""
        expect(self.page.get_by_text(words).filter(visible=True).first).to_be_visible(timeout=WAIT_MS)

    def has_turn(self) -> bool:
        """Whether the page says that it is this player's turn."""
        return self.page.locator(".status.mine").count() > 0 or "내 차례" in self.status()

    def status(self) -> str:
        """What the page says is awaited."""
        return self.page.locator(".status").inner_text()

    def expect_turn(self) -> None:
        """Wait for this player's turn."""
        expect(self.page.locator(".status")).to_contain_text(
            re.compile("내 차례|체크예요|대국이 끝났어요"), timeout=WAIT_MS
        )

    def expect_result(self) -> Locator:
        """Wait for the window with the result."""
        box = self.page.locator("dialog[open]:has(.result)")
        expect(box).to_be_visible(timeout=WAIT_MS)
        return box

    # --- The line ------------------------------------------------------------------------------

    def lose_network(self) -> None:
        """The network goes, and takes open connections with it."""
        self._context.set_offline(True)
        for socket in self._sockets:
            socket.close(code=3001, reason="the line was cut")
        self._sockets.clear()

    def swallow(self) -> None:
        """From now on nothing that the page says arrives, until the network comes back."""
        self._swallowing = True

    def get_network(self) -> None:
        """The network is back."""
        self._swallowing = False
        self._context.set_offline(False)


def sit_down(host: Person, guest: Person, game: str, **options: object) -> str:
    """Two people at a table, the game begun; gives the room's code."""
    code = host.make_room(game, **options)
    guest.come_in(f"/r/{code}")
    guest.press("여기 앉기")
    host.press("시작하기")
    for person in (host, guest):
        expect(person.page.get_by_role("grid")).to_be_visible(timeout=WAIT_MS)
    return code


def gather(people: Sequence[Person], game: str, **options: object) -> str:
    """Several people around a table, the first of them the host, the game begun; gives the room's code."""
    host, *guests = people
    code = host.make_room(game, **options)
    for number, guest in enumerate(guests, start=2):
        guest.come_in(f"/r/{code}")
        guest.press(f"여기 앉기, {number}번 자리")
        host.sees(guest.name)
    host.press(f"{len(people)}명으로 시작하기")
    for person in people:
        expect(person.page.locator(".seotda-table")).to_be_visible(timeout=WAIT_MS)
    return code


def play_chess(white: Person, black: Person, moves: str) -> None:
    """Make the moves (UCI, in turns) by tapping; every promotion's piece is asked for by its button."""
    for ply, uci in enumerate(moves.split()):
        mover = black if ply % 2 else white
        mover.expect_turn()
        mover.tap(uci[:2])
        mover.tap(uci[2:4])
        if len(uci) > 4:
            mover.press({"q": "퀸", "r": "룩", "b": "비숍", "n": "나이트"}[uci[4]])
