"""``pairproof readings``: the register of readings, where the text of a regulation can be read in two ways."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from checker.verdicts import ExitStatus
from pairproof.errors import CommandError
from reference_engines.readings import READINGS, Reading

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

_WIDTH = 110
_INDENT = " " * 14


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "identifier",
        nargs="?",
        metavar="ID",
        help="an entry (SPP-2026-08), or the beginning of several (CLOCK); without it, all are listed in a line each",
    )


def run(options: argparse.Namespace) -> int:
    """List the register, or show the entries that are asked for."""
    if options.identifier is None:
        for entry in READINGS:
            sys.stdout.write(f"{entry.identifier:<28} {_one_line(entry)}\n")
        return ExitStatus.CONSISTENT
    wanted = options.identifier.upper()
    found = [entry for entry in READINGS if entry.identifier == wanted] or [
        entry for entry in READINGS if entry.identifier.startswith(wanted)
    ]
    if not found:
        raise CommandError(f"no reading '{options.identifier}'; 'pairproof readings' lists them", ExitStatus.USAGE)
    sys.stdout.write("\n\n".join("\n".join(_shown(entry)) for entry in found) + "\n")
    return ExitStatus.CONSISTENT


def _one_line(entry: Reading) -> str:
    return textwrap.shorten(f"{entry.article}: {entry.question}", _WIDTH, placeholder=" ...")


def _shown(entry: Reading) -> Iterator[str]:
    """Show an entry: both sides, and why the one is taken."""
    yield f"{entry.identifier}  ({entry.article})"
    parts = (
        ("Question", entry.question),
        ("Taken", entry.taken),
        ("Not taken", entry.other),
        ("Why", entry.why),
        ("Not followed", entry.not_followed),
        ("Answered", entry.answered),
        ("Example", entry.example),
    )
    for name, text in parts:
        if text:
            yield textwrap.fill(text, _WIDTH, initial_indent=f"{name:<{len(_INDENT)}}", subsequent_indent=_INDENT)
