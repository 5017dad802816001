"""``pairproof reduce``: the smallest event that still shows a discrepancy."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from checker.errors import RequestError, TaskError
from checker.programs.folders import NoRoomError, sweep
from checker.programs.program import Program, ProgramError
from checker.programs.specs import open_program
from checker.reduction import search
from checker.reduction.features import Matter, matters
from checker.reduction.gate import Gate, Keep, Terms
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors, require
from pairproof.cli.formats import Format, Output, add_output_option, prints_text
from pairproof.cli.inputs import describe_chosen_readings, event_in, require_system
from pairproof.cli.options import add_option, add_reading_option, choices_text, enum_type
from pairproof.cli.output_files import output_to, require_outputs, write_records
from pairproof.cli.program import PROGRAM_HELP
from pairproof.cli.progress import StatusLine
from reference_engines.frame.results import PairingError
from reference_engines.frame.systems import resolve
from reports.reduction import lines_of, reduction_lines
from reports.text import printer
from reports.words import describe_readings
from tournaments import PROGRAM, __version__
from tournaments.frozen import FrozenStruct
from tournaments.model import Event
from tournaments.problems import UnreadableEventError
from tournaments.readings import ChosenReading
from tournaments.safe_text import escape_line
from tournaments.trf.writing import UnwritableEventError, write_trf26

_EPILOG = """
what is simpler: fewer players; then fewer rounds; then fewer byes, forfeits and unusual results, entries of
acceleration, prohibited pairs, unusual values of results, decisive games, ratings, remarks.

exit status:
  0  the round shows no discrepancy
  1  it does; the smallest event that shows it was found
  2  the event cannot be read, or the round cannot be reduced
  3  wrong usage
"""


class ReduceRequest(FrozenStruct, frozen=True, kw_only=True):
    """A round whose discrepancy is to be shown in the smallest event."""

    file: str
    round_number: int
    program: str | None = None
    """A program that pairs each candidate; None to carry the recorded pairing along."""
    settings: tuple[str, ...] = ()
    system: str = "auto"
    readings: tuple[ChosenReading, ...] = ()
    keep: Keep = Keep.CRITERION
    by_rules: bool = False
    """Whether every earlier round stays as the regulation pairs it."""
    anonymous: bool = False
    questions: int = search.MOST_QUESTIONS
    """Events that are tried at most."""
    outputs: tuple[Output, ...] = ()
    others: bool = False
    """Whether the other discrepancies that were met on the way are written beside the reduced event."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.epilog = _EPILOG
    parser.set_defaults(request=ReduceRequest, run=run)
    parser.add_argument("file", metavar="FILE", help="tournament report file")
    add_option(parser, "round", "the round that shows the discrepancy", required=True)
    parser.add_argument(
        "--program",
        metavar="PROGRAM",
        help=f"ask this program for the pairing, each time: {PROGRAM_HELP}; without it, the recorded pairing is "
        "carried along, so that only whole recorded pairs can go",
    )
    add_option(parser, "set")
    add_option(parser, "system")
    add_reading_option(parser)
    parser.add_argument(
        "--keep",
        type=enum_type(Keep),
        metavar=choices_text(Keep),
        help="what stays the same: the verdict; it and what decides, criterion or article (default); it and the cause",
    )
    parser.add_argument(
        "--by-rules", action="store_true", help="keep every earlier round as the regulation pairs it, not only legal"
    )
    add_option(parser, "anonymise")
    parser.add_argument(
        "--questions",
        type=int,
        metavar="N",
        help=f"events that are tried at most ({search.MOST_QUESTIONS})",
    )
    add_output_option(parser, (Format.EVENT, Format.RECORD), {"--json": Format.RECORD})
    parser.add_argument(
        "--others",
        action="store_true",
        help="with -o OUT.trf: also write other discrepancies that are met on the way, as OUT.other-1.trf and so on",
    )


def run(request: ReduceRequest) -> int:
    """Reduce the event, and report the result."""
    _require_usage(request)
    event = event_in(request.file, request.system, anonymous=request.anonymous)
    terms = _terms(event, request)
    with _program(request, terms.rules.edition.key) as program:
        try:
            asked = None if program is None else program.with_system(terms.rules.edition.key)
            beginning = search.prepare_reduction(event, request.round_number, terms, asked)
            reduction, facts = _reduce_and_find_matters(beginning, request.questions)
        except search.NothingToReduceError as error:
            sys.stdout.write(f"{escape_line(request.file)}: {error}\n")
            return ExitStatus.CONSISTENT
        except (TaskError, UnreadableEventError, PairingError, ProgramError, NoRoomError) as error:
            raise CommandError(f"{request.file}: {error}", ExitStatus.NOT_CHECKED) from error
    files = _write_events(reduction, request)
    status = ExitStatus.INTERRUPTED if reduction.was_interrupted else ExitStatus.DISCREPANCIES
    _tell(reduction, facts, beginning, files, request, status)
    return status


def _require_usage(request: ReduceRequest) -> None:
    require_system(request.system)
    require(request.round_number >= 1, f"--round is {request.round_number}; rounds count from 1")
    require(request.questions >= 1, f"--questions is {request.questions}; write 1 or more")
    if request.settings and not request.program:
        raise CommandError("--set changes the description of a program, and no --program is named", ExitStatus.USAGE)
    if request.others and not _event_file(request):
        raise CommandError("--others writes files beside the reduced event; name that file with -o", ExitStatus.USAGE)
    require_outputs(request.outputs)


def _terms(event: Event, request: ReduceRequest) -> Terms:
    resolution = resolve(event, request.system)
    if resolution.engine is None:
        raise CommandError(f"{request.file}: {resolution.reason}", ExitStatus.NOT_CHECKED)
    return Terms(rules=resolution.engine, keep=request.keep, by_rules=request.by_rules)


@contextmanager
def _program(request: ReduceRequest, system: str) -> Iterator[Program | None]:
    """Open the program that is named, if one is, to be asked by a system, and close it in the end."""
    if not request.program:
        yield None
        return
    sweep()
    with convert_errors(usage=(RequestError, ProgramError)):
        program = open_program(request.program, settings=request.settings).with_system(system)
    try:
        yield program
    finally:
        program.close()


def _reduce_and_find_matters(
    beginning: search.PreparedReduction, questions: int
) -> tuple[search.Reduction, tuple[Matter, ...]]:
    """Reduce the event, and find the facts that matter; an interruption keeps the reduced event."""
    with StatusLine() as status_line:

        def see(gate: Gate, name: str) -> None:
            status_line.note_now_and_then(lambda: _describe_progress(gate, name))

        reduction = search.reduce(beginning.shown, beginning.terms, most_questions=questions, see=see)
    if reduction.was_interrupted:
        return reduction, ()
    facts: list[Matter] = []
    try:
        for matter in matters(reduction.smallest, beginning.terms):
            facts.append(matter)  # noqa: PERF402 - what was found until an interruption is kept
    except KeyboardInterrupt:
        return replace(reduction, was_interrupted=True), tuple(facts)
    return reduction, tuple(facts)


def _describe_progress(gate: Gate, name: str) -> str:
    """Return the size of the smallest so far, the pass at work and the number of questions."""
    size = gate.present.situation.simplicity
    done = f"{gate.questions}/{gate.most_questions} questions"
    return f"{size.players} {gate.present.situation.noun}s, {size.rounds} rounds; {name}; {done}"


def _write_events(reduction: search.Reduction, request: ReduceRequest) -> tuple[str, ...]:
    """
    Write the events that are asked for: the reduced one, and the other discrepancies that were met on the way.

    Return the name of each event's file; it is empty for an event that is not written.
    """
    output, others = _event_file(request), range(1, len(reduction.others) + 1)
    names = (output, *(_beside(output, number) if request.others else "" for number in others))
    for name, reduced in zip(names, (reduction.smallest, *reduction.others), strict=True):
        if not name:
            continue
        with convert_errors(not_checked=UnwritableEventError, about=f"cannot write {name}"):
            text = write_trf26(reduced.event)
        with output_to(name) as stream:
            stream.write(text)
    return names


def _event_file(request: ReduceRequest) -> str:
    """Return the file of the reduced event; empty if no file is asked for."""
    return next((output.name for output in request.outputs if output.form is Format.EVENT), "")


def _beside(output: str, number: int) -> str:
    path = Path(output)
    return str(path.with_name(f"{path.stem}.other-{number}{path.suffix}"))


def _tell(
    reduction: search.Reduction,
    facts: Sequence[Matter],
    beginning: search.PreparedReduction,
    files: tuple[str, ...],
    request: ReduceRequest,
    status: ExitStatus,
) -> None:
    header = {
        "program": PROGRAM,
        "version": __version__,
        "source": request.file,
        "system": beginning.terms.rules.edition.key,
        "program_asked": request.program or "",
        "keep": request.keep.value,
        "by_rules": request.by_rules,
        "notes": list(beginning.notes),
        **describe_chosen_readings(request.readings),
    }
    for output in request.outputs:
        if output.form is Format.RECORD:
            write_records(lines_of(reduction, facts, header, files, status), output.name)
    if prints_text(request.outputs):
        show = printer(sys.stdout)
        notes = (*describe_readings(request.readings), *beginning.notes)
        for told in reduction_lines(reduction, facts, notes, files):
            show(told)
