"""
The Dubov system of 1997: small situations by both engines, events played and checked, errors planted; print figures.

    PYTHONPATH=tests python -m batches.compare_dubov_1997 --situations 20000 --rounds 5000 --planted 500 --seed 1

Exit status 1 if the engines ever differ, a round is not agreed on, a hard rule is broken, or an error is not found.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

from support.dubov_1997 import draw_table, faults

from checker.checking import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.planting import PlantedError, plant
from checker.verdicts import Verdict
from random_tournaments.axes import Axes, Chance, Span
from random_tournaments.batch import Batch
from reference_engines.dubov_1997.edition import TAKEN, Readings
from reference_engines.dubov_1997.literal import walked
from reference_engines.dubov_1997.session import stepped
from reference_engines.results import NoLegalPairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from reference_engines.dubov_1997.table import Table
    from tournaments.model import Event

    Pairs = tuple[tuple[tuple[int, int], ...], int | None]

_KEY = "dubov-1997"
_READINGS = (TAKEN, TAKEN, Readings(blacks_exchange=True))
_MISSED = (Verdict.AGREE, Verdict.CRASH, Verdict.REFERENCE_FAULT, Verdict.UNSUPPORTED)
_TIES = Chance(0.0, 0.5)


def paired(procedure: Callable[[Table, Readings], Pairs], table: Table, readings: Readings) -> Pairs | None:
    """Pair a table; None if there is no complete pairing."""
    try:
        return procedure(table, readings)
    except NoLegalPairingError:
        return None


def compare_situations(amount: int, seed: int) -> int:
    """Compare both engines on small tables; return the number of differences."""
    counts: Counter[str] = Counter()
    for number in range(amount):
        table = draw_table(random.Random(f"{seed}-{number}"))
        readings = _READINGS[number % len(_READINGS)]
        ours, theirs = paired(stepped, table, readings), paired(walked, table, readings)
        said = "different" if ours != theirs else "both find no pairing" if ours is None else "the same pairs"
        counts[said] += 1
        if said == "different":
            _say(f"situation {seed}-{number}: {ours}, literally {theirs}")
    _say(f"situations: {dict(counts)}")
    return counts["different"]


def play_events(rounds: int, seed: int) -> int:
    """Play events until there are so many rounds, and check them; return the number of what is wrong."""
    axes = Axes(players=Span(5, 60), rounds=Span(1, 15), rating_ties=_TIES, unrated_players=Chance(0.0, 0.2, 0.5))
    batch = Batch(system=_KEY, seed=seed, axes=axes)
    verdicts: Counter[Verdict] = Counter()
    wrong = index = 0
    while verdicts.total() < rounds:
        event = batch.play(index).event
        found = findings(event)
        broken = faults(event)
        for fault in (*broken, *(one.sentence for one in found if one.verdict is not Verdict.AGREE)):
            _say(f"event {index}: {fault}")
        wrong += len(broken) + sum(one.verdict is not Verdict.AGREE for one in found)
        verdicts.update(one.verdict for one in found)
        index += 1
    counted = {verdict.value: count for verdict, count in verdicts.items()}
    _say(f"events: {index}, rounds: {counted}, wrong: {wrong}")
    return wrong


def plant_errors(events: int, seed: int) -> int:
    """Plant every kind of error into events; return the number of those that are not found with an article."""
    batch = Batch(system=_KEY, seed=seed, axes=Axes(players=Span(5, 60), rounds=Span(2, 11), rating_ties=_TIES))
    counts: Counter[tuple[str, str]] = Counter()
    missed = 0
    for index in range(events):
        event = batch.play(index).event
        for error in PlantedError:
            planted = plant(event, error, random.Random(f"{seed}-{index}")) if event.rounds_recorded else None
            if planted is None:
                continue
            last = findings(planted.event)[-1]
            counts[error.value, last.verdict.value] += 1
            if last.verdict in _MISSED or not ("rticle " in last.sentence or "DUBOV97-" in last.sentence):
                missed += 1
                _say(f"event {index}, {error.value}: {last.sentence}")
    for (name, verdict), count in sorted(counts.items()):
        _say(f"{count:>7} {name}: {verdict}")
    return missed


def findings(event: Event) -> list[RoundFinding]:
    """Check an event by the system."""
    entries = check_event(event, options=CheckOptions(system=_KEY))
    return [entry for entry in entries if isinstance(entry, RoundFinding)]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the batches asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--situations", type=int, default=0, help="small tables to be paired by both engines")
    parser.add_argument("--rounds", type=int, default=0, help="rounds to be played and checked")
    parser.add_argument("--planted", type=int, default=0, help="events to plant errors into")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    wrong = 0
    batches = ((compare_situations, chosen.situations), (play_events, chosen.rounds), (plant_errors, chosen.planted))
    for batch, amount in batches:
        start = time.monotonic()
        wrong += batch(amount, chosen.seed) if amount else 0
        _say(f"{time.monotonic() - start:>7.0f} seconds")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
