"""What every game must keep (document 002, sections 2 and 7), by seeded random playouts."""

import inspect
import json
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import quantiles
from time import process_time

import pytest
from pydantic import JsonValue, ValidationError

from engine.game import AnyGame, PlayerId
from engine.registry import GAMES
from engine.rng import Rng
from engine.testing import Outcome, Playout

from .helpers import ANNA, BO, MADE, NOW, SEED
from .subject import Setting, Subject


def subject_of(game_id: str) -> Subject:
    """How to play a registered game: ``SUBJECT`` of its own tests."""
    name = f"tests.engine.{game_id}.subject"
    if find_spec(f"tests.engine.{game_id}") is None or find_spec(name) is None:
        return UNKNOWN
    subject = import_module(name).SUBJECT
    assert isinstance(subject, Subject)
    return subject


UNKNOWN = Subject(settings=(Setting(options={}),), invariant=lambda _: None, max_steps=3000)
SUBJECTS = {game_id: subject_of(game_id) for game_id in GAMES}
CASES = [(game_id, number) for game_id in GAMES for number in range(len(SUBJECTS[game_id].settings))]

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def play(game_id: str, setting: int, seeds: Sequence[int], durations: list[float]) -> None:
    game, subject = GAMES[game_id], SUBJECTS[game_id]
    chosen = subject.settings[setting]

    def timed(call: Callable[[], Outcome[object]]) -> Outcome[object]:
        began = process_time()  # not the time others take from this machine
        outcome = call()
        durations.append(process_time() - began)
        return outcome

    playout = Playout(
        game=game,
        players=[ANNA, BO],
        options=game.Options.model_validate(chosen.options),
        max_steps=subject.max_steps,
        one_timeout_in=chosen.one_timeout_in,
        side_actions=subject.side_actions,
        invariant=subject.invariant,
        around=timed,
    )
    for seed in seeds:
        playout.run(seed.to_bytes(16, "big"))


def assert_quick(durations: list[float]) -> None:
    """Document 002, section 7: apply takes at most 5 ms (at the 99th percentile)."""
    assert quantiles(durations, n=100)[98] <= 0.005


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_says_how_it_is_to_be_played_here(game_id: str) -> None:
    assert SUBJECTS[game_id] is not UNKNOWN, f"write tests/engine/{game_id}/subject.py"


@pytest.mark.parametrize(("game_id", "setting"), CASES)
def test_random_games_keep_the_contract_to_the_end(game_id: str, setting: int) -> None:
    durations: list[float] = []
    play(game_id, setting, range(SUBJECTS[game_id].quick_games), durations)
    assert_quick(durations)


def play_many(game_id: str, setting: int, games_in_all: int) -> None:
    subject = SUBJECTS[game_id]
    games_each = -(-games_in_all // len(subject.settings))
    durations: list[float] = []
    play(game_id, setting, range(subject.quick_games, subject.quick_games + games_each), durations)
    assert_quick(durations)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "setting"), CASES)
def test_many_random_games_keep_the_contract_to_the_end(game_id: str, setting: int) -> None:
    play_many(game_id, setting, SUBJECTS[game_id].slow_games)


@pytest.mark.demand
@pytest.mark.parametrize(("game_id", "setting"), CASES)
def test_a_thousand_random_games_keep_the_contract_to_the_end(game_id: str, setting: int) -> None:
    if SUBJECTS[game_id].slow_games >= 1000:
        pytest.skip("the full run plays a thousand")
    play_many(game_id, setting, 1000)


@games
def test_a_game_says_who_it_is(game: AnyGame) -> None:
    assert game.id.isascii()
    assert game.id.islower()
    assert not game.name_ko.isascii()
    assert 1 <= game.min_players <= game.max_players
    assert game.players_for(game.Options()) == (game.min_players, game.max_players)
    assert game.state_version >= 1


@games
def test_a_client_cannot_send_the_action_of_the_system(game: AnyGame) -> None:
    with pytest.raises(ValidationError):
        game.Action.validate_python({"type": "timeout"})


@games
@pytest.mark.parametrize(
    "sent", [None, 7, "resign", [], {}, {"type": None}, {"type": "nonsense"}, {"type": "resign", "x": 1}]
)
def test_an_action_that_is_none_is_refused_by_its_shape(game: AnyGame, sent: JsonValue) -> None:
    with pytest.raises(ValidationError):
        game.Action.validate_python(sent)


@games
def test_every_legal_action_survives_its_own_json(game: AnyGame) -> None:
    state = game.setup(players=[ANNA, BO], options=game.Options(), rng=Rng.from_seed(SEED), now=NOW)
    for player in game.active_players(state):
        for action in game.legal_actions(state, player):
            assert game.Action.validate_python(action.model_dump(mode="json")) == action


@games
def test_the_same_seed_gives_the_same_start(game: AnyGame) -> None:
    def start(players: list[PlayerId]) -> object:
        return game.setup(players=players, options=game.Options(), rng=Rng.from_seed(SEED), now=NOW)

    assert start([ANNA, BO]) == start([ANNA, BO])


@games
def test_too_few_or_too_many_players_are_a_fault(game: AnyGame) -> None:
    for count in (game.min_players - 1, game.max_players + 1):
        players = [PlayerId(f"p{number}") for number in range(count)]
        with pytest.raises(ValueError, match="players"):
            game.setup(players=players, options=game.Options(), rng=Rng.from_seed(SEED), now=NOW)


@games
@pytest.mark.parametrize("data", [None, 1, "state", [], {}])
def test_a_stored_value_that_is_no_state_is_refused(game: AnyGame, data: JsonValue) -> None:
    with pytest.raises(ValueError, match=r"not an? "):
        game.load(data)


@games
def test_a_state_of_an_unknown_version_is_refused(game: AnyGame) -> None:
    with pytest.raises(ValueError, match="version"):
        game.migrate({}, game.state_version + 1)


@games
def test_the_default_options_are_those_of_the_state_version(game: AnyGame) -> None:
    """What has its default is left out of stored rooms and states: a new default would reach into games
    that are being played."""
    kept = MADE / "defaults" / f"{game.id}-{game.state_version}.json"
    now = json.dumps(game.Options().model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"
    assert kept.exists(), f"keep the defaults of this version: write {kept.name} with\n{now}"
    assert kept.read_text(encoding="utf-8") == now, (
        f"the default options of {game.id} changed: raise its state_version, let migrate() write the old "
        f"defaults ({kept.name}) into what older versions stored, and keep the new ones in a file of their "
        f"own. An option that is new needs no more than its line in {kept.name}, if its default is what "
        "games did before."
    )


@games
def test_only_the_names_of_the_schema_choose_an_option(game: AnyGame) -> None:
    defaults = game.Options().model_dump(mode="json")
    for name, field in game.Options.model_fields.items():
        value = defaults[str(field.alias)]
        assert game.Options.model_validate({field.alias: value}) == game.Options()
        if name != field.alias:
            with pytest.raises(ValidationError, match="extra_forbidden"):
                game.Options.model_validate({name: value})


@games
def test_a_definition_holds_no_state_of_its_own(game: AnyGame) -> None:
    assert not vars(game)
    assert not inspect.isabstract(type(game))
