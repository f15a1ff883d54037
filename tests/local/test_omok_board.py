"""Omok in a terminal, drawn from the views that its rules make."""

import json

import pytest

from local.client.frames import JsonObject
from local.play.boards import BOARDS
from local.play.text import width
from tests.engine.helpers import ANNA, BO
from tests.engine.omok.table import OmokTable

BOARD = BOARDS["omok"]


def seen(table: OmokTable, viewer: str | None = None) -> JsonObject:
    """The view as it comes over the wire."""
    mover = {"anna": ANNA, "bo": BO}.get(viewer or "")
    view: JsonObject = json.loads(json.dumps(table.view(mover)))
    return view


def after(moves: str, **chosen: bool) -> OmokTable:
    table = OmokTable.new(**chosen)
    table.plays(moves)
    return table


def test_the_board_is_drawn_with_names_stones_and_the_newest_move() -> None:
    lines = BOARD.draw(seen(after("a1 o15 h8 i8")), letters=True)
    assert len(lines) == 16
    assert lines[0].split() == list("abcdefghijklmno")
    assert lines[1].startswith(" 1 흑 " + "  . " * 14)
    assert lines[8] == " 8" + "  . " * 7 + " 흑 " + "[백]" + "  . " * 6
    assert lines[15].rstrip().endswith("백")
    assert {width(line) for line in lines} == {62}


@pytest.mark.parametrize(("letters", "black"), [(True, "흑"), (False, "⚫")])
def test_a_terminal_without_signs_gets_letters_of_the_same_width(letters: bool, black: str) -> None:
    lines = BOARD.draw(seen(after("h8")), letters=letters)
    assert f"[{black}]" in lines[8]
    assert {width(line) for line in lines} == {62}


def test_a_removal_leaves_brackets_around_an_empty_point() -> None:
    assert "[ .]" in BOARD.draw(seen(after("h8 i8 xi8")), letters=True)[8]


def test_the_newest_move_is_not_marked_where_the_options_say_so() -> None:
    assert "[" not in "".join(BOARD.draw(seen(after("h8 i8", showLastMove=False)), letters=True))


def test_a_winning_line_stands_in_round_brackets() -> None:
    lines = BOARD.draw(seen(after("a1 a2 b1 b2 c1 c2 d1 d2 e1")), letters=True)
    assert lines[1].startswith(" 1" + "(흑)" * 5)
    assert "(" not in "".join(lines[2:])


@pytest.mark.parametrize(
    ("moves", "skill", "standing"),
    [
        ("", True, {"black": "스킬 있음", "white": "스킬 있음"}),
        ("h8 i8 xi8 pass", True, {"black": "스킬 씀", "white": "스킬 있음, 이어서 1번 넘김"}),
        ("pass h8 pass", False, {"black": "이어서 2번 넘김", "white": ""}),
    ],
)
def test_beside_each_side_stand_its_skill_and_its_passes(
    moves: str, skill: bool, standing: dict[str, str]
) -> None:
    assert BOARD.standing(seen(after(moves, skill=skill))) == standing


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("h8", {"type": "place", "x": 7, "y": 7}),
        ("A1", {"type": "place", "x": 0, "y": 0}),
        ("o 15", {"type": "place", "x": 14, "y": 14}),
        ("xh8", {"type": "useSkill", "x": 7, "y": 7}),
        ("X o10", {"type": "useSkill", "x": 14, "y": 9}),
        ("p1", None),
        ("a0", None),
        ("a16", None),
        ("a01", None),
        ("h", None),
        ("xx8", None),
        ("무르기", None),
    ],
)
def test_a_point_is_a_stone_and_x_before_it_a_removal(typed: str, action: JsonObject | None) -> None:
    assert BOARD.read_move(typed) == action


def test_legal_actions_are_placements_and_removals_and_none_out_of_turn() -> None:
    table = after("h8 i8")
    actions = BOARD.legal_actions(seen(table, "anna"))
    assert len(actions) == 224
    assert [action for action in actions if action["type"] == "useSkill"] == [
        {"type": "useSkill", "x": 8, "y": 7}
    ]
    assert BOARD.legal_actions(seen(table, "bo")) == []


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("h8", "흑 h8에 뒀어요"),
        ("h8 o15", "백 o15에 뒀어요"),
        ("h8 xh8", "백: 스킬로 h8의 흑 돌을 없앴어요"),
        ("pass", "흑: 시간이 지나서 차례가 넘어갔어요"),
    ],
)
def test_each_event_is_told_in_a_sentence(moves: str, told: str) -> None:
    table = OmokTable.new()
    *_, event = table.plays(moves)
    assert BOARD.tell(json.loads(json.dumps(event.to_json()))) == told


@pytest.mark.parametrize(
    "event", [{"type": "gameEnded", "by": "system"}, {"type": "drawOffered", "color": "black"}]
)
def test_events_that_all_games_have_are_left_to_others(event: JsonObject) -> None:
    assert BOARD.tell(event) is None


@pytest.mark.parametrize("words", ["다섯 개 이상", "금수는 없어요", "한 사람이 한 번", "xh8", "비겨요"])
def test_the_help_tells_the_rules(words: str) -> None:
    assert words in "\n".join(BOARD.rules)
