"""
The policy of a campaign: the discrepancies that fail it, and the questions that must be answered for a pass.

Whatever the policy, a fault of Pairproof fails the run, and so does an entry of a list of known findings that is gone.
An unanswered question does not count as a pass.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from enum import Enum

from checker.campaigns.grouping import Bar, CampaignSummary, ProgramSummary
from checker.campaigns.outcomes import EventOutcome, KeptEventAnswer, Score
from checker.known_findings.entries import KnownFinding
from checker.verdicts.consequence import Consequence, RunJudgement, judge, judge_list
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun


class FailOn(Enum):
    """A reason that fails a campaign; the value is its name as an option."""

    ANY = "any"
    """Every discrepancy, known or not."""
    NEW = "new"
    """Every discrepancy that no list of known findings covers."""
    BAR = "bar"
    """More discrepancies than an endorsement permits; a bar that cannot be determined is not a pass, either."""
    OPEN = "open"
    """Also a round that is right by another reading only, or by what its file declares."""
    NEVER_TESTED = "never-tested"
    """An article or step that decided nothing is not a pass."""


_OF_DISCREPANCIES = frozenset({FailOn.ANY, FailOn.NEW, FailOn.BAR})


class Policy(FrozenStruct, frozen=True, kw_only=True):
    """The reasons that fail a campaign, and the number of events that it needs."""

    asked: frozenset[FailOn] = frozenset()
    at_least: int = 0
    """Events that each program has to answer for."""
    may_be_incomplete: bool = False
    """Whether it is enough to judge what there is time for."""

    @property
    def fail_on(self) -> frozenset[FailOn]:
        """The reasons that fail a campaign: new discrepancies, unless the policy names other reasons."""
        return self.asked if self.asked & _OF_DISCREPANCIES else self.asked | {FailOn.NEW}

    @property
    def is_plain(self) -> bool:
        """Whether no condition was set."""
        return not self.asked and not self.at_least and not self.may_be_incomplete


def judge_campaign(summary: CampaignSummary, policy: Policy) -> RunJudgement:
    """Judge a campaign by a policy. Kept events are chosen, so no bar is asked of them."""
    return judge(
        (
            *((Consequence.FAILED, reason) for reason in _wrong_again(summary, policy.fail_on)),
            *_wrong(summary, policy),
            *((Consequence.ERROR, reason) for reason in _failed_again(summary)),
            *((Consequence.ERROR, reason) for reason in _unchecked(summary, policy)),
        )
    )


_OF_SCORES = {
    Score.DISCREPANT: Consequence.FAILED,
    Score.FALSE_ALARM: Consequence.FAILED,
    Score.MISSED: Consequence.FAILED,
    Score.OUR_FAULT: Consequence.ERROR,
    Score.UNCHECKED: Consequence.ERROR,
    Score.OPEN: Consequence.ACCEPTED,
    Score.BOARD_ORDER: Consequence.ACCEPTED,
}
_OF_BARS = {
    Bar.MET: Consequence.PASSED,
    Bar.NOT_MET: Consequence.FAILED,
    Bar.TOO_FEW: Consequence.SKIPPED,
    Bar.NOT_CHECKED: Consequence.ERROR,
    Bar.CHOSEN: Consequence.SKIPPED,
}


def judge_finding(score: Score, known: KnownFinding | None, policy: Policy) -> Consequence:
    """Return the consequence of a finding: it fails only a run that the policy lets it fail."""
    consequence = _OF_SCORES[score]
    if score is Score.OPEN and FailOn.OPEN in policy.fail_on:
        return Consequence.FAILED
    if consequence is not Consequence.FAILED or FailOn.ANY in policy.fail_on:
        return consequence
    if known is not None:
        return Consequence.KNOWN
    return consequence if FailOn.NEW in policy.fail_on else Consequence.ACCEPTED


def judge_bar(program: ProgramSummary, policy: Policy) -> Consequence:
    """
    Return the consequence of the endorsement bar.

    A bar that only known findings exceed is reported, and fails nothing.
    """
    consequence = _OF_BARS[program.bar]
    if FailOn.BAR in policy.fail_on:
        return Consequence.ERROR if consequence is Consequence.SKIPPED else consequence
    is_only_known = bool(program.tally.known.events) and not (program.tally.new_events or program.failures)
    if consequence is Consequence.FAILED and FailOn.ANY not in policy.fail_on and is_only_known:
        return Consequence.ACCEPTED
    return consequence


def judge_untested(policy: Policy) -> Consequence:
    """Return the consequence of an article that decided nothing."""
    return Consequence.ERROR if FailOn.NEVER_TESTED in policy.fail_on else Consequence.UNTESTED


def judge_kept_event(answer: KeptEventAnswer, policy: Policy) -> Consequence:
    """Return the consequence of a kept event, about which a program was asked first."""
    if not answer.findings:
        return Consequence.ERROR if answer.failure else Consequence.PASSED
    if fails_again(answer, policy.fail_on):
        return Consequence.FAILED
    return Consequence.KNOWN if answer.known else Consequence.ACCEPTED


def fails_again(answer: KeptEventAnswer, fail_on: Collection[FailOn]) -> bool:
    """Whether the findings of a kept event fail the campaign."""
    return bool(answer.findings) and (FailOn.ANY in fail_on or (FailOn.NEW in fail_on and answer.known is None))


def _wrong_again(summary: CampaignSummary, fail_on: Collection[FailOn]) -> Iterator[str]:
    for program in summary.programs:
        wrong = sum(fails_again(one, fail_on) for one in summary.again_of(program.program.number))
        if wrong:
            yield f"{program.program.name}: {counted_noun(wrong, 'kept event')} still wrong."


def _failed_again(summary: CampaignSummary) -> Iterator[str]:
    for program in summary.programs:
        for one in summary.again_of(program.program.number):
            if one.failure:
                yield f"{program.program.name}: it {one.failure}, in a kept event."


def _wrong(summary: CampaignSummary, policy: Policy) -> Iterator[tuple[Consequence, str]]:
    yield from judge_list(summary.known)
    for program in summary.programs:
        for reason in _held_against(program, policy.fail_on):
            yield Consequence.FAILED, f"{program.program.name}: {reason}."


def _held_against(program: ProgramSummary, fail_on: Collection[FailOn]) -> Iterator[str]:
    if program.tally.our_faults:
        yield f"better than our engine in {counted_noun(program.tally.our_faults, 'round')}, our fault"
    if FailOn.ANY in fail_on and program.tally.discrepancies.events:
        yield counted_noun(program.tally.discrepancies.events, "discrepant event")
    elif FailOn.NEW in fail_on and program.tally.new_events:
        beside = " with something new" if program.tally.known.events else ""
        yield f"{counted_noun(program.tally.new_events, 'discrepant event')}{beside}"
    if FailOn.BAR in fail_on and program.bar is Bar.NOT_MET:
        yield "the endorsement bar is not met"
    if FailOn.OPEN in fail_on and program.tally.open_rounds:
        yield f"{counted_noun(program.tally.open_rounds, 'round')} right by another reading only"


def _unchecked(summary: CampaignSummary, policy: Policy) -> Iterator[str]:
    if not summary.is_complete and not policy.may_be_incomplete:
        yield f"{summary.judged} of {counted_noun(summary.planned, 'event')} judged."
    for program in summary.programs:
        for reason in _left_of(program, policy):
            yield f"{program.program.name}: {reason}."
    if FailOn.NEVER_TESTED in policy.fail_on:
        if summary.tested is None:
            yield "What was put to the test was not counted."
        elif summary.tested.never:
            articles = f"{len(summary.tested.never)} of {len(summary.tested.decided)} articles and steps"
            yield f"Never put to the test: {articles}."


def _left_of(program: ProgramSummary, policy: Policy) -> Iterator[str]:
    if not program.tally.checked.rounds:
        yield "nothing was answered"
    elif program.failures:
        yield f"it failed in {counted_noun(program.failed_events, 'event')}"
    if program.tally.not_checked:
        yield f"{counted_noun(program.tally.not_checked, 'round')} not checked"
    if program.tally.checked.events < policy.at_least:
        answered = counted_noun(program.tally.checked.events, "event")
        yield f"{answered} answered, and at least {policy.at_least} are asked for"
    if FailOn.BAR in policy.fail_on and program.bar is not Bar.MET:
        yield f"endorsement bar: {program.bar.value}"


def new_causes(summary: CampaignSummary) -> int:
    """Count unknown causes, and kinds of discrepancy without a cause, each of which may be an unknown cause."""
    causes = sum(row.is_against and row.known is None for row in summary.causes)
    kinds = (group for group in summary.groups if group.example.is_against and group.unexplained)
    return causes + sum(group.known is None for group in kinds)


class StopCondition:
    """The time, or the number of new causes, after which a campaign stops before its last event."""

    def __init__(
        self,
        seconds: float | None,
        causes: int | None,
        count_causes: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start the clock; ``count_causes`` counts the new causes of all judged events, which takes seconds."""
        self._clock, self._end = clock, None if seconds is None else clock() + seconds
        self._seconds, self._wanted, self._count_causes = seconds, causes, count_causes
        self._kinds: set[tuple[int, str]] = set()
        self._events = 0

    def reason(self, outcome: EventOutcome) -> str:
        """Add a judged event, and return why the campaign stops now; empty if the campaign goes on."""
        if self._end is not None and self._clock() >= self._end:
            return f"the time of {self._seconds:g} seconds is up"
        kinds = {(one.program, one.alike) for one in outcome.findings if one.is_against}
        if self._wanted is None or not kinds:
            return ""
        self._events += 1
        is_doubled = self._events & (self._events - 1) == 0
        if kinds <= self._kinds and not is_doubled:  # hardly a new cause, and looking for them takes seconds
            return ""
        self._kinds |= kinds
        found = self._count_causes()
        return f"{counted_noun(found, 'new cause')} found" if found >= self._wanted else ""
