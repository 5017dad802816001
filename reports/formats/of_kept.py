"""Kept events that were asked about before a campaign, as cases: one for each event, in a suite for each program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.campaigns.policy import fails_again
from reports.formats.results import Case, CaseOutcome, Place, Suite
from reports.known import known_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.again import AskedAgain
    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.policy import Policy

_STILL_WRONG, _NO_ANSWER = "still-wrong", "no-answer-again"
MEANINGS_OF_KEPT = {
    _STILL_WRONG: "A discrepancy in an event in which the program failed before.",
    _NO_ANSWER: "The program failed at a question about an event in which it failed before. Not a pass.",
}


def suites_of_kept(summary: CampaignSummary, policy: Policy) -> Iterator[Suite]:
    """Yield a suite for each program that was asked about kept events."""
    for program in summary.programs:
        cases = tuple(_case(one, policy) for one in summary.again_of(program.program.number))
        if cases:
            yield Suite(name=f"{program.program.name}, kept events", cases=cases)


def _case(one: AskedAgain, policy: Policy) -> Case:
    name, places = one.name, (Place(file=one.file),)
    if one.findings:
        fails = fails_again(one, policy.fail_on)
        excused = CaseOutcome.KNOWN if one.known else CaseOutcome.ACCEPTED
        return Case(
            name=name,
            outcome=CaseOutcome.FAILED if fails else excused,
            rule=_STILL_WRONG,
            sentence=one.findings[0].sentence or one.findings[0].where,
            known=known_in_words(one.known) if one.known and not fails else "",
            command=one.command,
            places=places,
        )
    if one.failure:
        return Case(
            name=name,
            outcome=CaseOutcome.ERROR,
            rule=_NO_ANSWER,
            sentence=f"It {one.failure}.",
            command=one.command,
            places=places,
        )
    return Case(name=name, outcome=CaseOutcome.PASSED)
