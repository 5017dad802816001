"""Types of options: functions that read the text of an option, and say what a wrong text should have been."""

from __future__ import annotations

import argparse
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from pairproof.question_requests import BadValueError
from tournaments.suggestion import suggest

if TYPE_CHECKING:
    from collections.abc import Callable

ValueT = TypeVar("ValueT")
EnumT = TypeVar("EnumT", bound=Enum)


def option_type(parse: Callable[[str], ValueT]) -> Callable[[str], ValueT]:
    """Return a type of an option that reports the sentence of a `BadValueError`."""

    def parse_option(text: str) -> ValueT:
        try:
            return parse(text)
        except BadValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parse_option


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
