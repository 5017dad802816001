"""A search for causes as JSON lines: a header, a line for each group of causes, the unexplained rest, and a footer."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from checker.causes.causes_finding import describe_last_resort
from checker.verdicts.consequence import Consequence, judge
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.causes.causes_finding import CauseGroup, CausesFinding, RoundName
    from checker.verdicts.consequence import RunJudgement

FORMAT = "pairproof-causes"
VERSION = 1
"""Rises when a reader of the version before could misunderstand a line."""


def judge_causes(findings: Sequence[CausesFinding], refused: Sequence[tuple[str, str]]) -> RunJudgement:
    """Judge a search for causes: a discrepant round fails it, whatever explains the round."""
    return judge(_reasons(findings, refused))


def _reasons(
    findings: Sequence[CausesFinding], refused: Sequence[tuple[str, str]]
) -> Iterator[tuple[Consequence, str]]:
    discrepant = sum(finding.discrepant for finding in findings)
    if discrepant:
        yield Consequence.FAILED, f"{counted_noun(discrepant, 'discrepant round')}."
    if refused:
        yield Consequence.ERROR, f"{counted_noun(len(refused), 'file')} could not be looked at."
    if not any(finding.agreeing_in_all for finding in findings):
        yield Consequence.ERROR, "No round agrees."


def lines_of(
    searches: Sequence[tuple[str, CausesFinding]],
    refused: Sequence[tuple[str, str]],
    *,
    version: str,
    system: str,
    exit_status: int,
) -> Iterator[dict[str, Any]]:
    """
    Yield the lines.

    Each search comes with the name of the program whose findings in a campaign it explains, empty for files;
    ``refused`` are events that could not be looked at, with the reason.
    """
    yield {
        "kind": "header",
        "format": FORMAT,
        "format_version": VERSION,
        "program": "pairproof",
        "version": version,
        "system": system,
    }
    for event, reason in refused:
        yield {"kind": "refused", "event": event, "reason": reason}
    for program, finding in searches:
        for line in cause_lines(finding):
            yield line | ({"program_asked": program} if program else {})
    found = [finding for _, finding in searches]
    yield {
        "kind": "footer",
        "discrepant": sum(one.discrepant for one in found),
        "explained": sum(one.looked_at - len(one.unexplained) for one in found),
        "agreeing": sum(one.agreeing for one in found),
        "agreeing_in_all": sum(one.agreeing_in_all for one in found),
        "refused": len(refused),
        "tried": sum(one.tried for one in found),
        "fitting": sum(one.fitting for one in found),
        "pairings": sum(one.pairings for one in found),
        "not_tried": [sentence for one in found for sentence in one.not_tried],
        "remarks": [sentence for one in found for sentence in one.remarks],
        "exit_status": exit_status,
    }


def cause_lines(finding: CausesFinding) -> Iterator[dict[str, Any]]:
    """Yield a line for every group of causes, best first, and one for the unexplained rest."""
    for group in finding.groups:
        yield _cause(finding, group)
    if finding.nearest:
        yield _cause(finding, finding.nearest) | {"kind": "nearest"}
    if finding.last_resort:
        first = finding.last_resort.first
        sentence = describe_last_resort(finding.last_resort)
        yield {"kind": "last-resort", "id": first.identifier, "sentence": sentence, "article": first.article}
    for trigger in finding.triggers:
        yield {"kind": "trigger", **asdict(trigger)}
    if finding.unexplained:
        yield {"kind": "unexplained", "number": len(finding.unexplained), "rounds": _rounds(finding.unexplained)}


def _cause(finding: CausesFinding, group: CauseGroup) -> dict[str, Any]:
    first, *others = group.members
    return {
        "kind": "cause",
        "id": first.identifier,
        "sentence": first.sentence,
        "article": first.article,
        "changes": first.kind,
        "discrepant": finding.discrepant,
        "explained": len(group.explained),
        "agreeing": finding.agreeing,
        "contradicted": len(group.contradicted),
        "one_of": len(group.members),
        "others": [
            {"id": one.identifier, "sentence": one.sentence, "article": one.article, "changes": one.kind}
            for one in others
        ],
        "rounds": _rounds(group.explained),
    }


def _rounds(rounds: Sequence[RoundName]) -> list[dict[str, Any]]:
    return [{"event": one.event, "round": one.round_number} for one in rounds]
