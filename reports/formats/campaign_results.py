"""
Campaigns, exams and comparisons as results: a case for each cause, kind of finding, or kind of planted error.

A campaign has a suite for each program. In a comparison of two programs new findings and gone entries fail.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import partial

from checker.campaigns.comparing import Change, ComparedKind, Comparison
from checker.campaigns.configuration import Direction
from checker.campaigns.grouping import CampaignSummary, CauseRow, ExamRow, Group, ProgramSummary
from checker.campaigns.outcomes import CLEAN, KeptEventAnswer, Score
from checker.campaigns.policy import Policy, judge_bar, judge_finding, judge_kept_event, judge_untested
from checker.causes.causes_finding import describe_figures
from checker.planting import PlantedError, PlantedStandings
from checker.verdicts.consequence import Consequence
from checker.verdicts.verdict import ExitStatus
from reports.campaign import WHAT, conclusion
from reports.causes import describe_cause, describe_doubts
from reports.comparison import conclude_comparison, counts
from reports.formats.results import GONE, MEANING_OF_GONE, ResultCase, ResultPlace, Results, ResultSuite, suites_of_list
from reports.words import known_in_words
from tournaments import __version__
from tournaments.problems import counted_noun

_CHECKER_DIRECTIONS = (Direction.EXAM, Direction.JUDGE)
_BAR, _ANSWERS, _INCOMPLETE, _EXAM, _ALIKE = "endorsement-bar", "no-answer", "incomplete", "exam", "unexplained"
_UNTESTED = "never-put-to-the-test"
_MEANINGS = {
    _BAR: "More discrepancies than an endorsement permits, or too few events to tell.",
    _ANSWERS: "The program failed at a question, or answered none. Not a pass.",
    _INCOMPLETE: "Not every planned event was judged. Not a pass.",
    _EXAM: "The program's checker misses planted errors, or objects to what is right.",
    _ALIKE: "Findings alike that no cause explains.",
    GONE: MEANING_OF_GONE,
    _UNTESTED: "An article or step that decided nothing in the events of the campaign.",
}


def campaign_results(summary: CampaignSummary, store: str, status: ExitStatus, policy: Policy | None = None) -> Results:
    """Return the results of a campaign that is kept in ``store``, a file, and ends in a status by a policy."""
    policy = policy or Policy()
    causes = {_word(row.cause.first.identifier): row.cause.first.sentence for row in summary.causes}
    return Results(
        title=WHAT[summary.configuration.direction],
        conclusion=conclusion(summary),
        status=status,
        version=__version__,
        facts=tuple((f"endorsement bar, {one.program.name}", _bar_in_words(one)) for one in summary.programs),
        rules=tuple((_MEANINGS | MEANINGS_OF_KEPT | causes).items()),
        suites=(
            *suites_of_kept(summary, policy),
            *(_ProgramAtWork(summary, one, store, policy).suite() for one in summary.programs),
            *suites_of_list(summary.known),
        ),
    )


def _bar_in_words(program: ProgramSummary) -> str:
    discrepant = program.tally.discrepancies.events or "none"
    return f"{program.bar.value} ({discrepant} discrepant in {counted_noun(program.tally.checked.events, 'event')})"


def _word(identifier: str) -> str:
    """Return an identifier as a rule is written: ``c14-left-out``."""
    return re.sub("[^a-z0-9]+", "-", identifier.lower()).strip("-")


class _ProgramAtWork:
    """One program of a campaign."""

    def __init__(self, summary: CampaignSummary, program: ProgramSummary, store: str, policy: Policy) -> None:
        self._summary, self._program, self._store = summary, program, store
        self._policy = policy
        self._case = partial(ResultCase, places=(ResultPlace(file=store),))
        self._number = program.program.number
        self._groups = [group for group in summary.groups if group.program == self._number]

    def suite(self) -> ResultSuite:
        """Return the cases of the program: its questions, the bar, and then the findings."""
        settings, known = self._summary.configuration, self._program.program
        others = [one for one in self._summary.programs if one.program.name == known.name]
        name = known.name if len(others) == 1 else f"{known.name} ({known.number})"
        found = self._checker_cases() if settings.direction in _CHECKER_DIRECTIONS else self._pairing_cases()
        about = (
            *(("version", known.version), ("transport", known.transport), ("store", self._store)),
            *(("system", settings.system), ("profile", settings.profile), ("seed", str(settings.seed))),
            *(("reading chosen", reading) for reading in settings.readings),
        )
        return ResultSuite(
            name=name,
            cases=(*self._completeness_cases(), self._answer_case(), self._bar_case(), *found, *self._untested_cases()),
            about=tuple((key, value) for key, value in about if value),
        )

    def _completeness_cases(self) -> Iterator[ResultCase]:
        summary = self._summary
        if not summary.is_complete:
            yield self._case(
                name="every event",
                outcome=Consequence.SKIPPED,
                rule=_INCOMPLETE,
                sentence=f"{summary.judged} of {counted_noun(summary.planned, 'event')} judged.",
                command=shlex.join(("pairproof", "campaign", "resume", self._store)),
            )

    def _answer_case(self) -> ResultCase:
        program = self._program
        if not program.tally.checked.rounds:
            sentence = "Nothing was answered, so nothing was confirmed."
        elif program.failures:
            sentence = f"It failed in {counted_noun(program.failed_events, 'event')}."
        else:
            return self._case(name="answers", outcome=Consequence.PASSED)
        details = tuple(f"{number} x {kind}" for kind, number in program.failures)
        return self._case(name="answers", outcome=Consequence.ERROR, rule=_ANSWERS, sentence=sentence, details=details)

    def _bar_case(self) -> ResultCase:
        outcome = judge_bar(self._program, self._policy)
        sentence = "" if outcome is Consequence.PASSED else f"Endorsement bar: {_bar_in_words(self._program)}."
        return self._case(name="endorsement bar", outcome=outcome, rule=_BAR, sentence=sentence)

    def _pairing_cases(self) -> Iterator[ResultCase]:
        yield from (self._cause_case(row) for row in self._summary.causes if row.program == self._number)
        yield from (self._group_case(group) for group in self._groups if group.unexplained)

    def _cause_case(self, row: CauseRow) -> ResultCase:
        search = dict(self._summary.searches)[self._number]
        return self._case(
            name=row.cause.first.sentence,
            outcome=judge_finding(Score.DISCREPANT if row.is_against else Score.OPEN, row.known, self._policy),
            rule=_word(row.cause.first.identifier),
            sentence=(
                f"{describe_cause(row.cause, self._summary.configuration.system)} "
                f"{describe_figures(row.cause, search)}, in {counted_noun(row.events, 'event')}."
            ),
            details=tuple(
                f"{counted_noun(rounds, 'round')}: {alike.replace(' | ', ', ')}" for alike, rounds in row.alike
            ),
            command=self._event(int(row.cause.explained[0].event)),
            known=known_in_words(row.known),
        )

    def _group_case(self, group: Group) -> ResultCase:
        classed: tuple[str, ...] = ()
        if group.classed is not None:
            noted = ": ".join(part for part in (group.classed.value, group.note, group.link) if part)
            classed = (f"classed as {noted}",)
        search = dict(self._summary.searches).get(self._number)
        system = self._summary.configuration.system
        uncertain = describe_doubts(search, system) if search and group.unexplained else ()
        return self._case(
            name=f"{group.example.score.value}: {group.example.alike.replace(' | ', ', ')}",
            outcome=judge_finding(group.example.score, group.known, self._policy),
            rule=_ALIKE,
            sentence=group.example.sentence or f"{group.example.where} of event {group.example.event_number}",
            details=(
                f"{counted_noun(group.events, 'event')}, {counted_noun(group.rounds, 'round')}",
                *classed,
                *uncertain,
            ),
            command=self._event(group.example.event_number),
            known=known_in_words(group.known),
        )

    def _untested_cases(self) -> Iterator[ResultCase]:
        """Yield a case for every article and step that decided nothing, if that was counted."""
        tested = self._summary.tested
        for feature in tested.never if tested else ():
            yield self._case(
                name=f"put to the test: {feature.name}",
                outcome=judge_untested(self._policy),
                rule=_UNTESTED,
                sentence="It decided nothing in the events that were looked at.",
            )

    def _checker_cases(self) -> Iterator[ResultCase]:
        """Yield a case for each kind of error, and for clean events; kinds that were not planted are skipped."""
        rows = {row.planted: row for row in self._program.exam}
        kinds = [CLEAN]
        if self._summary.configuration.direction is Direction.EXAM:
            kinds += [error.value for error in (*PlantedError, *PlantedStandings)]
        for kind in (*kinds, *sorted(rows.keys() - set(kinds))):
            if kind in rows:
                yield self._exam_case(rows[kind])
            else:
                yield self._case(
                    name=kind, outcome=Consequence.UNTESTED, rule=_EXAM, sentence="It was asked about no such event."
                )

    def _exam_case(self, row: ExamRow) -> ResultCase:
        if row.right == row.events:
            return self._case(name=row.planted, outcome=Consequence.PASSED)
        groups = [group for group in self._groups if group.example.word == row.planted]
        against = [group.known for group in groups if group.example.is_against]
        known = against[0] if against and all(against) else None
        return self._case(
            name=row.planted,
            outcome=judge_finding(Score.MISSED, known, self._policy),
            rule=_EXAM,
            sentence=(
                f"{row.right} of {counted_noun(row.events, 'event')} right: {row.missed} missed, "
                f"{row.false_alarms} false alarms, {row.wrong_round} in the wrong round."
            ),
            command=self._event(min(group.example.event_number for group in groups)),
            known=known_in_words(known),
        )

    def _event(self, number: int) -> str:
        """Return the command that makes an event of the campaign again."""
        words = ["pairproof", "campaign", "event", self._store, str(number)]
        if self._summary.configuration.direction is Direction.GENERATE:
            words += ["--program-number", str(self._number)]
        return shlex.join((*words, "-o", f"{number}.trf"))


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


def _case(answer: KeptEventAnswer, policy: Policy) -> ResultCase:
    outcome = judge_kept_event(answer, policy)
    if outcome is Consequence.PASSED:
        return ResultCase(name=answer.name, outcome=outcome)
    is_answered = bool(answer.findings)
    return ResultCase(
        name=answer.name,
        outcome=outcome,
        rule=_STILL_WRONG if is_answered else _NO_ANSWER,
        sentence=answer.findings[0].sentence or answer.findings[0].where if is_answered else f"It {answer.failure}.",
        known=known_in_words(answer.known) if outcome is not Consequence.FAILED and is_answered else "",
        command=answer.command,
        places=(ResultPlace(file=answer.file),),
    )


_OUTCOMES = {
    Change.NEW: Consequence.FAILED,
    Change.KNOWN: Consequence.KNOWN,
    Change.SAME: Consequence.KNOWN,
    Change.FIXED: Consequence.PASSED,
}
_KNOWN = "the older version does it, too"
_RULES = (
    (Change.NEW.value, "A kind of finding that the older version does not have."),
    (Change.KNOWN.value, "A kind of finding that the older version does not have, and that is known."),
    (Change.SAME.value, "A kind of finding that the older version has, too."),
    ("no-answer", "Questions that the older version answered."),
    (GONE, MEANING_OF_GONE),
)


def comparison_results(comparison: Comparison, store: str) -> Results:
    """Return the results of a comparison; ``store`` keeps the campaign of the newer program."""
    cases = [_kind_case(kind, comparison.new.number, store) for kind in comparison.kinds]
    if comparison.failures or not comparison.events or not comparison.new.summary.is_complete:
        answers = ResultCase(
            name="answers",
            outcome=Consequence.ERROR,
            rule="no-answer",
            sentence=conclude_comparison(comparison),
            places=(ResultPlace(file=store),),
        )
        cases.append(answers)
    else:
        cases.append(ResultCase(name="answers", outcome=Consequence.PASSED))
    return Results(
        title="Comparison of two versions",
        conclusion=conclude_comparison(comparison),
        status=comparison.status,
        version=__version__,
        facts=(("old", comparison.old.name), ("new", comparison.new.name)),
        rules=_RULES,
        suites=(
            ResultSuite(name=comparison.new.name, cases=tuple(cases), about=(("against", comparison.old.name),)),
            *suites_of_list(comparison.known),
        ),
    )


def _kind_case(kind: ComparedKind, program: int, store: str) -> ResultCase:
    example, outcome = kind.example, _OUTCOMES[kind.change]
    known = known_in_words(kind.known) or _KNOWN
    words = ["pairproof", "campaign", "show", store, example.key, "--program-number", str(program)]
    return ResultCase(
        name=kind.words if example.cause else kind.identifier,
        outcome=outcome,
        rule=kind.change.value,
        sentence=example.sentence or example.where if outcome is not Consequence.PASSED else "",
        details=(counts(kind),) if outcome is not Consequence.PASSED else (),
        known=known if outcome is Consequence.KNOWN else "",
        command=shlex.join(words) if outcome is not Consequence.PASSED else "",
        places=(ResultPlace(file=store),),
    )
