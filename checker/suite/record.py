"""The record of the answers of programs to a suite, as lines of JSON."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from msgspec import DecodeError, field
from msgspec.json import Decoder

from checker.suite.marks import AnswerMark, count_marks_by_article, find_fitting_misreadings, followed_side
from checker.suite.questions import SuiteError
from reference_engines.frame.results import RoundPairing
from tournaments import __version__
from tournaments.frozen import FrozenStruct, JsonStruct

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checker.suite.marks import MarkedAnswer, ProgramAnswers
    from checker.suite.questions import Suite
    from checker.verdicts.verdict import ExitStatus

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
    mark: AnswerMark
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


def read_record(text: str) -> SuiteRecord:
    """Read a record; raise SuiteError if the text is not a complete record of answers."""
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
        programs=tuple(
            ProgramRecord(
                program=line, answers={answer.question: answer for answer in answers if answer.program == line.program}
            )
            for line in lines
            if isinstance(line, ProgramLine)
        ),
    )


def record_lines(
    suite: Suite, programs: Sequence[ProgramAnswers], command: str, readings: Sequence[str], status: ExitStatus
) -> Iterator[SuiteLine]:
    """Yield the header, then each program with its answers, articles and fitting misreadings, then the footer."""
    yield SuiteHeader(
        format=FORMAT,
        format_version=VERSION,
        version=__version__,
        system=suite.system,
        release=suite.release,
        command=command,
        readings=tuple(readings),
    )
    for number, program in enumerate(programs, start=1):
        yield ProgramLine(
            program=number,
            name=program.name,
            version=program.version,
            command=program.command,
            marks=_count_marks(program.marked),
        )
        yield from (_describe_answer(number, answer) for answer in program.marked)
        for article in count_marks_by_article(suite, program.marked):
            of_article = [answer for answer in program.marked if answer.question.article == article.article]
            yield ArticleLine(
                program=number, article=article.article, title=article.title, marks=_count_marks(of_article)
            )
        for fit in find_fitting_misreadings(suite, program.marked):
            yield FitLine(
                program=number,
                misreading=fit.identifier,
                as_if=fit.misreading.as_if,
                article=fit.misreading.article,
                fits=fit.fits,
                told=fit.told,
                against=fit.against,
            )
    yield SuiteFooter(programs=len(programs), questions=len(suite.questions), exit_status=int(status))


def _count_marks(answers: Sequence[MarkedAnswer]) -> MarkCounts:
    counts = Counter(answer.mark.name.lower() for answer in answers)
    return MarkCounts(**counts)


def _describe_answer(program: int, answer: MarkedAnswer) -> AnswerLine:
    question = answer.question
    is_contested = answer.mark is AnswerMark.CONTESTED
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
        sides={reading: followed_side(answer, reading) for reading in question.readings if is_contested},
    )
