"""Options of a real game: shown, and changed by what is typed."""

import pytest

from engine.games.othello import Othello
from local.client.frames import JsonObject
from local.play import options

SCHEMA: JsonObject = Othello.Options.model_json_schema()
DEFAULTS: JsonObject = Othello.Options().model_dump(mode="json", by_alias=True)


@pytest.mark.parametrize(
    ("settings", "path", "value"),
    [
        (["undo=off"], "undo", "off"),
        (["undo=1"], "undo", 1),
        (["drawOffer=false"], "drawOffer", False),
        (["timeControl.kind=fischer"], "timeControl.kind", "fischer"),
        (["timeControl.baseSec=600", "timeControl.incSec=5"], "timeControl.incSec", 5),
        (["undo=1", "undo=3"], "undo", 3),
        (["undo=NaN"], "undo", "NaN"),  # as words: JSON has none for these
        (["undo=-Infinity"], "undo", "-Infinity"),
        (["undo=1e999"], "undo", "1e999"),
        (["undo=[1e999]"], "undo", "[1e999]"),
        (["undo=" + "[" * 5_000], "undo", "[" * 5_000),
        (["timeControl=10+5"], "timeControl", "10+5"),
        (["nobody.knows=this"], "nobody.knows", "this"),
    ],
)
def test_a_setting_is_put_in(settings: list[str], path: str, value: object) -> None:
    found: object = options.changed(DEFAULTS, settings)
    for name in path.split("."):
        assert isinstance(found, dict)
        found = found[name]
    assert (type(found), found) == (type(value), value)


def test_the_options_given_stay_as_they_are() -> None:
    before = str(DEFAULTS)
    options.changed(DEFAULTS, ["timeControl.kind=none"])
    assert str(DEFAULTS) == before


@pytest.mark.parametrize("setting", ["undo", "=off", "timeControl.=1", "undo.more=1", ""])
def test_what_is_no_setting_is_refused_with_a_sentence(setting: str) -> None:
    with pytest.raises(options.SettingError, match="요"):
        options.changed(DEFAULTS, [setting])


def test_every_option_is_described_in_korean() -> None:
    lines = options.described(SCHEMA, DEFAULTS)
    assert "흑백 정하기: 무작위" in lines
    assert "무르기: 3번" in lines
    assert "시간 방식: 한 수마다 제한" in lines
    assert "무승부 제안: 켜기" in lines
    assert len(lines) == len(DEFAULTS) - 1 + 4  # the time control is four


def test_one_is_not_true() -> None:
    assert "무르기: 1번" in options.described(SCHEMA, options.changed(DEFAULTS, ["undo=1"]))


def test_what_may_be_chosen_is_listed_as_it_is_typed() -> None:
    lines = options.choices(SCHEMA, DEFAULTS)
    assert "undo=3  무르기 (off 없음, 1 1번, 3 3번, unlimited 제한 없음)" in lines
    assert "drawOffer=true  무승부 제안 (true 켜기, false 끄기)" in lines
    for line in lines:
        typed = line.split("  ")[0]
        Othello.Options.model_validate(options.changed(DEFAULTS, [typed]))
