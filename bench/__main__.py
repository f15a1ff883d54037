"""``python -m bench [SECTION ...] [--json] [--markdown] [--strict] [--seconds N]``: measure, and say what
holds.

Without a section all of them are measured, in less than three minutes on an idle machine. The last
line is one JSON object; with ``--json`` it is the only one. With ``--strict`` the exit status is 1 if a
limit does not hold.
"""

import argparse
import importlib
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from bench.measure import REFERENCE_MS, calibrate
from bench.report import Report, limits_table, markdown, text_report, text_table, worst_table

SECTIONS = ("cpu", "growth", "fanout", "playouts", "cold", "cost", "stack", "load")
"""In this order: the first measure CPU, and what the later ones load must not weigh on them."""


def _section(name: str, seconds: float | None) -> Report:
    measure: Callable[..., Report] = importlib.import_module(f"bench.{name}").report
    if name == "load" and seconds is not None:
        measure = partial(measure, seconds)
    return measure()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="What a move costs.")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--json", action="store_true", help="print the JSON line and nothing else")
    parser.add_argument("--markdown", action="store_true", help="the limits as README has them, too")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if a limit does not hold")
    parser.add_argument("--seconds", type=float, help="how long the section load lasts in each place")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.sections) - set(SECTIONS):
        parser.error(f"no such section: {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}")
    started, calibrated = time.perf_counter(), [calibrate()]
    reports: list[Report] = []
    for name in asked.sections or SECTIONS:
        reports.append(_section(name, asked.seconds))
        if not asked.json:
            print(f"{text_report(reports[-1])}\n", flush=True)
    calibrated.append(calibrate())
    if not asked.json:
        print(f"{text_table(limits_table(reports))}\n")
        if asked.markdown:
            print(f"{markdown(worst_table(reports))}\n")
    print(json.dumps(_line(reports, calibrated, time.perf_counter() - started), ensure_ascii=False))
    holds = all(limit.holds for report in reports for limit in report.limits)
    return 0 if holds or not asked.strict else 1


def _line(reports: Sequence[Report], calibrated: Sequence[float], seconds: float) -> dict[str, object]:
    """Everything as one object."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cpus": os.cpu_count(),
        "calibration_ms": calibrated,
        "reference_ms": REFERENCE_MS,
        "seconds": round(seconds, 1),
        "sections": {report.section: report.to_json() for report in reports},
    }


if __name__ == "__main__":
    sys.exit(main())
