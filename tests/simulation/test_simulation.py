"""Simulated worlds in which everything holds, and what makes a broken one easy to look into."""

from collections import Counter

import pytest

from engine.registry import GAMES
from tests.simulation.__main__ import main
from tests.simulation.fate import LOSSES, MISHAPS, Fate
from tests.simulation.lives import live, shrunk
from tests.simulation.test_mutations import save_over_newer_versions

WORLDS = 1_200
BLOCK = 300
ODD_ONES = (146, 448, 554, 878, 1028, 1067, 1270, 6520, 7601, 8821, 12012, 14300)
"""Worlds that once broke, for a fault of the backend, the client or the simulation itself."""


@pytest.mark.parametrize("seed", [*range(4), *ODD_ONES])
def test_in_a_simulated_world_everything_holds(seed: int) -> None:
    life = live(seed)
    assert life.broken is None


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100_000, 100_000 + WORLDS, BLOCK))
def test_in_many_simulated_worlds_everything_holds(first: int) -> None:
    """Their games end in every way and every mishap happens, so that nothing holds for want of trial."""
    lives = [live(seed) for seed in range(first, first + BLOCK)]
    broken = [f"{life.seed}: {life.broken}" for life in lives if life.broken is not None]
    assert not broken, "see: python -m tests.simulation --worlds 1 --first SEED"
    assert {life.game_id for life in lives} == set(GAMES)
    happened = Counter(name.split(" ")[0] for life in lives for name in life.mishaps)
    assert set(happened) == {what for mishaps in MISHAPS.values() for what in mishaps}
    ends = {reason for life in lives for reason in life.ends}
    assert ends >= {"normal", "resign", "timeout", "draw-agreed"}
    assert sum(life.saves for life in lives) > 20 * BLOCK


def test_the_same_seed_gives_the_same_world_to_the_last_frame() -> None:
    seed = 448
    assert live(seed, with_story=True) == live(seed, with_story=True)


def test_naming_the_mishaps_that_happened_changes_nothing() -> None:
    whole = live(448, with_story=True)
    assert len(whole.mishaps) > 50
    assert live(448, only=frozenset(whole.mishaps), with_story=True) == whole


def test_without_mishaps_a_world_is_calm() -> None:
    assert live(448, only=frozenset()).mishaps == ()


def test_a_decision_depends_on_its_name_and_not_on_those_before() -> None:
    one, other = Fate(7), Fate(7)
    for number in range(50):
        other.number(f"something else {number}")
    assert [one.number(name) for name in "abc"] == [other.number(name) for name in "abc"]
    assert one.number("a") != Fate(8).number("a")


def test_a_good_part_of_the_worlds_loses_nothing() -> None:
    kind = [seed for seed in range(200) if not any(live_odds(seed).values())]
    assert 60 < len(kind) < 140


def live_odds(seed: int) -> dict[str, float]:
    """How likely losses are in a world."""
    return {what: odds for what, odds in Fate(seed).odds.items() if what in LOSSES}


def test_a_broken_world_is_made_small_and_can_be_seen_again(capsys: pytest.CaptureFixture[str]) -> None:
    """A store that forgets the version breaks worlds; of the many mishaps in one, few are needed."""
    with save_over_newer_versions():
        life = next(
            life for life in map(live, range(100)) if life.broken is not None and len(life.mishaps) > 20
        )
        small = shrunk(life, runs=120)
        assert small.broken is not None
        assert len(small.mishaps) < len(life.mishaps) / 2
        assert live(small.seed, only=frozenset(small.mishaps)).broken == small.broken
        assert main([str(small.seed), "--only", *small.mishaps]) == 1
        told = capsys.readouterr().out
        assert "broken: " in told
        assert all(name in told for name in small.mishaps)


def test_the_command_lives_through_many_worlds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--worlds", "4", "--first", "3", "--jobs", "2"]) == 0
    assert "4 worlds" in capsys.readouterr().out
    assert main(["3"]) == 0
    assert "everything held" in capsys.readouterr().out
