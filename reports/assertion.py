"""Why an assertion that a program pairs rightly does not hold: each cause with one round argued, and what shows it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from checker.campaigns.outcomes import Score
from checker.causes.explanation import describe_figures, describe_group
from reports.campaign import conclusion
from reports.known import known_lines
from tournaments.problems import counted_noun
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from checker.campaigns.again import KeptEventAnswer
    from checker.campaigns.grouping import CampaignSummary, CauseRow
    from checker.campaigns.outcomes import EventOutcome
    from checker.verdicts.consequence import RunJudgement

_NO_FAILURE = frozenset({Score.OPEN, Score.BOARD_ORDER})
_FAILURES = 3
"""Unanswered questions that are listed; the others are counted."""


def assertion_text(
    summary: CampaignSummary, judged: RunJudgement, outcomes: Sequence[EventOutcome], store: Path | None
) -> str:
    """
    Explain why a campaign does not pass, cause by cause, without known findings.

    ``store`` is the file of the campaign, if it is kept.
    """
    settings = summary.configuration
    chosen = "chosen events" if settings.chosen else f"{settings.profile} events, seed {settings.seed}"
    lines = [f"{conclusion(summary)} Asked by {settings.system}, {chosen}."]
    lines += () if judged.failures else judged.doubts
    for one in summary.again:
        lines += _of_kept(one)
    lines += _failures(outcomes)
    lines += known_lines(summary.known) if summary.known and summary.known.is_stale else ()
    for row in summary.causes:
        if row.is_against and row.known is None:
            lines += _of_cause(row, summary, store)
    for group in summary.groups:
        if group.unexplained and group.known is None and group.example.score not in _NO_FAILURE:
            lines.append(
                f"{counted_noun(group.unexplained, 'round')} alike, which no cause explains [{group.signature}]:"
            )
            lines += _argued(group.example.event, group.example.sentence or group.example.where, store)
    return "\n".join(escape_line(line) for line in lines)


def _of_kept(one: KeptEventAnswer) -> Iterator[str]:
    """Tell a kept event that the program still gets wrong."""
    if one.failure:
        yield f"Kept event {one.name}, not answered: {one.failure}"
    elif one.findings and one.known is None:
        yield f"Kept event {one.name}. {' '.join((one.findings[0].sentence or one.findings[0].where).split())}"
    else:
        return
    yield f"  Shown by: {one.command}"


def _failures(outcomes: Sequence[EventOutcome]) -> Iterator[str]:
    failed = [(outcome.index, failure) for outcome in outcomes for failure in outcome.failures]
    for index, failure in failed[:_FAILURES]:
        where = f", round {failure.round_number}" if failure.round_number else ""
        yield f"Event {index}{where}, not answered: {failure.kind}{f' ({failure.detail})' if failure.detail else ''}"
    if len(failed) > _FAILURES:
        yield f"and {counted_noun(len(failed) - _FAILURES, 'other question')} not answered"


def _of_cause(row: CauseRow, summary: CampaignSummary, store: Path | None) -> Iterator[str]:
    search = dict(summary.searches)[row.program]
    name = row.cause.first.identifier
    events = counted_noun(row.events, "event")
    yield f"{describe_group(row.cause)} [{name}]: {describe_figures(row.cause, search)}, in {events}:"
    smallest = min(row.findings, key=lambda finding: finding.size)
    yield from _argued(smallest.event, smallest.sentence, store)


def _argued(index: int, sentence: str, store: Path | None) -> Iterator[str]:
    """Tell one round, and what shows it again."""
    yield f"  Event {index}. {' '.join(sentence.split())}"
    if store is not None:
        yield f"  Shown by: {shlex.join(('pairproof', 'campaign', 'show', str(store), str(index)))}"
