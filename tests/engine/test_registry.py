"""The list of games, and what a catalogue shows of each."""

import re

from engine.registry import GAMES, LISTINGS


def test_every_game_is_found_by_its_id() -> None:
    assert list(GAMES) == [listing.game.id for listing in LISTINGS]
    assert all(GAMES[listing.game.id] is listing.game for listing in LISTINGS)


def test_reversi_is_listed_as_its_document_says() -> None:
    [listing] = [listing for listing in LISTINGS if listing.game.id == "othello"]
    assert listing.game.name_ko == "리버시"
    assert (listing.game.min_players, listing.game.max_players) == (2, 2)
    assert listing.minutes == (10, 15)
    assert listing.difficulty == "쉬움"


def test_a_listing_makes_sense() -> None:
    for listing in LISTINGS:
        shortest, longest = listing.minutes
        assert 0 < shortest <= longest
        assert re.fullmatch(r"thumbnails/[a-z0-9]+\.svg", listing.thumbnail)
