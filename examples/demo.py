"""
Check the example events, then run a campaign with two programs, and write a report on each.

It prints a screenful; what the commands print is in ``out/demo.txt``. It succeeds exactly if what is known is found,
and nothing else: a pairing planted in one of the example events, a fault planted in one of the two programs, and two
rounds in which py4swiss, an independent engine, does not pair as the regulation asks. Run by ``make demo``;
``python examples/demo.py 10`` runs a campaign over 10 events, with one of the two rounds.
"""

from __future__ import annotations

import os
import sys
import textwrap
from contextlib import redirect_stdout
from pathlib import Path

from planted_fault import has_fault

from checker.campaigns.grouping import summarise
from checker.campaigns.outcomes import Score
from checker.campaigns.store import open_store
from checker.records.run_record import read_record
from pairproof.cli.main import main
from reports.campaign import conclusion as campaign_conclusion

ROOT = Path(__file__).parents[1]
OUT = Path("out")
SAID = OUT / "demo.txt"
PLANTED = ("harbour_open", 6)
"""Event and round in which two players were given each other's opponents."""


FIRST, EVENTS = 120, 100
"""Seed and number of events; they contain both rounds in which py4swiss is known to be wrong."""
RESIDENTS = ("py4swiss_resident.py", "planted_fault.py")
AXES = ("players=12..40", "rounds=5..7", "acceleration=none", "scoring=standard")
"""Small fields, and nothing that py4swiss does not read."""
KNOWN = {(0, 128, 6), (0, 176, 5)}
"""Program, event and round in which py4swiss 0.3.1 gives the bye to the wrong player."""
NEXT = """\
What to write next (all that was printed is in out/demo.txt):
  .venv/bin/pairproof explain examples/harbour_open.trf --round 6 --player 11
  .venv/bin/pairproof check YOUR_FILE.trf --sheet sheet.html
What to read next: docs/arbiters.md (a round is disputed), docs/vendors.md (you have a program), docs/ci.md (keep it
right), docs/committee.md (you rule on it). All of it as a site: make docs
"""
NOTE = "py4swiss 0.3.1 gives the bye to the wrong player in these rounds"


def demo(events: int) -> int:
    """Run the check and the campaign; stop at the first failure, and print the output so far."""
    os.chdir(ROOT)
    OUT.mkdir(exist_ok=True)
    SAID.unlink(missing_ok=True)
    status = _check() or _campaign(events)
    sys.stdout.write(SAID.read_text("utf-8") if status else NEXT)
    return status


def _run(*words: str) -> int:
    """Run a command of ours; what it prints is kept in a file."""
    with SAID.open("a", encoding="utf-8") as stream, redirect_stdout(stream):
        stream.write(f"$ pairproof {' '.join(words)}\n")
        return main(list(words))


def _check() -> int:
    """Check the example events and compare what is found with what was planted."""
    files = sorted(Path("examples").glob("*.trf"))
    report, record = OUT / "report.html", OUT / "run.jsonl"
    status = _run("check", *map(str, files), "-o", str(report), "-o", str(record))
    run = read_record(record)
    discrepant = [finding for event in run.events for finding in event.discrepant_rounds]
    found = [(finding.event, finding.round_number) for finding in discrepant]
    event, round_number = PLANTED
    if status != 1 or found != [PLANTED]:
        sys.stdout.write(f"\nThe demo failed: expected only round {round_number} of {event}, found {found}.\n")
        return 1
    answer = f"{event}: {discrepant[0].sentence.partition(f' {discrepant[0].argument}')[0]}"
    _tell(
        f"1. {len(files)} example events",
        f"{run.tally.checked.rounds} rounds, {run.tally.checked.pairs} pairs",
        answer,
        report,
        f"a wrong pairing was planted in round {round_number} of {event}, and it alone was found.",
    )
    return 0


def _tell(title: str, checked: str, wrong: str, page: Path, expected: str) -> None:
    """Print what was checked, what was wrong, and where the page is."""
    rows = {"checked": checked, "wrong": wrong, "the page": str(page)}
    lines = [
        textwrap.fill(text, 100, initial_indent=f"   {name:<10}", subsequent_indent=" " * 13)
        for name, text in rows.items()
    ]
    sys.stdout.write("\n".join((title, *lines, f"   As expected: {expected}", "")) + "\n")


def _campaign(events: int) -> int:
    """Have py4swiss and a program with a fault pair our events, and compare what is found with what was planted."""
    store, report = OUT / "campaign.sqlite", OUT / "campaign.html"
    for old in OUT.glob(f"{store.name}*"):
        old.unlink()
    programs = [f"resident:{sys.executable} {ROOT / 'examples' / name}" for name in RESIDENTS]
    axes = [word for axis in AXES for word in ("--axis", axis)]
    settings = ["--system", "dutch-2017", "--profile", "realistic", "--seed", "2017", *axes]
    settings += ["--first", str(FIRST), "-n", str(events), "--no-kept"]
    status = _run("campaign", "run", *programs, *settings, "--store", str(store))
    missed, invented = _compared(store, events)
    if status != 1 or missed or invented:
        sys.stdout.write(f"\nThe demo failed: not found {missed}, found without being known {invented}.\n")
        return 1
    if events == EVENTS:  # the findings on py4swiss are its own error; that is noted in the store
        _run("campaign", "class", str(store), "py4swiss | dutch-2017 | discrepant", "candidate", "--note", NOTE)
    _run("campaign", "report", str(store), "-o", str(report))
    with open_store(store) as opened:
        told = campaign_conclusion(summarise(opened))
    _tell(
        "2. Two programs, of which one has a planted fault",
        f"{events} random events for each",
        told,
        report,
        f"over {events} events the planted fault was found wherever it shows, and of py4swiss what is known.",
    )
    return 0


def _compared(path: Path, events: int) -> tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]:
    """Return (program, event, round) of what is known and was not found, and of what was found and is not known."""
    faulty = 1
    with open_store(path) as store:
        outcomes = list(store.outcomes())
    known = {one for one in KNOWN if one[1] < FIRST + events} | {
        (faulty, outcome.index, number)
        for outcome in outcomes
        for number in range(1, outcome.rounds + 1)
        if has_fault(outcome.players, number)
    }
    found = {
        (finding.program, outcome.index, finding.round_number)
        for outcome in outcomes
        for finding in outcome.findings
        if finding.score is not Score.OPEN
    }
    failed = {
        (failure.program, outcome.index, failure.round_number) for outcome in outcomes for failure in outcome.failures
    }
    return sorted(known - found), sorted((found | failed) - known)


if __name__ == "__main__":
    sys.exit(demo(int(sys.argv[1]) if sys.argv[1:] else EVENTS))
