"""The commands `accelerate` and `anonymise`: an event written with virtual points, or without its people."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from checker.anonymisation import anonymised
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.errors import CommandError, convert_errors
from pairproof.cli.inputs import event_in, event_of, require_system
from pairproof.cli.options import add_option
from pairproof.cli.output_files import write_text
from reference_engines.definitions import virtual_points
from reference_engines.frame.declared import declares_baku
from reference_engines.frame.systems import resolve
from tournaments.model import Event
from tournaments.teams.matches import team_event
from tournaments.trf.reading import read_event
from tournaments.trf.writing import UnwritableEventError, write_trf26

_PERCENT = 100
_ACCELERATE_EPILOG = """The source is an essay of 2011; docs/virtual_points.md tells sizes and what is open.
With an odd number the last of the list, who has the bye of the first round, has no virtual points.
"""


def add_accelerate_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.epilog = _ACCELERATE_EPILOG
    parser.set_defaults(run=accelerate)
    parser.add_argument("file", metavar="FILE", help="tournament report file")
    parser.add_argument("--groups", type=int, choices=[one.value for one in virtual_points.VirtualGroups])
    parser.add_argument("--accelerated-rounds", type=int, metavar="N", help="rounds with virtual points (2)")
    parser.add_argument("--draw", type=int, metavar="PERCENT", help="games drawn among equals, for five groups (20)")
    add_option(parser, "system", "by which it is paired (as the file says)")
    parser.add_argument("-o", "--output", metavar="OUT", help="where to write the event, as TRF26 (standard output)")


def accelerate(
    *,
    file: str,
    groups: int = 3,
    accelerated_rounds: int = virtual_points.USUAL_ROUNDS,
    draw: int = 20,
    system: str = "auto",
    output: str | None = None,
) -> int:
    """
    Read an event, write it with its virtual points, and describe its groups and rounds.

    Players have virtual points in the accelerated rounds; ``draw`` is the percentage of games drawn among equals.
    """
    require_system(system)
    if accelerated_rounds < 1 or not 0 <= draw <= _PERCENT:
        raise CommandError("--accelerated-rounds is at least 1, --draw from 0 to 100", ExitStatus.USAGE)
    event = event_in(file, system)
    if event.virtual_points or declares_baku(event.system):
        raise CommandError(f"{file}: the event is accelerated already", ExitStatus.NOT_CHECKED)
    parts, drawn = virtual_points.VirtualGroups(groups), Fraction(draw, _PERCENT)
    with convert_errors(not_checked=UnwritableEventError, about=file):
        text = write_trf26(_accelerated(event, system, parts, drawn, accelerated_rounds))
    write_text(text, output)
    sys.stderr.write(_describe_groups(len(_numbers(event)), parts, drawn))
    return ExitStatus.CONSISTENT


def _numbers(event: Event) -> list[int]:
    """Return the numbers of players, or of teams, in starting order."""
    if event.is_team_event:
        return [team.number for team in team_event(event).teams]
    return [player.tpn for player in event.players]


def _accelerated(event: Event, system: str, groups: virtual_points.VirtualGroups, draw: Fraction, rounds: int) -> Event:
    engine = resolve(event, system).engine
    games = 1 if engine is None else engine.edition.file_rounds_per_round
    win = team_event(event).scoring.win if event.is_team_event else games * event.scoring.win
    points = virtual_points.virtual_points_of(_numbers(event), groups, draw, rounds=games * rounds, win=win)
    return replace(event, virtual_points=points)


def _describe_groups(number: int, groups: virtual_points.VirtualGroups, draw: Fraction) -> str:
    sizes = " + ".join(str(size) for size in virtual_points.group_sizes(number - number % 2, groups, draw))
    accelerated, plain = (virtual_points.rounds_needed(number, accelerated=which) for which in (True, False))
    return f"pairproof: groups of {sizes}; {accelerated} rounds are needed, {plain} without virtual groups\n"


_REPLACED = """what is replaced: names, birth dates, identity numbers, federations, the names of teams and of the event;
what is left out: place, arbiters, comments, lines that are not of the format.

Numbers, results, ratings, titles and dates stay, and so does the alphabetical order of names: pairings or standings
rest on them. Whoever knows the event may recognise it by them.
"""


def add_anonymise_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's request."""
    parser.epilog = _REPLACED
    parser.set_defaults(run=anonymise)
    parser.add_argument("file", metavar="FILE", help="tournament report file")
    parser.add_argument("-o", "--output", metavar="OUT", help="where to write the event, as TRF26 (standard output)")


def anonymise(*, file: str, output: str | None = None) -> int:
    """Read an event and write it without its people."""
    event = event_of(read_event(Path(file)))
    with convert_errors(not_checked=UnwritableEventError, about=file):
        text = write_trf26(anonymised(event))
    write_text(text, output)
    return ExitStatus.CONSISTENT
