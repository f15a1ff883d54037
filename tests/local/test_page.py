"""What a player sees of a room, in every situation of a game."""

import pytest

from local.play.page import minutes, page, seats, sides, status
from tests.local.sights import BO, GA, NA, NOBODY_YET, STARTED_AT, Situation, view

UNDO = (GA, {"type": "requestUndo"})
DRAW = (NA, {"type": "offerDraw"})
OVER = view("d3", (GA, {"type": "resign"}))
DRAWN = view("d3", DRAW, (GA, {"type": "respondDraw", "accept": True}))
WAITING = Situation(status="waiting", seats=(GA, None), game_no=0)
FULL = WAITING.but(seats=(GA, NA))
PLAYING = Situation(view())
ENDED = Situation(OVER, status="finished")

SITUATIONS: list[tuple[str, Situation, list[str]]] = [
    (
        "alone",
        WAITING,
        ["상대를 기다리고 있어요. 초대 코드를 알려 주세요: ABC234 (혼자라면 '봇')"],
    ),
    ("full, as host", FULL, ["자리가 다 찼어요. Enter를 누르거나 '시작'을 입력하세요."]),
    ("full, as guest", FULL.but(me=NA), ["자리가 다 찼어요. 방장이 시작하기를 기다리고 있어요."]),
    ("a seat is free", WAITING.but(me=BO), ["빈자리가 있어요. '앉기'를 입력하면 앉아요."]),
    ("no seat is free", FULL.but(me=BO), ["자리가 다 차서 관전하고 있어요."]),
    ("my turn", PLAYING, ["내 차례예요. 둘 곳을 입력하세요. (예: d3)"]),
    ("their turn", PLAYING.but(view=view(viewer=NA), me=NA), ["가람님의 차례예요."]),
    ("watching", PLAYING.but(view=view(viewer=None), me=BO), ["가람님의 차례예요."]),
    (
        "the absent one has the turn",
        PLAYING.but(view=view("d3"), offline=[NA], deadline=STARTED_AT + 22_001),
        ["나래님의 차례예요.", "나래님의 연결이 끊겼어요. 23초 더 기다려요."],
    ),
    (
        "the absent one has not the turn",
        PLAYING.but(offline=[NA], deadline=STARTED_AT + 30_000),
        ["내 차례예요. 둘 곳을 입력하세요. (예: d3)", "나래님의 연결이 끊겼어요."],
    ),
    (
        "I asked for an undo",
        PLAYING.but(view=view("d3", UNDO)),
        ["나래님의 차례예요.", "내가 무르기를 청했어요 (1수). 답을 기다려요. '취소'로 거둘 수 있어요."],
    ),
    (
        "I am asked for an undo",
        PLAYING.but(view=view("d3", UNDO, viewer=NA), me=NA),
        [
            "내 차례예요. 둘 곳을 입력하세요. (예: d3)",
            "가람님이 무르기를 청했어요 (1수). '수락' 또는 '거절'로 답하세요.",
        ],
    ),
    (
        "I am offered a draw",
        PLAYING.but(view=view("d3", DRAW)),
        ["나래님의 차례예요.", "나래님이 무승부를 제안했어요. '수락' 또는 '거절'로 답하세요."],
    ),
    (
        "a draw is offered, and I watch",
        PLAYING.but(view=view("d3", DRAW, viewer=None), me=BO),
        ["나래님의 차례예요.", "나래님이 무승부를 제안했어요."],
    ),
    (
        "lost",
        ENDED,
        ["백 승 (흑 기권) 1 : 4 (기권으로 끝났어요) 졌어요.", "'한판더' 또는 '나가기'"],
    ),
    (
        "won",
        ENDED.but(me=NA),
        ["백 승 (흑 기권) 1 : 4 (기권으로 끝났어요) 이겼어요!", "'한판더' 또는 '나가기'"],
    ),
    ("over, and I watched", ENDED.but(me=BO), ["백 승 (흑 기권) 1 : 4 (기권으로 끝났어요)"]),
    (
        "drawn",
        ENDED.but(view=DRAWN),
        ["합의로 무승부 4 : 1 (서로 합의해서 비겼어요) 비겼어요.", "'한판더' 또는 '나가기'"],
    ),
    (
        "I want another",
        ENDED.but(rematch=[GA]),
        ["백 승 (흑 기권) 1 : 4 (기권으로 끝났어요) 졌어요.", "한 판 더 하자고 했어요. 답을 기다려요."],
    ),
    (
        "they want another",
        ENDED.but(rematch=[NA]),
        [
            "백 승 (흑 기권) 1 : 4 (기권으로 끝났어요) 졌어요.",
            "나래님이 한 판 더 하자고 해요. '한판더' 또는 '나가기'",
        ],
    ),
    ("cut off", PLAYING.but(connected=False), ["연결이 끊겼어요. 다시 잇고 있어요..."]),
]


@pytest.mark.parametrize(
    ("situation", "lines"), [row[1:] for row in SITUATIONS], ids=[row[0] for row in SITUATIONS]
)
def test_the_status_says_what_to_do(situation: Situation, lines: list[str]) -> None:
    assert status(situation.sight, STARTED_AT) == lines


def test_before_anything_is_known_it_connects() -> None:
    assert page(NOBODY_YET, server_now=None) == ["놀판", "연결하고 있어요..."]


@pytest.mark.parametrize(
    ("left", "shown"), [(30_000, "0:30"), (29_001, "0:30"), (600_000, "10:00"), (1, "0:01"), (0, "0:00")]
)
def test_a_clock_is_rounded_up(left: int, shown: str) -> None:
    assert minutes(left) == shown


FISCHER = {"kind": "fischer", "baseSec": 180, "incSec": 2}


@pytest.mark.parametrize(
    ("time_control", "passed", "black", "white"),
    [
        ({"kind": "perMove", "perMoveSec": 30}, 0, "0:30", "0:30"),
        ({"kind": "perMove", "perMoveSec": 30}, 12_500, "0:18", "0:30"),
        ({"kind": "perMove", "perMoveSec": 30}, 99_000, "0:00", "0:30"),
        ({"kind": "perMove", "perMoveSec": 30}, -500, "0:30", "0:30"),
        (FISCHER, 61_000, "1:59", "3:00"),
        ({"kind": "none"}, 61_000, "", ""),
    ],
)
def test_the_clock_of_who_has_the_turn_runs(
    time_control: dict[str, int | str], passed: int, black: str, white: str
) -> None:
    sight = PLAYING.but(view=view(timeControl=time_control)).sight
    assert sides(sight, STARTED_AT + passed, letters=True) == [
        f"흑 가람 (나, 방장)                       2개 # {black:6} < 차례",
        f"백 나래                                  2개 # {white:6}".rstrip(),
    ]


def test_a_clock_stands_when_the_game_is_over() -> None:
    lines = sides(ENDED.sight, STARTED_AT + 20_000, letters=True)
    assert [line.split()[-1] for line in lines] == ["0:30", "0:30"]


def test_the_seats_are_shown_before_the_game() -> None:
    assert seats(WAITING.sight) == ["1번 자리  가람 (나, 방장)", "2번 자리  (비어 있어요)"]
    assert seats(FULL.but(me=NA, offline=[GA]).sight) == [
        "1번 자리  가람 (방장, 연결 끊김)",
        "2번 자리  나래 (나)",
    ]


def test_a_whole_page() -> None:
    assert page(PLAYING.but(view=view("d3"), watching=2).sight, server_now=STARTED_AT + 500) == [
        "놀판 | 리버시 1번째 판 | 초대 코드 ABC234 | 관전 2명",
        "⚫ 흑 가람 (나, 방장)                       4개 # 0:30",
        "⚪ 백 나래                                  1개 # 0:30   < 차례",
        "",
        *PLAYING.sight.board.draw(view("d3"), letters=False),
        "",
        "나래님의 차례예요.",
    ]


def test_without_the_time_no_clock_is_shown() -> None:
    lines = page(PLAYING.sight, server_now=None)
    assert lines[1].rstrip() == "⚫ 흑 가람 (나, 방장)                       2개 #        < 차례"


def test_the_board_of_a_game_stays_when_the_opponent_has_left() -> None:
    left = WAITING.but(game_no=1).sight
    lines = page(left, server_now=None, kept=OVER)
    assert lines[1:3] == ["1번 자리  가람 (나, 방장)", "2번 자리  (비어 있어요)"]
    assert "3  .   .   .  [⚫] .   .   .   ." in lines


def test_nicknames_cannot_command_the_terminal() -> None:
    situation = WAITING.but()
    now = situation.now
    assert now.room is not None
    nasty = now.seats[0]
    assert nasty is not None
    renamed = now.room.model_copy(
        update={"seats": (nasty.model_copy(update={"nickname": "\x1b[2J가"}), None)}
    )
    sight = situation.sight.of(type(now)(now.seq, renamed, now.you, connected=True), situation.sight.board)
    assert page(sight, server_now=None)[1] == "1번 자리  [2J가 (나, 방장)"
