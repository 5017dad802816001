"""``pairproof exam``: finds out whether a program's checker sees planted errors, and leaves clean events alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.cli.campaign import add_run_options, run
from pairproof.cli.program import PROGRAM_HELP

if TYPE_CHECKING:
    import argparse

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options: those of a campaign in one direction, begun at once."""
    parser.add_argument("programs", nargs="+", metavar="PROGRAM", help=PROGRAM_HELP)
    parser.set_defaults(direction="exam", action="run", chosen_files=None, seek=None, suite=False, anonymise=False)
    add_run_options(parser)
