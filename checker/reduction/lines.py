"""A reduction as JSON lines: a header, the reduced event, what matters, what else was met, and a footer."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.reduction.gate import ShownDiscrepancy
    from checker.reduction.needed_features import Matter
    from checker.reduction.search import Reduction

FORMAT = "pairproof-reduction"
VERSION = 1
"""Rises when a reader of the version before could misunderstand a line."""


def lines_of(
    reduction: Reduction, matters: Sequence[Matter], header: dict[str, Any], files: Sequence[str], exit_status: int
) -> Iterator[dict[str, Any]]:
    """
    Yield the lines; ``header`` is what was asked for.

    ``files`` are the names under which the reduced event and the other discrepancies were written, empty where they
    were not.
    """
    yield {"kind": "header", "format": FORMAT, "format_version": VERSION} | header
    yield {"kind": "reduced"} | _discrepancy_line(reduction.first, reduction.smallest, files[0])
    for matter in matters:
        yield {
            "kind": "matter",
            "feature": matter.feature,
            "when": matter.when,
            "becomes": matter.becomes.value,
            "other": matter.other,
        }
    for other, file in zip(reduction.others, files[1:], strict=True):
        yield {"kind": "other"} | _discrepancy_line(None, other, file)
    for made in reduction.passes:
        yield {"kind": "pass", "name": made.name, "tried": made.tried, "taken": made.taken}
    yield {
        "kind": "footer",
        "questions": reduction.questions,
        "fates": {fate.value: number for fate, number in sorted(reduction.fates.items(), key=lambda one: one[0].value)},
        "finished": reduction.is_finished,
        "interrupted": reduction.was_interrupted,
        "exit_status": exit_status,
    }


def _discrepancy_line(first: ShownDiscrepancy | None, discrepancy_shown: ShownDiscrepancy, file: str) -> dict[str, Any]:
    mark = discrepancy_shown.discrepancy.mark
    given = {} if first is None else {"given": asdict(first.situation.simplicity)}
    return {
        "round": discrepancy_shown.situation.round_number,
        "verdict": mark.verdict.value,
        "decided_by": mark.decided_by,
        "cause": mark.cause,
        "sentence": discrepancy_shown.discrepancy.sentence,
        **given,
        "size": asdict(discrepancy_shown.situation.simplicity),
        "file": file,
    }
