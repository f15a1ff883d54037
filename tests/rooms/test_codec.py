"""Rooms as stored bytes: equal when they come back, small, and refused when they are damaged."""

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import JsonObject, PlayerId
from engine.registry import GAMES
from functions.rooms import codec
from functions.rooms.codec import StoredRoom, decode, encode
from functions.rooms.room import LastCommand, Link, Presence, Room, Seat
from tests.rooms.people import ANNA, BO, CY, SEED, Desk, connected, finished, playing, table

DATA = Path(__file__).parents[1] / "data" / "random" / "othello_random.jsonl"
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=16)
PLAYERS = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=12, max_size=12).map(PlayerId)
TABS = st.lists(st.tuples(NAMES, st.integers(1, 2**53 - 1)), max_size=8, unique_by=lambda tab: tab[0]).map(
    tuple
)
INSTANTS = st.integers(1_700_000_000_000, 1_900_000_000_000)
OPTIONS: tuple[JsonObject, ...] = (
    {},
    {"undo": "off", "drawOffer": False},
    {"timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 2}, "emptyToWinner": True},
    {"timeControl": {"kind": "none"}, "idleLimitSec": 600, "disconnectGraceSec": 120, "undo": 1},
)


@st.composite
def waiting_rooms(draw: st.DrawFn) -> Room:
    """Any room without a game, as far as its types allow."""
    host, guest = draw(st.lists(PLAYERS, min_size=2, max_size=2, unique=True))
    room = table(host, guest, options=draw(st.sampled_from(OPTIONS)), host=host)
    seat = st.none() | st.builds(Seat, PLAYERS, NAMES)
    return replace(
        room,
        seats=(draw(seat), draw(seat)),
        visibility=draw(st.sampled_from(["private", "public"])),
        chat=draw(st.sampled_from(["all", "players", "off"])),
        spectators_allowed=draw(st.booleans()),
        created_at=draw(INSTANTS),
        expires_at=draw(st.integers(0, 2**33)),
        seq=draw(st.integers(1, 2**40)),
        barred=tuple(draw(st.lists(PLAYERS, max_size=5))),
        rematch=tuple(draw(st.lists(PLAYERS, max_size=2))),
        games_played=draw(st.integers(0, 1000)),
        last=draw(st.none() | st.builds(LastCommand, PLAYERS, NAMES, st.integers(1, 2**53), INSTANTS)),
        tabs=draw(st.dictionaries(PLAYERS, TABS, max_size=4)),
        presence=Presence(
            draw(st.dictionaries(NAMES, st.builds(Link, PLAYERS, NAMES), max_size=4)),
            draw(st.dictionaries(PLAYERS, INSTANTS, max_size=2)),
            draw(st.integers(0, 2**40)),
            draw(st.integers(0, 500)),
        ),
        armed_at=draw(st.integers(0, 2**33)),
        archived_no=draw(st.integers(0, 1000)),
    )


@given(waiting_rooms())
def test_a_waiting_room_comes_back_equal(room: Room) -> None:
    assert decode(encode(room)) == room


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.binary(min_size=16, max_size=16), st.data())
def test_a_room_comes_back_equal_at_every_point_of_a_game(
    game: str, seed: bytes, data: st.DataObject
) -> None:
    desk = Desk(connected(table(ANNA, BO, game=game), ANNA, BO))
    desk.start(seed=seed)
    for _ in range(data.draw(st.integers(0, 40), "plies")):
        if desk.room.status != "playing":
            break
        desk.now += data.draw(st.integers(0, 20_000), "thinking time")
        legal = desk.room.game.legal_actions(desk.match.state, desk.mover)
        desk.move(which=data.draw(st.integers(0, len(legal) - 1), "move"))
        assert decode(encode(desk.room)) == desk.room


@pytest.mark.parametrize("options", OPTIONS)
def test_options_come_back_with_their_defaults_filled_in(options: JsonObject) -> None:
    room = table(ANNA, BO, options=options)
    back = decode(encode(room))
    assert back.options == room.options
    assert back.options.model_dump() == room.options.model_dump()


def test_what_conditions_look_at_is_outside_of_the_body() -> None:
    room = finished().room
    other = replace(
        room, seq=99, expires_at=5, armed_at=7, archived_no=3, presence=Presence({}, {ANNA: 1}, 9, 4)
    )
    assert encode(other).body == encode(room).body
    assert (encode(other).seq, encode(other).armed_at, encode(other).archived_no) == (99, 7, 3)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        pytest.param(lambda _: b"", "codec version", id="empty"),
        pytest.param(lambda body: b"\x00" + body[1:], "codec version", id="version zero"),
        pytest.param(lambda body: b"\x02" + body[1:], "codec version", id="a version to come"),
        pytest.param(lambda body: body[:1], "damaged", id="nothing but a version"),
        pytest.param(lambda body: body[: len(body) // 2], "damaged", id="half of it"),
        pytest.param(lambda body: body[:1] + b"\xff" * 40, "damaged", id="no deflate"),
        pytest.param(lambda body: body[:1] + packed("7"), "damaged", id="a number"),
        pytest.param(lambda body: body[:1] + packed('{"a":1}'), "damaged", id="an object"),
        pytest.param(lambda body: body[:1] + packed("[1,2,3]"), "damaged", id="too short"),
        pytest.param(lambda body: body[:1] + packed(json.dumps([None] * 17)), "damaged", id="no values"),
    ],
)
def test_a_damaged_body_is_a_value_error_that_names_the_room(
    damage: Callable[[bytes], bytes], says: str
) -> None:
    stored = encode(playing().room)
    with pytest.raises(ValueError, match=f"{stored.id}.*{says}"):
        decode(replace(stored, body=damage(stored.body)))


def packed(text: str) -> bytes:
    """A body of this JSON text, deflated without a dictionary, which any reader can inflate."""
    deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
    return deflate.compress(text.encode()) + deflate.flush()


def test_a_game_that_this_code_does_not_know_is_a_value_error() -> None:
    stored = encode(table(ANNA, BO))
    body = body_of(stored)
    body[1] = "go"
    with pytest.raises(ValueError, match="unknown"):
        decode(replace(stored, body=stored.body[:1] + packed(json.dumps(body))))


def body_of(stored: StoredRoom) -> list[object]:
    """The JSON of a body."""
    inflate = zlib.decompressobj(-15, zdict=codec._DICTIONARIES[stored.body[0]])
    body: list[object] = json.loads(inflate.decompress(stored.body[1:]))
    return body


def test_a_state_of_an_older_version_goes_through_the_games_migration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = playing(moves=3)
    stored = encode(desk.room)
    game = type(desk.room.game)
    asked: list[int] = []

    def migrate(self: object, old: JsonObject, from_version: int) -> JsonObject:
        asked.append(from_version)
        return old

    monkeypatch.setattr(game, "state_version", game.state_version + 1)
    with pytest.raises(ValueError, match=r"no road|damaged"):
        decode(stored)
    monkeypatch.setattr(game, "migrate", migrate)
    assert decode(stored).match == desk.match
    assert asked == [game.state_version - 1]


def games() -> Iterator[list[str]]:
    """Whole games of reversi by their squares, passes left out."""
    with DATA.open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            yield [square for square in json.loads(line)["moves"].split() if square != "--"]


def stored_bytes(room: Room) -> int:
    """Body and log together, which grow; what else an item holds does not."""
    stored = encode(room)
    return len(stored.body) + len(stored.log)


def test_a_whole_game_of_reversi_stays_far_below_one_write_unit() -> None:
    sizes: list[int] = []
    for squares in list(games())[:10]:
        desk = playing(options={"undo": "unlimited"})
        for number, square in enumerate(squares):
            desk.now += 1_000 + 977 * number % 9_000
            desk.act(desk.mover, "place", x="abcdefgh".index(square[0]), y=int(square[1]) - 1)
        assert desk.room.status == "finished"
        sizes.append(stored_bytes(desk.room))
    assert max(sizes) < 900
    assert stored_bytes(table(ANNA, BO)) < 120


def test_the_seed_is_stored_and_comes_back() -> None:
    desk = playing()
    assert decode(encode(desk.room)).match == desk.match
    assert desk.match.seed == SEED


def test_the_tabs_of_somebody_without_a_seat_are_stored_too() -> None:
    desk = Desk(connected(table(ANNA, None), ANNA))
    desk.sit(CY)
    desk.stand(CY)
    assert decode(encode(desk.room)).last_cs(CY, "tab1") == 2
