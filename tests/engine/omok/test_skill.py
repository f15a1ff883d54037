"""The stone-removal skill (document 003, step 3)."""

import json

import pytest

from engine.colors import Color
from engine.game import PlayerId, Rejection
from engine.games.omok import OmokState
from engine.games.omok.board import GRID
from engine.games.omok.record import position_after
from engine.offers import OfferDraw, RequestUndo, Resign, RespondUndo
from tests.engine.helpers import ANNA, BO, EVE, listed, objected, types

from .table import FULL_WITHOUT_FIVE, OMOK, OmokTable, board_of, indices, move

WHITE_FOUR = "o1 d8 o3 e8 o5 f8 a1 g8"
"""Black to move; white has four in a row, d8 to g8, open on both sides."""


def skills(table: OmokTable) -> object:
    return table.view()["skill"]


# --- What it does ---


def test_each_player_has_one_use_at_the_start() -> None:
    assert skills(OmokTable.new()) == {"black": 1, "white": 1}


def test_it_takes_one_stone_of_the_opponent_off_the_board() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 j10")
    [removed] = table.plays("xh8")
    assert removed.to_json() == {"type": "removed", "by": BO, "color": "white", "x": 7, "y": 7}
    assert table.stones() == {"black": "j10", "white": "i9"}
    assert skills(table) == {"black": 1, "white": 0}


def test_it_takes_the_place_of_the_turns_stone() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9")
    assert table.turn == "white"
    for action in (move("a1"), move("xh8")):
        assert table.code(ANNA, action) == "move/not_your_turn"
    assert table.stones() == {"black": "h8", "white": ""}


@pytest.mark.parametrize("black_uses_first", [True, False])
def test_each_player_may_use_it_once(black_uses_first: bool) -> None:
    table = OmokTable.new()
    table.plays("h8 i9 j10 a1")
    table.plays("xa1 xh8" if black_uses_first else "o15 xh8 xa1")
    assert skills(table) == {"black": 0, "white": 0}
    while table.turn != "black":
        table.plays("k5")
    assert table.code(ANNA, move("xi9")) == "skill/used"
    table.plays("o1")
    assert table.code(BO, move("xj10")) == "skill/used"
    for player in (ANNA, BO):
        assert all(action.type == "place" for action in OMOK.legal_actions(table.state, player))


@pytest.mark.parametrize("by", ["black", "white"])
def test_either_side_may_play_on_the_freed_point(by: Color) -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9")
    if by == "black":
        table.plays("a1")
    assert move("i9") in OMOK.legal_actions(table.state, table.mover)
    table.plays("i9")
    assert "i9" in table.stones()[by].split()


def test_a_stone_that_was_put_back_may_be_removed_again_by_whoever_has_a_use_left() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9 i9 j10 xj10 j10")
    assert table.stones() == {"black": "h8 j10", "white": "i9"}
    assert skills(table) == {"black": 0, "white": 0}
    assert table.code(BO, move("xj10")) == "skill/used"


def test_it_keeps_the_opponent_from_a_five() -> None:
    table = OmokTable.new()
    table.plays(WHITE_FOUR)
    table.plays("xf8")
    for point in ("c8", "h8"):
        trial = OmokTable(table.state, now=table.now)
        trial.plays(point)
        assert OMOK.result(trial.state) is None


def test_a_stone_of_a_four_that_was_removed_and_put_back_makes_the_five_next_time() -> None:
    table = OmokTable.new()
    table.plays(WHITE_FOUR)
    table.plays("xf8 f8")  # the four stands again, black has no use left
    assert table.code(ANNA, move("xf8")) == "skill/used"
    assert OMOK.result(table.state) is None
    table.plays("h8 c8")
    assert (table.detail()["winner"], table.detail()["line"]) == ("white", indices("c8 d8 e8 f8 g8"))
    assert table.detail()["transcript"] == f"{WHITE_FOUR} xf8 f8 h8 c8"


def test_a_removal_that_opens_a_four_lets_its_owner_make_five() -> None:
    table = OmokTable.new()
    table.plays("d8 h8 e8 c8 f8 a1 g8 a3")  # black's four, shut in by c8 and h8
    table.plays("xh8 a5 h8")
    assert (table.detail()["winner"], table.detail()["line"]) == ("black", indices("d8 e8 f8 g8 h8"))


def test_a_removal_makes_no_five_of_the_stones_beside_it() -> None:
    board = board_of(black="d8 e8 g8 h8", white="f8")
    table = OmokTable.at(board)
    table.plays("xf8")
    assert OMOK.result(table.state) is None
    assert table.view()["winLine"] == []


def test_a_five_comes_too_late_for_it() -> None:
    table = OmokTable.new()
    table.plays(f"{WHITE_FOUR} o7 h8")
    assert table.detail()["winner"] == "white"
    assert table.code(ANNA, move("xf8")) == "game/over"


@pytest.mark.parametrize("turn", ["black", "white"])
def test_with_one_free_point_it_makes_room_and_the_game_goes_on(turn: Color) -> None:
    table = OmokTable.at(f".{FULL_WITHOUT_FIVE[1:]}", turn)
    target = GRID.name(table.drawn().index("O" if turn == "black" else "X"))
    table.plays(f"x{target}")
    assert OMOK.result(table.state) is None
    assert table.drawn().count(".") == 2
    table.plays("a1")
    assert OMOK.result(table.state) is None
    table.plays(target)
    assert table.detail()["reason"] == "boardFull"


def test_it_declines_an_offer_and_gains_the_increment_as_a_stone_does() -> None:
    table = OmokTable.new(timeControl={"kind": "fischer", "baseSec": 180, "incSec": 2})
    table.plays("h8 i9")
    table.act(BO, OfferDraw())
    events = table.act(ANNA, move("xi9"), after_ms=5000)
    assert types(events) == ["drawDeclined", "removed"]
    assert table.state.clock.remaining.black == 180_000 - 1000 + 2000 - 6000 + 2000


# --- When it is refused ---


def refused(table: OmokTable, player: PlayerId, notation: str) -> tuple[str, str]:
    rejection = table.refusal(player, move(notation))
    assert isinstance(rejection, Rejection)
    return rejection.code, rejection.reason


def test_every_refusal_has_a_code_and_a_reason_of_its_own() -> None:
    table = OmokTable.new()
    table.plays("h8 i9")
    off = OmokTable.new(skill=False)
    off.plays("h8 i9")
    used = OmokTable.new()
    used.plays("h8 i9 xi9 j10")
    told = [
        refused(used, ANNA, "xj10"),
        refused(off, ANNA, "xi9"),
        refused(table, ANNA, "xa1"),
        refused(table, ANNA, "xh8"),
        refused(table, BO, "xh8"),
    ]
    assert told == [
        ("skill/used", "돌 제거 스킬을 이미 썼어요"),
        ("skill/off", "이 대국에서는 돌 제거 스킬을 쓸 수 없어요"),
        ("skill/target", "이 자리에는 없앨 돌이 없어요"),
        ("skill/own", "내 돌은 없앨 수 없어요"),
        ("move/not_your_turn", "지금은 상대 차례예요"),
    ]
    assert len(dict(told)) == len(told)


@pytest.mark.parametrize("point", [(-1, 7), (15, 7), (7, -1), (7, 15), (10**30, 0)])
def test_off_the_board_there_is_nothing_to_remove(point: tuple[int, int]) -> None:
    table = OmokTable.new()
    table.plays("h8 i9")
    action = OMOK.Action.validate_python({"type": "useSkill", "x": point[0], "y": point[1]})
    assert table.refusal(ANNA, action) == Rejection("skill/target", "판 밖에는 없앨 돌이 없어요")


def test_before_whites_first_stone_black_has_nothing_to_remove() -> None:
    table = OmokTable.new()
    assert table.code(ANNA, move("xh8")) == "skill/target"
    assert objected(table.view(ANNA)["legalMoves"])["remove"] == []
    table.plays("h8")
    assert objected(table.view(BO)["legalMoves"])["remove"] == indices("h8")


def test_who_does_not_play_cannot_use_it() -> None:
    table = OmokTable.new()
    table.plays("h8 i9")
    assert table.code(EVE, move("xi9")) == "room/not_seated"


def test_the_newest_point_that_was_freed_cannot_be_freed_again() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9")
    assert table.code(BO, move("xi9")) == "skill/target"


def test_with_the_option_off_it_is_not_there_at_all() -> None:
    table = OmokTable.new(skill=False)
    table.plays("h8 i9")
    assert skills(table) == {"black": 0, "white": 0}
    assert objected(table.view(ANNA)["legalMoves"])["remove"] == []
    assert all(action.type == "place" for action in OMOK.legal_actions(table.state, ANNA))


@pytest.mark.parametrize("notation", ["xh8", "xj10", "xa1"])
def test_a_refused_removal_that_is_carried_out_all_the_same_is_a_fault(notation: str) -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9 j10")
    before = table.state
    with pytest.raises(ValueError, match="skill/"):
        OMOK.apply(before, ANNA, move(notation), rng=table.rng, now=table.now)
    assert table.state == before


# --- Time, undo, record ---


@pytest.mark.parametrize(("ms_before_the_deadline", "counts"), [(1, True), (0, False), (-5000, False)])
def test_a_removal_at_the_flag_comes_too_late_and_is_not_used_up(
    ms_before_the_deadline: int, counts: bool
) -> None:
    table = OmokTable.new()
    table.plays("h8 i9")
    deadline = OMOK.deadline(table.state)
    assert deadline is not None
    events = table.act(ANNA, move("xi9"), after_ms=deadline - ms_before_the_deadline - table.now)
    assert types(events) == (["removed"] if counts else ["passed"])
    assert skills(table) == {"black": 0 if counts else 1, "white": 1}
    assert ("i9" in table.stones()["white"]) is not counts


@pytest.mark.parametrize("kind", ["fischer", "none"])
def test_a_removal_at_the_flag_does_not_save_a_game_that_is_lost_on_time(kind: str) -> None:
    table = OmokTable.new(timeControl={"kind": kind})
    table.plays("h8 i9")
    deadline = OMOK.deadline(table.state)
    assert deadline is not None
    events = table.act(ANNA, move("xi9"), after_ms=deadline - table.now)
    assert types(events) == ["gameEnded"]
    assert (table.detail()["winner"], table.detail()["reason"]) == ("white", "timeLoss")


def test_an_undone_removal_puts_the_stone_back_and_gives_the_skill_back() -> None:
    table = OmokTable.new()
    table.plays("h8 i9")
    before = table.state
    table.plays("xi9")
    table.act(ANNA, RequestUndo())
    table.act(BO, RespondUndo(accept=True))
    assert table.state.position == before.position
    assert skills(table) == {"black": 1, "white": 1}
    table.plays("xi9")
    assert skills(table) == {"black": 0, "white": 1}


def test_a_removal_of_the_opponent_that_an_undo_takes_along_is_given_back_too() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 j10 xh8")
    table.act(ANNA, RequestUndo())
    assert objected(objected(table.view()["pending"])["undo"])["plies"] == 2
    table.act(BO, RespondUndo(accept=True))
    assert table.stones() == {"black": "h8", "white": "i9"}
    assert skills(table) == {"black": 1, "white": 1}
    assert table.turn == "black"


def test_an_undo_of_a_later_move_leaves_a_removal_as_it_is() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9 a1 b2")
    table.act(ANNA, RequestUndo())
    table.act(BO, RespondUndo(accept=True))
    assert table.stones() == {"black": "h8", "white": "a1"}
    assert skills(table) == {"black": 0, "white": 1}


def test_a_removal_stands_in_the_record_and_in_the_notation() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9 pass a15 o1")
    moves = listed(table.view()["moves"])
    assert moves[2] == {"kind": "remove", "color": "black", "x": 8, "y": 8, "auto": False}
    assert moves[3] == {"kind": "pass", "color": "white", "auto": True}
    table.act(ANNA, Resign())
    assert table.detail()["transcript"] == "h8 i9 xi9 pass a15 o1"
    assert table.detail()["moveCount"] == 6


GAME = "h8 h7 i9 g8 g7 i8 xi8 j10 i8 xi8 f10 i8 k4 pass pass k11 j5 j11 d4 j12 d5 j13 d6 j14"
"""A game in which both use the skill on the same point, both let a turn pass, and white wins."""


def test_a_game_with_removals_replays_to_the_same_state() -> None:
    table = OmokTable.new()
    states = [table.state]
    for notation in GAME.split():
        table.plays(notation)
        states.append(table.state)
    assert (table.detail()["winner"], table.detail()["line"]) == ("white", indices("j10 j11 j12 j13 j14"))
    assert table.detail()["transcript"] == GAME

    again = OmokTable.new()
    for notation, state in zip(GAME.split(), states[1:], strict=True):
        again.plays(notation)
        assert again.state == state
    for state in states:
        assert OMOK.load(json.loads(json.dumps(OMOK.dump(state)))) == state
        assert position_after(state.record, state.start)[:2] == state.position[:2]


def test_a_stored_game_knows_who_has_used_the_skill() -> None:
    table = OmokTable.new()
    table.plays("h8 i9 xi9 j10")
    loaded: OmokState = OMOK.load(json.loads(json.dumps(OMOK.dump(table.state))))
    assert OMOK.view(loaded, None)["skill"] == {"black": 0, "white": 1}
    assert OMOK.validate(loaded, ANNA, move("xj10")) == table.refusal(ANNA, move("xj10"))
