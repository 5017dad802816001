"""
The reader of events: from a file or a text to the model, with all problems.

The steps, each in a module of its own: bytes to lines (``text``), lines by kind (``sheet``), rows cut at their columns
(``rows``, ``entries``), players or teams (``participant_kind``), cells to rounds (``rounds``, ``bye_requests``),
declarations (``settings``, ``scoring``, ``acceleration``, ``restrictions``, ``teams``), the two rows of every game
compared (``tournaments.games``), and lint (``tournaments.lint``, for teams ``tournaments.teams.lint``).

A fault of a whole file (another format, two events in one file, an early end) has one cause and is one problem; record
by record it would give dozens.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.blanks import find_blank_teams, find_unexplained_blanks
from tournaments.frozen import FrozenStruct
from tournaments.games import GameCheck
from tournaments.lint import add_lint
from tournaments.model import Dialect, Event, ParticipantKind, Player, ScoringSystem
from tournaments.places import OPPONENT_OFFSET, Places, entry_column
from tournaments.problems import FileProblem, ProblemCode, ProblemLog, UnreadableEventError, counted_noun, shorten
from tournaments.regular_files import MAX_BYTES, normalise_path, read_bytes, readable_name, suggest_file
from tournaments.trf import fields, restrictions, settings
from tournaments.trf.acceleration import read_acceleration
from tournaments.trf.participant_kind import TEAM_LIST_CODES, determine_participant_kind
from tournaments.trf.rounds import (
    build_table,
    check_last_round,
    count_recorded_rounds,
    infer_half_points,
    merge_requests,
    uses_trf06_letters_only,
)
from tournaments.trf.rows import Row, build_player, read_row
from tournaments.trf.scoring import read_scoring, read_team_bye_points
from tournaments.trf.settings import read_headers
from tournaments.trf.sheet import Record, TrfSheet, decode, sort_lines, split_lines

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from pathlib import Path

    from tournaments.teams.records import Team
    from tournaments.trf.rounds import RoundTable

_SAMPLE = 4096
"""The number of bytes that show the format of a file."""
_MIN_MISSING_OPPONENTS = 2
"""The smallest number of opponents without a row; a single one may be a typing error."""
_MIN_REPEATED_NUMBERS = 3
"""The smallest number of repeated player numbers."""
_CONSEQUENCES_OF_MISSING_ROWS = frozenset(
    (
        ProblemCode.OPPONENT_UNKNOWN,
        ProblemCode.OPPONENT_ONE_SIDED,
        ProblemCode.TEAM_PLAYER_UNKNOWN,
        ProblemCode.BYE_PLAYER_UNKNOWN,
        ProblemCode.PLAYERS_MISCOUNTED,
        ProblemCode.POINTS_MISMATCH,
        ProblemCode.BLANK_UNEXPLAINED,
        ProblemCode.NUMBER_GAP,
    )
)
"""The problems that follow from missing rows at the end of a file."""
_GENERAL_REMEDY = "export the event as TRF16 or TRF26 from the pairing program"


_FORMATS = (
    (
        rb"PK\x03\x04",
        (
            "an Excel file (xlsx) or another ZIP archive",
            "Swiss-Manager exports the event in menu Other as 'FIDE-Data-Export TRF16'; a table alone is not enough",
        ),
    ),
    (rb"\xd0\xcf\x11\xe0", ("an old Office file (xls, doc)", _GENERAL_REMEDY)),
    (rb"%PDF", ("a PDF", _GENERAL_REMEDY)),
    (rb'\[(Event|Site|Date) "', ("a file of games (PGN)", _GENERAL_REMEDY)),
    (
        rb"(?is)(<\?xml|<)[^\0]*vega",
        (
            "Vega's XML",
            "Vega writes TRF from menu Rating Report, and a .trfx into the event's folder with every round",
        ),
    ),
    (
        rb"(?i)(<!doctype html|<html|<\?xml[^>]*>\s*<!doctype html)",
        (
            "a web page (HTML)",
            "chess-results.com shows events of Swiss-Manager; its menu Other exports them as 'FIDE-Data-Export TRF16'",
        ),
    ),
    (rb"<\?xml|<[A-Za-z]+[ >]", ("an XML file", _GENERAL_REMEDY)),
    (
        rb"\{\s*\"",
        ("a JSON file", "SwissSys writes TRF from Utilities, Ratings reports, FIDE; lichess offers TRF beside it"),
    ),
)
"""Patterns for the beginning of a file, with the format in words and a remedy."""
_TUNX = (
    "a tournament file of Swiss-Manager (TUNX)",
    "open it there and export it in menu Other as 'FIDE-Data-Export TRF16'",
)


def recognise_foreign_format(data: bytes | str, source: str) -> tuple[str, str] | None:
    """Return the format of a file that is not TRF, and a remedy; None if no other format is recognised."""
    sample = data[:_SAMPLE]
    head = sample if isinstance(sample, bytes) else sample.encode("utf-8", errors="replace")
    if b"\0" in head and re.search(r"\.tun[a-z]?$", source, re.IGNORECASE):
        return _TUNX
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if head[:1].isdigit():  # as almost every Tournament Report File begins, and no other format
        return None
    return next((foreign for pattern, foreign in _FORMATS if re.match(pattern, head)), None)


def find_second_event(sheet: TrfSheet) -> int | None:
    """Return the line in which a second event seems to begin; None if the file has only one event."""
    if not sheet.rows:
        return None
    lines: dict[str, int] = {}
    repeated = []
    for record in sheet.rows:
        number = record.text[4:8].strip()
        if number in lines:
            repeated.append(record.line)
        else:
            lines[number] = record.line
    if len(repeated) < _MIN_REPEATED_NUMBERS:
        return None
    last_before = max(record.line for record in sheet.rows if record.line < repeated[0])
    headers = [record.line for records in sheet.records.values() for record in records]
    return min((line for line in headers if last_before < line < repeated[0]), default=repeated[0])


def merge_cut_off_problems(event: Event, sheet: TrfSheet, log: ProblemLog) -> ProblemLog:
    """Return the problems; if the file ends too early, one problem replaces all consequences of the missing rows."""
    if not log.has(ProblemCode.OPPONENT_UNKNOWN):
        return log
    numbers = {player.tpn for player in event.players}
    met = {entry.opponent for player in event.players for entry in player.rounds if entry.opponent is not None}
    missing = sorted(met - numbers)
    if len(missing) < _MIN_MISSING_OPPONENTS or not _is_cut_off(event, missing):
        return log
    last = event.rows[-1] if event.rows else max(numbers)
    message = f"the file seems to end too early, after player {last}: {len(missing)} opponents have no row"
    cut_log = log.remove(_CONSEQUENCES_OF_MISSING_ROWS)
    cut_log.add(
        ProblemCode.FILE_CUT_OFF,
        message,
        "export the event again, and copy the whole file",
        at=(sheet.rows[-1].line, 1),
    )
    return cut_log


def _is_cut_off(event: Event, missing: list[int]) -> bool:
    """Whether the missing rows are the last rows: by the count of 062, or because the rows are in order."""
    counted = event.header("062")
    numbers = [int(text) for text in re.findall(r"[0-9]{1,6}", counted)]
    if any(number >= len(event.players) + len(missing) for number in numbers):
        return True
    return not event.rows and missing[0] > max(player.tpn for player in event.players)


_TEAM_RECORD_CODES = ("300", "320", "330")
"""Records without a meaning in an event of individuals, which keeps them verbatim."""
MAX_ENTRIES = 500_000
"""The largest number of players times rounds; one long row adds entries to each of ten thousand short rows."""
_ALL_NUMBERS = frozenset(range(1, 10_000))
"""All possible numbers, for a file with an unreadable row, in which any player may exist."""

_NUMBER_COLUMNS = slice(4, 8)
"""Columns 5 to 8 of a 001 record."""


class ParseResult(FrozenStruct, frozen=True, kw_only=True):
    """The result of parsing a text: an event, unless there are errors, and all problems, errors first."""

    event: Event | None
    problems: tuple[FileProblem, ...]
    source: str


def read_event(path: str | Path, *, paired: ParticipantKind | None = None, most_bytes: int = MAX_BYTES) -> ParseResult:
    """
    Read a file, as `parse_event` reads a text; all faults of the file and its content are among the problems.

    Only a regular file of at most ``most_bytes`` is read.
    """
    source = readable_name(normalise_path(path))
    try:
        data = read_bytes(path, most_bytes)
    except (OSError, ValueError) as error:
        log = ProblemLog(source)
        reason = getattr(error, "strerror", None) or str(error)
        message = f"the file cannot be read: {reason}"
        remedy = f"check its name and your permission{suggest_file(path)}"
        log.add(ProblemCode.FILE_UNREADABLE, message, remedy, at=(None, None))
        return ParseResult(event=None, problems=log.sorted(), source=source)
    return parse_event(data, source=source, paired=paired)


def load_event(path: str | Path) -> Event:
    """Read a file and return its event; raise UnreadableEventError with all problems if it cannot be read."""
    reading = read_event(path)
    if reading.event is None:
        raise UnreadableEventError(reading.problems)
    return reading.event


def parse_event(data: bytes | str, *, source: str = "<text>", paired: ParticipantKind | None = None) -> ParseResult:
    """
    Read a text; ``source`` is its name in the problems.

    ``paired`` is the user's statement whether players or teams were paired, for texts that list teams and do not
    declare it (`participant_kind.determine_participant_kind`).
    """
    log = ProblemLog(source)
    foreign = recognise_foreign_format(data, source)
    if foreign is not None:
        description, remedy = foreign
        log.add(ProblemCode.FOREIGN_FILE, f"this is {description}, not TRF", remedy, at=(None, None))
        return ParseResult(event=None, problems=log.sorted(), source=source)
    text = decode(data, log) if isinstance(data, bytes) else data
    sheet = sort_lines(split_lines(text, log), log)
    begins = find_second_event(sheet)
    if begins is not None:
        message, remedy = f"a second event seems to begin in line {begins}", "put each event into a file of its own"
        log = ProblemLog(source)
        log.add(ProblemCode.SECOND_EVENT, message, remedy, at=(begins, 1))
        return ParseResult(event=None, problems=log.sorted(), source=source)
    if not sheet.rows or sheet.is_mostly_something_else:
        return ParseResult(event=None, problems=_problems_without_event(sheet, log), source=source)
    event = _read_sheet(sheet, paired, log)
    log = merge_cut_off_problems(event, sheet, log)
    return ParseResult(event=None if log.has_errors else event, problems=log.sorted(), source=source)


def find_row_lines(data: bytes, *, is_team_event: bool = False) -> Mapping[int, int]:
    """Return the lines of players' rows or teams' records by number; rows without a readable number are left out."""
    log = ProblemLog(source="")
    sheet = sort_lines(split_lines(decode(data, log), log), log)
    if is_team_event:
        return _team_lines(sheet)
    return {int(number): row.line for row in sheet.rows if (number := row.text[_NUMBER_COLUMNS].strip()).isdecimal()}


def _problems_without_event(sheet: TrfSheet, log: ProblemLog) -> tuple[FileProblem, ...]:
    """Return the problems of a text without players, or only the problem that most of the text is not TRF."""
    if sheet.kept_lines and not sheet.recognised:
        log = ProblemLog(log.source)
        message = "no line is a record of a Tournament Report File"
        log.add(ProblemCode.NOT_TRF, message, "export the event as TRF16 or TRF26", at=(1, None))
    elif sheet.is_mostly_something_else:
        log = ProblemLog(log.source)
        unrecognised = sheet.unrecognised
        message = (
            f"{len(unrecognised)} lines do not begin with the code of a record, and only "
            f"{counted_noun(sheet.recognised, 'line')} do{'es' if sheet.recognised == 1 else ''}; the first is "
            f"{shorten(unrecognised[0].text)!r}"
        )
        remedy = "leave only the records of one event, or begin comments with ###"
        log.add(ProblemCode.MOSTLY_NOT_TRF, message, remedy, at=(unrecognised[0].line, 1), found=unrecognised[0].text)
    else:
        message, remedy = "the file lists no players", "add a 001 record for every player"
        log.add(ProblemCode.NO_PLAYERS, message, remedy, at=(None, None))
    return log.sorted()


def _read_sheet(sheet: TrfSheet, requested_kind: ParticipantKind | None, log: ProblemLog) -> Event:
    """Run all steps, so that all problems are found; the event is valid only without errors."""
    is_lichess = "lichess" in sheet.text("032").lower()
    rows, unread, is_complete = _read_rows(sheet.rows, log, has_running_games=is_lichess)
    recorded = count_recorded_rounds(rows)
    if len(rows) * recorded > MAX_ENTRIES:
        message = f"{len(rows)} players and {recorded} rounds are more than {MAX_ENTRIES:,} entries"
        remedy = "leave out the rounds that were not played, or put each event into a file of its own"
        log.add(ProblemCode.EVENT_TOO_LARGE, message, remedy, at=(None, None))
        return Event(players=(), rounds_recorded=0)
    paired = determine_participant_kind(sheet, rows, requested_kind, log)
    is_team_event = paired is ParticipantKind.TEAMS
    dialect = _detect_dialect(sheet, rows)
    scoring = read_scoring(sheet, log)
    if is_team_event:  # P is the bye of a team, not of a player
        scoring = replace(scoring, pairing_allocated_bye=scoring.white_win)
    table = build_table(rows, log, is_team_event=is_team_event, is_lichess=is_lichess)
    if dialect is Dialect.TRF06 and not is_team_event:
        infer_half_points(table, _points(rows, table, scoring), log)
    known = frozenset(row.tpn for row in rows) if is_complete else _ALL_NUMBERS
    event = _read_declarations(sheet, known, is_team_event=is_team_event, log=log)
    record_lines: dict[Hashable, int] = {}
    if is_team_event:
        event, record_lines = _read_team_records(sheet, event, table.recorded, log)
    records = [] if is_team_event else restrictions.read_bye_records(sheet, table.recorded + 1, known, log)
    places = Places(lines={row.tpn: row.line for row in rows}, teams=_team_lines(sheet), records=record_lines)
    requested = merge_requests(table, records, places, log)
    check_last_round(requested, event.rounds_declared, places, log)
    _check_round_count(rows, table.recorded, event.rounds_declared, log)
    games = GameCheck(entries=table.entries, unread=unread, is_complete=is_complete, places=places, log=log)
    for (tpn, round_number), entry in games.run().items():
        table.entries[tpn][round_number - 1] = entry
    event = replace(
        event,
        players=_build_players(rows, table, log, is_ordered_by_rows=event.rank_by_position),
        rows=_row_order(rows, is_ordered_by_rows=event.rank_by_position),
        rounds_recorded=table.recorded,
        scoring=scoring,
        requested_byes=requested,
        unexplained_blanks=find_unexplained_blanks(table.left_blank(), (bye for _, bye in records)),
        paired=None if event.is_team_event == is_team_event else paired,
        dialect=dialect,
    )
    if is_team_event:
        event = replace(event, unexplained_blanks=find_blank_teams(table.left_blank(), event))
    event = replace(event, headers=read_headers(sheet, event, log))
    return _lint_event(event, places, log) if is_complete and not unread else event


def _lint_event(event: Event, places: Places, log: ProblemLog) -> Event:
    """Lint an event whose rows were all read; return the event with wins and forfeits' points that only points show."""
    if event.is_team_event:
        from tournaments.teams.byes import infer_wins  # noqa: PLC0415 - start-up time; few events are of teams
        from tournaments.teams.forfeits import infer_forfeit_points  # noqa: PLC0415 - likewise

        event = infer_forfeit_points(infer_wins(event, log))
    add_lint(event, places, log)
    return event


def _read_rows(
    records: Sequence[Record], log: ProblemLog, *, has_running_games: bool
) -> tuple[list[Row], frozenset[int], bool]:
    """Return the rows, the numbers of incompletely read rows, and whether the numbers of all rows are known."""
    rows: dict[int, Row] = {}
    unread: set[int] = set()
    is_complete = True
    for record in records:
        row = read_row(record.text, record.line, log, has_running_games=has_running_games)
        if row is None:
            is_complete = False
        elif row.tpn in rows:
            unread.add(row.tpn)
            message = f"player {row.tpn} has a 001 record in line {rows[row.tpn].line} already"
            remedy = "give every player a number of their own"
            log.add(ProblemCode.NUMBER_REPEATED, message, remedy, at=(row.line, 5), found=str(row.tpn))
        else:
            rows[row.tpn] = row
            if not row.is_sound:
                unread.add(row.tpn)
    return list(rows.values()), frozenset(unread), is_complete


def _detect_dialect(sheet: TrfSheet, rows: Sequence[Row]) -> Dialect:
    if sheet.has_engine_records:
        return Dialect.TRFX
    if sheet.has_trf26_records:
        return Dialect.TRF26
    if "142" not in sheet.records and uses_trf06_letters_only(rows):
        return Dialect.TRF06
    return Dialect.TRF16


def _points(rows: Sequence[Row], table: RoundTable, scoring: ScoringSystem) -> dict[int, tuple[int, int | None]]:
    """Return computed and declared points by TPN."""
    return {
        row.tpn: (
            sum(scoring.points(entry) for entry in table.entries[row.tpn]),
            fields.tenths(row.text[80:84]),
        )
        for row in rows
    }


def _read_declarations(sheet: TrfSheet, known: frozenset[int], *, is_team_event: bool, log: ProblemLog) -> Event:
    """Return an event without players that holds the declarations of all records other than 001."""
    rounds = settings.read_round_count(sheet, log)
    colour, is_ordered_by_rows = settings.read_configuration(sheet, log)
    kept_lines = sorted([*sheet.kept_lines, *(() if is_team_event else sheet.all(*_TEAM_RECORD_CODES))])
    teams = _read_teams(sheet, known, log)
    numbers = frozenset(team.number for team in teams) if is_team_event else known
    system = settings.read_system(sheet, log)
    settings.check_tie_breaks(sheet, log)
    return Event(
        players=(),
        rounds_recorded=0,
        rounds_declared=rounds,
        name=sheet.text("012"),
        city=sheet.text("022"),
        federation=sheet.text("032"),
        start=settings.read_date(sheet, "042", log),
        end=settings.read_date(sheet, "052", log),
        arbiter=sheet.text("102"),
        system=system,
        initial_colour=colour,
        virtual_points=read_acceleration(sheet, numbers, log, primary=system.primary_score if is_team_event else None),
        forbidden=restrictions.read_forbidden(sheet, rounds, numbers, log),
        abnormal_points=restrictions.read_abnormal_points(sheet, numbers, log),
        rank_by_position=is_ordered_by_rows,
        teams=teams,
        declarations=tuple(sheet.declarations),
        unknown_records=tuple(record.text for record in kept_lines),
    )


def _lists_teams(sheet: TrfSheet) -> bool:
    return not sheet.records.keys().isdisjoint(TEAM_LIST_CODES)


def _read_teams(sheet: TrfSheet, known: frozenset[int], log: ProblemLog) -> tuple[Team, ...]:
    if not _lists_teams(sheet):
        return ()
    from tournaments.trf.teams import read_teams  # noqa: PLC0415 - start-up time; few files list teams

    return read_teams(sheet, known, log)


def _team_lines(sheet: TrfSheet) -> dict[int, int]:
    if not _lists_teams(sheet):
        return {}
    from tournaments.trf.teams import team_lines  # noqa: PLC0415 - likewise

    return team_lines(sheet)


def _read_team_records(
    sheet: TrfSheet, event: Event, recorded: int, log: ProblemLog
) -> tuple[Event, dict[Hashable, int]]:
    """Return the event with the content of the records of teams, and the lines of these records."""
    from tournaments.trf.teams import read_board_colours, read_match_points, read_team_records  # noqa: PLC0415 - likewise

    numbers = frozenset(team.number for team in event.teams)
    team_records = read_team_records(sheet, numbers, recorded + 1, log)
    event = replace(
        event,
        match_points=read_match_points(sheet, log),
        board_colours=read_board_colours(sheet, log),
        line_ups=team_records.line_ups,
        team_allocated_byes=team_records.allocated_byes,
        team_bye_points=read_team_bye_points(sheet),
        forfeited_matches=team_records.forfeited,
        team_byes=team_records.byes,
    )
    return event, team_records.lines


def _build_players(
    rows: Sequence[Row], table: RoundTable, log: ProblemLog, *, is_ordered_by_rows: bool
) -> tuple[Player, ...]:
    players = [build_player(row, tuple(table.entries[row.tpn]), log) for row in rows]
    return tuple(players) if is_ordered_by_rows else tuple(sorted(players, key=lambda player: player.tpn))


def _row_order(rows: Sequence[Row], *, is_ordered_by_rows: bool) -> tuple[int, ...]:
    """Return the numbers in the order of rows; empty if the players have the same order."""
    numbers = tuple(row.tpn for row in rows)
    return () if is_ordered_by_rows or numbers == tuple(sorted(numbers)) else numbers


def _check_round_count(rows: Sequence[Row], recorded: int, declared: int | None, log: ProblemLog) -> None:
    if declared is None or recorded <= declared:
        return
    row = max(rows, key=lambda row: len(row.cells))
    log.add(
        ProblemCode.ROUNDS_EXCEEDED,
        f"{recorded} rounds are recorded, but the number of rounds is {declared}",
        "correct the number of rounds (142, XXR), or remove the further rounds",
        at=(row.line, entry_column(declared + 1, OPPONENT_OFFSET)),
    )
