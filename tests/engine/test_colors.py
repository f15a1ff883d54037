"""Who plays which colour."""

import pytest

from engine.colors import Color, ColorAssignment, PerColor, assign_colors, other, want_color
from engine.game import Json, PlayerId
from engine.rng import Rng

from .helpers import ANNA, BO, SEED

HOST, GUEST = ANNA, BO


@pytest.mark.parametrize("first", ["black", "white"])
@pytest.mark.parametrize(
    ("how", "game_no", "host_is_black_when_black_is_first"),
    [
        ("hostBlack", 1, True),
        ("hostBlack", 2, True),
        ("hostWhite", 1, False),
        ("hostWhite", 2, False),
        ("alternate", 1, True),
        ("alternate", 2, False),
        ("alternate", 3, True),
    ],
)
def test_a_fixed_assignment_draws_nothing(
    how: ColorAssignment, game_no: int, host_is_black_when_black_is_first: bool, first: Color
) -> None:
    rng = Rng.from_seed(SEED)
    before = rng.state
    colors = assign_colors([HOST, GUEST], how, first=first, rng=rng, game_no=game_no)
    swapped = how == "alternate" and first == "white"
    host_is_black = host_is_black_when_black_is_first is not swapped
    assert colors == (PerColor(HOST, GUEST) if host_is_black else PerColor(GUEST, HOST))
    assert rng.state == before


@pytest.mark.parametrize("first", ["black", "white"])
def test_random_gives_the_host_the_first_move_when_the_draw_is_zero(first: Color) -> None:
    seen: set[int] = set()
    for number in range(20):
        seed = number.to_bytes(16, "big")
        rng, twin = Rng.from_seed(seed), Rng.from_seed(seed)
        colors = assign_colors([HOST, GUEST], "random", first=first, rng=rng, game_no=number)
        draw = twin.int(2)
        assert colors.of(first) == (HOST if draw == 0 else GUEST)
        assert rng.state == twin.state, "one draw, no more"
        seen.add(draw)
    assert seen == {0, 1}


@pytest.mark.parametrize("players", [[], [HOST], [HOST, HOST], [HOST, GUEST, PlayerId("eve")]])
def test_anything_but_two_different_players_is_a_fault(players: list[PlayerId]) -> None:
    with pytest.raises(ValueError, match="two different players"):
        assign_colors(players, "random", first="black", rng=Rng.from_seed(SEED), game_no=1)


def test_a_pair_keeps_one_value_per_color() -> None:
    pair = PerColor(black=1, white=2)
    assert (pair.of("black"), pair.of("white")) == (1, 2)
    assert pair.having("black", 5) == PerColor(5, 2)
    assert pair.having("white", 5) == PerColor(1, 5)
    assert pair.to_json() == {"black": 1, "white": 2}
    assert (other("black"), other("white")) == ("white", "black")


@pytest.mark.parametrize("value", [None, "", "Black", "red", 0, ["black"]])
def test_a_stored_value_that_is_no_color_is_refused(value: Json) -> None:
    assert (want_color("black"), want_color("white")) == ("black", "white")
    with pytest.raises(ValueError, match="not a colour"):
        want_color(value)
