"""``docs/rejections.md`` and the code name the same refusals."""

import re
from pathlib import Path

import pytest

from functions.lobby.problems import PROBLEMS
from local.contracts import codes
from local.contracts.codes import CODE_PATTERN, ROOT, Told, refusals, socket_codes

DOCUMENT = (ROOT / "docs" / "rejections.md").read_text("utf-8")
ROW = re.compile(r"\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|")


def rows() -> list[tuple[Told, str]]:
    """What the document says: the refusal and when it comes."""
    found = [ROW.fullmatch(line) for line in DOCUMENT.splitlines() if line.startswith("| `")]
    assert None not in found, "a row that is no row"
    return [(Told(match[1], match[2]), match[3]) for match in found if match is not None]


def test_the_document_lists_every_refusal_of_the_code_and_no_other() -> None:
    written = {told for told, _ in rows()}
    assert sorted(set(refusals()) - written) == [], "not in the document"
    assert sorted(written - set(refusals())) == [], "not in the code"


def test_the_document_says_everything_once_and_when() -> None:
    written = [told for told, _ in rows()]
    assert sorted(written) == sorted(set(written))
    for told, when in rows():
        assert len(when) > 8, told


def test_every_refusal_has_a_spaced_code_and_words_in_korean() -> None:
    for told in refusals():
        assert re.fullmatch(CODE_PATTERN, told.code), told
        assert re.search("[가-힣]", told.sentence), told


def test_every_problem_that_http_may_answer_is_listed() -> None:
    listed = {told.code for told in refusals()}
    assert {problem.code for problem in PROBLEMS} <= listed


def test_a_socket_tells_no_code_of_http_alone() -> None:
    over_http = set(listed_under("## HTTP only"))
    assert over_http
    assert not over_http & set(socket_codes())
    assert {"message/malformed", "move/illegal", "skill/used", "promotion/missing"} <= set(socket_codes())


def listed_under(heading: str) -> list[str]:
    section = DOCUMENT.split(heading)[1].split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)`", section, re.MULTILINE)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ('Rejection("a/b", "안 돼요")', [Told("a/b", "안 돼요")]),
        ('Rejection("a/b", f"{n}수를 더")', [Told("a/b", "…수를 더")]),
        ('Problem(404, "a/b", "없어요", headers={})', [Told("a/b", "없어요")]),
        ("Problem(404, why.code, why.reason)", []),
        ("print(1)", []),
    ],
)
def test_a_refusal_is_found_in_source_code(tmp_path: Path, source: str, wanted: list[Told]) -> None:
    file = tmp_path / "rules.py"
    file.write_text(source, "utf-8")
    assert [*codes.told_in(file)] == wanted


@pytest.mark.parametrize("source", ['Rejection(code, "안 돼요")', 'Rejection("a/b", words())', "Rejection()"])
def test_a_refusal_that_is_not_written_out_is_an_error(tmp_path: Path, source: str) -> None:
    file = tmp_path / "rules.py"
    file.write_text(source, "utf-8")
    with pytest.raises(ValueError, match=r"rules\.py:1: write the refusal out"):
        [*codes.told_in(file)]
