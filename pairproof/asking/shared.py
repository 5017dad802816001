"""What the commands that answer questions share: the file, the round, and the answer as text or JSON."""

from __future__ import annotations

import json
import sys
import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING

from checker.asking.question import NotAskableError
from checker.codec import encode
from checker.verdicts import ExitStatus
from pairproof import questions
from pairproof.commands import STANDARD_OUTPUT, event_in, require_system
from pairproof.errors import CommandError
from pairproof.output import output_to
from reference_engines.results import PairingError
from tournaments.regular_files import MOST_BYTES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator

    from checker.asking.question import Question
    from tournaments.model import Event

_FORM, _VERSION = "pairproof-answer", 1
_WIDTH = 110


def add_shared(parser: argparse.ArgumentParser) -> None:
    """Add what all of them take."""
    parser.add_argument("file", metavar="FILE", help="tournament report file (TRF06, TRF16, TRF(x), TRF26)")
    parser.add_argument(
        "--round", type=number, required=True, metavar="R", help="a recorded round, or the one after the last"
    )
    parser.add_argument(
        "--system",
        default="auto",
        metavar="KEY",
        help="a key of 'pairproof systems'; auto (the default) takes it from field 192, then 092, then the date",
    )
    parser.add_argument("--json", metavar="OUT", help="write the answer as JSON ('-': standard output, without text)")


def number(text: str) -> int:
    """Read a number from 1 on."""
    import argparse  # noqa: PLC0415 - only for mistakes

    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number; write 1 or more")
    return int(text)


def read(options: argparse.Namespace) -> Event:
    """Read the file that is asked about."""
    require_system(options.system)
    return event_in(options.file, options.system, MOST_BYTES)


def asked(options: argparse.Namespace) -> Question:
    """Open the file at the round that is asked about."""
    return questions.ask(read(options), options.round, options.system)


@contextmanager
def refusing(file: str) -> Iterator[None]:
    """Say in a line what cannot be answered: what is not there is wrong usage, what cannot be paired is not checked."""
    try:
        yield
    except NotAskableError as error:
        raise CommandError(f"{file}: {error}", ExitStatus.USAGE) from error
    except PairingError as error:
        raise CommandError(f"{file}: {error}", ExitStatus.NOT_CHECKED) from error


def tell(options: argparse.Namespace, kind: str, system: str, answer: object, lines: Iterable[str]) -> None:
    """Write an answer: as JSON where it is asked for, and as text unless that goes to standard output."""
    if options.json:
        told = {"format": _FORM, "version": _VERSION, "kind": kind, "system": system, "answer": encode(answer)}
        text = json.dumps(told, ensure_ascii=False, indent=1)
        if options.json == STANDARD_OUTPUT:
            sys.stdout.write(f"{text}\n")
            return
        with output_to(options.json) as stream:
            stream.write(f"{text}\n")
    sys.stdout.writelines(f"{line}\n" for line in lines)


def paragraph(text: str, name: str = "") -> str:
    """Wrap a paragraph, under a name if it has one."""
    indent = f"{name + ':':<10}" if name else ""
    return textwrap.fill(
        text, _WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent), break_long_words=False
    )
