"""``pairproof suite``: puts the conformance suite of an edition to a program."""

from __future__ import annotations

import os
import shlex
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from checker.programs.description import DescriptionError
from checker.programs.folders import NoRoomError, sweep
from checker.programs.process_run import Limits
from checker.programs.program import ProgramError, claims_of
from checker.programs.specs import open_program
from checker.suite.known import against_list, judge_answers
from checker.suite.marks import SECONDS, AnswerMark, count_marks_by_article, find_fitting_misreadings, mark_answers
from checker.suite.questions import SuiteError, load_suite, suites, with_chosen_readings
from checker.verdicts.verdict import ExitStatus
from pairproof.api import PROGRAM
from pairproof.cli import formats, known_findings
from pairproof.cli.errors import CommandError
from pairproof.cli.option_types import add_reading_option
from pairproof.cli.output import write_records
from pairproof.cli.program import PROGRAM_HELP, SETTING_HELP
from pairproof.cli.progress import Countdown
from reference_engines.articles import article
from reports.detail import Detail
from reports.formats.suite_results import suite_results
from reports.known import known_lines
from reports.suite import suite_lines, summary
from reports.suite_table import (
    ProgramAnswers,
    SuiteTable,
    csv_table,
    json_table,
    markdown_table,
    render_suite_table,
)
from reports.text import Line, printer
from reports.words import describe_readings
from tournaments import __version__
from tournaments.frozen import dataclass
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from checker.programs.program import Program
    from checker.suite.marks import ArticleMarks, Fit, MarkedAnswer
    from checker.suite.questions import Suite
    from reference_engines.frame.results import RoundPairing
    from tournaments.readings import ChosenReading

_DEFAULT_SYSTEM = "dutch-2026"
"""Of a program that does not say what it implements."""
_IN_PROCESS = "callable:"
"""How programs are written that answer in this process, one question at a time."""
_FORMAT, _VERSION = "pairproof-suite", 1
_EPILOG = """The table is Markdown, fit for a README. docs/conformance.md describes the suite and its files.

exit status:
  0  every answer is right, or known to be wrong (--expected)
  1  some are wrong
  2  none is wrong, and some questions were not answered
  3  wrong usage
"""


@dataclass(frozen=True, kw_only=True)
class SuiteRequest:
    """Programs to ask the questions of the conformance suite."""

    programs: tuple[str, ...]
    settings: tuple[str, ...] = ()
    system: str | None = None
    """The edition; None for the first that the program claims."""
    readings: tuple[ChosenReading, ...] = ()
    """Readings to follow."""
    outputs: tuple[formats.Output, ...] = ()
    expected: str | None = None
    """File with known findings."""
    workers: int | None = None
    """Questions asked at a time; None for one on each core."""
    time_limit: float = SECONDS
    detail: Detail = Detail.USUAL


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.epilog = _EPILOG
    parser.set_defaults(request=SuiteRequest, run=run)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM", help=PROGRAM_HELP)
    parser.add_argument("--set", action="append", metavar="KEY=VALUE", dest="settings", help=SETTING_HELP)
    parser.add_argument(
        "--system",
        metavar="KEY",
        help=f"the edition ({', '.join(suites())}); else the first that the program claims, or {_DEFAULT_SYSTEM}",
    )
    add_reading_option(parser)
    known_findings.add_argument(parser)
    record = formats.Format.RECORD
    formats.add_output_option(
        parser,
        (record, formats.Format.HTML, formats.Format.TABLE, *formats.FORMATS_OF_RESULTS),
        {"--json": record} | formats.OLD_OPTIONS_OF_RESULTS,
    )
    parser.add_argument("-j", "--workers", type=int, metavar="N", help="questions asked at a time (one for each core)")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help=f"for each question ({SECONDS:g})")


def run(request: SuiteRequest) -> int:
    """Ask, mark and tell."""
    _require_usage(request)
    sweep()
    if len(request.programs) > 1 or {output.form for output in request.outputs} & {*_ONLY_OF_TABLE}:
        return _run_table(request)
    program = _opened(request)
    try:
        name = " ".join(filter(None, (program.identity.name, program.identity.version)))
        suite = _suite(request, program)
        workers = 1 if request.programs[0].startswith(_IN_PROCESS) else request.workers or os.cpu_count() or 1
        with Countdown(len(suite.questions), "questions") as countdown:
            marked = mark_answers(suite, lambda: _opened(request), workers, lambda _: countdown.see())
    except NoRoomError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
    finally:
        program.close()
    listed = known_findings.read_list(request.expected)
    known = None if listed is None else against_list(suite, program.identity.name, marked, listed)
    status = judge_answers(marked, known).status
    _tell(suite, marked, name, request, status)
    if known is not None and not _is_shown_as_record(request):
        sys.stdout.writelines(f"{escape_line(line)}\n" for line in known_lines(known.run))
    formats.write_results(
        lambda: suite_results(suite, marked, (name, request.programs[0]), status, known), request.outputs
    )
    return status


def _require_usage(request: SuiteRequest) -> None:
    if request.workers is not None and request.workers < 1:
        raise CommandError(f"--workers is {request.workers}; at least 1", ExitStatus.USAGE)
    if not 0 < request.time_limit < float("inf"):
        raise CommandError(f"--time-limit is {request.time_limit:g}; write seconds, more than 0", ExitStatus.USAGE)
    formats.require_outputs(request.outputs)
    known_findings.read_list(request.expected)


def _run_table(request: SuiteRequest) -> int:
    """Ask several programs at the same time, and write the table of programs and articles."""
    refused = [output.name for output in request.outputs if output.form not in _TABLES]
    if refused:
        message = f"{refused[0]}: the table of several programs is written as .html, .json, .md or .csv"
        raise CommandError(message, ExitStatus.USAGE)
    if len(request.programs) > 1 and (request.settings or request.expected):
        raise CommandError("--set and --expected are for one program; describe the others in files", ExitStatus.USAGE)
    opened = _opened(request)
    try:
        suite = _suite(request, opened)
    finally:
        opened.close()
    requests = [replace(request, programs=(spec,)) for spec in request.programs]
    for one in requests:
        _opened(one).close()  # a program that does not exist is named before any program is asked
    try:
        with (
            Countdown(len(requests) * len(suite.questions), "answers") as countdown,
            ThreadPoolExecutor(max_workers=len(requests)) as executor,
        ):
            columns = tuple(executor.map(lambda one: _ask_for_table(one, suite, countdown, len(requests)), requests))
    except NoRoomError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
    command = shlex.join(("pairproof", "suite", *request.programs, "--system", suite.system))
    table = SuiteTable(suite=suite, programs=columns, command=command)
    for output in request.outputs:
        formats.write_output(output, _TABLES[output.form](table))
    if not _is_shown_as_record(request):
        for line in markdown_table(table).splitlines():
            printer(sys.stdout)(Line(line))
    judgements = [judge_answers(column.marked).status for column in columns]
    return next((status for status in _HARSHEST_FIRST if status in judgements), ExitStatus.CONSISTENT)


def _ask_for_table(request: SuiteRequest, suite: Suite, countdown: Countdown, programs: int) -> ProgramAnswers:
    """Put the suite to one program of several."""
    program, (spec,) = _opened(request), request.programs
    try:
        identity = program.identity
    finally:
        program.close()
    share = max(1, (request.workers or os.cpu_count() or 1) // programs)
    workers = 1 if spec.startswith(_IN_PROCESS) else share
    marked = mark_answers(suite, lambda: _opened(request), workers, lambda _: countdown.see())
    return ProgramAnswers(name=identity.name, version=identity.version, command=spec, marked=marked)


_TABLES: dict[formats.Format, Callable[[SuiteTable], str]] = {
    formats.Format.HTML: render_suite_table,
    formats.Format.RECORD: json_table,
    formats.Format.MARKDOWN: markdown_table,
    formats.Format.TABLE: csv_table,
}
_ONLY_OF_TABLE = (formats.Format.HTML, formats.Format.TABLE)
"""Formats in which the answers of one program, too, are written as a table."""
_HARSHEST_FIRST = (ExitStatus.DISCREPANCIES, ExitStatus.NOT_CHECKED)


def _opened(request: SuiteRequest) -> Program:
    try:
        return open_program(request.programs[0], Limits(seconds=request.time_limit), request.settings)
    except (DescriptionError, ProgramError) as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error


def _suite(request: SuiteRequest, program: Program) -> Suite:
    claimed = next((key for key in claims_of(program).systems if key in suites()), _DEFAULT_SYSTEM)
    try:
        suite = load_suite(request.system or claimed)
        return with_chosen_readings(suite) if request.readings else suite
    except SuiteError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error


def _tell(suite: Suite, marked: Sequence[MarkedAnswer], name: str, request: SuiteRequest, status: ExitStatus) -> None:
    for output in request.outputs:
        if output.form is formats.Format.RECORD:
            write_records(_records(suite, marked, name, request, status), output.name)
    head, marks = summary(name, suite.system, marked), count_marks_by_article(suite, marked)
    show = printer(sys.stdout)
    if _is_shown_as_record(request):
        return
    for sentence in describe_readings(request.readings):
        show(Line(sentence))
    if request.detail is Detail.VERDICT:
        show(Line(head))
        return
    for told in suite_lines(head, marks, find_fitting_misreadings(suite, marked), marked):
        show(told)
    if request.detail is Detail.FULL:
        for one in marks:
            text = article(suite.system, one.article)
            if one.wrong and text is not None:
                show(Line(f"{one.article}: {text.text}"))


def _is_shown_as_record(request: SuiteRequest) -> bool:
    """Whether standard output is the record of the answers."""
    return formats.SCREEN in (output.name for output in request.outputs)


def _records(
    suite: Suite, marked: Sequence[MarkedAnswer], name: str, request: SuiteRequest, status: ExitStatus
) -> Iterator[dict[str, Any]]:
    """Yield the record: header, answers, articles, fitting misreadings, footer."""
    yield {
        "kind": "header",
        "format": _FORMAT,
        "format_version": _VERSION,
        "program": PROGRAM,
        "version": __version__,
        "system": suite.system,
        "program_asked": request.programs[0],
        "identity": name,
        **({"readings": [str(reading) for reading in request.readings]} if request.readings else {}),
    }
    yield from map(_answer, marked)
    yield from map(_article, count_marks_by_article(suite, marked))
    yield from map(_fit, find_fitting_misreadings(suite, marked))
    counts = {mark.name.lower(): sum(one.mark is mark for one in marked) for mark in AnswerMark}
    yield {"kind": "footer", "questions": len(marked), **counts, "exit_status": int(status)}


def _answer(marked: MarkedAnswer) -> dict[str, Any]:
    question = marked.question
    return {
        "kind": "answer",
        "question": question.identifier,
        "file": question.file,
        "round": question.round_number,
        "article": question.article,
        "mark": marked.mark.value,
        "given": _as_lists(marked.given),
        "right": _as_lists(question.pairing),
        "why": marked.why,
    }


def _article(marks: ArticleMarks) -> dict[str, Any]:
    return {
        "kind": "article",
        "article": marks.article,
        "title": marks.title,
        "right": marks.right,
        "wrong": marks.wrong,
        "unanswered": marks.unanswered,
        "not_asked": marks.not_asked,
        "contested": marks.contested,
    }


def _fit(fit: Fit) -> dict[str, Any]:
    return {
        "kind": "fit",
        "misreading": fit.misreading.identifier,
        "as_if": fit.misreading.as_if,
        "article": fit.misreading.article,
        "fits": fit.fits,
        "told": fit.told,
        "against": fit.against,
    }


def _as_lists(pairing: RoundPairing | None) -> dict[str, Any] | None:
    if pairing is None:
        return None
    return {"pairs": sorted([pair.white, pair.black] for pair in pairing.pairs), "bye": pairing.bye}
