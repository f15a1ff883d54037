"""The worked example of ``docs/add-a-game.md`` is a game: taken from the page, it keeps the contract."""

import importlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import TypeAdapter

import engine.games
from engine.game import AnyGame, PlayerId
from engine.rng import Rng
from engine.testing import OUTSIDER, Outcome, Playout
from tests.engine.subject import Subject

from .helpers import NOW, ROOT, SEED

PAGE = ROOT / "docs" / "add-a-game.md"
PEOPLE = [PlayerId(name) for name in ("anna", "bo", "cy", "dora")]
BLOCK = re.compile(r"^```python file=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> dict[str, str]:
    """The pieces of code by the file they belong in."""
    return dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """The modules of the example, by name; the game is where the page puts it."""
    folder = tmp_path / "thirtyone"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    for path, code in blocks().items():
        (folder / f"{Path(path).stem}.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(tmp_path)])
    yield lambda name: importlib.import_module(f"engine.games.thirtyone.{name}")
    for name in [name for name in sys.modules if name.startswith("engine.games.thirtyone")]:
        del sys.modules[name]


def test_the_page_has_the_files_it_speaks_of() -> None:
    assert [Path(path).stem for path in blocks()] == ["state", "definition", "listing", "subject", "wire"]


def test_what_the_page_names_is_there() -> None:
    text = BLOCK.sub("", PAGE.read_text(encoding="utf-8"))
    named = set(re.findall(r"`((?:engine|tests|local|docs|web)/[\w./-]+)`", text))
    made_by_the_reader = {path for path in named if "thirtyone" in path}
    missing = {path for path in named - made_by_the_reader if not (ROOT / path).exists()}
    assert {path for path in missing if not path.startswith("web/")} == set()
    assert "engine/game.py" in named


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_example_keeps_the_contract(example: Callable[[str], ModuleType], players: int) -> None:
    game: AnyGame = example("definition").Thirtyone()
    subject: Subject = example("subject").SUBJECT
    reasons: Counter[str] = Counter()
    for setting in subject.settings:
        playout: Playout[Any, Any, Any] = Playout(
            game=game,
            players=PEOPLE[:players],
            options=game.Options.model_validate(setting.options),
            max_steps=subject.max_steps,
            one_timeout_in=setting.one_timeout_in,
            side_actions=subject.side_actions,
            invariant=subject.invariant,
        )
        for seed in range(20):
            reasons[str(playout.run(bytes([seed]) * 16).state.reason)] += 1
    assert {"resign", "timeLoss"} <= set(reasons)


def test_the_example_is_played_to_31(example: Callable[[str], ModuleType]) -> None:
    game: AnyGame = example("definition").Thirtyone()
    say = example("state").Say
    rng = Rng.from_seed(SEED)
    state = game.setup(players=PEOPLE[:3], options=game.Options(), rng=rng, now=NOW)
    for turn, count in enumerate([3] * 9 + [1, 2]):
        refused = game.validate(state, PEOPLE[(turn + 1) % 3], say(count=1))
        assert refused is not None
        assert refused.code == "move/not_your_turn"
        state, _ = game.apply(state, PEOPLE[turn % 3], say(count=count), rng=rng, now=NOW + turn)
    assert state.reached == 30
    refused = game.validate(state, PEOPLE[2], say(count=2))
    assert refused is not None
    assert refused.code == "move/illegal"
    state, events = game.apply(state, PEOPLE[2], say(count=1), rng=rng, now=NOW + 99)
    assert [event.type for event in events] == ["said", "lost", "gameEnded"]
    result = game.result(state)
    assert result is not None
    assert result.ranking == ((PEOPLE[0], PEOPLE[1]), (PEOPLE[2],))
    assert result.reason == "normal"


def test_the_example_shows_what_it_describes(example: Callable[[str], ModuleType]) -> None:
    game: AnyGame = example("definition").Thirtyone()
    wire = example("wire").WIRE
    view: TypeAdapter[Any] = TypeAdapter(wire.view)
    events = {event.model_fields["type"].annotation.__args__[0]: TypeAdapter(event) for event in wire.events}
    seen: set[str] = set()

    def around(apply: Callable[[], Outcome[Any]]) -> Outcome[Any]:
        state, told = apply()
        for event in told:
            events[event.type].validate_json(json.dumps(event.to_json()))
            seen.add(event.type)
        for viewer in (*PEOPLE, OUTSIDER, None):
            view.validate_json(json.dumps(game.view(state, viewer)))
        return state, told

    Playout(game=game, players=PEOPLE, options=game.Options(), max_steps=31, around=around).run(bytes(16))
    assert seen == set(events)


def test_the_example_is_listed_as_what_it_is(example: Callable[[str], ModuleType]) -> None:
    listing = example("listing").LISTING
    game = listing.game
    assert (listing.id, listing.name_ko) == (game.id, game.name_ko)
    assert (listing.min_players, listing.max_players) == (game.min_players, game.max_players)
