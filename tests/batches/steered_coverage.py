"""
Seek every criterion of an edition, and show the same number of unsteered events beside it.

    PYTHONPATH=tests python -m batches.steered_coverage --system dutch-2026 --times 20 --budget 2000 --seed 1

Unsteered events are drawn from the axes that the steered ones descend from (``same``), or from profiles, by the same
seed. Exit status 1 if a criterion was not met often
enough.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from random_tournaments.axes import PROFILES
from random_tournaments.batch_coverage import measure_rounds
from random_tournaments.event_batch import Batch
from random_tournaments.steering import STEERING_AXES, SteeringGoal, SteeringProgress, find_covering_events
from reference_engines.coverage import features_of
from reference_engines.coverage.features import Feature, FeatureKind
from reference_engines.frame.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Sequence


_AXES = {"same": STEERING_AXES, **PROFILES}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison."""
    options = _parser().parse_args(arguments)
    wanted = tuple(f for f in features_of(engine_for(options.system)) if f.kind is FeatureKind.DECISIVE)
    quest = SteeringGoal(
        features=wanted, times=options.times, budget=options.budget, seed=options.seed, system=options.system
    )
    tally, begun = SteeringProgress(), time.monotonic()
    events = Counter(
        feature for found in find_covering_events(quest, tally) for feature in {feature for feature, _ in found.met}
    )
    sys.stdout.write(f"steered: {tally.events} events, {tally.rounds} rounds, {time.monotonic() - begun:.0f} s\n")
    columns = {profile: _unsteered(profile, wanted, options) for profile in options.profiles}
    sys.stdout.write(f"{'':8} {'steered':>8} {'events':>7} " + " ".join(f"{name:>12}" for name in columns) + "\n")
    for feature in wanted:
        beside = " ".join(f"{column[feature]:>12}" for column in columns.values())
        sys.stdout.write(f"{feature.name:8} {tally.met[feature]:>8} {events[feature]:>7} {beside}\n")
    return 1 if tally.missing_features(quest) else 0


def _unsteered(profile: str, features: Sequence[Feature], options: argparse.Namespace) -> Counter[Feature]:
    """Count the rounds in which each criterion decides in as many events of a profile."""
    engine, begun = engine_for(options.system), time.monotonic()
    batch = Batch(seed=options.seed, system=options.system, axes=_AXES[profile])
    counts: Counter[Feature] = Counter()
    rounds = 0
    for index in range(options.unsteered):
        for _, covered in measure_rounds(batch.play(index).event, engine, features):
            counts.update(covered or ())
            rounds += 1
    seconds = time.monotonic() - begun
    sys.stdout.write(f"{profile}: {options.unsteered} events, {rounds} rounds, {seconds:.0f} s\n")
    return counts


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="steered and unsteered coverage side by side")
    parser.add_argument("--system", default="dutch-2026")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--budget", type=int, default=2000)
    parser.add_argument("--unsteered", type=int, default=2000)
    parser.add_argument("--profiles", nargs="*", default=["same"], choices=_AXES)
    parser.add_argument("--seed", type=int, default=1)
    return parser


if __name__ == "__main__":
    sys.exit(main())
