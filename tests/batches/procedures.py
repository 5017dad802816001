"""Common parts of the batches of procedures (Clock, Dubov 1997): situations, played events, planted errors."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from support.findings import names_an_article, round_findings

from checker.planting import PlantedError, plant
from checker.verdicts.verdict import Verdict
from random_tournaments.axes import Axes, Chance, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import NoLegalPairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tournaments.model import Event

TableT = TypeVar("TableT")
ReadingsT = TypeVar("ReadingsT")

TIES = Chance(0.0, 0.5)
PLAYED = Axes(players=Span(5, 60), rounds=Span(1, 59), rating_ties=TIES, unrated_players=Chance(0.0, 0.2, 0.5))
"""Where ratings decide."""
PLANTED = Axes(players=Span(5, 60), rounds=Span(2, 11), rating_ties=TIES)
_MISSED = (Verdict.AGREE, Verdict.CRASH, Verdict.REFERENCE_FAULT, Verdict.UNSUPPORTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A procedure, and its references."""

    key: str
    pair_twice: Callable[[random.Random, int], tuple[object, object]]
    """Draws a small situation, the one of that number, and pairs it by the engine and literally; None: no pairing."""
    faults: Callable[[Event], list[str]]
    """Hard rules counted from the rows alone."""
    played: Axes
    planted: Axes
    register: str
    """How the identifiers of its readings begin."""


def pair_by_readings(
    draw_table: Callable[[random.Random], TableT],
    readings: Sequence[ReadingsT],
    procedures: tuple[Callable[[TableT, ReadingsT], object], Callable[[TableT, ReadingsT], object]],
) -> Callable[[random.Random, int], tuple[object, object]]:
    """Return a function that pairs a situation by the engine and by brute force, under readings in turn."""

    def pair_twice(rng: random.Random, number: int) -> tuple[object, object]:
        table, taken = draw_table(rng), readings[number % len(readings)]
        one, other = procedures
        return _paired(one, table, taken), _paired(other, table, taken)

    return pair_twice


def _paired(procedure: Callable[[TableT, ReadingsT], object], table: TableT, readings: ReadingsT) -> object:
    """Pair a table; None if no complete pairing exists."""
    try:
        return procedure(table, readings)
    except NoLegalPairingError:
        return None


def compare_situations(compared: Compared, amount: int, seed: int) -> int:
    """Compare on small tables; return the number of differences."""
    counts: Counter[str] = Counter()
    for number in range(amount):
        ours, theirs = compared.pair_twice(random.Random(f"{seed}-{number}"), number)
        said = "different" if ours != theirs else "both find no pairing" if ours is None else "the same pairs"
        counts[said] += 1
        if said == "different":
            _say(f"situation {seed}-{number}: {ours}, literally {theirs}")
    _say(f"situations: {dict(counts)}")
    return counts["different"]


def play_events(compared: Compared, rounds: int, seed: int) -> int:
    """Play and check events until a number of rounds is reached; return the number of faults."""
    batch = Batch(system=compared.key, seed=seed, axes=compared.played)
    verdicts: Counter[Verdict] = Counter()
    lengths: Counter[int] = Counter()
    sizes: Counter[int] = Counter()
    wrong = index = 0
    while verdicts.total() < rounds:
        event = batch.play(index).event
        found = round_findings(event, compared.key)
        broken = compared.faults(event)
        for fault in (*broken, *(one.sentence for one in found if one.verdict is not Verdict.AGREE)):
            _say(f"event {index}: {fault}")
        wrong += len(broken) + sum(one.verdict is not Verdict.AGREE for one in found)
        verdicts.update(one.verdict for one in found)
        lengths[event.rounds_recorded] += 1
        sizes[len(event.players)] += 1
        index += 1
    players = f"{min(sizes)} to {max(sizes)} players ({len(sizes)} numbers)"
    _say(f"events: {index}, of {players} and {min(lengths)} to {max(lengths)} rounds ({len(lengths)} numbers)")
    counted = {verdict.value: count for verdict, count in verdicts.items()}
    _say(f"rounds: {counted}, wrong: {wrong}")
    return wrong


def plant_errors(compared: Compared, events: int, seed: int) -> int:
    """Plant every kind of error into events; return the number of errors not found with an article."""
    batch = Batch(system=compared.key, seed=seed, axes=compared.planted)
    counts: Counter[tuple[str, str]] = Counter()
    missed = 0
    for index in range(events):
        event = batch.play(index).event
        for error in PlantedError:
            planted = plant(event, error, random.Random(f"{seed}-{index}")) if event.rounds_recorded else None
            if planted is None:
                continue
            last = round_findings(planted.event, compared.key)[-1]
            counts[error.value, last.verdict.value] += 1
            if last.verdict in _MISSED or not (names_an_article(last.sentence) or compared.register in last.sentence):
                missed += 1
                _say(f"event {index}, {error.value}: {last.sentence}")
    for (name, verdict), count in sorted(counts.items()):
        _say(f"{count:>7} {name}: {verdict}")
    _say(f"planted: {counts.total()}, missed: {missed}")
    return missed


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run(compared: Compared, description: str | None, arguments: Sequence[str] | None = None) -> int:
    """Run the batches asked for; return the exit status, 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--situations", type=int, default=0, help="small tables to be paired by both engines")
    parser.add_argument("--rounds", type=int, default=0, help="rounds to be played and checked")
    parser.add_argument("--planted", type=int, default=0, help="events to plant errors into")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    wrong = 0
    batches = ((compare_situations, chosen.situations), (play_events, chosen.rounds), (plant_errors, chosen.planted))
    for batch, amount in batches:
        start = time.monotonic()
        wrong += batch(compared, amount, chosen.seed) if amount else 0
        _say(f"{time.monotonic() - start:>7.0f} seconds")
    return 1 if wrong else 0
