"""``python -m local.conformance URL``: 0 everything is as published, 1 something differs, 2 no walk."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from local.conformance import steps_games, steps_http, steps_play, steps_rooms
from local.conformance.contract import ROOT, Contract
from local.conformance.report import Report
from local.conformance.walk import UnreachableError, Walk


def run(url: str, report: Report) -> Report:
    """Walk over the deployment at ``url``.

    :raises UnreachableError: it cannot be walked.
    """
    with Walk(url, report) as walk:
        for look in (*steps_http.STEPS, *steps_rooms.STEPS, *steps_play.STEPS):
            walk.step(look.__name__.replace("_", " "), look)
        games = [game["id"] for game in walk.call("listGames", "GET", "/games").body]
        for game in games:
            walk.step(f"{game} begins and is given up", steps_games.begins(game))
            if game in steps_games.OF_A_GAME:
                walk.step(f"{game} and its own refusals", steps_games.OF_A_GAME[game])
    report.finish()
    return report


def main(arguments: Sequence[str]) -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m local.conformance", description=__doc__)
    parser.add_argument(
        "url", help="base address of the HTTP API (the output HttpUrl, or what make run prints)"
    )
    parser.add_argument("--contract", type=Path, default=ROOT / "docs", help="folder of the documents")
    parser.add_argument("--quiet", action="store_true", help="say only what differs")
    asked = parser.parse_args(arguments)
    try:
        report = run(asked.url, Report(Contract(asked.contract), quiet=asked.quiet))
    except UnreachableError as fault:
        print(fault, file=sys.stderr)
        return 2
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
