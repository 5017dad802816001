"""
Say of folders of events, each paired by one program, which causes explain what is found in them.

    PYTHONPATH=tests python -m batches.explain_faults FOLDER...

A folder stands for a program. The record of such events is the program's own, so it is not doubted.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from checker.causes.cause import case_of
from checker.causes.search import OF_A_CAMPAIGN, find_causes
from reference_engines.frame.systems import resolve
from reports.causes import causes_lines
from tournaments.trf.reading import read_event


def main() -> None:
    """Print the causes of every folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    for folder in parser.parse_args().folders:
        begun = time.perf_counter()
        cases = []
        for path in sorted(folder.iterdir()):
            event = read_event(path).event
            rules = resolve(event).engine if event else None
            if event and rules:
                cases.append(case_of(path.stem, event, rules))
        read = time.perf_counter()
        lines = [f"{' ' * line.indent}{line.text[:200]}" for line in causes_lines(find_causes(cases, OF_A_CAMPAIGN))]
        times = f"read in {read - begun:.1f} s, explained in {time.perf_counter() - read:.1f} s"
        sys.stdout.write("\n".join([f"{folder.name}: {len(cases)} events, {times}", *lines, ""]))


if __name__ == "__main__":
    main()
