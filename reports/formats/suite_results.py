"""A program's answers to a conformance suite as results: a case for each article; one without a question is skipped."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from checker.known_findings.entries import KnownFinding
from checker.suite import marks, questions
from checker.suite.questions import INDEX
from checker.verdicts.consequence import Consequence
from reports.formats.results import GONE, MEANING_OF_GONE, ResultCase, ResultPlace, Results, ResultSuite, suites_of_list
from reports.suite import describe_fit, describe_wrong_answer, summary
from reports.words import known_in_words
from tournaments.problems import counted_noun

_WRONG, _UNANSWERED, _UNTESTED, _NOT_ASKED = "wrong-answer", "no-answer", "never-put-to-the-test", "not-asked"
_CONTESTED, _INTERRUPTED = "contested-reading", "not-asked-yet"
_MEANINGS = (
    (_WRONG, "An answer that is not what the regulation asks for."),
    (_UNANSWERED, "A question that was not answered. Not a pass."),
    (_INTERRUPTED, "A question that was not asked, because the run was interrupted. Not a pass."),
    (_UNTESTED, "An article of which the suite has no question."),
    (_CONTESTED, "An article whose questions depend on a contested reading of the rules."),
    (_NOT_ASKED, "An article of which every question has a feature that the program does not support."),
    (GONE, MEANING_OF_GONE),
)
_SHOWN = 10
"""Wrong answers of an article that are shown one by one."""
_REASONS = 3


def suite_results(run: marks.SuiteRun) -> Results:
    """Return the results of the only program of a run; raise ValueError for several programs."""
    suite, known, (program,) = run.suite, run.known, run.programs
    marked, who, named = program.marked, program.full_name, program.command
    at_work = _SuiteAtWork(suite, marked, named, known)
    return Results(
        title=f"Conformance suite {suite.system}",
        conclusion=" ".join(f"{one}." for one in (summary(who, suite.system, marked), *at_work.first_cause())),
        status=run.status,
        version=run.version,
        facts=tuple((mark.value, str(sum(one.mark is mark for one in marked))) for mark in marks.AnswerMark),
        rules=_MEANINGS,
        suites=(
            ResultSuite(
                name=who,
                cases=tuple(at_work.cases()),
                about=(
                    ("system", suite.system),
                    ("program", named),
                    *(("cause", cause) for cause in at_work.first_cause()),
                ),
            ),
            *suites_of_list(known.run if known else None),
        ),
    )


class _SuiteAtWork:
    """The articles of a suite, one after the other."""

    def __init__(
        self, asked: questions.Suite, marked: Sequence[marks.MarkedAnswer], named: str, known: marks.KnownAnswers | None
    ) -> None:
        self._asked, self._marked, self._known = asked, marked, known
        self._fits = marks.find_fitting_misreadings(asked, marked)
        self._wrong = sum(one.mark is marks.AnswerMark.WRONG for one in marked)
        self._command = shlex.join(("pairproof", "suite", named, "--system", asked.system))

    def first_cause(self) -> tuple[str, ...]:
        """Describe the misreading that fits best, which the terminal names first; nothing if none fits."""
        return tuple(describe_fit(fit, self._wrong) for fit in self._fits[:1])

    def cases(self) -> Iterator[ResultCase]:
        """Yield a case for each article, in the order of the regulation."""
        for article in marks.count_marks_by_article(self._asked, self._marked):
            yield self._case(article)

    def _case(self, article: marks.ArticleMarks) -> ResultCase:
        outcome, rule, sentence, known = self._judge_article(article)
        is_told = outcome is not Consequence.PASSED
        return ResultCase(
            name=f"{article.article} {article.title}".strip(),
            outcome=outcome,
            rule=rule,
            sentence=sentence,
            details=tuple(self._details(article)) if is_told else (),
            known=known_in_words(known) if outcome is Consequence.KNOWN else "",
            command=self._command if is_told and article.questions else "",
            places=(self._place(article),) if is_told else (),
        )

    def _judge_article(self, article: marks.ArticleMarks) -> tuple[Consequence, str, str, KnownFinding | None]:
        if article.wrong:
            by = [self._by(one) for one in self._of(article, marks.AnswerMark.WRONG)]
            outcome = Consequence.KNOWN if all(by) else Consequence.FAILED
            return outcome, _WRONG, f"{article.wrong} of {counted_noun(article.questions, 'answer')} wrong.", by[0]
        missing = ((article.unanswered, _UNANSWERED, "answered"), (article.not_asked_yet, _INTERRUPTED, "asked yet"))
        for number, rule, verb in missing:
            if number:
                sentence = f"{number} of {counted_noun(article.questions, 'question')} not {verb}."
                return Consequence.ERROR, rule, sentence, None
        if not article.questions:
            return Consequence.UNTESTED, _UNTESTED, "The suite has no question of it.", None
        if article.contested and not article.right:
            return Consequence.ACCEPTED, _CONTESTED, "Its questions depend on a reading, and do not count.", None
        if article.not_asked == article.questions:
            return (
                Consequence.SKIPPED,
                _NOT_ASKED,
                "The description of the program excludes every question of it.",
                None,
            )
        return Consequence.PASSED, "", "", None

    def _by(self, answer: marks.MarkedAnswer) -> KnownFinding | None:
        return None if self._known is None else self._known.by[answer.question.identifier]

    def _of(self, article: marks.ArticleMarks, mark: marks.AnswerMark) -> list[marks.MarkedAnswer]:
        return [one for one in self._marked if one.mark is mark and one.question.article == article.article]

    def _details(self, article: marks.ArticleMarks) -> Iterator[str]:
        wrong = self._of(article, marks.AnswerMark.WRONG)
        asked = {one.question.identifier for one in wrong}
        yield from (describe_fit(fit, self._wrong) for fit in self._fits if fit.questions & asked)
        yield from map(describe_wrong_answer, wrong[:_SHOWN])
        if len(wrong) > _SHOWN:
            yield f"and {len(wrong) - _SHOWN} more"
        reasons = dict.fromkeys(one.why for one in self._of(article, marks.AnswerMark.UNANSWERED))
        yield from (f"unanswered: {reason}" for reason in list(reasons)[:_REASONS])

    def _place(self, article: marks.ArticleMarks) -> ResultPlace:
        """Return the first event in question, as it lies in the suite; its index where there is none."""
        asked = (*self._of(article, marks.AnswerMark.WRONG), *self._of(article, marks.AnswerMark.UNANSWERED))
        file = asked[0].question.file if asked else INDEX
        return ResultPlace(file=f"conformance/{self._asked.system}/{file}")
