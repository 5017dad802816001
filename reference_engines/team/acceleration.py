"""Virtual points of teams: those that a file lists, and those of the Baku acceleration (C.04.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_engines.results import UnsupportedEventError
from tournaments.model import VirtualPoints
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from tournaments.model import Event
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
    scoring = event.scoring
    if scoring.win != 2 * scoring.draw or scoring.loss:
        raise UnsupportedEventError(
            "The Baku acceleration supposes that a win is worth two draws, and a loss nothing (C.04.7:1.1)."
        )
    counted = [team.number for team in event.teams] if everybody else _present_at_first(event)
    return _baku(event, rounds or event.rounds_recorded + 1, counted)


def _baku(event: TeamEvent, rounds: int, counted: list[int]) -> tuple[VirtualPoints, ...]:
    """
    Follow C.04.7:1.2 to 1.4.

    GA is the first half, rounded up to an even number, of those ``counted``; later entries join GA if their number is
    smaller than that of its last team (1.3.2).
    """
    if not counted:
        return ()
    last = counted[min(2 * -(-len(counted) // 4), len(counted)) - 1]
    group = frozenset(team.number for team in event.teams if team.number <= last)
    accelerated = (rounds + 1) // 2
    full = (accelerated + 1) // 2
    stages = ((event.scoring.win, 1, full), (event.scoring.win // 2, full + 1, accelerated))
    return tuple(
        VirtualPoints(points=points, first_round=first, last_round=end, players=group)
        for points, first, end in stages
        if first <= end
    )


def _present_at_first(event: TeamEvent) -> list[int]:
    """Return the numbers of the teams paired in round 1, or to be paired in it (BAKU-GROUP)."""
    if event.rounds_recorded:
        return [team.number for team in event.teams if team.rounds and team.rounds[0].result.was_paired]
    absent = {bye.tpn for bye in event.requested_byes if bye.round_number == 1}
    return [team.number for team in event.teams if team.number not in absent]
