"""
How often the criteria about upfloaters decide rounds of Dubov whose history is paired anyhow; print the numbers.

    PYTHONPATH=tests python -m batches.dubov_upfloaters --positions 700 --seed 1

Every round before is legal and otherwise by chance, so that many players are maximum upfloaters, and have been
upfloated differently often: positions that events paired by the rules come to seldom. Exit status 1 if C9 or C10
decides fewer than 20 of them.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from typing import TYPE_CHECKING

from batches.compare_dubov_py4swiss import anyhow

from random_tournaments.plan import EventPlan, Rates
from random_tournaments.simulation import play
from reference_engines.coverage import features_of, find_covered_features
from reference_engines.dubov.rules import DUBOV_2026
from reference_engines.frame.results import PairingError
from tournaments.model import Colour

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

COUNTED = ("C5", "C8", "C9", "C10")
_WANTED = 20
_EARLIEST = 4
"""The first round that is looked at."""


def positions(seed: int) -> Iterator[tuple[Event, int]]:
    """Yield endlessly an event up to a round, and the round."""
    index = 0
    while True:
        rng = random.Random(f"{seed}-{index}")
        rounds: list[tuple[Event, int]] = []

        def pairer(event: Event, number: int, rng: random.Random = rng) -> RoundPairing:
            if number >= _EARLIEST:
                rounds.append((event, number))  # noqa: B023 - called before the next turn
            return anyhow(event, number, rng)

        plan = EventPlan(
            players=rng.randint(20, 30),
            rounds=rng.randint(7, 9),
            initial_colour=Colour.WHITE,
            rates=Rates(draw=0.35),
            system_code="FIDE_DUBOV",
        )
        play(plan, pairer, rng)
        yield from rounds
        index += 1


def main() -> int:
    """Count, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    wanted = [feature for feature in features_of(DUBOV_2026) if feature.name in COUNTED]
    counts: Counter[str] = Counter()
    for number, (event, stage) in enumerate(positions(chosen.seed)):
        if number == chosen.positions:
            break
        posed = DUBOV_2026.open(event).round(stage)
        try:
            counts.update(feature.name for feature in find_covered_features(posed, wanted))
        except PairingError:
            counts["without a pairing"] += 1
        counts["with a maximum upfloater"] += bool(posed.participants.maximum_upfloaters.any())
    sys.stdout.write(f"{chosen.positions} positions: {dict(counts)}\n")
    return int(min(counts["C9"], counts["C10"]) < _WANTED)


if __name__ == "__main__":
    sys.exit(main())
