"""What each viewer is shown, and that the description of it (``WIRE``) says neither more nor less."""

import json
from collections import Counter
from typing import Any

import pytest
from pydantic import TypeAdapter

from engine.game import GameEvent, PlayerId
from engine.games.seotda import SeotdaState
from engine.games.seotda.wire import WIRE
from engine.offers import Resign
from engine.testing import OUTSIDER, Outcome, Playout
from tests.engine.helpers import listed, objected

from .table import ANNA, BO, CY, PEOPLE, SEOTDA, SeotdaTable, options

EVENTS = {
    event.model_fields["type"].annotation.__args__[0]: TypeAdapter(event)  # type: ignore[union-attr]
    for event in WIRE.events
}
VIEW: TypeAdapter[Any] = TypeAdapter(WIRE.view)


def seat(table: SeotdaTable, number: str, viewer: PlayerId | None = None) -> dict[str, Any]:
    """One seat as somebody sees it."""
    return dict(objected(objected(table.view(viewer)["seats"])[number]))


def test_everybody_sees_the_own_cards_and_how_many_the_others_have() -> None:
    table = SeotdaTable.new(3, deal="both").holding("3G 7Y | 9Y 9T | 1T 2T")
    assert seat(table, "1", ANNA)["cards"] == ["M3-G", "M7-Y"]
    assert seat(table, "1", ANNA)["hand"] == "땡잡이(망통)"
    for viewer in (BO, CY, OUTSIDER, None):
        assert seat(table, "1", viewer)["cards"] == [None, None]
        assert seat(table, "1", viewer)["hand"] is None
    assert seat(table, "2", BO)["hand"] == "9땡"


def test_one_card_is_no_hand_yet() -> None:
    table = SeotdaTable.new(2)
    assert len(seat(table, "1", ANNA)["cards"]) == 1
    assert seat(table, "1", ANNA)["hand"] is None


def test_a_showdown_opens_the_cards_of_those_who_are_left_and_of_nobody_else() -> None:
    table = SeotdaTable.new(3, deal="both").holding("3G 7Y | 9Y 9T | 1T 2T")
    table.says("bbing die call")
    for viewer in (ANNA, OUTSIDER, None):
        assert seat(table, "3", viewer)["cards"] == ["M1-T", "M2-T"]
        assert seat(table, "2", viewer)["cards"] == [None, None]
    assert seat(table, "2", BO)["cards"] == ["M9-Y", "M9-T"]
    assert seat(table, "2")["status"] == "died"


def test_who_wins_because_all_others_die_shows_nothing() -> None:
    table = SeotdaTable.new(2, deal="both")
    table.says("die")
    assert seat(table, "2", ANNA)["cards"] == [None, None]
    assert seat(table, "2")["chips"] == 1010


def test_only_who_is_asked_gets_what_may_be_said_with_its_price() -> None:
    table = SeotdaTable.new(3, deal="both")
    assert table.view(ANNA)["legalMoves"] == [
        {"type": "bet", "word": "die", "pay": 0},
        {"type": "bet", "word": "check", "pay": 0},
        {"type": "bet", "word": "bbing", "pay": 10},
        {"type": "bet", "word": "quarter", "pay": 10},
        {"type": "bet", "word": "half", "pay": 15},
    ]
    for viewer in (BO, CY, OUTSIDER, None):
        assert "legalMoves" not in table.view(viewer)


def test_in_a_pause_everybody_who_plays_on_may_be_ready_and_has_the_turn() -> None:
    table = SeotdaTable.new(3, deal="both")
    table.says("die die")
    for viewer, key in ((ANNA, "1"), (BO, "2"), (CY, "3")):
        view = table.view(viewer)
        assert (view["stage"], view["phase"], view["turn"]) == ("pause", "playing", key)
        assert view["legalMoves"] == [{"type": "ready"}]
    assert table.view()["turn"] == "1"
    table.all_ready()
    assert (table.view()["stage"], table.view()["outcome"]) == ("betting", None)


def test_the_view_has_what_all_views_have() -> None:
    view = SeotdaTable.new(3).view(ANNA)
    assert view["players"] == {"1": ANNA, "2": BO, "3": CY}
    assert view["pending"] == {"undo": None, "draw": None}
    clock = objected(view["clock"])
    assert (clock["kind"], clock["remainingMs"]) == ("perMove", {"1": 20_000, "2": 20_000, "3": 20_000})
    assert view["deadline"] == view["clock"]["turnStartedAt"] + 20_000  # type: ignore[index, call-overload, operator]
    assert (view["movesFrom"], view["moveCount"], view["lastMove"], view["result"]) == (0, 1, None, None)


def test_an_update_has_only_what_is_new_of_the_record() -> None:
    table = SeotdaTable.new(2, deal="both")
    before = SEOTDA.moves_made(table.state)
    table.says("bbing call")
    moves = listed(table.view(ANNA, moves_from=before)["moves"])
    assert [move["kind"] for move in moves] == ["bet", "bet", "end"]
    assert objected(table.view()["lastMove"])["word"] == "call"
    assert table.view(moves_from=99)["moves"] == []


@pytest.mark.parametrize(
    ("chips", "summary", "winner"),
    [
        ([1000, 900], "1번 승리, 칩 1,010개", "1"),
        ([900, 920], "1번, 2번 공동 1등 (칩 910개)", None),
    ],
)
def test_the_result_is_told_in_korean(chips: list[int], summary: str, winner: str | None) -> None:
    table = SeotdaTable.new(2, deal="both", hands=1, lead=1, chips=chips)
    table.says("die")
    result = SEOTDA.result(table.state)
    assert result is not None
    assert result.summary == summary
    assert table.detail()["winner"] == winner
    assert table.view()["turn"] == ""
    assert table.view()["phase"] == "finished"


def test_views_and_events_are_as_described_and_every_event_is_seen() -> None:
    seen: Counter[str] = Counter()

    def check_events(events: tuple[GameEvent, ...]) -> None:
        for event in events:
            EVENTS[event.type].validate_json(json.dumps(event.to_json()))
            seen[event.type] += 1

    def around(apply: Any) -> Outcome[SeotdaState]:
        state, events = apply()
        check_events(events)
        return state, events

    def check_state(state: SeotdaState) -> None:
        for viewer in (*PEOPLE[:4], OUTSIDER, None):
            VIEW.validate_json(json.dumps(SEOTDA.view(state, viewer)))

    for number in range(6):
        Playout(
            game=SEOTDA,
            players=PEOPLE[:4],
            options=options(hands=5),
            max_steps=1000,
            one_timeout_in=8,
            side_actions=(Resign(),) if number == 0 else (),
            invariant=check_state,
            around=around,
        ).run(bytes([number]) * 16)
    assert set(EVENTS) == set(seen)
