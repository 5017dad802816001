"""``pairproof anonymise``: an event that can be sent to strangers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from checker.anonymisation import anonymised
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import convert_errors
from pairproof.cli.formats import write_text
from pairproof.cli.inputs import event_of
from tournaments.trf.reading import read_event
from tournaments.trf.writing import UnwritableEventError, write_trf26

if TYPE_CHECKING:
    import argparse

_EPILOG = """what is replaced: names, birth dates, identity numbers, federations, the names of teams and of the event;
what is left out: place, arbiters, comments, lines that are not of the format.

Numbers, results, ratings, titles and dates stay, and so does the alphabetical order of names: pairings or standings
rest on them. Whoever knows the event may recognise it by them.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.epilog = _EPILOG
    parser.set_defaults(run=run)
    parser.add_argument("file", metavar="FILE", help="tournament report file")
    parser.add_argument("-o", "--output", metavar="OUT", help="where to write the event, as TRF26 (standard output)")


def run(*, file: str, output: str | None = None) -> int:
    """Read an event and write it without its people."""
    event = event_of(read_event(Path(file)))
    with convert_errors(not_checked=UnwritableEventError, about=file):
        text = write_trf26(anonymised(event))
    write_text(text, output)
    return ExitStatus.CONSISTENT
