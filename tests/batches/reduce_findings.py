"""
Reduce what engines with one fault each show in random events: how small it gets, and in how much work.

    PYTHONPATH=tests python -m batches.reduce_findings [EVENTS] [EACH]

The faults are the alterations of the Dutch system.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker.programs.smoke import before_round
from checker.reduction.gate import Shown, Terms, look
from checker.reduction.search import reduce
from checker.reduction.simplicity import simplicity_of
from checker.reduction.situation import situation_of
from random_tournaments.axes import Span
from random_tournaments.batch import Batch
from random_tournaments.profiles import PROFILES
from reference_engines.results import PairingError
from reference_engines.systems import engine_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from checker.reduction.situation import Situation
    from reference_engines.results import RoundPairing
    from tournaments.model import Event

RULES: Any = engine_for("dutch-2026")
AXES = replace(PROFILES["mixed"], players=Span(8, 30), rounds=Span(5, 9))


def answers_of(altered: Any) -> Callable[[Situation], RoundPairing]:
    """Return an engine with the fault."""

    def answer(situation: Situation) -> RoundPairing:
        pairing: RoundPairing = altered.open(situation.before).pair(situation.round_number)
        return pairing

    return answer


def shown_in(event: Event, answers: Callable[[Situation], RoundPairing], altered: Any) -> Shown | None:
    """Return what an engine shows in the first round of an event in which it errs."""
    for number in range(2, event.rounds_recorded + 1):
        before = before_round(event, number)
        try:
            if altered.open(before).pair(number) == RULES.open(before).pair(number):
                continue
            found = look(situation_of(event, number, asks=True), Terms(rules=RULES), answers)
        except PairingError:
            continue
        if isinstance(found, Shown):
            return found
    return None


def reductions(events: int, each: int) -> Iterator[tuple[str, Shown, Shown, float]]:
    """Yield fault, what was shown, its reduced form, and the seconds of work."""
    had: Counter[str] = Counter()
    batch = Batch(seed=1, axes=AXES)
    for index in range(events):
        event = batch.play(index).event
        for alteration in RULES.alterations:
            if had[alteration.identifier] >= each:
                continue
            altered = alteration.rules(RULES)
            answers = answers_of(altered)
            first = shown_in(event, answers, altered)
            if first is not None:
                had[alteration.identifier] += 1
                begun = time.process_time()
                smallest = reduce(first, Terms(rules=RULES), answers).smallest
                yield alteration.identifier, first, smallest, time.process_time() - begun


def main(events: int = 20, each: int = 2) -> None:
    """Print each reduction, and what they come to."""
    sizes, seconds = [], []
    for identifier, first, smallest, work in reductions(events, each):
        given, size = (simplicity_of(shown.situation.before) for shown in (first, smallest))
        sizes.append((size.players, size.rounds))
        seconds.append(work)
        sys.stdout.write(
            f"{identifier:<50} {first.discrepancy.mark!s:<28} {given.players}x{given.rounds} -> "
            f"{size.players}x{size.rounds}  {work:.1f} s\n"
        )
        sys.stdout.flush()
    players, rounds = (statistics.median(column) for column in zip(*sizes, strict=True))
    small = sum(size[0] <= 10 and size[1] <= 4 for size in sizes)
    sys.stdout.write(
        f"{len(sizes)}: median {players} players, {rounds} rounds; {small / len(sizes):.0%} at most 10 and 4\n"
        f"work: median {statistics.median(seconds):.1f} s, at most {max(seconds):.1f} s\n"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
