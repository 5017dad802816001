"""``pairproof report``: the reports of a check or suite, made from its record; nothing is checked or asked again."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from checker.records.run_record import RecordError, RecordWriter, combine_records, parse_record, read_record_text
from checker.suite.record import is_record as is_record_of_answers
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats
from pairproof.cli.errors import CommandError, require
from pairproof.cli.options import html_file
from reports.detail import Detail
from reports.editions import edition_lines
from reports.formats.check_results import check_results
from reports.known import known_lines
from reports.text import TextReport, printer
from reports.view import view
from tournaments.regular_files import suggest_file
from tournaments.safe_text import escape_line

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from checker.records.run import RunRecord
    from pairproof.cli.formats import Output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.set_defaults(run=run)
    parser.add_argument(
        "records", nargs="+", metavar="RUN.jsonl", help="record of a run, as check -o or suite -o RUN.jsonl writes it"
    )
    formats.add_output_option(parser, formats.ALL_FORMATS, {})
    parser.add_argument(
        "--sheet", type=html_file, metavar="OUT.html", help="write the result as one sheet of A4, to be posted"
    )


def run(
    *,
    records: tuple[str, ...],
    outputs: tuple[Output, ...] = (),
    sheet: str | None = None,
    detail: Detail = Detail.USUAL,
) -> int:
    """Read the records, and write the reports, or the text of the check or suite if no report is asked for."""
    formats.require_outputs(outputs, sheet)
    texts = _read_texts(records)
    if any(is_record_of_answers(text) for _, text in texts):
        require(sheet is None, "--sheet is for the record of a check; answers to a suite have no sheet")
        from pairproof.cli.suite import report_answers  # noqa: PLC0415 - for suites only

        return report_answers(texts, outputs, detail)
    record = _parse_runs(texts)
    write_reports(record, outputs)
    if sheet:
        write_sheet(record, sheet, lambda _: ["report", *records], records[0])
    if not outputs and not sheet:
        _show(record, detail)
    return record.exit_status


def _parse_runs(texts: Sequence[tuple[str, str]]) -> RunRecord:
    try:
        return combine_records([parse_record(Path(name), text) for name, text in texts])
    except RecordError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error


def _read_texts(names: Sequence[str]) -> list[tuple[str, str]]:
    try:
        return [(name, read_record_text(Path(name))) for name in names]
    except RecordError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
    except OSError as error:
        message = f"{error.filename} cannot be read: {error.strerror or error}{suggest_file(error.filename)}"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error


def _show(record: RunRecord, detail: Detail) -> None:
    with TextReport(sys.stdout, detail) as report:
        for event in record.events:
            report.add(event.header)
            for finding in event.rounds:
                report.add(finding)
    for shown in view(record) if record.editions else ():
        if shown.editions is not None:
            show = printer(sys.stdout)
            for line in edition_lines(shown.finding.header.name, shown.editions):
                show(line)
    if record.known is not None:
        sys.stdout.writelines(f"{escape_line(line)}\n" for line in known_lines(record.known))


def write_reports(record: RunRecord, outputs: Sequence[Output]) -> None:
    """Write the reports of a run."""
    for output in outputs:
        if output.form is formats.Format.HTML:
            from reports.html import render_html  # noqa: PLC0415 - templates are loaded only for a page

            formats.write_output(output, render_html(record))
        elif output.form is formats.Format.TABLE:
            from reports.tables import render_csv  # noqa: PLC0415 - pandas is loaded only for a table

            formats.write_output(output, render_csv(record.to_frame()))
        elif output.form is formats.Format.RECORD:
            formats.write_output(output, _record_text(record))
    formats.write_results(lambda: check_results(record), outputs)


def _record_text(record: RunRecord) -> str:
    stream = io.StringIO()
    with RecordWriter(stream, record.header, lambda _: record.known) as writer:
        for event in record.events:
            writer.add(event.header)
            for finding in event.rounds:
                writer.add(finding)
    return stream.getvalue()


def write_sheet(record: RunRecord, name: str, command_for: Callable[[str], Sequence[str]], record_name: str) -> None:
    """Write the sheets of a check, with the command for each file and the name of the record, if there is one."""
    from pairproof.cli.formats import Output  # noqa: PLC0415 - a sheet is rare
    from reports.sheet import render_sheets  # noqa: PLC0415 - templates are loaded only for a page

    page = render_sheets(record, lambda file: shlex.join(["pairproof", *command_for(file)]), record_name)
    formats.write_output(Output(formats.Format.HTML, name), page)
