"""Every option of omok: its choices, its default, and that players can read the rules in them."""

import re
from typing import Any

import pytest
from pydantic import ValidationError

from engine.games.omok import OmokOptions
from engine.registry import GAMES, LISTINGS

from .table import OMOK, OmokTable

TABLE: list[tuple[str, list[Any], Any]] = [
    ("colorAssignment", ["random", "hostBlack", "hostWhite", "alternate"], "random"),
    ("overline", ["win"], "win"),
    ("skill", [True, False], True),
    ("timeControl.kind", ["none", "perMove", "fischer"], "perMove"),
    ("timeControl.perMoveSec", [10, 20, 30, 60], 30),
    ("timeControl.baseSec", [180, 300, 600], 300),
    ("timeControl.incSec", [2, 3, 5], 3),
    ("timeoutPolicy", ["pass", "lose"], "pass"),
    ("idleLimitSec", [120, 300, 600], 300),
    ("undo", ["off", 1, 3, "unlimited"], 3),
    ("drawOffer", [True, False], True),
    ("showLastMove", [True, False], True),
    ("disconnectGraceSec", [30, 60, 120], 60),
]

SCHEMA = OmokOptions.model_json_schema()


def properties() -> dict[str, Any]:
    """The options of the schema, those of ``timeControl`` by their dotted names."""
    found = dict(SCHEMA["properties"])
    del found["timeControl"]
    inner = SCHEMA["$defs"]["TimeControl"]["properties"]
    return found | {f"timeControl.{name}": field for name, field in inner.items()}


@pytest.mark.parametrize(("name", "choices", "default"), TABLE, ids=[row[0] for row in TABLE])
def test_an_option_has_these_choices_this_default_and_korean_words(
    name: str, choices: list[Any], default: Any
) -> None:
    field = properties()[name]
    assert [label["const"] for label in field["oneOf"]] == choices
    assert field["default"] == default
    for words in (field["title"], field["description"], *(label["title"] for label in field["oneOf"])):
        assert re.search("[가-힣]", words)


def test_there_are_no_other_options() -> None:
    assert sorted(properties()) == sorted(name for name, _, _ in TABLE)


@pytest.mark.parametrize(
    ("name", "choice"),
    [(name, choice) for name, choices, _ in TABLE if "." not in name for choice in choices],
)
def test_a_choice_is_kept_as_it_was_sent_and_shown_to_both_players(name: str, choice: Any) -> None:
    kept = OmokTable.new(**{name: choice}).view()["options"]
    assert isinstance(kept, dict)
    assert (type(kept[name]), kept[name]) == (type(choice), choice)


@pytest.mark.parametrize(
    "chosen",
    [
        {"overline": "lose"},
        {"overline": None},
        {"skill": 1},
        {"skill": "true"},
        {"timeoutPolicy": "autoMove"},
        {"idleLimitSec": 301},
        {"undo": 2},
        {"undo": True},
        {"showLastMove": 0},
        {"disconnectGraceSec": 60.0},
        {"timeControl": {"kind": "fischer", "baseSec": 180, "incSec": 5}},
        {"emptyToWinner": True},
        {"forbidden": "renju"},
    ],
    ids=str,
)
def test_what_is_no_choice_is_refused(chosen: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        OmokOptions.model_validate(chosen)


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("", "다섯 개 이상"),
        ("overline", "여섯 개 이상 이어도 흑과 백 모두 이겨요"),
        ("overline", "금수가 없어요"),
        ("skill", "한 사람이 한 번"),
        ("timeoutPolicy", "시간을 넘기면"),
    ],
)
def test_the_catalogue_tells_the_rules_in_force_before_the_start(where: str, words: str) -> None:
    field = properties()[where] if where else SCHEMA
    assert words in field["description"]


def test_the_catalogue_tells_that_passing_three_times_loses() -> None:
    labels = {label["const"]: label["title"] for label in properties()["timeoutPolicy"]["oneOf"]}
    assert labels == {"pass": "차례 넘기기(세 번 이어지면 패배)", "lose": "바로 패배"}


def test_omok_is_in_the_catalogue_for_two_players() -> None:
    [listing] = [listing for listing in LISTINGS if listing.thumbnail == "thumbnails/omok.svg"]
    assert listing.difficulty == "쉬움"
    assert listing.minutes == (5, 15)
    game = GAMES["omok"]
    assert (game.name_ko, game.min_players, game.max_players) == ("오목", 2, 2)
    assert type(game) is type(OMOK)
