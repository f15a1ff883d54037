"""Columns of a terminal, where Korean takes two."""

import pytest

from local.play.text import clean, clip, pad, width, wrap


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("abc", 3), ("가람", 4), ("가a", 3), ("⚫", 2), ("e\u0301", 1), ("a\u200bb", 2), ("Ａ", 2)],
)
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "clipped", "padded"),
    [
        ("가람", 4, "가람", "가람"),
        ("가람", 3, "가", "가 "),
        ("가람", 6, "가람", "가람  "),
        ("abc", 2, "ab", "ab"),
        ("", 2, "", "  "),
        ("가", 0, "", ""),
    ],
)
def test_clip_and_pad(text: str, columns: int, clipped: str, padded: str) -> None:
    assert clip(text, columns) == clipped
    assert pad(text, columns) == padded
    assert width(padded) == columns


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("", 5, [""]),
        ("가나 다라", 9, ["가나 다라"]),
        ("가나 다라", 8, ["가나", "다라"]),
        ("abcdefg", 3, ["abc", "def", "g"]),
        ("a 가나다라", 5, ["a", "가나", "다라"]),
        ("가", 1, ["가"]),
    ],
)
def test_wrap(text: str, columns: int, lines: list[str]) -> None:
    assert wrap(text, columns) == lines


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("가람", "가람"),
        ("\x1b[2J안녕", "[2J안녕"),
        ("a\nb\rc\x07", "abc"),
        ("\u202eabc\u2066", "abc"),
        ("a\u2028b", "ab"),
    ],
)
def test_nothing_that_a_terminal_obeys_is_left(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned
