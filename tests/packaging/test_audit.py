"""``make audit`` reads what its tools say, and says so if they could say nothing."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from local.audit import (
    FOUND,
    NOT_LOOKED_AT,
    Report,
    audit_lock,
    audit_web,
    excuses,
    read_checkov,
    read_npm_audit,
    read_pip_audit,
    read_resolver,
    verdict,
    whole_template,
)

CLEAN, FAULTY, BLIND = Report(), Report(found=["a fault"]), Report(gaps=["no answer"])


@pytest.mark.parametrize(
    ("reports", "code"),
    [
        ([CLEAN, CLEAN], 0),
        ([CLEAN, BLIND], NOT_LOOKED_AT),
        ([FAULTY, BLIND], FOUND),
        ([FAULTY, CLEAN], FOUND),
    ],
)
def test_what_could_not_be_looked_at_is_neither_sound_nor_a_finding(reports: list[Report], code: int) -> None:
    assert verdict(reports)[0] == code


def test_a_package_that_pip_audit_passes_over_is_a_gap() -> None:
    skipped = {"name": "anyio", "skip_reason": "Dependency not found on PyPI and could not be audited"}
    known = {"name": "pyjwt", "version": "2.15.1", "vulns": []}
    report = read_pip_audit(json.dumps({"dependencies": [known, skipped], "fixes": []}), "")
    assert report.found == []
    assert report.gaps == ["the index says nothing of known faults in 1 of 2 packages (anyio ...)"]


def test_a_known_fault_is_found_with_the_version_that_mends_it() -> None:
    fault = {
        "id": "PYSEC-2017-28",
        "fix_versions": ["1.5.1"],
        "aliases": ["CVE-2017-11424"],
        "description": "",
    }
    package = {"name": "pyjwt", "version": "1.5.0", "vulns": [fault]}
    report = read_pip_audit(
        json.dumps({"dependencies": [package], "fixes": []}), "Found 1 known vulnerability"
    )
    assert report.found == ["pyjwt 1.5.0: PYSEC-2017-28, fixed in 1.5.1"]


@pytest.mark.parametrize(
    "report",
    [
        read_pip_audit("", "Traceback ...\nrequests.exceptions.ConnectionError: no such host"),
        read_pip_audit("", ""),
        read_npm_audit(""),
        read_npm_audit('{"message": "405 Method Not Allowed - POST …", "statusCode": 405}'),
        read_npm_audit('{"error": {"summary": "request failed"}}'),
        read_checkov('{"passed": 0, "failed": 0}'),
        read_checkov("", "[Errno 2] No such file or directory: '.venv-audit/bin/checkov'"),
    ],
)
def test_a_tool_that_did_not_answer_is_a_gap(report: Report) -> None:
    assert report.gaps
    assert verdict([report])[0] == NOT_LOOKED_AT


@pytest.mark.parametrize("read", [read_checkov, read_pip_audit, read_npm_audit])
@pytest.mark.parametrize(
    "answer",
    [
        "null",
        "[]",
        '[{"check_type": "cloudformation"}]',
        '{"results": {"failed_checks": [{}], "parsing_errors": []}, "summary": {"passed": 1}}',
        '{"results": null}',
        '{"dependencies": [null]}',
        '{"dependencies": [{"name": "attrs", "version": "1", "vulns": [{"fix_versions": null}]}]}',
        '{"error": 1}',
        '{"error": {"summary": null, "code": "X"}}',
        '{"message": 7}',
        '{"vulnerabilities": {"vite": "high"}, "metadata": {"dependencies": {"total": 1}}}',
        '{"vulnerabilities": {}}',
    ],
)
def test_an_answer_of_another_form_is_a_gap_and_no_finding(
    read: Callable[[str], Report], answer: str
) -> None:
    report = read(answer)
    assert (report.found, len(report.gaps)) == ([], 1)
    assert "did not answer: " in report.gaps[0]


def test_a_package_without_a_list_of_faults_was_not_compared() -> None:
    assert read_pip_audit('{"dependencies": [{"name": "attrs", "version": "1"}]}').gaps


def test_npm_names_package_range_and_weight() -> None:
    answer = {
        "vulnerabilities": {"vite": {"range": "<8.3.1", "severity": "high"}},
        "metadata": {"dependencies": {"total": 61}},
    }
    assert read_npm_audit(json.dumps(answer)).found == ["vite <8.3.1: high"]


def test_a_withdrawn_version_is_found_and_a_newer_one_noted() -> None:
    warning = 'warning: `attrs==21.1.0` is yanked (reason: "Installable but not importable on Python 3.4.")'
    report = read_resolver("attrs==21.1.0\nidna==3.20\n", "attrs==26.1.0\nidna==3.20\n", warning)
    assert report.found == [warning.removeprefix("warning: ")]
    assert report.notes == ["attrs 21.1.0: there is 26.1.0"]


@pytest.mark.parametrize(
    ("before", "after", "notes"),
    [
        (("2.2.6", "2.4.0"), ("2.2.6", "2.4.0"), []),
        (("2.2.6", "2.4.0"), ("2.2.9", "2.4.0"), ["numpy 2.2.6, 2.4.0: there is 2.2.9, 2.4.0"]),
        (("2.2.6", "2.4.0"), ("2.2.6", "2.5.0"), ["numpy 2.2.6, 2.4.0: there is 2.2.6, 2.5.0"]),
        (("2.2.6", "2.4.0"), ("2.4.0",), ["numpy 2.2.6, 2.4.0: there is 2.4.0"]),
        (("2.4.0",), (), []),
    ],
)
def test_each_version_of_a_package_that_is_locked_twice_counts(
    before: Sequence[str], after: Sequence[str], notes: list[str]
) -> None:
    def lock(versions: Sequence[str]) -> str:
        return "".join(f"numpy=={version} ; python_full_version < '3.{version[2]}'\n" for version in versions)

    assert read_resolver(lock(before), lock(after), "").notes == notes


def test_a_tool_that_is_not_there_is_no_crash(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("local.audit.ROOT", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "web").mkdir()
    for report in (audit_lock("bundle/requirements"), audit_web()):
        assert verdict([report])[0] == NOT_LOOKED_AT


def checkov(*failed: Any) -> str:
    results = {"failed_checks": list(failed), "skipped_checks": [], "parsing_errors": []}
    return json.dumps({"results": results, "summary": {"passed": 1}})


def test_checkovs_findings_and_excuses_that_have_become_idle_are_found() -> None:
    check = {"check_id": "CKV_AWS_27", "resource": "AWS::SQS::Queue.Letters", "check_name": "Ensure ..."}
    assert read_checkov(checkov(check)).found == ["CKV_AWS_27 Letters: Ensure ..."]
    excused = {("Letters", "CKV_AWS_27")}
    assert read_checkov(checkov(check), excused=excused).found == []
    assert read_checkov(checkov(), excused=excused).found == [
        "CKV_AWS_27 Letters: is excused, and is no finding"
    ]


def test_the_whole_template_is_looked_at_and_every_excuse_says_why() -> None:
    document = whole_template()
    assert "WebBucket" in document["Resources"]
    assert not [name for name, each in document["Resources"].items() if "Condition" in each]
    assert excuses(document)
    for name, resource in document["Resources"].items():
        for skip in resource.get("Metadata", {}).get("checkov", {}).get("skip", ()):
            assert len(skip["comment"]) > 20, (name, skip)
