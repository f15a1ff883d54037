"""섯다 in a terminal, drawn from the views that its rules make."""

import json

import pytest

from engine.game import GameEvent, PlayerId
from local.client.frames import JsonObject
from local.play.boards import BOARDS
from local.play.text import width
from tests.engine.seotda.chance import steps
from tests.engine.seotda.table import ANNA, BO, SEOTDA, SeotdaTable, options

BOARD = BOARDS["seotda"]


def seen(table: SeotdaTable, viewer: PlayerId | None = None) -> JsonObject:
    """The view as it comes over the wire."""
    view: JsonObject = json.loads(json.dumps(table.view(viewer)))
    return view


def told(events: tuple[GameEvent, ...]) -> list[str]:
    """What a player reads of events, those left out that say nothing."""
    lines = [BOARD.tell(json.loads(json.dumps(event.to_json()))) for event in events]
    return [line for line in lines if line is not None]


def test_the_own_cards_are_drawn_and_those_of_others_are_backs() -> None:
    table = SeotdaTable.new(3, deal="both").holding("3G 7Y | 10Y 10T | 1T 2T")
    assert BOARD.draw(seen(table, ANNA), letters=True) == [
        "1/10판 | 선 1번 | 판돈 30 | 베팅 0",
        "1번 [ 3광][ 7열] 땡잡이(망통)",
        "2번 [ ?  ][ ?  ]",
        "3번 [ ?  ][ ?  ]",
        "할 수 있는 말: 다이, 체크, 삥 10, 쿼터 10, 하프 15",
    ]
    assert BOARD.draw(seen(table, BO), letters=False)[1:] == [
        "1번 [ ?  ][ ?  ]",
        "2번 [10열][10띠] 장땡",
        "3번 [ ?  ][ ?  ]",
    ]


def test_after_a_showdown_the_winner_is_named_and_all_are_asked_to_be_ready() -> None:
    table = SeotdaTable.new(2, deal="both").holding("3G 7Y | 9Y 9T")
    table.says("bbing call")
    assert BOARD.draw(seen(table, BO), letters=True)[1:] == [
        "1번 [ 3광][ 7열] 땡잡이(망통)",
        "2번 [ 9열][ 9띠] 9땡",
        "이긴 사람: 1번 40",
        "패를 봤으면 '준비'를 입력하세요.",
    ]


def test_a_hand_that_is_dealt_anew_says_why_and_among_whom() -> None:
    table = SeotdaTable.new(3, deal="both").holding("2Y 7T | 3T 6Y | 1T 5T")
    table.says("bbing call call")
    assert "비겨서 판돈을 두고 다시 나눠요: 1번, 2번" in BOARD.draw(seen(table), letters=True)


def test_beside_each_name_stand_chips_and_what_keeps_a_seat_from_playing() -> None:
    table = SeotdaTable.new(3, deal="both")
    table.says("half die")
    assert BOARD.standing(seen(table)) == {
        "1": "칩 975, 낸 칩 25",
        "2": "칩 990, 낸 칩 10, 다이",
        "3": "칩 990, 낸 칩 10",
    }


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("하프", {"type": "bet", "word": "half"}),
        (" 올 인 ", {"type": "bet", "word": "allIn"}),
        ("allin", {"type": "bet", "word": "allIn"}),
        ("DIE", {"type": "bet", "word": "die"}),
        ("준비", {"type": "ready"}),
        ("레이즈", None),
        ("", None),
    ],
)
def test_a_typed_word_is_an_action(typed: str, action: JsonObject | None) -> None:
    assert BOARD.read_move(typed) == action


def test_every_action_that_a_view_offers_is_one_the_game_takes() -> None:
    for step in steps(4, 3, options()):
        for player in step.before.players:
            view: JsonObject = json.loads(json.dumps(SEOTDA.view(step.before, player)))
            offered = [SEOTDA.Action.validate_python(action) for action in BOARD.legal_actions(view)]
            assert set(offered) == set(SEOTDA.legal_actions(step.before, player))
            assert BOARD.draw(view, letters=True)


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("half", ["1번: 하프 15"]),
        ("half die", ["2번: 다이"]),
        (
            "half die die",
            ["3번: 다이", "1번이 아무도 받지 않은 칩 15개를 돌려받았어요.", "1번이 칩 30개를 가져갔어요."],
        ),
        (
            "bbing call call",
            [
                "3번: 콜 10",
                "패를 열었어요. 1번 땡잡이(망통), 2번 9땡, 3번 알리. 땡잡이가 땡을 잡았어요.",
                "1번이 칩 60개를 가져갔어요.",
            ],
        ),
    ],
)
def test_events_are_told_in_korean(words: str, lines: list[str]) -> None:
    table = SeotdaTable.new(3, deal="both").holding("3G 7Y | 9Y 9T | 1T 2T")
    assert told(table.says(words)) == lines


def test_deals_and_time_that_ran_out_are_told() -> None:
    table = SeotdaTable.new(2)
    assert told(table.time_out()) == ["1번: 체크 (시간이 지났어요)"]
    table.says("bbing")
    assert told(table.says("call"))[1] == "두 번째 패를 나눴어요. 판돈은 40개예요."
    table.says("die")
    assert told(table.all_ready()) == ["2판의 패를 나눴어요. 선은 2번이에요."]


def test_every_event_of_whole_games_can_be_told_or_is_passed_over() -> None:
    silent = set()
    for seed in range(20):
        for step in steps(5, seed, options(hands=5)):
            for event in step.events:
                if not told((event,)):
                    silent.add(event.type)
    assert silent == {"ready", "gameEnded"}


def test_the_six_seats_have_signs_two_columns_wide() -> None:
    assert [side.key for side in BOARD.sides] == ["1", "2", "3", "4", "5", "6"]
    assert {width(side.sign) for side in BOARD.sides} == {2}
