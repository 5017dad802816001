"""``pairproof standings``: rank order and tie-breaks of events by C.07, and why a player has a place."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from checker.anonymisation import anonymous_reading, holds
from checker.records.run import current_time
from checker.standings.ranked_files import RankedFile, compare_exported_values, judge_ranked_files, rank_file
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats, output_files
from pairproof.cli.errors import CommandError, convert_errors
from pairproof.cli.inputs import tournament_files
from pairproof.cli.options import add_option, add_reading_option, option_type
from pairproof.question_requests import BadValueError, parse_player
from reports.standings import RankOrder, StandingsQuestions, render_standings, view_standings
from reports.standings_lines import csv_table, record_lines, text_lines
from reports.streams import Detail
from standings.codes import Support, TieBreak, TieBreakCode, parse_tie_breaks
from standings.rank_comparison import UnreadableValuesError
from standings.rules import EDITIONS, TieBreakEdition
from standings.tie_break_lists import TieBreakList
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.ranked_participants import NoSuchParticipantError
from tournaments.readings import ChosenReading
from tournaments.suggestion import suggest
from tournaments.trf.reading import read_event

FORMAT, VERSION = "pairproof-standings", 1
_FORMATS = (formats.Format.HTML, formats.Format.RECORD, formats.Format.TABLE)
_EPILOG = """tie-breaks (comma separated, as in record 202; points come first unless PTS is written elsewhere):
  PTS WIN WON BPG BWG REP STD PS TPN        one's own record (Article 7)
  DE                                        direct encounter (6)
  BH AOB FB SB KS                           the opponents' scores (8, 9)
  ARO TPR PTP APRO APPO RTNG                ratings (10); players only
  BC TBR BBE                                boards (12); teams only
  MPvGP EMMSB EMGSB EGMSB EGGSB SSSC        both scores (13); teams only
  EDE EDEBT EDEBB EDET EDEB                 extended direct encounter (13); teams only
  BH:MP BH:GP ...                           of teams, by which score (else the primary one)
  /C1 /C2 ... cut   /M1 /M2 ... median   /P forfeits as games   /F fore   /R reversed   /L+1 limit of KS in half points
  /K4 divisor of SSSC

exit status: 0 ranked, 1 recorded values are wrong, 2 something could not be ranked, or not to the end of the list,
3 wrong usage
"""


class StandingsRequest(FrozenStruct, frozen=True, kw_only=True):
    """Events to rank."""

    files: tuple[str, ...]
    tie_breaks: str | None = None
    """None for the tie-breaks of each file."""
    edition: TieBreakEdition | None = None
    """None for the edition in force when an event began."""
    readings: tuple[ChosenReading, ...] = ()
    """Readings of C.07 to follow."""
    players: tuple[int | str, ...] = ()
    """Players or teams whose place and values are explained."""
    pairs: tuple[tuple[int | str, int | str], ...] = ()
    """Players or teams of which the answer says why one is before the other."""
    exported_values: str | None = None
    """File with the values that a program exported."""
    outputs: tuple[formats.Output, ...] = ()
    detail: Detail = Detail.USUAL
    """Whether the texts of the articles are printed."""
    anonymous: bool = False


def parse_edition(key: str) -> TieBreakEdition:
    """Return an edition of C.07 by its key; raise BadValueError if there is none."""
    known = {edition.key: edition for edition in EDITIONS}
    if key not in known:
        raise BadValueError(f"invalid choice: '{key}' (choose from {', '.join(map(repr, known))})")
    return known[key]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's options."""
    parser.epilog = _EPILOG
    parser.set_defaults(request=StandingsRequest, run=run)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a directory stands for the tournament files in it")
    parser.add_argument(
        "--tie-breaks", metavar="LIST", help="codes such as BH/C1,BH,SB (else those of record 212 or 202 of the file)"
    )
    parser.add_argument(
        "--edition",
        type=option_type(parse_edition),
        metavar=f"{{{','.join(edition.key for edition in EDITIONS)}}}",
        help="edition of C.07 (else that in force when the event began)",
    )
    add_reading_option(parser)
    parser.add_argument(
        "--player",
        "--team",
        dest="players",
        type=option_type(parse_player),
        action="append",
        metavar="NAME",
        help="explain the place and the values of this player or team, by number or any part of the name",
    )
    parser.add_argument(
        "--why",
        dest="pairs",
        type=option_type(parse_player),
        action="append",
        nargs=2,
        metavar=("A", "B"),
        help="say which tie-break puts one of two players or teams before the other",
    )
    parser.add_argument(
        "--values",
        dest="exported_values",
        metavar="CSV",
        help="compare the values that a program exported for this one event",
    )
    formats.add_output_option(parser, _FORMATS, {"--report": formats.Format.HTML, "--json": formats.Format.RECORD})
    add_option(parser, "anonymise")


def run(request: StandingsRequest) -> int:
    """Rank the events of the files, and return the exit status."""
    tie_breaks = parse_tie_break_list(request.tie_breaks)
    files = tournament_files(request.files)
    questions = StandingsQuestions(players=request.players, pairs=request.pairs)
    if len(files) != 1 and (request.exported_values or questions != StandingsQuestions()):
        raise CommandError("--values, --player and --why are about one event; name one file", ExitStatus.USAGE)
    output_files.require_outputs(request.outputs)
    records = [output.name for output in request.outputs if output.form is formats.Format.RECORD]
    orders: list[RankOrder] = []
    with ExitStack() as stack:
        streams = [stack.enter_context(output_files.output_or_screen(name, keeps_beginning=True)) for name in records]
        _write(streams, _header(request))
        for file in files:
            order = view_or_refuse(_rank(file, request, tie_breaks), questions)
            orders.append(order)
            if formats.SCREEN not in records:
                sys.stdout.writelines(f"{line}\n" for line in text_lines(order, request.detail))
            for line in record_lines(order):
                _write(streams, line)
        ranked = [order.ranked for order in orders]
        status = judge_ranked_files(ranked, compares_values=bool(request.exported_values)).status
        ranked_events = sum(one.standings is not None for one in ranked)
        _write(streams, {"kind": "footer", "events": len(files), "ranked": ranked_events, "exit_status": int(status)})
    for output in request.outputs:
        if output.form is not formats.Format.RECORD:
            output_files.write_output(
                output, render_standings(orders) if output.form is formats.Format.HTML else csv_table(orders)
            )
    return status


def _rank(file: str, request: StandingsRequest, tie_breaks: TieBreakList | None) -> RankedFile:
    """Rank the event of a file; CommandError if a file of exported values has none."""
    reading = read_event(file)
    ranked = rank_file(anonymous_reading(reading) if request.anonymous else reading, file, tie_breaks, request.edition)
    if request.exported_values:
        values = Path(request.exported_values)
        with convert_errors(not_checked=(OSError, UnreadableValuesError), about=f"{values}"):
            ranked = compare_exported_values(ranked, values)
    return ranked


def view_or_refuse(ranked: RankedFile, questions: StandingsQuestions) -> RankOrder:
    """Return the standings of a file as a view; raise CommandError for a participant who is not in the event."""
    with convert_errors(usage=NoSuchParticipantError, about=f"{ranked.source}"):
        return view_standings(ranked, questions)


def parse_tie_break_list(text: str | None) -> TieBreakList | None:
    """Read a list of tie-breaks, None for none; raise CommandError for an unknown tie-break."""
    if text is None:
        return None
    codes = parse_tie_breaks(text)
    for code in codes:
        if code.support in (Support.UNKNOWN, Support.MODIFIER_UNKNOWN):
            likely = suggest(code.text, (tie_break.value for tie_break in TieBreak))
            raise CommandError(f"--tie-breaks: '{code}' {_describe_support(code)}{likely}", ExitStatus.USAGE)
    return TieBreakList(codes=codes, record="--tie-breaks")


def _describe_support(code: TieBreakCode) -> str:
    return f"{'is ' if code.support is Support.UNKNOWN else ''}{code.support.value} (see 'pairproof standings --help')"


def _write(streams: Sequence[TextIO], line: dict[str, Any]) -> None:
    for stream in streams:
        stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def _header(request: StandingsRequest) -> dict[str, Any]:
    return {
        "kind": "header",
        "format": FORMAT,
        "format_version": VERSION,
        "program": "pairproof",
        "version": __version__,
        "created": current_time(),
        "tie_breaks": request.tie_breaks,
        "edition": request.edition.key if request.edition else None,
        "holds": holds(anonymous=request.anonymous),
    }
