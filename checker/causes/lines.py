"""A search for causes as JSON lines: a header, a line for each group of causes, what is unexplained, and a footer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.causes.finding import CauseGroup, CausesFinding, RoundName

FORMAT = "pairproof-causes"
VERSION = 1
"""Rises when a reader of the version before could misunderstand a line."""


def lines_of(
    finding: CausesFinding, refused: Sequence[tuple[str, str]], *, version: str, system: str, exit_status: int
) -> Iterator[dict[str, Any]]:
    """Yield the lines; ``refused`` are events that could not be looked at, with the reason."""
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
    yield from cause_lines(finding)
    yield {
        "kind": "footer",
        "discrepant": finding.discrepant,
        "explained": finding.discrepant - len(finding.unexplained),
        "agreeing": finding.agreeing,
        "agreeing_in_all": finding.agreeing_in_all,
        "refused": len(refused),
        "tried": finding.tried,
        "fitting": finding.fitting,
        "pairings": finding.pairings,
        "not_tried": list(finding.not_tried),
        "exit_status": exit_status,
    }


def cause_lines(finding: CausesFinding) -> Iterator[dict[str, Any]]:
    """Yield a line for every group of causes, best first, and one for what none of them explains."""
    for group in finding.groups:
        yield _cause(finding, group)
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
