"""``docs/deploying.md`` speaks of the template as it is."""

import re

import pytest

from local.contracts.codes import ROOT
from local.stack import template

DOCUMENT = (ROOT / "docs" / "deploying.md").read_text("utf-8")
TEMPLATE = template.read(ROOT / "template.yaml")
NAMED = set(re.findall(r"`([A-Z][A-Za-z]+)`", DOCUMENT))
ALARMS = {name for name, each in TEMPLATE["Resources"].items() if each["Type"] == "AWS::CloudWatch::Alarm"}


def table_under(heading: str) -> set[str]:
    """What the first column of the table in a section names."""
    section = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {name for cell in cells for name in re.findall(r"`([A-Za-z]+)`", cell)}


def test_every_parameter_is_explained_and_no_other() -> None:
    assert table_under("Parameters") == set(TEMPLATE["Parameters"])


def test_every_alarm_is_explained_and_no_other() -> None:
    assert table_under("What an alarm means") == ALARMS


@pytest.mark.parametrize("output", TEMPLATE["Outputs"])
def test_every_output_is_named(output: str) -> None:
    assert output in NAMED


def test_the_number_of_alarms_that_is_paid_for_is_right() -> None:
    assert f"{len(ALARMS)} of them" in DOCUMENT


@pytest.mark.parametrize(
    "name",
    [
        *("StageName", "MemoryMb", "FlagMarginMs", "LogRetentionDays", "SocketAccessLogging"),
        *("SocketRequestsPerSecond", "SocketBurst", "HttpRequestsPerSecond", "HttpBurst"),
    ],
)
def test_a_default_is_the_templates(name: str) -> None:
    (row,) = [
        line for line in DOCUMENT.splitlines() if line.startswith("| `") and f"`{name}`" in line.split("|")[1]
    ]
    assert str(TEMPLATE["Parameters"][name]["Default"]) in row
