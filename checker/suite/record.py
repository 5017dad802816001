"""The record of the answers of programs to a suite, as lines of JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from msgspec import DecodeError, field
from msgspec.json import Decoder

from checker.known_findings.entries import KnownFinding, KnownInRun
from checker.suite import marks
from checker.suite.questions import Suite, SuiteError, with_right_answers
from reference_engines.frame.results import RoundPairing
from tournaments.frozen import FrozenStruct, JsonStruct
from tournaments.readings import ChosenReading

FORMAT: Literal["pairproof-suite"] = "pairproof-suite"
VERSION: Literal[2] = 2


class SuiteHeader(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="header"):
    """The questions that were asked; the first line."""

    format: Literal["pairproof-suite"]
    format_version: Literal[2]
    version: str
    """Of Pairproof."""
    system: str
    """Key of the edition."""
    release: str
    """The version of the questions."""
    command: str
    """By which the answers can be had again."""
    readings: tuple[str, ...] = ()
    """The readings that were chosen, each as ``IDENTIFIER=SIDE``."""
    date: str = ""
    """The day of the answers, as ISO 8601; left out by version 0.2."""
    machine: str = ""
    """The kind of the machine; left out by version 0.2."""


class MarkCounts(JsonStruct, frozen=True, kw_only=True):
    """The number of answers with each mark; marks that do not occur are left out."""

    right: int = 0
    wrong: int = 0
    unanswered: int = 0
    contested: int = 0
    not_asked: int = 0
    not_asked_yet: int = 0
    """After an interruption."""


class ProgramLine(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="program"):
    """A program; its answers, articles and misreadings follow."""

    program: int
    """The place of the program on the command line, from 1."""
    name: str
    version: str = ""
    """Left out if the program does not tell it."""
    command: str
    """The program as the command names it."""
    marks: MarkCounts


class AnswerLine(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="answer"):
    """The answer of a program to a question."""

    program: int
    """The place of the program on the command line."""
    question: str
    """The identifier of the question."""
    file: str
    round: int
    article: str
    mark: marks.AnswerMark
    given: RoundPairing | None = None
    """The program's answer; left out if it gave no pairing."""
    right: RoundPairing
    """The correct pairing."""
    why: str = ""
    """How the program failed, why it was not asked, or what it says of a round that it cannot pair."""
    misreadings: tuple[str, ...] = ()
    """The misreadings that give a wrong answer of the program."""
    sides: dict[str, str] = field(default_factory=dict)
    """Of each contested reading, the side by which the program answers; empty for no side."""
    known: KnownFinding | None = None
    """The entry of a list of known findings that covers a wrong answer."""


class ArticleLine(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="article"):
    """The answers of a program to the questions of an article."""

    program: int
    """The place of the program on the command line."""
    article: str
    title: str
    marks: MarkCounts


class FitLine(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="fit"):
    """A misreading that fits the wrong answers of a program."""

    program: int
    """The place of the program on the command line."""
    misreading: str
    as_if: str
    """The misreading in words, to be read after "as if"."""
    article: str
    """The article that it breaks."""
    fits: int
    """Wrong answers that equal its answers."""
    told: int
    """Of them, those that no misreading in an earlier line gives."""
    against: int
    """Wrong answers of the program where the misreading gives another one."""


class SuiteFooter(JsonStruct, frozen=True, kw_only=True, tag_field="kind", tag="footer"):
    """The last line; a record without it is not complete."""

    programs: int
    questions: int
    """The number of questions that each program was to answer."""
    exit_status: int
    known: KnownInRun | None = None
    """The occurrences of a list of known findings, if a list was named."""


SuiteLine = SuiteHeader | ProgramLine | AnswerLine | ArticleLine | FitLine | SuiteFooter
"""A line of the record."""


class ProgramRecord(FrozenStruct, frozen=True, kw_only=True):
    """A program of a record that was read."""

    program: ProgramLine
    answers: dict[str, AnswerLine]
    """By the identifier of the question."""


class SuiteRecord(FrozenStruct, frozen=True, kw_only=True):
    """A record that was read."""

    header: SuiteHeader
    programs: tuple[ProgramRecord, ...] = ()
    known: KnownInRun | None = None


def is_record(text: str) -> bool:
    """Whether a text begins like a record of answers, which need not be complete."""
    return text.startswith("{") and f'"format":"{FORMAT}"' in text.partition("\n")[0].replace(" ", "")


def parse_record(text: str) -> SuiteRecord:
    """Read a record from its text; raise SuiteError if the text is not a complete record of answers."""
    decode = Decoder(SuiteLine).decode
    try:
        lines = [decode(line) for line in text.splitlines()]
    except DecodeError as error:
        raise SuiteError(f"not a record of the answers to a suite: {error}") from error
    if not lines or not isinstance(lines[0], SuiteHeader) or not isinstance(lines[-1], SuiteFooter):
        raise SuiteError("not a complete record of the answers to a suite: its header or footer is missing")
    answers = [line for line in lines if isinstance(line, AnswerLine)]
    return SuiteRecord(
        header=lines[0],
        known=lines[-1].known,
        programs=tuple(
            ProgramRecord(
                program=line, answers={answer.question: answer for answer in answers if answer.program == line.program}
            )
            for line in lines
            if isinstance(line, ProgramLine)
        ),
    )


def combine_records(records: Sequence[SuiteRecord]) -> SuiteRecord:
    """Return the record of the programs of several records; SuiteError if these do not answer the same questions."""
    first, *others = records
    if not others:
        return first
    asked = {(one.header.system, one.header.release, one.header.readings) for one in records}
    if len(asked) > 1:
        described = " and ".join(sorted(" ".join((system, release, *readings)) for system, release, readings in asked))
        raise SuiteError(f"records of different questions make no table together: {described}")
    if any(record.known is not None for record in records):
        raise SuiteError("a record with a list of known findings cannot be combined with other records")
    commands = " && ".join(dict.fromkeys(record.header.command for record in records))
    days, machines = ({getattr(one.header, name) for one in records} for name in ("date", "machine"))
    header = replace(
        first.header, command=commands, date=max(days), machine=machines.pop() if len(machines) == 1 else ""
    )
    return SuiteRecord(header=header, programs=tuple(program for record in records for program in record.programs))


def restore_run(record: SuiteRecord, suite: Suite) -> marks.SuiteRun:
    """Return the run of a record of answers to a suite; SuiteError if the record holds answers to other questions."""
    header = record.header
    if header.release != suite.release:
        message = f"answers to release {header.release} of the suite; the questions here are of {suite.release}"
        raise SuiteError(f"{message}: ask the program again ({header.command})")
    right = {name: answer.right for program in record.programs for name, answer in program.answers.items()}
    identifiers = {question.identifier for question in suite.questions}
    if any(set(program.answers) != identifiers for program in record.programs):
        raise SuiteError(f"a program's answers are not those to the {len(identifiers)} questions of {suite.system}")
    readings = tuple(ChosenReading(*reading.split("=", 1)) for reading in header.readings)
    chosen = {reading.identifier for reading in readings}
    asked = with_right_answers(suite, right, chosen) if right else suite
    known = None
    if record.known is not None:
        (only,) = record.programs
        wrong = [one for one in only.answers.values() if one.mark is marks.AnswerMark.WRONG]
        known = marks.KnownAnswers(by={one.question: one.known for one in wrong}, run=record.known)
    return marks.SuiteRun(
        suite=asked,
        programs=tuple(_restore_answers(program, asked) for program in record.programs),
        command=header.command,
        readings=readings,
        version=header.version,
        date=header.date,
        machine=header.machine,
        known=known,
    )


def _restore_answers(program: ProgramRecord, suite: Suite) -> marks.ProgramAnswers:
    answers = program.answers
    marked = tuple(
        marks.MarkedAnswer(
            question=question,
            mark=answers[question.identifier].mark,
            given=answers[question.identifier].given,
            why=answers[question.identifier].why,
        )
        for question in suite.questions
    )
    line = program.program
    return marks.ProgramAnswers(name=line.name, version=line.version, command=line.command, marked=marked)


def record_lines(run: marks.SuiteRun) -> Iterator[SuiteLine]:
    """Yield the header, then each program with its answers, articles and fitting misreadings, then the footer."""
    suite, known = run.suite, run.known
    yield SuiteHeader(
        format=FORMAT,
        format_version=VERSION,
        version=run.version,
        system=suite.system,
        release=suite.release,
        command=run.command,
        readings=tuple(map(str, run.readings)),
        date=run.date,
        machine=run.machine,
    )
    for number, program in enumerate(run.programs, start=1):
        yield ProgramLine(
            program=number,
            name=program.name,
            version=program.version,
            command=program.command,
            marks=_count_marks(program.marked),
        )
        yield from (_describe_answer(number, answer, known) for answer in program.marked)
        for article in marks.count_marks_by_article(suite, program.marked):
            of_article = [answer for answer in program.marked if answer.question.article == article.article]
            yield ArticleLine(
                program=number, article=article.article, title=article.title, marks=_count_marks(of_article)
            )
        for fit in marks.find_fitting_misreadings(suite, program.marked):
            yield FitLine(
                program=number,
                misreading=fit.identifier,
                as_if=fit.misreading.as_if,
                article=fit.misreading.article,
                fits=fit.fits,
                told=fit.told,
                against=fit.against,
            )
    yield SuiteFooter(
        programs=len(run.programs),
        questions=len(suite.questions),
        exit_status=int(run.status),
        known=known.run if known else None,
    )


def _count_marks(answers: Sequence[marks.MarkedAnswer]) -> MarkCounts:
    counts = Counter(answer.mark.name.lower() for answer in answers)
    return MarkCounts(**counts)


def _describe_answer(program: int, answer: marks.MarkedAnswer, known: marks.KnownAnswers | None) -> AnswerLine:
    question = answer.question
    is_contested = answer.mark is marks.AnswerMark.CONTESTED
    return AnswerLine(
        program=program,
        question=question.identifier,
        file=question.file,
        round=question.round_number,
        article=question.article,
        mark=answer.mark,
        given=answer.given,
        right=question.pairing,
        why=answer.why,
        misreadings=answer.misreadings,
        sides={reading: marks.followed_side(answer, reading) for reading in question.readings if is_contested},
        known=known.by.get(question.identifier) if known else None,
    )
