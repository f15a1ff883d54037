"""What stands on the screen above the messages."""

from local.client.frames import JsonObject, Millis
from local.play.boards.board import ResultPart
from local.play.sight import Sight
from local.play.text import clean, pad, width

_REASONS = {
    "normal": "규칙대로 끝났어요",
    "resign": "기권으로 끝났어요",
    "timeout": "시간이 다 되어서 끝났어요",
    "draw-agreed": "서로 합의해서 비겼어요",
    "aborted": "대국이 취소됐어요",
    "abandoned": "그만둔 사람이 있어서 끝났어요",
}


def page(
    sight: Sight, *, server_now: Millis | None, letters: bool = False, kept: JsonObject | None = None
) -> list[str]:
    """The lines: room, players, board, and what is expected of whom.

    Without ``server_now`` no running time is shown. ``kept`` is the view of a game that has
    ended, for a room that has none any more.
    """
    view = kept if sight.now.view is None else sight.now.view
    board = [] if view is None else ["", *sight.board.draw(view, letters=letters), ""]
    players = seats(sight) if sight.view is None else sides(sight, server_now, letters=letters)
    return [_heading(sight), *players, *board, *status(sight, server_now)]


def _heading(sight: Sight) -> str:
    room = sight.now.room
    if room is None:
        return "놀판"
    number = f" {room.game_no}번째 판" if room.game_no else ""
    watching = f" | 관전 {room.spectators.count}명" if room.spectators.count else ""
    return f"놀판 | {room.name_ko}{number} | 초대 코드 {room.code}{watching}"


def seats(sight: Sight) -> list[str]:
    """Before a game: who sits where."""
    lines = []
    for number, seat in enumerate(sight.now.seats, start=1):
        if seat is None:
            lines.append(f"{number}번 자리  (비어 있어요)")
            continue
        notes = [note for note, holds in _notes(sight, seat.player_id) if holds]
        lines.append(f"{number}번 자리  {clean(seat.nickname)}{_bracketed(notes)}")
    return lines


def sides(sight: Sight, server_now: Millis | None, *, letters: bool) -> list[str]:
    """In a game: colours, names, what each has, clocks, whose turn."""
    now, view = sight.now, sight.view
    if view is None or now.view is None:
        return []
    standing = sight.board.standing(now.view)
    room_for_standing = max(width(text) for text in standing.values())
    lines = []
    for side in sight.board.sides:
        if side.key not in view.players:
            continue  # a table with seats to spare
        player = view.players[side.key]
        notes = [note for note, holds in _notes(sight, player) if holds]
        left = None if server_now is None else sight.left_ms(side.key, server_now)
        columns = [
            side.name if letters else f"{side.sign} {side.name}",
            pad(sight.name(player) + _bracketed(notes), 36),
            pad(standing[side.key], room_for_standing),
            pad("" if left is None else minutes(left), 6),
            "< 차례" if view.result is None and view.turn == side.key else "",
        ]
        lines.append(" ".join(columns).rstrip())
    return lines


def _notes(sight: Sight, player_id: str) -> list[tuple[str, bool]]:
    seat = sight.seat_of(player_id)
    return [
        ("나", player_id == sight.me),
        ("방장", sight.now.room is not None and sight.now.room.host == player_id),
        ("연결 끊김", seat is not None and not seat.online),
    ]


def _bracketed(notes: list[str]) -> str:
    return f" ({', '.join(notes)})" if notes else ""


def minutes(left: Millis) -> str:
    """Minutes and seconds, rounded up: zero is shown only when there is nothing left."""
    seconds = -(-left // 1000)
    return f"{seconds // 60}:{seconds % 60:02}"


def status(sight: Sight, server_now: Millis | None) -> list[str]:
    """What is going on, and what the player may do about it."""
    now = sight.now
    if not now.connected:
        return ["연결이 끊겼어요. 다시 잇고 있어요..." if now.room else "연결하고 있어요..."]
    if now.status == "waiting":
        return [_waiting(sight)]
    if now.status == "finished" and sight.view is not None and sight.view.result is not None:
        return _finished(sight, sight.view.result)
    return [*_playing(sight, server_now), *_offers(sight)]


def _waiting(sight: Sight) -> str:
    code = "" if sight.now.room is None else sight.now.room.code
    if not sight.has_seat:
        if sight.free_seats:
            return "빈자리가 있어요. '앉기'를 입력하면 앉아요."
        return "자리가 다 차서 관전하고 있어요."
    if sight.free_seats:
        return f"상대를 기다리고 있어요. 초대 코드를 알려 주세요: {code} (혼자라면 '봇')"
    if sight.is_host:
        return "자리가 다 찼어요. Enter를 누르거나 '시작'을 입력하세요."
    return "자리가 다 찼어요. 방장이 시작하기를 기다리고 있어요."


def _playing(sight: Sight, server_now: Millis | None) -> list[str]:
    view = sight.view
    if view is None:
        return []
    mover = view.players.get(view.turn, "")
    lines = []
    if sight.is_my_turn:
        lines.append(f"내 차례예요. 둘 곳을 입력하세요. (예: {sight.board.example})")
    else:
        lines.append(f"{sight.name(mover)}님의 차례예요.")
    for player_id in view.players.values():
        seat = sight.seat_of(player_id)
        if seat is None or seat.online or player_id == sight.me:
            continue
        line = f"{clean(seat.nickname)}님의 연결이 끊겼어요."
        if player_id == mover and sight.now.deadline is not None and server_now is not None:
            left = max(0, sight.now.deadline - server_now)
            line += f" {-(-left // 1000)}초 더 기다려요."
        lines.append(line)
    return lines


def _offers(sight: Sight) -> list[str]:
    offer = sight.offer
    if offer is None:
        return []
    what = "무승부를 제안했어요" if offer.kind == "draw" else f"무르기를 청했어요 ({offer.part.plies}수)"
    if sight.offer_is_mine:
        return [f"내가 {what}. 답을 기다려요. '취소'로 거둘 수 있어요."]
    answer = " '수락' 또는 '거절'로 답하세요." if sight.my_side is not None else ""
    return [f"{sight.name_of_side(offer.part.by)}님이 {what}.{answer}"]


def _finished(sight: Sight, result: ResultPart) -> list[str]:
    lines = [f"{result.summary} ({_REASONS.get(result.reason, result.reason)})"]
    if sight.my_side is not None and sight.me is not None:
        best = result.ranking[0] if result.ranking else ()
        if sight.me not in best:
            outcome = "승패 없이 끝났어요." if not result.ranking else "졌어요."
        else:
            outcome = "비겼어요." if len(best) > 1 else "이겼어요!"
        lines[0] += f" {outcome}"
    if sight.has_seat:
        asked = () if sight.now.room is None else sight.now.room.rematch
        waiting = [sight.name(player) for player in asked if player != sight.me]
        if sight.me in asked:
            lines.append("한 판 더 하자고 했어요. 답을 기다려요.")
        elif waiting:
            lines.append(f"{waiting[0]}님이 한 판 더 하자고 해요. '한판더' 또는 '나가기'")
        else:
            lines.append("'한판더' 또는 '나가기'")
    return lines
