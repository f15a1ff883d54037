"""The messages: what has just happened, one sentence each."""

from collections.abc import Iterator

from local.client.frames import (
    ChatFrame,
    JsonObject,
    PresenceFrame,
    RejectedFrame,
    RoomFrame,
    ServerFrame,
    UpdateFrame,
)
from local.play.sight import Sight
from local.play.text import clean

_OFFER_EVENTS = {
    "undoRequested": "무르기를 청했어요",
    "undoAccepted": "무르기를 받아들였어요",
    "undoDeclined": "무르기를 거절했어요",
    "drawOffered": "무승부를 제안했어요",
    "drawDeclined": "무승부를 거절했어요",
    "offerCancelled": "제안을 거뒀어요",
}
_OWN_DOING = ("deadline/not_reached", "game/over")
"""Refusals of claims that this client makes by itself; without a number they are no news."""


def told(frame: ServerFrame | None, before: Sight, after: Sight) -> list[str]:
    """What a frame brought; None for a connection that came or went."""
    match frame:
        case None:
            return list(_connection(before, after))
        case UpdateFrame():
            lines = [line for event in frame.events if (line := _event(event, after)) is not None]
            return [*lines, *_ending(before, after)]
        case RoomFrame():
            return [*_connection(before, after), *_room(before, after)]
        case PresenceFrame():
            return list(_presence(before, after))
        case ChatFrame():
            return [f"{clean(frame.speaker.nickname)}: {clean(frame.text)}"]
        case RejectedFrame():
            own_doing = frame.cs is None and frame.code in _OWN_DOING
            return [] if own_doing else [f"! {clean(frame.reason)}"]
        case _:
            return []


def _event(event: JsonObject, after: Sight) -> str | None:
    what = _OFFER_EVENTS.get(str(event.get("type")))
    if what is None:
        return after.board.tell(event)
    by = str(event.get("by"))
    who = "" if by == "system" else f"{after.name(by)}님이 "
    return f"{who}{what}"


def _ending(before: Sight, after: Sight) -> Iterator[str]:
    result = None if after.view is None else after.view.result
    had_ended = before.view is not None and before.view.result is not None
    if result is not None and not had_ended:
        yield f"대국이 끝났어요. {result.summary}"


def _connection(before: Sight, after: Sight) -> Iterator[str]:
    if before.now.connected and not after.now.connected:
        yield "연결이 끊겼어요."
    if after.now.connected and not before.now.connected and before.now.room is not None:
        yield "다시 연결됐어요."


def _room(before: Sight, after: Sight) -> Iterator[str]:
    was, room = before.now.room, after.now.room
    if room is None:
        return
    if was is None:
        yield f"{room.name_ko} 방에 들어왔어요. 초대 코드는 {room.code}예요. '도움말'을 입력해 보세요."
        was_seated: dict[str, str] = {}
    else:
        was_seated = _nicknames(before)
    seated = _nicknames(after)
    for player, nickname in seated.items():
        if player not in was_seated and player != after.me:
            yield f"{nickname}님이 자리에 앉았어요."
    for player, nickname in was_seated.items():
        if player not in seated:
            yield "자리에서 일어났어요." if player == after.me else f"{nickname}님이 자리에서 일어났어요."
    if was is not None and room.host != was.host:
        yield (
            "이제 내가 방장이에요."
            if room.host == after.me
            else f"이제 {after.name(room.host)}님이 방장이에요."
        )
    if was is not None and room.options != was.options:
        yield "방장이 설정을 바꿨어요. '설정'으로 볼 수 있어요."
    for player in room.rematch:
        if (was is None or player not in was.rematch) and player != after.me:
            yield f"{after.name(player)}님이 한 판 더 하자고 해요."
    if room.status == "playing" and (was is None or (was.status, was.game_no) != ("playing", room.game_no)):
        side = after.my_side
        yield "대국이 시작됐어요." + (f" 나는 {side.name}이에요." if side is not None else "")
    yield from _ending(before, after)
    yield from _presence(before, after)


def _presence(before: Sight, after: Sight) -> Iterator[str]:
    for seat in after.others:
        was = before.seat_of(seat.player_id)
        if was is not None and was.online != seat.online:
            there = "돌아왔어요." if seat.online else "연결이 끊겼어요."
            yield (
                f"{clean(seat.nickname)}님이 {there}"
                if seat.online
                else f"{clean(seat.nickname)}님의 {there}"
            )


def _nicknames(sight: Sight) -> dict[str, str]:
    return {seat.player_id: clean(seat.nickname) for seat in sight.now.seats if seat is not None}
