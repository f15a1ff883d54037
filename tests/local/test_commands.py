"""What is typed, and what it means."""

import unicodedata

import pytest

from local.play import commands
from local.play.commands import Chat, Kick, Options, Other, Plain, Typed
from local.play.text import clip

TYPED: list[tuple[str, Typed]] = [
    ("", Plain("nothing")),
    ("   ", Plain("nothing")),
    ("시작", Plain("start")),
    (" 시작 ", Plain("start")),
    ("START", Plain("start")),
    (unicodedata.normalize("NFD", "무르기"), Plain("undo")),
    ("무승부", Plain("draw")),
    ("수락", Plain("accept")),
    ("y", Plain("accept")),
    ("거절", Plain("decline")),
    ("취소", Plain("cancel")),
    ("기권", Plain("resign")),
    ("한판더", Plain("rematch")),
    ("한 판 더", Plain("rematch")),
    ("나가기", Plain("leave")),
    ("종료", Plain("quit")),
    ("도움말", Plain("help")),
    ("?", Plain("help")),
    ("봇", Plain("bot")),
    ("앉기", Plain("sit")),
    ("일어서기", Plain("stand")),
    ("말 안녕하세요 여러분", Chat("안녕하세요 여러분")),
    ("say hi", Chat("hi")),
    ("말", Other("말")),
    ("내보내기 나래", Kick("나래")),
    ("내보내기 큰 곰", Kick("큰 곰")),
    ("내보내기", Other("내보내기")),
    ("설정", Options(())),
    ("설정 undo=off drawOffer=false", Options(("undo=off", "drawOffer=false"))),
    ("d3", Other("d3")),
    ("d  3", Other("d 3")),
    ("시작해", Other("시작해")),
]


@pytest.mark.parametrize(("line", "typed"), TYPED, ids=[repr(line) for line, _ in TYPED])
def test_a_line_is_read(line: str, typed: Typed) -> None:
    assert commands.read(line) == typed


def test_the_help_names_words_that_are_understood() -> None:
    shown = [clip(line, 16).split(",")[0].split("/")[0].strip() for line in commands.help_lines("d3")]
    assert shown[0] == "d3"
    assert [word for word in shown[1:] if isinstance(commands.read(word), Other)] == []
