"""``pairproof standings``: rank order and tie-breaks of events by C.07, and why a player has a place."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from checker.anonymisation import anonymous_reading, holds
from checker.records.run import current_time
from checker.verdicts.consequence import Consequence, judge
from checker.verdicts.verdict import ExitStatus
from pairproof.cli import formats, output_files
from pairproof.cli.errors import CommandError, convert_errors
from pairproof.cli.inputs import tournament_files
from pairproof.cli.options import add_option, add_reading_option, option_type
from pairproof.question_requests import BadValueError, parse_player
from reference_engines.articles import Article
from reference_engines.frame.systems import as_ranked, resolve
from reports.standings import (
    RankedFile,
    RankedRow,
    RankOrder,
    StandingsAnswer,
    StandingsQuestions,
    ValueTable,
    render_standings,
    view_standings,
)
from reports.streams import Detail
from reports.words import describe_readings
from standings.codes import Support, TieBreak, TieBreakCode, parse_tie_breaks
from standings.rank_comparison import UnreadableValuesError, compare_values, parse_values
from standings.ranking import Standings, rank
from standings.rules import EDITIONS, TieBreakEdition, TooEarlyError, determine_rules
from standings.tie_break_lists import POINTS_ONLY, TieBreakList, collect_remarks, read_declared_lists
from standings.values import RoundContribution, ValueExplanation
from standings.wording import describe_edition, describe_explanation
from tournaments import __version__
from tournaments.frozen import FrozenStruct
from tournaments.model import Event
from tournaments.problems import ProblemSeverity, counted_noun, problem_lines
from tournaments.ranked_participants import NoSuchParticipantError, list_ranked, participant_noun
from tournaments.readings import ChosenReading, chosen_readings
from tournaments.regular_files import read_bytes
from tournaments.safe_text import escape_field, escape_line
from tournaments.suggestion import suggest
from tournaments.trf.reading import ParseResult, read_event

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
            order = view_or_refuse(rank_file(read_event(file), file, request, tie_breaks), questions)
            orders.append(order)
            if formats.SCREEN not in records:
                sys.stdout.writelines(f"{line}\n" for line in text_lines(order, request.detail))
            for line in record_lines(order):
                _write(streams, line)
        ranked = [order.ranked for order in orders]
        status = judge(_reasons(ranked, compares_values=bool(request.exported_values))).status
        ranked_events = sum(one.standings is not None for one in ranked)
        _write(streams, {"kind": "footer", "events": len(files), "ranked": ranked_events, "exit_status": int(status)})
    for output in request.outputs:
        if output.form is not formats.Format.RECORD:
            output_files.write_output(
                output, render_standings(orders) if output.form is formats.Format.HTML else csv_table(orders)
            )
    return status


def _reasons(files: Iterable[RankedFile], *, compares_values: bool) -> Iterator[tuple[Consequence, str]]:
    for ranked in files:
        if ranked.wrong_values:
            yield Consequence.FAILED, f"{ranked.source}: {counted_noun(len(ranked.wrong_values), 'wrong value')}."
        if not ranked.is_complete:
            yield Consequence.ERROR, f"{ranked.source}: not ranked to the end of the list."
        elif compares_values and not ranked.compared:
            yield Consequence.ERROR, f"{ranked.source}: no recorded value was compared."


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


def rank_file(reading: ParseResult, file: str, request: StandingsRequest, requested: TieBreakList | None) -> RankedFile:
    """Rank the event of a file that was read, by the requested list or its own, or say why it is not ranked."""
    if request.anonymous:
        reading = anonymous_reading(reading)
    if reading.event is None:
        errors = problem_lines(problem for problem in reading.problems if problem.severity is ProblemSeverity.ERROR)
        return RankedFile(source=file, refusal="\n".join(errors))
    event = as_ranked(reading.event)
    if not event.rounds_recorded:
        return RankedFile(source=file, event=event, refusal="Nothing to rank by: the file records no round.")
    declared = read_declared_lists(event)
    tie_breaks = requested or next(iter(declared), POINTS_ONLY)
    try:
        rules = determine_rules(event, edition=request.edition)
    except TooEarlyError as error:
        return RankedFile(
            source=file, event=event, tie_breaks=tie_breaks, refusal=f"Not ranked: {error}; name one with --edition."
        )
    standings = rank(event, tie_breaks.codes, rules)
    ranked = RankedFile(
        source=file,
        event=event,
        standings=standings,
        edition=describe_edition(event, rules.edition, is_asked_for=request.edition is not None),
        tie_breaks=tie_breaks,
        follows_file=requested is None and request.edition is None,
        notes=(*describe_readings(chosen_readings()), *_notes(event, standings, declared, tie_breaks)),
    )
    return _with_values(ranked, standings, Path(request.exported_values)) if request.exported_values else ranked


def _with_values(ranked: RankedFile, standings: Standings, file: Path) -> RankedFile:
    """Compare the recorded values; CommandError if there are none in the file."""
    with convert_errors(not_checked=(OSError, UnreadableValuesError), about=f"{file}"):
        recorded, remarks = parse_values(read_bytes(file).decode("utf-8", errors="replace"), standings.codes)
    wrong, compared = compare_values(recorded, standings)
    said = f"{counted_noun(compared, 'value')} of {file} compared, {len(wrong) or 'none'} wrong."
    notes = (*ranked.notes, *(f"{file}: {remark}" for remark in remarks), said)
    return replace(ranked, notes=notes, wrong_values=wrong, compared=compared)


def _notes(event: Event, standings: Standings, declared: Sequence[TieBreakList], taken: TieBreakList) -> Iterator[str]:
    if not taken.record:
        yield "The file names no tie-breaks (202, 212): points alone count."
    if len(declared) > 1 and taken in declared:
        yield f"Records 212 and 202 differ; 212 was taken ({declared[0].text}, not {declared[1].text})."
    paired_by = resolve(event).edition
    if paired_by is not None and paired_by.file_rounds_per_round > 1:
        yield (
            f"{paired_by.round_note} C.07 knows no such matches: every game counts here, and its opponent. A "
            "forfeited game counts as played, unless a player forfeited the whole match (C.04.5, Preface)."
        )
    yield from collect_remarks(event, standings.table.rules, standings.codes)
    if standings.obstacle is not None:
        yield f"{standings.obstacle}. {participant_noun(event).capitalize()}s who are tied before it share a rank."


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


_WIDTH = 110
_MIN_RULE_WIDTH = 45
_NAME = 2
"""Column of the rank table."""


# --- text -------------------------------------------------------------------------------------------------------------


def text_lines(order: RankOrder, detail: Detail) -> Iterator[str]:
    """Yield the lines for people: the answers, or the rank order if nothing is asked about a participant."""
    ranked = order.ranked
    if ranked.event is None:
        yield ranked.refusal
        return
    yield escape_line(f"{ranked.source}: {escape_field(ranked.event.name) or 'unnamed event'}, {order.size}")
    if ranked.refusal:
        yield f"  {ranked.refusal}"
        return
    yield f"  {order.rules}"
    if detail is not Detail.VERDICT:
        yield from (f"  note: {escape_line(note)}" for note in ranked.notes)
    yield from _wrong_value_lines(order)
    if not order.answers:
        yield from (f"  {line}" for line in _rank_table(order, order.rows))
    for answer in order.answers:
        yield ""
        yield from (f"  {line}".rstrip() for line in _answer_lines(answer, order, detail))
    yield ""


def _wrong_value_lines(order: RankOrder) -> Iterator[str]:
    ranked = order.ranked
    if ranked.event is None or ranked.standings is None:
        return
    names = {participant.tpn: participant.name for participant in list_ranked(ranked.event)}
    for wrong, sentence in zip(ranked.wrong_values, order.wrong, strict=True):
        yield f"  wrong value: {sentence}"
        explanation = ranked.standings.explain_value(wrong.recorded.code, wrong.recorded.tpn)
        yield f"    {escape_line(describe_explanation(explanation, names))}"


def _rank_table(order: RankOrder, rows: Iterable[RankedRow]) -> Iterator[str]:
    cells = [["rank", "TPN", "name", *order.codes, "decided by"]]
    cells += [[str(row.rank), str(row.tpn), row.name, *row.values, row.decided_by] for row in rows]
    yield from _columns(cells, left={_NAME, len(cells[0]) - 1})


def _columns(rows: Sequence[Sequence[str]], left: set[int]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def _answer_lines(answer: StandingsAnswer, order: RankOrder, detail: Detail) -> Iterator[str]:
    """Yield the four layers of an answer: the answer, the reason, the tables, the articles; quietly, the first two."""
    yield from textwrap.wrap(answer.answer, _WIDTH, break_on_hyphens=False)
    yield from textwrap.wrap(answer.reason, _WIDTH, break_on_hyphens=False)
    if detail is Detail.VERDICT:
        return
    yield ""
    yield from _rank_table(order, answer.rows)
    for table in answer.tables:
        yield ""
        yield table.heading
        yield from (f"  {line}" for line in _value_lines(table))
    yield ""
    yield from _article_lines(answer.articles, order, is_verbose=detail is Detail.FULL)


def _value_lines(table: ValueTable) -> Iterator[str]:
    heading = ["round", "result", "counts with", "adds", "rule"]
    rows = [[row.round_number, row.result, row.figure, row.amount, row.rule] for row in table.rows]
    shown = [column for column in range(len(heading)) if any(row[column] for row in rows)]
    cells = [[row[column] for column in shown if column < len(heading) - 1] for row in (heading, *rows)]
    left = {shown.index(column) for column in (1, 2) if column in shown}
    for line, row in zip(list(_columns(cells, left)) if rows else [], (heading, *rows), strict=False):
        yield from _with_rule(line, row[-1] if len(heading) - 1 in shown else "", cells, left)
    if table.explanation.note:
        yield table.explanation.note


def _with_rule(line: str, rule: str, cells: Sequence[Sequence[str]], left: set[int]) -> Iterator[str]:
    """Yield a line of a table with a rule at its end, which is wrapped in a column of its own."""
    indent = max(
        map(len, _columns([*cells, ["_" * max(map(len, column)) for column in zip(*cells, strict=True)]], left))
    )
    wrapped = textwrap.wrap(rule, max(_MIN_RULE_WIDTH, _WIDTH - indent), break_on_hyphens=False) or [""]
    yield f"{line.ljust(indent)}  {wrapped[0]}".rstrip()
    yield from (f"{' ' * indent}  {more}" for more in wrapped[1:])


def _article_lines(articles: Sequence[Article], order: RankOrder, *, is_verbose: bool) -> Iterator[str]:
    if not is_verbose:
        numbers = ", ".join(article.number for article in articles)
        yield f"Articles: C.07 {numbers} (--verbose prints their texts)"
        return
    yield order.regulation
    for article in articles:
        yield f"  {article.number} {article.title}"
        yield from textwrap.wrap(
            article.text, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
        )
    yield f"  {order.link}"


# --- table ------------------------------------------------------------------------------------------------------------


def csv_table(orders: Iterable[RankOrder]) -> str:
    """Return the rank orders as CSV: a row for each participant, under the codes of all lists."""
    import pandas as pd  # noqa: PLC0415 - start-up time

    from reports.tables import render_csv  # noqa: PLC0415 - likewise

    orders = list(orders)
    codes = list(dict.fromkeys(code for order in orders for code in order.codes))
    rows = [
        {"event": Path(order.ranked.source).stem, "rank": row.rank, "tpn": row.tpn, "name": row.name}
        | {code: "" if value == "-" else value for code, value in zip(order.codes, row.values, strict=True)}
        | {"decided by": row.decided_by}
        for order in orders
        for row in order.rows
    ]
    columns = ["event", "rank", "tpn", "name", *codes, "decided by"]
    return render_csv(pd.DataFrame(rows, columns=columns, dtype=object).fillna(""))


# --- record -----------------------------------------------------------------------------------------------------------


def record_lines(order: RankOrder) -> Iterator[dict[str, Any]]:
    """Yield the lines of the record: the event, the participants in rank order, wrong values, answers."""
    ranked = order.ranked
    standings, stem = ranked.standings, Path(ranked.source).stem
    yield {
        "kind": "event",
        "event": stem,
        "source": ranked.source,
        "name": ranked.event.name if ranked.event else "",
        "rounds_recorded": ranked.event.rounds_recorded if ranked.event else 0,
        "edition": standings.table.rules.edition.key if standings else None,
        "pre_determined": standings.table.rules.pre_determined if standings else None,
        **_team_fields(ranked),
        "tie_breaks": [code.text for code in ranked.tie_breaks.codes],
        "record": ranked.tie_breaks.record,
        "applied": len(standings.columns) if standings else 0,
        "notes": list(ranked.notes),
        "refusal": ranked.refusal,
    }
    if standings is None:
        return
    noun = order.noun
    for row in order.rows:
        shown = {key: None if value == "-" else value for key, value in zip(order.codes, row.values, strict=True)}
        line = {"kind": "standing", "event": stem, noun: row.tpn, "rank": row.rank, "values": shown}
        yield {**line, "decided_by": row.decided_by or None}
    for wrong in ranked.wrong_values:
        recorded = wrong.recorded
        yield {
            "kind": "wrong-value",
            "event": stem,
            noun: recorded.tpn,
            "code": recorded.code.text,
            "recorded": recorded.text,
            "line": recorded.line,
            "value": None if wrong.value == "-" else wrong.value,
        }
    for answer in order.answers:
        yield {
            "kind": "answer",
            "event": stem,
            f"{noun}s": list(answer.participants),
            "answer": answer.answer,
            "reason": answer.reason,
            "articles": [
                {"number": entry.number, "title": entry.title, "text": entry.text} for entry in answer.articles
            ],
        }
        for table in answer.tables:
            yield {"kind": "explanation", "event": stem, noun: table.explanation.tpn, **_explained(table)}


def _team_fields(ranked: RankedFile) -> dict[str, Any]:
    """Return, of a team event only, the score by which teams are ranked first."""
    teams = ranked.standings.competition.teams if ranked.standings else None
    return {} if teams is None else {"primary_score": teams.primary.value}


def _explained(table: ValueTable) -> dict[str, Any]:
    explanation: ValueExplanation = table.explanation
    return {
        "code": table.key,
        "value": None if explanation.value == "-" else explanation.value,
        "article": explanation.article,
        "note": explanation.note,
        "parts": [
            {
                **_part_fields(part),
                "figure": row.figure or None,
                "amount": row.amount or None,
                "rule": row.rule or None,
            }
            for part, row in zip(explanation.contributions, table.rows, strict=True)
        ],
    }


def _part_fields(part: RoundContribution) -> dict[str, Any]:
    return {
        "round": part.round_number,
        "opponent": part.opponent,
        "result": part.result.value if part.result else None,
        "cut": part.cut.value if part.cut else None,
        "article": part.article,
    }
