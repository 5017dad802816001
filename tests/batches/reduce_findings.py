"""
Reduce discrepancies of engines with one fault each in random events: the final size and the work.

    PYTHONPATH=tests python -m batches.reduce_findings [EVENTS] [EACH] [criterion|cause] [TIMES] [RECORD]

The faults are the misreadings of the Dutch system. What stays is the verdict and what decides, or the verdict and the
cause; each is reduced TIMES times, with equal results. Every reduced event is looked at once more: a check of it has
the same verdict, and the misreading is a cause of it. RECORD is a file in which every reduction is kept as a line of
JSON, so that a run which was stopped goes on where it was.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.check import CheckOptions, check_event
from checker.findings import RoundFinding
from checker.reduction.gate import Keep, ShownDiscrepancy, Terms, look
from checker.reduction.same_cause import has_cause
from checker.reduction.search import reduce
from checker.reduction.situation import situation_of
from checker.verdicts.team_events import cut_before_round
from random_tournaments.axes import PROFILES, Span
from random_tournaments.event_batch import Batch
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import engine_for
from reference_engines.misreadings import misreadings_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from checker.reduction.situation import Situation
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event

RULES: Any = engine_for("dutch-2026")
AXES = replace(PROFILES["mixed"], players=Span(8, 30), rounds=Span(5, 9))
OF_AN_EVENT = 6
"""Faults of which what they show in an event is reduced; the next event begins with the next ones."""


@dataclass(frozen=True, kw_only=True)
class Reduced:
    """One reduction."""

    event: int
    fault: str
    shown: str
    """The property that stays, as `Mark` names it."""
    given: tuple[int, int]
    """Players and rounds of the original event."""
    smallest: tuple[int, int]
    """Players and rounds of the reduced one."""
    seconds: float
    """Of work, for one reduction."""
    is_alike: bool
    """Whether the same came out each time."""
    is_same: bool
    """Whether a check has the same verdict, and the fault explains it."""


def answers_of(altered: Any) -> Callable[[Situation], RoundPairing]:
    """Return an engine with the fault."""

    def answer(situation: Situation) -> RoundPairing:
        pairing: RoundPairing = altered.open(situation.before).round(situation.round_number).expected()
        return pairing

    return answer


def first_discrepancy(
    event: Event, answers: Callable[[Situation], RoundPairing], altered: Any
) -> ShownDiscrepancy | None:
    """Return the discrepancy of the first round of an event in which an engine errs."""
    for number in range(2, event.rounds_recorded + 1):
        before = cut_before_round(event, number)
        try:
            if altered.open(before).round(number).expected() == RULES.open(before).round(number).expected():
                continue
            found = look(situation_of(event, number, asks=True), Terms(rules=RULES, answers=answers))
        except PairingError:
            continue
        if isinstance(found, ShownDiscrepancy):
            return found
    return None


def shows_the_same(first: ShownDiscrepancy, smallest: ShownDiscrepancy, identifier: str) -> bool:
    """Whether a check of the reduced event has the same verdict, with the fault as a cause."""
    found, number = smallest, smallest.situation.round_number
    entries = check_event(found.event, options=CheckOptions(system="dutch-2026"))
    verdicts = {one.verdict for one in entries if isinstance(one, RoundFinding) and one.round_number == number}
    has_verdict = verdicts == {first.mark.verdict} or found.event.rounds_recorded < number
    return has_verdict and has_cause(identifier, smallest.situation, found.event, RULES)


def reduced(index: int, event: Event, misreading: Any, keep: Keep, times: int) -> Reduced | None:
    """Reduce an engine's discrepancy in an event ``times`` times; None if it has none that can stay."""
    identifier, altered = misreading.identifier, misreading.rules(RULES)
    answers = answers_of(altered)
    shown = first_discrepancy(event, answers, altered)
    if shown is None:
        return None
    terms = Terms(rules=RULES, answers=answers, keep=keep, cause=identifier if keep is Keep.CAUSE else "")
    first = look(shown.situation, terms)
    if not isinstance(first, ShownDiscrepancy) or first.mark.cause != terms.cause:
        return None  # a fault that rests on how many rounds are recorded is no cause of the round once it is
    begun = time.process_time()
    outcomes = [reduce(first, terms).smallest for _ in range(times)]
    seconds = (time.process_time() - begun) / times
    given, size = (one.situation.simplicity for one in (first, outcomes[0]))
    return Reduced(
        event=index,
        fault=identifier,
        shown=str(first.mark),
        given=(given.players, given.rounds),
        smallest=(size.players, size.rounds),
        seconds=seconds,
        is_alike=all((one.mark, one.event) == (outcomes[0].mark, outcomes[0].event) for one in outcomes),
        is_same=shows_the_same(first, outcomes[0], identifier),
    )


def reductions(events: int, each: int, keep: Keep, times: int, done: list[Reduced]) -> Iterator[Reduced]:
    """Yield the missing reductions, beginning with the last event that has one."""
    had = Counter(one.fault for one in done)
    of_event = Counter(one.event for one in done)
    reached, batch, number = max(of_event, default=0), Batch(seed=1, axes=AXES), len(misreadings_of(RULES))
    for index in range(reached, events):
        event = batch.play(index).event
        known = {one.fault for one in done if one.event == index}
        for place in range(number):
            misreading = misreadings_of(RULES)[(place + index * number // 7) % number]
            if had[misreading.identifier] >= each or misreading.identifier in known or of_event[index] >= OF_AN_EVENT:
                continue
            one = reduced(index, event, misreading, keep, times)
            if one is not None:
                had[one.fault] += 1
                of_event[index] += 1
                yield one


def recorded(record: Path | None) -> list[Reduced]:
    """Return the reductions of an earlier run."""
    if record is None or not record.exists():
        return []
    return [Reduced(**json.loads(line)) for line in record.read_text("utf-8").splitlines()]


def summary(done: list[Reduced]) -> str:
    """Summarise the reductions."""
    players, rounds = (statistics.median(column) for column in zip(*(one.smallest for one in done), strict=True))
    small = sum(one.smallest[0] <= 10 and one.smallest[1] <= 4 for one in done)
    seconds = [one.seconds for one in done]
    return (
        f"{len(done)}: median {players} players, {rounds} rounds; {small / len(done):.0%} at most 10 and 4\n"
        f"{sum(not one.is_same for one in done)} with another verdict or cause\n"
        f"{sum(not one.is_alike for one in done)} not the same each time\n"
        f"work: median {statistics.median(seconds):.1f} s, at most {max(seconds):.1f} s\n"
    )


def main(events: int = 20, each: int = 2, keep: str = "criterion", times: int = 1, record: str = "") -> None:
    """Print each reduction, and what they come to."""
    path = Path(record) if record else None
    done = recorded(path)
    for one in reductions(events, each, Keep(keep), times, list(done)):
        done.append(one)
        if path is not None:
            with path.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(asdict(one)) + "\n")
        (given, rounds), (players, left) = one.given, one.smallest
        sys.stdout.write(f"{one.fault:<50} {one.shown:<28} {given}x{rounds} -> {players}x{left}  {one.seconds:.1f} s\n")
        sys.stdout.flush()
    sys.stdout.write(summary(done))


if __name__ == "__main__":
    readers: tuple[Callable[[str], Any], ...] = (int, int, str, int, str)
    main(*(read(told) for read, told in zip(readers, sys.argv[1:], strict=False)))
