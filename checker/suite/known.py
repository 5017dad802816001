"""A program's answers to a suite against a list of known findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.known_findings.entries import FindingKey, KnownInRun
from checker.suite.marks import AnswerMark
from checker.verdicts.consequence import Consequence, judge, judge_list
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from checker.known_findings.entries import KnownFinding, KnownList
    from checker.suite.marks import MarkedAnswer
    from checker.suite.questions import Suite
    from checker.verdicts.consequence import RunJudgement


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAnswers:
    """The known wrong answers, and the state of the list."""

    by: Mapping[str, KnownFinding | None]
    """Of every wrong answer, by question, the entry that covers it; None for what is new."""
    run: KnownInRun


def signature_of(suite: Suite, marked: MarkedAnswer) -> str:
    """Return the signature of a wrong answer for a list of known findings: ``dutch-2026 | 2.4.9 | 7f3a...``."""
    question = marked.question
    return f"{suite.system} | {question.article} | {question.identifier}"


def against_list(suite: Suite, program: str, marked: Sequence[MarkedAnswer], known: KnownList) -> KnownAnswers:
    """Match a program's answers with a list; an answer's cause is the misreading that gives the same answer."""
    wrong = [marked_answer for marked_answer in marked if marked_answer.mark is AnswerMark.WRONG]
    seen = [
        FindingKey(program=program, signature=signature_of(suite, one), causes=frozenset(one.misreadings))
        for one in wrong
    ]
    is_settled = bool(marked) and all(marked_answer.mark.is_answered for marked_answer in marked)
    return KnownAnswers(
        by={one.question.identifier: known.find(key) for one, key in zip(wrong, seen, strict=True)},
        run=known.in_run(seen, is_settled=is_settled),
    )


def judge_answers(marked: Sequence[MarkedAnswer], known: KnownAnswers | None = None) -> RunJudgement:
    """Judge a program's answers to a suite: a wrong answer fails unless it is known, and every question counts."""
    return judge(_reasons(marked, known))


def _reasons(marked: Sequence[MarkedAnswer], known: KnownAnswers | None) -> Iterator[tuple[Consequence, str]]:
    wrong = [one.question.identifier for one in marked if one.mark is AnswerMark.WRONG]
    new = sum(known is None or known.by[name] is None for name in wrong)
    unanswered = sum(one.mark is AnswerMark.UNANSWERED for one in marked)
    if new:
        yield Consequence.FAILED, f"{counted_noun(new, 'wrong answer')}."
    yield from judge_list(known.run if known else None)
    if unanswered or not any(one.mark.is_answered for one in marked):
        yield Consequence.ERROR, f"{counted_noun(unanswered, 'question')} not answered."
