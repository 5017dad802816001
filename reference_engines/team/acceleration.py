"""Virtual points of teams: listed in the file, or of the Baku acceleration (C.04.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.definitions.baku import baku_points, require_premise
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from tournaments.model import Event, VirtualPoints
    from tournaments.teams.event import TeamEvent


def listed_points(event: Event) -> tuple[VirtualPoints, ...]:
    """Return the points of the Baku rule for a team event; raise UnsupportedEventError as `virtual_points` does."""
    teams = team_event(event)
    return team_virtual_points(teams, baku=True, rounds=teams.rounds_declared)


def team_virtual_points(
    event: TeamEvent, *, baku: bool, rounds: int | None, count_all: bool = False
) -> tuple[VirtualPoints, ...]:
    """
    Return the virtual points of an event of teams; listed points (TRF 250) replace the Baku rule.

    If ``rounds`` is None, the Baku rule assumes one round more than is recorded (TEAM-ROUNDS). ``count_all``: teams
    that are not paired in round 1 count for its groups, too (BAKU-GROUP, the reading that is not ours). Raise
    UnsupportedEventError if the rule cannot be applied to the event's match points (C.04.7:1.1).
    """
    if event.virtual_points or not baku:
        return event.virtual_points
    require_premise(event.scoring)
    entered = [team.number for team in event.teams]
    counted = entered if count_all else _teams_of_first_round(event)
    return baku_points(event.scoring.win, rounds or event.rounds_recorded + 1, entered, counted)


def _teams_of_first_round(event: TeamEvent) -> list[int]:
    """Return the numbers of the teams paired in round 1, or to be paired in it (BAKU-GROUP)."""
    if event.rounds_recorded:
        return [team.number for team in event.teams if team.rounds and team.rounds[0].result.was_paired]
    absent = {bye.tpn for bye in event.requested_byes if bye.round_number == 1}
    return [team.number for team in event.teams if team.number not in absent]
