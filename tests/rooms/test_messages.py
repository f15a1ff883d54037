"""Reading frames: every text becomes a frame or a refusal, and nothing ever raises."""

import json
import random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Rejection
from functions.rooms import frames, messages
from functions.rooms.commands import (
    Act,
    ChangeOptions,
    Kick,
    Leave,
    Rematch,
    SavedCommand,
    Sit,
    Stand,
    Start,
)
from functions.rooms.messages import (
    MAX_FRAME_BYTES,
    ActFrame,
    ChatFrame,
    ClientFrame,
    KickFrame,
    LeaveFrame,
    NumberedFrame,
    OptionsFrame,
    PingFrame,
    RematchFrame,
    SitFrame,
    StandFrame,
    StartFrame,
    Unreadable,
    clean_chat,
    command_of,
    read,
)
from tests.rooms.client_frames import FRAMES, PLACE, hostile
from tests.rooms.people import ANNA, BO, NOW, SEED, sender


def test_the_table_holds_every_frame_of_the_protocol() -> None:
    assert {type(frame) for _, frame in FRAMES} == set(get_args(ClientFrame))


@pytest.mark.parametrize(("sent", "frame"), FRAMES, ids=[json.dumps(sent)[:50] for sent, _ in FRAMES])
def test_each_frame_of_the_protocol_is_read(sent: dict[str, Any], frame: ClientFrame) -> None:
    assert read(json.dumps(sent)) == frame


@pytest.mark.parametrize(("sent", "frame"), FRAMES, ids=[json.dumps(sent)[:50] for sent, _ in FRAMES])
def test_fields_that_a_newer_client_adds_are_let_through(sent: dict[str, Any], frame: ClientFrame) -> None:
    assert read(json.dumps({**sent, "later": [1, {"a": None}]})) == frame


NUMBERED: list[tuple[NumberedFrame, SavedCommand]] = [
    (SitFrame(type="sit", cs=9, seat=1), Sit(sender(ANNA), 9, 1)),
    (StandFrame(type="stand", cs=9), Stand(sender(ANNA), 9)),
    (OptionsFrame(type="options", cs=9, options={"undo": 3}), ChangeOptions(sender(ANNA), 9, {"undo": 3})),
    (KickFrame(type="kick", cs=9, playerId="bo"), Kick(sender(ANNA), 9, BO)),
    (StartFrame(type="start", cs=9), Start(sender(ANNA), 9, SEED)),
    (ActFrame(type="act", cs=9, action=PLACE, seq=4), Act(sender(ANNA), 9, PLACE, 4)),
    (RematchFrame(type="rematch", cs=9), Rematch(sender(ANNA), 9, SEED)),
    (LeaveFrame(type="leave", cs=9), Leave(sender(ANNA), 9)),
]


@pytest.mark.parametrize(
    ("frame", "command"), NUMBERED, ids=[type(command).__name__ for _, command in NUMBERED]
)
def test_each_numbered_frame_becomes_its_command_in_the_name_of_its_sender(
    frame: NumberedFrame, command: SavedCommand
) -> None:
    assert command_of(frame, sender(ANNA), SEED) == command


LARGEST = MAX_FRAME_BYTES - len('{"type":"chat","text":""}')


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        pytest.param('{"type":"chat","text":"%s"}' % ("a" * LARGEST), True, id="8192 bytes"),
        pytest.param('{"type":"chat","text":"%s"}' % ("a" * (LARGEST + 1)), False, id="8193 bytes"),
        pytest.param(
            '{"type":"chat","text":"%s"}' % ("가" * (LARGEST // 3)), True, id="8192 bytes of Korean"
        ),
        pytest.param(
            '{"type":"chat","text":"%s"}' % ("가" * (LARGEST // 3 + 1)),
            False,
            id="few characters, many bytes",
        ),
        pytest.param('{"type":"hello"}' + " " * MAX_FRAME_BYTES, False, id="white space counts"),
        pytest.param("\ud800" * 3_000, False, id="halves of surrogate pairs count too"),
    ],
)
def test_the_size_is_judged_first_and_in_bytes(text: str, fits: bool) -> None:
    frame = read(text)
    if fits:
        assert isinstance(frame, ChatFrame)
    else:
        assert isinstance(frame, Unreadable)
        assert (frame.rejection.code, frame.cs) == ("message/too_large", None)


def nested(depth: int) -> str:
    """A frame whose options lie that deep in each other."""
    return '{"type":"options","cs":5,"options":' + '{"a":' * depth + "1" + "}" * depth + "}"


MALFORMED = [
    pytest.param("", None, id="nothing"),
    pytest.param("hello", None, id="no JSON"),
    pytest.param("{'type':'hello'}", None, id="single quotes"),
    pytest.param('{"type":"hello"', None, id="cut off"),
    pytest.param('{"type":"hello"}{"type":"hello"}', None, id="two frames"),
    pytest.param('\ufeff{"type":"hello"}', None, id="byte order mark"),
    pytest.param("null", None, id="null"),
    pytest.param("true", None, id="true"),
    pytest.param("17", None, id="a number"),
    pytest.param('"hello"', None, id="a string"),
    pytest.param("[]", None, id="an empty list"),
    pytest.param('[{"type":"hello"}]', None, id="a list of frames"),
    pytest.param("{}", None, id="no type"),
    pytest.param('{"cs":3}', 3, id="no type, but a number"),
    pytest.param('{"type":"sit"}', None, id="no number"),
    pytest.param('{"type":"sit","cs":null}', None, id="null for a number"),
    pytest.param('{"type":"sit","cs":0}', None, id="zero"),
    pytest.param('{"type":"sit","cs":-1}', None, id="negative"),
    pytest.param('{"type":"sit","cs":true}', None, id="true is not 1"),
    pytest.param('{"type":"sit","cs":1.0}', None, id="1.0 is not 1"),
    pytest.param('{"type":"sit","cs":"1"}', None, id="a number in quotes"),
    pytest.param('{"type":"sit","cs":9007199254740992}', None, id="past what a browser counts exactly"),
    pytest.param('{"type":"sit","cs":%s}' % ("9" * 4_000), None, id="four thousand digits"),
    pytest.param('{"type":"sit","cs":%s}' % ("9" * 6_000), None, id="six thousand digits"),
    pytest.param('{"type":"sit","cs":1e2}', None, id="an exponent"),
    pytest.param('{"type":"sit","cs":[1]}', None, id="a number in a list"),
    pytest.param('{"type":"sit","cs":1,"seat":-1}', 1, id="a negative seat"),
    pytest.param('{"type":"sit","cs":1,"seat":64}', 1, id="a seat past every table"),
    pytest.param('{"type":"sit","cs":1,"seat":"0"}', 1, id="a seat in quotes"),
    pytest.param('{"type":"sit","cs":1,"seat":false}', 1, id="false is not seat 0"),
    pytest.param('{"type":"options","cs":2}', 2, id="options without options"),
    pytest.param('{"type":"options","cs":2,"options":[]}', 2, id="options in a list"),
    pytest.param('{"type":"kick","cs":2}', 2, id="kick nobody"),
    pytest.param('{"type":"kick","cs":2,"playerId":""}', 2, id="kick an empty name"),
    pytest.param('{"type":"kick","cs":2,"playerId":7}', 2, id="kick a number"),
    pytest.param('{"type":"kick","cs":2,"playerId":"%s"}' % ("a" * 65), 2, id="kick a long name"),
    pytest.param('{"type":"act","cs":2}', 2, id="no action"),
    pytest.param('{"type":"act","cs":2,"action":"place"}', 2, id="an action that is a word"),
    pytest.param('{"type":"act","cs":2,"action":{},"seq":-1}', 2, id="a negative seq"),
    pytest.param('{"type":"act","cs":2,"action":{},"seq":"5"}', 2, id="a seq in quotes"),
    pytest.param('{"type":"flag","seq":1.5}', None, id="half a seq"),
    pytest.param('{"type":"sync","seq":true}', None, id="true for a seq"),
    pytest.param('{"type":"ping"}', None, id="ping without t"),
    pytest.param('{"type":"ping","t":"1"}', None, id="ping with a word"),
    pytest.param('{"type":"ping","t":true}', None, id="ping with true"),
    pytest.param('{"type":"ping","t":NaN}', None, id="NaN is no JSON"),
    pytest.param('{"type":"ping","t":Infinity}', None, id="Infinity is no JSON"),
    pytest.param('{"type":"ping","t":-Infinity}', None, id="-Infinity is no JSON"),
    pytest.param('{"type":"ping","t":1e999}', None, id="a number that is infinite in a float"),
    pytest.param('{"type":"ping","t":%s}' % ("9" * 4_000), None, id="a number that no clock shows"),
    pytest.param('{"type":"options","cs":2,"options":{"a":NaN}}', None, id="NaN deep inside"),
    pytest.param('{"type":"chat"}', None, id="chat without text"),
    pytest.param('{"type":"chat","text":5}', None, id="chat with a number"),
    pytest.param('{"type":"chat","text":"a\x00b"}', None, id="a bare control character"),
    pytest.param('{"type":"chat","text":"\ud83d"}', None, id="half a surrogate pair"),
    pytest.param('{"type":"chat","text":"\\ud83d"}', None, id="half a surrogate pair, escaped"),
    pytest.param('{"type":"act","cs":4,"action":{"type":"\\udc00"}}', None, id="half a pair in an action"),
    pytest.param(nested(1_000), None, id="a thousand levels"),
    pytest.param("[" * 8_000, None, id="eight thousand open brackets"),
]


@pytest.mark.parametrize(("text", "cs"), MALFORMED)
def test_what_is_no_frame_is_malformed_and_gives_its_number_back_where_it_shows(
    text: str, cs: int | None
) -> None:
    frame = read(text)
    assert isinstance(frame, Unreadable)
    assert (frame.rejection.code, frame.cs) == ("message/malformed", cs)


@pytest.mark.parametrize(
    ("text", "cs"),
    [
        pytest.param('{"type":"jump"}', None, id="unknown"),
        pytest.param('{"type":"jump","cs":8}', 8, id="unknown, numbered"),
        pytest.param('{"type":""}', None, id="empty"),
        pytest.param('{"type":"Hello"}', None, id="upper case"),
        pytest.param('{"type":5,"cs":8}', 8, id="a number"),
        pytest.param('{"type":null}', None, id="null"),
        pytest.param('{"type":["hello"]}', None, id="a list"),
        pytest.param('{"type":{"a":1}}', None, id="an object"),
        pytest.param('{"type":"room"}', None, id="a type that only the server sends"),
        pytest.param('{"type":"timeout","cs":1}', 1, id="the system's own action"),
    ],
)
def test_an_unknown_type_is_said_to_be_unknown(text: str, cs: int | None) -> None:
    frame = read(text)
    assert isinstance(frame, Unreadable)
    assert (frame.rejection.code, frame.cs) == ("message/unknown_type", cs)


def test_of_doubled_keys_the_last_one_counts() -> None:
    assert read('{"type":"sit","type":"stand","cs":1,"cs":2}') == StandFrame(type="stand", cs=2)


def test_options_may_lie_as_deep_as_the_reader_follows() -> None:
    assert isinstance(read(nested(100)), OptionsFrame)


def test_ten_thousand_hostile_texts_raise_nothing() -> None:
    rng = random.Random(20261130)
    read_well = 0
    for _ in range(10_000):
        text = hostile(rng)
        frame = read(text)
        if isinstance(frame, Unreadable):
            frames.encode(frames.rejected(frame.rejection, NOW, cs=frame.cs))
        else:
            read_well += 1
            if isinstance(frame, PingFrame):
                json.loads(frames.encode(frames.pong(frame.t, NOW)))
            if isinstance(frame, ChatFrame):
                line = clean_chat(frame.text)
                assert isinstance(line, Rejection) or frames.encode(frames.chat(sender(ANNA), line, NOW))
    assert 1_000 < read_well < 9_000


@given(st.text(max_size=200))
def test_any_text_at_all_is_answered(text: str) -> None:
    assert isinstance(read(text), Unreadable | messages.HelloFrame)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=5), st.lists, max_leaves=5))
def test_any_value_in_any_field_is_answered(value: object) -> None:
    for sent, _ in FRAMES:
        for name in sent:
            read(json.dumps({**sent, name: value}))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("안녕하세요", "안녕하세요", id="Korean"),
        pytest.param("  good game \n", "good game", id="white space around"),
        pytest.param("a\x00b\x07c\x9f\x7f", "abc", id="control characters"),
        pytest.param("line\r\nline", "lineline", id="line ends"),
        pytest.param("abc\u202egnp.exe", "abcgnp.exe", id="a direction override"),
        pytest.param("\u2066a\u2069\u200e\u200f\u061cb\ufeff\u200b", "ab", id="marks that nobody sees"),
        pytest.param("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧", id="a family stays one emoji"),
        pytest.param("👍🏽", "👍🏽", id="a skin tone"),
        pytest.param("<script>", "<script>", id="markup is text"),
        pytest.param("가" * 200, "가" * 200, id="200 characters"),
        pytest.param("\x00" * 50 + "가" * 200, "가" * 200, id="what is removed does not count"),
    ],
)
def test_a_chat_line_is_kept_without_its_control_characters(text: str, line: str) -> None:
    assert clean_chat(text) == line


@pytest.mark.parametrize(
    "text", ["", "   ", "\n\t", "\x00\x01", "\u200b\ufeff", "\u202e\u202c", "\u200d", " \u200d \u200c"]
)
def test_a_chat_line_without_anything_to_see_is_refused(text: str) -> None:
    refused = clean_chat(text)
    assert isinstance(refused, Rejection)
    assert refused.code == "message/malformed"


def test_a_chat_line_of_201_characters_is_refused() -> None:
    refused = clean_chat("가" * 201)
    assert isinstance(refused, Rejection)
    assert (refused.code, refused.reason) == ("message/malformed", "200자까지 보낼 수 있어요")
