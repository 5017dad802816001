"""A check as results: a suite for each event, a case for each round, and one for its rank order."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from checker.standings.findings import StandingsVerdict
from checker.verdicts.consequence import Consequence, judge_rank_order, judge_refusal, judge_round
from checker.verdicts.phrases import Roster
from reports.formats.results import GONE, MEANING_OF_GONE, ResultCase, ResultPlace, Results, ResultSuite, suites_of_list
from reports.text import WHY, round_lines, standings_lines
from reports.words import MEANINGS, counts_in_words, describe_run, known_in_words
from tournaments.problems import ProblemCode, ProblemSeverity, counted_noun, problem_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checker.findings import EventFinding, RoundFinding, Tally
    from checker.records.run import RunHeader, RunRecord
    from checker.standings.findings import StandingsFinding
    from reports.text import Line
    from tournaments.model import BlankRounds
    from tournaments.problems import FileProblem

_REFUSED = "not-checked"
_BLANKS = "blank-unexplained"
_CONTRADICTORY = "system-contradictory"
_PAIRLESS = "no-pair"
_UNSEARCHED = "undeclared-facts-not-searched"
"""Rules that are not verdicts on a round: an event refused without a verdict, blanks, an event without a pair."""
_RULES_OF_STANDINGS = {verdict: f"standings-{verdict.value}" for verdict in StandingsVerdict}
_MEANINGS = {
    **{verdict.value: meaning for verdict, meaning in MEANINGS.items()},
    **{code.value: code.explanation for code in ProblemCode},
    _RULES_OF_STANDINGS[StandingsVerdict.ACCEPTED]: "The rank order is right by another reading, or by what is open.",
    _RULES_OF_STANDINGS[StandingsVerdict.WRONG]: "The rank order is not that of the tie-breaks that the file names.",
    _RULES_OF_STANDINGS[StandingsVerdict.NOT_JUDGED]: "The rank order could not be judged. Not a pass.",
    _REFUSED: "The event was not checked. Not a pass.",
    _CONTRADICTORY: "Two fields of the file contradict each other about the system. Not a pass.",
    _BLANKS: "Players are left blank in rounds that others played. Not a pass.",
    _UNSEARCHED: "The search for facts that the file does not declare came to no end.",
    GONE: MEANING_OF_GONE,
    _PAIRLESS: "No pair of the event was judged. Not a pass.",
}
_MOST_PLACES = 10
"""Rows that are named for a case; the first ones say enough."""


def check_results(record: RunRecord) -> Results:
    """Return the results of a run."""
    tally = record.tally
    suites = [_CheckedEvent(event, record.header).suite() for event in record.events]
    return Results(
        title="Check of pairings",
        conclusion=describe_run(tally),
        status=record.exit_status,
        version=record.header.version,
        created=record.header.created,
        facts=(*_facts(tally), *(("reading chosen", str(one)) for one in record.header.readings)),
        rules=tuple(_MEANINGS.items()),
        suites=(*suites, *suites_of_list(record.known)),
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


class _CheckedEvent:
    """An event of a run, and its cases."""

    def __init__(self, event: EventFinding, run: RunHeader) -> None:
        self._event, self._rounds, self._run = event.header, event.rounds, run
        self._file = self._event.source or self._event.event  # an event that was checked in memory has no file
        participants = self._event.participants
        self._roster = Roster({participant.tpn: participant.name for participant in participants})
        self._rows = {participant.tpn: participant.line for participant in participants}

    def suite(self) -> ResultSuite:
        """Return all cases of the event."""
        event = self._event
        reason = "" if event.refusal else event.reason
        about = [("file", event.source), ("sha256", event.sha256), ("judged because", reason)]
        about += [("reading chosen", str(reading)) for reading in self._run.readings]
        if event.assumption is not None:
            about.append(("assumed", event.assumption.sentence))
        if event.edition is not None:
            about.append(("system", event.edition.key))
        return ResultSuite(
            name=self._file,
            cases=self._cases(),
            about=tuple((name, value) for name, value in about if value),
            remarks=tuple(map(_remark, (one for one in event.problems if one.severity is not ProblemSeverity.ERROR))),
        )

    def _cases(self) -> tuple[ResultCase, ...]:
        doubts = (*self._contradiction_cases(), *self._unsearched_cases(), *self._blank_cases())
        before = (*self._refusal_cases(), *doubts, *self._rank_order_cases())
        cases = (*before, *map(self._round_case, self._rounds))
        return (*cases, *self._pairless_cases(cases))

    def _round_case(self, finding: RoundFinding) -> ResultCase:
        name, outcome = f"round {finding.round_number}", judge_round(finding)
        if outcome is Consequence.PASSED:
            return ResultCase(name=name, outcome=outcome)
        return ResultCase(
            name=name,
            outcome=outcome,
            known=known_in_words(finding.known),
            rule=finding.verdict.value,
            sentence=finding.sentence,
            details=tuple(_unsaid_lines(finding)),
            command=self._reproduce_command("--rounds", str(finding.round_number)),
            places=self._places(_concerned(finding)),
        )

    def _refusal_cases(self) -> Iterator[ResultCase]:
        event = self._event
        if event.refusal:
            errors = [problem for problem in event.problems if problem.severity is ProblemSeverity.ERROR]
            places = tuple(_place_of(problem) for problem in errors[:_MOST_PLACES])
            yield ResultCase(
                name="event",
                outcome=judge_refusal(event),
                rule=_REFUSED if event.verdict is None else event.verdict.value,
                sentence=event.refusal,
                details=tuple(problem_lines(errors)),
                command=self._reproduce_command(),
                places=places or (ResultPlace(file=self._file),),
            )

    def _contradiction_cases(self) -> Iterator[ResultCase]:
        event = self._event
        if event.contradiction and not event.refusal:
            yield self._event_case("declared system", Consequence.ERROR, _CONTRADICTORY, event.contradiction)

    def _unsearched_cases(self) -> Iterator[ResultCase]:
        if self._event.failed_search:
            yield self._event_case("undeclared facts", Consequence.SKIPPED, _UNSEARCHED, self._event.failed_search)

    def _blank_cases(self) -> Iterator[ResultCase]:
        event = self._event
        left_blank = counted_noun(len(event.blanks), event.participant)
        if event.blanks and not event.refusal:
            yield ResultCase(
                name="players left blank",
                outcome=Consequence.ERROR,
                rule=_BLANKS,
                sentence=f"{left_blank} left blank without saying that they were absent.",
                details=tuple(map(self._describe_blank, event.blanks)),
                command=self._reproduce_command(),
                places=self._places(blank.tpn for blank in event.blanks),
            )

    def _describe_blank(self, blank: BlankRounds) -> str:
        return f"{self._roster.describe_player(blank.tpn)}: round {', '.join(map(str, blank.rounds))}"

    def _rank_order_cases(self) -> Iterator[ResultCase]:
        found = self._event.standings
        if found is not None:
            outcome = judge_rank_order(found)
            if outcome is Consequence.PASSED:
                yield ResultCase(name="rank order", outcome=outcome)
                return
            yield ResultCase(
                name="rank order",
                outcome=outcome,
                known=known_in_words(found.known),
                rule=_RULES_OF_STANDINGS[found.verdict],
                sentence=found.sentence,
                details=_details(standings_lines(found)),
                command=self._reproduce_command(),
                places=self._places(_out_of_place(found)),
            )

    def _pairless_cases(self, cases: Iterable[ResultCase]) -> Iterator[ResultCase]:
        judged = any(case.outcome in (Consequence.PASSED, Consequence.ACCEPTED) for case in cases)
        if judged and not any(finding.pairs for finding in self._rounds) and not self._event.refusal:
            yield self._event_case("pairs", Consequence.SKIPPED, _PAIRLESS, "No pair of the event was judged.")

    def _event_case(self, name: str, outcome: Consequence, rule: str, sentence: str) -> ResultCase:
        """Return a case about the event as a whole."""
        return ResultCase(
            name=name,
            outcome=outcome,
            rule=rule,
            sentence=sentence,
            command=self._reproduce_command(),
            places=(ResultPlace(file=self._file),),
        )

    def _reproduce_command(self, *options: str) -> str:
        """Return the command that shows a case again."""
        system = () if self._run.system == "auto" else ("--system", self._run.system)
        readings = (f"--reading={reading}" for reading in self._run.readings)
        return shlex.join(("pairproof", "check", self._file, *system, *readings, *options))

    def _places(self, numbers: Iterable[int]) -> tuple[ResultPlace, ...]:
        """Return the rows of players, by number; the file as a whole for none."""
        chosen = list(dict.fromkeys(numbers))[:_MOST_PLACES]
        if not chosen:
            return (ResultPlace(file=self._file),)
        return tuple(
            ResultPlace(file=self._file, line=self._rows.get(one), what=self._roster.describe_player(one))
            for one in chosen
        )


def _details(lines: Iterable[Line]) -> tuple[str, ...]:
    """Return the lines below the verdict, indented as they depend on each other."""
    _, *below = lines
    return tuple(" " * max(0, line.indent - 4) + line.text for line in below)


def _unsaid_lines(finding: RoundFinding) -> Iterator[str]:
    """Yield the lines below the verdict, without the reason: it stands in the sentence."""
    for line in _details(round_lines(finding)):
        if not (line.startswith(WHY) and finding.sentence.endswith(line.removeprefix(WHY))):
            yield line


def _concerned(finding: RoundFinding) -> Iterator[int]:
    """Yield the numbers of the players in the verdict on a round."""
    for violation in finding.argument.violations:
        yield from violation.players
    differences = finding.differences
    if differences is not None:
        for pair in (*differences.recorded_only, *differences.colours):
            yield from (pair.white, pair.black)
        if differences.bye_differs and finding.recorded is not None and finding.recorded.bye is not None:
            yield finding.recorded.bye


def _out_of_place(finding: StandingsFinding) -> Iterator[int]:
    for misplaced in finding.misplaced:
        yield misplaced.tpn
    yield from (misplaced.neighbour for misplaced in finding.misplaced if misplaced.neighbour is not None)


def _place_of(problem: FileProblem) -> ResultPlace:
    return ResultPlace(file=problem.source, line=problem.line, column=problem.column)


def _remark(problem: FileProblem) -> ResultCase:
    return ResultCase(
        name=problem.code.value,
        outcome=Consequence.ACCEPTED,
        rule=problem.code.value,
        sentence=f"{problem.message}{f'; {problem.remedy}' if problem.remedy else ''}",
        places=(_place_of(problem),),
    )
