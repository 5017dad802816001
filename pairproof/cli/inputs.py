"""
Inputs of commands: the key of a system, files and folders of them, the event in a file, and known findings.

They load the engines, and so are not among the options.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from checker.errors import RequestError
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors, require
from reference_engines.frame.systems import AUTO, editions_by_name, newest_editions, paired_by
from tournaments.problems import ProblemSeverity, problem_lines
from tournaments.regular_files import MAX_BYTES, expand_folders
from tournaments.suggestion import suggest
from tournaments.trf.reading import ParseResult, read_event

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checker.known_findings.entries import KnownList
    from checker.second_opinions import SecondOpinions
    from reference_engines.frame.edition import Edition
    from tournaments.model import Event
    from tournaments.readings import ChosenReading

_DATABASE = b"SQLite format 3\0"


def require_system(key: str) -> None:
    """Raise CommandError for a key that does not exist, and is not ``auto``."""
    if key != AUTO:
        find_edition(key, AUTO)


def find_edition(key: str, *others: str) -> Edition:
    """Return an edition; raise CommandError, with the newest editions and the other values, for an unknown key."""
    known = {edition.key: edition for edition in editions_by_name()}
    if key not in known:
        newest = [edition.key for edition in newest_editions() if edition.key in known]
        older = " and older editions (pairproof systems)" if len(known) > len(newest) else ""
        message = f"no system '{key}'; there are: {', '.join([*others, *newest])}{older}{suggest(key, known)}"
        raise CommandError(message, ExitStatus.USAGE)
    return known[key]


def tournament_files(names: Iterable[str]) -> tuple[str, ...]:
    """Return the named files, with the files of a folder in its place; note each folder on standard error."""
    return expand_folders(names, write_note)


def is_store(file: str) -> bool:
    """Whether a file is the store of a campaign; no tournament file begins as a database does."""
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 - start-up time: pathlib is not loaded
            return stream.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False


def write_note(sentence: str) -> None:
    """Write a remark to standard error."""
    sys.stderr.write(f"pairproof: {sentence}\n")


def write_chosen_readings(readings: Iterable[ChosenReading]) -> None:
    """Write the readings that the user chose to standard error, where standard output is for the answer alone."""
    from reports.words import describe_readings  # noqa: PLC0415 - start-up time; few choose a reading

    for sentence in describe_readings(readings):
        write_note(sentence)


def open_second_opinions(texts: Iterable[str]) -> SecondOpinions:
    """Open the programs of ``--second-opinion``; raise CommandError, with the fault, if there is no such program."""
    from checker.errors import RequestError  # noqa: PLC0415 - start-up time; few ask for it
    from checker.programs.program import ProgramError  # noqa: PLC0415 - likewise
    from checker.second_opinions import SecondOpinions  # noqa: PLC0415 - likewise

    with convert_errors(usage=(RequestError, ProgramError), about="--second-opinion"):
        return SecondOpinions(texts)


def require_seed(seed: int | None) -> None:
    """Refuse a negative seed; CommandError."""
    require(seed is None or seed >= 0, f"--seed is {seed}; a seed is not negative")


def require_workers(workers: int | None) -> None:
    """Refuse a number of processes below one; CommandError."""
    require(workers is None or workers > 0, f"--workers is {workers}; at least 1 process")


def split_axes(axes: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return axes, ``KEY=VALUE`` each, as keys and values; raise CommandError for another text."""
    for axis in axes:
        require("=" in axis, f"--axis: '{axis}' is not KEY=VALUE")
    return tuple((key, value) for key, _, value in (axis.partition("=") for axis in axes))


def describe_chosen_readings(readings: Iterable[ChosenReading]) -> dict[str, object]:
    """Return the field of a record with the readings that the user chose; no field if there are none."""
    chosen = [str(reading) for reading in readings]
    return {"readings": chosen} if chosen else {}


def event_in(file: str, system: str, most_bytes: int = MAX_BYTES, *, anonymous: bool = False) -> Event:
    """Read a file, without its people if so asked; raise CommandError, with the fault, if it holds no event."""
    reading = read_event(file, paired=paired_by(system), most_bytes=most_bytes)
    if anonymous:
        from checker.anonymisation import anonymous_reading  # noqa: PLC0415 - start-up time; few ask for it

        reading = anonymous_reading(reading)
    return event_of(reading)


def event_of(reading: ParseResult) -> Event:
    """Return the event of a file that was read; raise CommandError, with the fault, if there is none."""
    if reading.event is None:
        errors = (problem for problem in reading.problems if problem.severity is ProblemSeverity.ERROR)
        raise CommandError("\n".join(problem_lines(errors)), ExitStatus.NOT_CHECKED)
    return reading.event


def read_known_list(name: str | None) -> KnownList | None:
    """Return the list of known findings in a file, or None for no file; raise CommandError for a bad list."""
    if name is None:
        return None
    from checker.known_findings.marking import read_known  # noqa: PLC0415 - start-up time

    with convert_errors(usage=RequestError):
        return read_known(name)


def require_signatures(known: KnownList, where: str) -> KnownList:
    """Refuse a list of which an entry is by cause, where no causes are looked for; CommandError."""
    of_cause = next((entry for entry in known.entries if entry.cause), None)
    if of_cause is not None:
        found = f"{known.source}, line {of_cause.line}: found cause = '{of_cause.cause}'"
        message = f"{found}; no causes are looked for in {where}: name the finding by its signature"
        raise CommandError(message, ExitStatus.USAGE)
    return known
