"""The sections find what they say, on small samples. No test here looks at a time."""

import json
import sys
from pathlib import Path

import pytest

from bench import cold, midgame, playouts, spiel, transport
from bench.cpu import PARTS, timed
from bench.fanout import watched
from bench.games import Corpus, Recorded, made
from bench.growth import EARLY, LATE, LIMIT, Figures, Line, line, lines, taken_back
from functions.aws.environment import SettingsError
from functions.aws.wiring.rooms import RoomSettings
from functions.rooms.teller import CROWD
from local.memory import MemoryFanout


def test_every_move_is_measured_in_parts_and_whole() -> None:
    corpus = made("othello")
    found = timed(corpus, corpus.sample(1))
    moves = corpus.sample(1)[0].length
    assert {part: len(times) for part, times in found.parts.items()} == dict.fromkeys(PARTS, moves)
    assert len(found.whole) == moves
    assert min(found.whole) > 0
    assert found.ms <= found.p99_ms


def test_what_surrounds_a_move_is_measured_and_the_world_left_as_it_was() -> None:
    found = transport.measure(rounds=1)
    assert min(found.read, found.write, found.posts, found.log) > 0
    assert found.total == pytest.approx(found.read + found.write + found.posts + found.log)
    assert 100 < found.line_bytes < 200


@pytest.mark.parametrize("name", list(cold.PROGRAMS))
def test_every_function_starts_in_the_environment_that_the_template_gives_it(name: str) -> None:
    program = cold._Program(cold.PROGRAMS[name], cold.environment())
    assert program.cpu_ms() > 0
    assert len(program.wall_ms) == 1


def test_the_environment_is_read_from_the_template() -> None:
    found = cold.environment()
    assert RoomSettings.read(found).policy.margin_ms == int(found["FLAG_MARGIN_MS"])
    with pytest.raises(SettingsError):
        RoomSettings.read({**found, "TABLE_NAME": ""})


@pytest.fixture(scope="module")
def grown() -> list[Line]:
    """Every line of the section, measured once."""
    return lines()


@pytest.mark.slow
def test_calls_and_frames_do_not_grow_with_the_game(grown: list[Line]) -> None:
    long_ones = [one for one in grown if one.at(LATE, lambda figures: figures.calls) is not None]
    assert [one.name for one in long_ones] == ["chess", "omok", "reversi, undone again and again"]
    for one in long_ones:
        assert {figures.calls for game in one.games for figures in game[:-1]} == {2}, one.name
        assert one.ratio(lambda figures: figures.frame_bytes) <= LIMIT, one.name


@pytest.mark.slow
def test_the_item_grows_with_its_log(grown: list[Line]) -> None:
    for one in grown:
        early, late = (one.at(ply, lambda figures: figures.item_bytes) for ply in (EARLY, 40))
        assert early is not None
        assert late is not None
        assert late > early


def test_a_placement_that_is_taken_back_leaves_the_board_and_lengthens_the_log() -> None:
    corpus = made("othello")
    unlimited = Corpus("othello", "made", corpus.games, {"undo": "unlimited"})
    found = line("loop", unlimited, [lambda seats: taken_back(seats, corpus.games[0])])
    (game,) = found.games
    assert len(game) == 12 + 3 * 100
    loop = game[12:]
    frames = {figures.frame_bytes for figures in loop[3::3]}
    assert max(frames) - min(frames) <= 8  # numbers get longer, the board does not change
    assert loop[-1].item_bytes > loop[0].item_bytes


def test_a_figure_of_a_ply_is_the_median_around_it_and_missing_past_the_end() -> None:
    games = [[Figures(ply * 10, ply, ply, 2) for ply in range(1, 31)]]
    found = Line("made up", games)
    assert found.at(20, lambda figures: figures.cpu_ns) == 200
    assert found.at(31, lambda figures: figures.cpu_ns) is None
    with pytest.raises(ValueError, match="no game reaches ply 200"):
        found.ratio(lambda figures: figures.cpu_ns)


@pytest.mark.parametrize("spectators", [0, 3, CROWD, CROWD + 1, 200])
def test_players_make_two_posts_however_many_watch(spectators: int) -> None:
    heard = watched(spectators, MemoryFanout())
    told_here = spectators if spectators <= CROWD else 0
    assert set(heard.posts) == {2 + told_here}
    assert set(heard.crowd_posts) == {spectators - told_here}
    assert len(heard.players) == len(heard.call) == len(heard.crowd)


@pytest.mark.parametrize("game_id", list(playouts.SPIEL_NAMES))
def test_a_playout_ends_by_the_rules_and_is_decided_by_its_number(game_id: str) -> None:
    plies = playouts.engine_game(game_id, 1)
    assert 0 < plies < 500
    assert playouts.engine_game(game_id, 1) == plies


def test_playouts_are_counted_by_games_and_plies() -> None:
    numbers: list[int] = []

    def play(number: int) -> int:
        numbers.append(number)
        return playouts.library_game(number)

    found = playouts.rate(play, 0.05)
    assert numbers == list(range(len(numbers)))
    assert found.plies > found.games > 0


def test_what_is_not_installed_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOLPAN_OPENSPIEL", raising=False)
    monkeypatch.setattr(spiel, "is_installed", lambda: False)
    assert playouts.openspiel(["othello"], 0.1) == {}


def test_another_interpreter_is_asked_where_one_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A stand-in for an interpreter with the library: it answers, and writes down what it was asked."""
    answer = json.dumps({"othello": [10.0, 600.0], "gomoku": None})
    asked = tmp_path / "asked"
    interpreter = tmp_path / "python"
    interpreter.write_text(
        f"#!{sys.executable}\nimport sys\nopen({str(asked)!r}, 'w').write(' '.join(sys.argv[1:]))\n"
        f"print({answer!r})\n",
        "utf-8",
    )
    interpreter.chmod(0o755)
    monkeypatch.setenv("NOLPAN_OPENSPIEL", str(interpreter))
    assert playouts.openspiel(["othello", "omok", "new"], 0.1) == {
        "othello": playouts.Rate(10.0, 600.0),
        "omok": None,
        "new": None,
    }
    assert asked.read_text("utf-8").split()[1:] == ["0.1", "400", "othello", "gomoku"]


def test_recorded_games_are_told_apart_from_games_by_chance() -> None:
    assert all(isinstance(game, Recorded) for game in made("chess").games)


def test_a_middle_game_is_measured_on_positions_that_no_cache_knows() -> None:
    here, theirs = midgame.ours(3), midgame.library(3)
    assert min(*here, *theirs) > 0
    table, limits = midgame.compared()
    assert [row[0] for row in table.rows] == ["legal moves", "one apply"]
    assert [(limit.limit, limit.unit) for limit in limits] == [(1.0, "ms"), (1.0, "ms")]
