"""What each viewer sees (document 000, section 8.3)."""

import pytest

from engine.game import PlayerId
from engine.games.othello import Place, view
from engine.offers import RequestUndo, Resign
from tests.engine.helpers import ANNA, BO, EVE, NOW, OTHELLO, Table, listed, options, place
from tests.engine.othello.test_checklist import PASS_AHEAD


def test_the_view_of_the_start_is_this() -> None:
    table = Table.new()
    assert table.view(ANNA) == {
        "phase": "playing",
        "options": {
            "colorAssignment": "hostBlack",
            "emptyToWinner": False,
            "timeControl": {"kind": "perMove", "perMoveSec": 30, "baseSec": 300, "incSec": 3},
            "timeoutPolicy": "autoMove",
            "idleLimitSec": 300,
            "undo": 3,
            "drawOffer": True,
            "showLegalMoves": True,
            "showFlipCount": False,
            "disconnectGraceSec": 60,
        },
        "players": {"black": ANNA, "white": BO},
        "turn": "black",
        "board": [0] * 27 + [2, 1] + [0] * 6 + [1, 2] + [0] * 27,
        "counts": {"black": 2, "white": 2, "empty": 60},
        "moves": [],
        "movesFrom": 0,
        "moveCount": 0,
        "lastMove": None,
        "clock": {
            "kind": "perMove",
            "remainingMs": {"black": 30_000, "white": 30_000},
            "turnStartedAt": NOW,
        },
        "autoMoveStreak": {"black": 0, "white": 0},
        "deadline": NOW + 30_000,
        "pending": {"undo": None, "draw": None},
        "undo": {"left": {"black": 3, "white": 3}},
        "result": None,
        "legalMoves": [
            {"x": 3, "y": 2, "flips": 1},
            {"x": 2, "y": 3, "flips": 1},
            {"x": 5, "y": 4, "flips": 1},
            {"x": 4, "y": 5, "flips": 1},
        ],
    }


@pytest.mark.parametrize("show", [True, False])
def test_only_the_player_to_move_gets_legal_moves_whatever_is_drawn_of_them(show: bool) -> None:
    table = Table.new(showLegalMoves=show, showFlipCount=not show)
    for _ in range(30):
        assert "legalMoves" in table.view(table.mover)
        for viewer in (table.waiter, EVE, None):
            assert "legalMoves" not in table.view(viewer)
        table.places(table.legal()[-1])
    table.act(ANNA, Resign())
    for viewer in (ANNA, BO, None):
        assert "legalMoves" not in table.view(viewer)


def test_legal_moves_tell_how_many_discs_each_turns() -> None:
    table = Table.new()
    for _ in range(40):
        moves = listed(table.view(table.mover)["legalMoves"])
        for move in moves:
            trial = Table(table.state, now=table.now)
            x, y = move["x"], move["y"]
            assert isinstance(x, int)
            assert isinstance(y, int)
            placed = trial.act(trial.mover, Place(x=x, y=y))[0]
            flipped = placed.fields["flipped"]
            assert isinstance(flipped, list)
            assert len(flipped) == move["flips"]
        table.places(table.legal()[len(moves) // 2])


def test_a_spectator_and_the_waiting_player_see_the_same() -> None:
    table = Table.new()
    table.places("d3 c3 c4")
    assert table.view(table.waiter) == table.view(None) == table.view(EVE)
    mine = table.view(table.mover)
    del mine["legalMoves"]
    assert mine == table.view(None)


def test_a_move_is_recorded_as_its_event_tells_it() -> None:
    table = Table.new()
    for name in ["d3", "c3", "c4", "e3"]:
        [placed] = table.places(name)
        move = listed(table.view()["moves"])[-1]
        assert move == {"kind": "place", **placed.fields}
        assert placed.by == (ANNA if placed.fields["color"] == "black" else BO)


def test_an_update_holds_only_the_moves_from_where_it_starts() -> None:
    table = Table.at(PASS_AHEAD)
    table.places("c1")
    whole = listed(table.view()["moves"])
    assert [move["kind"] for move in whole] == ["place", "pass"]
    for start in (0, 1, 2):
        part = table.view(moves_from=start)
        assert part["moves"] == whole[start:]
        assert (part["movesFrom"], part["moveCount"]) == (start, 2)
    for beyond in (3, 99):
        part = table.view(moves_from=beyond)
        assert (part["moves"], part["movesFrom"]) == ([], 2)
    assert table.view(moves_from=-5) == table.view()


def test_telling_of_the_newest_move_replays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_replay(*_: object) -> None:
        raise AssertionError("the record was replayed")

    table = Table.new()
    table.places("d3 c3 c4 e3")
    monkeypatch.setattr(view, "replay", no_replay)
    assert len(listed(table.view(moves_from=3)["moves"])) == 1
    assert table.view(moves_from=4)["moves"] == []
    with pytest.raises(AssertionError, match="replayed"):
        table.view(moves_from=2)
    passing = Table.at(PASS_AHEAD)
    passing.places("c1")
    assert len(listed(passing.view(moves_from=0)["moves"])) == 2


def test_the_last_move_is_the_newest_disc_even_after_a_pass() -> None:
    table = Table.at(PASS_AHEAD)
    table.places("c1")
    assert table.view()["lastMove"] == {"kind": "place", "color": "black", "x": 2, "y": 0, "auto": False}


def test_a_view_of_the_end_shows_the_result_and_no_deadline() -> None:
    table = Table.new()
    table.act(BO, Resign())
    view = table.view()
    result = OTHELLO.result(table.state)
    assert result is not None
    assert (view["phase"], view["deadline"], view["result"]) == ("finished", None, result.to_json())


@pytest.mark.parametrize("actor", [EVE, PlayerId(""), PlayerId("system")])
def test_who_does_not_play_can_do_nothing(actor: PlayerId) -> None:
    table = Table.new()
    for action in (place("d3"), RequestUndo(), Resign()):
        refused = table.refusal(actor, action)
        assert refused is not None
        assert (refused.code, refused.reason) == ("room/not_seated", "참가자만 할 수 있어요")
        with pytest.raises(ValueError, match="no player"):
            OTHELLO.apply(table.state, actor, action, rng=table.rng, now=NOW)
    assert OTHELLO.on_leave(table.state, actor) is None
    assert OTHELLO.legal_actions(table.state, actor) == ()


def test_moving_out_of_turn_is_refused() -> None:
    table = Table.new()
    refused = table.refusal(BO, place("d3"))
    assert refused is not None
    assert (refused.code, refused.reason) == ("move/not_your_turn", "지금은 상대 차례예요")
    with pytest.raises(ValueError, match="turn"):
        OTHELLO.apply(table.state, BO, place("d3"), rng=table.rng, now=NOW)


def test_after_the_end_everything_is_refused() -> None:
    table = Table.new()
    table.act(ANNA, Resign())
    for player in (ANNA, BO):
        for action in (place("d3"), RequestUndo(), Resign()):
            refused = table.refusal(player, action)
            assert refused is not None
            assert (refused.code, refused.reason) == ("game/over", "이미 끝난 대국이에요")
            with pytest.raises(ValueError, match="running game"):
                OTHELLO.apply(table.state, player, action, rng=table.rng, now=NOW)
    assert OTHELLO.on_leave(table.state, ANNA) is None


def test_options_are_shown_in_full_whatever_was_chosen() -> None:
    chosen = options(undo="unlimited", timeControl={"kind": "fischer", "baseSec": 600, "incSec": 5})
    table = Table.new(**chosen.model_dump(mode="json"))
    assert table.view()["options"] == chosen.model_dump(mode="json")
