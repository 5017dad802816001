"""
The simple Swiss against its literal engine on small random events, and on events of its own.

    PYTHONPATH=tests python -m batches.compare_simple --situations 5000 --rounds 5000 --seed 1
    PYTHONPATH=tests python -m batches.compare_simple --deviation --situations 20000 --rounds 1000 --seed 1

A situation is one round of an event of 4 to 10 players on its recorded history; both engines pair it, by each option,
open reading and misreading. What no round may do is counted from the players' rows, without the engines.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from support.agreement import paired
from support.findings import round_findings
from support.simple_swiss import faults

from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Span
from random_tournaments.event_batch import Batch
from reference_engines.literal.simple_swiss import LITERAL_DEVIATION_SIMPLE, LITERAL_SIMPLE
from reference_engines.misreadings import misreadings_of
from reference_engines.simple_swiss.edition import (
    ALTERNATING,
    BASIC,
    DEFAULT_READINGS,
    DUTCH,
    OLYMPIAD,
    OPEN_POINTS,
    OPEN_POINTS_OF_DEVIATION,
    read_other_side,
)
from reference_engines.simple_swiss.rules import DEVIATION_SIMPLE, SIMPLE

OPTIONS = (
    *(DEFAULT_READINGS, ALTERNATING, OLYMPIAD, DUTCH, BASIC),
    *(read_other_side(DEFAULT_READINGS, identifier) for identifier in OPEN_POINTS),
    *(one.rules(SIMPLE).options for one in misreadings_of(SIMPLE)),  # type: ignore[attr-defined]  # rules of this system
)

OPTIONS_OF_DEVIATION = tuple(read_other_side(DEFAULT_READINGS, identifier) for identifier in OPEN_POINTS_OF_DEVIATION)


def main() -> int:
    """Compare, and return how many differences there were."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--situations", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deviation", action="store_true", help="groups paired by the smallest deviation")
    asked = parser.parse_args()
    rules, literal = (DEVIATION_SIMPLE, LITERAL_DEVIATION_SIMPLE) if asked.deviation else (SIMPLE, LITERAL_SIMPLE)
    every = OPTIONS + (OPTIONS_OF_DEVIATION if asked.deviation else ())
    key = rules.edition.key
    wrong = situations = rounds = index = 0
    small = Batch(seed=asked.seed, axes=Axes(players=Span(4, 10), rounds=Span(3, 9)), system=key)
    while situations < asked.situations:
        event = small.play(index).event
        index += 1
        for number in range(1, event.rounds_recorded + 1):
            for options in every:
                situations += 1
                one = paired(replace(rules, options=options), event, number)
                other = paired(replace(literal, options=options), event, number)
                if one != other:
                    wrong += 1
                    sys.stdout.write(f"event {index - 1}, round {number}, {options}: {one} against {other}\n")
    own = Batch(seed=asked.seed + 1, axes=Axes(players=Span(5, 60), rounds=Span(3, 13)), system=key)
    index = 0
    while rounds < asked.rounds:
        event = own.play(index).event
        index += 1
        for fault in faults(event):
            wrong += 1
            sys.stdout.write(f"event {index - 1}, {fault}\n")
        for finding in round_findings(event, key):
            rounds += 1
            if finding.verdict is not Verdict.AGREE:
                wrong += 1
                sys.stdout.write(f"event {index - 1}, {finding.sentence}\n")
    sys.stdout.write(f"{situations} situations, {rounds} rounds of {index} events, {wrong} differences\n")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
