"""The list of games, and what a catalogue shows of each."""

import json
import re
import subprocess
import sys

import pytest

from engine.registry import GAMES, LISTINGS, Listing

from .helpers import ROOT


def test_every_game_is_found_by_its_id() -> None:
    assert list(GAMES) == [listing.game.id for listing in LISTINGS]
    assert all(GAMES[listing.game.id] is listing.game for listing in LISTINGS)


def test_reversi_is_listed_as_its_document_says() -> None:
    [listing] = [listing for listing in LISTINGS if listing.game.id == "othello"]
    assert listing.game.name_ko == "리버시"
    assert (listing.game.min_players, listing.game.max_players) == (2, 2)
    assert listing.minutes == (10, 15)
    assert listing.difficulty == "쉬움"


@pytest.mark.parametrize("listing", LISTINGS, ids=lambda listing: listing.id)
def test_a_listing_says_what_the_definition_says(listing: Listing) -> None:
    game = listing.game
    assert (listing.id, listing.name_ko) == (game.id, game.name_ko)
    assert (listing.min_players, listing.max_players) == (game.min_players, game.max_players)
    assert listing.game is game


def test_chess_is_listed_as_its_document_says() -> None:
    [listing] = [listing for listing in LISTINGS if listing.id == "chess"]
    assert (listing.name_ko, listing.minutes, listing.difficulty) == ("체스", (10, 40), "보통~어려움")


def test_an_id_that_no_game_has_is_not_found() -> None:
    assert "checkers" not in GAMES
    assert GAMES.get("checkers") is None
    with pytest.raises(KeyError):
        GAMES["checkers"]


@pytest.mark.parametrize("asked", [None, *GAMES])
def test_only_the_game_that_is_asked_for_is_imported(asked: str | None) -> None:
    """A cold start of one game's room does not pay for the others, nor for the chess library."""
    program = f"""
import json, sys
from engine.registry import GAMES, LISTINGS
shown = [(listing.id, listing.name_ko, listing.minutes) for listing in LISTINGS]
assert list(GAMES) == [listing.id for listing in LISTINGS] and "chess" in GAMES and len(GAMES) == len(shown)
if (asked := {asked!r}) is not None:
    GAMES[asked]
games = {{name.split(".")[2] for name in sys.modules if name.startswith("engine.games.")}}
print(json.dumps([sorted(games), "chess" in sys.modules]))
"""
    done = subprocess.run(  # noqa: S603 - this interpreter, this file's own text
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [[] if asked is None else [asked], asked == "chess"]


def test_a_listing_makes_sense() -> None:
    for listing in LISTINGS:
        shortest, longest = listing.minutes
        assert 0 < shortest <= longest
        assert re.fullmatch(r"thumbnails/[a-z0-9]+\.svg", listing.thumbnail)
