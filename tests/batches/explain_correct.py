"""
Explain many correct pairings of every edition; print the longest and the slowest answer, and what is too long.

    PYTHONPATH=tests python -m batches.explain_correct --explanations 130

Exit status 1 if an answer has more than 60 words in answer and reason, takes half a second, or
contradicts itself, or if a row has more than twelve words.
"""

from __future__ import annotations

import argparse
import random
import sys

from support.explained_pairings import MAX_WORDS, contradictions, count_words, explain_correct_pairings, long_rows

from reference_engines.frame.systems import editions

MAX_SECONDS = 0.5


def main() -> int:
    """Run the batch."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--explanations", type=int, default=130, help="explanations for each edition")
    parser.add_argument("--system", action="append", help="key of an edition; all if none is given")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faults = count = longest = 0
    slowest = 0.0
    for key in options.system or [edition.key for edition in editions()]:
        for explained in explain_correct_pairings(key, options.explanations, random.Random(options.seed)):
            words, seconds = count_words(explained.explanation), explained.seconds
            count, longest, slowest = count + 1, max(longest, words), max(slowest, seconds)
            rows = long_rows(explained.explanation)
            if words > MAX_WORDS or seconds > MAX_SECONDS or contradictions(explained.explanation) or rows:
                faults += 1
                sentence = explained.explanation.sentence
                sys.stdout.write(f"{key}: {words} words, {seconds:.2f} s: {sentence} {'; '.join(rows)}\n")
    sys.stdout.write(f"{count} explanations, {faults} faults; longest {longest} words, slowest {slowest:.2f} s\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
