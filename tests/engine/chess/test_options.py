"""The options of section 2, and what each allows."""

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from pydantic import JsonValue, ValidationError

from engine.game import Json
from engine.games.chess import ChessOptions
from tests.engine.helpers import listed, objected

SECTION_2: dict[str, tuple[list[Json], Json]] = {
    "variant": (["standard", "chess960"], "standard"),
    "drawMode": (["auto", "fide"], "auto"),
    "colorAssignment": (["random", "hostBlack", "hostWhite", "alternate"], "random"),
    "autoQueen": ([True, False], False),
    "undo": (["off", 1, 3, "unlimited"], 1),
    "drawOffer": ([True, False], True),
    "firstMoveSec": ([15, 30, 60], 30),
    "idleLimitSec": ([300, 600], 600),
    "hints": (["off", "moves", "movesAndThreats"], "moves"),
    "disconnectGraceSec": ([30, 60, 120], 60),
}
PRESETS = ["3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "none"]


def test_the_options_are_those_of_the_document_with_its_choices_and_defaults() -> None:
    schema = ChessOptions.model_json_schema()["properties"]
    assert set(schema) == {*SECTION_2, "timeControl"}
    for name, (choices, default) in SECTION_2.items():
        assert [label["const"] for label in schema[name]["oneOf"]] == choices, name
        assert schema[name]["default"] == default, name


def test_the_time_control_lists_its_presets_and_one_way_to_write_others() -> None:
    schema = objected(ChessOptions.model_json_schema()["properties"]["timeControl"])
    *presets, custom = listed(schema["oneOf"])
    assert [choice["const"] for choice in presets] == PRESETS
    assert (schema["default"], schema["type"]) == ("10+5", "string")
    assert "const" not in custom
    assert custom["title"] == "직접 정하기"


TIME_CONTROLS: list[tuple[JsonValue, bool]] = [
    *((preset, True) for preset in PRESETS),
    *((text, True) for text in ("1+0", "90+60", "90+0", "7+7", "89+59", "1+60", "10+10")),
    *((text, False) for text in ("0+5", "91+0", "10+61", "100+0", "-1+0", "10+-1")),
    *((text, False) for text in ("", "10", "10+", "+5", "10+5+5", " 10+5", "10+5 ", "10 + 5")),
    *((text, False) for text in ("010+5", "10+05", "1.5+0", "None", "NONE", "unlimited", "１０+5")),
    (None, False),
    (10, False),
    (True, False),
    (["10+5"], False),
    ({"kind": "fischer"}, False),
]


@pytest.mark.parametrize(("value", "allowed"), TIME_CONTROLS)
def test_a_time_control_is_none_or_1_to_90_minutes_and_0_to_60_seconds(
    value: JsonValue, allowed: bool
) -> None:
    schema = Draft202012Validator(ChessOptions.model_json_schema())
    assert schema.is_valid({"timeControl": value}) is allowed, "the schema says the same"
    if allowed:
        assert ChessOptions.model_validate({"timeControl": value}).time_control == value
    else:
        with pytest.raises(ValidationError):
            ChessOptions.model_validate({"timeControl": value})


def test_a_time_control_ends_where_its_text_ends() -> None:
    with pytest.raises(ValidationError):  # Python's own regular expressions let this line end pass
        ChessOptions.model_validate({"timeControl": "10+5\n"})


@pytest.mark.parametrize(("control", "bank"), [("3+2", (180, 2)), ("90+60", (5_400, 60)), ("none", None)])
def test_a_time_control_is_read_in_seconds(control: str, bank: tuple[int, int] | None) -> None:
    assert ChessOptions.model_validate({"timeControl": control}).bank == bank
