"""What games for two share: who is who, how an ending is stored, who is ranked first."""

import pytest

from engine.colors import Color, color_of
from engine.duel import GAME_OVER, NOT_SEATED, NOT_YOUR_TURN, Ending, game_ended, load_ending, ranking
from engine.game import GameResult, Json, PlayerId, Rejection
from engine.testing import check_refusal

from .helpers import ANNA, BO, EVE, PLAYERS

REASONS = ("checkers", "boredom")


@pytest.mark.parametrize(("player", "color"), [(ANNA, "black"), (BO, "white"), (EVE, None)])
def test_a_player_has_a_color_and_nobody_else_has(player: PlayerId, color: Color | None) -> None:
    assert color_of(PLAYERS, player) == color


@pytest.mark.parametrize(
    ("winner", "groups"), [("black", ((ANNA,), (BO,))), ("white", ((BO,), (ANNA,))), (None, ((ANNA, BO),))]
)
def test_the_winner_is_ranked_first_and_a_draw_is_one_group(
    winner: Color | None, groups: tuple[tuple[PlayerId, ...], ...]
) -> None:
    assert ranking(PLAYERS, winner) == groups


@pytest.mark.parametrize("ending", [None, Ending("black", "boredom"), Ending(None, "checkers")])
def test_an_ending_is_read_back_as_it_was_stored(ending: Ending[str] | None) -> None:
    assert load_ending(None if ending is None else ending.dump(), REASONS) == ending


@pytest.mark.parametrize(
    "data", ["boredom", ["black"], ["black", "five"], ["green", "boredom"], [None, None], {}, 7]
)
def test_what_is_no_ending_of_the_game_is_refused(data: Json) -> None:
    with pytest.raises(ValueError, match=r"."):
        load_ending(data, REASONS)


def test_the_last_event_of_a_game_carries_its_result() -> None:
    result = GameResult(
        ranking=((ANNA,), (BO,)), summary="흑 승", reason="normal", detail={"winner": "black"}
    )
    event = game_ended(result)
    assert (event.type, event.by, event.fields) == ("gameEnded", "system", {"result": result.to_json()})
    with pytest.raises(ValueError, match="no result"):
        game_ended(None)


@pytest.mark.parametrize("refusal", [NOT_SEATED, GAME_OVER, NOT_YOUR_TURN], ids=lambda refusal: refusal.code)
def test_a_refusal_has_a_code_for_programs_and_words_for_people(refusal: Rejection) -> None:
    check_refusal(refusal)
