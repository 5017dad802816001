"""
Reading an event: from a file or a text to the model, with everything that is wrong with it.

The steps, each in a module of its own: bytes to lines (``text``), lines by kind (``sheet``), rows cut at their columns
(``rows``, ``entries``), who was paired (``paired``), cells to rounds (``rounds``, ``bye_requests``), declarations
(``settings``, ``scoring``, ``acceleration``, ``restrictions``, ``teams``, ``team_records``), the two rows of every game
compared (``tournaments.games``), and what is suspect (``tournaments.lint``, for teams ``tournaments.teams.lint``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.blanks import unexplained_blanks
from tournaments.frozen import dataclass
from tournaments.games import GameCheck
from tournaments.lint import lint_into
from tournaments.model import Event, Paired, TrfDialect
from tournaments.places import OPPONENT_OFFSET, Places, column_of
from tournaments.problems import (
    Findings,
    Problem,
    ProblemCode,
    UnreadableEventError,
    counted_noun,
    excerpt,
)
from tournaments.regular_files import MOST_BYTES, read_bytes, readable_name
from tournaments.trf import fields, restrictions, settings
from tournaments.trf.acceleration import read_acceleration
from tournaments.trf.bye_requests import check_last_round, merge_requests
from tournaments.trf.file_faults import foreign_file, second_event, with_one_cause
from tournaments.trf.headers import read_headers
from tournaments.trf.participant_kind import who_is_paired
from tournaments.trf.rounds import (
    Conventions,
    build_table,
    infer_half_points,
    recorded_rounds,
    uses_trf06_letters_only,
)
from tournaments.trf.rows import player_of, read_row
from tournaments.trf.scoring import read_scoring, read_team_bye_points
from tournaments.trf.sheet import sort_lines
from tournaments.trf.team_records import TeamRecords, read_board_colours, read_match_points, read_team_records
from tournaments.trf.teams import read_teams, team_lines
from tournaments.trf.text import decode, split_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tournaments.model import Player, ScoringSystem
    from tournaments.trf.rounds import RoundTable
    from tournaments.trf.rows import Row
    from tournaments.trf.sheet import Record, Sheet

_OF_TEAMS = ("300", "320", "330")
"""Records that say nothing in an event of individuals; the model keeps them there as they are."""
MAX_ENTRIES = 500_000
"""Players times rounds of an event; one long row makes an entry in every round for each of ten thousand short ones."""
_ANYBODY = frozenset(range(1, 10_000))
"""Where a row could not be read, nobody can be said not to exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a text holds: an event, unless there are errors; and all problems, errors first."""

    event: Event | None
    problems: tuple[Problem, ...]
    source: str


def read_event(path: str | Path, *, paired: Paired | None = None, most_bytes: int = MOST_BYTES) -> Reading:
    """
    Read a file, as `parse_event` does; whatever is wrong with the file or its content is among the problems.

    Only a regular file of at most ``most_bytes`` is read.
    """
    source = readable_name(path)
    try:
        data = read_bytes(path, most_bytes)
    except (OSError, ValueError) as error:
        findings = Findings(source)
        reason = getattr(error, "strerror", None) or str(error)
        message = f"the file cannot be read: {reason}"
        findings.add(ProblemCode.FILE_UNREADABLE, message, "check its name and your permission", at=(None, None))
        return Reading(event=None, problems=findings.sorted(), source=source)
    return parse_event(data, source=source, paired=paired)


def load_event(path: str | Path) -> Event:
    """Read a file and return its event; UnreadableEventError with all problems if there is none."""
    reading = read_event(path)
    if reading.event is None:
        raise UnreadableEventError(reading.problems)
    return reading.event


def parse_event(data: bytes | str, *, source: str = "<text>", paired: Paired | None = None) -> Reading:
    """
    Read a text; ``source`` is its name in the problems.

    ``paired`` is who the user says was paired, for texts that list teams and do not say it (`paired.who_is_paired`).
    """
    findings = Findings(source)
    foreign = foreign_file(data, source)
    if foreign is not None:
        findings.add(ProblemCode.FOREIGN_FILE, f"this is {foreign.what}, not TRF", foreign.remedy, at=(None, None))
        return Reading(event=None, problems=findings.sorted(), source=source)
    text = decode(data, findings) if isinstance(data, bytes) else data
    sheet = sort_lines(split_lines(text, findings), findings)
    begins = second_event(sheet)
    if begins is not None:
        message, remedy = f"a second event seems to begin in line {begins}", "put each event into a file of its own"
        findings = Findings(source)
        findings.add(ProblemCode.SECOND_EVENT, message, remedy, at=(begins, 1))
        return Reading(event=None, problems=findings.sorted(), source=source)
    if not sheet.rows or sheet.is_mostly_something_else:
        return Reading(event=None, problems=_problems_without_event(sheet, findings), source=source)
    event = _read_sheet(sheet, paired, findings)
    findings = with_one_cause(event, sheet, findings)
    return Reading(event=None if findings.has_errors else event, problems=findings.sorted(), source=source)


def _problems_without_event(sheet: Sheet, findings: Findings) -> tuple[Problem, ...]:
    """Return what to say of a text without players; of one that is something else, wholly or mostly, only that."""
    if sheet.kept and not sheet.recognised:
        findings = Findings(findings.source)
        message = "no line is a record of a Tournament Report File"
        findings.add(ProblemCode.NOT_TRF, message, "export the event as TRF16 or TRF26", at=(1, None))
    elif sheet.is_mostly_something_else:
        findings = Findings(findings.source)
        others = sheet.unrecognised
        message = (
            f"{len(others)} lines do not begin with the code of a record, and only "
            f"{counted_noun(sheet.recognised, 'line')} do{'es' if sheet.recognised == 1 else ''}; the first is "
            f"{excerpt(others[0].text)!r}"
        )
        remedy = "leave only the records of one event, or begin comments with ###"
        findings.add(ProblemCode.MOSTLY_NOT_TRF, message, remedy, at=(others[0].line, 1), found=others[0].text)
    else:
        message, remedy = "there is no player", "add a 001 record for every player"
        findings.add(ProblemCode.NO_PLAYERS, message, remedy, at=(None, None))
    return findings.sorted()


def _read_sheet(sheet: Sheet, asked: Paired | None, findings: Findings) -> Event:
    """Run all steps, so that all problems are found; the event is sound only if there were no errors."""
    is_lichess = "lichess" in sheet.text("032").lower()
    rows, unread, is_complete = _read_rows(sheet.rows, findings, has_running_games=is_lichess)
    recorded = recorded_rounds(rows)
    if len(rows) * recorded > MAX_ENTRIES:
        message = f"{len(rows)} players and {recorded} rounds are more than {MAX_ENTRIES:,} entries"
        remedy = "leave out the rounds that were not played, or put each event into a file of its own"
        findings.add(ProblemCode.EVENT_TOO_LARGE, message, remedy, at=(None, None))
        return Event(players=(), rounds_recorded=0)
    paired = who_is_paired(sheet, rows, asked, findings)
    for_teams = paired is Paired.TEAMS
    conventions = Conventions(is_team_event=for_teams, is_lichess=is_lichess)
    dialect = _dialect(sheet, rows)
    scoring = read_scoring(sheet, findings)
    if for_teams:  # P is the bye of a team there, not of its players
        scoring = replace(scoring, pairing_allocated_bye=scoring.white_win)
    table = build_table(rows, conventions, findings)
    if dialect is TrfDialect.TRF06 and not for_teams:
        infer_half_points(table, _points(rows, table, scoring), findings)
    known = frozenset(row.tpn for row in rows) if is_complete else _ANYBODY
    event = _declared(sheet, known, for_teams=for_teams, findings=findings)
    team_records = _team_records(sheet, event, table.recorded, for_teams=for_teams, findings=findings)
    records = [] if for_teams else restrictions.read_bye_records(sheet, table.recorded + 1, known, findings)
    places = Places(lines={row.tpn: row.line for row in rows}, teams=team_lines(sheet), records=team_records.lines)
    requested = merge_requests(table, records, places, findings)
    check_last_round(requested, event.rounds_declared, places, findings)
    _check_round_count(rows, table.recorded, event.rounds_declared, findings)
    games = GameCheck(entries=table.entries, unread=unread, is_complete=is_complete, places=places, findings=findings)
    for (tpn, round_number), entry in games.run().items():
        table.entries[tpn][round_number - 1] = entry
    event = replace(
        event,
        players=_players(rows, table, findings, by_position=event.rank_by_position),
        rows=_order_of_rows(rows, by_position=event.rank_by_position),
        rounds_recorded=table.recorded,
        scoring=scoring,
        requested_byes=requested,
        line_ups=team_records.line_ups,
        team_allocated_byes=team_records.allocated_byes,
        team_bye_points=read_team_bye_points(sheet) if for_teams else None,
        forfeited_matches=team_records.forfeited,
        team_byes=team_records.byes,
        unexplained_blanks=() if for_teams else unexplained_blanks(table.left_blank(), (bye for _, bye in records)),
        paired=None if event.is_team_event == for_teams else paired,
        dialect=dialect,
    )
    event = replace(event, headers=read_headers(sheet, event, findings))
    return _looked_through(event, places, findings) if is_complete and not unread else event


def _looked_through(event: Event, places: Places, findings: Findings) -> Event:
    """Look for what is suspect in an event whose rows were all read; return it with wins that only points tell."""
    if event.is_team_event:
        from tournaments.teams.inferred_wins import infer_wins  # noqa: PLC0415 - start-up time; few events are of teams

        event = infer_wins(event, findings)
    lint_into(event, places, findings)
    return event


def _read_rows(
    records: Sequence[Record], findings: Findings, *, has_running_games: bool
) -> tuple[list[Row], frozenset[int], bool]:
    """Return the rows, the numbers of those not read completely, and whether the numbers of all rows are known."""
    rows: dict[int, Row] = {}
    unread: set[int] = set()
    is_complete = True
    for record in records:
        row = read_row(record.text, record.line, findings, has_running_games=has_running_games)
        if row is None:
            is_complete = False
        elif row.tpn in rows:
            unread.add(row.tpn)
            message = f"player {row.tpn} has a 001 record in line {rows[row.tpn].line} already"
            remedy = "give every player a number of their own"
            findings.add(ProblemCode.NUMBER_REPEATED, message, remedy, at=(row.line, 5), found=str(row.tpn))
        else:
            rows[row.tpn] = row
            if not row.is_sound:
                unread.add(row.tpn)
    return list(rows.values()), frozenset(unread), is_complete


def _dialect(sheet: Sheet, rows: Sequence[Row]) -> TrfDialect:
    if sheet.has_engine_records:
        return TrfDialect.TRFX
    if sheet.has_trf26_records:
        return TrfDialect.TRF26
    if "142" not in sheet.records and uses_trf06_letters_only(rows):
        return TrfDialect.TRF06
    return TrfDialect.TRF16


def _points(rows: Sequence[Row], table: RoundTable, scoring: ScoringSystem) -> dict[int, tuple[int, int | None]]:
    """Return computed and declared points by TPN."""
    return {
        row.tpn: (
            sum(scoring.points(entry) for entry in table.entries[row.tpn]),
            fields.tenths(row.text[80:84]),
        )
        for row in rows
    }


def _declared(sheet: Sheet, known: frozenset[int], *, for_teams: bool, findings: Findings) -> Event:
    """Return an event without players that holds what the records other than 001 say."""
    rounds = settings.read_round_count(sheet, findings)
    colour, by_position = settings.read_configuration(sheet, findings)
    kept = sorted([*sheet.kept, *(() if for_teams else sheet.all(*_OF_TEAMS))])
    teams = read_teams(sheet, known, findings)
    numbers = frozenset(team.number for team in teams) if for_teams else known
    system = settings.read_system(sheet, findings)
    settings.check_tie_breaks(sheet, findings)
    return Event(
        players=(),
        rounds_recorded=0,
        rounds_declared=rounds,
        name=sheet.text("012"),
        city=sheet.text("022"),
        federation=sheet.text("032"),
        start=settings.read_date(sheet, "042", findings),
        end=settings.read_date(sheet, "052", findings),
        arbiter=sheet.text("102"),
        system=system,
        initial_colour=colour,
        virtual_points=read_acceleration(sheet, numbers, findings, primary=system.primary_score if for_teams else None),
        forbidden=restrictions.read_forbidden(sheet, rounds, numbers, findings),
        abnormal_points=restrictions.read_abnormal_points(sheet, findings),
        rank_by_position=by_position,
        teams=teams,
        match_points=read_match_points(sheet, findings) if for_teams else None,
        board_colours=read_board_colours(sheet, findings) if for_teams else (),
        declarations=tuple(sheet.declarations),
        unknown_records=tuple(record.text for record in kept),
    )


def _team_records(sheet: Sheet, event: Event, recorded: int, *, for_teams: bool, findings: Findings) -> TeamRecords:
    if not for_teams:
        return TeamRecords(lines={})
    numbers = frozenset(team.number for team in event.teams)
    return read_team_records(sheet, numbers, recorded + 1, findings)


def _players(rows: Sequence[Row], table: RoundTable, findings: Findings, *, by_position: bool) -> tuple[Player, ...]:
    players = [player_of(row, tuple(table.entries[row.tpn]), findings) for row in rows]
    return tuple(players) if by_position else tuple(sorted(players, key=lambda player: player.tpn))


def _order_of_rows(rows: Sequence[Row], *, by_position: bool) -> tuple[int, ...]:
    """Return the numbers row by row; nothing, if the players stand in that order."""
    numbers = tuple(row.tpn for row in rows)
    return () if by_position or numbers == tuple(sorted(numbers)) else numbers


def _check_round_count(rows: Sequence[Row], recorded: int, declared: int | None, findings: Findings) -> None:
    if declared is None or recorded <= declared:
        return
    row = max(rows, key=lambda row: len(row.cells))
    findings.add(
        ProblemCode.ROUNDS_EXCEEDED,
        f"{recorded} rounds are recorded, but the number of rounds is {declared}",
        "correct the number of rounds (142, XXR), or remove what stands beyond",
        at=(row.line, column_of(declared + 1, OPPONENT_OFFSET)),
    )
