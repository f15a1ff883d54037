"""How reversi looks, and what its typed moves mean."""

import pytest

from local.client.frames import JsonObject
from tests.local.sights import BOARD, GA, NA, view

START = """\
   a   b   c   d   e   f   g   h
1  .   .   .   .   .   .   .   .
2  .   .   .   .   .   .   .   .
3  .   .   .   +   .   .   .   .
4  .   .   +   ⚪  ⚫  .   .   .
5  .   .   .   ⚫  ⚪  +   .   .
6  .   .   .   .   +   .   .   .
7  .   .   .   .   .   .   .   .
8  .   .   .   .   .   .   .   ."""

NOT_MY_TURN = """\
   a   b   c   d   e   f   g   h
1  .   .   .   .   .   .   .   .
2  .   .   .   .   .   .   .   .
3  .   .   .  [⚫] .   .   .   .
4  .   .   .   ⚫  ⚫  .   .   .
5  .   .   .   ⚫  ⚪  .   .   .
6  .   .   .   .   .   .   .   .
7  .   .   .   .   .   .   .   .
8  .   .   .   .   .   .   .   ."""

WITH_NUMBERS = """\
   a   b   c   d   e   f   g   h
1  .   .   .   .   .   .   .   .
2  .   .   .   .   .   .   .   .
3  .   .   1  [⚫] 1   .   .   .
4  .   .   .   ⚫  ⚫  .   .   .
5  .   .   1   ⚫  ⚪  .   .   .
6  .   .   .   .   .   .   .   .
7  .   .   .   .   .   .   .   .
8  .   .   .   .   .   .   .   ."""

LETTERS = """\
   a   b   c   d   e   f   g   h
1  .   .   .   .   .   .   .   .
2  .   .   .   .   .   .   .   .
3  .   .  [백] 흑  .   .   .   .
4  .   .   .   백  흑  .   .   .
5  .   .   .   흑  백  .   .   .
6  .   .   .   .   .   .   .   .
7  .   .   .   .   .   .   .   .
8  .   .   .   .   .   .   .   ."""


@pytest.mark.parametrize(
    ("seen", "letters", "drawn"),
    [
        (view(), False, START),
        (view("d3"), False, NOT_MY_TURN),
        (view("d3", viewer=NA, showFlipCount=True), False, WITH_NUMBERS),
        (view("d3", "c3", showLegalMoves=False), True, LETTERS),
    ],
    ids=["my turn", "not my turn", "numbers", "letters and no hints"],
)
def test_the_board_is_drawn(seen: JsonObject, letters: bool, drawn: str) -> None:
    assert "\n".join(BOARD.draw(seen, letters=letters)) == drawn


@pytest.mark.parametrize(
    ("typed", "point"),
    [
        ("d3", (3, 2)),
        ("D3", (3, 2)),
        ("d 3", (3, 2)),
        ("a1", (0, 0)),
        ("h8", (7, 7)),
        ("i1", None),
        ("a9", None),
        ("a0", None),
        ("d33", None),
        ("3d", None),
        ("", None),
        ("무르기", None),
    ],
)
def test_a_move_is_read(typed: str, point: tuple[int, int] | None) -> None:
    action = None if point is None else {"type": "place", "x": point[0], "y": point[1]}
    assert BOARD.read_move(typed) == action


def test_the_legal_actions_are_those_of_the_view() -> None:
    places = [(2, 3), (3, 2), (4, 5), (5, 4)]
    actions = sorted(BOARD.legal_actions(view()), key=str)
    assert actions == sorted(({"type": "place", "x": x, "y": y} for x, y in places), key=str)
    assert BOARD.legal_actions(view(viewer=NA)) == []


def test_the_discs_are_counted() -> None:
    assert BOARD.standing(view("d3")) == {"black": " 4개 #", "white": " 1개 #"}


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            {"type": "placed", "by": GA, "color": "black", "x": 3, "y": 2, "flipped": [27], "auto": False},
            "흑 d3, 1개를 뒤집었어요",
        ),
        (
            {
                "type": "placed",
                "by": "system",
                "color": "white",
                "x": 0,
                "y": 7,
                "flipped": [1, 2],
                "auto": True,
            },
            "백 a8, 2개를 뒤집었어요 (시간이 지나서 대신 뒀어요)",
        ),
        ({"type": "passed", "by": "system", "color": "white"}, "백: 둘 곳이 없어서 차례가 넘어갔어요"),
        ({"type": "gameEnded", "by": "system", "result": {}}, None),
        ({"type": "undoRequested", "by": GA, "id": 1}, None),
    ],
)
def test_an_event_is_told(event: JsonObject, told: str | None) -> None:
    assert BOARD.tell(event) == told
