"""What the commands that answer questions share: the file, the round, and the answer as text or JSON."""

from __future__ import annotations

import json
import shlex
import sys
import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING

from checker.anonymisation import holds
from checker.questions.decimals import encode_in_decimals
from checker.questions.question import NotAskableError
from checker.verdicts.verdict import ExitStatus, Outcome
from pairproof import questions
from pairproof.cli.anonymise import add_anonymise
from pairproof.cli.errors import CommandError
from pairproof.cli.inputs import event_in, require_system
from pairproof.cli.output import STANDARD_OUTPUT, output_to
from reference_engines.frame.results import PairingError
from tournaments.frozen import dataclass
from tournaments.regular_files import MAX_BYTES
from tournaments.safe_text import escape_field

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from checker.questions.question import Question
    from reports.sheet import Sheet, Table
    from tournaments.model import Event

    Answering = Callable[[Question, argparse.Namespace], "Told"]
    """Answers what the options of a command ask about a round."""

_FORM, _VERSION = "pairproof-answer", 2
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
    parser.add_argument("--report", metavar="OUT.html", help="write the answer as a page, one sheet of A4 on paper")
    parser.add_argument("--json", metavar="OUT", help="write the answer as JSON ('-': standard output, without text)")
    add_anonymise(parser)


@dataclass(frozen=True, kw_only=True)
class Told:
    """An answer in parts, for the page."""

    kind: str
    """The command."""
    question: Question
    arguments: tuple[str, ...]
    """Of the command, what is asked beside file and round."""
    answer: str
    good: bool | None = None
    """Whether what was asked about is in order; None if that is not the question."""
    parts: tuple[tuple[str, str], ...] = ()
    table: Table | None = None
    system: str = ""
    """Key of the rules that were followed."""
    found: object
    """The answer as plain values, for JSON."""
    lines: tuple[str, ...]
    """The answer as text."""


def respond(options: argparse.Namespace, answer: Answering) -> int:
    """Answer what a command line asks."""
    with refusing(options.file):
        told = answer(asked(options), options)
    tell(options, told)
    return ExitStatus.CONSISTENT


def on_paper(options: argparse.Namespace, told: Told) -> Sheet:
    """Return the sheet of an answer."""
    from reports.sheet import Sheet  # noqa: PLC0415 - likewise

    edition, event = told.question.prepared.rules.edition, told.question.prepared.source
    outcome = {True: Outcome.CONSISTENT, False: Outcome.DISCREPANT, None: None}[told.good]
    asked_for = [] if options.system == "auto" else ["--system", options.system]
    command = ["pairproof", told.kind, options.file, "--round", str(options.round), *told.arguments, *asked_for]
    return Sheet(
        title=f"{escape_field(event.name) or options.file}, round {options.round}",
        answers=(told.answer,),
        outcome=outcome,
        arguments=told.parts,
        table=told.table,
        facts=(("File", options.file), ("Rules", f"{edition.title} ({edition.key}). {edition.source}")),
        command=shlex.join(command),
        record="" if options.json in (None, STANDARD_OUTPUT) else options.json,
    )


def number(text: str) -> int:
    """Read a number from 1 on."""
    import argparse  # noqa: PLC0415 - only for mistakes

    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number; write 1 or more")
    return int(text)


def read(options: argparse.Namespace) -> Event:
    """Read the file that is asked about."""
    require_system(options.system)
    return event_in(options.file, options.system, MAX_BYTES, anonymous=options.anonymise)


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


def tell(options: argparse.Namespace, answer: Told) -> None:
    """Write an answer: as page and JSON where they are asked for, and as text unless JSON goes to standard output."""
    if options.report:
        from reports.sheet import render_sheet  # noqa: PLC0415 - templates are loaded only for a report

        with output_to(options.report) as page:
            page.write(render_sheet(on_paper(options, answer)))
    if options.json:
        head = {"format": _FORM, "version": _VERSION, "kind": answer.kind, "system": answer.system}
        head["holds"] = holds(anonymous=options.anonymise)
        told = {**head, "answer": encode_in_decimals(answer.found)}
        text = json.dumps(told, ensure_ascii=False, indent=1)
        if options.json == STANDARD_OUTPUT:
            sys.stdout.write(f"{text}\n")
            return
        with output_to(options.json) as stream:
            stream.write(f"{text}\n")
    sys.stdout.writelines(f"{line}\n" for line in answer.lines)


def paragraph(text: str, name: str = "") -> str:
    """Wrap a paragraph, under a name if it has one."""
    indent = f"{name + ':':<10}" if name else ""
    return textwrap.fill(
        text, _WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent), break_long_words=False
    )
