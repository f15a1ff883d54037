"""Options of every game: what their JSON Schema tells a client, and what is refused."""

from collections.abc import Iterator
from itertools import product
from typing import Any, Literal, get_args, get_origin

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pydantic import BaseModel, JsonValue, ValidationError

from engine.game import AnyGame
from engine.options import TimeControl
from engine.registry import GAMES

HANGUL = range(ord("가"), ord("힣") + 1)

games = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def is_korean(words: object) -> bool:
    return isinstance(words, str) and any(ord(letter) in HANGUL for letter in words)


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """The options and the models inside them."""
    yield model
    for field in model.model_fields.values():
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from models(field.annotation)


def choices(annotation: Any) -> list[Any] | None:
    """What a field's type allows, if it lists it."""
    if annotation is bool:
        return [True, False]
    return list(get_args(annotation)) if get_origin(annotation) is Literal else None


@games
def test_every_option_has_korean_words_a_default_and_a_label_for_each_choice(game: AnyGame) -> None:
    listed = 0
    for model in models(game.Options):
        properties = model.model_json_schema()["properties"]
        assert len(properties) == len(model.model_fields)
        for field in model.model_fields.values():
            schema = properties[field.alias]
            assert is_korean(schema["title"]), field
            assert is_korean(schema["description"]), field
            assert "default" in schema, field
            allowed = choices(field.annotation)
            if allowed is None:
                continue
            labels = schema["oneOf"]
            assert [(type(label["const"]), label["const"]) for label in labels] == [
                (type(value), value) for value in allowed
            ]
            assert all(is_korean(label["title"]) for label in labels)
            assert "enum" not in schema
            listed += 1
    assert listed > 3


@games
def test_the_default_options_are_the_defaults_of_the_schema(game: AnyGame) -> None:
    properties = game.Options.model_json_schema()["properties"]
    defaults = game.Options().model_dump(mode="json")
    assert defaults == {name: schema["default"] for name, schema in properties.items()}
    assert game.Options.model_validate(defaults) == game.Options.model_validate({}) == game.Options()


@games
@pytest.mark.parametrize("data", [{"nonsense": 1}, {"": None}, None, [], "{}", 3])
def test_options_that_are_no_object_or_have_an_unknown_key_are_refused(
    game: AnyGame, data: JsonValue
) -> None:
    with pytest.raises(ValidationError):
        game.Options.model_validate(data)


@games
def test_a_look_alike_of_a_choice_is_refused(game: AnyGame) -> None:
    for model in models(game.Options):
        for field in model.model_fields.values():
            for value in choices(field.annotation) or []:
                alike: list[object] = [str(value).upper() + " "]
                alike += [int(value)] if isinstance(value, bool) else []
                alike += [float(value), str(value)] if type(value) is int else []
                alike += [True] if type(value) is int and value == 1 else []
                for wrong in alike:
                    with pytest.raises(ValidationError):
                        model.model_validate({field.alias: wrong})


@pytest.mark.parametrize(
    ("chosen", "full"),
    [
        ({}, {"kind": "perMove", "perMoveSec": 30, "baseSec": 300, "incSec": 3}),
        ({"kind": "none"}, {"kind": "none", "perMoveSec": 30, "baseSec": 300, "incSec": 3}),
        ({"kind": "fischer"}, {"kind": "fischer", "perMoveSec": 30, "baseSec": 300, "incSec": 3}),
        ({"perMoveSec": 10}, {"kind": "perMove", "perMoveSec": 10, "baseSec": 300, "incSec": 3}),
        (
            {"kind": "fischer", "baseSec": 180, "incSec": 2},
            {"kind": "fischer", "perMoveSec": 30, "baseSec": 180, "incSec": 2},
        ),
        (
            {"kind": "fischer", "baseSec": 600, "incSec": 5},
            {"kind": "fischer", "perMoveSec": 30, "baseSec": 600, "incSec": 5},
        ),
        # half a pair says the whole
        (
            {"kind": "fischer", "baseSec": 600},
            {"kind": "fischer", "perMoveSec": 30, "baseSec": 600, "incSec": 5},
        ),
        (
            {"kind": "fischer", "incSec": 2},
            {"kind": "fischer", "perMoveSec": 30, "baseSec": 180, "incSec": 2},
        ),
        (
            {"kind": "fischer", "incSec": 3},
            {"kind": "fischer", "perMoveSec": 30, "baseSec": 300, "incSec": 3},
        ),
        # what a kind does not use is kept as it was sent, and need be no pair
        (
            {"baseSec": 600, "incSec": 2},
            {"kind": "perMove", "perMoveSec": 30, "baseSec": 600, "incSec": 2},
        ),
        (
            {"kind": "none", "baseSec": 180},
            {"kind": "none", "perMoveSec": 30, "baseSec": 180, "incSec": 3},
        ),
    ],
)
def test_missing_keys_of_a_time_control_are_defaulted(
    chosen: dict[str, JsonValue], full: dict[str, JsonValue]
) -> None:
    assert TimeControl.model_validate(chosen).model_dump(mode="json") == full


@pytest.mark.parametrize(
    "chosen",
    [
        {"kind": "fischer", "baseSec": 180, "incSec": 3},
        {"kind": "fischer", "baseSec": 300.0},
        {"kind": "fischer", "incSec": 4},
        {"kind": "none", "baseSec": 301},
        {"kind": "fischer", "base_sec": 600},
        {"kind": "fischer", "baseSec": 600, "incSec": 2},
        {"kind": "perMove", "perMoveSec": 15},
        {"kind": "hourglass"},
        {"baseSec": 300, "incSec": 3, "delaySec": 1},
    ],
)
def test_a_time_control_that_is_not_offered_is_refused(chosen: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        TimeControl.model_validate(chosen)


def test_the_schema_lists_the_fischer_pairs_that_may_be_chosen() -> None:
    pairs = [
        tuple(pair["properties"][key]["const"] for key in ("baseSec", "incSec"))
        for pair in TimeControl.model_json_schema()["anyOf"]
        if "properties" in pair
    ]
    assert pairs == [(180, 2), (300, 3), (600, 5)]
    for base, inc in pairs:
        TimeControl.model_validate({"kind": "fischer", "baseSec": base, "incSec": inc})


def test_the_schema_and_the_code_allow_the_same_time_controls() -> None:
    """Every choice of each key, a wrong one and none at all, all together."""
    schema = Draft202012Validator(TimeControl.model_json_schema())
    allowed = 0
    for kind, base, inc in product(
        (None, "none", "perMove", "fischer", "sand"), (None, 180, 300, 600, 60), (None, 2, 3, 5, 9)
    ):
        given = {"kind": kind, "baseSec": base, "incSec": inc}
        chosen = {key: value for key, value in given.items() if value is not None}
        try:
            control = TimeControl.model_validate(chosen)
        except ValidationError:
            assert not schema.is_valid(chosen), chosen
            continue
        assert schema.is_valid(chosen), chosen
        assert TimeControl.model_validate(control.model_dump(exclude_defaults=True)) == control
        allowed += 1
    assert allowed == 3 * 4 * 4 + 1 + 3 + 3 + 3  # any value without fischer; with it none, halves, pairs
