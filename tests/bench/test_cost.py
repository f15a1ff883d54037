"""What the cost section adds up beside the calls of a move: logs of the gateways, floods, whole games."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from bench import cost, prices
from bench.games import made
from bench.metered import Counts
from bench.road import Road, bill
from bench.transport import Transport

AROUND = Transport(read=0.2, write=0.2, posts=0.4, log=0.1, line_bytes=174)
LINE = 0.10
"""Dollars for a million lines of that length, with CloudWatch's own 26 bytes."""
ROAD = Road(1, 100, Counts(write_units=100, read_units=100, posts=200), Counts(), Counts(), 0, Counts())


@pytest.fixture
def frames_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prices, "logs_frames", lambda: True)


def here() -> cost.Priced:
    return cost.Priced("reversi, here", ROAD, cost._bill(ROAD, 1.0, AROUND, 512))


@pytest.mark.parametrize("gateway", ["SocketApi", "HttpStage"])
def test_a_line_of_an_access_log_is_the_templates_with_every_variable_filled_in(gateway: str) -> None:
    line = prices.access_line(gateway)
    assert "$context" not in line
    assert line == json.dumps(json.loads(line), separators=(",", ":"))
    assert all(json.loads(line).values())
    # A million of its bytes and of CloudWatch's own 26, at 0.50 a gigabyte.
    assert prices.access_log(gateway) == pytest.approx((len(line) + 26) / 1e9 * 1e6 * 0.50)


def test_a_variable_that_nobody_gave_a_length_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = {"Properties": {"AccessLogSettings": {"Format": '{"a":"$context.somethingNew"}'}}}
    monkeypatch.setattr(prices, "_template", lambda _: {"Resources": {"HttpStage": stage}})
    with pytest.raises(KeyError, match="somethingNew"):
        prices.access_line("HttpStage")


def test_a_move_pays_for_the_gateways_line_only_where_the_template_keeps_it() -> None:
    bare = bill(ROAD, 1.0, AROUND.line_bytes, 512)
    assert cost._bill(ROAD, 1.0, AROUND, 512) == bare
    logged = cost._logged(cost.Priced("reversi, here", ROAD, bare))
    assert logged.bill.total == pytest.approx(bare.total + prices.access_log("SocketApi"))


@pytest.mark.usefixtures("frames_logged")
def test_a_move_pays_for_the_gateways_line_where_it_is_kept_from_the_start() -> None:
    bare = bill(ROAD, 1.0, AROUND.line_bytes, 512)
    assert cost._bill(ROAD, 1.0, AROUND, 512).log == pytest.approx(bare.log + prices.access_log("SocketApi"))


def beside() -> float:
    """A million games whose room and sockets touched no table: frames, calls, logs, minutes."""
    row = cost._whole_game(made("othello"), here(), here(), AROUND, 512)
    (found,) = (figure for figure in row[3:4] if isinstance(figure, float))
    return found


def test_a_whole_game_pays_for_its_frames_and_for_every_line_that_is_logged() -> None:
    call = prices.Invocation(2.0, prices.WRITE_MS).dollars_a_million(512) + LINE
    http = 5 * (1.00 + prices.access_log("HttpStage"))
    assert beside() == pytest.approx(4 * 1.00 + http + 15 * call + 2 * 10 * 0.25)


def test_with_frames_logged_a_whole_game_pays_for_eight_more_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    before = beside()
    monkeypatch.setattr(prices, "logs_frames", lambda: True)
    assert beside() == pytest.approx(before + 8 * prices.access_log("SocketApi"))


def test_a_flood_is_as_dear_as_the_templates_throttles_let_it_be(monkeypatch: pytest.MonkeyPatch) -> None:
    defaults: Mapping[str, Any] = {"SocketRequestsPerSecond": 100, "HttpRequestsPerSecond": 10}
    monkeypatch.setattr(prices, "number", defaults.__getitem__)
    frames, rooms = cost._floods(here(), AROUND, 512).rows
    assert frames[1:3] == (100, here().bill.total)
    assert frames[3] == pytest.approx(0.36 * here().bill.total)
    assert rooms[1] == 10
    assert isinstance(rooms[2], float)
    assert rooms[2] > 1.00 + 8 * 0.625
    assert rooms[3] == pytest.approx(0.036 * rooms[2])
