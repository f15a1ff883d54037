"""Every option of document 000, section 2: its choices, its default."""

from typing import Any

import pytest

from engine.games.othello import OthelloOptions

TABLE: list[tuple[str, list[Any], Any]] = [
    ("colorAssignment", ["random", "hostBlack", "hostWhite", "alternate"], "random"),
    ("emptyToWinner", [True, False], False),
    ("timeControl.kind", ["none", "perMove", "fischer"], "perMove"),
    ("timeControl.perMoveSec", [10, 20, 30, 60], 30),
    ("timeControl.baseSec", [180, 300, 600], 300),
    ("timeControl.incSec", [2, 3, 5], 3),
    ("timeoutPolicy", ["autoMove", "lose"], "autoMove"),
    ("idleLimitSec", [120, 300, 600], 300),
    ("undo", ["off", 1, 3, "unlimited"], 3),
    ("drawOffer", [True, False], True),
    ("showLegalMoves", [True, False], True),
    ("showFlipCount", [True, False], False),
    ("disconnectGraceSec", [30, 60, 120], 60),
]


def properties() -> dict[str, Any]:
    """The options of the schema, those of ``timeControl`` by their dotted names."""
    schema = OthelloOptions.model_json_schema()
    found = dict(schema["properties"])
    del found["timeControl"]
    inner = schema["$defs"]["TimeControl"]["properties"]
    return found | {f"timeControl.{name}": field for name, field in inner.items()}


@pytest.mark.parametrize(("name", "choices", "default"), TABLE, ids=[row[0] for row in TABLE])
def test_an_option_has_the_choices_and_the_default_of_the_document(
    name: str, choices: list[Any], default: Any
) -> None:
    field = properties()[name]
    assert [label["const"] for label in field["oneOf"]] == choices
    assert field["default"] == default


def test_there_are_no_other_options() -> None:
    assert sorted(properties()) == sorted(name for name, _, _ in TABLE)


@pytest.mark.parametrize(
    ("name", "choice"),
    [(name, choice) for name, choices, _ in TABLE if "." not in name for choice in choices],
)
def test_a_choice_is_kept_as_it_was_sent(name: str, choice: Any) -> None:
    kept = OthelloOptions.model_validate({name: choice}).model_dump(mode="json")[name]
    assert (type(kept), kept) == (type(choice), choice)
