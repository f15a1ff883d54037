"""The function that tells a crowd, on moto and a gateway to post to."""

import json
from typing import Any

import pytest

from engine.game import PlayerId
from functions import spectators
from functions.aws.wiring import rooms
from functions.rooms.commands import Sender
from functions.rooms.ports import LobbyStore
from functions.rooms.room import Link
from functions.rooms.teller import CROWD, Client
from tests.aws.table_rooms import ANNA, CHO, NAMES, TAB, started, waiting
from tests.aws.test_gateway import event
from tests.functions.conftest import Backend


class Context:
    """Lambda's own, as far as it is read."""

    aws_request_id = "1f2e3d4c"


@pytest.fixture
def watched(backend: Backend) -> Any:
    """A room with its game begun and three people watching; the store it is in."""
    store: Any = rooms.parts().runner.rooms
    room = started(waiting())
    before: LobbyStore = store
    before.create_room(room, key=None, body_hash="", now=room.created_at)
    for number in range(3):
        assert store.add_spectator(room.id, f"spectator{number}=", Link(CHO, f"tab{number}"))
    return store


def posted(backend: Backend) -> dict[str, list[bytes]]:
    """What each connection got."""
    found: dict[str, list[bytes]] = {}
    for connection_id, data in backend.gateway.posted:
        found.setdefault(connection_id, []).append(data)
    return found


def test_a_frame_reaches_every_spectator_but_the_one_who_knows_it(backend: Backend, watched: Any) -> None:
    call = event("spectators")
    spectators.handler({**call, "but": "spectator1="}, Context())
    assert posted(backend) == {name: [call["frame"].encode()] for name in ("spectator0=", "spectator2=")}
    (line,) = backend.lines()
    assert (line["kind"], line["room"], line["posts"]) == ("crowd", "7hq2mkx9tdwc", 2)


def test_without_a_frame_each_spectator_is_shown_the_room(backend: Backend, watched: Any) -> None:
    backend.gateway.status["spectator2="] = 410
    spectators.handler({"room": "7hq2mkx9tdwc", "frame": None, "but": None, "at": 1}, Context())
    frames = {name: json.loads(data) for name, (data,) in posted(backend).items()}
    assert {frame["type"] for frame in frames.values()} == {"room"}
    assert frames["spectator1="]["you"] == {
        "playerId": CHO,
        "role": "spectator",
        "seat": None,
        "tab": "tab1",
        "cs": 0,
    }
    assert set(watched.spectators("7hq2mkx9tdwc")) == {"spectator0=", "spectator1="}


def test_that_a_player_is_found_gone_is_told_to_the_crowd_without_another_call(
    backend: Backend, watched: Any
) -> None:
    """The connection watched until its player sat down. Its function may not call itself."""
    for number in range(3, CROWD + 1):
        fan = Link(PlayerId(f"fan{number}"), TAB)
        assert watched.add_spectator("7hq2mkx9tdwc", f"spectator{number}=", fan)
    assert watched.add_spectator("7hq2mkx9tdwc", "anna=", Link(ANNA, TAB))
    backend.gateway.status["anna="] = 410
    spectators.handler(event("spectators"), Context())
    news, gone = posted(backend)["spectator7="]
    assert news == event("spectators")["frame"].encode()
    assert json.loads(gone)["type"] == "presence"
    assert "anna=" not in watched.spectators("7hq2mkx9tdwc")


def test_a_malformed_call_is_raised(backend: Backend) -> None:
    with pytest.raises(ValueError, match="must look like"):
        spectators.handler({"room": "7hq2mkx9tdwc"}, Context())


def test_a_crowd_that_cannot_be_told_is_logged_and_costs_the_players_nothing(
    backend: Backend, watched: Any
) -> None:
    """There is no such function on moto, so the call is refused."""
    for number in range(3, CROWD + 1):
        fan = Link(PlayerId(f"fan{number}"), TAB)
        assert watched.add_spectator("7hq2mkx9tdwc", f"spectator{number}=", fan)
    runner = rooms.parts().runner
    anna = Client("Uu3pBdsZIE0CFjg=", "7hq2mkx9tdwc", Sender(ANNA, TAB, NAMES[ANNA]))
    tally = runner.message(anna, '{"type":"act","cs":9,"action":{"type":"resign"}}', 1_800_000_020_000)
    assert (tally.rejection, tally.moves) == (None, 1)
    assert [json.loads(data)["type"] for data in posted(backend)["Uu3pBdsZIE0CFjg="]] == ["update"]
    assert "spectator0=" not in posted(backend)
    lines = backend.lines()
    assert {(line["message"], line["room"]) for line in lines} == {("crowd not told", "7hq2mkx9tdwc")}
