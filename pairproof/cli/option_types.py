"""Types of options: functions that read the text of an option, and state the valid form of a wrong text."""

from __future__ import annotations

import argparse
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from tournaments.suggestion import suggest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tournaments.readings import ChosenReading

ValueT = TypeVar("ValueT")
EnumT = TypeVar("EnumT", bound=Enum)


def option_type(parse: Callable[[str], ValueT]) -> Callable[[str], ValueT]:
    """Return a type of an option that reports the sentence of a `BadValueError`."""

    def parse_option(text: str) -> ValueT:
        from pairproof.question_requests import BadValueError  # noqa: PLC0415 - start-up time of other commands

        try:
            return parse(text)
        except BadValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parse_option


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
