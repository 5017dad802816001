"""
Records of team events: line-ups, byes, forfeited matches, points for matches, colours of the boards.

(TRF26 records 300, 320 and 240, 330, 362, 352.)

What cannot be read is an error: a match passed over would change who has met whom.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from tournaments.frozen import dataclass
from tournaments.model import Colour
from tournaments.problems import ProblemCode
from tournaments.teams.records import ForfeitedMatch, ForfeitOutcome, LineUp, MatchPoints, TeamAllocatedByes
from tournaments.trf import fields
from tournaments.trf.columns import RecordError, demand_blanks, fixed_number, fixed_places, fixed_tenths
from tournaments.trf.restrictions import BYES_240, REMEDY_240, REMEDY_XXZ, read_240, read_xxz

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from tournaments.model import RequestedBye
    from tournaments.problems import Findings
    from tournaments.trf.sheet import Record, Sheet

    Found = TypeVar("Found", bound=Hashable)

_REMEDY_300 = "write the round in columns 5-7, the team in 9-11, its opponent in 13-15, players in 17-20, 22-25..."
_REMEDY_320 = "write points in columns 5-8 and 10-13, the team of round 1 in 15-17, of round 2 in 19-21..."
_REMEDY_330 = "write +-, -+ or -- in columns 5-6, the round in 8-10, White's team in 12-14, Black's in 16-18"
_REMEDY_352 = "write W or B for every board, as in WBWB"
_REMEDY_362 = "write TW, TD and TL in columns 5, 14 and 23, each with its points in the four columns from the third on"
SYMBOLS_362 = {"TW": "win", "TD": "draw", "TL": "loss"}
_STRIDE_362 = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecords:
    """What the records of teams say, and in which line each of them stands."""

    line_ups: tuple[LineUp, ...] = ()
    allocated_byes: TeamAllocatedByes | None = None
    forfeited: tuple[ForfeitedMatch, ...] = ()
    byes: tuple[RequestedBye, ...] = ()
    lines: dict[Hashable, int]


def read_team_records(sheet: Sheet, teams: frozenset[int], next_round: int, findings: Findings) -> TeamRecords:
    """Return what 300, 320, 330, 240 and XXZ say; ``teams`` are the numbers that exist."""
    lines: dict[Hashable, int] = {}
    reader = _Reader(teams, lines, findings)
    line_ups = reader.read(sheet.all("300"), _read_300, ProblemCode.LINE_UP_INVALID, _REMEDY_300)
    records_320 = sheet.all("320")
    allocated = reader.read(records_320[:1], _read_320, ProblemCode.TEAM_BYES_INVALID, _REMEDY_320)
    for record in records_320[1:]:
        message = f"320 stands in line {records_320[0].line} already; the first was read"
        remedy = "write all rounds in one record"
        findings.add(ProblemCode.REPEATED_RECORD, message, remedy, at=(record.line, 1), found=record.text)
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
        byes=_ordered(byes),
        lines=lines,
    )


def _ordered(byes: Iterable[RequestedBye]) -> tuple[RequestedBye, ...]:
    """Order byes by round, then as they are written; 240 records hold one kind of one round each."""
    kinds = list(BYES_240.values())
    return tuple(sorted(byes, key=lambda bye: (bye.round_number, kinds.index(bye.result), bye.tpn)))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads records of one kind after the other."""

    teams: frozenset[int]
    lines: dict[Hashable, int]
    findings: Findings

    def read(
        self, records: list[Record], read: Callable[[str], list[Found]], code: ProblemCode, remedy: str
    ) -> list[Found]:
        """Return what the records say, each thing once."""
        found: dict[Found, None] = {}
        for record in records:
            try:
                read_ones = read(record.text)
                for one in read_ones:
                    self._demand_teams(one)
            except RecordError as error:
                error.report(code, record, remedy, self.findings)
                continue
            for one in read_ones:
                found.setdefault(one)
                self.lines.setdefault(one, record.line)
        return list(found)

    def _demand_teams(self, one: Hashable) -> None:
        for column, number in _teams_named(one):
            if number not in self.teams:
                raise RecordError(column, str(number), f"there is no team {number}")


def _teams_named(one: Hashable) -> list[tuple[int, int]]:
    """Return the teams that a record names, each with its column."""
    if isinstance(one, LineUp):
        return [(9, one.team), *([(13, one.opponent)] if one.opponent else [])]
    if isinstance(one, ForfeitedMatch):
        return [(12, one.white), (16, one.black)]
    if isinstance(one, TeamAllocatedByes):
        return [(15 + 4 * at, number) for at, number in enumerate(one.teams) if number]
    number = getattr(one, "tpn", None)
    return [] if number is None else [(11, number)]


def _demanded(text: str, start: int, end: int, what: str) -> int:
    """Read a number that must not be missing."""
    value = fixed_number(text, start, end, what)
    if not value:
        raise RecordError(start + 1, text[start:end].strip(), f"the number of the {what} is missing")
    return value


def _read_300(text: str) -> list[LineUp]:
    demand_blanks(text, 3, 7, 11, 15)
    team = _demanded(text, 8, 11, "team")
    opponent = fixed_number(text, 12, 15, "team") or None
    if opponent == team:
        raise RecordError(13, str(opponent), f"team {team} has itself as its opponent")
    return [
        LineUp(
            round_number=_demanded(text, 4, 7, "round"),
            team=team,
            opponent=opponent,
            players=tuple(fixed_places(text, 16)),
        )
    ]


def _read_320(text: str) -> list[TeamAllocatedByes]:
    demand_blanks(text, 3, 8, 13)
    return [
        TeamAllocatedByes(
            match_points=fixed_tenths(text, 4, 8, "number of points"),
            game_points=fixed_tenths(text, 9, 13, "number of points"),
            teams=tuple(fixed_places(text, 14, width=3)),
        )
    ]


def _read_330(text: str) -> list[ForfeitedMatch]:
    demand_blanks(text, 3, 6, 10, 14)
    outcomes = {outcome.value: outcome for outcome in ForfeitOutcome}
    letters = text[4:6]
    if letters not in outcomes:
        raise RecordError(5, letters.strip(), f"{letters.strip()!r} is not an outcome of a forfeited match")
    white, black = _demanded(text, 11, 14, "team"), _demanded(text, 15, 18, "team")
    if white == black:
        raise RecordError(16, str(black), f"team {white} has itself as its opponent")
    round_number = _demanded(text, 7, 10, "round")
    return [ForfeitedMatch(outcome=outcomes[letters], round_number=round_number, white=white, black=black)]


def read_board_colours(sheet: Sheet, findings: Findings) -> tuple[Colour, ...]:
    """Return the colours of the boards of the team with White (352)."""
    text = sheet.text("352").upper()
    if text.strip("WB"):
        at = (sheet.records["352"][0].line, 5)
        message = f"{text[:20]!r} does not list the colours of boards"
        findings.add(ProblemCode.BOARD_COLOURS_INVALID, message, _REMEDY_352, at=at, found=text)
        return ()
    return tuple(Colour(letter.lower()) for letter in text)


def _beside_columns(text: str) -> MatchPoints | None:
    """Read a 362 whose pieces stand beside their columns: symbols and numbers by turns; None if it is anything else."""
    words = text[3:].upper().split()
    symbols, values = words[::2], [fields.tenths(word) for word in words[1::2]]
    are_known = len(set(symbols)) == len(symbols) and set(symbols) <= SYMBOLS_362.keys()
    if not are_known or len(symbols) != len(values) or None in values:
        return None
    read = zip(symbols, values, strict=True)
    return MatchPoints(**{SYMBOLS_362[symbol]: value for symbol, value in read if value is not None})


def read_match_points(sheet: Sheet, findings: Findings) -> MatchPoints | None:
    """Return the points for a match (362); None if there is no such record."""
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
            beside = _beside_columns(text)
            if beside is not None:
                message = "the points of matches do not stand in their columns, and can be read in one way only"
                at = record.line, column + 1
                findings.add(ProblemCode.MATCH_POINTS_SHIFTED, message, _REMEDY_362, at=at, found=text[4:])
                return beside
            found = text[column : column + _STRIDE_362].strip()
            message = f"{found!r} is not a value of a match"
            findings.add(
                ProblemCode.MATCH_POINTS_INVALID, message, _REMEDY_362, at=(record.line, column + 1), found=found
            )
            return None
        values[SYMBOLS_362[symbol]] = value
    return MatchPoints(**values)
