"""
Byes of teams that a file does not record, and that may have been others than the ones read.

Files of 2006 and 2016 have no record for them: the only team without a match had the pairing-allocated bye, or was
away.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.model import Result, TeamAllocatedByes
from tournaments.places import Places
from tournaments.problems import Findings
from tournaments.team_byes import TeamByes
from tournaments.team_event import MatchResult
from tournaments.team_meetings import Meetings, rounds_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from tournaments.model import Event, RequestedBye


def doubtful_byes(event: Event) -> tuple[RequestedBye, ...]:
    """Return what every team with an inferred pairing-allocated bye may have had instead, earliest round first."""
    return tuple(_read(event)[0].doubtful)


def read_otherwise(event: Event, byes: Collection[RequestedBye]) -> Event:
    """Return the event with some of the doubtful byes in place of pairing-allocated ones, and the others recorded."""
    _, allocated = _read(event)
    for bye in byes:
        allocated[bye.round_number - 1] = None
    recorded = event.team_allocated_byes or TeamAllocatedByes()
    return replace(
        event,
        team_allocated_byes=replace(recorded, teams=tuple(allocated)),
        team_byes=(*event.team_byes, *(bye for bye in byes if bye.result is not Result.ZERO_POINT_BYE)),
    )


def _read(event: Event) -> tuple[TeamByes, list[int | None]]:
    """Find the byes of all rounds; return them with the team that has the allocated one, round by round."""
    silent = Findings(event.name)
    byes = TeamByes(event=event, places=Places(), findings=silent)
    allocated: list[int | None] = []
    for played in rounds_of(event):
        found = byes.find(played, Meetings(round=played, places=Places(), findings=silent).find())
        with_it = (team for team, bye in found.items() if bye is MatchResult.PAIRING_ALLOCATED_BYE)
        allocated.append(next(with_it, None))
    return byes, allocated
