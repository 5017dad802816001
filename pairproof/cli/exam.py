"""``pairproof exam``: whether a program's checker sees planted errors, and leaves clean events alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pairproof.cli.campaign import add_run_options, begin
from pairproof.cli.campaign_requests import CampaignRequest
from pairproof.cli.program import PROGRAM_HELP

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the options: those of a campaign with the direction ``exam``."""
    parser.set_defaults(request=CampaignRequest, run=begin, direction="exam")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM", help=PROGRAM_HELP)
    add_run_options(parser)
