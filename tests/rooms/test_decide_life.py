"""The life of a room: every row of the table in ``room.py``, and who may take it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.game import PlayerId
from functions.rooms.commands import SavedCommand, Sit, Stand, Start
from functions.rooms.decide import decide
from functions.rooms.outcome import Outcome
from tests.rooms.people import (
    ANNA,
    BO,
    CY,
    DORA,
    NOW,
    POLICY,
    SEED,
    at_status,
    connected,
    finished,
    playing,
    rejected,
    seats,
    sender,
    table,
    waiting,
)

# --- start ---


def test_the_host_starts_the_game_when_the_seats_are_filled() -> None:
    desk = waiting(ANNA, BO)
    desk.now += 5_000
    outcome = desk.start()
    assert (desk.room.status, outcome.telling, outcome.confirmed) == ("playing", "room", True)
    match = desk.match
    assert (match.no, match.players, match.nicknames) == (1, (ANNA, BO), ("Anna", "Bo"))
    assert (match.seed, match.started_at, desk.turn_at) == (SEED, desk.now, desk.now)
    desk.check()


def test_the_host_is_the_first_player_wherever_the_host_sits() -> None:
    desk = waiting(BO, ANNA)
    desk.start()
    assert desk.match.players == (ANNA, BO)


@pytest.mark.parametrize(
    ("before", "player", "code"),
    [
        pytest.param((ANNA, BO), BO, "room/not_host", id="somebody else than the host"),
        pytest.param((ANNA, BO), CY, "room/not_host", id="a spectator"),
        pytest.param((ANNA, None), ANNA, "room/wrong_status", id="an empty seat"),
        pytest.param((BO, CY), ANNA, "room/not_seated", id="a host who does not sit"),
    ],
)
def test_a_game_that_cannot_start_is_refused(
    before: tuple[PlayerId | None, ...], player: PlayerId, code: str
) -> None:
    assert rejected(waiting(*before).start(player)) == code


# --- the status that each command needs ---


@pytest.mark.parametrize(
    ("kind", "needs"),
    [
        ("sit", "waiting"),
        ("stand", "waiting"),
        ("options", "waiting"),
        ("kick", "waiting"),
        ("start", "waiting"),
        ("rematch", "finished"),
        ("act", "playing"),
        ("flag", "playing"),
        ("leave", "any"),
    ],
)
@pytest.mark.parametrize("status", ["waiting", "playing", "finished"])
def test_each_command_has_its_time(kind: str, needs: str, status: str) -> None:
    desk = at_status(status)
    commands: dict[str, Callable[[], Outcome]] = {
        "sit": lambda: desk.sit(ANNA, 0),
        "stand": lambda: desk.stand(ANNA),
        "options": lambda: desk.options(ANNA, {}),
        "kick": lambda: desk.kick(ANNA, CY),
        "start": lambda: desk.start(ANNA),
        "rematch": lambda: desk.rematch(ANNA),
        "act": lambda: desk.act(ANNA, "offerDraw"),
        "flag": lambda: desk.flag(ANNA),
        "leave": lambda: desk.leave(BO),
    }
    outcome = commands[kind]()
    if needs in (status, "any"):
        refusal = None if outcome.rejection is None else outcome.rejection.code
        assert refusal == ("deadline/not_reached" if kind == "flag" else None)
    else:
        over = status == "finished" and kind in ("act", "flag")
        assert rejected(outcome) == ("game/over" if over else "room/wrong_status")


@pytest.mark.parametrize("kind", ["options", "kick", "start"])
@pytest.mark.parametrize("player", [BO, CY])
def test_only_the_host_may_do_what_is_the_hosts(kind: str, player: PlayerId) -> None:
    desk = waiting(ANNA, BO)
    outcome = {
        "options": lambda: desk.options(player, {}),
        "kick": lambda: desk.kick(player, DORA),
        "start": lambda: desk.start(player),
    }[kind]()
    assert rejected(outcome) == "room/not_host"


# --- leave ---


@pytest.mark.parametrize(
    ("leaver", "host", "left"),
    [
        pytest.param(BO, ANNA, [ANNA, None], id="a guest leaves: the host stays host"),
        pytest.param(ANNA, BO, [None, BO], id="the host leaves: the next one is host"),
    ],
)
@pytest.mark.parametrize("status", ["waiting", "finished"])
def test_leaving_frees_the_seat_passes_the_host_on_and_opens_the_room(
    status: str, leaver: PlayerId, host: PlayerId, left: list[str | None]
) -> None:
    desk = finished() if status == "finished" else waiting(ANNA, BO)
    outcome = desk.leave(leaver)
    assert (desk.room.status, desk.room.host, seats(desk)) == ("waiting", host, left)
    assert (outcome.telling, outcome.confirmed, outcome.closes) == ("room", True, False)
    assert desk.room.rematch == ()
    desk.check()


@pytest.mark.parametrize(("leaver", "winner"), [(ANNA, BO), (BO, ANNA)])
def test_leaving_a_running_game_is_resigning_and_everybody_gets_the_whole_room(
    leaver: PlayerId, winner: PlayerId
) -> None:
    desk = playing(moves=4)
    outcome = desk.leave(leaver)
    result = desk.room.game.result(desk.match.state)
    assert result is not None
    assert (result.reason, result.ranking[0]) == ("resign", (winner,))
    assert (desk.room.status, desk.room.host, desk.room.seat_of(leaver)) == ("finished", winner, None)
    assert outcome.telling == "room"  # the seats changed too, which an update does not say
    assert [event.type for event in outcome.events] == ["gameEnded"]
    desk.check()


def test_the_host_passes_to_the_next_one_clockwise() -> None:
    desk = waiting(BO, ANNA, None, CY)
    desk.leave(ANNA)
    assert desk.room.host == CY
    desk.leave(CY)
    assert desk.room.host == BO


def test_the_room_closes_at_once_when_the_last_one_leaves() -> None:
    desk = waiting(ANNA, None)
    outcome = desk.leave(ANNA)
    assert outcome.closes
    assert desk.room.is_gone(desk.now)


@pytest.mark.parametrize("first", [ANNA, BO])
def test_a_finished_room_that_both_leave_is_closed(first: PlayerId) -> None:
    desk = finished()
    desk.leave(first)
    assert not desk.room.is_gone(desk.now)
    desk.leave(BO if first == ANNA else ANNA)
    assert desk.room.is_gone(desk.now)


def test_a_guest_who_sat_and_left_does_not_close_the_room_of_a_host_who_stands() -> None:
    desk = waiting(ANNA, None)
    desk.stand(ANNA)
    desk.sit(BO)
    assert not desk.leave(BO).closes
    assert not desk.room.is_gone(desk.now)
    assert desk.room.host == ANNA


def test_a_host_who_stands_may_leave_and_the_one_who_sits_is_host() -> None:
    desk = waiting(ANNA, BO)
    desk.stand(ANNA)
    assert desk.leave(ANNA).confirmed
    assert desk.room.host == BO


@pytest.mark.parametrize("status", ["waiting", "playing", "finished"])
def test_who_has_no_seat_has_none_to_leave(status: str) -> None:
    desk = at_status(status)
    assert rejected(desk.leave(CY)) == "room/not_seated"


# --- rematch ---


def test_one_voice_for_a_rematch_is_noted_and_told() -> None:
    desk = finished()
    outcome = desk.rematch(BO)
    assert (desk.room.rematch, desk.room.status, outcome.telling) == ((BO,), "finished", "room")
    desk.rematch(BO)
    assert desk.room.rematch == (BO,)


@pytest.mark.parametrize("order", [(ANNA, BO), (BO, ANNA)])
def test_the_last_voice_starts_the_next_game_with_a_fresh_seed(order: tuple[PlayerId, PlayerId]) -> None:
    desk = finished()
    first = desk.match
    desk.now += 9_000
    desk.rematch(order[0], seed=b"first voice.....")
    desk.rematch(order[1], seed=b"last voice......")
    assert (desk.room.status, desk.room.rematch) == ("playing", ())
    assert (desk.match.no, desk.match.seed) == (2, b"last voice......")
    assert desk.match.started_at == desk.now
    assert desk.match.seed != first.seed
    assert list(desk.match.log.entries(desk.now)) == []
    desk.check()


def test_colours_alternate_from_game_to_game() -> None:
    desk = playing(options={"colorAssignment": "alternate"})
    movers = [desk.mover]
    for _ in range(3):
        desk.act(ANNA, "resign")
        desk.rematch(ANNA)
        desk.rematch(BO)
        movers.append(desk.mover)
    assert movers == [ANNA, BO, ANNA, BO]


def test_a_rematch_is_for_those_who_sit() -> None:
    assert rejected(finished().rematch(CY)) == "room/not_seated"


def test_after_somebody_left_the_voice_of_who_stayed_opens_the_room_for_another() -> None:
    desk = playing()
    desk.leave(ANNA)
    assert desk.room.status == "finished"
    desk.rematch(BO)
    assert (desk.room.status, desk.room.match, desk.room.host) == ("waiting", None, BO)
    desk.connect(BO, CY)
    assert desk.sit(CY).confirmed
    desk.start(BO)
    assert (desk.match.no, desk.match.players) == (2, (BO, CY))


def test_a_voice_does_not_outlive_the_one_who_gave_it() -> None:
    desk = finished()
    desk.rematch(ANNA)
    desk.leave(ANNA)
    assert desk.room.rematch == ()


# --- life time ---


@pytest.mark.parametrize(
    ("status", "seconds"), [("waiting", 7_200), ("playing", 604_800), ("finished", 86_400)]
)
def test_the_life_of_a_room_counts_from_its_last_activity(status: str, seconds: int) -> None:
    desk = waiting(ANNA, BO)
    desk.now += 100_500
    desk.sit(ANNA, 0)
    if status != "waiting":
        desk.start()
    if status == "finished":
        desk.act(ANNA, "resign")
    assert desk.room.status == status
    assert desk.room.expires_at == desk.now // 1000 + seconds
    assert desk.room.is_gone(desk.room.expires_at * 1000)
    assert not desk.room.is_gone(desk.room.expires_at * 1000 - 1)


# --- commands of people who do not play ---


@pytest.mark.parametrize(
    ("player", "kind", "fields", "code"),
    [
        pytest.param(CY, "place", {"x": 3, "y": 2}, "room/not_seated", id="a spectator moves"),
        pytest.param(CY, "resign", {}, "room/not_seated", id="a spectator resigns"),
        pytest.param(BO, "place", {"x": 3, "y": 2}, "move/not_your_turn", id="out of turn"),
        pytest.param(ANNA, "place", {"x": 0, "y": 0}, "move/illegal", id="against the rules"),
        pytest.param(ANNA, "place", {"x": 10**30, "y": -(10**30)}, "move/illegal", id="far off the board"),
        pytest.param(ANNA, "respondDraw", {"accept": True}, "offer/none", id="an answer to nothing"),
        pytest.param(ANNA, "castle", {}, "action/malformed", id="no action of any game"),
        pytest.param(ANNA, "timeout", {}, "action/malformed", id="the system's action"),
        pytest.param(ANNA, "place", {"x": 3}, "action/malformed", id="half a point"),
        pytest.param(
            ANNA, "place", {"x": 3, "y": 2, "z": 1}, "action/malformed", id="one coordinate too many"
        ),
        pytest.param(ANNA, "place", {"x": 3, "y": True}, "action/malformed", id="true for a coordinate"),
        pytest.param(ANNA, "place", {"x": 3.0, "y": 2}, "action/malformed", id="3.0 for a coordinate"),
        pytest.param(ANNA, "place", {"x": "3", "y": 2}, "action/malformed", id="a coordinate in quotes"),
        pytest.param(ANNA, "place", {"x": None, "y": 2}, "action/malformed", id="null"),
        pytest.param(ANNA, "move", {"uci": "e2e4"}, "action/malformed", id="another game's move"),
    ],
)
def test_an_action_that_cannot_be_is_refused_and_changes_nothing(
    player: PlayerId, kind: str, fields: dict[str, int], code: str
) -> None:
    assert rejected(playing().act(player, kind, **fields)) == code


def test_an_action_without_a_type_is_malformed() -> None:
    desk = playing()
    assert rejected(desk.act(ANNA, kind=None)) == "action/malformed"  # type: ignore[arg-type]


def strangers_commands() -> list[SavedCommand]:
    """One of each that a stranger might send to a waiting room."""
    return [Sit(sender(CY), 1, None), Stand(sender(CY), 1), Start(sender(CY), 1, SEED)]


@pytest.mark.parametrize("command", strangers_commands(), ids=lambda command: type(command).__name__)
def test_deciding_the_same_twice_gives_the_same_and_leaves_the_room_as_it_was(command: SavedCommand) -> None:
    room = connected(table(ANNA, None), ANNA)
    before = replace(room)
    assert decide(room, command, NOW, POLICY) == decide(room, command, NOW, POLICY)
    assert room == before
