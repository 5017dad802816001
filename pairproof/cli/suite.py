"""``pairproof suite``: puts the conformance suite of an edition to a program."""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import shlex
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import replace

from msgspec import to_builtins

from checker.errors import RequestError
from checker.programs.folders import NoRoomError, sweep
from checker.programs.process_run import Limits, end_all_until
from checker.programs.program import Program, ProgramError
from checker.programs.specs import open_program
from checker.suite import marks
from checker.suite.export import export_suites
from checker.suite.questions import RELEASE, Suite, SuiteError, load_suite, suites, with_chosen_readings
from checker.suite.record import combine_records, is_record, parse_record, record_lines, restore_run
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats, output_files
from pairproof.cli.errors import CommandError, convert_errors, require
from pairproof.cli.inputs import read_known_list
from pairproof.cli.options import add_option, add_reading_option
from pairproof.cli.output_files import write_bytes, write_records
from pairproof.cli.program import PROGRAM_HELP
from pairproof.cli.progress import Countdown
from reference_engines.articles import article
from reference_engines.frame.systems import DEFAULT_SYSTEM
from reports.formats.suite_results import suite_results
from reports.streams import Detail
from reports.suite import SuiteTable, csv_table, markdown_table, render_suite_table, suite_lines, summary
from reports.text import Line, printer
from reports.words import describe_readings, known_lines
from tournaments.frozen import FrozenStruct
from tournaments.problems import counted_noun
from tournaments.readings import ChosenReading
from tournaments.safe_text import escape_line

_IN_PROCESS = "callable:"
"""How programs are written that answer in this process, one question at a time."""
_EPILOG = """The table is Markdown, fit for a README. docs/conformance.md describes the suite and its files.

exit status:
  0  every answer is right, or known to be wrong (--expected)
  1  some are wrong
  2  none is wrong, and some questions were not answered
  3  wrong usage

After Ctrl-C the reports are written all the same: questions without an answer are "not asked yet".
"""


class SuiteRequest(FrozenStruct, frozen=True, kw_only=True):
    """Programs to ask the questions of the conformance suite."""

    programs: tuple[str, ...] = ()
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
    time_limit: float = marks.SECONDS
    detail: Detail = Detail.USUAL
    export: str | None = None
    """Archive to be written instead."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.epilog = _EPILOG
    parser.set_defaults(request=SuiteRequest, run=run)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=PROGRAM_HELP)
    add_option(parser, "set")
    known = ", ".join(suites())
    add_option(parser, "system", f"the edition ({known}); else the first that the program claims, or {DEFAULT_SYSTEM}")
    add_reading_option(parser)
    add_option(parser, "expected")
    record = formats.Format.RECORD
    formats.add_output_option(
        parser,
        (record, formats.Format.HTML, formats.Format.TABLE, *formats.FORMATS_OF_RESULTS),
        {"--json": record} | formats.OLD_OPTIONS_OF_RESULTS,
    )
    parser.add_argument(
        "--export", metavar="FILE.zip", help="write all questions, with all that explains them, and ask no program"
    )
    add_option(parser, "workers", "questions asked at a time (one for each core)")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help=f"for each question ({marks.SECONDS:g})")


def run(request: SuiteRequest) -> int:
    """Ask, mark and report; or export the suite."""
    if request.export is not None:
        return _export(request)
    _require_usage(request)
    sweep()
    interrupted = threading.Event()
    suite, columns = _ask(request, interrupted)
    listed = read_known_list(request.expected)
    with_list = columns[0] if listed is not None else None
    answers = marks.SuiteRun(
        suite=suite,
        programs=columns,
        command=_command(request, suite),
        readings=request.readings,
        date=dt.datetime.now(dt.UTC).date().isoformat(),
        machine=f"{platform.system()} {platform.machine()}, {counted_noun(os.cpu_count() or 1, 'core')}",
        known=marks.against_list(suite, with_list.name, with_list.marked, listed) if with_list and listed else None,
    )
    if formats.prints_text(request.outputs):
        show_answers(answers, request.detail)
    write_answers(answers, request.outputs)
    if interrupted.is_set():
        sys.stderr.write('\nInterrupted; questions without an answer are marked "not asked yet".\n')
        return ExitStatus.INTERRUPTED
    return answers.status


def write_answers(answers: marks.SuiteRun, outputs: Iterable[formats.Output]) -> None:
    """Write the reports of the answers of programs; those of a single program are articles, of several a table."""
    results = []
    for output in outputs:
        if output.form is formats.Format.RECORD:
            write_records(map(to_builtins, record_lines(answers)), output.name)
        elif output.form in _TABLES and not (answers.only and output.form is formats.Format.MARKDOWN):
            output_files.write_output(output, _TABLES[output.form](SuiteTable(run=answers)))
        else:
            results.append(output)
    output_files.write_results(lambda: suite_results(answers), results)


def report_answers(texts: Iterable[tuple[str, str]], outputs: Sequence[formats.Output], detail: Detail) -> int:
    """Write the reports of records of answers, each a name and a text; print the answers if no report is asked for."""
    records = []
    for name, text in texts:
        require(is_record(text), f"{name}: not a record of answers to a suite, as another file is")
        with convert_errors(not_checked=SuiteError, about=name):
            records.append(parse_record(text))
    with convert_errors(not_checked=SuiteError):
        record = combine_records(records)
        answers = restore_run(record, load_suite(record.header.system))
    require_formats_of(len(answers.programs), outputs)
    write_answers(answers, outputs)
    if not outputs:
        show_answers(answers, detail)
    return answers.status


def show_answers(answers: marks.SuiteRun, detail: Detail) -> None:
    """Print the answers of a program, or the table of several programs."""
    show = printer(sys.stdout)
    program = answers.only
    if program is None:
        for line in markdown_table(SuiteTable(run=answers)).splitlines():
            show(Line(line))
        return
    suite, marked = answers.suite, program.marked
    head, by_article = summary(program.full_name, suite.system, marked), marks.count_marks_by_article(suite, marked)
    for sentence in describe_readings(answers.readings):
        show(Line(sentence))
    if detail is Detail.VERDICT:
        show(Line(head))
    else:
        for told in suite_lines(head, by_article, marks.find_fitting_misreadings(suite, marked), marked):
            show(told)
    if detail is Detail.FULL:
        for one in by_article:
            text = article(suite.system, one.article)
            if one.wrong and text is not None:
                show(Line(f"{one.article}: {text.text}"))
    if answers.known is not None:
        sys.stdout.writelines(f"{escape_line(line)}\n" for line in known_lines(answers.known.run))


def _export(request: SuiteRequest) -> int:
    """Write the archive of the suites."""
    if request.programs or request.outputs:
        raise CommandError("--export writes the questions alone; leave out programs and reports", ExitStatus.USAGE)
    name = str(request.export)
    require(name.endswith(".zip"), f"--export {name}: the archive is a .zip file")
    write_bytes(export_suites(), name)
    sys.stderr.write(f"Suites {RELEASE} written to {name}\n")
    return ExitStatus.CONSISTENT


def _require_usage(request: SuiteRequest) -> None:
    require(request.programs, "name a program to ask, or write --export FILE.zip")
    if request.workers is not None and request.workers < 1:
        raise CommandError(f"--workers is {request.workers}; at least 1", ExitStatus.USAGE)
    require(
        0 < request.time_limit < float("inf"), f"--time-limit is {request.time_limit:g}; write seconds, more than 0"
    )
    output_files.require_outputs(request.outputs)
    read_known_list(request.expected)
    require_formats_of(len(request.programs), request.outputs)
    is_for_one = bool(request.settings or request.expected)
    require(
        len(request.programs) == 1 or not is_for_one,
        "--set and --expected are for one program; describe the others in files",
    )


def require_formats_of(programs: int, outputs: Iterable[formats.Output]) -> None:
    """Raise CommandError if a format cannot hold the answers of a number of programs."""
    for output in outputs if programs > 1 else ():
        message = f"{output.name}: the answers of several programs are written as .html, .jsonl, .md or .csv"
        require(output.form in _OF_SEVERAL, message)


def _ask(request: SuiteRequest, interrupted: threading.Event) -> tuple[Suite, tuple[marks.ProgramAnswers, ...]]:
    """Put the suite to all programs at the same time; Ctrl-C sets the event, and keeps the answers until then."""
    requests = [replace(request, programs=(spec,)) for spec in request.programs]
    for one in reversed(requests):
        with closing(_opened(one)) as opened:  # a program that does not exist is named before any program is asked
            suite = _suite(request, opened)
    with (
        convert_errors(not_checked=NoRoomError),
        Countdown(len(requests) * len(suite.questions), "answers") as countdown,
        ThreadPoolExecutor(max_workers=len(requests)) as executor,
    ):
        columns = [executor.submit(_ask_program, one, suite, countdown, len(requests), interrupted) for one in requests]
        try:
            wait(columns)
        except KeyboardInterrupt:
            interrupted.set()
            end_all_until(lambda: all(column.done() for column in columns))
        return suite, tuple(column.result() for column in columns)


def _ask_program(
    request: SuiteRequest, suite: Suite, countdown: Countdown, programs: int, interrupted: threading.Event
) -> marks.ProgramAnswers:
    """Put the suite to one of several programs."""
    (spec,) = request.programs
    with closing(_opened(request)) as program:
        identity, systems = program.identity, program.with_system(suite.system).claims.systems
    if programs > 1 and systems and suite.system not in systems:
        for _ in suite.questions:
            countdown.see()
        unasked = marks.leave_unasked(suite, systems)
        return marks.ProgramAnswers(name=identity.name, version=identity.version, command=spec, marked=unasked)
    share = max(1, (request.workers or os.cpu_count() or 1) // programs)
    workers = 1 if spec.startswith(_IN_PROCESS) else share
    marked = marks.mark_answers(suite, lambda: _opened(request), workers, lambda _: countdown.see(), interrupted)
    return marks.ProgramAnswers(name=identity.name, version=identity.version, command=spec, marked=marked)


_TABLES: dict[formats.Format, Callable[[SuiteTable], str]] = {
    formats.Format.HTML: render_suite_table,
    formats.Format.MARKDOWN: markdown_table,
    formats.Format.TABLE: csv_table,
}
_OF_SEVERAL = (*_TABLES, formats.Format.RECORD)
"""The formats that hold the answers of several programs."""


def _command(request: SuiteRequest, suite: Suite) -> str:
    """Return the command that asks the same again."""
    settings = [word for setting in request.settings for word in ("--set", setting)]
    readings = [word for reading in request.readings for word in ("--reading", str(reading))]
    return shlex.join(("pairproof", "suite", *request.programs, "--system", suite.system, *settings, *readings))


def _opened(request: SuiteRequest) -> Program:
    with convert_errors(usage=(RequestError, ProgramError)):
        return open_program(request.programs[0], Limits(seconds=request.time_limit), request.settings)


def _suite(request: SuiteRequest, program: Program) -> Suite:
    with convert_errors(usage=SuiteError):
        suite = load_suite(request.system or program.claims.first_system(suites()))
        return with_chosen_readings(suite) if request.readings else suite
