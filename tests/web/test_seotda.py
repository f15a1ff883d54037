"""섯다 in browsers: several people, cards that only their owner may see, rooms for more than two."""

import json
import random
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Route, expect

from local.client import JsonObject
from tests.stack.table import objected
from tests.web.conftest import Enter
from tests.web.person import WAIT_MS, Person, gather

pytestmark = pytest.mark.slow

_CARD = re.compile(r"M\d+-[A-Z]+\d?")
_STORED = "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"


def _speaker(people: Sequence[Person]) -> Person | None:
    """Whose turn it is to bet; None in a pause and at the end."""
    for _ in range(WAIT_MS // 50):
        for person in people:
            if person.page.locator("[data-word]:enabled").count():
                return person
            if person.page.locator(".words .button.big:enabled, .status:has-text('끝났어요')").count():
                return None
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can do anything")


def _say(person: Person, word: str) -> None:
    """Say a word; all chips are asked for twice."""
    button = person.page.locator(f"[data-word={word}]")
    if word == "allIn":
        button.click()
    person.ask(button)


def _words(person: Person) -> list[str]:
    return [
        str(button.get_attribute("data-word")) for button in person.page.locator("[data-word]:enabled").all()
    ]


def _play_hand(people: Sequence[Person], chance: random.Random) -> None:
    """Bet by chance, mostly staying in, until the hand is over."""
    while (speaker := _speaker(people)) is not None:
        for other in people:
            if other is not speaker:
                expect(other.page.locator(".sitter:not(.me) [data-card]")).to_have_count(0)
        words = _words(speaker)
        tame = [word for word in words if word in ("check", "call", "bbing")]
        _say(speaker, chance.choice(tame if tame and chance.random() < 0.8 else words))


def _cards_seen(person: Person) -> int:
    """Judge every frame that the person's tab has heard; gives the number of showdowns in them."""
    showdowns = 0
    for frame in person.heard:
        told: JsonObject = json.loads(frame)
        ids = set(_CARD.findall(frame))
        view = told.get("view")
        if not isinstance(view, dict):
            assert ids == set(), frame
            continue
        players = objected(view["players"])
        me = objected(_you(person))["playerId"]
        outcome = view["outcome"]
        is_open = isinstance(outcome, dict) and outcome["how"] == "showdown"
        showdowns += is_open
        allowed: set[str] = set()
        for key, seat in objected(view["seats"]).items():
            cards = objected(seat)["cards"]
            assert isinstance(cards, list)
            if players[key] != me and not is_open:
                assert cards == [None] * len(cards), frame
            allowed |= {str(card) for card in cards if card is not None}
        # Nowhere else in the frame: in no event, record or result.
        assert ids <= allowed, frame
    return showdowns


def _you(person: Person) -> JsonObject:
    return next(objected(told["you"]) for told in map(json.loads, person.heard) if told["type"] == "room")


def test_three_play_a_whole_game_and_no_tab_holds_anothers_cards_before_the_showdown(enter: Enter) -> None:
    people = [enter("가람"), enter("나래", "small phone"), enter("다솜", "phone")]
    gather(people, "seotda", maxPlayers=3, hands=5, startChips=500, ante=50, perMoveSec=60)
    for person in people:
        expect(person.page.locator(".sitter.me [data-card]")).to_have_count(1)
    chance = random.Random(41)
    for _ in range(40):  # five hands, and what is dealt anew
        _play_hand(people, chance)
        if people[0].page.get_by_text("대국이 끝났어요").count():
            break
        for person in people:
            ready = person.page.locator(".words .button.big:enabled")
            if ready.count():
                person.ask(ready)
    for person in people:
        box = person.expect_result()
        expect(box.locator(".ranking li")).to_have_count(3)
        expect(box).to_contain_text(re.compile("정한 판을 모두 치렀어요|칩이 떨어져서"))
    assert [_cards_seen(person) > 0 for person in people] == [True] * 3
    for person in people:
        assert not _CARD.search(person.page.evaluate(_STORED))
    chips = people[0].page.locator(".ranking .score").all_inner_texts()
    assert sum(int(score.removesuffix("개").replace(",", "")) for score in chips) == 1500
    for asked, person in enumerate(people):
        person.press("한 판 더")
        if asked == 0:
            people[2].sees("가람님이 한 판 더 하자고 해요")
    for person in people:
        expect(person.page.locator("dialog[open]")).to_have_count(0)
        expect(person.page.locator(".sitter.me [data-card]")).to_have_count(1)


def _four_seated(enter: Enter) -> tuple[str, list[Person]]:
    """A room that was made for three and then for six, the four in it on the seats 1, 3, 2 and 6."""
    host, first, second, third = (enter(name) for name in ("가람", "나래", "다솜", "라온"))
    code = host.make_room("seotda", maxPlayers=3, perMoveSec=60)
    expect(host.page.get_by_role("button", name="1명이 더 앉으면 시작할 수 있어요")).to_be_disabled()
    first.come_in(f"/r/{code}")
    first.press("여기 앉기, 2번 자리")
    first.press("옮기기, 3번 자리로")
    expect(host.page.locator(".seat").nth(2)).to_contain_text("나래")
    second.come_in(f"/r/{code}")
    second.press("여기 앉기, 2번 자리")
    host.sees("3명으로 시작하기")
    host.page.get_by_text("설정 바꾸기").click()
    host.page.get_by_role("radio", name="2명").check()
    host.sees("앉아 있는 사람이 많아서 그렇게 바꿀 수 없어요")
    expect(host.page.locator(".seat")).to_have_count(3)
    host.page.get_by_role("radio", name="6명").check()
    expect(second.page.locator(".seat")).to_have_count(6)
    third.come_in(f"/r/{code}")
    third.press("여기 앉기, 6번 자리")
    host.sees("4명으로 시작하기")
    return code, [host, first, second, third]


def test_a_table_for_four_is_filled_watched_left_and_played_on(enter: Enter) -> None:
    code, people = _four_seated(enter)
    host, first, second, third = people
    spectator = enter("구경꾼", "phone")
    spectator.come_in(f"/r/{code}")
    host.press("4명으로 시작하기")
    expect(spectator.page.locator(".sitter")).to_have_count(4)
    for person in people:
        expect(person.page.locator(".sitter.me [data-card]")).to_have_count(1)
        expect(person.page.locator(".others .sitter")).to_have_count(3)
    # Clockwise from the left hand of whoever looks.
    assert host.page.locator(".others b").all_inner_texts() == ["다솜", "나래", "라온"]
    assert first.page.locator(".others b").all_inner_texts() == ["라온", "가람", "다솜"]
    expect(spectator.page.locator(".hwatu.back")).to_have_count(4)
    assert spectator.page.locator(".words, [data-card]").count() == 0
    # Who leaves is out of it; the others play on.
    first.press("나가기")
    first.page.locator("dialog[open]").get_by_role("button", name="나가기").click()
    first.page.locator(".greeting").wait_for()
    for person in (host, second, third, spectator):
        person.sees("나래님이 그만뒀어요")
        expect(person.page.locator(".sitter", has_text="나래")).to_contain_text("그만뒀어요")
    # A reload in mid-hand shows one's own card and nobody else's.
    held = second.page.locator(".sitter.me [data-card]").get_attribute("data-card")
    second.page.reload()
    expect(second.page.locator(".sitter.me [data-card]")).to_have_attribute("data-card", held or "")
    expect(second.page.locator("[data-card]")).to_have_count(1)
    # All but one die: the pot is won without cards.
    rest = (host, second, third)
    while (speaker := _speaker(rest)) is not None:
        _say(speaker, "die")
    for person in (*rest, spectator):
        person.sees("다른 사람이 모두 다이해서 패를 열지 않았어요")
        expect(person.page.locator(".sitter:not(.me) [data-card]")).to_have_count(0)
    for person in (second, third):
        person.press("그만두기")
        person.press("네, 그만둘게요")
    for person in rest:
        expect(person.expect_result()).to_contain_text("다른 사람이 모두 그만둬서 끝났어요")
    assert [_cards_seen(person) for person in (*people, spectator)] == [0] * 5
    host.press("한 판 더")
    second.sees("가람님이 한 판 더 하자고 해요")
    third.press("나가기")
    third.page.locator(".greeting").wait_for()
    host.sees("2명으로 시작하기")


def test_a_hand_can_be_played_with_the_keyboard_alone(enter: Enter) -> None:
    people = (enter("가람"), enter("나래"))
    gather(people, "seotda", perMoveSec=60)
    speaker = _speaker(people)
    assert speaker is not None
    listener = next(person for person in people if person is not speaker)
    for wanted, person in (("bbing", speaker), ("call", listener)):
        assert _speaker(people) is person
        keyboard = person.page.keyboard
        for _ in range(30):
            keyboard.press("Tab")
            if person.page.evaluate("document.activeElement.dataset.word") == wanted:
                break
        keyboard.press("Enter")
        expect(person.page.locator("[data-word]:enabled")).to_have_count(0)
        # The next word is one step of the keyboard away.
        assert person.page.evaluate("document.activeElement.className") == "words"
    for person in people:
        expect(person.page.locator(".sitter.me [data-card]")).to_have_count(2)
    assert _speaker(people) is speaker
    speaker.page.keyboard.press("Tab")
    assert speaker.page.evaluate("document.activeElement.dataset.word") == "die"


def test_without_a_connection_nothing_can_be_said_and_afterwards_the_table_is_the_true_one(
    enter: Enter,
) -> None:
    people = (enter("가람"), enter("나래"))
    gather(people, "seotda", perMoveSec=60)
    speaker = _speaker(people)
    assert speaker is not None
    listener = next(person for person in people if person is not speaker)
    listener.lose_network()
    speaker.sees(f"{listener.name}님의 연결이 끊겼어요")
    expect(speaker.page.locator(".others .tag.away")).to_be_visible()
    _say(speaker, "bbing")
    assert listener.page.locator("[data-word]:enabled").count() == 0
    listener.get_network()
    expect(listener.page.locator("[data-word=call]")).to_be_enabled(timeout=WAIT_MS)
    listener.lose_network()
    listener.sees("인터넷 연결이 끊겼어요")
    expect(listener.page.locator("[data-word=call]")).to_be_disabled()


# --- A server that is newer than the client -----------------------------------------------------


def test_games_that_this_client_does_not_know_are_named_and_break_nothing(enter: Enter) -> None:
    person = enter("가람")

    def newer(route: Route) -> None:
        answer = route.fetch()
        games = answer.json()
        games.append({**games[0], "id": "gostop", "nameKo": "고스톱", "thumbnail": "thumbnails/gostop.svg"})
        route.fulfill(response=answer, json=games)

    person.page.route(re.compile(r"/games$"), newer)
    person.come_in()
    person.sees("이 화면이 아직 모르는 게임이 있어요: 고스톱")
    expect(person.page.locator(".game-card")).to_have_count(4)
    person.open("/rules/gostop")
    person.sees("이 화면은 아직 고스톱 게임을 보여 줄 수 없어요")
    person.open("/rules/nothing")
    person.sees("주소를 다시 확인해 주세요")
    person.page.unroute_all(behavior="wait")


def test_a_room_of_a_game_that_this_client_does_not_know_says_so(enter: Enter) -> None:
    host, guest = enter("가람"), enter("나래")
    code = host.make_room("othello")
    guest.changes_heard('"game":"othello"', '"game":"gostop"')
    guest.changes_heard('"nameKo":"리버시"', '"nameKo":"고스톱"')
    guest.come_in()
    guest.page.locator(".greeting").wait_for()
    guest.open(f"/r/{code}")
    guest.sees("이 화면은 아직 고스톱 게임을 보여 줄 수 없어요")
    expect(guest.page.get_by_role("button", name="새로 고치기")).to_be_visible()
