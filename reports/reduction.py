"""A reduction as lines of text, and as JSON lines for other programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from checker.reduction.features import RAREST_FIRST, list_removed_features
from checker.reduction.passes import FRESH
from checker.verdicts.phrases import capitalise, join_phrases
from reports.text import Line, Style
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.reduction.features import Matter
    from checker.reduction.gate import ShownDiscrepancy
    from checker.reduction.search import Reduction
    from checker.reduction.situation import Simplicity

_FRESH_EVENT = "It is not part of the given event, but a fresh event in which the program makes the same error."
_MATTERS_TOLD = 3
"""Of one feature; the others are counted."""


def reduction_lines(
    reduction: Reduction, matters: Sequence[Matter], notes: Sequence[str], files: Sequence[str]
) -> Iterator[Line]:
    """
    Describe a reduction: the size before and after, the discrepancy that it shows, and the details that matter.

    ``files`` are the names of the files written: of the reduced event, and of the other discrepancies.
    """
    first, smallest = (shown.situation.simplicity for shown in (reduction.first, reduction.smallest))
    noun = reduction.smallest.situation.noun
    size = f"{_size(first, noun)}, and nothing simpler"
    if smallest < first:
        size = f"{_size(first, noun)} down to {_size(smallest, noun)}"
    yield Line(f"{reduction.smallest.mark}: {size}", Style.HEADING)
    yield Line(reduction.smallest.sentence, Style.BAD, 2)
    gone = list_removed_features(reduction.first, reduction.smallest)
    if gone:
        yield Line(f"Does not need {join_phrases(gone, 'or')}.", Style.PLAIN, 2)
    yield from _matter_lines(matters)
    if reduction.passes[FRESH][1]:
        yield Line(_FRESH_EVENT, Style.FAINT, 2)
    for note in notes:
        yield Line(note, Style.FAINT, 2)
    yield from _discrepancy_lines(reduction.others, files[1:])
    yield Line(_search(reduction), Style.FAINT, 2)
    if files[0]:
        yield Line(f"Written to {files[0]}", Style.FAINT, 2)


def _size(size: Simplicity, noun: str) -> str:
    return f"{counted_noun(size.players, noun)}, {counted_noun(size.rounds, 'round')}"


def _matter_lines(matters: Sequence[Matter]) -> Iterator[Line]:
    features: dict[str, list[Matter]] = {}
    for matter in matters:
        features.setdefault(matter.feature, []).append(matter)
    for feature, found in sorted(features.items(), key=lambda one: RAREST_FIRST.index(one[0])):
        for matter in found[:_MATTERS_TOLD]:
            yield Line(f"{capitalise(str(matter))}.", Style.PLAIN, 2)
        more = len(found) - _MATTERS_TOLD
        if more > 0:
            yield Line(
                f"... and {counted_noun(more, 'more change')} of {feature} without which it is not the same.",
                Style.FAINT,
                2,
            )


def _discrepancy_lines(discrepancies: Sequence[ShownDiscrepancy], files: Sequence[str]) -> Iterator[Line]:
    for other, file in zip(discrepancies, files, strict=True):
        where = f" (written to {file})" if file else " (-o FILE --others writes it)"
        size = _size(other.situation.simplicity, other.situation.noun)
        yield Line(f"Another discrepancy was met on the way: {other.mark}, {size}{where}.", Style.DOUBT, 2)


def _search(reduction: Reduction) -> str:
    """Count the work, and say whether it was finished."""
    done = f"{counted_noun(reduction.questions, 'question')} asked"
    if reduction.was_interrupted:
        return f"Interrupted after {done}: the smallest so far."
    if not reduction.is_finished:
        return f"Stopped after {done}, as many as were allowed: a smaller one may exist."
    return f"{done}; no pass finds anything simpler."


FORMAT = "pairproof-reduction"
VERSION = 1
"""Rises when a reader of the version before could misunderstand a line."""


def lines_of(
    reduction: Reduction, matters: Sequence[Matter], header: dict[str, Any], files: Sequence[str], exit_status: int
) -> Iterator[dict[str, Any]]:
    """
    Yield the lines; ``header`` is the request.

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
            "becomes": matter.becomes,
            "other": matter.other,
        }
    for other, file in zip(reduction.others, files[1:], strict=True):
        yield {"kind": "other"} | _discrepancy_line(None, other, file)
    for name, (tried, taken) in reduction.passes.items():
        yield {"kind": "pass", "name": name, "tried": tried, "taken": taken}
    yield {
        "kind": "footer",
        "questions": reduction.questions,
        "fates": {fate.value: number for fate, number in sorted(reduction.fates.items(), key=lambda one: one[0].value)},
        "finished": reduction.is_finished,
        "interrupted": reduction.was_interrupted,
        "exit_status": exit_status,
    }


def _discrepancy_line(first: ShownDiscrepancy | None, discrepancy_shown: ShownDiscrepancy, file: str) -> dict[str, Any]:
    mark = discrepancy_shown.mark
    given = {} if first is None else {"given": asdict(first.situation.simplicity)}
    return {
        "round": discrepancy_shown.situation.round_number,
        "verdict": mark.verdict.value,
        "decided_by": mark.decided_by,
        "cause": mark.cause,
        "sentence": discrepancy_shown.sentence,
        **given,
        "size": asdict(discrepancy_shown.situation.simplicity),
        "file": file,
    }
