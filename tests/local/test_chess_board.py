"""Chess in a terminal, drawn from the views that its rules make."""

import json

import pytest

from local.client.frames import JsonObject
from local.play.boards import BOARDS
from tests.engine.chess.table import ChessTable, move
from tests.engine.helpers import ANNA, BO

BOARD = BOARDS["chess"]


def seen(table: ChessTable, viewer: str | None = None) -> JsonObject:
    """The view as it comes over the wire."""
    view: JsonObject = json.loads(json.dumps(table.view({"anna": ANNA, "bo": BO}.get(viewer or ""))))
    return view


def after(moves: str, hints: str = "moves") -> ChessTable:
    table = ChessTable.new(hints=hints)
    for uci in moves.split():
        table.act(table.mover, move(uci))
    return table


def test_the_board_is_drawn_with_white_below_and_the_newest_move_in_brackets() -> None:
    assert BOARD.draw(seen(after("e2e4")), letters=True) == [
        "8 r  n  b  q  k  b  n  r",
        "7 p  p  p  p  p  p  p  p",
        "6 .  .  .  .  .  .  .  .",
        "5 .  .  .  .  .  .  .  .",
        "4 .  .  .  . [P] .  .  .",
        "3 .  .  .  .  .  .  .  .",
        "2 P  P  P  P [.] P  P  P",
        "1 R  N  B  Q  K  B  N  R",
        "  a  b  c  d  e  f  g  h",
    ]


def test_pieces_are_drawn_as_pictures_where_the_terminal_can() -> None:
    lines = BOARD.draw(seen(after("")), letters=False)
    assert lines[0] == "8 ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜"
    assert lines[7] == "1 ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖"


def test_an_own_piece_in_danger_is_marked_for_its_owner_where_the_options_say_so() -> None:
    table = after("e2e4 d7d5", hints="movesAndThreats")
    assert "P!" in BOARD.draw(seen(table, "anna"), letters=True)[4].replace("[P]", "P!")
    assert "!" not in "".join(BOARD.draw(seen(table, "bo"), letters=True))


def test_what_was_taken_and_who_is_ahead_stands_beside_each_side() -> None:
    standing = BOARD.standing(seen(after("e2e4 d7d5 e4d5")))
    assert standing == {"white": "폰 (+1)", "black": ""}


def test_check_is_shown_beside_the_side_whose_king_is_attacked() -> None:
    assert "체크!" in BOARD.standing(seen(after("e2e4 f7f5 d1h5")))["black"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("e2e4", {"type": "move", "from": "e2", "to": "e4"}),
        (" E2 E4 ", {"type": "move", "from": "e2", "to": "e4"}),
        ("e7e8q", {"type": "move", "from": "e7", "to": "e8", "promotion": "q"}),
        ("O-O", {"type": "castle", "side": "king"}),
        ("0-0-0", {"type": "castle", "side": "queen"}),
        ("비김주장", {"type": "claimDraw"}),
        ("e2", None),
        ("e2e9", None),
        ("e7e8k", None),
        ("안녕", None),
    ],
)
def test_a_typed_move_is_read(text: str, action: JsonObject | None) -> None:
    assert BOARD.read_move(text) == action


def test_every_offered_action_is_one_that_the_rules_accept() -> None:
    table = ChessTable.at("r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1")
    actions = BOARD.legal_actions(seen(table, "anna"))
    assert {"type": "castle", "side": "king"} in actions
    assert {"type": "move", "from": "a7", "to": "b8", "promotion": "n"} not in actions
    assert len(actions) == len(table.view(ANNA)["legalMoves"])  # type: ignore[arg-type]
    assert BOARD.legal_actions(seen(table, "bo")) == []


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"type": "moved", "by": "a", "color": "white", "san": "e4", "captured": None}, "백 e4"),
        (
            {"type": "moved", "by": "a", "color": "black", "san": "Qxd5", "captured": "p"},
            "흑 Qxd5, 잡은 기물: 폰",
        ),
        ({"type": "promoted", "by": "a", "color": "white", "piece": "q"}, "백: 폰이 승진했어요. (퀸)"),
        ({"type": "checkmate", "by": "a", "color": "black"}, "흑 킹이 피할 곳이 없어요. 체크메이트!"),
        ({"type": "castled", "by": "a", "color": "white", "side": "king"}, None),
    ],
)
def test_events_are_told(event: JsonObject, sentence: str | None) -> None:
    assert BOARD.tell(event) == sentence
