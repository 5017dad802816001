"""The engines beside the articles of an edition: the answers of several programs to one suite as a table."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from checker.suite.marks import AnswerMark, followed_side
from reference_engines.readings import REGISTER
from reports.html import environment
from reports.suite import pairing_in_words
from tournaments import __version__
from tournaments.frozen import dataclass
from tournaments.problems import counted_noun

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence

    from checker.suite.marks import MarkedAnswer, ProgramAnswers
    from checker.suite.questions import Suite, SuiteQuestion

_APART = (AnswerMark.UNANSWERED, AnswerMark.NOT_ASKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCell:
    """The answers of a program to the questions of an article or reading."""

    text: str
    """``8/8``; ``3/4, 1 not asked``; ``absolute-too 4``."""
    badge: str
    """``consistent``, ``discrepant`` or ``open``."""
    note: str = ""
    """The answer, and the misreading that gives it; or why there is no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion:
    """A question with the answer of every program."""

    file: str
    round_number: int
    event: str
    """The text of the file."""
    right: str
    cells: tuple[TableCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """The questions of an article, or the contested questions of a reading."""

    label: str
    title: str
    cells: tuple[TableCell, ...]
    questions: tuple[TableQuestion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteTable:
    """The answers of several programs to the suite of an edition."""

    suite: Suite
    programs: tuple[ProgramAnswers, ...]
    command: str
    """By which the table can be made again."""
    date: dt.date
    machine: str
    """The kind of the machine: ``Linux x86_64, 2 cores``."""

    @property
    def articles(self) -> tuple[TableRow, ...]:
        """The rows of the articles, in the order of the edition; contested questions are not among them."""
        counted = [question for question in self.suite.questions if not question.contested]
        rows = (
            self._row(article, title, [question for question in counted if question.article == article])
            for article, title in self.suite.articles.items()
        )
        return tuple(row for row in rows if row.questions)

    @property
    def readings(self) -> tuple[TableRow, ...]:
        """The rows of the contested readings."""
        contested: dict[str, list[SuiteQuestion]] = {}
        for question in self.suite.questions:
            for identifier in question.readings:
                contested.setdefault(identifier, []).append(question)
        return tuple(
            self._row(identifier, REGISTER.find(identifier).question, questions, reading=identifier)
            for identifier, questions in contested.items()
        )

    @property
    def totals(self) -> tuple[TableCell, ...]:
        """The counted answers of each program."""
        counted = [question for question in self.suite.questions if not question.contested]
        return tuple(_count_marks(_answers(program, counted)) for program in self.programs)

    def _row(self, label: str, title: str, questions: Sequence[SuiteQuestion], *, reading: str = "") -> TableRow:
        columns = [_answers(program, questions) for program in self.programs]
        count = _count_marks if not reading else lambda answers: _count_followed(answers, reading)
        return TableRow(
            label=label,
            title=title,
            cells=tuple(map(count, columns)),
            questions=tuple(
                TableQuestion(
                    file=question.file,
                    round_number=question.round_number,
                    event=(self.suite.folder / question.file).read_text("utf-8"),
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
        listed = (self.suite.misreadings[name] for name in answer.misreadings)
        return next((f", as if {one.as_if} ({one.article})" for one in listed), "")


def _answers(program: ProgramAnswers, questions: Sequence[SuiteQuestion]) -> list[MarkedAnswer]:
    answers = {answer.question.identifier: answer for answer in program.marked}
    return [answers[question.identifier] for question in questions]


def _count_marks(answers: Sequence[MarkedAnswer]) -> TableCell:
    counts = {mark: sum(answer.mark is mark for answer in answers) for mark in AnswerMark}
    asked = len(answers) - counts[AnswerMark.NOT_ASKED]
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
    page = environment().get_template("suite_table.html.j2")
    articles, readings = table.articles, table.readings
    return page.render(
        table=table,
        articles=articles,
        readings=readings,
        details=[*(("a", row) for row in articles), *(("r", row) for row in readings)],
        version=__version__,
        conclusion=describe_table(table),
    )


def describe_table(table: SuiteTable) -> str:
    """Say which suite was put to which programs."""
    return (
        f"{counted_noun(len(table.suite.questions), 'question')} of {table.suite.system}, suite {table.suite.release}, "
        f"put to {counted_noun(len(table.programs), 'program')} by pairproof {__version__} on {table.date} "
        f"({table.machine})"
    )


def markdown_table(table: SuiteTable) -> str:
    """Return the table in Markdown."""
    head = ("article", "on", *(f"{program.name} {program.version}".strip() for program in table.programs))
    rows = [head, ["---"] * len(head), *_text_rows(table)]
    lines = ("| " + " | ".join(text.replace("|", "\\|") for text in row) + " |" for row in rows)
    return f"{describe_table(table)}.\n\n" + "\n".join(lines) + f"\n\nTo reproduce: `{table.command}`\n"


def csv_table(table: SuiteTable) -> str:
    """Return the table as comma-separated values."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("article", "on", *(f"{program.name} {program.version}".strip() for program in table.programs)))
    writer.writerows(_text_rows(table))
    return text.getvalue()


def _text_rows(table: SuiteTable) -> Iterator[tuple[str, ...]]:
    for row in table.articles:
        yield (row.label, row.title, *(cell.text for cell in row.cells))
    for row in table.readings:
        yield (row.label, f"contested: {row.title}", *(cell.text for cell in row.cells))
    yield ("all articles", "", *(cell.text for cell in table.totals))
