"""The messages about what has just happened."""

import json

import pytest

from local.client import frames
from local.client.frames import ServerFrame
from local.play.tell import told
from tests.local.sights import BO, GA, NA, NOBODY_YET, Situation, view

WAITING = Situation(status="waiting", seats=(GA, None), game_no=0)
FULL = WAITING.but(seats=(GA, NA))
PLAYING = Situation(view())
OVER = Situation(view("d3", (GA, {"type": "resign"})), status="finished")
ENDED = "대국이 끝났어요. 백 승 (흑 기권) 1 : 4"

CHANGES: list[tuple[str, Situation | None, Situation, list[str]]] = [
    (
        "coming in",
        None,
        WAITING,
        ["리버시 방에 들어왔어요. 초대 코드는 ABC234예요. '도움말'을 입력해 보세요."],
    ),
    (
        "coming in to others",
        None,
        FULL.but(me=NA),
        [
            "리버시 방에 들어왔어요. 초대 코드는 ABC234예요. '도움말'을 입력해 보세요.",
            "가람님이 자리에 앉았어요.",
        ],
    ),
    ("somebody sits down", WAITING, FULL, ["나래님이 자리에 앉았어요."]),
    ("somebody gets up", FULL, WAITING, ["나래님이 자리에서 일어났어요."]),
    ("I get up", FULL.but(me=NA), WAITING.but(me=NA), ["자리에서 일어났어요."]),
    ("another host", FULL, FULL.but(host=NA), ["이제 나래님이 방장이에요."]),
    ("I am host now", FULL.but(me=NA), FULL.but(me=NA, host=NA), ["이제 내가 방장이에요."]),
    (
        "other options",
        FULL,
        FULL.but(options={"undo": "off"}),
        ["방장이 설정을 바꿨어요. '설정'으로 볼 수 있어요."],
    ),
    ("the start", FULL, PLAYING, ["대국이 시작됐어요. 나는 흑이에요."]),
    ("the start, watching", FULL.but(me=BO), PLAYING.but(me=BO), ["대국이 시작됐어요."]),
    ("a rematch", OVER, PLAYING.but(game_no=2), ["대국이 시작됐어요. 나는 흑이에요."]),
    ("asked for a rematch", OVER, OVER.but(rematch=[NA]), ["나래님이 한 판 더 하자고 해요."]),
    ("my own asking", OVER, OVER.but(rematch=[GA]), []),
    ("nothing new", PLAYING, PLAYING, []),
    ("the end in a room frame", PLAYING, OVER, [ENDED]),
    ("gone", PLAYING, PLAYING.but(offline=[NA]), ["나래님의 연결이 끊겼어요."]),
    ("back", PLAYING.but(offline=[NA]), PLAYING, ["나래님이 돌아왔어요."]),
    ("connected again", PLAYING.but(connected=False), PLAYING, ["다시 연결됐어요."]),
]


@pytest.mark.parametrize(
    ("before", "after", "lines"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES]
)
def test_a_room_frame_is_told_by_what_has_changed(
    before: Situation | None, after: Situation, lines: list[str]
) -> None:
    now = after.now
    assert now.room is not None
    assert now.you is not None
    frame = frames.RoomFrame(
        type="room",
        now=0,
        seq=now.seq,
        room=now.room,
        you=now.you,
        view=now.view,
        away=(),
        presence_rev=0,
        deadline=None,
    )
    was = NOBODY_YET if before is None else before.sight
    assert told(frame, was, after.sight) == lines


def read(**fields: object) -> ServerFrame:
    frame = frames.read(json.dumps({"now": 0, **fields}))
    assert frame is not None
    assert not isinstance(frame, frames.Failure)
    return frame


def update(*events: dict[str, object], status: str = "playing") -> ServerFrame:
    return read(type="update", seq=8, events=events, view={}, status=status, deadline=None)


PLACED = {"type": "placed", "by": GA, "color": "black", "x": 3, "y": 2, "flipped": [27], "auto": False}
OFFER = {"by": NA, "id": 1, "kind": "draw", "color": "white"}
REFUSAL = {"type": "rejected", "reason": "여기에 두면 뒤집을 돌이 없어요", "code": "move/illegal"}

FRAMES: list[tuple[str, ServerFrame | None, Situation, list[str]]] = [
    ("a move", update(PLACED), PLAYING, ["흑 d3, 1개를 뒤집었어요"]),
    (
        "a move and a pass",
        update(PLACED, {"type": "passed", "by": "system", "color": "white"}),
        PLAYING,
        ["흑 d3, 1개를 뒤집었어요", "백: 둘 곳이 없어서 차례가 넘어갔어요"],
    ),
    ("an offer", update({"type": "drawOffered", **OFFER}), PLAYING, ["나래님이 무승부를 제안했어요"]),
    ("a refused offer", update({"type": "drawDeclined", **OFFER}), PLAYING, ["나래님이 무승부를 거절했어요"]),
    (
        "a withdrawn offer",
        update({"type": "offerCancelled", **OFFER, "by": "system"}),
        PLAYING,
        ["제안을 거뒀어요"],
    ),
    ("an undo", update({"type": "undoAccepted", **OFFER}), PLAYING, ["나래님이 무르기를 받아들였어요"]),
    ("the end", update({"type": "gameEnded", "by": "system"}, status="finished"), OVER, [ENDED]),
    ("an event nobody knows", update({"type": "fireworks", "by": "system"}), PLAYING, []),
    ("a refusal", read(**REFUSAL, cs=3), PLAYING, ["! 여기에 두면 뒤집을 돌이 없어요"]),
    (
        "a refused chat",
        read(type="rejected", code="rate/limited", reason="너무 자주 보냈어요"),
        PLAYING,
        ["! 너무 자주 보냈어요"],
    ),
    ("an early claim", read(type="rejected", code="deadline/not_reached", reason="아직"), PLAYING, []),
    (
        "chat",
        read(type="chat", **{"from": {"playerId": NA, "nickname": "나래"}}, text="안녕\u202e!"),
        PLAYING,
        ["나래: 안녕!"],
    ),
    ("the time", read(type="pong", t=1), PLAYING, []),
    ("no connection", None, PLAYING.but(connected=False), ["연결이 끊겼어요."]),
]


@pytest.mark.parametrize(
    ("frame", "after", "lines"), [row[1:] for row in FRAMES], ids=[row[0] for row in FRAMES]
)
def test_a_frame_is_told(frame: ServerFrame | None, after: Situation, lines: list[str]) -> None:
    assert told(frame, PLAYING.sight, after.sight) == lines
