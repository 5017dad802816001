"""Events of teams as a crosstable writes them: for every team and round the opponent, the colour and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.team.event import PreparedTeamEvent
from reference_engines.team.rules import TEAM_2026
from tournaments.model import Colour, DeclaredSystem
from tournaments.teams.event import MatchEntry, MatchResult, MatchScoring, MatchTeam, TeamEvent

if TYPE_CHECKING:
    from reference_engines.team.rules import TeamRules

_RESULTS = {
    "+": MatchResult.FORFEIT_WIN,
    "-": MatchResult.FORFEIT_LOSS,
    "/": MatchResult.DOUBLE_FORFEIT,
    "?": MatchResult.PENDING,
}
_BYES = {
    "U": MatchResult.PAIRING_ALLOCATED_BYE,
    "F": MatchResult.FULL_POINT_BYE,
    "H": MatchResult.HALF_POINT_BYE,
    ".": MatchResult.ZERO_POINT_BYE,
}
_WORTH = {"1": 20, "=": 10, "0": 0, "+": 20, "-": 0, "/": 0, "?": 10, "U": 10, "F": 20, "H": 10, ".": 0}


def entry_of(cell: str) -> MatchEntry:
    """Return a round: opponent, colour, result (``2w1``), or the letter of a bye; half the match points as games."""
    points = {"match_points": _WORTH[cell[-1]], "game_points": _WORTH[cell[-1]] // 2}
    if cell in _BYES:
        return MatchEntry(result=_BYES[cell], **points)
    return MatchEntry(
        result=_RESULTS.get(cell[-1], MatchResult.PLAYED), opponent=int(cell[:-2]), colour=Colour(cell[-2]), **points
    )


def event_of(*rows: str, code: str = "FIDE_TEAM", rounds: int | None = 9) -> TeamEvent:
    """Return teams 1, 2, 3... with these rounds (``"2w1 3b0"``)."""
    teams = tuple(
        MatchTeam(number=number, rounds=tuple(entry_of(cell) for cell in row.split()))
        for number, row in enumerate(rows, start=1)
    )
    return TeamEvent(
        teams=teams,
        rounds_recorded=len(teams[0].rounds),
        rounds_declared=rounds,
        system=DeclaredSystem(code=code),
        initial_colour=Colour.WHITE,
        scoring=MatchScoring(),
    )


def table(
    *rows: str, rules: TeamRules = TEAM_2026, code: str = "FIDE_TEAM", rounds: int | None = 9
) -> PreparedTeamEvent:
    """Return the history of such an event."""
    return PreparedTeamEvent(event_of(*rows, code=code, rounds=rounds), rules)
