"""``make audit``: checkov over the template, and the locked packages against the lists of known faults.

Ends with 0 if everything was looked at and nothing found, with 1 if something was found, and with 3 if
nothing was found but something could not be looked at: the lists are on the network, and what was not
compared with them is not sound for that. ``make`` itself ends with 2 for both 1 and 3; the last line says
which. Needs ``.venv`` and ``.venv-audit``.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from local.stack import template

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("bundle/requirements", "requirements/dev", "requirements/sam", "requirements/audit")
FOUND, NOT_LOOKED_AT = 1, 3


@dataclass(slots=True)
class Report:
    """What came of one part. ``notes`` are neither findings nor gaps."""

    found: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class _Finding(BaseModel):
    resource: str
    check_id: str
    check_name: str


class _Checked(BaseModel):
    failed_checks: list[_Finding]
    parsing_errors: list[str]


class _Passed(BaseModel):
    passed: int


class _Checkov(BaseModel):
    results: _Checked
    summary: _Passed


class _Fault(BaseModel):
    id: str
    fix_versions: list[str]


class _Package(BaseModel):
    """``vulns`` is None for one that was passed over."""

    name: str
    version: str = ""
    vulns: list[_Fault] | None = None


class _PipAudit(BaseModel):
    dependencies: list[_Package]


class _Affected(BaseModel):
    range: str
    severity: str


class _Total(BaseModel):
    total: int


class _Compared(BaseModel):
    dependencies: _Total


class _NpmAudit(BaseModel):
    vulnerabilities: dict[str, _Affected]
    metadata: _Compared


def _no_answer(tool: str, output: str, complaint: str = "") -> Report:
    """The gap that a tool leaves whose answer is none, or has another form than it is known to have."""
    said = " ".join((complaint.strip() or output).split())
    return Report(gaps=[f"{tool} did not answer: {said[-200:] or 'it said nothing'}"])


def read_checkov(output: str, complaint: str = "", excused: Collection[tuple[str, str]] = ()) -> Report:
    """The report in checkov's JSON. ``excused`` are the findings (resource and check) that the template
    says do not hold; one that checkov does not make is a finding itself: its reason is idle."""
    try:
        answer = _Checkov.model_validate_json(output)
    except ValueError:  # among others, what checkov says when no check applied at all
        return _no_answer("checkov", output, complaint)
    made = {
        (finding.resource.rpartition(".")[2], finding.check_id): finding.check_name
        for finding in answer.results.failed_checks
    }
    found = [f"{check} {name}: {made[name, check]}" for name, check in made if (name, check) not in excused]
    idle = sorted({*excused} - {*made})
    return Report(
        found=found + [f"{check} {name}: is excused, and is no finding" for name, check in idle],
        gaps=[f"checkov could not read {file}" for file in answer.results.parsing_errors],
        notes=[f"{answer.summary.passed} checks passed, {len(made) - len(found)} findings are excused"],
    )


def read_pip_audit(output: str, complaint: str = "") -> Report:
    """The report in pip-audit's JSON. It passes over what it cannot ask about, and ends well all the same."""
    try:
        packages = _PipAudit.model_validate_json(output).dependencies
    except ValueError:
        return _no_answer("pip-audit", output, complaint)
    report = Report()
    for package in packages:
        for fault in package.vulns or ():
            fixed = ", ".join(fault.fix_versions) or "nothing yet"
            report.found.append(f"{package.name} {package.version}: {fault.id}, fixed in {fixed}")
    unknown = [package.name for package in packages if package.vulns is None]
    if unknown:
        of = f"{len(unknown)} of {len(packages)} packages ({', '.join(unknown[:3])} ...)"
        report.gaps.append(f"the index says nothing of known faults in {of}")
    report.notes.append(f"{len(packages) - len(unknown)} packages compared")
    return report


def read_npm_audit(output: str, complaint: str = "") -> Report:
    """The report in npm's JSON."""
    try:
        answer = _NpmAudit.model_validate_json(output)
    except ValueError:
        return _no_answer("npm", output, complaint)
    found = [f"{name} {fault.range}: {fault.severity}" for name, fault in answer.vulnerabilities.items()]
    return Report(found=found, notes=[f"{answer.metadata.dependencies.total} packages compared"])


def read_resolver(before: str, after: str, complaint: str) -> Report:
    """What the resolver says of a lock: what was withdrawn, and for what there is something newer. A lock
    may hold several versions of one package, for several versions of Python."""
    report = Report(
        found=[line.removeprefix("warning: ") for line in complaint.splitlines() if "is yanked" in line]
    )
    old, new = _versions(before), _versions(after)
    report.notes += [
        f"{name} {', '.join(versions)}: there is {', '.join(new[name])}"
        for name, versions in old.items()
        if new.get(name, versions) != versions
    ]
    return report


def _versions(lock: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([^\s=]+)==(\S+)", lock, re.MULTILINE):
        found.setdefault(name, []).append(version)
    return found


def _run(*command: str, folder: str = "") -> subprocess.CompletedProcess[str]:
    """What came of a command; one that is not there ends as in a shell, with 127."""
    try:
        return subprocess.run(command, cwd=ROOT / folder, capture_output=True, text=True, check=False)
    except FileNotFoundError as fault:
        return subprocess.CompletedProcess(command, 127, "", str(fault))


def whole_template() -> dict[str, Any]:
    """The template with every resource in it: checkov passes over those whose condition does not hold."""
    document = template.read(ROOT / "template.yaml")
    for resource in document["Resources"].values():
        resource.pop("Condition", None)
    return document


def excuses(document: dict[str, Any]) -> set[tuple[str, str]]:
    """The findings that the template says do not hold: resource and check."""
    return {
        (name, skip["id"])
        for name, resource in document["Resources"].items()
        for skip in resource.get("Metadata", {}).get("checkov", {}).get("skip", ())
    }


def audit_template() -> Report:
    """checkov's report. ``Metadata`` in the template says which findings do not hold, and why."""
    document = whole_template()
    excused = excuses(document)
    for resource in document["Resources"].values():
        resource.pop("Metadata", None)  # checkov would not tell whether what it skips is a finding
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "template.json")
        file.write_text(json.dumps(document), "utf-8")
        options = ("--framework", "cloudformation", "--skip-download", "--compact", "-o", "json")
        done = _run(".venv-audit/bin/checkov", "-f", str(file), *options)
    return read_checkov(done.stdout, done.stderr, excused)


def audit_lock(name: str) -> Report:
    """Known faults in the packages of a lock, and what the index says of its versions."""
    options = ("--disable-pip", "--no-deps", "--progress-spinner", "off", "-f", "json")
    faults = _run(".venv-audit/bin/pip-audit", *options, "-r", f"{name}.txt")
    report = read_pip_audit(faults.stdout, faults.stderr)
    compile_ = (".venv/bin/uv", "pip", "compile", "--universal", "--python-version", "3.11", "--no-header")
    kept = _run(*compile_, "--no-annotate", "--no-deps", f"{name}.txt")
    newest = _run(*compile_, "--no-annotate", "--upgrade", f"{name}.in")
    if kept.returncode or newest.returncode:
        report.gaps.append("the index was not reached")
        return report
    versions = read_resolver(kept.stdout, newest.stdout, kept.stderr)
    return Report(report.found + versions.found, report.gaps, report.notes + versions.notes)


def audit_web() -> Report:
    """Known faults in the packages of the web client, the tools that build it among them."""
    done = _run("npm", "audit", "--json", folder="web")
    return read_npm_audit(done.stdout, done.stderr)


def audit() -> Iterator[tuple[str, Report]]:
    """Every part, as it is done."""
    yield "template.yaml", audit_template()
    for name in LOCKS:
        yield f"{name}.txt", audit_lock(name)
    yield "web/package-lock.json", audit_web()


def verdict(reports: Sequence[Report]) -> tuple[int, str]:
    """How the program ends, and its last sentence."""
    if any(report.found for report in reports):
        return FOUND, "Something was found."
    gaps = sum(bool(report.gaps) for report in reports)
    if gaps:
        return NOT_LOOKED_AT, (
            f"Nothing was found, but {gaps} of {len(reports)} parts could not be looked at in full: the "
            "lists of known faults cannot be had from here. Run it where they can."
        )
    return 0, "Everything was looked at, and nothing found."


def main() -> int:
    """Do it and say what came of it."""
    reports = []
    for part, report in audit():
        print(part)
        lines = {"FOUND ": report.found, "GAP   ": report.gaps, "      ": report.notes}
        for mark, texts in lines.items():
            for text in texts:
                print(f"  {mark} {text}")
        reports.append(report)
    code, sentence = verdict(reports)
    print(sentence)
    return code


if __name__ == "__main__":
    sys.exit(main())
