"""What each viewer sees, and what an update tells."""

import json

import pytest

from engine.game import PlayerId
from engine.games.omok.board import GRID
from engine.offers import OfferDraw, RequestUndo, Resign
from tests.engine.helpers import ANNA, BO, EVE, NOW, listed, objected

from .table import FULL_WITHOUT_FIVE, OMOK, OmokTable, indices


def test_the_view_of_the_start_is_this() -> None:
    assert OmokTable.new().view(ANNA) == {
        "phase": "playing",
        "options": {
            "colorAssignment": "hostBlack",
            "overline": "win",
            "skill": True,
            "timeControl": {"kind": "perMove", "perMoveSec": 30, "baseSec": 300, "incSec": 3},
            "timeoutPolicy": "pass",
            "idleLimitSec": 300,
            "undo": 3,
            "drawOffer": True,
            "showLastMove": True,
            "disconnectGraceSec": 60,
        },
        "players": {"black": ANNA, "white": BO},
        "turn": "black",
        "board": [0] * 225,
        "moves": [],
        "movesFrom": 0,
        "moveCount": 0,
        "lastMove": None,
        "skill": {"black": 1, "white": 1},
        "passStreak": {"black": 0, "white": 0},
        "winLine": [],
        "clock": {
            "kind": "perMove",
            "remainingMs": {"black": 30_000, "white": 30_000},
            "turnStartedAt": NOW,
        },
        "deadline": NOW + 30_000,
        "pending": {"undo": None, "draw": None},
        "undo": {"left": {"black": 3, "white": 3}},
        "result": None,
        "legalMoves": {"place": list(range(225)), "remove": []},
    }


def test_the_view_of_a_running_game_shows_stones_moves_and_skills() -> None:
    table = OmokTable.new()
    table.plays("a1 o1 b1 a15 xa15 pass")
    table.act(BO, OfferDraw())
    view = table.view(ANNA)
    assert view["board"] == [1, 1, *[0] * 12, 2, *[0] * 210]
    assert view["moves"] == [
        {"kind": "place", "color": "black", "x": 0, "y": 0, "auto": False},
        {"kind": "place", "color": "white", "x": 14, "y": 0, "auto": False},
        {"kind": "place", "color": "black", "x": 1, "y": 0, "auto": False},
        {"kind": "place", "color": "white", "x": 0, "y": 14, "auto": False},
        {"kind": "remove", "color": "black", "x": 0, "y": 14, "auto": False},
        {"kind": "pass", "color": "white", "auto": True},
    ]
    assert view["lastMove"] == listed(view["moves"])[4]
    assert (view["skill"], view["passStreak"]) == ({"black": 0, "white": 1}, {"black": 0, "white": 1})
    assert view["pending"] == {"undo": None, "draw": {"id": 1, "by": "white"}}
    assert view["legalMoves"] == {"place": [*range(2, 14), *range(15, 225)], "remove": []}


def test_legal_moves_are_every_free_point_and_every_stone_of_the_opponent() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 j10 k11 c3")
    legal = objected(table.view(BO)["legalMoves"])
    assert legal["remove"] == indices("h8 j10 c3")
    assert legal["place"] == sorted(set(range(225)) - set(indices("h8 i9 j10 k11 c3")))


def test_only_the_player_to_move_gets_legal_moves() -> None:
    table = OmokTable.new()
    for notation in "h8 i9 xi9 j10 k11 xk11 l12 pass".split():  # noqa: SIM905 - as one writes a game
        assert "legalMoves" in table.view(table.mover)
        for viewer in (table.waiter, EVE, None):
            assert "legalMoves" not in table.view(viewer)
        table.plays(notation)
    table.act(ANNA, Resign())
    for player in (ANNA, BO):
        assert "legalMoves" not in table.view(player)


def test_everybody_else_sees_the_same() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9")
    assert table.view(ANNA) == table.view(None) == table.view(EVE)
    mine = table.view(BO)
    del mine["legalMoves"]
    assert mine == table.view(None)


@pytest.mark.parametrize("viewer", [ANNA, BO, EVE, None])
def test_no_view_tells_anything_of_chance(viewer: PlayerId | None) -> None:
    table = OmokTable.new(colorAssignment="random")
    table.plays("h8 i9")
    told = json.dumps(table.view(viewer))
    assert not any(word in told.lower() for word in ("rng", "seed"))


def test_an_update_has_only_the_moves_from_a_ply_on() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9 pass a1")
    whole = table.view()
    for start in range(6):
        assert table.view(None, start) == {
            **whole,
            "moves": listed(whole["moves"])[start:],
            "movesFrom": start,
        }
    assert table.view(None, 99)["movesFrom"] == 5
    assert table.view(None, -1) == whole


def test_the_view_of_the_end_has_the_result_and_the_line() -> None:
    table = OmokTable.new()
    table.plays("a1 a2 b1 b2 c1 c2 d1 d2 e1")
    view = table.view(BO)
    assert view["phase"] == "finished"
    assert view["deadline"] is None
    assert view["winLine"] == indices("a1 b1 c1 d1 e1")
    assert view["result"] == {
        "ranking": [[ANNA], [BO]],
        "scores": None,
        "summary": "흑 5목 완성으로 승리",
        "reason": "normal",
        "detail": {
            "winner": "black",
            "reason": "five",
            "line": indices("a1 b1 c1 d1 e1"),
            "moveCount": 9,
            "transcript": "a1 a2 b1 b2 c1 c2 d1 d2 e1",
        },
    }


def test_a_request_to_undo_is_seen_by_all_with_its_length() -> None:
    table = OmokTable.new()
    table.plays("h8 i9")
    [event] = table.act(ANNA, RequestUndo())
    assert event.to_json() == {
        "type": "undoRequested",
        "by": ANNA,
        "id": 1,
        "kind": "undo",
        "color": "black",
        "plies": 2,
    }
    assert table.view()["pending"] == {"undo": {"id": 1, "by": "black", "plies": 2}, "draw": None}


def test_a_frame_does_not_grow_with_the_game() -> None:
    points = {stone: [i for i, cell in enumerate(FULL_WITHOUT_FIVE) if cell == stone] for stone in "XO"}
    table = OmokTable.new()
    sizes = []
    for pair in zip(points["X"], points["O"], strict=False):
        table.plays(" ".join(map(GRID.name, pair)))
        sizes.append(len(json.dumps(table.view(None, OMOK.moves_made(table.state) - 1))))
    assert OMOK.moves_made(table.state) > 220
    assert max(sizes) - min(sizes) < 10
