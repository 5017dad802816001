"""Kept events that were asked about before a campaign, as cases: one for each event, in a suite for each program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.campaigns.policy import judge_kept_event
from checker.verdicts.consequence import Consequence
from reports.formats.results import ResultCase, ResultPlace, ResultSuite
from reports.known import known_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.campaigns.again import KeptEventAnswer
    from checker.campaigns.grouping import CampaignSummary
    from checker.campaigns.policy import Policy

_STILL_WRONG, _NO_ANSWER = "still-wrong", "no-answer-again"
MEANINGS_OF_KEPT = {
    _STILL_WRONG: "A discrepancy in an event in which the program failed before.",
    _NO_ANSWER: "The program failed at a question about an event in which it failed before. Not a pass.",
}


def suites_of_kept(summary: CampaignSummary, policy: Policy) -> Iterator[ResultSuite]:
    """Yield a suite for each program that was asked about kept events."""
    for program in summary.programs:
        cases = tuple(_case(one, policy) for one in summary.again_of(program.program.number))
        if cases:
            yield ResultSuite(name=f"{program.program.name}, kept events", cases=cases)


def _case(one: KeptEventAnswer, policy: Policy) -> ResultCase:
    outcome = judge_kept_event(one, policy)
    if outcome is Consequence.PASSED:
        return ResultCase(name=one.name, outcome=outcome)
    is_answered = bool(one.findings)
    return ResultCase(
        name=one.name,
        outcome=outcome,
        rule=_STILL_WRONG if is_answered else _NO_ANSWER,
        sentence=one.findings[0].sentence or one.findings[0].where if is_answered else f"It {one.failure}.",
        known=known_in_words(one.known) if one.known and outcome is not Consequence.FAILED and is_answered else "",
        command=one.command,
        places=(ResultPlace(file=one.file),),
    )
