"""
The answer of a bundle: whether the bar is met, the reasons against it, and the missing parts.

It never looks as if all were well where something was not done.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from checker.campaigns.grouping import EVENTS_PER_DISCREPANCY, MOST_DISCREPANCIES, Met, are_few
from checker.evidence.facts import ENDORSEMENT, EvidencePart, Facts, Kind, PartFacts, Plan, State, Unit
from checker.verdicts.consequence import Consequence, judge
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_thousands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.verdicts.verdict import ExitStatus

WHAT = {
    EvidencePart.SUITE: "conformance suite",
    EvidencePart.EXAM: "exam of its checker",
    EvidencePart.PAIR: "its pairings of our events",
    EvidencePart.JUDGE: "our events through its checker",
    EvidencePart.GENERATE: "its generator's events through our checker",
}
"""The name of each part in a sentence."""
_NAMED = 10
"""Kinds of discrepancy that are named as incomplete; of more the number is given."""


class EvidenceAnswer(Enum):
    """The prospect of an endorsement; the value is its sentence."""

    MET = "The bar is met in all three directions."
    NOT_MET = "The bar is not met."
    OPEN = "It is not yet known whether the bar is met."


class Conclusion(FrozenStruct, frozen=True, kw_only=True):
    """The answer, and why it is none other."""

    answer: EvidenceAnswer
    against: tuple[str, ...]
    """Reasons against the program, a sentence each."""
    missing: tuple[str, ...]
    """Parts and answers that are missing, a sentence each."""

    @property
    def status(self) -> ExitStatus:
        """0 met and nothing missing; 1 not met, or something is wrong; 2 something is missing."""
        failures, doubts = self.against, self.missing
        if self.answer is EvidenceAnswer.NOT_MET:
            failures = (*failures, self.answer.value)
        elif self.answer is EvidenceAnswer.OPEN:
            doubts = (*doubts, self.answer.value)
        return judge(
            (
                *((Consequence.FAILED, reason) for reason in failures),
                *((Consequence.ERROR, reason) for reason in doubts),
            )
        ).status


def concluded(facts: Facts) -> Conclusion:
    """Return the answer that facts give."""
    failing = tuple(sentence for part in facts.barred for sentence in _over_the_bar(part))
    missing = tuple(_missing(facts))
    if failing:
        answer = EvidenceAnswer.NOT_MET
    elif all(_is_met(part, facts) for part in facts.barred):
        answer = EvidenceAnswer.MET
    else:
        answer = EvidenceAnswer.OPEN
    return Conclusion(answer=answer, against=(*failing, *_wrong_elsewhere(facts)), missing=missing)


def _is_met(part: PartFacts, facts: Facts) -> bool:
    """Whether a direction meets the bar by events and rounds, and by pairs as far as they are known."""
    counts = part.counts
    if counts is None or part.state is not State.DONE:
        return False
    known = [unit for unit in Unit if counts.discrepancies(unit) is not None]
    wanted = facts.plan.procedure.events
    return all(counts.bar(unit, wanted) is Met.MET and counts.rate(unit) is Met.MET for unit in known)


def _over_the_bar(part: PartFacts) -> Iterator[str]:
    """Say in which units a direction is over the bar."""
    counts = part.counts
    if counts is None:
        return
    what = _capital(WHAT[part.part])
    if counts.failed_events:
        judged = counted_thousands(counts.judged, "event")
        yield f"{what}: {counts.failed_events} of {judged} not answered in full, and no failure is a pass."
    over = [
        f"{counts.discrepancies(unit)} discrepant {unit.value}"
        for unit in Unit
        if not are_few(counts.discrepancies(unit) or 0)
    ]
    if over:
        events = counted_thousands(counts.events, "event")
        yield f"{what}: {', '.join(over)} in {events}; {MOST_DISCREPANCIES} are allowed."
    elif part.state is State.DONE and counts.rate(Unit.EVENTS) is Met.NOT_MET:  # else the rest may make up for it
        found = counted_thousands(counts.discrepant_events, "discrepant event")
        yield f"{what}: {found} in {counts.events}; FE-1 allows one in {EVENTS_PER_DISCREPANCY}."


def _wrong_elsewhere(facts: Facts) -> Iterator[str]:
    suite, exam = facts.part(EvidencePart.SUITE), facts.part(EvidencePart.EXAM)
    for part in facts.barred:
        if part.counts and part.counts.our_faults:
            rounds = counted_thousands(part.counts.our_faults, "round")
            what = _capital(WHAT[part.part])
            yield f"{what}: {rounds} better than our own engine's. This is our fault, not the program's: report it."
    if suite.wrong:
        asked = suite.right + suite.wrong + suite.unanswered
        yield f"{_capital(WHAT[EvidencePart.SUITE])}: {suite.wrong} of {counted_thousands(asked, 'answer')} wrong."
    if exam.wrong:
        asked = sum(row.events for row in exam.exam)
        yield f"{_capital(WHAT[EvidencePart.EXAM])}: wrong about {exam.wrong} of {counted_thousands(asked, 'event')}."


def _too_few_or_narrow(plan: Plan) -> Iterator[str]:
    """Describe how the events differ from the events of the procedure."""
    if not plan.is_large_enough:
        wanted = f"{plan.procedure.value} asks for {plan.procedure.events:,}"
        yield f"Too few events: {plan.events:,} in each direction; {wanted}."
    if plan.axes:
        narrowed = ", ".join(f"{key}={value}" for key, value in plan.axes)
        yield f"The events are not those of the profile '{plan.profile}': they were narrowed ({narrowed})."
    if plan.profile != ENDORSEMENT:
        yield f"The events are of the profile '{plan.profile}': there is no '{ENDORSEMENT}' for this system."


def _missing(facts: Facts) -> Iterator[str]:
    for part in facts.parts:
        what = _capital(WHAT[part.part])
        if part.state is State.NOT_DONE:
            yield f"{what}: not done, because {part.why}."
        elif part.state is State.UNFINISHED:
            done = (
                f"{part.counts.judged:,} of {counted_thousands(part.counts.planned, 'event')}"
                if part.counts
                else part.why
            )
            yield f"{what}: not finished, {done}."
        if part.counts and part.counts.unchecked:
            yield f"{what}: {counted_thousands(part.counts.unchecked, 'question')} could not be judged."
        if part.counts and part.counts.unmade and part.counts.events < facts.plan.procedure.events:
            seeds = f"{part.counts.unmade} of {counted_thousands(part.counts.judged, 'seed')}"
            yield f"{what}: it made no event from {seeds}; no more were tried."
        if part.unanswered:
            yield f"{what}: no answer to {counted_thousands(part.unanswered, 'question')}."
    yield from _too_few_or_narrow(facts.plan)
    if not facts.program.standings and facts.program.checks:
        yield "Rank orders through its checker: not done, because it says that it judges none."
    unclassed = [sentence for kind in facts.kinds for sentence in _unclassed(kind)]
    yield from unclassed[:_NAMED]
    if len(unclassed) > _NAMED:
        more = counted_thousands(len(unclassed) - _NAMED, "more kind")
        yield f"Not classed, or not shown to be reported: {more} of discrepancy."


def _unclassed(kind: Kind) -> Iterator[str]:
    """Each discrepancy is to be classed, and the report of it shown (TEC Manual 3.9.4.5; VCL4THP Q35 to Q39)."""
    if not kind.against:
        return
    if not kind.classed:
        yield f"Not classed: {kind.signature} ({counted_thousands(kind.events, 'event')})."
    elif not kind.link:
        yield f"Classed, but no link shows that it was reported: {kind.signature}."


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
