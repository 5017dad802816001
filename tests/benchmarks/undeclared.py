"""
Print how much longer a check takes of files that do not declare their system, in processor time within one process.

    PYTHONPATH=tests python -m benchmarks.undeclared ../shared/corpus
    PYTHONPATH=tests python -m benchmarks.undeclared --slowest 10 FOLDER FILE...

Each event is checked as its file declares it, or by the system that is taken for it, declared by its code or key; and
without fields 092 and 192. Everything else that a file declares stays. The least of the runs counts. Files that cannot
be read as an event, and events of which no round can be judged as declared, are left out.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from checker.check import check_event
from checker.findings import RoundFinding
from reference_engines.frame.systems import declared_name, resolve
from tournaments import parse_event
from tournaments.frozen import dataclass
from tournaments.games import settle_games
from tournaments.model import DeclaredSystem
from tournaments.problems import UnreadableEventError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.model import Event

_NO_EVENTS = {".md", ".tsv", ".json", ".xz", ".gz"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The processor seconds of a check with the system declared, and without."""

    name: str
    declared: float
    undeclared: float

    @property
    def ratio(self) -> float:
        """How many times longer the check takes without the declaration."""
        return self.undeclared / self.declared


def events_in(paths: list[Path]) -> Iterator[tuple[str, Event]]:
    """Yield the events of files and folders that a system pairs, with the system declared."""
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if not file.is_file() or file.suffix in _NO_EVENTS:
                continue
            event = parse_event(file.read_bytes()).event
            if event is None or not event.rounds_recorded:
                continue
            try:
                edition = resolve(settle_games(event)).edition
            except UnreadableEventError:
                continue
            if edition is not None:
                system = event.system if declared_name(event) else replace(event.system, code="", text=edition.key)
                yield file.name, replace(event, system=system)


def seconds_of_check(event: Event, runs: int) -> float:
    """Return the least processor seconds of a check."""
    least = float("inf")
    for _ in range(runs):
        start = time.process_time()
        for _ in check_event(event):
            pass
        least = min(least, time.process_time() - start)
    return least


def main() -> None:
    """Measure every event and print the median ratio, and the slowest events."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--runs", type=int, default=2, help="runs of which the least counts (2)")
    parser.add_argument("--slowest", type=int, default=10, help="events to list (10)")
    options = parser.parse_args()
    comparisons = []
    for name, event in events_in(options.paths):
        if not any(isinstance(entry, RoundFinding) for entry in check_event(event)):
            continue
        undeclared = replace(event, system=DeclaredSystem())
        seconds_of_check(undeclared, 1)  # loads every engine that is needed
        comparisons.append(
            Comparison(
                name=name,
                declared=seconds_of_check(event, options.runs),
                undeclared=seconds_of_check(undeclared, options.runs),
            )
        )
    if not comparisons:
        parser.error("no event that a system pairs is in these files")
    searched = [one for one in comparisons if one.ratio > 1.5]
    for title, ones in (("all", comparisons), ("searched", searched)):
        if ones:
            ratios = sorted(one.ratio for one in ones)
            total = sum(one.undeclared for one in ones) / sum(one.declared for one in ones)
            sys.stdout.write(
                f"{len(ones)} events ({title}): median {median(ratios):.2f} times, largest {ratios[-1]:.1f}, sum "
                f"{total:.1f} times; slowest {max(one.undeclared for one in ones):.2f} s\n"
            )
    for one in sorted(comparisons, key=lambda one: -one.undeclared)[: options.slowest]:
        sys.stdout.write(f"  {one.name:60} {one.declared:7.3f} s {one.undeclared:7.3f} s {one.ratio:6.1f}\n")


if __name__ == "__main__":
    main()
