"""
Options and inputs that several commands have.

A shared option has one name, letter and destination in all commands. A type is a function that reads the text of an
option, and states the valid form of a wrong text. Inputs are the key of a system, files and folders of them, the event
in a file, and known findings.
"""

from __future__ import annotations

import argparse
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from checker.errors import RequestError
from checker.verdicts.verdict import ExitStatus
from pairproof.api import systems
from pairproof.cli.errors import CommandError, convert_errors, unknown_system_message
from reference_engines.frame.systems import paired_by
from tournaments.problems import ProblemSeverity, problem_lines
from tournaments.regular_files import MAX_BYTES, expand_folders
from tournaments.suggestion import suggest
from tournaments.trf.reading import ParseResult, read_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from checker.known_findings.entries import KnownList
    from checker.second_opinions import SecondOpinions
    from tournaments.model import Event
    from tournaments.readings import ChosenReading

ValueT = TypeVar("ValueT")
EnumT = TypeVar("EnumT", bound=Enum)


_SHARED: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "system": (
        ("--system",),
        {
            "metavar": "KEY",
            "help": "a key of 'pairproof systems'; auto (the default) takes it from field 192, then 092, then the date",
        },
    ),
    "round": (("-r", "--round"), {"dest": "round_number", "type": int, "metavar": "R"}),
    "events": (("-n", "--events"), {"type": int, "metavar": "N"}),
    "seed": (("-s", "--seed"), {"type": int, "metavar": "N", "help": "drawn and printed where it is not given"}),
    "workers": (("-j", "--workers"), {"type": int, "metavar": "N"}),
    "axis": (("--axis",), {"dest": "axes", "action": "append", "metavar": "KEY=VALUE"}),
    "program-number": (("--program-number",), {"dest": "program", "type": int, "metavar": "N"}),
    "set": (
        ("--set",),
        {
            "dest": "settings",
            "action": "append",
            "metavar": "KEY=VALUE",
            "help": "change the description, key by key: limits.seconds=5, input.dialect=trf16, 'check.command=me -c "
            "{input}'",
        },
    ),
    "anonymise": (
        ("--anonymise",),
        {
            "dest": "anonymous",
            "action": "store_true",
            "help": "replace what names people, as 'pairproof anonymise' does",
        },
    ),
    "expected": (
        ("--expected",),
        {"metavar": "KNOWN.toml", "help": "findings that are known: they fail nothing, until they are gone"},
    ),
}


def add_option(command: argparse.ArgumentParser, name: str, text: str = "", **changes: Any) -> None:
    """Describe a shared option, with a help of the command's own if there is one."""
    names, settings = _SHARED[name]
    command.add_argument(*names, **settings | ({"help": text} if text else {}) | changes)


def option_type(parse: Callable[[str], ValueT]) -> Callable[[str], ValueT]:
    """Return a type of an option that reports the sentence of a `BadValueError`."""

    def parse_option(text: str) -> ValueT:
        from pairproof.question_requests import BadValueError  # noqa: PLC0415 - start-up time of other commands

        try:
            return parse(text)
        except BadValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parse_option


def html_file(name: str) -> str:
    """Read the name of a page."""
    if not name.lower().endswith((".html", ".htm")):
        raise argparse.ArgumentTypeError(f"'{name}' is not the name of a page; write one that ends in .html")
    return name


def add_reading_option(command: argparse.ArgumentParser) -> None:
    """Describe the readings that a command follows."""
    command.add_argument(
        "--reading",
        dest="readings",
        action="append",
        type=option_type(_reading),
        metavar="ID=KEY",
        help="follow this side of an open text (SPP-2026-08=printed; 'pairproof readings ID' lists the keys); the "
        "other side excuses nothing any more",
    )


def add_second_opinion_option(command: argparse.ArgumentParser) -> None:
    """Describe the programs that are asked about discrepant rounds."""
    command.add_argument(
        "--second-opinion",
        dest="second_opinions",
        action="append",
        metavar="NAME=PROGRAM",
        help="ask this program about each discrepant round, and say with whom it agrees: bbp6=bbpPairings.exe, or a "
        "command such as 'mine=./mine {input} {output}'",
    )


def _reading(text: str) -> ChosenReading:
    from pairproof.chosen_readings import parse_reading  # noqa: PLC0415 - loads the engines; few choose a reading

    return parse_reading(text)


def enum_type(kind: type[EnumT]) -> Callable[[str], EnumT]:
    """Return a type of an option whose texts are the values of an enum."""

    def parse_member(text: str) -> EnumT:
        try:
            return kind(text)
        except ValueError as error:
            choices = ", ".join(repr(member.value) for member in kind)
            message = f"invalid choice: {text!r} (choose from {choices})"
            raise argparse.ArgumentTypeError(message + suggest(text, (member.value for member in kind))) from error

    return parse_member


def choices_text(kind: type[Enum]) -> str:
    """Return the values of an enum as help shows a choice."""
    return f"{{{','.join(member.value for member in kind)}}}"


def require_system(key: str) -> None:
    """Raise CommandError for a key that does not exist."""
    known = [edition.key for edition in systems()]
    if key != "auto" and key not in known:
        raise CommandError(unknown_system_message(key, known, "auto"), ExitStatus.USAGE)


def tournament_files(names: Iterable[str]) -> tuple[str, ...]:
    """Return the named files, with the files of a folder in its place; note each folder on standard error."""
    return expand_folders(names, write_note)


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


def event_in(file: str, system: str, most_bytes: int = MAX_BYTES, *, anonymous: bool = False) -> Event:
    """Read a file, without its people if so asked; raise CommandError, with the fault, if it holds no event."""
    reading = read_event(Path(file), paired=paired_by(system), most_bytes=most_bytes)
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
