"""
Judge the answers about many planted errors by the planted edit alone; print counts and what is wrong.

    PYTHONPATH=tests python -m batches.planted_answers --errors 36

Exit status 1 if an answer names a player that the edit does not concern, or another article than the edit breaks first.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from support.planted_answers import complaints, planted_findings

from reference_engines.frame.systems import editions


def main() -> int:
    """Run the batch."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--errors", type=int, default=36, help="planted errors for each edition")
    parser.add_argument("--system", action="append", help="key of an edition; all if none is given")
    options = parser.parse_args()
    wrong, verdicts = 0, Counter[str]()
    for key in options.system or [edition.key for edition in editions()]:
        for found in planted_findings(key, options.errors):
            verdicts[found[0].verdict.value] += 1
            for complaint in complaints(*found):
                wrong += 1
                sys.stdout.write(f"{complaint}\n")
    sys.stdout.write(f"{verdicts.total()} planted errors, {wrong} complaints: {dict(verdicts)}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
