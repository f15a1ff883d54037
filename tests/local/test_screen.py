"""The terminal: what is typed stays where it is while the page around it changes."""

import io
import os

import pytest

from local.play.screen import Screen
from tests.local.terminal import Terminal

PAGE = ["놀판 | 리버시", "내 차례예요."]


def on_terminal(columns: int = 40, rows: int = 12) -> tuple[Screen, Terminal]:
    terminal = Terminal(columns, rows)
    return Screen(terminal, lambda: os.terminal_size((columns, rows))), terminal


def test_the_page_stands_above_the_messages_and_the_prompt() -> None:
    screen, terminal = on_terminal()
    screen.say("봇님이 자리에 앉았어요.")
    screen.show(PAGE)
    assert terminal.lines == [
        "놀판 | 리버시",
        "내 차례예요.",
        "-" * 39,
        "봇님이 자리에 앉았어요.",
        *[""] * 5,
        ">",
        "",
        "",
    ]


def test_what_is_typed_stays_while_the_page_changes() -> None:
    screen, terminal = on_terminal()
    screen.show(PAGE)
    terminal.type("무르")
    screen.say("나래: 안녕")
    screen.show(["놀판 | 리버시", "상대 차례예요."])
    terminal.type("기")
    assert terminal.lines[1] == "상대 차례예요."
    assert terminal.lines[3] == "나래: 안녕"
    assert terminal.lines[9] == "> 무르기"


def test_after_enter_the_prompt_is_empty_and_the_page_whole() -> None:
    screen, terminal = on_terminal(rows=10)
    screen.show(PAGE)
    terminal.type("d3\n")
    assert terminal.scrolled == 1
    screen.entered()
    screen.show(PAGE)
    assert terminal.lines[0] == "놀판 | 리버시"
    assert terminal.lines[9] == ">"
    assert "d3" not in terminal.seen


def test_a_page_that_gets_shorter_leaves_nothing_behind() -> None:
    screen, terminal = on_terminal(rows=20)
    screen.show([*PAGE, "셋", "넷"])
    terminal.type("기")
    screen.show(PAGE)
    assert "넷" not in terminal.seen
    assert terminal.lines[11] == "> 기"


def test_long_lines_do_not_wrap_and_long_messages_do() -> None:
    screen, terminal = on_terminal(columns=20, rows=12)
    screen.say("가나다라마바사아자 차카타파하")
    screen.show(["가" * 30])
    assert terminal.lines[0] == "가" * 9
    assert terminal.lines[2:4] == ["가나다라마바사아자", "차카타파하"]


def test_on_a_small_terminal_the_newest_lines_are_seen() -> None:
    screen, terminal = on_terminal(rows=5)
    for number in range(9):
        screen.say(f"{number}")
    screen.show([f"행 {number}" for number in range(8)])
    assert terminal.lines == ["5", "6", "7", "8", ">"]
    assert terminal.scrolled == 0


def test_the_last_word_stands_below_the_page() -> None:
    screen, terminal = on_terminal()
    screen.show(PAGE)
    screen.farewell("방에서 나왔어요.")
    assert terminal.lines[9] == "방에서 나왔어요."


@pytest.mark.parametrize("times", [1, 3])
def test_plain_output_has_a_page_once_and_no_sequences(times: int) -> None:
    out = io.StringIO()
    screen = Screen(out, None)
    for _ in range(times):
        screen.show(PAGE)
    screen.say("나래: 안녕")
    screen.show(["놀판 | 리버시", "끝"])
    screen.entered()
    screen.farewell("나갔어요.")
    assert out.getvalue() == "놀판 | 리버시\n내 차례예요.\n\n나래: 안녕\n놀판 | 리버시\n끝\n\n나갔어요.\n"
