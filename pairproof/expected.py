"""``--expected``: a list of known findings, which fail no run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checker.known_file import KnownFileError, read_known
from checker.verdicts import ExitStatus
from pairproof.errors import CommandError

if TYPE_CHECKING:
    import argparse

    from checker.known_file import KnownList


def add_argument(parser: argparse.ArgumentParser) -> None:
    """Describe the option."""
    parser.add_argument(
        "--expected", metavar="KNOWN.toml", help="findings that are known: they fail nothing, until they are gone"
    )


def asked_list(options: argparse.Namespace) -> KnownList | None:
    """Return the list that was named; None if none was. Raise CommandError for one that cannot be used."""
    if options.expected is None:
        return None
    try:
        return read_known(options.expected)
    except KnownFileError as error:
        raise CommandError(str(error), ExitStatus.USAGE) from error
