"""
Reduce what engines with one fault each show in random events: how small it gets, and in how much work.

    PYTHONPATH=tests python -m batches.reduce_findings [EVENTS] [EACH] [criterion|cause] [TIMES]

The faults are the alterations of the Dutch system. What stays is the verdict and what decides, or the verdict and the
cause; each is reduced so many times, and comes out alike. Every reduced event is looked at once more: a check of it has
the same verdict, and the alteration is a cause of it.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker.checking import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.programs.smoke import before_round
from checker.reduction.discrepancy import Keep
from checker.reduction.gate import Shown, Terms, look
from checker.reduction.same_cause import has_cause
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


def shows_the_same(first: Shown, smallest: Shown, identifier: str) -> bool:
    """Whether a check of the reduced event comes to the same verdict, and the fault is a cause of it."""
    found, number = smallest.discrepancy, smallest.situation.round_number
    entries = check_event(found.event, options=CheckOptions(system="dutch-2026"))
    verdicts = {one.verdict for one in entries if isinstance(one, RoundFinding) and one.round_number == number}
    has_verdict = verdicts == {first.discrepancy.mark.verdict} or found.event.rounds_recorded < number
    return has_verdict and has_cause(identifier, smallest.situation, found.event, RULES)


def reductions(
    events: int, each: int, keep: Keep = Keep.CRITERION, times: int = 1
) -> Iterator[tuple[str, Shown, Shown, float]]:
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
                terms = Terms(rules=RULES, keep=keep, cause=alteration.identifier if keep is Keep.CAUSE else "")
                begun_with = look(first.situation, terms, answers)
                if isinstance(begun_with, Shown):
                    begun = time.process_time()
                    outcomes = [reduce(begun_with, terms, answers).smallest for _ in range(times)]
                    work = (time.process_time() - begun) / times
                    if any(one.discrepancy != outcomes[0].discrepancy for one in outcomes):
                        sys.stdout.write(f"*** {alteration.identifier}: not the same each time\n")
                    yield alteration.identifier, begun_with, outcomes[0], work


def main(events: int = 20, each: int = 2, keep: str = "criterion", times: int = 1) -> None:
    """Print each reduction, and what they come to."""
    sizes, seconds, others = [], [], 0
    for identifier, first, smallest, work in reductions(events, each, Keep(keep), times):
        if not shows_the_same(first, smallest, identifier):
            others += 1
            sys.stdout.write(f"*** {identifier}: another verdict, or another cause\n")
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
        f"{others} with another verdict or cause\n"
        f"work: median {statistics.median(seconds):.1f} s, at most {max(seconds):.1f} s\n"
    )


if __name__ == "__main__":
    given = sys.argv[1:]
    main(*map(int, given[:2]), *given[2:3], *map(int, given[3:4]))
