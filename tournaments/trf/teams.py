"""
Teams (013 and its successor 310) and the records of team events: line-ups, byes, forfeited matches, points, colours.

(TRF26 records 300, 320 and 240, 330, 362, 352.)

An unreadable record is an error, since a skipped match would change which teams have met.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, RequestedBye
from tournaments.problems import ProblemCode, ProblemLog
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp, MatchPoints, Team, TeamAllocatedByes
from tournaments.trf import fields
from tournaments.trf.restrictions import BYES_240, REMEDY_240, REMEDY_XXZ, read_240, read_xxz

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

    from tournaments.trf.sheet import Record, TrfSheet

    Found = TypeVar("Found", bound=Hashable)

_REMEDY_013 = "write the name in columns 5-36, players in 37-40, 42-45..."
_REMEDY_310 = "write the number in columns 5-7, the name in 9-40, players in 74-77, 79-82..."


def read_teams(sheet: TrfSheet, players: frozenset[int], log: ProblemLog) -> tuple[Team, ...]:
    """Return the teams in the order of the file; 013 is ignored if 310 is present (TRF26)."""
    records = sheet.all("310") or sheet.all("013")
    teams: list[Team] = []
    team_of: dict[int, str] = {}
    for number, record in enumerate(records, start=1):
        is_310 = record.text.startswith("310")
        try:
            team = _read_310(record.text) if is_310 else _read_013(record.text, number)
        except fields.TrfRecordError as error:
            error.report(ProblemCode.TEAM_INVALID, record, _REMEDY_310 if is_310 else _REMEDY_013, log)
            continue
        if any(team.number == before.number for before in teams):
            message = f"team {team.number} has a record already"
            remedy = "give every team a number of its own"
            log.add(ProblemCode.TEAM_NUMBER_REPEATED, message, remedy, at=(record.line, 5), found=str(team.number))
        _check_players(team, team_of, record, players, log)
        team_of.update(dict.fromkeys(team.players, team.name))
        teams.append(team)
    return tuple(teams)


def team_lines(sheet: TrfSheet) -> dict[int, int]:
    """Return the line of every team's record by the team's number, as far as it can be read."""
    if "310" not in sheet.records:
        return {number: record.line for number, record in enumerate(sheet.all("013"), start=1)}
    return {number: record.line for record in sheet.all("310") if (number := fields.number(record.text[4:7]))}


def _read_013(text: str, number: int) -> Team:
    fields.require_blanks(text, 3)
    return Team(number=number, name=text[4:36].strip(), players=tuple(fields.fixed_numbers(text, 36)))


def _read_310(text: str) -> Team:
    fields.refuse_tabs(text)
    fields.require_blanks(text, 3, 7, 40, 46, 53, 60, 67, 71, 72)
    number = fields.fixed_number(text, 4, 7, "team's number")
    if not number:
        raise fields.TrfRecordError(5, text[4:7].strip(), "the team has no number")
    return Team(
        number=number,
        name=text[8:40].strip(),
        players=tuple(fields.fixed_numbers(text, 73)),
        match_points=fields.fixed_tenths(text, 54, 60, "number of points"),
        game_points=fields.fixed_tenths(text, 61, 67, "number of points"),
        rank=fields.fixed_number(text, 68, 71, "rank"),
        nickname=text[41:46].strip(),
        strength=text[47:53].strip(),
    )


def _check_players(
    team: Team, team_of: Mapping[int, str], record: Record, players: frozenset[int], log: ProblemLog
) -> None:
    """Report a team without players, unknown players, and players of an earlier team, named by ``team_of``."""
    if not team.players:
        message, remedy = f"team {team.name!r} has no players", "list its players"
        log.add(ProblemCode.TEAM_WITHOUT_PLAYERS, message, remedy, at=(record.line, 5), found=team.name)
    for tpn in dict.fromkeys(team.players):
        if tpn not in players:
            code, remedy = ProblemCode.TEAM_PLAYER_UNKNOWN, "correct the number"
            message = f"team {team.name!r} lists player {tpn}, who does not exist"
        elif tpn in team_of:
            code, remedy = ProblemCode.PLAYER_IN_TWO_TEAMS, "list every player once"
            message = f"player {tpn} is in team {team.name!r} and in team {team_of[tpn]!r}"
        else:
            continue
        column = record.text.rfind(str(tpn)) + 1 if log.lists_another(code) else None
        log.add(code, message, remedy, at=(record.line, column), found=str(tpn))


_REMEDY_300 = "write the round in columns 5-7, the team in 9-11, its opponent in 13-15, players in 17-20, 22-25..."
_REMEDY_320 = "write points in columns 5-8 and 10-13, the team of round 1 in 15-17, of round 2 in 19-21..."
_REMEDY_330 = "write +-, -+ or -- in columns 5-6, the round in 8-10, White's team in 12-14, Black's in 16-18"
_REMEDY_352 = "write W or B for every board, as in WBWB"
_REMEDY_362 = "write TW, TD and TL in columns 5, 14 and 23, each with its points in the four columns from the third on"
SYMBOLS_362 = {"TW": "win", "TD": "draw", "TL": "loss"}
_STRIDE_362 = 9


class TeamRecords(FrozenStruct, frozen=True, kw_only=True):
    """The content of the records of teams, and the line of each record."""

    line_ups: tuple[LineUp, ...] = ()
    allocated_byes: TeamAllocatedByes | None = None
    forfeited: tuple[ForfeitedMatch, ...] = ()
    byes: tuple[RequestedBye, ...] = ()
    lines: dict[Hashable, int]


def read_team_records(sheet: TrfSheet, teams: frozenset[int], next_round: int, log: ProblemLog) -> TeamRecords:
    """Return the content of records 300, 320, 330, 240 and XXZ; ``teams`` are the numbers of existing teams."""
    lines: dict[Hashable, int] = {}
    reader = _Reader(teams, lines, log)
    line_ups = reader.read(sheet.all("300"), _read_300, ProblemCode.LINE_UP_INVALID, _REMEDY_300)
    records_320 = sheet.all("320")
    allocated = reader.read(records_320[:1], _read_320, ProblemCode.TEAM_BYES_INVALID, _REMEDY_320)
    for record in records_320[1:]:
        message = f"320 stands in line {records_320[0].line} already; the first was read"
        remedy = "write all rounds in one record"
        log.add(ProblemCode.REPEATED_RECORD, message, remedy, at=(record.line, 1), found=record.text)
    forfeited = reader.read(sheet.all("330"), _read_330, ProblemCode.FORFEITED_MATCH_INVALID, _REMEDY_330)
    byes = reader.read(sheet.all("240"), read_240, ProblemCode.BYE_RECORD_INVALID, REMEDY_240)
    absent = partial(read_xxz, next_round=next_round)
    known = {(bye.round_number, bye.tpn) for bye in byes}
    for bye in reader.read(sheet.all("XXZ"), absent, ProblemCode.BYE_RECORD_INVALID, REMEDY_XXZ):
        if (bye.round_number, bye.tpn) not in known:
            byes.append(bye)
    return TeamRecords(
        line_ups=tuple(line_ups),
        allocated_byes=allocated[0] if allocated else None,
        forfeited=tuple(forfeited),
        byes=_sort_byes(byes),
        lines=lines,
    )


def _sort_byes(byes: Iterable[RequestedBye]) -> tuple[RequestedBye, ...]:
    """Sort byes by round, kind and number, as 240 records are written."""
    kinds = list(BYES_240.values())
    return tuple(sorted(byes, key=lambda bye: (bye.round_number, kinds.index(bye.result), bye.tpn)))


class _Reader(FrozenStruct, frozen=True):
    """A reader of records, one kind after another."""

    teams: frozenset[int]
    lines: dict[Hashable, int]
    log: ProblemLog

    def read(
        self, records: list[Record], read: Callable[[str], list[Found]], code: ProblemCode, remedy: str
    ) -> list[Found]:
        """Return the content of the records without repetitions."""
        contents: dict[Found, None] = {}
        for record in records:
            try:
                record_contents = read(record.text)
                for content in record_contents:
                    self._require_teams(content)
            except fields.TrfRecordError as error:
                error.report(code, record, remedy, self.log)
                continue
            for content in record_contents:
                contents.setdefault(content)
                self.lines.setdefault(content, record.line)
        return list(contents)

    def _require_teams(self, content: Hashable) -> None:
        for column, number in _list_named_teams(content):
            if number not in self.teams:
                raise fields.TrfRecordError(column, str(number), f"team {number} does not exist")


def _list_named_teams(content: Hashable) -> list[tuple[int, int]]:
    """Return the teams that a record names, each with its column."""
    if isinstance(content, LineUp):
        return [(9, content.team), *([(13, content.opponent)] if content.opponent else [])]
    if isinstance(content, ForfeitedMatch):
        return [(12, content.white), (16, content.black)]
    if isinstance(content, TeamAllocatedByes):
        return [(15 + 4 * at, number) for at, number in enumerate(content.teams) if number]
    number = getattr(content, "tpn", None)
    return [] if number is None else [(11, number)]


def _required_number(text: str, start: int, end: int, field_name: str) -> int:
    """Read a number; raise TrfRecordError if it is missing."""
    value = fields.fixed_number(text, start, end, field_name)
    if not value:
        raise fields.TrfRecordError(start + 1, text[start:end].strip(), f"the number of the {field_name} is missing")
    return value


def _read_300(text: str) -> list[LineUp]:
    fields.require_blanks(text, 3, 7, 11, 15)
    team = _required_number(text, 8, 11, "team")
    opponent = fields.fixed_number(text, 12, 15, "team") or None
    if opponent == team:
        raise fields.TrfRecordError(13, str(opponent), f"team {team} has itself as its opponent")
    return [
        LineUp(
            round_number=_required_number(text, 4, 7, "round"),
            team=team,
            opponent=opponent,
            players=tuple(fields.fixed_places(text, 16)),
        )
    ]


def _read_320(text: str) -> list[TeamAllocatedByes]:
    fields.require_blanks(text, 3, 8, 13)
    return [
        TeamAllocatedByes(
            match_points=fields.fixed_tenths(text, 4, 8, "number of points"),
            game_points=fields.fixed_tenths(text, 9, 13, "number of points"),
            teams=tuple(fields.fixed_places(text, 14, width=3)),
        )
    ]


def _read_330(text: str) -> list[ForfeitedMatch]:
    fields.require_blanks(text, 3, 6, 10, 14)
    outcomes = {outcome.value: outcome for outcome in ForfeitOutcome}
    letters = text[4:6]
    if letters not in outcomes:
        raise fields.TrfRecordError(5, letters.strip(), f"{letters.strip()!r} is not an outcome of a forfeited match")
    white, black = _required_number(text, 11, 14, "team"), _required_number(text, 15, 18, "team")
    if white == black:
        raise fields.TrfRecordError(16, str(black), f"team {white} has itself as its opponent")
    round_number = _required_number(text, 7, 10, "round")
    return [ForfeitedMatch(outcome=outcomes[letters], round_number=round_number, white=white, black=black)]


def read_board_colours(sheet: TrfSheet, log: ProblemLog) -> tuple[Colour, ...]:
    """Return the colours of the boards of the team with White (352)."""
    text = sheet.text("352").upper()
    if text.strip("WB"):
        at = (sheet.records["352"][0].line, 5)
        message = f"{text[:20]!r} does not list the colours of boards"
        log.add(ProblemCode.BOARD_COLOURS_INVALID, message, _REMEDY_352, at=at, found=text)
        return ()
    return tuple(Colour(letter.lower()) for letter in text)


def _parse_shifted_362(text: str) -> MatchPoints | None:
    """Read a 362 with shifted columns: symbols alternate with numbers; None for other text."""
    words = text[3:].upper().split()
    symbols, values = words[::2], [fields.tenths(word) for word in words[1::2]]
    are_known = len(set(symbols)) == len(symbols) and set(symbols) <= SYMBOLS_362.keys()
    if not are_known or len(symbols) != len(values) or None in values:
        return None
    read = zip(symbols, values, strict=True)
    return MatchPoints(**{SYMBOLS_362[symbol]: value for symbol, value in read if value is not None})


def read_match_points(sheet: TrfSheet, log: ProblemLog) -> MatchPoints | None:
    """Return the points for a match (362); None without such a record."""
    records = sheet.records.get("362", [])
    if not records:
        return None
    record = records[0]
    text = record.text.ljust(4)
    values = {}
    for column in range(4, len(text), _STRIDE_362):
        symbol, value = text[column : column + 2].strip().upper(), fields.tenths(text[column + 2 : column + 9])
        if not text[column : column + _STRIDE_362].strip():
            continue
        if symbol not in SYMBOLS_362 or value is None:
            shifted = _parse_shifted_362(text)
            if shifted is not None:
                message = "the points of matches are not in their columns, and can be read in one way only"
                at = record.line, column + 1
                log.add(ProblemCode.MATCH_POINTS_SHIFTED, message, _REMEDY_362, at=at, found=text[4:])
                return shifted
            piece = text[column : column + _STRIDE_362].strip()
            message = f"{piece!r} is not a value of a match"
            log.add(ProblemCode.MATCH_POINTS_INVALID, message, _REMEDY_362, at=(record.line, column + 1), found=piece)
            return None
        values[SYMBOLS_362[symbol]] = value
    return MatchPoints(**values)
