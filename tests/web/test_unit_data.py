"""What the client's unit tests read is as current as the engine."""

from tests.web.seotda_games import FILE, text


def test_the_recorded_games_of_seotda_are_those_that_the_engine_plays_today() -> None:
    assert FILE.read_text("utf-8") == text(), "write them anew: python -m tests.web.seotda_games"
