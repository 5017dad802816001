"""A list of known findings as a suite of cases: gone entries fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.verdicts.consequence import Consequence
from reports.formats.results import ResultCase, ResultPlace, ResultSuite
from reports.known import gone_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checker.known_findings.entries import KnownInRun

GONE = "known-and-gone"
MEANING_OF_GONE = "A known finding that does not occur any more, and is to be taken off its list."
_LIST = "known findings"


def suites_of_list(known: KnownInRun | None) -> Iterator[ResultSuite]:
    """Yield a suite for a list of known findings, if there is one with an entry."""
    if known is not None and (known.occurring or known.gone):
        cases = [ResultCase(name=one.entry.name, outcome=Consequence.PASSED) for one in known.occurring]
        for entry in known.gone:
            case = ResultCase(
                name=entry.name,
                outcome=Consequence.FAILED if known.is_settled else Consequence.SKIPPED,
                rule=GONE,
                sentence=gone_in_words(entry, known.source, is_settled=known.is_settled),
                places=(ResultPlace(file=known.source, line=entry.line or None),),
            )
            cases.append(case)
        yield ResultSuite(name=_LIST, cases=tuple(cases))
