"""
The answers of a program to a conformance suite: a table that can stand in a README, and the misreadings that fit.

The answers of several programs to one suite stand beside the articles of the edition, a column for each program.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from checker.suite.marks import (
    AnswerMark,
    ArticleMarks,
    Fit,
    MarkedAnswer,
    ProgramAnswers,
    SuiteRun,
    find_fitting_misreadings,
    followed_side,
)
from checker.suite.questions import SuiteQuestion
from reference_engines.frame.results import RoundPairing
from reference_engines.readings import REGISTER
from reports.html import render_template
from reports.text import Line, Style
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun

_HEAD = ("article", "on", "questions", "right", "wrong", "unanswered", "contested", "not asked", "not asked yet")
"""The last column stands only in the table of an interrupted run."""
_WORDS = 2
"""Columns of words; those after them hold numbers."""
_SHOWN = 10
"""Wrong answers that are shown one by one."""


def summary(program: str, system: str, marked: Sequence[MarkedAnswer]) -> str:
    """Sum up the answers of a program in a sentence."""
    counts = {mark: sum(one.mark is mark for one in marked) for mark in AnswerMark}
    apart = [mark for mark in (AnswerMark.CONTESTED, AnswerMark.NOT_ASKED, AnswerMark.NOT_ASKED_YET) if counts[mark]]
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
    for mark in _APART:
        with_mark = [one for one in marked if one.mark is mark]
        if with_mark:
            yield Line("")
            yield from _reason_lines(mark, with_mark)


def table(marks: Sequence[ArticleMarks]) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    head = _HEAD if any(one.not_asked_yet for one in marks) else _HEAD[:-1]
    rows = [(one.article, one.title, *_numbers(one))[: len(head)] for one in marks if one.questions]
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    rules = [f":{'-' * (width - 1)}" if at < _WORDS else f"{'-' * (width - 1)}:" for at, width in enumerate(widths)]
    for row in (head, rules, *rows):
        cells = (
            cell.ljust(width) if at < _WORDS else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield f"| {' | '.join(cells)} |"


def _numbers(marks: ArticleMarks) -> tuple[str, ...]:
    counts = (
        *(marks.questions, marks.right, marks.wrong, marks.unanswered, marks.contested, marks.not_asked),
        marks.not_asked_yet,
    )
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


_APART = (AnswerMark.UNANSWERED, AnswerMark.NOT_ASKED, AnswerMark.NOT_ASKED_YET)


class TableCell(FrozenStruct, frozen=True, kw_only=True):
    """The answers of a program to the questions of an article or reading."""

    text: str
    """``8/8``; ``3/4, 1 not asked``; ``absolute-too 4``."""
    badge: str
    """``consistent``, ``discrepant`` or ``open``."""
    note: str = ""
    """The answer and the misreading that gives it, or the reason why the program did not answer."""


class TableQuestion(FrozenStruct, frozen=True, kw_only=True):
    """A question with the answer of every program."""

    file: str
    round_number: int
    event: str
    """The text of the file."""
    right: str
    cells: tuple[TableCell, ...]


class TableRow(FrozenStruct, frozen=True, kw_only=True):
    """The questions of an article, or the contested questions of a reading."""

    label: str
    title: str
    cells: tuple[TableCell, ...]
    questions: tuple[TableQuestion, ...]


class SuiteTable(FrozenStruct, frozen=True, kw_only=True):
    """The answers of several programs to the suite of an edition, article by article."""

    run: SuiteRun

    @property
    def articles(self) -> tuple[TableRow, ...]:
        """The rows of the articles, in the order of the edition; contested questions are not among them."""
        counted = [question for question in self.run.suite.questions if not question.contested]
        rows = (
            self._row(article, title, [question for question in counted if question.article == article])
            for article, title in self.run.suite.articles.items()
        )
        return tuple(row for row in rows if row.questions)

    @property
    def readings(self) -> tuple[TableRow, ...]:
        """The rows of the contested readings."""
        contested: dict[str, list[SuiteQuestion]] = {}
        for question in self.run.suite.questions:
            for identifier in question.readings:
                contested.setdefault(identifier, []).append(question)
        return tuple(
            self._row(identifier, REGISTER.find(identifier).question, questions, reading=identifier)
            for identifier, questions in contested.items()
        )

    @property
    def totals(self) -> tuple[TableCell, ...]:
        """The counted answers of each program."""
        counted = [question for question in self.run.suite.questions if not question.contested]
        return tuple(_count_marks(_answers(program, counted)) for program in self.run.programs)

    @property
    def outcomes(self) -> tuple[tuple[str, str], ...]:
        """Name and version of each program, with its right answers and the misreading that fits best."""
        return tuple((program.full_name, self._describe_outcome(program)) for program in self.run.programs)

    def _describe_outcome(self, program: ProgramAnswers) -> str:
        counted = [answer for answer in program.marked if not answer.question.contested]
        right, wrong = (sum(answer.mark is mark for answer in counted) for mark in (AnswerMark.RIGHT, AnswerMark.WRONG))
        fits = find_fitting_misreadings(self.run.suite, program.marked) if wrong else ()
        answered = f"{right} of {counted_noun(len(counted), 'answer')} right."
        return " ".join([answered, *(f"{describe_fit(fit, wrong)}." for fit in fits[:1])])

    def _row(self, label: str, title: str, questions: Sequence[SuiteQuestion], *, reading: str = "") -> TableRow:
        columns = [_answers(program, questions) for program in self.run.programs]
        count = _count_marks if not reading else lambda answers: _count_followed(answers, reading)
        return TableRow(
            label=label,
            title=title,
            cells=tuple(map(count, columns)),
            questions=tuple(
                TableQuestion(
                    file=question.file,
                    round_number=question.round_number,
                    event=(self.run.suite.folder / question.file).read_text("utf-8"),
                    right=pairing_in_words(question.pairing),
                    cells=tuple(self._describe_answer(column[place], reading) for column in columns),
                )
                for place, question in enumerate(questions)
            ),
        )

    def _describe_answer(self, answer: MarkedAnswer, reading: str) -> TableCell:
        if answer.mark is AnswerMark.RIGHT:
            return TableCell(text=AnswerMark.RIGHT.value, badge="consistent")
        given = pairing_in_words(answer.given) if answer.given else answer.why
        if reading:
            return TableCell(text=_name_side(answer, reading), badge="open", note=given)
        return TableCell(
            text=answer.mark.value,
            badge="discrepant" if answer.mark is AnswerMark.WRONG else "open",
            note=f"{given}{self._describe_misreading(answer)}",
        )

    def _describe_misreading(self, answer: MarkedAnswer) -> str:
        """Describe the first misreading that gives a wrong answer; empty if none does."""
        listed = (self.run.suite.misreadings[name] for name in answer.misreadings)
        return next((f", as if {one.as_if} ({one.article})" for one in listed), "")


def _answers(program: ProgramAnswers, questions: Sequence[SuiteQuestion]) -> list[MarkedAnswer]:
    answers = {answer.question.identifier: answer for answer in program.marked}
    return [answers[question.identifier] for question in questions]


def _count_marks(answers: Sequence[MarkedAnswer]) -> TableCell:
    counts = {mark: sum(answer.mark is mark for answer in answers) for mark in AnswerMark}
    asked = len(answers) - counts[AnswerMark.NOT_ASKED] - counts[AnswerMark.NOT_ASKED_YET]
    apart = [f"{counts[mark]} {mark.value}" for mark in _APART if counts[mark]]
    badge = "discrepant" if counts[AnswerMark.WRONG] else "open" if apart else "consistent"
    return TableCell(text=", ".join([*([f"{counts[AnswerMark.RIGHT]}/{asked}"] if asked else []), *apart]), badge=badge)


def _count_followed(answers: Sequence[MarkedAnswer], reading: str) -> TableCell:
    names = [_name_side(answer, reading) for answer in answers]
    return TableCell(text=", ".join(f"{name} {names.count(name)}" for name in dict.fromkeys(names)), badge="open")


def _name_side(answer: MarkedAnswer, reading: str) -> str:
    if answer.mark is not AnswerMark.CONTESTED:
        return answer.mark.value
    return followed_side(answer, reading) or "no side"


def render_suite_table(table: SuiteTable) -> str:
    """Return the table as a page."""
    articles, readings = table.articles, table.readings
    return render_template(
        "suite_table.html.j2",
        table=table,
        articles=articles,
        readings=readings,
        details=[*(("a", row) for row in articles), *(("r", row) for row in readings)],
        names=[program.full_name for program in table.run.programs],
        version=table.run.version,
        conclusion=describe_table(table),
    )


def describe_table(table: SuiteTable) -> str:
    """Say which suite was put to which programs."""
    run, suite = table.run, table.run.suite
    return (
        f"{counted_noun(len(suite.questions), 'question')} of {suite.system}, suite {suite.release}, "
        f"put to {counted_noun(len(run.programs), 'program')} by pairproof {run.version}"
        f"{f' on {run.date}' if run.date else ''}{f' ({run.machine})' if run.machine else ''}"
    )


def markdown_table(table: SuiteTable) -> str:
    """Return the table in Markdown."""
    head = ("article", "on", *(program.full_name for program in table.run.programs))
    rows = [head, ["---"] * len(head), *_text_rows(table)]
    lines = ("| " + " | ".join(text.replace("|", "\\|") for text in row) + " |" for row in rows)
    return f"{describe_table(table)}.\n\n" + "\n".join(lines) + f"\n\nTo reproduce: `{table.run.command}`\n"


def csv_table(table: SuiteTable) -> str:
    """Return the table as comma-separated values."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("article", "on", *(program.full_name for program in table.run.programs)))
    writer.writerows(_text_rows(table))
    return text.getvalue()


def _text_rows(table: SuiteTable) -> Iterator[tuple[str, ...]]:
    for row in table.articles:
        yield (row.label, row.title, *(cell.text for cell in row.cells))
    for row in table.readings:
        yield (row.label, f"contested: {row.title}", *(cell.text for cell in row.cells))
    yield ("all articles", "", *(cell.text for cell in table.totals))
