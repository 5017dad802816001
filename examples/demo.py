"""
Check the example events and write the report; succeeds exactly if the planted pairing is found, and nothing else.

Run by ``make demo``.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from checker.record import read_record
from pairproof.cli import main

ROOT = Path(__file__).parents[1]
OUT = Path("out")
PLANTED = ("harbour_open", 6)
"""Event and round in which two players were given each other's opponents."""


def demo() -> int:
    """Check the events and compare what is found with what was planted."""
    os.chdir(ROOT)
    files = sorted(Path("examples").glob("*.trf"))
    report, record = OUT / "report.html", OUT / "run.jsonl"
    OUT.mkdir(exist_ok=True)
    status = main(["check", *map(str, files), "--report", str(report), "--json", str(record)])
    found = [
        (finding.event, finding.round_number)
        for event in read_record(record).events
        for finding in event.discrepant_rounds
    ]
    event, round_number = PLANTED
    if status != 1 or found != [PLANTED]:
        sys.stdout.write(f"\nThe demo failed: expected only round {round_number} of {event}, found {found}.\n")
        return 1
    sys.stdout.write(
        f"\nAs expected: a wrong pairing was planted in round {round_number} of {event}, and it alone was found.\n"
        f"The report: {report}\nThe record: {record}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(demo())
