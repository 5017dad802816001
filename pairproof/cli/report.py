"""
``pairproof report``: the reports of a check or suite, made from its record; nothing is checked or asked again.

The check command tells and records the comparison of editions here, file by file.
"""

from __future__ import annotations

import argparse
import io
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TextIO

from checker.anonymisation import anonymised
from checker.records.run import RunRecord
from checker.records.run_record import RecordError, RecordWriter, combine_records, parse_record, read_record_text
from checker.suite.record import is_record as is_record_of_answers
from checker.verdicts.edition_comparison import RoundOfEditions, compare_editions
from checker.verdicts.phrases import Roster
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats, output_files
from pairproof.cli.errors import CommandError, convert_errors, require
from pairproof.cli.formats import Output
from pairproof.cli.options import html_file
from reference_engines.frame.edition import Edition
from reference_engines.frame.results import UnsupportedEventError
from reference_engines.frame.systems import engine_for, resolve, side_by_side
from reports.editions import edition_lines, view_editions
from reports.formats.check_results import check_results
from reports.streams import Detail
from reports.text import Line, Style, TextReport, printer
from reports.view import view
from reports.words import known_lines
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, ParticipantKind
from tournaments.regular_files import readable_name, suggest_file
from tournaments.safe_text import escape_line
from tournaments.trf.reading import read_event


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
    output_files.require_outputs(outputs, sheet)
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
    with convert_errors(not_checked=RecordError):
        return combine_records([parse_record(Path(name), text) for name, text in texts])


def _read_texts(names: Sequence[str]) -> list[tuple[str, str]]:
    try:
        with convert_errors(not_checked=RecordError):
            return [(name, read_record_text(Path(name))) for name in names]
    except OSError as error:
        message = f"{error.filename} cannot be read: {error.strerror or error}{suggest_file(error.filename)}"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error


def _show(record: RunRecord, detail: Detail) -> None:
    with TextReport(sys.stdout, detail) as report:
        for entry in record.entries:
            report.add(entry)
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

            output_files.write_output(output, render_html(record))
        elif output.form is formats.Format.TABLE:
            from reports.tables import render_csv  # noqa: PLC0415 - pandas is loaded only for a table

            output_files.write_output(output, render_csv(record.to_frame()))
        elif output.form is formats.Format.RECORD:
            output_files.write_output(output, _record_text(record))
    output_files.write_results(lambda: check_results(record), outputs)


def _record_text(record: RunRecord) -> str:
    stream = io.StringIO()
    with RecordWriter(stream, record.header, lambda _: record.known) as writer:
        for entry in record.entries:
            writer.add(entry)
    return stream.getvalue()


def write_sheet(record: RunRecord, name: str, command_for: Callable[[str], Sequence[str]], record_name: str) -> None:
    """Write the sheets of a check, with the command for each file and the name of the record, if there is one."""
    from pairproof.cli.formats import Output  # noqa: PLC0415 - a sheet is rare
    from reports.sheet import render_sheets  # noqa: PLC0415 - templates are loaded only for a page

    page = render_sheets(record, lambda file: shlex.join(["pairproof", *command_for(file)]), record_name)
    output_files.write_output(Output(formats.Format.HTML, name), page)


class FileOfEditions(FrozenStruct, frozen=True, kw_only=True):
    """A file by every edition."""

    file: str
    event: str = ""
    """The name of the event."""
    roster: Roster | None = None
    rounds: tuple[RoundOfEditions, ...] = ()
    refusal: str = ""
    """The reason why the editions cannot be compared; empty if they are."""


def compare_files(
    files: Iterable[str], rounds: tuple[int, int] | None, system: str, *, most_bytes: int, anonymous: bool
) -> tuple[FileOfEditions, ...]:
    """
    Lay the editions of each file's system side by side, in all rounds or the first to the last that are asked for.

    ``system`` is a key, or ``auto``.
    """
    compared = []
    for name in files:
        event = read_event(Path(name), paired=ParticipantKind.PLAYERS, most_bytes=most_bytes).event
        if event is not None:
            event = anonymised(event) if anonymous else event
            compared.append(_compare_event(name, event, rounds, system))
    return tuple(found for found in compared if found is not None)


def _compare_event(name: str, event: Event, rounds: tuple[int, int] | None, system: str) -> FileOfEditions | None:
    """Compare the editions on the event of a file; None for an event that the check has refused already."""
    file = readable_name(name)
    resolution = resolve(event, system)
    if resolution.edition is None:
        return None
    keys, refusal = _editions(event, resolution.edition)
    if refusal:
        return FileOfEditions(file=file, refusal=refusal)
    engines = [engine_for(key) for key in keys]
    try:
        compared = compare_editions(event, engines, _selected(event, rounds), stem=Path(file).stem)
    except UnsupportedEventError as error:
        return FileOfEditions(file=file, refusal=str(error))
    except Exception as error:  # noqa: BLE001 - a failing engine costs this file only
        refusal = f"our engine failed: {type(error).__name__}: {error}"
        return FileOfEditions(file=file, refusal=refusal)
    roster = Roster({player.tpn: player.name for player in event.players})
    return FileOfEditions(file=file, event=event.name, roster=roster, rounds=compared)


def _editions(event: Event, edition: Edition) -> tuple[tuple[str, ...], str]:
    """Return the keys of the editions to be compared, and why there are none."""
    if event.is_team_event:
        return (), "it is a team event, and only editions for individual players are compared"
    keys = tuple(one.key for one in side_by_side(edition))
    return keys, ("" if len(keys) > 1 else f"{keys[0]} is the only edition of its system")


def _selected(event: Event, rounds: tuple[int, int] | None) -> list[int]:
    first, last = rounds or (1, event.rounds_recorded)
    return [number for number in range(1, event.rounds_recorded + 1) if first <= number <= last]


def tell(comparisons: Sequence[FileOfEditions], stream: TextIO) -> None:
    """Tell for every file in which rounds, brackets and by which articles the editions part."""
    show = printer(stream)
    for one in comparisons:
        if one.roster is None:
            show(Line(f"{one.file}: the editions cannot be compared: {one.refusal}", Style.DOUBT))
            continue
        for line in edition_lines(one.event, view_editions(one.rounds, one.roster)):
            show(line)
