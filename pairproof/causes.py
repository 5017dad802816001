"""``pairproof causes``: what would make the discrepant rounds of files right."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from checker.asked import paired_by
from checker.causes.cases import case_of
from checker.causes.lines import lines_of
from checker.causes.search import Effort, find_causes
from checker.verdicts import ExitStatus
from pairproof import api
from pairproof.errors import CommandError
from pairproof.files import expanded
from pairproof.output import output_to
from reference_engines.results import PairingError
from reference_engines.systems import resolve
from reports.causes import causes_lines
from reports.text import printer
from tournaments import __version__
from tournaments.regular_files import readable_name
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    import argparse

    from checker.causes.cause import Case
    from checker.causes.finding import CausesFinding

_STANDARD_OUTPUT = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="tournament report file, or a directory of them")
    parser.add_argument("--system", default="auto", metavar="KEY", help="a key of 'pairproof systems' (auto)")
    parser.add_argument("--round", type=int, metavar="R", help="explain this round only")
    parser.add_argument("--json", metavar="OUT", help="write the causes as JSON lines ('-': standard output)")
    parser.add_argument(
        "--changes",
        type=int,
        default=Effort().record,
        metavar="N",
        help=f"changes of the record that are tried for each round ({Effort().record}); 0: the record is not doubted",
    )


def run(options: argparse.Namespace) -> int:
    """Look for causes, and tell them."""
    known = [edition.key for edition in api.systems()]
    if options.system != "auto" and options.system not in known:
        raise CommandError(f"no system '{options.system}'; there are: auto, {', '.join(known)}", ExitStatus.USAGE)
    if options.changes < 0:
        raise CommandError(f"--changes is {options.changes}; it is not negative", ExitStatus.USAGE)
    cases, refused = _cases(options)
    finding = find_causes(cases, Effort(record=options.changes), _tell_progress)
    _clear_progress()
    status = _status(finding, refused)
    with ExitStack() as stack:
        if options.json:
            to_screen = options.json == _STANDARD_OUTPUT
            stream = sys.stdout if to_screen else stack.enter_context(output_to(options.json))
            for line in lines_of(finding, refused, version=__version__, system=options.system, exit_status=status):
                stream.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        if options.json != _STANDARD_OUTPUT:
            show = printer(sys.stdout)
            for told in causes_lines(finding, refused):
                show(told)
    return status


def _status(finding: CausesFinding, refused: list[tuple[str, str]]) -> ExitStatus:
    if finding.discrepant:
        return ExitStatus.DISCREPANCIES
    return ExitStatus.NOT_CHECKED if refused or not finding.agreeing_in_all else ExitStatus.CONSISTENT


def _cases(options: argparse.Namespace) -> tuple[list[Case], list[tuple[str, str]]]:
    """Read what is named; return it with what could not be read, and why."""
    cases: list[Case] = []
    refused: list[tuple[str, str]] = []
    for name in expanded(options.files):
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
    if reading.event is None:
        return "the file cannot be read as an event; 'pairproof lint' says why"
    resolution = resolve(reading.event, options.system)
    if resolution.engine is None:
        return resolution.reason
    try:
        return case_of(stem, reading.event, resolution.engine, None if options.round is None else {options.round})
    except PairingError as error:
        return str(error)


def _tell_progress(words: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{words}")
        sys.stderr.flush()


def _clear_progress() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
