"""The games to measure on."""

from itertools import islice

import pytest

from bench.games import Chance, Corpus, Recorded, best, by_chance, corpora_of, made
from bench.table import in_memory
from engine.game import JsonObject
from engine.registry import GAMES


@pytest.mark.parametrize("game_id", list(GAMES))
def test_every_registered_game_can_be_measured(game_id: str) -> None:
    for corpus in corpora_of(game_id):
        seats, _ = in_memory(corpus)
        carried = 0
        for mover, text in islice(seats.moves(corpus.sample(1)[0]), 12):
            assert seats.carry(mover, text).moves == 1
            carried += 1
        assert carried > 0, corpus.label


@pytest.mark.parametrize("game_id", ["othello", "omok", "chess"])
def test_recorded_games_end_as_the_rules_end_them(game_id: str) -> None:
    corpus = made(game_id)
    seats, _ = in_memory(corpus)
    longest = max(corpus.games, key=lambda game: game.length)
    sent = [seats.carry(mover, text).moves for mover, text in seats.moves(longest)]
    assert len(sent) == longest.length
    if game_id != "chess":  # made chess games may have been cut off
        assert seats.room.status == "finished"
        assert seats.mover is None


def test_a_sample_has_games_of_all_lengths() -> None:
    action: JsonObject = {"type": "place"}
    games = [Recorded((action,) * length) for length in (9, 1, 5, 3, 7, 8, 2, 6, 4)]
    corpus = Corpus("othello", "made", games)
    assert [game.length for game in corpus.sample(3)] == [2, 5, 8]
    assert len(corpus.sample(99)) == 9


def test_a_game_by_chance_is_the_same_each_time_and_another_with_another_seed() -> None:
    def played(script: Chance) -> list[str]:
        seats, _ = in_memory(by_chance("othello"))
        texts = []
        for mover, text in seats.moves(script):
            seats.carry(mover, text)
            texts.append(text)
        assert seats.room.status == "finished"
        return texts

    first = played(Chance(bytes(16)))
    assert played(Chance(bytes(16))) == first
    assert played(Chance(bytes([1, *range(15)]))) != first


def test_what_people_play_comes_before_what_was_made() -> None:
    sources = [corpus.source for corpus in corpora_of("chess")]
    assert sources[-1] == "made"
    assert best("chess").source == sources[0]
