"""
Print the processor milliseconds that an event of the endorsement profile takes to generate and to check, by part.

    PYTHONPATH=tests python -m benchmarks.endorsement --events 200 --seed 7

Each event is played, written, read and checked as in a campaign; nothing is shared between the two. The parts are
measured by doing them once more, alone: what pairing, standings and comparison take is what remains where that is so.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING

from checker.campaigns.configuration import Configuration, Direction
from checker.check import CheckOptions, check_event
from checker.standings.check import judge_standings
from random_tournaments.simulation import compute_ranks
from random_tournaments.workers import OBJECTS_BETWEEN_COLLECTIONS
from reference_engines.frame.systems import engine_for
from tournaments import parse_event
from tournaments.trf.writing import write_trf26

if TYPE_CHECKING:
    from collections.abc import Callable

    from random_tournaments.event_batch import Batch
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

Parts = dict[str, float]


def measure_event(batch: Batch, index: int, system: str) -> Parts:
    """Return the seconds of every part."""
    parts: Parts = defaultdict(float)

    def timed(part: str, do: Callable[[], object]) -> object:
        start = time.thread_time()
        try:
            return do()
        finally:
            parts[part] += time.thread_time() - start

    def pair(event: Event, number: int) -> RoundPairing:
        return timed("pairing", lambda: engine_for(system).open(event).round(number).expected())  # type: ignore[return-value]

    played = timed("generate", lambda: batch.play(index, pair))
    event: Event = played.event  # type: ignore[attr-defined]
    timed("its standings", lambda: compute_ranks(event, played.plan.tie_breaks))  # type: ignore[attr-defined]
    text: str = timed("writing", lambda: write_trf26(event))  # type: ignore[assignment]
    read: Event = timed("reading", lambda: parse_event(text).event)  # type: ignore[assignment]
    options = CheckOptions(system=system, as_declared=True)
    timed("check", lambda: list(check_event(read, options=options)))

    def pair_again() -> None:
        prepared = engine_for(system).open(read)
        for number in prepared.recorded_rounds:
            prepared.round(number).expected()

    timed("its pairing", pair_again)
    timed("its rank order", lambda: judge_standings(read))
    return {
        "playing": parts["generate"] - parts["pairing"] - parts["its standings"],
        "pairing to generate": parts["pairing"],
        "standings to generate": parts["its standings"],
        "writing": parts["writing"],
        "reading": parts["reading"],
        "pairing to check": parts["its pairing"],
        "standings to check": parts["its rank order"],
        "comparison": parts["check"] - parts["its pairing"] - parts["its rank order"],
        "generate": parts["generate"] + parts["writing"],
        "check": parts["reading"] + parts["check"],
        "both": parts["generate"] + parts["writing"] + parts["reading"] + parts["check"],
    }


def main() -> None:
    """Measure events and print the medians and the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--system", default="dutch-2026")
    options = parser.parse_args()
    settings = Configuration(direction=Direction.PAIR, programs=("none",), seed=options.seed, system=options.system)
    batch: Batch = settings.batch()  # type: ignore[assignment]  # of players
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)  # as in a worker
    measure_event(batch, options.events, options.system)  # loads everything
    measured = [measure_event(batch, index, options.system) for index in range(options.events)]
    sys.stdout.write(
        f"milliseconds of {options.events} events of seed {options.seed}\n{'':24}{'median':>9}{'mean':>9}\n"
    )
    for part in measured[0]:
        values = [1000 * parts[part] for parts in measured]
        sys.stdout.write(f"{part:24}{median(values):9.2f}{sum(values) / len(values):9.2f}\n")


if __name__ == "__main__":
    main()
