"""What people are told: each their own view, nothing secret, and no more as the game grows."""

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.game import Json, JsonObject, PlayerId, Rejection
from engine.registry import GAMES
from functions.rooms import frames
from functions.rooms.commands import Act
from functions.rooms.decide import decide
from functions.rooms.room import Link, Room
from functions.rooms.timing import Policy
from tests.rooms.people import (
    ANNA,
    BO,
    CY,
    NOW,
    POLICY,
    SEED,
    Desk,
    connected,
    finished,
    playing,
    sender,
    table,
)

PEOPLE: list[PlayerId | None] = [ANNA, BO, CY, None]


def update(desk: Desk, viewer: PlayerId | None, cs: int | None = None) -> dict[str, Any]:
    """The frame of the mover's next move, as that viewer reads it."""
    action = desk.room.game.legal_actions(desk.match.state, desk.mover)[0].model_dump()
    outcome = decide(desk.room, Act(sender(desk.mover), 99, action, None), desk.now, POLICY)
    frame: dict[str, Any] = json.loads(frames.Update(outcome, desk.now, POLICY).for_viewer(viewer, cs))
    return frame


def room_frame(room: Room, viewer: PlayerId, now: int = NOW) -> dict[str, Any]:
    """The whole room as one of somebody's tabs reads it."""
    frame: dict[str, Any] = json.loads(
        frames.encode(frames.room(room, Link(viewer, "tab1"), now, POLICY, None))
    )
    return frame


# --- the shape of each frame ---


def test_a_room_frame_says_everything_the_protocol_names() -> None:
    desk = playing(moves=2)
    desk.room = replace(desk.room, presence=replace(desk.room.presence, watching=3))
    frame = room_frame(desk.room, ANNA, NOW + 5)
    assert set(frame) == {"type", "now", "seq", "room", "you", "view", "away", "presenceRev", "deadline"}
    assert (frame["type"], frame["now"], frame["seq"]) == ("room", NOW + 5, desk.room.seq)
    assert frame["room"] == {
        "id": "room00000001",
        "code": "ABC234",
        "game": "othello",
        "nameKo": "리버시",
        "gameNo": 1,
        "status": "playing",
        "host": "anna",
        "options": desk.room.options.model_dump(mode="json"),
        "visibility": "private",
        "chat": "all",
        "seats": [
            {"playerId": "anna", "nickname": "Anna", "online": True},
            {"playerId": "bo", "nickname": "Bo", "online": True},
        ],
        "spectators": {"allowed": True, "count": 3},
        "rematch": [],
    }
    assert frame["you"] == {"playerId": "anna", "role": "player", "seat": 0, "tab": "tab1", "cs": 2}
    assert frame["view"]["movesFrom"] == 0
    assert len(frame["view"]["moves"]) == 2
    assert frame["deadline"] == desk.turn_at + 30_000


def test_a_room_frame_of_a_waiting_room_has_no_view_and_null_for_a_free_seat() -> None:
    frame = room_frame(connected(table(None, BO, host=BO), BO), CY)
    assert (frame["view"], frame["deadline"], frame["room"]["gameNo"]) == (None, None, 0)
    assert frame["room"]["seats"][0] is None
    assert frame["you"] == {"playerId": "cy", "role": "spectator", "seat": None, "tab": "tab1", "cs": 0}


def test_options_on_the_wire_have_the_names_of_the_protocol() -> None:
    options: JsonObject = {
        "disconnectGraceSec": 30,
        "timeControl": {"kind": "fischer", "baseSec": 600, "incSec": 5},
    }
    frame = room_frame(table(ANNA, BO, options=options), ANNA)
    sent = frame["room"]["options"]
    assert sent["disconnectGraceSec"] == 30
    assert sent["timeControl"] == {"kind": "fischer", "perMoveSec": 30, "baseSec": 600, "incSec": 5}


def test_an_update_says_everything_the_protocol_names() -> None:
    desk = playing(moves=2)
    frame = update(desk, desk.mover, cs=99)
    assert set(frame) == {"type", "now", "seq", "status", "deadline", "events", "view", "cs"}
    assert (frame["type"], frame["seq"], frame["status"], frame["cs"]) == (
        "update",
        desk.room.seq + 1,
        "playing",
        99,
    )
    assert [event["type"] for event in frame["events"]] == ["placed"]
    assert frame["events"][0]["by"] == desk.mover
    assert (frame["view"]["movesFrom"], len(frame["view"]["moves"])) == (2, 1)
    assert "cs" not in update(desk, BO)


def test_after_an_undo_the_record_is_cut_where_it_was_taken_back() -> None:
    desk = playing(moves=3)
    desk.act(ANNA, "requestUndo")
    outcome = desk.act(BO, "respondUndo", accept=True)
    frame = json.loads(frames.Update(outcome, NOW, POLICY).for_viewer(ANNA))
    assert outcome.moves_from == 2
    assert (frame["view"]["movesFrom"], frame["view"]["moves"], frame["view"]["moveCount"]) == (2, [], 2)


def test_the_deadline_of_a_frame_is_the_enforced_one() -> None:
    desk = playing(options={"timeControl": {"kind": "none"}, "idleLimitSec": 600})
    desk.connect(BO, anna=NOW)
    frame = room_frame(desk.room, BO)
    assert (frame["deadline"], frame["view"]["deadline"]) == (NOW + 60_000, NOW + 600_000)
    desk.connect(ANNA, bo=NOW)
    frame = update(desk, ANNA)
    assert (frame["deadline"], frame["view"]["deadline"]) == (NOW + 60_000, NOW + 600_000)


def test_a_presence_frame_says_who_is_away_since_when_and_until_when_it_may_be() -> None:
    desk = playing(options={"timeControl": {"kind": "none"}, "idleLimitSec": 600})
    desk.connect(anna=NOW + 5_000, bo=NOW + 7_000)
    frame = frames.presence(desk.room, NOW + 9_000, POLICY)
    assert frame == {
        "type": "presence",
        "now": NOW + 9_000,
        "seq": desk.room.seq,
        "presenceRev": desk.room.presence.rev,
        "seats": [
            {"playerId": "anna", "nickname": "Anna", "online": False},
            {"playerId": "bo", "nickname": "Bo", "online": False},
        ],
        "away": [
            {"seat": 0, "since": NOW + 5_000, "until": NOW + 65_000},
            {"seat": 1, "since": NOW + 7_000, "until": None},
        ],
        "spectators": {"allowed": True, "count": 0},
        "deadline": NOW + 65_000,
    }


def test_an_absence_from_before_the_turn_counts_from_the_start_of_the_turn() -> None:
    desk = playing(options={"timeControl": {"kind": "none"}})
    desk.connect(BO, anna=NOW - 90_000)
    frame = frames.presence(desk.room, NOW, POLICY)
    assert frame["away"] == [{"seat": 0, "since": NOW, "until": NOW + 60_000}]
    assert room_frame(desk.room, BO, NOW)["away"] == frame["away"]


def test_the_game_waits_for_the_absent_no_longer_than_its_own_deadline() -> None:
    desk = playing()  # thirty seconds a move, a minute of grace
    desk.connect(BO, anna=NOW)
    (missing,) = frames.presence(desk.room, NOW, POLICY)["away"]
    assert missing["until"] == NOW + 30_000 == frames.presence(desk.room, NOW, POLICY)["deadline"]


def test_away_while_waiting_has_no_end_and_a_free_seat_is_not_away() -> None:
    room = connected(table(ANNA, None), anna=NOW - 3)
    assert frames.presence(room, NOW, POLICY)["away"] == [{"seat": 0, "since": NOW - 3, "until": None}]


@pytest.mark.parametrize(
    ("given", "extra"),
    [
        pytest.param({}, {}, id="no room was read"),
        pytest.param({"seq": 4, "cs": 7}, {"seq": 4, "cs": 7}, id="of a command"),
        pytest.param({"seq": 4, "deadline": NOW}, {"seq": 4, "deadline": NOW}, id="of a flag"),
        pytest.param({"seq": 0, "cs": 0}, {"seq": 0, "cs": 0}, id="zero is a number"),
    ],
)
def test_a_refusal_says_code_reason_and_what_it_is_about(
    given: dict[str, int], extra: dict[str, int]
) -> None:
    refusal = Rejection("move/illegal", "여기에 두면 뒤집을 돌이 없어요")
    assert frames.rejected(refusal, NOW, **given) == {
        "type": "rejected",
        "now": NOW,
        "code": "move/illegal",
        "reason": "여기에 두면 뒤집을 돌이 없어요",
        **extra,
    }


def test_the_small_frames_say_what_the_protocol_names() -> None:
    assert frames.pong(1.5, NOW) == {"type": "pong", "t": 1.5, "now": NOW}
    assert frames.closed(Rejection("room/barred", "x"), NOW, 3) == {
        "type": "closed",
        "now": NOW,
        "seq": 3,
        "code": "room/barred",
        "reason": "x",
    }
    assert frames.chat(sender(BO), "안녕", NOW) == {
        "type": "chat",
        "now": NOW,
        "from": {"playerId": "bo", "nickname": "Bo"},
        "text": "안녕",
    }


def test_frames_are_plain_utf8_without_needless_bytes() -> None:
    assert frames.encode({"a": "가", "b": [1, None]}) == '{"a":"가","b":[1,null]}'.encode()
    with pytest.raises(ValueError, match="JSON"):
        frames.encode({"a": float("nan")})


# --- who sees what ---


@pytest.mark.parametrize("viewer", PEOPLE)
@pytest.mark.parametrize("status", ["playing", "finished"])
def test_legal_moves_go_to_the_mover_alone(viewer: PlayerId | None, status: str) -> None:
    desk = playing(moves=2) if status == "playing" else finished()
    if viewer is not None:
        view = room_frame(desk.room, viewer)["view"]
        assert ("legalMoves" in view) == (status == "playing" and viewer == desk.mover)
    if status == "playing":
        assert ("legalMoves" in update(desk, viewer)["view"]) == (viewer == BO)  # Anna moves: it is Bo's turn


def secret_numbers(room: Room) -> set[str]:
    """How the generator and the seed of a game might show in a text."""
    assert room.match is not None
    words = [
        room.match.rng,
        tuple(int.from_bytes(room.match.seed[i : i + 4], "little") for i in (0, 4, 8, 12)),
    ]
    return {str(word) for four in words for word in four} | {
        room.match.seed.hex(),
        room.match.seed.decode("latin1"),
    }


@pytest.mark.parametrize("game", sorted(GAMES))
def test_nothing_of_the_generator_or_the_seed_is_in_any_frame(game: str) -> None:
    seed = bytes.fromhex("f1e2d3c4b5a697887766554433221100")
    desk = Desk(connected(table(ANNA, BO, game=game, options={"colorAssignment": "random"}), ANNA, BO))
    desk.start(seed=seed)
    for ply in range(8):
        if desk.room.status != "playing":
            break  # under chess the first time-out ends the game
        late = ply in (2, 5)
        desk.now += 700_000 if late else 700
        outcome = desk.wake() if late else desk.move()
        texts = [frames.Update(outcome, NOW, POLICY).for_viewer(viewer) for viewer in PEOPLE]
        texts += [
            frames.encode(frames.room(desk.room, Link(viewer, "t"), NOW, POLICY, 1))
            for viewer in (ANNA, BO, CY)
        ]
        texts.append(frames.encode(frames.presence(desk.room, NOW, POLICY)))
        for text in texts:
            assert b"rng" not in text.lower()
            assert b"seed" not in text.lower()
            assert not [number for number in secret_numbers(desk.room) if number.encode() in text]


def test_two_games_that_differ_only_in_their_future_chance_look_the_same() -> None:
    """Under fixed colours the seed decides nothing yet: every viewer must get equal bytes."""
    desks = [Desk(connected(table(ANNA, BO), ANNA, BO)) for _ in range(2)]
    for desk, seed in zip(desks, (SEED, SEED[::-1]), strict=True):
        desk.start(seed=seed)
        desk.move()
    one, other = desks
    for viewer in (ANNA, BO, CY):
        assert room_frame(one.room, viewer) == room_frame(other.room, viewer)
        assert update(one, viewer) == update(other, viewer)


# --- size ---


def sizes(game: str, plies: int) -> dict[int, int]:
    """Bytes of the spectators' update after each ply of one long game."""
    desk = Desk(connected(table(ANNA, BO, game=game), ANNA, BO), policy=Policy())
    desk.start()
    found: dict[int, int] = {}
    for ply in range(1, plies + 1):
        desk.now += 1_000
        outcome = desk.move(which=ply % len(desk.room.game.legal_actions(desk.match.state, desk.mover)))
        if desk.room.status != "playing":
            break
        found[ply] = len(frames.Update(outcome, desk.now, POLICY).for_viewer(None))
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_update_does_not_grow_with_the_game(game: str) -> None:
    by_ply = sizes(game, 50)
    early = max(by_ply[ply] for ply in range(8, 13))
    late = max(by_ply[ply] for ply in sorted(by_ply)[-5:])
    assert max(by_ply) >= 30
    assert late <= 1.25 * early


def test_views_that_a_game_makes_are_json_whatever_happened() -> None:
    desk = playing()
    texts: list[Json] = []
    for player, kind in ((ANNA, "offerDraw"), (ANNA, "cancelOffer"), (BO, "offerDraw")):
        outcome = desk.act(player, kind)
        texts.append(json.loads(frames.Update(outcome, NOW, POLICY).for_viewer(BO)))
    desk.act(ANNA, "respondDraw", accept=True)
    assert room_frame(desk.room, CY)["view"]["result"]["reason"] == "draw-agreed"
