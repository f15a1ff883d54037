"""Before a game: sitting, standing, options, kicking."""

import pytest

from engine.game import JsonObject, PlayerId
from engine.registry import GAMES
from functions.rooms.room import MAX_BARRED, Room
from tests.rooms.people import (
    ANNA,
    BO,
    CY,
    rejected,
    seats,
    waiting,
)


@pytest.mark.parametrize(
    ("before", "player", "seat", "after"),
    [
        pytest.param((ANNA, None), BO, None, [ANNA, BO], id="the first free seat"),
        pytest.param((None, ANNA), BO, None, [BO, ANNA], id="the first free seat is the first"),
        pytest.param((ANNA, None), BO, 1, [ANNA, BO], id="that seat"),
        pytest.param((ANNA, None), ANNA, 1, [None, ANNA], id="moving to another seat frees the old one"),
        pytest.param((ANNA, None), ANNA, 0, [ANNA, None], id="one's own seat again"),
        pytest.param((ANNA, None), ANNA, None, [ANNA, None], id="any seat, when one has one"),
    ],
)
def test_sitting_takes_one_seat_and_never_two(
    before: tuple[PlayerId | None, ...], player: PlayerId, seat: int | None, after: list[str | None]
) -> None:
    desk = waiting(*before)
    outcome = desk.sit(player, seat)
    assert (seats(desk), outcome.telling, outcome.confirmed) == (after, "room", True)
    desk.check()


@pytest.mark.parametrize(
    ("before", "seat", "code", "reason"),
    [
        pytest.param((ANNA, BO), None, "room/full", "자리가 모두 찼어요", id="all seats taken"),
        pytest.param((ANNA, None), 0, "room/full", "다른 사람이 앉은 자리예요", id="that seat taken"),
        pytest.param((ANNA, None), 2, "room/full", "없는 자리예요", id="no such seat"),
        pytest.param((ANNA, None), 63, "room/full", "없는 자리예요", id="far past the table"),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused(
    before: tuple[PlayerId | None, ...], seat: int | None, code: str, reason: str
) -> None:
    desk = waiting(*before)
    outcome = desk.sit(CY, seat)
    assert rejected(outcome) == code
    assert outcome.rejection is not None
    assert outcome.rejection.reason == reason


def test_the_nickname_of_a_seat_is_the_one_on_the_ticket() -> None:
    desk = waiting(ANNA, None)
    desk.sit(BO)
    assert desk.room.seated[1].nickname == "Bo"


def test_standing_frees_the_seat_and_leaves_the_room_open_even_for_the_last() -> None:
    desk = waiting(ANNA, None)
    outcome = desk.stand(ANNA)
    assert (seats(desk), outcome.confirmed, outcome.closes) == ([None, None], True, False)
    assert desk.room.host == ANNA
    assert not desk.room.is_gone(desk.now + 7_199_000)
    assert desk.sit(ANNA, 1).confirmed


def test_who_does_not_sit_cannot_stand() -> None:
    assert rejected(waiting(ANNA, None).stand(BO)) == "room/not_seated"


def test_the_host_changes_the_options_as_a_whole() -> None:
    desk = waiting(ANNA, BO)
    desk.options(ANNA, {"undo": "off"})
    assert desk.options(ANNA, {"drawOffer": False}).telling == "room"
    options = desk.room.options.model_dump()
    assert (options["undo"], options["drawOffer"]) == (3, False)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"undo": 2}, id="a choice that is not offered"),
        pytest.param({"undo": True}, id="true is not 1"),
        pytest.param({"undo": "3"}, id="a number in quotes"),
        pytest.param({"board": 6}, id="an option that is not there"),
        pytest.param({"timeControl": "10+5"}, id="another game's time control"),
        pytest.param({"timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 5}}, id="no such pair"),
        pytest.param({"timeControl": {"kind": "perMove", "perMoveSec": 31}}, id="no such time"),
        pytest.param({"timeControl": None}, id="null"),
        pytest.param({"disconnectGraceSec": 0}, id="no grace"),
        pytest.param({"disconnectGraceSec": 10**30}, id="an age of grace"),
        pytest.param({"a": {"b": [1, {"c": 2}]}}, id="something deep"),
    ],
)
def test_options_that_the_game_does_not_offer_are_refused(options: JsonObject) -> None:
    assert rejected(waiting(ANNA, BO).options(ANNA, options)) == "room/options"


class ForThree:
    """A stand-in for a game with more seats, as far as options look at it."""

    def __init__(self, game: object, most: int) -> None:
        self._game, self._most = game, most

    def players_for(self, _options: object) -> tuple[int, int]:
        return 2, self._most

    def __getattr__(self, name: str) -> object:
        return getattr(self._game, name)


@pytest.mark.parametrize(
    ("before", "most", "after"),
    [
        pytest.param((ANNA, BO), 4, [ANNA, BO, None, None], id="more seats: free ones are added"),
        pytest.param((ANNA, None, BO, None), 4, [ANNA, None, BO, None], id="as many: nobody moves"),
        pytest.param((ANNA, None, BO), 2, [ANNA, BO], id="fewer: those who sit move together"),
        pytest.param((None, None, ANNA), 2, [ANNA, None], id="fewer: one who sits at the end"),
        pytest.param((ANNA, BO, CY), 2, None, id="fewer than sit: refused"),
    ],
)
def test_the_seats_follow_the_number_of_players_that_the_options_allow(
    monkeypatch: pytest.MonkeyPatch, before: tuple[PlayerId | None, ...], most: int, after: list[str] | None
) -> None:
    desk = waiting(*before)
    monkeypatch.setattr(Room, "game", ForThree(GAMES["othello"], most))
    outcome = desk.options(ANNA, {"undo": "off"})
    if after is None:
        assert rejected(outcome) == "room/options"
    else:
        assert seats(desk) == after


@pytest.mark.parametrize("whom", [pytest.param(BO, id="who sits"), pytest.param(CY, id="who watches")])
def test_kicking_takes_the_seat_and_bars_the_room(whom: PlayerId) -> None:
    desk = waiting(ANNA, BO)
    assert desk.kick(ANNA, whom).telling == "room"
    assert whom in desk.room.barred
    assert desk.room.seat_of(whom) is None
    assert rejected(desk.sit(whom)) == "room/barred"
    desk.check()


def test_the_host_cannot_kick_the_host() -> None:
    outcome = waiting(ANNA, BO).kick(ANNA, ANNA)
    assert rejected(outcome) == "room/not_seated"


def test_kicking_the_only_one_who_sits_leaves_the_room_open() -> None:
    desk = waiting(None, BO)
    desk.kick(ANNA, BO)
    assert not desk.room.is_gone(desk.now + 60_000)


def test_kicking_twice_bars_once_and_the_list_of_the_barred_stays_short() -> None:
    desk = waiting(ANNA, None)
    for number in range(MAX_BARRED + 5):
        desk.kick(ANNA, PlayerId(f"guest{number}"))
        desk.kick(ANNA, PlayerId(f"guest{number}"))
    assert len(desk.room.barred) == MAX_BARRED
    assert desk.room.barred[-1] == f"guest{MAX_BARRED + 4}"
