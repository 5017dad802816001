"""
Find in many events what was hidden in them: how often the true cause stands in the first group.

    PYTHONPATH=tests python -m batches.find_hidden --events 300 --seed 1
    PYTHONPATH=tests python -m batches.find_hidden --events 60 --together 6

With `--together`, so many events are explained at once, and sets are counted of which a misreading is claimed: all
pairings are right, and only the files are silent.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter

from support.hidden_causes import SYSTEM, USUAL, hidden, kinds, play_together

from checker.causes.cause import ChangeKind, case_of
from checker.causes.search import SearchEffort, find_causes
from checker.planting import PlantedError, plant
from random_tournaments.event_batch import Batch
from reference_engines.frame.systems import engine_for


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*", default=[*kinds(), "a wrong pairing"])
    parser.add_argument("--together", type=int, default=1)
    parser.add_argument("--shown", type=int, default=2, help="of the misses of each kind")
    options = parser.parse_args()
    for kind in options.kinds:
        begun = time.perf_counter()
        if kind == "a wrong pairing":
            told = _wrong(options)
        else:
            told = _hidden(kind, options) if options.together == 1 else _hidden_in_sets(kind, options)
        sys.stdout.write(f"{kind}: {told}; {time.perf_counter() - begun:.0f} s\n")
        sys.stdout.flush()


def _hidden(kind: str, options: argparse.Namespace) -> str:
    found = events = index = 0
    sizes: list[int] = []
    misses = 0
    while events < options.events:
        index += 1
        made = hidden(kind, options.seed, index, random.Random(f"{options.seed}/{index}"))
        case = case_of(str(index), made.event, engine_for(SYSTEM))
        if not case.wanting:
            continue  # it made no difference
        events += 1
        finding = find_causes([case], SearchEffort())
        first = {member.identifier for member in finding.groups[0].members} if finding.groups else set()
        found += bool(first & made.truth)
        if first & made.truth:
            sizes.append(len(first))
        elif misses < options.shown:
            misses += 1
            told = [(group.first.identifier, len(group.members), len(group.explained)) for group in finding.groups]
            missed = f"  event {index}: {set(made.truth)} of {finding.discrepant} rounds; told {told}\n"
            sys.stderr.write(missed)
    several = sum(size > 1 for size in sizes)
    many = sum(size > 3 for size in sizes)
    share = 100 * found / max(1, events)
    return (
        f"{found} of {events} in the first group ({share:.1f} %), {several} with others that fit as well, {many} with "
        f"more than two others, of {index} events"
    )


def _hidden_in_sets(kind: str, options: argparse.Namespace) -> str:
    """Return the sets of events of which a misreading is claimed."""
    sets = max(1, options.events // options.together)
    claims: list[str] = []
    explained = discrepant = 0
    for number in range(sets):
        cases = play_together(kind, options.seed, options.together, 1 + 1000 * number)
        finding = find_causes(cases, SearchEffort())
        discrepant += finding.discrepant
        explained += finding.discrepant - len(finding.unexplained)
        claims += [group.first.identifier for group in finding.groups if group.first.kind == ChangeKind.RULE.value]
    return f"{len(claims)} misreadings claimed of {sets} sets {claims}; {explained} of {discrepant} rounds explained"


def _wrong(options: argparse.Namespace) -> str:
    """Return the claims about events with a random wrong pairing in their last round."""
    claimed: Counter[str] = Counter()
    events = index = 0
    while events < options.events:
        index += 1
        rng = random.Random(f"{options.seed}/{index}")
        played = Batch(seed=options.seed, axes=USUAL, system=SYSTEM).play(index)
        planted = plant(played.event, rng.choice(list(PlantedError)[:3]), rng)
        if planted is None:
            continue
        case = case_of(str(index), planted.event, engine_for(SYSTEM))
        if not case.wanting:
            continue
        events += 1
        finding = find_causes([case], SearchEffort())
        if not finding.groups:
            claimed["none"] += 1
            continue
        group = finding.groups[0]
        claimed[f"{group.first.kind}{'' if group.is_certain_of_record else ', one possibility among others'}"] += 1
    return f"of {events} events: {dict(claimed.most_common())}"


if __name__ == "__main__":
    main()
