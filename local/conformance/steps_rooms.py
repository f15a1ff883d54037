"""Sockets and rooms before a game: frames that are none, seats, options, chat, spectators."""

from collections.abc import Callable
from typing import Any

from local.conformance.report import DiffersError
from local.conformance.walk import Frame, Room, Socket, Walk


def the_first_frame_is_answered_with_the_room(walk: Walk) -> None:
    """``hello`` and ``sync`` with ``room``, ``ping`` with ``pong`` and its own number."""
    host = walk.person("방장")
    room = host.room("othello")
    socket = host.opens(room, tab="tab-a")
    socket.say("hello")
    shown = socket.hear("room")
    you = {"playerId": host.id, "role": "player", "seat": 0, "tab": "tab-a", "cs": 0}
    if shown["you"] != you:
        walk.report.differs(f"`you` must be {you}, and is {shown['you']}")
    if (shown["room"]["status"], shown["view"]) != ("waiting", None):
        walk.report.differs("a room that waits has no view")
    socket.say("sync")
    socket.hear("room")
    for number in (7, 1_800_000_000_000.5):
        socket.say("ping", t=number)
        pong = socket.hear("pong")
        if pong["t"] != number:
            walk.report.differs(f"`pong` must say t = {number}, and says {pong['t']}")


def what_is_no_frame_is_refused_to_its_sender(walk: Walk) -> None:
    """Size first, then JSON, then the type, then its fields."""
    host = walk.person("방장")
    socket = host.enters(host.room("othello"))
    socket.text('{"type":"ping","t":1,"pad":"' + "x" * 8_200 + '"}')
    socket.refused("message/too_large")
    for text in ("그냥 글", "[]", "7", "null", "{}", '{"type":"sit"}', '{"type":"sit","cs":0}'):
        socket.text(text)
        socket.refused("message/malformed")
    socket.text('{"type":"sit","cs":5,"seat":"first"}')
    socket.refused("message/malformed", cs=5)
    socket.text('{"type":"dance","cs":6}')
    socket.refused("message/unknown_type", cs=6)
    socket.text('{"type":"ping","t":1,"more":true}')  # unknown fields are let through
    socket.hear("pong")


def _waiting(walk: Walk) -> tuple[Room, Socket, Socket]:
    host, guest = walk.person("방장"), walk.person("손님")
    room = host.room("othello")
    return room, host.enters(room), guest.enters(room)


def seats_are_taken_given_up_and_seen_by_all(walk: Walk) -> None:
    """The first free one, or one by number; nobody has two."""
    room, anna, bo = _waiting(walk)
    third = walk.person("셋째").enters(room)
    shown = bo.does("sit")
    if shown["you"]["seat"] != 1:
        walk.report.differs(f"the first free seat is 1, and {shown['you']['seat']} was given")
    anna.hear("room", lambda frame: frame["room"]["seats"][1] is not None)
    third.ask("sit")
    third.refused("room/full", cs=third.cs)
    for seat in (0, 5):
        third.ask("sit", seat=seat)
        third.refused("room/full", cs=third.cs)
    bo.does("stand")
    anna.hear("room", lambda frame: frame["room"]["seats"][1] is None)
    bo.ask("stand")
    bo.refused("room/not_seated", cs=bo.cs)


def only_the_host_runs_the_room(walk: Walk) -> None:
    """Options, kick and start are the host's; options are judged by the game's schema."""
    _, anna, bo = _waiting(walk)
    of_the_host: list[tuple[str, dict[str, Any]]] = [
        ("options", {"options": {}}),
        ("kick", {"playerId": anna.person.id}),
        ("start", {}),
    ]
    for kind, fields in of_the_host:
        bo.ask(kind, **fields)
        bo.refused("room/not_host", cs=bo.cs)
    anna.ask("start")
    anna.refused("room/wrong_status", cs=anna.cs)
    anna.ask("options", options={"undo": 2})
    anna.refused("room/options", cs=anna.cs)
    shown = anna.does("options", options={"undo": "off", "colorAssignment": "hostBlack"})
    if shown["room"]["options"]["undo"] != "off":
        walk.report.differs("new options must show in the room")
    if "timeControl" not in shown["room"]["options"]:
        walk.report.differs("options that are left out must show with their defaults")
    anna.ask("kick", playerId=anna.person.id)
    anna.refused("room/not_seated", cs=anna.cs)


def who_is_put_out_is_told_and_may_not_come_back(walk: Walk) -> None:
    """With ``closed``; a new ticket is refused."""
    room, anna, bo = _waiting(walk)
    bo.does("sit")
    anna.does("kick", playerId=bo.person.id)
    closed = bo.hear("closed")
    if closed["code"] != "room/barred":
        walk.report.differs(f"`closed` must say room/barred, and says {closed['code']}")
    bo.ends()
    walk.call(
        "createTicket",
        "POST",
        f"/rooms/{room.id}/tickets",
        token=bo.person.token,
        body={"tab": "a", "code": room.code},
        status=403,
        code="room/barred",
    )


def nothing_of_a_game_can_be_done_before_it(walk: Walk) -> None:
    """Actions, claims and rematches wait for the start."""
    _, anna, _ = _waiting(walk)
    anna.act("resign")
    anna.refused("room/wrong_status", cs=anna.cs)
    anna.say("flag")
    anna.refused("room/wrong_status")
    anna.ask("rematch")
    anna.refused("room/wrong_status", cs=anna.cs)


def a_chat_line_reaches_everybody_once_a_second(walk: Walk) -> None:
    """Cleaned of control characters, 1 to 200 of them."""
    _, anna, bo = _waiting(walk)
    anna.say("chat", text="안녕\u0007\u202e하세요 ")
    for socket in (anna, bo):
        line = socket.hear("chat")
        if line["text"] != "안녕하세요":
            walk.report.differs(f"control characters must go from a chat line: {line['text']!r}")
        if line["from"] != {"playerId": anna.person.id, "nickname": "방장"}:
            walk.report.differs(f"a chat line says who said it: {line['from']}")
    anna.say("chat", text="또")
    anna.refused("rate/limited")
    for text in ("\u0007 ", "", "아" * 201):
        bo.say("chat", text=text)
        bo.refused("message/malformed")


def a_room_may_be_silent_or_for_players_only(walk: Walk) -> None:
    """``chat``: ``off`` or ``players``."""
    host, guest = walk.person("방장"), walk.person("손님")
    quiet = host.enters(host.room("othello", chat="off"))
    quiet.say("chat", text="안녕")
    quiet.refused("room/wrong_status")
    room = host.room("othello", chat="players")
    anna, bo = host.enters(room), guest.enters(room)
    bo.say("chat", text="안녕")
    bo.refused("room/not_seated")
    anna.say("chat", text="안녕")
    bo.hear("chat")


def who_comes_and_goes_is_seen(walk: Walk) -> None:
    """``presence`` when a player's first tab comes or last one goes; spectators are counted."""
    room, anna, bo = _waiting(walk)
    bo.does("sit")
    second = bo.person.enters(room, tab="second")
    bo.close()
    anna.silence("presence", lambda frame: not frame["seats"][1]["online"])
    second.close()
    gone = anna.hear("presence", lambda frame: not frame["seats"][1]["online"])
    if [away["seat"] for away in gone["away"]] != [1]:
        walk.report.differs(f"`away` must name seat 1: {gone['away']}")
    bo.person.enters(room)
    anna.hear("presence", lambda frame: frame["seats"][1]["online"])


def an_empty_room_closes(walk: Walk) -> None:
    """When the host leaves and nobody sits, everybody is told."""
    room, anna, bo = _waiting(walk)
    anna.ask("leave")
    for socket in (anna, bo):
        closed = socket.hear("closed")
        if closed["code"] != "room/not_found":
            walk.report.differs(f"`closed` must say room/not_found, and says {closed['code']}")
        socket.ends()
    walk.call(
        "findRoom",
        "GET",
        f"/rooms/by-code/{room.code}",
        token=anna.person.token,
        status=404,
        code="room/not_found",
    )


def the_host_passes_to_who_stays(walk: Walk) -> None:
    """When the host leaves before the start."""
    _, anna, bo = _waiting(walk)
    bo.does("sit")
    anna.does("leave")

    def is_host(frame: Frame) -> bool:
        return bool(frame["room"]["host"] == bo.person.id)

    bo.hear("room", is_host)


def a_room_without_spectators_keeps_them_out(walk: Walk) -> None:
    """Those without a seat are put out at the start, and refused from then on."""
    host, guest, third = (walk.person(name) for name in ("방장", "손님", "셋째"))
    room = host.room("othello", spectators=False)
    anna, bo, cy = host.enters(room), guest.enters(room), third.enters(room)
    bo.does("sit")
    anna.does("start")
    closed = cy.hear("closed")
    if closed["code"] != "room/full":
        walk.report.differs(f"`closed` must say room/full, and says {closed['code']}")
    walk.call(
        "createTicket",
        "POST",
        f"/rooms/{room.id}/tickets",
        token=third.token,
        body={"tab": "a", "code": room.code},
        status=403,
        code="room/full",
    )


def a_player_has_eight_tabs_at_most(walk: Walk) -> None:
    """A ninth is closed."""
    host = walk.person("방장")
    room = host.room("othello")
    for number in range(8):
        host.enters(room, tab=f"tab{number}")
    ninth = host.opens(room, tab="tab8")
    ninth.say("hello")
    closed = ninth.hear("closed")
    if closed["code"] != "room/full":
        raise DiffersError(f"`closed` must say room/full, and says {closed['code']}")


STEPS: tuple[Callable[[Walk], None], ...] = (
    the_first_frame_is_answered_with_the_room,
    what_is_no_frame_is_refused_to_its_sender,
    seats_are_taken_given_up_and_seen_by_all,
    only_the_host_runs_the_room,
    who_is_put_out_is_told_and_may_not_come_back,
    nothing_of_a_game_can_be_done_before_it,
    a_chat_line_reaches_everybody_once_a_second,
    a_room_may_be_silent_or_for_players_only,
    who_comes_and_goes_is_seen,
    an_empty_room_closes,
    the_host_passes_to_who_stays,
    a_room_without_spectators_keeps_them_out,
    a_player_has_eight_tabs_at_most,
)
