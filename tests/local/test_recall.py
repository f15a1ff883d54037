"""Which of the guests who are kept comes back, and to which seats."""

import os
import unicodedata
from pathlib import Path

import pytest

from local.client import Guest, Lobby, NewRoom, ProblemError
from local.play.identity import Identities, Kept
from local.play.recall import Known, recalled

GONE = NewRoom(room_id="gone", code="222222")


@pytest.fixture
def identities(state_home: Path) -> Identities:
    return Identities(state_home / "nolpan")


def keep(identities: Identities, lobby: Lobby, guest: Guest, *rooms: NewRoom) -> None:
    """A terminal of this guest has ended, the last so far; ``rooms`` are those in its file."""
    terminal = identities.new()
    terminal.save(Kept(url=lobby.url, guest=guest.made, rooms=rooms))
    order = len(list(terminal.path.parent.iterdir()))
    os.utime(terminal.path, (order, order))
    terminal.release()


def recall(
    lobby: Lobby, identities: Identities, *, name: str | None = None, code: str | None = None
) -> Known:
    known = recalled(lobby, identities, name=name, code=code)
    assert known is not None
    known.identity.release()
    return known


@pytest.mark.parametrize("spelling", ["가람", unicodedata.normalize("NFD", "가람"), " 가람 "])
def test_a_name_is_the_same_however_it_is_typed(lobby: Lobby, identities: Identities, spelling: str) -> None:
    keep(identities, lobby, lobby.guest("가람"))
    assert recall(lobby, identities, name=spelling).guest.nickname == "가람"


def test_a_name_nobody_has_is_nobody_and_leaves_all_to_others(lobby: Lobby, identities: Identities) -> None:
    keep(identities, lobby, lobby.guest("가람"))
    assert recalled(lobby, identities, name="나래", code=None) is None
    assert recall(lobby, identities).guest.nickname == "가람"


def test_all_seats_are_found_newest_first_and_rooms_without_one_forgotten(
    lobby: Lobby, identities: Identities
) -> None:
    guest = lobby.guest("가람")
    new, old = guest.create_room("othello"), guest.create_room("omok")
    others = lobby.guest("나래").create_room("othello")
    keep(identities, lobby, guest, others, new, GONE, old)
    known = recall(lobby, identities)
    assert [(seated.room, seated.card.game) for seated in known.seats] == [(new, "othello"), (old, "omok")]
    assert known.kept.rooms == (new, old)


def test_a_code_that_leads_to_another_room_by_now_is_no_second_seat(
    lobby: Lobby, identities: Identities
) -> None:
    guest = lobby.guest("가람")
    room = guest.create_room("othello")
    keep(identities, lobby, guest, room, NewRoom(room_id="gone", code=room.code))
    assert recall(lobby, identities).kept.rooms == (room,)


def test_into_a_room_goes_who_sits_there_then_who_sits_nowhere_then_who_played_last(
    lobby: Lobby, identities: Identities
) -> None:
    names = ("다솜", "보라", "가람", "나래")
    for name in names:
        guest = lobby.guest(name)
        keep(identities, lobby, guest, GONE if name in names[:2] else guest.create_room("othello"))
    known = recall(lobby, identities, name="가람")
    assert recall(lobby, identities, code=known.seats[0].room.code).guest.nickname == "가람"
    assert recall(lobby, identities, code=GONE.code).guest.nickname == "보라"
    assert recall(lobby, identities).guest.nickname == "나래"


def test_who_sits_elsewhere_goes_into_a_room_if_nobody_else_can(lobby: Lobby, identities: Identities) -> None:
    for name in ("가람", "나래"):
        guest = lobby.guest(name)
        keep(identities, lobby, guest, guest.create_room("othello"))
    assert recall(lobby, identities, code=GONE.code).guest.nickname == "나래"
    keep(identities, lobby, lobby.guest("보라"), GONE)
    assert recall(lobby, identities).guest.nickname == "나래"


@pytest.mark.parametrize(
    ("status", "code"), [(429, "rate/limited"), (503, "server/fault"), (403, "room/barred")]
)
def test_only_a_token_that_does_not_count_makes_another_guest(
    lobby: Lobby, identities: Identities, monkeypatch: pytest.MonkeyPatch, status: int, code: str
) -> None:
    def refuse(_: Guest) -> None:
        raise ProblemError(status, code, "지금은 안 돼요")

    keep(identities, lobby, lobby.guest("가람"))
    monkeypatch.setattr(Guest, "my_games", refuse)
    with pytest.raises(ProblemError, match=code):
        recalled(lobby, identities, name=None, code=None)
