"""Records of teams: TRF 013 and its successor 310."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.problems import ProblemCode
from tournaments.teams.records import Team
from tournaments.trf import fields
from tournaments.trf.fields import (
    TrfRecordError,
    fixed_number,
    fixed_numbers,
    fixed_tenths,
    refuse_tabs,
    require_blanks,
)

if TYPE_CHECKING:
    from tournaments.problems import ProblemLog
    from tournaments.trf.sheet import Record, TrfSheet

_REMEDY_013 = "write the name in columns 5-36, players in 37-40, 42-45..."
_REMEDY_310 = "write the number in columns 5-7, the name in 9-40, players in 74-77, 79-82..."


def read_teams(sheet: TrfSheet, players: frozenset[int], log: ProblemLog) -> tuple[Team, ...]:
    """Return the teams in the order of the file; 013 is ignored if 310 is present (TRF26)."""
    records = sheet.all("310") or sheet.all("013")
    teams: list[Team] = []
    known_teams = _KnownTeams()
    for number, record in enumerate(records, start=1):
        is_310 = record.text.startswith("310")
        try:
            team = _read_310(record.text) if is_310 else _read_013(record.text, number)
        except TrfRecordError as error:
            error.report(ProblemCode.TEAM_INVALID, record, _REMEDY_310 if is_310 else _REMEDY_013, log)
            continue
        _check_number(team, known_teams, record, log)
        _check_players(team, known_teams, record, players, log)
        known_teams.add(team)
        teams.append(team)
    return tuple(teams)


class _KnownTeams:
    """The teams before a record: their numbers, and the team of each listed player."""

    def __init__(self) -> None:
        """Begin without teams."""
        self.numbers: set[int] = set()
        self.team_of: dict[int, str] = {}

    def add(self, team: Team) -> None:
        """Add a team; a later team prevails over an earlier team."""
        self.numbers.add(team.number)
        self.team_of.update(dict.fromkeys(team.players, team.name))


def team_lines(sheet: TrfSheet) -> dict[int, int]:
    """Return the line of every team's record by the team's number, as far as it can be read."""
    if "310" not in sheet.records:
        return {number: record.line for number, record in enumerate(sheet.all("013"), start=1)}
    return {number: record.line for record in sheet.all("310") if (number := fields.number(record.text[4:7]))}


def _check_number(team: Team, known_teams: _KnownTeams, record: Record, log: ProblemLog) -> None:
    if team.number in known_teams.numbers:
        message = f"team {team.number} has a record already"
        remedy = "give every team a number of its own"
        log.add(ProblemCode.TEAM_NUMBER_REPEATED, message, remedy, at=(record.line, 5), found=str(team.number))


def _read_013(text: str, number: int) -> Team:
    require_blanks(text, 3)
    return Team(number=number, name=text[4:36].strip(), players=tuple(fixed_numbers(text, 36)))


def _read_310(text: str) -> Team:
    refuse_tabs(text)
    require_blanks(text, 3, 7, 40, 46, 53, 60, 67, 71, 72)
    number = fixed_number(text, 4, 7, "team's number")
    if not number:
        raise TrfRecordError(5, text[4:7].strip(), "the team has no number")
    return Team(
        number=number,
        name=text[8:40].strip(),
        players=tuple(fixed_numbers(text, 73)),
        match_points=fixed_tenths(text, 54, 60, "number of points"),
        game_points=fixed_tenths(text, 61, 67, "number of points"),
        rank=fixed_number(text, 68, 71, "rank"),
        nickname=text[41:46].strip(),
        strength=text[47:53].strip(),
    )


def _check_players(
    team: Team, known_teams: _KnownTeams, record: Record, players: frozenset[int], log: ProblemLog
) -> None:
    if not team.players:
        message, remedy = f"team {team.name!r} has no players", "list its players"
        log.add(ProblemCode.TEAM_WITHOUT_PLAYERS, message, remedy, at=(record.line, 5), found=team.name)
    for tpn in dict.fromkeys(team.players):
        if tpn not in players:
            code, remedy = ProblemCode.TEAM_PLAYER_UNKNOWN, "correct the number"
            message = f"team {team.name!r} lists player {tpn}, who does not exist"
        elif tpn in known_teams.team_of:
            code, remedy = ProblemCode.PLAYER_IN_TWO_TEAMS, "list every player once"
            message = f"player {tpn} is in team {team.name!r} and in team {known_teams.team_of[tpn]!r}"
        else:
            continue
        column = record.text.rfind(str(tpn)) + 1 if log.lists_another(code) else None
        log.add(code, message, remedy, at=(record.line, column), found=str(tpn))
