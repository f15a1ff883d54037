"""The HTTP API: guests, rooms, tickets; records come with the games (``steps_play``)."""

import secrets
from collections.abc import Callable

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from local.conformance.report import DiffersError
from local.conformance.walk import Walk, refused_with

NOWHERE = "000000000000"


def the_api_answers(walk: Walk) -> None:
    """Its version is a text of digits and points."""
    walk.call("health", "GET", "/health")


def the_catalogue_lists_games_whose_defaults_are_allowed(walk: Walk) -> None:
    """Every game's default options pass its own schema; the ETag saves a second answer."""
    answer = walk.call("listGames", "GET", "/games")
    for game in answer.body:
        for error in Draft202012Validator(game["optionsSchema"]).iter_errors(game["defaultOptions"]):
            walk.report.differs(f"{game['id']}: a default option is not allowed: {error.message[:200]}")
    etag = answer.headers.get("etag")
    if etag is None:
        raise DiffersError("the catalogue must have an ETag")
    walk.call("listGames", "GET", "/games", headers={"If-None-Match": etag}, status=304)


def nicknames_are_seen_by_others(walk: Walk) -> None:
    """1 to 16 visible characters, composed and trimmed."""
    made = walk.call(
        "createGuest", "POST", "/guests", body={"nickname": "  가\u1112\u1161  "}, status=201
    ).body
    if made["nickname"] != "가하":
        walk.report.differs(f"a nickname must be in NFC and trimmed: {made['nickname']!r}")
    for nickname in ("", " \u200b ", "이" * 17, "\u200bab"):
        walk.call(
            "createGuest", "POST", "/guests", body={"nickname": nickname}, status=422, code="nickname/invalid"
        )


def a_body_is_judged_before_it_is_used(walk: Walk) -> None:
    """What is wrong with it says a status and a code."""
    for content, status, code in [
        (b"{", 400, "request/malformed"),
        (b'{"nickname": 7}', 422, "request/invalid"),
        (b'{"nickname": "a", "more": 1}', 422, "request/invalid"),
        (b'{"nickname": "' + b"a" * 9_000 + b'"}', 413, "request/too_large"),
    ]:
        walk.call("createGuest", "POST", "/guests", content=content, status=status, code=code)
    walk.call(
        "createGuest",
        "POST",
        "/guests",
        content=b"nickname=a",
        headers={"Content-Type": "text/plain"},
        status=415,
        code="request/media_type",
    )


def only_who_has_a_token_is_answered(walk: Walk) -> None:
    """Everything but health, catalogue and guests wants one."""
    walk.call("listMyGames", "GET", "/me/games", status=401, code="auth/required")
    walk.call("listMyGames", "GET", "/me/games", token="a.b.c", status=401, code="auth/invalid")  # noqa: S106
    person = walk.person("토큰")
    walk.call("listMyGames", "GET", "/me/games", token=person.token + "x", status=401, code="auth/invalid")
    person.call("listMyGames", "GET", "/me/games")


def paths_and_methods_are_those_that_are_published(walk: Walk) -> None:
    """Others are refused as problems too."""
    walk.call("", "GET", "/no/such/thing", status=404, code="request/not_found")
    walk.call("", "DELETE", "/games", status=405, code="request/method")


def a_room_is_made_once_for_one_key(walk: Walk) -> None:
    """The same key and body within a day answer the first room."""
    host = walk.person("방장")
    key = secrets.token_hex(16)
    body = {"game": "othello", "options": {"undo": "off"}}
    headers = {"Idempotency-Key": key}
    first, again = (
        host.call("createRoom", "POST", "/rooms", body=body, headers=headers, status=201).body
        for _ in range(2)
    )
    if first != again:
        walk.report.differs(f"the same request made another room: {first}, {again}")
    other = {**body, "chat": "off"}
    host.call(
        "createRoom",
        "POST",
        "/rooms",
        body=other,
        headers=headers,
        status=422,
        code="request/idempotency_reused",
    )
    host.call(
        "createRoom",
        "POST",
        "/rooms",
        body=body,
        headers={"Idempotency-Key": "k" * 65},
        status=400,
        code="request/idempotency_key",
    )


def a_room_has_a_game_and_options_that_exist(walk: Walk) -> None:
    """The game's own schema judges options, and the answer points at the wrong one."""
    host = walk.person("방장")
    host.call("createRoom", "POST", "/rooms", body={"game": "baduk"}, status=422, code="game/unknown")
    answer = host.call(
        "createRoom",
        "POST",
        "/rooms",
        body={"game": "othello", "options": {"undo": 2}},
        status=422,
        code="room/options",
    )
    pointers = [error["pointer"] for error in answer.body.get("errors", [])]
    if pointers != ["#/options/undo"]:
        walk.report.differs(f"`errors` must point at #/options/undo, and points at {pointers}")
    host.call("createRoom", "POST", "/rooms", body={}, status=422, code="request/invalid")


def a_public_room_is_listed_until_it_is_full(walk: Walk) -> None:
    """Newest first, by game; cursors are the server's own."""
    host, guest = walk.person("방장"), walk.person("손님")
    room = host.room("omok", visibility="public")
    if not _is_listed(guest.call("listRooms", "GET", "/rooms?game=omok").body, room.id):
        raise DiffersError("a public room that waits must be listed first")
    if _is_listed(guest.call("listRooms", "GET", "/rooms?game=othello").body, room.id):
        walk.report.differs("a room is listed under another game than its own")
    socket = guest.enters(room)
    socket.does("sit")
    if _is_listed(guest.call("listRooms", "GET", "/rooms?game=omok").body, room.id):
        walk.report.differs("a full room is still listed")
    private = host.room("omok")
    if _is_listed(guest.call("listRooms", "GET", "/rooms?game=omok").body, private.id):
        walk.report.differs("a private room is listed")
    guest.call("listRooms", "GET", "/rooms?cursor=AAAA", status=400, code="request/cursor")
    guest.call("listMyGames", "GET", "/me/games?cursor=AAAA", status=400, code="request/cursor")
    guest.call("listRooms", "GET", "/rooms?game=baduk", status=422, code="game/unknown")


def _is_listed(answer: dict[str, list[dict[str, object]]], room_id: str) -> bool:
    return any(room["roomId"] == room_id for room in answer["rooms"])


def a_code_invites_in_any_case(walk: Walk) -> None:
    """Six characters without look-alikes."""
    host, guest = walk.person("방장"), walk.person("손님")
    room = host.room("chess")
    found = guest.call("findRoom", "GET", f"/rooms/by-code/{room.code.lower()}").body
    if found["roomId"] != room.id:
        walk.report.differs("the code of a room leads to another")
    guest.call("findRoom", "GET", "/rooms/by-code/QQQQQQ", status=404, code="room/not_found")
    guest.call("findRoom", "GET", "/rooms/by-code/1", status=404, code="room/not_found")


def a_private_room_wants_its_code_from_strangers(walk: Walk) -> None:
    """Who has a seat needs none."""
    host, guest = walk.person("방장"), walk.person("손님")
    room = host.room("othello")
    host.ticket(room, with_code=False)
    path = f"/rooms/{room.id}/tickets"
    for body in ({"tab": "a"}, {"tab": "a", "code": "QQQQQQ"}):
        guest.call("createTicket", "POST", path, body=body, status=403, code="room/code")
    guest.call(
        "createTicket",
        "POST",
        f"/rooms/{NOWHERE}/tickets",
        body={"tab": "a"},
        status=404,
        code="room/not_found",
    )
    guest.call("createTicket", "POST", path, body={"tab": "a b"}, status=422, code="request/invalid")


def a_ticket_opens_one_socket(walk: Walk) -> None:
    """A second time, without one, or with a forged one, a socket is refused by HTTP status."""
    host = walk.person("방장")
    room = host.room("othello")
    url = host.ticket(room)
    if (status := refused_with(url, walk.proxy)) is not None:
        raise DiffersError(f"a socket with a fresh ticket was refused with {status}")
    for what, address in [
        ("a ticket that was used", url),
        ("a forged ticket", url[:-3] + ("AAA" if not url.endswith("AAA") else "BBB")),
        ("no ticket", url.partition("?")[0]),
    ]:
        status = refused_with(address, walk.proxy)
        if status not in (401, 403):
            walk.report.differs(f"a socket with {what} must be refused with 401 or 403, and got {status}")


def no_record_is_there_before_the_end(walk: Walk) -> None:
    """Nor of a room that never was."""
    host = walk.person("방장")
    room = host.room("othello")
    for path in (f"/rooms/{room.id}/games/1", f"/rooms/{NOWHERE}/games/1", f"/rooms/{room.id}/games/0"):
        host.call("readRecord", "GET", path, status=404, code="record/not_found")


STEPS: tuple[Callable[[Walk], None], ...] = (
    the_api_answers,
    the_catalogue_lists_games_whose_defaults_are_allowed,
    nicknames_are_seen_by_others,
    a_body_is_judged_before_it_is_used,
    only_who_has_a_token_is_answered,
    paths_and_methods_are_those_that_are_published,
    a_room_is_made_once_for_one_key,
    a_room_has_a_game_and_options_that_exist,
    a_public_room_is_listed_until_it_is_full,
    a_code_invites_in_any_case,
    a_private_room_wants_its_code_from_strangers,
    a_ticket_opens_one_socket,
    no_record_is_there_before_the_end,
)
