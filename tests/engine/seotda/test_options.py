"""The options of 섯다."""

import pytest
from pydantic import JsonValue, ValidationError

from engine.games.seotda import SeotdaOptions

from .table import SEOTDA, options

CHOICES: dict[str, list[JsonValue]] = {
    "maxPlayers": [2, 3, 4, 5, 6],
    "hands": [1, 5, 10, 20],
    "startChips": [500, 1000, 3000, 5000],
    "ante": [5, 10, 50],
    "deal": ["oneByOne", "both"],
    "topBet": ["half", "full"],
    "raises": [1, 2, 3],
    "checks": ["first", "everyone"],
    "ddaengCatcher": [True, False],
    "inspector": [True, False],
    "gusa": [True, False],
    "tie": ["replay", "split"],
    "perMoveSec": [10, 20, 30, 60],
    "disconnectGraceSec": [30, 60, 120],
}
DEFAULTS: dict[str, JsonValue] = {
    **{"maxPlayers": 6, "hands": 10, "startChips": 1000, "ante": 10, "deal": "oneByOne", "topBet": "half"},
    **{"raises": 2, "checks": "first", "ddaengCatcher": True, "inspector": True, "gusa": True},
    **{"tie": "replay", "perMoveSec": 20, "disconnectGraceSec": 60},
}


def test_the_options_and_their_defaults_are_these() -> None:
    assert options().model_dump(mode="json") == DEFAULTS
    assert set(CHOICES) == set(DEFAULTS)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in CHOICES for value in CHOICES[name]])
def test_every_choice_is_taken_and_labelled(name: str, value: JsonValue) -> None:
    assert options(**{name: value}).model_dump(mode="json")[name] == value
    schema = SEOTDA.Options.model_json_schema()["properties"][name]
    labels = {repr(row["const"]): row["title"] for row in schema["oneOf"]}
    assert set(labels) == {repr(choice) for choice in CHOICES[name]}
    assert labels[repr(value)]
    assert schema["title"]
    assert schema["description"]
    assert schema["default"] == DEFAULTS[name]


@pytest.mark.parametrize(
    "chosen",
    [
        *(
            {"maxPlayers": 7},
            {"maxPlayers": 1},
            {"hands": 2},
            {"ante": 10.0},
            {"raises": True},
            {"tie": "both"},
        ),
        *({"ddaengCatcher": 1}, {"unknown": 1}, {"deal": None}, {"perMoveSec": "20"}),
    ],
)
def test_anything_else_is_refused(chosen: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        SeotdaOptions.model_validate(chosen)


@pytest.mark.parametrize(("ante", "chips"), [(50, 500), (5, 5000)])
def test_everybody_can_pay_some_hands(ante: int, chips: int) -> None:
    assert options(ante=ante, startChips=chips).start_chips >= 10 * ante
