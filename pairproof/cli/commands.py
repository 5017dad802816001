"""What each command does. Results go to standard output, progress and errors to standard error."""

from __future__ import annotations

import datetime as dt
import os
import shlex
import sys
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker.check import CheckOptions, RoundSelection, check_files
from checker.findings import EventHeader, RunHeader, RunningTally, RunRecord, ended, gather
from checker.time_limit import STANDARD_LIMIT
from checker.verdicts.verdict import ExitStatus
from pairproof import api
from pairproof import unfinished as games
from pairproof.cli.errors import CommandError
from pairproof.cli.formats import require_formats, rows_in_file, write_formats
from pairproof.cli.inputs import event_in, require_system
from pairproof.cli.output import STANDARD_OUTPUT, output_or_screen, output_to, require_writable, write_text
from pairproof.cli.progress import Progress
from pairproof.files import expanded
from reference_engines.frame.results import PairingError
from reports.text import TextReport
from tournaments import __version__
from tournaments.frozen import dataclass
from tournaments.problems import ProblemSeverity, problem_lines
from tournaments.regular_files import MAX_BYTES, MEGABYTE, readable_name
from tournaments.safe_text import escape_line
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from checker.findings import Entry
    from checker.known_findings.entries import KnownInRun
    from checker.known_findings.rounds import KnownRounds
    from checker.records.run_record import RecordWriter
    from pairproof.cli.formats import Format
    from pairproof.unfinished import Unfinished
    from reference_engines.frame.results import RoundPairing

_LINTED_OF_A_KIND = 20
"""Problems with the same code that lint shows; whoever has mended them asks again."""
_WORTH_SEVERAL_PROCESSES = 40


@dataclass(frozen=True, kw_only=True)
class CheckRequest:
    """What the check command was asked for."""

    files: tuple[str, ...]
    system: str = "auto"
    rounds: tuple[int, int] | None = None
    report: str | None = None
    one_page: str | None = None
    json: str | None = None
    formats: tuple[tuple[Format, str], ...] = ()
    """Files to be written for other programs."""
    as_declared: bool = False
    """Whether nothing is assumed that a file does not declare."""
    compare_editions: bool = False
    expected: str | None = None
    """File with a list of known findings."""
    anonymous: bool = False
    """Whether what names people is replaced before anything is said."""
    workers: int | None = None
    """Processes that check; None: one for each core."""
    time_limit: float | None = None
    """Seconds for each event; None: `STANDARD_LIMIT`."""
    max_size: int | None = None
    """Megabytes of the largest file that is read; None: as many as usual."""

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages that are asked for."""
        return tuple(page for page in (self.report, self.one_page) if page)


def check(request: CheckRequest) -> int:
    """Check files, tell the findings as they come, and write record and report where asked for."""
    require_system(request.system)
    request = replace(request, files=expanded(request.files))
    selection = RoundSelection(*request.rounds) if request.rounds else None
    entries = _entries(request, _options(request, selection))
    header = RunHeader(
        program=api.PROGRAM,
        version=__version__,
        system=request.system,
        rounds=request.rounds,
        as_declared=request.as_declared,
        time_limit="" if request.time_limit is None else f"{request.time_limit:.12g}",
        created=_now() if request.json or request.pages or request.formats else "",
        holds=_holds(request) if request.json else "",
    )
    tally, known = RunningTally(), _known(request)
    written_later = list(_written_later(request, header, tally, known))
    tell_editions: Callable[[], None] | None = None
    with ExitStack() as stack:
        recorder = _recorder(request, header, stack, known)
        takers = [tally.add, *_outputs(request, recorder, stack), *(take for take, _ in written_later)]
        marked = known.marked if known else _as_it_is
        stack.enter_context(closing(entries))  # whatever ends the run, no process is left behind
        for entry in _with_progress(entries, len(request.files)):
            with _noting(entry):
                told = marked(entry)
                for take in takers:
                    take(told)
        if request.compare_editions:
            tell_editions = _compare_editions(request, recorder)
    if known is not None:
        _tell_known(request, known, tally)
    for _, write in written_later:
        write()
    if tell_editions is not None:
        tell_editions()
    return ended(tally.result(), _in_run(known, tally))


def _as_it_is(entry: Entry) -> Entry:
    return entry


def _in_run(known: KnownRounds | None, tally: RunningTally) -> KnownInRun | None:
    """Return what became of a list of known findings, if there is one."""
    return known.in_run(tally.result()) if known else None


def _known(request: CheckRequest) -> KnownRounds | None:
    """Return what tells known rounds, if a list is named; CommandError for one that cannot be used."""
    if request.expected is None:
        return None
    from checker.known_findings.rounds import KnownRounds  # noqa: PLC0415 - start-up time
    from pairproof.cli.known_findings import by_signature  # noqa: PLC0415 - likewise

    return KnownRounds(by_signature(request.expected), is_whole=request.rounds is None)


def _tell_known(request: CheckRequest, known: KnownRounds, tally: RunningTally) -> None:
    from reports.known import known_lines, new_in_words  # noqa: PLC0415 - start-up time

    stream = sys.stderr if request.json == STANDARD_OUTPUT else sys.stdout
    lines = (*known_lines(known.in_run(tally.result())), *(new_in_words(*one) for one in known.new()))
    stream.writelines(f"{escape_line(line)}\n" for line in lines)


def _written_later(
    request: CheckRequest, header: RunHeader, tally: RunningTally, known: KnownRounds | None
) -> Iterator[tuple[Callable[[Entry], None], Callable[[], None]]]:
    """Yield, for pages and files for other programs, what takes entries and what writes at the end."""
    if request.pages:
        for page in request.pages:
            require_writable(page)
        kept: list[Entry] = []
        yield (
            kept.append,
            lambda: _write_pages(
                request,
                RunRecord(header=header, events=gather(kept), tally=tally.result(), known=_in_run(known, tally)),
            ),
        )
    if request.formats:
        from reports.formats.of_check import CheckCollector  # noqa: PLC0415 - start-up time

        require_formats(request.formats)
        collector = CheckCollector(header, rows_in_file)
        yield collector.add, lambda: write_formats(collector.results(_in_run(known, tally)), request.formats)


def _options(request: CheckRequest, rounds: RoundSelection | None) -> CheckOptions:
    most_bytes = _bytes(request.max_size)
    return CheckOptions(
        system=request.system,
        rounds=rounds,
        time_limit=STANDARD_LIMIT if request.time_limit is None else request.time_limit,
        as_declared=request.as_declared,
        anonymous=request.anonymous,
        most_bytes=most_bytes,
        hints=len(request.files) < _WORTH_SEVERAL_PROCESSES,
    )


def _holds(request: CheckRequest) -> str:
    from checker.anonymisation import holds  # noqa: PLC0415 - start-up time

    return holds(anonymous=request.anonymous)


def _bytes(megabytes: int | None) -> int:
    return MAX_BYTES if megabytes is None else megabytes * MEGABYTE


def _entries(request: CheckRequest, options: CheckOptions) -> Generator[Entry]:
    """Check in this process, or, where it pays, in several."""
    workers = request.workers or os.cpu_count() or 1
    if workers == 1 or len(request.files) < _WORTH_SEVERAL_PROCESSES:
        return check_files(request.files, options)
    from checker.parallel_check import check_files_side_by_side  # noqa: PLC0415 - start-up time

    return check_files_side_by_side([Path(file) for file in request.files], options, workers)


def _recorder(
    request: CheckRequest, header: RunHeader, stack: ExitStack, known: KnownRounds | None
) -> RecordWriter | None:
    """Open the record, if one is asked for."""
    if not request.json:
        return None
    from checker.records.run_record import RecordWriter  # noqa: PLC0415 - start-up time

    stream = stack.enter_context(output_or_screen(request.json, keeps_beginning=True))
    return stack.enter_context(RecordWriter(stream, header, known.in_run if known else None))


def _outputs(
    request: CheckRequest, recorder: RecordWriter | None, stack: ExitStack
) -> Iterator[Callable[[Entry], None]]:
    """Open the report on the terminal; a record on standard output replaces it."""
    if recorder is not None:
        yield recorder.add
    if request.json != STANDARD_OUTPUT:
        yield stack.enter_context(TextReport(sys.stdout)).add


def _compare_editions(request: CheckRequest, recorder: RecordWriter | None) -> Callable[[], None]:
    """Compare and record; return what tells the comparison when the run has been told."""
    from pairproof.cli import edition_comparison  # noqa: PLC0415 - start-up time

    how = edition_comparison.Reading(most_bytes=_bytes(request.max_size), is_anonymous=request.anonymous)
    found = edition_comparison.compare_files(request.files, request.rounds, how, request.system)
    if recorder is not None:
        edition_comparison.record(found, recorder)
    # A record on standard output is not to be mixed with text.
    stream = sys.stderr if request.json == STANDARD_OUTPUT else sys.stdout
    return lambda: edition_comparison.tell(found, stream)


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def _with_progress(entries: Iterable[Entry], events: int) -> Iterator[Entry]:
    progress = Progress(events)
    for entry in entries:
        progress.clear()
        yield entry
        progress.see(entry)
    progress.clear()


@contextmanager
def _noting(entry: Entry) -> Iterator[None]:
    """Note with an error that nobody foresaw what it was about."""
    try:
        yield
    except Exception as error:
        where = "" if isinstance(entry, EventHeader) else f", round {entry.round_number}"
        error.add_note(f"about {entry.event}{where}")
        raise


def _write_pages(request: CheckRequest, record: RunRecord) -> None:
    from reports.html import render_html  # noqa: PLC0415 - templates are loaded only for a report
    from reports.sheet import render_sheet, sheet_of_check  # noqa: PLC0415 - likewise

    if request.report:
        _write_page(request.report, render_html(record))
    if request.one_page:
        kept = "" if request.json in (None, STANDARD_OUTPUT) else request.json
        command = shlex.join(["pairproof", "check", *request.files[:1]])
        _write_page(request.one_page, render_sheet(sheet_of_check(record, command, kept or "")))


def _write_page(name: str, page: str) -> None:
    with output_to(name) as stream:
        stream.write(page)
    sys.stderr.write(f"Report written to {name}\n")


def pair(
    file: str, system: str, output: str | None, unfinished: Unfinished | None = None, *, max_size: int | None = None
) -> int:
    """
    Pair the next round and write the list of pairs: number of lines, then White and Black; a bye as ``12 0``.

    Games without a result are told; unless it is said how they count, nothing is paired.
    """
    from checker.programs.answers import pair_list  # noqa: PLC0415 - start-up time

    require_system(system)
    text = pair_list(_paired(file, system, unfinished, _bytes(max_size)))
    write_text(text, output)
    return ExitStatus.CONSISTENT


def _paired(file: str, system: str, unfinished: Unfinished | None, most_bytes: int) -> RoundPairing:
    """Pair the next round of a file; say of games without a result how they were counted."""
    event = event_in(file, system, most_bytes)
    try:
        pairing = api.pair(event, system, unfinished)
    except games.UnfinishedGamesError as error:
        ways = " or ".join(f"--unfinished {way.value} ({games.IN_WORDS[way]})" for way in games.Unfinished)
        message = f"{file}: {error}; enter the results, or say how they count: {ways}"
        raise CommandError(message, ExitStatus.NOT_CHECKED) from error
    except PairingError as error:
        raise CommandError(f"{file}: {error}", ExitStatus.NOT_CHECKED) from error
    rounds = games.open_rounds(event)
    if unfinished is not None and rounds:
        how = games.IN_WORDS[unfinished]
        sys.stderr.write(f"pairproof: {file}: {games.in_words(rounds)}; each counts {how}\n")
    return pairing


def lint(files: Sequence[str], *, max_size: int | None = None) -> int:
    """Print what is wrong with files or suspect in them: 0 nothing, 1 only suspect, 2 something cannot be read."""
    status = ExitStatus.CONSISTENT
    for file in expanded(files):
        problems = read_event(Path(file), most_bytes=_bytes(max_size)).problems
        sys.stdout.writelines(f"{line}\n" for line in problem_lines(problems, _LINTED_OF_A_KIND))
        if any(problem.severity is ProblemSeverity.ERROR for problem in problems):
            status = ExitStatus.NOT_CHECKED
        elif problems:
            status = max(status, ExitStatus.DISCREPANCIES)
        else:
            sys.stdout.write(f"{readable_name(file)}: no problems found\n")
    return status


def systems(key: str | None = None) -> int:
    """List every system and edition with its dates and source, or the one with a key."""
    editions = [edition for edition in api.systems() if key in (None, edition.key)]
    if not editions:
        raise CommandError(f"no system '{key}'; 'pairproof systems' lists them", ExitStatus.USAGE)
    for edition in editions:
        until = f"to {edition.in_force_until}" if edition.in_force_until else "on"
        sys.stdout.write(f"{edition.key:<18}  from {edition.in_force_from} {until:<13}  {edition.title}\n")
        sys.stdout.write(f"{'':<18}  {'. '.join(filter(None, (edition.source, edition.round_note)))}\n")
    return ExitStatus.CONSISTENT
