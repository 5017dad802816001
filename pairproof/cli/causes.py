"""``pairproof causes``: what would make the discrepant rounds of files right."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from checker.anonymisation import anonymous_reading, holds
from checker.campaigns.explaining import causes_of, explains
from checker.campaigns.store import StoreError, StoreFailedError, open_store
from checker.causes.cause import case_of
from checker.causes.lines import lines_of
from checker.causes.search import SearchEffort, find_causes
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.anonymise import add_anonymise
from pairproof.cli.errors import CommandError
from pairproof.cli.inputs import require_system
from pairproof.cli.output import STANDARD_OUTPUT, output_to, require_outputs, write_records
from pairproof.cli.progress import Noting
from pairproof.files import expanded
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import paired_by, resolve
from reports.causes import causes_lines, refused_lines, render_causes
from reports.text import printer
from tournaments import __version__
from tournaments.regular_files import readable_name
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    import argparse

    from checker.causes.cause import Case
    from checker.causes.causes_finding import CausesFinding

_SQLITE = b"SQLite format 3\0"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="tournament report file, a directory of them, or the store of a campaign",
    )
    parser.add_argument("--system", default="auto", metavar="KEY", help="a key of 'pairproof systems' (auto)")
    parser.add_argument("--round", type=int, metavar="R", help="explain this round only")
    parser.add_argument("--report", metavar="OUT.html", help="write a page in one self-contained file")
    parser.add_argument("--json", metavar="OUT", help="write the causes as JSON lines ('-': standard output)")
    add_anonymise(parser)
    parser.add_argument(
        "--changes",
        type=int,
        default=SearchEffort().record,
        metavar="N",
        help=(
            f"changes of the record that are tried for each round ({SearchEffort().record}); "
            "0: the record is not doubted"
        ),
    )


def run(options: argparse.Namespace) -> int:
    """Look for causes, and tell them."""
    require_system(options.system)
    if options.changes < 0:
        raise CommandError(f"--changes is {options.changes}; it is not negative", ExitStatus.USAGE)
    require_outputs(options.json, options.report)
    names = expanded(options.files)
    stores = [name for name in names if _is_store(name)]
    cases, refused = _cases([name for name in names if name not in stores], options)
    searches: list[tuple[str, CausesFinding]] = []
    with Noting() as noting:
        if cases:
            searches.append(("", find_causes(cases, SearchEffort(record=options.changes), noting.note)))
        for name in stores:
            searches += _of_store(Path(name), noting)
    status = _status([finding for _, finding in searches], refused)
    _tell(searches, refused, options, status)
    return status


def _tell(
    searches: list[tuple[str, CausesFinding]],
    refused: list[tuple[str, str]],
    options: argparse.Namespace,
    status: ExitStatus,
) -> None:
    if options.report:
        with output_to(options.report) as stream:
            stream.write(render_causes(searches, refused))
    if options.json:
        lines = lines_of(searches, refused, version=__version__, system=options.system, exit_status=status)
        header = next(lines) | {"holds": holds(anonymous=options.anonymise)}
        write_records((header, *lines), options.json)
    if options.json != STANDARD_OUTPUT:
        show = printer(sys.stdout)
        for told in refused_lines(refused):
            show(told)
        for program, finding in searches:
            for told in causes_lines(finding, program):
                show(told)


def _status(found: list[CausesFinding], refused: list[tuple[str, str]]) -> ExitStatus:
    if any(finding.discrepant for finding in found):
        return ExitStatus.DISCREPANCIES
    nothing = not any(finding.agreeing_in_all for finding in found)
    return ExitStatus.NOT_CHECKED if refused or nothing else ExitStatus.CONSISTENT


def _is_store(name: str) -> bool:
    """Whether a file is the store of a campaign."""
    try:
        with Path(name).open("rb") as stream:
            return stream.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False


def _of_store(path: Path, noting: Noting) -> list[tuple[str, CausesFinding]]:
    """Return the causes of what a campaign has found, by program."""
    try:
        with open_store(path) as store:
            if not explains(store.configuration.direction):
                message = f"{path}: its programs judged, and causes are those of pairings"
                raise CommandError(message, ExitStatus.USAGE)
            programs = store.programs
            return [(program.name, causes_of(store, program.number, noting.note)) for program in programs]
    except StoreFailedError as error:
        raise CommandError(str(error), ExitStatus.NOT_CHECKED) from error
    except StoreError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error


def _cases(names: list[str], options: argparse.Namespace) -> tuple[list[Case], list[tuple[str, str]]]:
    """Read what is named; return it with what could not be read, and why."""
    cases: list[Case] = []
    refused: list[tuple[str, str]] = []
    for name in names:
        stem = readable_name(Path(name).stem)
        found = _case(name, stem, options)
        if isinstance(found, str):
            refused.append((stem, found))
        else:
            cases.append(found)
    return cases, refused


def _case(name: str, stem: str, options: argparse.Namespace) -> Case | str:
    """Return the event of a file, or why there is none."""
    reading = read_event(Path(name), paired=paired_by(options.system))
    if options.anonymise:
        reading = anonymous_reading(reading)
    if reading.event is None:
        return "the file cannot be read as an event; 'pairproof lint' says why"
    resolution = resolve(reading.event, options.system)
    if resolution.engine is None:
        return resolution.reason
    try:
        return case_of(stem, reading.event, resolution.engine, None if options.round is None else {options.round})
    except PairingError as error:
        return str(error)
