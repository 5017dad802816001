"""``pairproof causes``: causes that would make the discrepant rounds of files right."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from checker.anonymisation import anonymous_reading, holds
from checker.causes.cause import Case, case_of
from checker.causes.causes_finding import CausesFinding, judge_causes, lines_of
from checker.causes.search import OF_A_CAMPAIGN, SearchEffort, find_causes
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats, output_files
from pairproof.cli.errors import convert_errors, require
from pairproof.cli.inputs import describe_chosen_readings, is_store, require_system, tournament_files
from pairproof.cli.options import add_option, add_reading_option
from pairproof.cli.output_files import write_records
from pairproof.cli.progress import StatusLine
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import paired_by, resolve
from reports.causes import causes_lines, refused_lines, render_causes
from reports.streams import Detail
from reports.text import Line, Style, printer
from reports.words import describe_readings
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.problems import ProblemSeverity, problem_lines
from tournaments.readings import ChosenReading
from tournaments.regular_files import readable_name
from tournaments.trf.reading import read_event


class CausesRequest(FrozenStruct, frozen=True, kw_only=True):
    """Files whose discrepant rounds are to be explained."""

    files: tuple[str, ...]
    system: str = "auto"
    readings: tuple[ChosenReading, ...] = ()
    """Readings to follow."""
    round_number: int | None = None
    """The only round to explain; None for all rounds."""
    outputs: tuple[formats.Output, ...] = ()
    anonymous: bool = False
    detail: Detail = Detail.USUAL
    changes: int = SearchEffort().record
    """Changes of the record to try for each round."""
    pairings: int | None = None
    """Pairings that a search tries at most; None for the usual number."""

    def limit(self, effort: SearchEffort) -> SearchEffort:
        """Return an effort that ends after the requested number of pairings."""
        if self.pairings is None:
            return effort
        return replace(effort, pairings=self.pairings, most_pairings=self.pairings)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.set_defaults(request=CausesRequest, run=run)
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="tournament report file, a directory of them, or the store of a campaign",
    )
    add_option(parser, "system")
    add_reading_option(parser)
    add_option(parser, "round", "explain this round only")
    formats.add_output_option(
        parser,
        (formats.Format.HTML, formats.Format.RECORD),
        {"--report": formats.Format.HTML, "--json": formats.Format.RECORD},
    )
    add_option(parser, "anonymise")
    parser.add_argument(
        "--changes",
        type=int,
        metavar="N",
        help=(
            f"changes of the record that are tried for each round ({SearchEffort().record}); "
            "0: the record is not doubted"
        ),
    )
    usual = SearchEffort()
    parser.add_argument(
        "--pairings",
        type=int,
        metavar="N",
        help=(
            f"end the search after the work of so many pairings ({usual.pairings:,.0f} for each event, "
            f"{usual.most_pairings:,.0f} at most); two thousand take about a second"
        ),
    )


def run(request: CausesRequest) -> int:
    """Search the causes of discrepant rounds, and report them."""
    require_system(request.system)
    require(request.changes >= 0, f"--changes is {request.changes}; it is not negative")
    require(request.pairings is None or request.pairings > 0, f"--pairings is {request.pairings}; it is above 0")
    output_files.require_outputs(request.outputs)
    names = tournament_files(request.files)
    stores = [name for name in names if is_store(name)]
    cases, refused = _cases([name for name in names if name not in stores], request)
    searches: list[tuple[str, CausesFinding]] = []
    quoted = cases[0].rules.edition.key if cases else ""
    with StatusLine() as status_line:
        if cases:
            searches.append(
                ("", find_causes(cases, request.limit(SearchEffort(record=request.changes)), status_line.note))
            )
        for name in stores:
            found, system = _store_causes(Path(name), request.limit(OF_A_CAMPAIGN), status_line)
            searches += found
            quoted = quoted or system
    status = judge_causes([finding for _, finding in searches], refused).status
    _tell(searches, refused, request, status, quoted)
    return status


def _tell(
    searches: list[tuple[str, CausesFinding]],
    refused: list[tuple[str, str]],
    request: CausesRequest,
    status: ExitStatus,
    quoted: str,
) -> None:
    """Write the causes; articles are quoted from the edition with the key ``quoted``."""
    for output in request.outputs:
        if output.form is formats.Format.HTML:
            output_files.write_output(output, render_causes(searches, refused, quoted))
        else:
            lines = lines_of(searches, refused, version=__version__, system=request.system, exit_status=status)
            header = next(lines) | {"holds": holds(anonymous=request.anonymous)}
            header |= describe_chosen_readings(request.readings)
            write_records((header, *lines), output.name)
    if formats.prints_text(request.outputs):
        show = printer(sys.stdout)
        for sentence in describe_readings(request.readings):
            show(Line(sentence, Style.DOUBT))
        for told in refused_lines(refused):
            show(told)
        for program, finding in searches:
            for told in causes_lines(finding, program, request.detail, quoted):
                show(told)


def _store_causes(
    path: Path, effort: SearchEffort, status_line: StatusLine
) -> tuple[list[tuple[str, CausesFinding]], str]:
    """Return the causes of the findings of a campaign, by program, and the key of the system of the campaign."""
    from checker.campaigns.explaining import causes_of, explains  # noqa: PLC0415 - start-up time; only for a store
    from checker.campaigns.store import StoreError, StoreFailedError, open_store  # noqa: PLC0415 - likewise

    with convert_errors(usage=StoreError, not_checked=StoreFailedError), open_store(path) as store:
        require(
            bool(explains(store.configuration.direction)),
            f"{path}: its programs judged, and causes are those of pairings",
        )
        found = [
            (program.name, causes_of(store, program.number, status_line.note, effort)) for program in store.programs
        ]
        return found, store.configuration.system


def _cases(names: list[str], request: CausesRequest) -> tuple[list[Case], list[tuple[str, str]]]:
    """Read the named files; return their cases, and the unreadable files with the reason."""
    cases: list[Case] = []
    refused: list[tuple[str, str]] = []
    for name in names:
        stem = readable_name(Path(name).stem)
        case = _case(name, stem, request)
        if isinstance(case, str):
            refused.append((stem, case))
        else:
            cases.append(case)
    return cases, refused


def _case(name: str, stem: str, request: CausesRequest) -> Case | str:
    """Return the event of a file, or why it has no event."""
    reading = read_event(Path(name), paired=paired_by(request.system))
    if request.anonymous:
        reading = anonymous_reading(reading)
    if reading.event is None:
        errors = (problem for problem in reading.problems if problem.severity is ProblemSeverity.ERROR)
        first = problem_lines(errors)[0]
        return f"the file cannot be read as an event ({first}); 'pairproof lint {name}' shows all"
    resolution = resolve(reading.event, request.system)
    if resolution.engine is None:
        return resolution.reason
    try:
        return case_of(
            stem, reading.event, resolution.engine, None if request.round_number is None else {request.round_number}
        )
    except PairingError as error:
        return str(error)
