"""A check as results: a suite for each event, a case for each round, and one for its rank order."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from checker.findings import EventHeader, RunningTally, ended
from checker.standings.findings import StandingsVerdict
from checker.verdicts.phrases import Roster
from checker.verdicts.verdict import Outcome, Verdict
from reports.formats.of_known import GONE, MEANING_OF_GONE, suites_of_list
from reports.formats.results import Case, CaseOutcome, Place, Results, Suite
from reports.known import known_in_words
from reports.text import round_lines, standings_lines
from reports.words import MEANINGS, conclusion, counts_in_words, not_checked
from tournaments.problems import ProblemCode, ProblemSeverity, counted_noun, problem_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from checker.findings import Entry, RoundFinding, RunHeader, RunRecord, Tally
    from checker.known_findings.entries import KnownInRun
    from checker.standings.findings import StandingsFinding
    from reports.text import Line
    from tournaments.model import BlankRounds
    from tournaments.problems import FileProblem

    RowsOf = Callable[[EventHeader], Mapping[int, int]]

_OF_OUTCOMES = {
    Outcome.CONSISTENT: CaseOutcome.PASSED,
    Outcome.CONDITIONAL: CaseOutcome.SKIPPED,
    Outcome.ACCEPTED: CaseOutcome.ACCEPTED,
    Outcome.DISCREPANT: CaseOutcome.FAILED,
    Outcome.UNCHECKED: CaseOutcome.ERROR,
}
_NEVER_TESTED = (Verdict.NOTHING_TO_JUDGE, Verdict.UNSUPPORTED, None)
_OF_STANDINGS = {
    StandingsVerdict.CONSISTENT: CaseOutcome.PASSED,
    StandingsVerdict.ACCEPTED: CaseOutcome.ACCEPTED,
    StandingsVerdict.WRONG: CaseOutcome.FAILED,
    StandingsVerdict.NOT_JUDGED: CaseOutcome.SKIPPED,
}
_REFUSED = "not-checked"
_BLANKS = "blank-unexplained"
_CONTRADICTORY = "system-contradictory"
_PAIRLESS = "no-pair"
"""Rules of what is no verdict on a round: an event refused without one, blanks, an event without a pair."""
_RULES_OF_STANDINGS = {verdict: f"standings-{verdict.value}" for verdict in StandingsVerdict}
_MEANINGS = {
    **{verdict.value: meaning for verdict, meaning in MEANINGS.items()},
    **{code.value: code.explanation for code in ProblemCode},
    _RULES_OF_STANDINGS[StandingsVerdict.ACCEPTED]: "The rank order is right by another reading, or by what is open.",
    _RULES_OF_STANDINGS[StandingsVerdict.WRONG]: "The rank order is not that of the tie-breaks that the file names.",
    _RULES_OF_STANDINGS[StandingsVerdict.NOT_JUDGED]: "Nothing could be said of the rank order. Not a pass.",
    _REFUSED: "The event was not checked. Not a pass.",
    _CONTRADICTORY: "Two fields of the file contradict each other about the system. Not a pass.",
    _BLANKS: "Players are left blank in rounds that others played. Not a pass.",
    GONE: MEANING_OF_GONE,
    _PAIRLESS: "No pair of the event was judged. Not a pass.",
}
_MOST_PLACES = 10
"""Rows that are named for a case; the first ones say enough."""


def results_of(record: RunRecord, rows_of: RowsOf) -> Results:
    """Return the results of a run that is complete; ``rows_of`` is that of `CheckCollector`."""
    collector = CheckCollector(record.header, rows_of)
    for event in record.events:
        collector.add(event.header)
        for finding in event.rounds:
            collector.add(finding)
    return collector.results(record.known)


class CheckCollector:
    """Keeps of a run, entry by entry, what its results are made of, and no more."""

    def __init__(self, header: RunHeader, rows_of: RowsOf) -> None:
        """
        Take the header of the run.

        ``rows_of`` returns for an event the line of everybody's row in its file, by number: none where that is not
        known, or not to be told.
        """
        self._header, self._rows_of = header, rows_of
        self._tally = RunningTally()
        self._suites: list[Suite] = []
        self._at_work: _EventAtWork | None = None

    def add(self, entry: Entry) -> None:
        """Take one more entry."""
        self._tally.add(entry)
        if isinstance(entry, EventHeader):
            self._finish()
            self._at_work = _EventAtWork(entry, self._header, self._rows_of)
        elif self._at_work is not None:
            self._at_work.add(entry)

    def _finish(self) -> None:
        if self._at_work is not None:
            self._suites.append(self._at_work.suite())
        self._at_work = None

    def results(self, known: KnownInRun | None = None) -> Results:
        """Return what was found in everything that was added, and what became of a list of known findings."""
        self._finish()
        tally = self._tally.result()
        return Results(
            title="Check of pairings",
            conclusion=f"{conclusion(tally)} {not_checked(tally)}".strip(),
            status=ended(tally, known),
            version=self._header.version,
            created=self._header.created,
            facts=tuple(_facts(tally)),
            rules=tuple(_MEANINGS.items()),
            suites=(*self._suites, *suites_of_list(known)),
        )


def _facts(tally: Tally) -> Iterator[tuple[str, str]]:
    yield "checked", counts_in_words(tally.checked)
    yield "discrepant", counts_in_words(tally.discrepancies)
    ranks = tally.standings
    if ranks.judged or ranks.not_judged:
        yield "rank orders", f"{ranks.judged} judged, {ranks.wrong} wrong, {ranks.not_judged} not judged"
    if tally.undeclared:
        yield "right only by an undeclared fact", counted_noun(tally.undeclared, "round")
    if tally.not_checked:
        yield "without a verdict", str(tally.not_checked)


class _EventAtWork:
    """An event of which rounds are still coming."""

    def __init__(self, event: EventHeader, run: RunHeader, rows_of: RowsOf) -> None:
        self._event, self._run, self._rows_of = event, run, rows_of
        self._file = event.source or event.event  # an event that was checked in memory has no file
        self._rows: Mapping[int, int] | None = None
        self._roster = Roster({participant.tpn: participant.name for participant in event.participants})
        self._pairs = 0
        self._cases = [*self._of_refusal(), *self._of_contradiction(), *self._of_blanks(), *self._of_standings()]

    def add(self, finding: RoundFinding) -> None:
        """Take one more round."""
        verdict = finding.verdict
        outcome = CaseOutcome.SKIPPED if verdict in _NEVER_TESTED else _OF_OUTCOMES[verdict.outcome]
        is_told = outcome is not CaseOutcome.PASSED
        known = known_in_words(finding.known) if finding.known else ""
        self._pairs += finding.pairs
        self._cases.append(
            Case(
                name=f"round {finding.round_number}",
                outcome=CaseOutcome.KNOWN if known else outcome,
                known=known,
                rule=verdict.value,
                sentence=finding.sentence if is_told else "",
                details=_details(round_lines(finding)) if is_told else (),
                command=self._again("--rounds", str(finding.round_number)),
                places=self._places(_concerned(finding)) if is_told else (),
            )
        )

    def suite(self) -> Suite:
        """Return all cases of the event."""
        event = self._event
        about = [("file", event.source), ("sha256", event.sha256), ("judged because", event.reason)]
        if event.assumption is not None:
            about.append(("assumed", event.assumption.sentence))
        if event.edition is not None:
            about.append(("system", event.edition.key))
        return Suite(
            name=self._file,
            cases=(*self._cases, *self._of_pairless()),
            about=tuple((name, value) for name, value in about if value),
            remarks=tuple(map(_remark, (one for one in event.problems if one.severity is not ProblemSeverity.ERROR))),
        )

    def _of_refusal(self) -> Iterator[Case]:
        event = self._event
        if event.refusal:
            errors = [problem for problem in event.problems if problem.severity is ProblemSeverity.ERROR]
            places = tuple(_place_of(problem) for problem in errors[:_MOST_PLACES])
            yield Case(
                name="event",
                outcome=CaseOutcome.SKIPPED if event.verdict in _NEVER_TESTED else CaseOutcome.ERROR,
                rule=_REFUSED if event.verdict is None else event.verdict.value,
                sentence=event.refusal,
                details=tuple(problem_lines(errors)),
                command=self._again(),
                places=places or (Place(file=self._file),),
            )

    def _of_contradiction(self) -> Iterator[Case]:
        event = self._event
        if event.contradiction and not event.refusal:
            yield Case(
                name="declared system",
                outcome=CaseOutcome.ERROR,
                rule=_CONTRADICTORY,
                sentence=event.contradiction,
                command=self._again(),
                places=(Place(file=self._file),),
            )

    def _of_blanks(self) -> Iterator[Case]:
        event = self._event
        if event.blanks and not event.refusal:
            yield Case(
                name="players left blank",
                outcome=CaseOutcome.ERROR,
                rule=_BLANKS,
                sentence=(
                    f"{counted_noun(len(event.blanks), 'player')} left blank without saying that they were absent."
                ),
                details=tuple(map(self._of_blank, event.blanks)),
                command=self._again(),
                places=self._places(blank.tpn for blank in event.blanks),
            )

    def _of_blank(self, blank: BlankRounds) -> str:
        return f"{self._roster.describe_player(blank.tpn)}: round {', '.join(map(str, blank.rounds))}"

    def _of_standings(self) -> Iterator[Case]:
        found = self._event.standings
        if found is not None:
            outcome = _OF_STANDINGS[found.verdict]
            is_told = outcome is not CaseOutcome.PASSED
            known = known_in_words(found.known) if found.known else ""
            yield Case(
                name="rank order",
                outcome=CaseOutcome.KNOWN if known else outcome,
                known=known,
                rule=_RULES_OF_STANDINGS[found.verdict],
                sentence=found.sentence if is_told else "",
                details=_details(standings_lines(found)) if is_told else (),
                command=self._again(),
                places=self._places(_out_of_place(found)) if is_told else (),
            )

    def _of_pairless(self) -> Iterator[Case]:
        judged = any(case.outcome in (CaseOutcome.PASSED, CaseOutcome.ACCEPTED) for case in self._cases)
        if judged and not self._pairs and not self._event.refusal:
            yield Case(
                name="pairs",
                outcome=CaseOutcome.SKIPPED,
                rule=_PAIRLESS,
                sentence="No pair of the event was judged.",
                command=self._again(),
                places=(Place(file=self._file),),
            )

    def _again(self, *options: str) -> str:
        """Return the command that shows a case again."""
        system = () if self._run.system == "auto" else ("--system", self._run.system)
        return shlex.join(("pairproof", "check", self._file, *system, *options))

    def _places(self, numbers: Iterable[int]) -> tuple[Place, ...]:
        """Return the rows of players, by number; the file as a whole for none."""
        chosen = list(dict.fromkeys(numbers))[:_MOST_PLACES]
        if not chosen:
            return (Place(file=self._file),)
        if self._rows is None:
            self._rows = self._rows_of(self._event)
        return tuple(
            Place(file=self._file, line=self._rows.get(one), what=self._roster.describe_player(one)) for one in chosen
        )


def _details(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return what is told below the verdict, indented as it depends on each other."""
    _, *below = lines
    return tuple(" " * max(0, line.indent - 4) + line.text for line in below)


def _concerned(finding: RoundFinding) -> Iterator[int]:
    """Yield the players whom the verdict on a round is about, by number."""
    for violation in finding.violations:
        yield from violation.players
    differences = finding.differences
    if differences is not None:
        for pair in (*differences.recorded_only, *differences.colours):
            yield from (pair.white, pair.black)
        if differences.bye_differs and finding.recorded is not None and finding.recorded.bye is not None:
            yield finding.recorded.bye


def _out_of_place(found: StandingsFinding) -> Iterator[int]:
    for misplaced in found.misplaced:
        yield misplaced.tpn
    yield from (misplaced.neighbour for misplaced in found.misplaced if misplaced.neighbour is not None)


def _place_of(problem: FileProblem) -> Place:
    return Place(file=problem.source, line=problem.line, column=problem.column)


def _remark(problem: FileProblem) -> Case:
    return Case(
        name=problem.code.value,
        outcome=CaseOutcome.ACCEPTED,
        rule=problem.code.value,
        sentence=f"{problem.message}{f'; {problem.remedy}' if problem.remedy else ''}",
        places=(_place_of(problem),),
    )
