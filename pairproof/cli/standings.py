"""``pairproof standings``: rank order and tie-breaks of events by C.07, with the argument of a player's values."""

from __future__ import annotations

import datetime as dt
import json
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checker.anonymisation import anonymous_reading, holds
from checker.verdicts.verdict import ExitStatus
from pairproof.cli.anonymise import add_anonymise
from pairproof.cli.errors import CommandError
from pairproof.cli.inputs import tournament_files
from pairproof.cli.option_types import option_type
from pairproof.cli.output import STANDARD_OUTPUT, output_or_screen, output_to, require_writable
from pairproof.cli.standings_forms import RankedFile, record_lines, text_lines
from pairproof.question_requests import BadValueError
from reference_engines.frame.systems import as_ranked, resolve
from standings.codes import Support, parse_tie_breaks
from standings.editions import EDITIONS, TooEarlyError
from standings.ranking import rank
from standings.recorded_values import UnreadableValuesError, compare_values, parse_values
from standings.rules import determine_rules
from standings.tie_break_lists import POINTS_ONLY, TieBreakList, collect_remarks, read_declared_lists
from standings.wording import describe_edition
from tournaments import __version__
from tournaments.frozen import dataclass
from tournaments.problems import ProblemSeverity, counted_noun, problem_lines
from tournaments.ranked_participants import participant_noun
from tournaments.regular_files import read_bytes
from tournaments.trf.reading import read_event

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence
    from typing import TextIO

    from reports.standings import RankOrder
    from standings.codes import TieBreakCode
    from standings.editions import TieBreakEdition
    from standings.ranking import Standings
    from tournaments.model import Event
    from tournaments.trf.reading import ParseResult

FORMAT, VERSION = "pairproof-standings", 1
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingTerms:
    """Tie-breaks and edition by which every event is ranked, and the players to explain."""

    tie_breaks: TieBreakList | None
    """None: those of each file."""
    edition: TieBreakEdition | None
    """None: that in force when an event began."""
    players: tuple[int, ...]
    """TPNs of those whose values are to be explained."""
    values: Path | None
    """File of recorded values."""
    is_anonymous: bool = False
    """Whether what names people is replaced."""


@dataclass(frozen=True, kw_only=True)
class StandingsRequest:
    """Events to rank."""

    files: tuple[str, ...]
    tie_breaks: str | None = None
    edition: TieBreakEdition | None = None
    players: tuple[int, ...] = ()
    exported_values: str | None = None
    """File with the values that a program exported."""
    report: str | None = None
    json: str | None = None
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
    parser.add_argument(
        "--player",
        "--team",
        dest="players",
        type=int,
        action="append",
        metavar="TPN",
        help="also say what the values of this player, or of this team, are made of",
    )
    parser.add_argument(
        "--values",
        dest="exported_values",
        metavar="CSV",
        help="compare the values that a program exported for this one event",
    )
    parser.add_argument("--report", metavar="OUT.html", help="write the standings as a page")
    parser.add_argument("--json", metavar="OUT", help="write the standings as JSON lines ('-': standard output)")
    add_anonymise(parser)


def run(request: StandingsRequest) -> int:
    """Rank the events of the files, and return the exit status."""
    terms = terms_of(request)
    files = tournament_files(request.files)
    if request.exported_values and len(files) != 1:
        raise CommandError("--values are of one event; name one file", ExitStatus.USAGE)
    status, ranked, wrong = ExitStatus.CONSISTENT, 0, False
    with ExitStack() as stack:
        stream = _opened(request.json, stack)
        take = stack.enter_context(_page(request.report, terms))
        if stream is not None:
            _write(stream, _header(request))
        for file in files:
            answer = answer_of(read_event(file), file, terms)
            take(answer)
            ranked += answer.standings is not None
            wrong = wrong or bool(answer.wrong_values)
            if not answer.is_complete or (request.exported_values and not answer.compared):
                status = ExitStatus.NOT_CHECKED
            if request.json != STANDARD_OUTPUT:
                sys.stdout.writelines(f"{line}\n" for line in text_lines(answer, request.players))
            if stream is not None:
                for line in record_lines(answer, request.players):
                    _write(stream, line)
        status = ExitStatus.DISCREPANCIES if wrong else status
        if stream is not None:
            _write(stream, {"kind": "footer", "events": len(files), "ranked": ranked, "exit_status": int(status)})
    return status


@contextmanager
def _page(name: str | None, terms: RankingTerms) -> Iterator[Callable[[RankedFile], None]]:
    """Yield a function that collects the standings for the page, which is written at the end."""
    if name is None:
        yield lambda _: None
        return
    from pairproof.cli.standings_page import rank_order  # noqa: PLC0415 - templates are loaded only for a report
    from reports.standings import render_standings  # noqa: PLC0415 - likewise

    require_writable(name)
    orders: list[RankOrder] = []
    yield lambda answer: orders.append(rank_order(answer, terms.players))
    with output_to(name) as stream:
        stream.write(render_standings(orders))


def terms_of(request: StandingsRequest) -> RankingTerms:
    """Return the terms of a request; raise CommandError for an unknown tie-break."""
    return RankingTerms(
        tie_breaks=_parse_tie_break_list(request.tie_breaks),
        edition=request.edition,
        players=request.players,
        values=Path(request.exported_values) if request.exported_values else None,
        is_anonymous=request.anonymous,
    )


def _parse_tie_break_list(text: str | None) -> TieBreakList | None:
    if text is None:
        return None
    codes = parse_tie_breaks(text)
    for code in codes:
        if code.support in (Support.UNKNOWN, Support.MODIFIER_UNKNOWN):
            raise CommandError(f"--tie-breaks: '{code}' {_describe_support(code)}", ExitStatus.USAGE)
    return TieBreakList(codes=codes, record="--tie-breaks")


def _describe_support(code: TieBreakCode) -> str:
    return f"{'is ' if code.support is Support.UNKNOWN else ''}{code.support.value} (see 'pairproof standings --help')"


def _opened(name: str | None, stack: ExitStack) -> TextIO | None:
    if name is None:
        return None
    return stack.enter_context(output_or_screen(name, keeps_beginning=True))


def answer_of(reading: ParseResult, file: str, terms: RankingTerms) -> RankedFile:
    """Rank the event of a file that was read, or say why it is not ranked."""
    if terms.is_anonymous:
        reading = anonymous_reading(reading)
    if reading.event is None:
        errors = problem_lines(problem for problem in reading.problems if problem.severity is ProblemSeverity.ERROR)
        return RankedFile(source=file, refusal="\n".join(errors))
    event = as_ranked(reading.event)
    if not event.rounds_recorded:
        return RankedFile(source=file, event=event, refusal="Nothing to rank by: the file records no round.")
    declared = read_declared_lists(event)
    tie_breaks = terms.tie_breaks or next(iter(declared), POINTS_ONLY)
    try:
        rules = determine_rules(event, edition=terms.edition)
    except TooEarlyError as error:
        return RankedFile(
            source=file, event=event, tie_breaks=tie_breaks, refusal=f"Not ranked: {error}; name one with --edition."
        )
    standings = rank(event, tie_breaks.codes, rules)
    answer = RankedFile(
        source=file,
        event=event,
        standings=standings,
        edition=describe_edition(event, rules.edition, is_asked_for=terms.edition is not None),
        tie_breaks=tie_breaks,
        notes=tuple(_notes(event, standings, declared, tie_breaks)),
    )
    return _with_values(answer, standings, terms.values) if terms.values else answer


def _with_values(answer: RankedFile, standings: Standings, file: Path) -> RankedFile:
    """Compare the recorded values; CommandError if there are none in the file."""
    try:
        recorded = parse_values(read_bytes(file).decode("utf-8", errors="replace"), standings.codes)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror or error}", ExitStatus.NOT_CHECKED) from error
    except UnreadableValuesError as error:
        raise CommandError(f"{file}: {error}", ExitStatus.NOT_CHECKED) from error
    wrong, compared = compare_values(recorded, standings)
    said = f"{counted_noun(compared, 'value')} of {file} compared, {len(wrong) or 'none'} wrong."
    notes = (*answer.notes, *(f"{file}: {remark}" for remark in recorded.remarks), said)
    return replace(answer, notes=notes, wrong_values=wrong, compared=compared)


def _notes(event: Event, standings: Standings, declared: Sequence[TieBreakList], taken: TieBreakList) -> Iterator[str]:
    if not taken.record:
        yield "The file names no tie-breaks (202, 212): points alone count."
    if len(declared) > 1 and taken in declared:
        yield f"Records 212 and 202 differ; 212 was taken ({declared[0].text}, not {declared[1].text})."
    paired_by = resolve(event).edition
    if paired_by is not None and paired_by.file_rounds_per_round > 1:
        yield (
            f"{paired_by.round_note} C.07 knows no such matches: every game counts here, and its opponent. A "
            "forfeited game counts as played, unless somebody forfeited the whole match (C.04.5, Preface)."
        )
    yield from collect_remarks(event, standings.table.rules, standings.codes)
    if standings.obstacle is not None:
        yield f"{standings.obstacle}. {participant_noun(event).capitalize()}s who are tied before it share a rank."


def _write(stream: TextIO, line: dict[str, Any]) -> None:
    stream.write(json.dumps(line, ensure_ascii=False) + "\n")


def _header(request: StandingsRequest) -> dict[str, Any]:
    return {
        "kind": "header",
        "format": FORMAT,
        "format_version": VERSION,
        "program": "pairproof",
        "version": __version__,
        "created": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "tie_breaks": request.tie_breaks,
        "edition": request.edition.key if request.edition else None,
        "holds": holds(anonymous=request.anonymous),
    }
