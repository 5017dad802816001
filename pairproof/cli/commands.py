"""The commands check, pair, lint and systems: results on standard output, progress and errors on standard error."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from checker.check import CheckOptions, check_files, check_files_side_by_side
from checker.findings import Entry, EventHeader, RunningTally
from checker.records.run import RunHeader, current_time
from checker.time_limit import STANDARD_LIMIT
from checker.verdicts.consequence import judge_run
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import inputs
from pairproof.cli.errors import CommandError
from pairproof.cli.formats import SCREEN, Format, Output
from pairproof.cli.progress import StatusLine
from reference_engines.frame.systems import editions_by_name
from reports.streams import Detail
from reports.text import TextReport
from tournaments import PROGRAM, __version__
from tournaments.frozen import FrozenStruct
from tournaments.problems import ProblemSeverity, problem_lines
from tournaments.readings import ChosenReading, chosen_readings
from tournaments.regular_files import MAX_BYTES, MEGABYTE, STANDARD_INPUT, readable_name
from tournaments.safe_text import escape_line
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from checker.known_findings.entries import KnownInRun
    from checker.known_findings.marking import KnownRounds
    from checker.records.run_record import RecordWriter
    from checker.second_opinions import SecondOpinions
    from pairproof.cli.report import FileOfEditions
    from reference_engines.frame.results import RoundPairing
    from tournaments.model import Event
    from tournaments.unfinished_games import UnfinishedGames

_LINTED_OF_A_KIND = 20
"""Problems with the same code that lint shows; further problems appear when these are mended."""


class CheckRequest(FrozenStruct, frozen=True, kw_only=True):
    """Files to check, and the reports on them."""

    files: tuple[str, ...]
    system: str = "auto"
    rounds: tuple[int, int] | None = None
    readings: tuple[ChosenReading, ...] = ()
    """Readings to follow."""
    outputs: tuple[Output, ...] = ()
    """Reports to be written."""
    sheet: str | None = None
    """File for the result on one sheet of A4."""
    as_declared: bool = False
    """Whether nothing is assumed that a file does not declare."""
    verify: bool = False
    """Whether every finding is put to the independent verifier."""
    second_opinions: tuple[str, ...] = ()
    """Programs that are asked about discrepant rounds, ``NAME=PROGRAM`` each."""
    compare_editions: bool = False
    expected: str | None = None
    """File with a list of known findings."""
    anonymous: bool = False
    """Whether to replace everything that names people."""
    workers: int | None = None
    """Processes that check; None: one for each core."""
    time_limit: float | None = None
    """Seconds for each event; None: `STANDARD_LIMIT`."""
    max_size: int | None = None
    """Megabytes of the largest file that is read; None: as many as usual."""
    detail: Detail = Detail.USUAL

    @property
    def records(self) -> tuple[str, ...]:
        """Files for the record of the run."""
        return tuple(output.name for output in self.outputs if output.form is Format.RECORD)

    @property
    def is_shown_as_record(self) -> bool:
        """Whether standard output is the record of the run."""
        return SCREEN in self.records


def check(request: CheckRequest) -> int:
    """Check files, tell the findings as they come, and write record and report where asked for."""
    inputs.require_system(request.system)
    request = replace(request, files=inputs.tournament_files(request.files))
    if not request.second_opinions:
        return _check_files(request, None)
    with inputs.open_second_opinions(request.second_opinions) as opinions:
        return _check_files(request, opinions)


def _check_files(request: CheckRequest, opinions: SecondOpinions | None) -> int:
    entries = _entries(request, replace(_options(request), opinions=opinions))
    header = RunHeader(
        program=PROGRAM,
        version=__version__,
        system=request.system,
        rounds=request.rounds,
        as_declared=request.as_declared,
        readings=chosen_readings(),
        is_verified=request.verify,
        time_limit="" if request.time_limit is None else f"{request.time_limit:.12g}",
        created=current_time() if request.outputs or request.sheet else "",
        holds=_holds(request) if request.outputs else "",
    )
    tally, known = RunningTally(), _known(request)
    marked_entries: list[Entry] = []
    editions: tuple[FileOfEditions, ...] = ()
    _require_outputs(request)
    with ExitStack() as stack:
        recorders = [_recorder(name, header, stack, known) for name in request.records]
        takers: list[Callable[[Entry], None]] = [tally.add, *(recorder.add for recorder in recorders)]
        if not request.is_shown_as_record:
            takers.append(stack.enter_context(TextReport(sys.stdout, request.detail)).add)
        if _reports_later(request):
            takers.append(marked_entries.append)
        marked = known.marked if known else _unchanged
        stack.enter_context(closing(entries))  # whatever ends the run, no process is left behind
        for entry in _with_progress(entries, len(request.files)):
            with _note_place(entry):
                marked_entry = marked(entry)
                for take in takers:
                    take(marked_entry)
        if request.compare_editions:
            editions = _compare_editions(request, recorders)
    if known is not None:
        _tell_known(request, known, tally)
    if _reports_later(request):
        from checker.records.run import make_record  # noqa: PLC0415 - start-up time
        from pairproof.cli.report import write_reports, write_sheet  # noqa: PLC0415 - likewise

        rounds = tuple(entry for compared in editions for entry in compared.rounds)
        record = make_record(header, marked_entries, _known_in_run(known, tally), rounds)
        write_reports(record, [output for output in request.outputs if output.form is not Format.RECORD])
        if request.sheet:
            files = [name for name in request.records if name != SCREEN]
            options = [f"--reading={reading}" for reading in request.readings]
            if request.system != "auto":
                options.append(f"--system={request.system}")
            write_sheet(record, request.sheet, lambda file: ["check", file, *options], files[0] if files else "")
    _tell_editions(editions, request)
    return judge_run(tally.result(), _known_in_run(known, tally)).status


def _require_outputs(request: CheckRequest) -> None:
    """Find out before the work that a file cannot be written; raise CommandError."""
    if request.outputs or request.sheet:
        from pairproof.cli.output_files import require_outputs  # noqa: PLC0415 - start-up time

        require_outputs(request.outputs, request.sheet)


def _reports_later(request: CheckRequest) -> bool:
    """Whether reports are made when the run is complete."""
    return bool(request.sheet) or len(request.records) < len(request.outputs)


def _unchanged(entry: Entry) -> Entry:
    return entry


def _known_in_run(known: KnownRounds | None, tally: RunningTally) -> KnownInRun | None:
    """Return the list of known findings with the rounds that it covers; None without a list."""
    return known.in_run(tally.result()) if known else None


def _known(request: CheckRequest) -> KnownRounds | None:
    """Return the known rounds of the list in a file; raise CommandError for a bad list."""
    known = inputs.read_known_list(request.expected)
    if known is None:
        return None
    from checker.known_findings.marking import KnownRounds  # noqa: PLC0415 - start-up time

    return KnownRounds(inputs.require_signatures(known, "this check"), is_whole=request.rounds is None)


def _tell_known(request: CheckRequest, known: KnownRounds, tally: RunningTally) -> None:
    from reports.words import known_lines, new_in_words  # noqa: PLC0415 - start-up time

    stream = sys.stderr if request.is_shown_as_record else sys.stdout
    lines = (*known_lines(known.in_run(tally.result())), *(new_in_words(*one) for one in known.new()))
    stream.writelines(f"{escape_line(line)}\n" for line in lines)


def _options(request: CheckRequest) -> CheckOptions:
    most_bytes = _bytes(request.max_size)
    return CheckOptions(
        system=request.system,
        rounds=request.rounds,
        time_limit=STANDARD_LIMIT if request.time_limit is None else request.time_limit,
        as_declared=request.as_declared,
        verify=request.verify,
        anonymous=request.anonymous,
        most_bytes=most_bytes,
        hints=True,
        explains_byes=bool(request.outputs or request.sheet),
        locates_rows=bool(request.outputs),
        hashes_files=bool(request.outputs or request.sheet),
    )


def _holds(request: CheckRequest) -> str:
    from checker.anonymisation import holds  # noqa: PLC0415 - start-up time

    return holds(anonymous=request.anonymous)


def _bytes(megabytes: int | None) -> int:
    return MAX_BYTES if megabytes is None else megabytes * MEGABYTE


def _entries(request: CheckRequest, options: CheckOptions) -> Generator[Entry]:
    """Check in this process, or in several processes if that is faster."""
    workers = request.workers or os.cpu_count() or 1
    if STANDARD_INPUT in request.files or options.opinions is not None:
        return check_files(request.files, options)
    return check_files_side_by_side(request.files, options, workers)


def _recorder(name: str, header: RunHeader, stack: ExitStack, known: KnownRounds | None) -> RecordWriter:
    """Open a record, which is written as the run goes."""
    from checker.records.run_record import RecordWriter  # noqa: PLC0415 - start-up time
    from pairproof.cli.output_files import output_or_screen  # noqa: PLC0415 - likewise

    stream = stack.enter_context(output_or_screen(name, keeps_beginning=True))
    return stack.enter_context(RecordWriter(stream, header, known.in_run if known else None))


def _compare_editions(request: CheckRequest, recorders: Sequence[RecordWriter]) -> tuple[FileOfEditions, ...]:
    """Compare the editions, and record the comparison."""
    from pairproof.cli import report  # noqa: PLC0415 - start-up time

    size, anonymous = _bytes(request.max_size), request.anonymous
    editions = report.compare_files(request.files, request.rounds, request.system, most_bytes=size, anonymous=anonymous)
    for recorder in recorders:
        for compared in editions:
            recorder.add_editions(compared.rounds)
    return editions


def _tell_editions(editions: tuple[FileOfEditions, ...], request: CheckRequest) -> None:
    """Tell the comparison; a record on standard output is not to be mixed with text."""
    if editions:
        from pairproof.cli import report  # noqa: PLC0415 - start-up time

        report.tell(editions, sys.stderr if request.is_shown_as_record else sys.stdout)


def _with_progress(entries: Iterable[Entry], events: int) -> Iterator[Entry]:
    """Yield the entries; show each, and the number of its event, until the next entry comes."""
    begun = 0
    with StatusLine() as status_line:
        for entry in entries:
            status_line.clear()
            yield entry
            begun += isinstance(entry, EventHeader)
            status_line.note_now_and_then(partial("{}/{} {}".format, begun, events, _place(entry)))


def _place(entry: Entry) -> str:
    """``open``, or ``open, round 3``."""
    return entry.event if isinstance(entry, EventHeader) else f"{entry.event}, round {entry.round_number}"


@contextmanager
def _note_place(entry: Entry) -> Iterator[None]:
    """Note the event and the round on an unforeseen error."""
    try:
        yield
    except Exception as error:
        error.add_note(f"about {_place(entry)}")
        raise


def pair(
    *,
    file: str,
    system: str = "auto",
    readings: tuple[ChosenReading, ...] = (),
    output: str | None = None,
    unfinished: UnfinishedGames | None = None,
    max_size: int | None = None,
) -> int:
    """
    Pair the next round and write the list of pairs: number of lines, then White and Black; a bye as ``12 0``.

    An event with games without a result is paired only if the request says how they count.
    """
    from checker.programs.answers import pair_list  # noqa: PLC0415 - start-up time
    from pairproof.cli.output_files import write_text  # noqa: PLC0415 - likewise

    inputs.require_system(system)
    inputs.write_chosen_readings(readings)
    event = inputs.event_in(file, system, _bytes(max_size))
    write_text(pair_list(_paired(file, event, system, unfinished)), output)
    return ExitStatus.CONSISTENT


def _paired(file: str, event: Event, system: str, unfinished: UnfinishedGames | None) -> RoundPairing:
    """Pair the next round of the event in a file; say of games without a result how they were counted."""
    from pairproof.api import UnfinishedGamesError  # noqa: PLC0415 - start-up time
    from pairproof.api import pair as pair_event  # noqa: PLC0415 - likewise
    from reference_engines.frame.results import PairingError  # noqa: PLC0415 - likewise
    from tournaments import unfinished_games as games  # noqa: PLC0415 - likewise

    try:
        pairing = pair_event(event, system, unfinished)
    except UnfinishedGamesError as error:
        choices = " or ".join(f"--unfinished {choice.value} ({text})" for choice, text in games.DESCRIPTIONS.items())
        message = f"{file}: {error}; enter the results, or say how they count: {choices}"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error
    except PairingError as error:
        raise CommandError(f"{file}: {error}", ExitStatus.NOT_CHECKED) from error
    rounds = games.find_open_rounds(event)
    if unfinished is not None and rounds:
        sentence = f"{games.describe_open_rounds(rounds)}; each counts {games.DESCRIPTIONS[unfinished]}"
        sys.stderr.write(f"pairproof: {file}: {sentence}\n")
    return pairing


def lint(*, files: tuple[str, ...], max_size: int | None = None, detail: Detail = Detail.USUAL) -> int:
    """Print the errors and remarks of files; status 0 without any, 1 with remarks only, 2 if a file cannot be read."""
    status = ExitStatus.CONSISTENT
    for file in inputs.tournament_files(files):
        problems = read_event(file, most_bytes=_bytes(max_size)).problems
        errors = tuple(problem for problem in problems if problem.severity is ProblemSeverity.ERROR)
        shown = errors if detail is Detail.VERDICT else problems
        most = len(problems) if detail is Detail.FULL else _LINTED_OF_A_KIND
        sys.stdout.writelines(f"{line}\n" for line in problem_lines(shown, most))
        if errors:
            status = ExitStatus.NOT_CHECKED
        elif problems:
            status = max(status, ExitStatus.DISCREPANCIES)
        elif detail is not Detail.VERDICT:
            sys.stdout.write(f"{readable_name(file)}: no problems found\n")
    return status


def systems(
    *,
    system: str | None = None,
    articles: bool = False,
    outputs: tuple[Output, ...] = (),
    detail: Detail = Detail.USUAL,
) -> int:
    """List the systems and editions with their dates and sources, or the articles of an edition."""
    if articles or outputs:
        from pairproof.cli.articles import write_articles  # noqa: PLC0415 - start-up time

        return write_articles(system, outputs)
    for edition in editions_by_name() if system is None else (inputs.find_edition(system),):
        if detail is Detail.VERDICT:
            sys.stdout.write(f"{edition.key}\n")
            continue
        until = f"to {edition.in_force_until}" if edition.in_force_until else "on"
        sys.stdout.write(f"{edition.key:<18}  from {edition.in_force_from} {until:<13}  {edition.title}\n")
        sys.stdout.write(f"{'':<18}  {'. '.join(filter(None, (edition.source, edition.round_note)))}\n")
    return ExitStatus.CONSISTENT
