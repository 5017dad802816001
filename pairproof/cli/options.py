"""
Options that several commands have.

A shared option has one name, letter and destination in all commands. A type is a function that reads the text of an
option, and states the valid form of a wrong text. Nothing here loads an engine: the help and wrong usage need none.
"""

from __future__ import annotations

import argparse
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar

from tournaments.suggestion import suggest

if TYPE_CHECKING:
    from collections.abc import Callable

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


def number_type(unit: str) -> Callable[[str], int]:
    """Return a type of an option that takes a number of units, at least one."""

    def parse_number(text: str) -> int:
        if not text.isdecimal() or not int(text):
            raise argparse.ArgumentTypeError(f"'{text}' is not a number of {unit}; write 1 or more")
        return int(text)

    return parse_number


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
