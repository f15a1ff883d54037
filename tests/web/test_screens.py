"""Every screen, on a phone and on a desktop: nothing wrong for those who cannot see, point or read small.

With NOLPAN_SCREENSHOTS=1 the pictures are written to web/screenshots, to be looked at.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import WEB, Enter
from tests.web.person import Device, Person, gather, play_chess, sit_down

pytestmark = pytest.mark.slow

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"

_FINDINGS = """async () => {
    const found = await axe.run(document, { resultTypes: ['violations'] });
    return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) =>
            target + ' ' + failureSummary).join(' | '));
}"""

_SMALL_TARGETS = """() => [...document.querySelectorAll('button, a[href], input, select, summary')]
    .filter((element) => element.checkVisibility() && element.closest('[role=grid]') === null)
    .filter((element) => !element.classList.contains('skip'))
    .filter((element) => element.closest('dialog') === document.querySelector('dialog[open]'))
    .map((element) => element.closest('label') ?? element)
    .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([html, box]) => html + ' ' + Math.round(box.width) + 'x' + Math.round(box.height))"""

_OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Looks:
    """Looks at a screen from all sides, and takes its picture."""

    def __init__(self, folder: Path, device: Device) -> None:
        self._folder = folder
        self._device = device

    def at(self, person: Person, name: str, *, keep: bool = True) -> None:
        """Judge what the person sees; its picture is kept if it shows more than others do."""
        person.page.mouse.move(1, 1)
        person.page.wait_for_timeout(350)  # what moves has come to rest
        if keep:
            person.page.screenshot(path=self._folder / f"{name}-{self._device.replace(' ', '-')}.png")
        person.page.evaluate(AXE.read_text("utf-8"))
        assert person.page.evaluate(_FINDINGS) == [], name
        assert person.page.evaluate(_SMALL_TARGETS) == [], name
        assert person.page.evaluate(_OVERFLOW) <= 0, name


@pytest.fixture(params=["phone", "small phone", "desktop"])
def device(request: pytest.FixtureRequest) -> Device:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def looks(device: Device, tmp_path: Path) -> Looks:
    wanted = os.environ.get("NOLPAN_SCREENSHOTS") == "1" and device != "small phone"
    return Looks(WEB / "screenshots" if wanted else tmp_path, device)


def test_the_name_the_lobby_and_the_rules(enter: Enter, looks: Looks, device: Device) -> None:
    person = enter("가람", device)
    person.open()
    person.page.locator("#nickname").wait_for()
    looks.at(person, "name")
    person.come_in()
    person.page.locator(".games").wait_for()
    person.page.locator(".rooms, .empty").wait_for()
    looks.at(person, "lobby")
    person.page.get_by_role("button", name="리버시 방 만들기").click()
    person.page.locator("dialog summary").first.click()
    looks.at(person, "new-room")
    for game in ("othello", "omok", "chess", "seotda"):
        person.open(f"/rules/{game}")
        person.page.locator(".rules").wait_for()
        expect(person.page.locator("h1")).to_contain_text(re.compile("(리버시|오목|체스|섯다) 규칙"))
        looks.at(person, f"rules-{game}")


def test_the_table_and_the_games(enter: Enter, looks: Looks, device: Device) -> None:
    host, guest = enter("가람", device), enter("나래", device)
    code = host.make_room("othello", colorAssignment="hostBlack", showFlipCount=True)
    guest.come_in(f"/r/{code}")
    guest.press("여기 앉기")
    host.sees("시작하기")
    looks.at(host, "room")
    host.press("시작하기")
    for mover, square in ((host, 19), (guest, 18), (host, 26), (guest, 20)):
        mover.expect_turn()
        mover.tap(square)
    host.expect_turn()
    looks.at(host, "game-othello")
    guest.press("무르기")
    host.sees("무르기를 청했어요")
    looks.at(host, "offer")
    host.press("거절")
    guest.press("기권")
    guest.press("기권하기")
    host.expect_result()
    host.page.wait_for_timeout(4200)  # the messages have gone
    looks.at(host, "result")
    host.page.get_by_role("link", name="기록 보기").click()
    host.page.locator(".steps-at").wait_for()
    host.press("한 수 앞으로")
    looks.at(host, "record")
    host.open("/games")
    host.page.locator(".rooms").wait_for()
    looks.at(host, "my-games")


def test_an_omok_board(enter: Enter, looks: Looks, device: Device) -> None:
    host, guest = enter("가람", device), enter("나래", "desktop")
    sit_down(host, guest, "omok", colorAssignment="hostWhite")
    for ply, (x, y) in enumerate(((7, 7), (8, 7), (6, 8), (8, 6), (5, 9), (8, 8), (4, 10), (8, 5))):
        mover = host if ply % 2 else guest
        mover.expect_turn()
        mover.tap(y * 15 + x)
        if mover is host and device != "desktop":
            mover.page.get_by_role("button", name="에 놓기").click()
    guest.expect_turn()
    guest.tap(3 * 15 + 3)
    host.expect_turn()
    looks.at(host, "game-omok")
    host.press("돌 제거 스킬")
    host.tap(9 * 15 + 5)
    looks.at(host, "skill")
    host.press("그만두기")
    host.tap(9 * 15 + 8)
    if device != "desktop":
        host.page.get_by_role("button", name="에 놓기").click()
    host.expect_result()
    host.press("닫기")
    looks.at(host, "win-line")


def test_a_chess_board(enter: Enter, looks: Looks, device: Device) -> None:
    host, guest = enter("가람", device), enter("나래", "desktop")
    sit_down(host, guest, "chess", colorAssignment="hostWhite", hints="movesAndThreats")
    play_chess(host, guest, "e2e4 d7d5 e4d5 d8d5 b1c3 d5e5")
    host.expect_turn()
    looks.at(host, "check")
    host.tap("f1")
    host.tap("e2")
    guest.expect_turn()
    guest.tap("e5")
    guest.tap("e2")
    host.expect_turn()
    host.tap("c3")
    host.tap("c3")
    host.tap("g1")
    looks.at(host, "game-chess")
    host.lose_network()
    host.sees("인터넷 연결이 끊겼어요")
    looks.at(host, "offline")


def test_a_promotion(enter: Enter, looks: Looks, device: Device) -> None:
    host, guest = enter("가람", device), enter("나래", "desktop")
    sit_down(host, guest, "chess", colorAssignment="hostWhite")
    play_chess(host, guest, "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 b8c6 b7a8")
    host.page.locator(".promotions").wait_for()
    looks.at(host, "promotion")


def test_a_table_of_seotda(enter: Enter, looks: Looks, device: Device) -> None:
    """Six around the table: the most that one screen must hold."""
    host = enter("가람", device)
    guests = [enter(name) for name in ("나래", "다솜", "라온", "마루", "바다 건너온 두루미")]
    people = [host, *guests]
    gather(people, "seotda", perMoveSec=60, hands=1, topBet="full")
    looks.at(host, "deal-seotda", keep=False)
    spoken = False
    while not host.page.get_by_text("대국이 끝났어요").count():
        for person in people:
            words = person.page.locator("[data-word]:enabled")
            if not words.count():
                continue
            if person is host and not spoken:
                looks.at(host, "game-seotda")
            plain = person.page.locator("[data-word=check], [data-word=call], [data-word=bbing]")
            person.ask(plain.first)
            spoken = spoken or person is host
        for person in people:
            ready = person.page.locator(".words .button.big:enabled")
            if ready.count():
                person.ask(ready)
    looks.at(host, "showdown")
    host.expect_result()
    looks.at(host, "result-seotda", keep=False)
    host.page.get_by_role("link", name="기록 보기").click()
    host.page.locator(".steps-at").wait_for()
    host.press("한 수 앞으로")
    looks.at(host, "record-seotda", keep=False)


def test_a_waiting_room_for_six(enter: Enter, looks: Looks, device: Device) -> None:
    host, guest, spectator = enter("가람", device), enter("나래"), enter("다솜", device)
    code = host.make_room("seotda")
    guest.come_in(f"/r/{code}")
    guest.press("여기 앉기, 2번 자리")
    host.sees("2명으로 시작하기")
    looks.at(host, "room-seotda", keep=False)
    spectator.come_in(f"/r/{code}")
    spectator.page.locator(".room-code").wait_for()
    looks.at(spectator, "room-seotda-free", keep=False)


def test_a_game_can_be_played_with_the_keyboard_alone(enter: Enter) -> None:
    black, white = enter("가람"), enter("나래")
    sit_down(black, white, "othello", colorAssignment="hostBlack")
    page = black.page
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.cell") is not None:
            break
    assert page.evaluate("document.activeElement.dataset.cell") == "36"  # e5
    for key in ("ArrowLeft", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert "d3" in (page.evaluate("document.activeElement.ariaLabel") or "")
    page.keyboard.press("Enter")
    white.expect_turn()
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("^d3 흑 돌"))


def test_dark_colours_are_readable_too(enter: Enter, looks: Looks, device: Device) -> None:
    host, guest = enter("가람", device), enter("나래")
    host.page.emulate_media(color_scheme="dark")
    host.come_in()
    host.page.locator(".games").wait_for()
    looks.at(host, "lobby-dark")
    sit_down(host, guest, "othello", colorAssignment="hostBlack")
    host.expect_turn()
    looks.at(host, "game-dark")


def test_discs_turn_one_after_another_within_400_ms(enter: Enter) -> None:
    black, white = enter("가람", reduced_motion=False), enter("나래")
    sit_down(black, white, "othello", colorAssignment="hostBlack")
    # d3 c3 c4 c5 b4, and e3 turns three.
    for ply, square in enumerate((19, 18, 26, 34, 25)):
        mover = white if ply % 2 else black
        mover.expect_turn()
        mover.tap(square)
    white.expect_turn()
    white.tap(20)
    expect(black.page.locator(".turning")).to_have_count(3)
    times = black.page.evaluate(
        """() => [...document.querySelectorAll('.turning')].map((disc) => {
            const { animationDelay, animationDuration } = getComputedStyle(disc);
            return Math.round(1000 * (parseFloat(animationDelay) + parseFloat(animationDuration)));
        })"""
    )
    assert len(set(times)) == 3
    assert max(times) <= 400
