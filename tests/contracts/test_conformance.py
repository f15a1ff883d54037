"""The conformance walk, over a server in memory: it finds nothing in a sound one, and in one that was
meddled with it says what differs."""

import inspect
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from functions.rooms import frames, rejections
from local.conformance import __main__ as conformance
from local.conformance import steps_games, steps_http, steps_play, steps_rooms
from local.conformance.contract import ROOT, Contract
from local.conformance.report import NOT_FROM_OUTSIDE, Report
from local.conformance.walk import Walk
from tests.local.server import Server, serving

WAITS = (steps_play.a_deadline_is_claimed_when_it_has_passed_and_not_before,)
"""Steps in which somebody's ten seconds run out: the stack test makes them."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def test_a_sound_server_is_as_published(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = tuple(step for step in steps_play.STEPS if step not in WAITS)
    monkeypatch.setattr(steps_play, "STEPS", quick)
    report = conformance.run(server.url, Report(Contract()))
    assert report.differences == ["the whole walk: nothing was refused with deadline/not_reached"]
    assert server.faults == []


def test_every_code_is_walked_or_has_a_reason_not_to_be() -> None:
    """Read off the steps themselves, so that a code that a new rule brings is not forgotten."""
    walked = "".join(
        inspect.getsource(module) for module in (steps_games, steps_http, steps_play, steps_rooms)
    )
    forgotten = {code for code in Contract().codes if f'"{code}"' not in walked}
    assert forgotten == set(NOT_FROM_OUTSIDE)


def told(server: Server, step: object, *steps: object) -> str:
    """What the walk says of some steps."""
    report = Report(Contract(), quiet=True)
    with Walk(server.url, report) as walk:
        for look in (step, *steps):
            walk.step("the step", look)  # type: ignore[arg-type]
    return "\n".join(report.differences)


def test_a_field_that_is_missing_is_named(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "pong", lambda t, now: {"type": "pong", "now": now, "t": str(t)})
    said = told(server, steps_rooms.the_first_frame_is_answered_with_the_room)
    assert "a `pong` frame: t: '7' is not of type 'number'" in said
    assert "`pong` must say t = 7, and says 7" in said


def test_another_code_is_named_with_the_one_that_should_be(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rejections, "NOT_HOST", replace(rejections.NOT_HOST, code="room/nobody"))
    said = told(server, steps_rooms.only_the_host_runs_the_room)
    assert said == "the step: must be refused with room/not_host, and was with room/nobody"


def test_a_frame_that_does_not_come_is_missed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.conformance.walk.PATIENCE_SEC", 1.0)
    monkeypatch.setattr(server.outbox, "lose", lambda text: text.startswith('{"type":"chat"'))
    said = told(server, steps_rooms.a_chat_line_reaches_everybody_once_a_second)
    assert said == "the step: 방장 must be sent `chat`, and was sent nothing"


def test_a_view_that_shows_legal_moves_to_all_is_noticed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.games.othello.definition import Othello

    view = Othello.view

    def generous(self: Othello, state: object, viewer: object, *, moves_from: int = 0) -> object:
        seen = view(self, state, viewer, moves_from=moves_from)  # type: ignore[arg-type]
        return {**seen, "legalMoves": []}

    monkeypatch.setattr(Othello, "view", generous)
    said = told(server, steps_play.a_move_is_told_to_both_each_with_a_view_of_their_own)
    assert "legal moves are for whose turn it is: a spectator" in said


def test_an_answer_that_is_not_published_is_named(server: Server, tmp_path: Path) -> None:
    for name in ("openapi.yaml", "asyncapi.yaml", "rejections.md"):
        text = (ROOT / "docs" / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace("const: ok", "const: fine"), "utf-8")
    report = Report(Contract(tmp_path), quiet=True)
    with Walk(server.url, report) as walk:
        walk.step("the api", steps_http.the_api_answers)
    assert report.differences == ["the api: GET /health 200: status: 'fine' was expected"]


def test_the_exit_status_says_how_it_went(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps_http, "STEPS", steps_http.STEPS[:1])
    monkeypatch.setattr(steps_rooms, "STEPS", ())
    monkeypatch.setattr(steps_play, "STEPS", ())
    assert conformance.main([server.url, "--quiet"]) == 1  # so short a walk misses most of it
    assert conformance.main(["http://127.0.0.1:9"]) == 2


def test_a_deployment_without_guests_cannot_be_walked_and_says_so(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from functions.lobby import problems
    from functions.lobby.service import Lobby

    monkeypatch.setattr(Lobby, "greet", lambda *_: problems.NO_GUESTS)
    assert conformance.main([server.url]) == 2
    assert "takes no guests" in capsys.readouterr().err
