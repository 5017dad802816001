"""The answers of a program to a conformance suite: a table that can stand in a README, and the misreadings that fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.suite.marks import AnswerMark, followed_side
from reports.text import Line, Style
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.suite.marks import ArticleMarks, Fit, MarkedAnswer
    from reference_engines.frame.results import RoundPairing

_HEAD = ("article", "on", "questions", "right", "wrong", "unanswered", "contested", "not asked")
_WORDS = 2
"""Columns of words; those after them hold numbers."""
_SHOWN = 10
"""Wrong answers that are shown one by one."""


def summary(program: str, system: str, marked: Sequence[MarkedAnswer]) -> str:
    """Say in a sentence how a program fared."""
    counts = {mark: sum(one.mark is mark for one in marked) for mark in AnswerMark}
    apart = [mark for mark in (AnswerMark.CONTESTED, AnswerMark.NOT_ASKED) if counts[mark]]
    marks = (AnswerMark.WRONG, AnswerMark.UNANSWERED, *apart)
    told = ", ".join(f"{counts[mark]} {mark.value}" for mark in marks)
    return f"{program}, {system}: {counts[AnswerMark.RIGHT]} of {counted_noun(len(marked), 'question')} right, {told}"


def suite_lines(
    head: str, marks: Sequence[ArticleMarks], fits: Sequence[Fit], marked: Sequence[MarkedAnswer]
) -> Iterator[Line]:
    """Describe the answers of a program: the table, the misreadings that fit, and the first wrong answers."""
    yield Line(head, Style.HEADING)
    yield Line("")
    for row in table(marks):
        yield Line(row)
    wrong = [one for one in marked if one.mark is AnswerMark.WRONG]
    if wrong:
        yield Line("")
        yield from _fit_lines(fits, len(wrong))
        yield Line("")
        yield from _wrong_lines(wrong)
    if any(one.mark is AnswerMark.CONTESTED for one in marked):
        yield Line("")
        yield from _contested_lines(marked)
    for mark in (AnswerMark.UNANSWERED, AnswerMark.NOT_ASKED):
        with_mark = [one for one in marked if one.mark is mark]
        if with_mark:
            yield Line("")
            yield from _reason_lines(mark, with_mark)


def table(marks: Sequence[ArticleMarks]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    rows = [(one.article, one.title, *_numbers(one)) for one in marks if one.questions]
    widths = [max(len(row[column]) for row in (_HEAD, *rows)) for column in range(len(_HEAD))]
    rules = [f":{'-' * (width - 1)}" if at < _WORDS else f"{'-' * (width - 1)}:" for at, width in enumerate(widths)]
    for row in (_HEAD, rules, *rows):
        cells = (
            cell.ljust(width) if at < _WORDS else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield f"| {' | '.join(cells)} |"


def _numbers(marks: ArticleMarks) -> tuple[str, ...]:
    counts = (marks.questions, marks.right, marks.wrong, marks.unanswered, marks.contested, marks.not_asked)
    return tuple(str(number) if number else "" for number in counts)


def _fit_lines(fits: Sequence[Fit], wrong: int) -> Iterator[Line]:
    left = wrong
    for one in fits:
        left -= one.told
        yield Line(describe_fit(one, wrong), Style.BAD)
    if left:
        yield Line(f"No misreading known fits {counted_noun(left, 'wrong answer')}.", Style.BAD)


def describe_fit(fit: Fit, wrong: int) -> str:
    """``It answers as if C14 were left out (2.4.9): 4 wrong answers of 5``."""
    against = f"; {counted_noun(fit.against, 'answer')} would be otherwise" if fit.against else ""
    said = f"as if {fit.misreading.as_if} ({fit.misreading.article})"
    return f"It answers {said}: {counted_noun(fit.fits, 'wrong answer')} of {wrong}{against}"


def describe_wrong_answer(answer: MarkedAnswer) -> str:
    """Describe a wrong answer: its question, the answer, and the right pairing."""
    given = pairing_in_words(answer.given) if answer.given else answer.why
    told = f"{answer.question.file}, round {answer.question.round_number}, {answer.question.article}"
    return f"{told}: {given}; right is {pairing_in_words(answer.question.pairing)}"


def _contested_lines(marked: Sequence[MarkedAnswer]) -> Iterator[Line]:
    """Say for each contested reading which side the answers follow."""
    for reading, sides in count_sides(marked).items():
        followed = ", ".join(f"{number} by {key or 'no side'}" for key, number in sides.items())
        yield Line(f"{reading} is contested, and does not count; answers: {followed}", Style.FAINT)


def count_sides(marked: Sequence[MarkedAnswer]) -> dict[str, dict[str, int]]:
    """Count the contested answers of each reading by the side that they follow; the key is empty for no side."""
    counts: dict[str, dict[str, int]] = {}
    for answer in marked:
        if answer.mark is AnswerMark.CONTESTED:
            for reading in answer.question.readings:
                sides = counts.setdefault(reading, {})
                side = followed_side(answer, reading)
                sides[side] = sides.get(side, 0) + 1
    return counts


def _wrong_lines(wrong: Sequence[MarkedAnswer]) -> Iterator[Line]:
    for one in wrong[:_SHOWN]:
        yield Line(describe_wrong_answer(one), Style.FAINT)
    if len(wrong) > _SHOWN:
        yield Line(f"... and {len(wrong) - _SHOWN} more (-o answers.jsonl has all)", Style.FAINT)


def pairing_in_words(pairing: RoundPairing) -> str:
    """``3-1 4-2, bye 5``."""
    bye = "" if pairing.bye is None else f", bye {pairing.bye}"
    return " ".join(f"{pair.white}-{pair.black}" for pair in sorted(pairing.pairs, key=lambda one: one.white)) + bye


def _reason_lines(mark: AnswerMark, marked: Sequence[MarkedAnswer]) -> Iterator[Line]:
    """Count the questions with a mark for each of its reasons."""
    reasons = list(dict.fromkeys(one.why for one in marked))
    for reason in reasons[:_SHOWN]:
        number = sum(one.why == reason for one in marked)
        yield Line(f"{counted_noun(number, 'question')} {mark.value}: {reason}", Style.FAINT)
    if len(reasons) > _SHOWN:
        yield Line(f"... and {len(reasons) - _SHOWN} other reasons (-o answers.jsonl has all)", Style.FAINT)
