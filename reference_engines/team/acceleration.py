"""Virtual points of teams: those that a file lists, and those of the Baku acceleration (C.04.7)."""

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
    return virtual_points(teams, baku=True, rounds=teams.rounds_declared)


def virtual_points(
    event: TeamEvent, *, baku: bool, rounds: int | None, everybody: bool = False
) -> tuple[VirtualPoints, ...]:
    """
    Return the virtual points of an event of so many rounds; listed ones (TRF 250) replace the Baku rule.

    Where ``rounds`` is None, the Baku rule goes by one round more than is recorded (TEAM-ROUNDS). ``everybody``: teams
    that are not paired in round 1 are counted for its groups, too (BAKU-GROUP, the reading that is not ours). Raise
    UnsupportedEventError if the rule cannot be applied to the event's match points (C.04.7:1.1).
    """
    if event.virtual_points or not baku:
        return event.virtual_points
    require_premise(event.scoring)
    counted = [team.number for team in event.teams] if everybody else _present_at_first(event)
    entered = [team.number for team in event.teams]
    return baku_points(event.scoring.win, rounds or event.rounds_recorded + 1, entered, counted)


def _present_at_first(event: TeamEvent) -> list[int]:
    """Return the numbers of the teams paired in round 1, or to be paired in it (BAKU-GROUP)."""
    if event.rounds_recorded:
        return [team.number for team in event.teams if team.rounds and team.rounds[0].result.was_paired]
    absent = {bye.tpn for bye in event.requested_byes if bye.round_number == 1}
    return [team.number for team in event.teams if team.number not in absent]
