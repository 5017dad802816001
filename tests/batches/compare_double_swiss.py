"""
Compare the Double-Swiss engine with plain enumeration, or count the hard rules of its own rounds.

    PYTHONPATH=tests python -m batches.compare_double_swiss fields COUNT SEED
    PYTHONPATH=tests python -m batches.compare_double_swiss matches COUNT SEED

``fields`` draws small fields (2 to 10 players) in which few may meet, and holds what is found by matching against what
is found by trying every set and every pairing. ``matches`` plays events of 5 to 60 players and counts the rules that
every round must keep from the rows alone. Exit status 1 if anything differs, or a rule is broken.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from support.double_swiss import draw_field, faults, format_pairing

from random_tournaments.axes import Axes, Span
from random_tournaments.event_batch import Batch
from reference_engines.double_swiss.rules import DOUBLE_SWISS_2026
from reference_engines.frame.results import NoLegalPairingError
from reference_engines.literal.upfloating import LITERAL_DOUBLE_SWISS_2026
from reference_engines.upfloating.search import pair_field

_KEY = "double-swiss-2026"
_EVERY = 1000


def fields(count: int, seed: int) -> int:
    """Return the number of differing rounds among ``count`` random ones."""
    outcomes: Counter[str] = Counter()
    for number in range(count):
        field, found = draw_field(random.Random(f"{seed}/{number}"), 2, 10), []
        for rules in (DOUBLE_SWISS_2026, LITERAL_DOUBLE_SWISS_2026):
            try:
                found.append(format_pairing(field, *pair_field(field, rules, rules.search)))
            except NoLegalPairingError:
                found.append("none")
        outcomes["differ" if found[0] != found[1] else "neither finds any" if found[0] == "none" else "alike"] += 1
        if found[0] != found[1]:
            sys.stdout.write(f"{seed}/{number}: {found[0]}, literally {found[1]}\n")
        if (number + 1) % _EVERY == 0:
            sys.stdout.write(f"{number + 1} fields: {dict(outcomes)}\n")
            sys.stdout.flush()
    return outcomes["differ"]


def matches(count: int, seed: int) -> int:
    """Return the number of faults in ``count`` rounds of matches."""
    batch = Batch(seed=seed, axes=Axes(players=Span(5, 60), rounds=Span(3, 11)), system=_KEY)
    played = pairs = events = wrong = 0
    while played < count:
        event = batch.play(events).event
        events += 1
        played += event.rounds_recorded // 2
        pairs += sum(entry.opponent is not None for player in event.players for entry in player.rounds) // 4
        for fault in faults(event):
            wrong += 1
            sys.stdout.write(f"{event.name}: {fault}\n")
        if events % 100 == 0:
            sys.stdout.write(f"{events} events, {played} rounds of matches, {pairs} matches, {wrong} faults\n")
            sys.stdout.flush()
    sys.stdout.write(f"{events} events, {played} rounds of matches, {pairs} matches, {wrong} faults\n")
    return wrong


if __name__ == "__main__":
    run = {"fields": fields, "matches": matches}[sys.argv[1]]
    sys.exit(bool(run(int(sys.argv[2]), int(sys.argv[3]))))
