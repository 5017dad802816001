"""``pairproof readings``: the register of readings, where the text of a regulation can be read in two ways."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

from checker.verdicts import ExitStatus
from pairproof.errors import CommandError
from reference_engines.readings import READINGS as OF_PAIRING
from standings.readings import READINGS as OF_STANDINGS
from tournaments.readings import OtherSide, Reading

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Sequence

READINGS: tuple[Reading, ...] = (*OF_PAIRING, *OF_STANDINGS)
_WIDTH = 110
_INDENT = " " * 14
_FOLLOWED = {
    OtherSide.NOT_FOLLOWED: "No.",
    OtherSide.FOLLOWED: "Yes: a round that is right by the reading not taken is not counted as a discrepancy.",
    OtherSide.FOLLOWED_FOR_TEAMS: "By the systems for teams only.",
    OtherSide.LEFT_OPEN: "No, but a difference that rests on this point alone is not counted as a discrepancy.",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "identifiers",
        nargs="*",
        metavar="ID",
        help="an entry (SPP-2026-08), or the beginning of several (CLOCK); without any, all are listed in a line each",
    )
    parser.add_argument("--markdown", action="store_true", help="write the entries as a table in Markdown")


def run(options: argparse.Namespace) -> int:
    """List the register, or show the entries that are asked for."""
    if options.markdown:
        sys.stdout.write("\n".join(markdown(chosen(options.identifiers))) + "\n")
    elif options.identifiers:
        sys.stdout.write("\n\n".join("\n".join(_shown(entry)) for entry in chosen(options.identifiers)) + "\n")
    else:
        for entry in READINGS:
            sys.stdout.write(f"{entry.identifier:<28} {_one_line(entry)}\n")
    return ExitStatus.CONSISTENT


def chosen(identifiers: Sequence[str]) -> tuple[Reading, ...]:
    """Return the entries of these names, or whose names begin so, each once; all, if none is asked for."""
    if not identifiers:
        return READINGS
    return tuple({entry.identifier: entry for wanted in identifiers for entry in _named(wanted)}.values())


def _named(wanted: str) -> tuple[Reading, ...]:
    name = wanted.upper()
    found = tuple(entry for entry in READINGS if entry.identifier == name) or tuple(
        entry for entry in READINGS if entry.identifier.startswith(name)
    )
    if not found:
        raise CommandError(f"no reading '{wanted}'; 'pairproof readings' lists them", ExitStatus.USAGE)
    return found


def markdown(entries: Iterable[Reading]) -> Iterator[str]:
    """Yield the lines of a table, as the pages in ``docs`` hold it."""
    yield "| identifier | open point | what we do | otherwise | followed |"
    yield "|---|---|---|---|---|"
    for entry in entries:
        texts = (
            entry.question_in_short or entry.question,
            entry.taken_in_short or entry.taken,
            entry.other_in_short or entry.other,
        )
        cells = (f"`{entry.identifier}`", *map(_cell, texts), entry.other_side.value)
        yield f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return text[:1].upper() + text[1:].replace("|", "&#124;")


def _one_line(entry: Reading) -> str:
    return textwrap.shorten(f"{entry.article}: {entry.question}", _WIDTH, placeholder=" ...")


def _shown(entry: Reading) -> Iterator[str]:
    """Show an entry: both sides, and why the one is taken."""
    yield f"{entry.identifier}  ({entry.article})"
    parts = (
        ("Question", entry.question),
        ("Taken", entry.taken),
        ("Not taken", entry.other),
        ("Followed", _FOLLOWED[entry.other_side]),
        ("Why", entry.why),
        ("Not followed", entry.not_followed),
        ("Answered", entry.answered),
        ("Example", entry.example),
    )
    for name, text in parts:
        if text:
            yield textwrap.fill(
                text,
                _WIDTH,
                initial_indent=f"{name:<{len(_INDENT)}}",
                subsequent_indent=_INDENT,
                break_on_hyphens=False,
            )
