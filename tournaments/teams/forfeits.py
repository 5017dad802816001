"""
The match points of a match lost by forfeit, as the totals of teams show them (TEAM-FORFEIT-VALUE).

Record 362 declares the points of a lost match. Whether a team that forfeits gets them, no record says. If a lost match
is worth something, the totals of the teams (310) show it.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.model import Event, PrimaryScore
from tournaments.teams.event import MatchResult, TeamEvent
from tournaments.teams.matches import team_event
from tournaments.teams.points import find_team_mismatches
from tournaments.teams.records import MatchPoints

_LOST = (MatchResult.FORFEIT_LOSS, MatchResult.DOUBLE_FORFEIT)


def lost_by_forfeit(event: TeamEvent, rounds: int | None = None) -> bool:
    """Whether a team lost a match by forfeit in the first ``rounds`` rounds; None: in any round."""
    return any(entry.result in _LOST for team in event.teams for entry in team.rounds[:rounds])


def with_forfeits_worth_nothing(event: Event) -> Event:
    """Return a team event in which a match lost by forfeit is worth no match points."""
    return replace(event, team_forfeit_points=0)


def infer_forfeit_points(event: Event) -> Event:
    """
    Return the event with the match points of a match lost by forfeit, if the totals of teams fit one value only.

    The values are the points of a lost match, and nothing. Totals of all teams without any addition decide first; else
    the totals of the teams that forfeited, which may include virtual points and byes of the next round.
    """
    loss = (event.match_points or MatchPoints()).loss
    if not loss or not any(team.match_points for team in event.teams):  # a file without totals may write 0 for all
        return event
    candidates = [replace(event, team_forfeit_points=points) for points in (loss, 0)]
    derived = [team_event(candidate) for candidate in candidates]
    forfeiting = {own.number for own, other in zip(derived[0].teams, derived[1].teams, strict=True) if own != other}
    for allows_additions in (False, True):
        judged = forfeiting if allows_additions else {team.number for team in event.teams}
        fitting = [
            candidate
            for candidate, teams in zip(candidates, derived, strict=True)
            if judged.isdisjoint(_find_contradicted(candidate, teams, allows_additions=allows_additions))
        ]
        if len(fitting) == 1:
            return fitting[0]
    return event


def _find_contradicted(event: Event, derived: TeamEvent, *, allows_additions: bool) -> set[int]:
    """Return the numbers of the teams whose match points do not follow from their rounds."""
    mismatches = find_team_mismatches(event, derived, allows_additions=allows_additions)
    return {mismatch.team for mismatch in mismatches if mismatch.score is PrimaryScore.MATCH_POINTS}
