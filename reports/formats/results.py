"""The results of a command, as cases that pass, fail, or were not put to the test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from checker.known_findings.entries import KnownInRun
from checker.verdicts.consequence import Consequence
from checker.verdicts.verdict import ExitStatus
from reports.words import gone_in_words
from tournaments.frozen import FrozenStruct


class ResultPlace(FrozenStruct, frozen=True, kw_only=True):
    """A place in a file."""

    file: str
    line: int | None = None
    """From 1; None for the file as a whole."""
    column: int | None = None
    what: str = ""
    """Whose row it is."""


class ResultCase(FrozenStruct, frozen=True, kw_only=True):
    """A case: a subject that passed, failed, or was not put to the test."""

    name: str
    """``round 3``, ``rank order``, or a cause."""
    outcome: Consequence
    rule: str = ""
    """The rule by which the case failed, in one word (``worse``); the same for all cases that fail alike."""
    sentence: str = ""
    """The verdict, as it can be read aloud; empty where it passes and there is nothing to say."""
    details: tuple[str, ...] = ()
    """The argument, line by line."""
    known: str = ""
    """Since when, and why, it is known that it fails."""
    command: str = ""
    """Shows the same again."""
    places: tuple[ResultPlace, ...] = ()
    """The first one is where a reader should look."""

    @property
    def is_told(self) -> bool:
        """Whether the case has a sentence to print."""
        return self.outcome is not Consequence.PASSED


class ResultSuite(FrozenStruct, frozen=True, kw_only=True):
    """The cases of an event, or of a program."""

    name: str
    cases: tuple[ResultCase, ...]
    about: tuple[tuple[str, str], ...] = ()
    """The basis of the cases: edition, fingerprint of the file, version of the program."""
    remarks: tuple[ResultCase, ...] = ()
    """Remarks that are not cases: problems of the file."""

    @property
    def counts(self) -> Counter[Consequence]:
        """Number of cases by outcome."""
        return Counter(case.outcome for case in self.cases)


class Results(FrozenStruct, frozen=True, kw_only=True):
    """The results of a command."""

    title: str
    conclusion: str
    """In a sentence or two."""
    status: ExitStatus
    version: str
    """Of Pairproof."""
    created: str = ""
    """The time of the run, as ISO 8601; empty if it is not to be shown."""
    facts: tuple[tuple[str, str], ...] = ()
    """The counts, or the bar, in words."""
    rules: tuple[tuple[str, str], ...] = ()
    """The rules that occur, each with its meaning."""
    suites: tuple[ResultSuite, ...] = ()

    def cases(self, *outcomes: Consequence) -> Iterator[tuple[ResultSuite, ResultCase]]:
        """Yield the cases with one of the outcomes, suite by suite."""
        for suite in self.suites:
            yield from ((suite, case) for case in suite.cases if case.outcome in outcomes)

    @property
    def counts(self) -> Counter[Consequence]:
        """Number of cases by outcome."""
        return sum((suite.counts for suite in self.suites), Counter())


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
