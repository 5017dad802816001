"""
What a file of teams does not tell for certain, and may have been otherwise than it is read.

Byes: files of 2006 and 2016 have no record for them; the only team without a match had the pairing-allocated bye, or
was away. Colours: those of a match are the ones on its first board, and two lists may differ on which that is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import Colour, Result
from tournaments.places import Places
from tournaments.problems import Findings
from tournaments.teams.byes import TeamByes
from tournaments.teams.event import MatchResult
from tournaments.teams.meetings import Meetings, rounds_of
from tournaments.teams.records import TeamAllocatedByes

if TYPE_CHECKING:
    from collections.abc import Collection

    from tournaments.model import Event, RequestedBye
    from tournaments.teams.event import MatchEntry, TeamEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtfulMatch:
    """A match whose colours are not certain, by the numbers of the teams."""

    round_number: int
    white: int
    """As it is read."""
    black: int


def doubtful_matches(event: TeamEvent) -> tuple[DoubtfulMatch, ...]:
    """Return all matches whose colours are not certain, earliest round first."""
    found = [
        DoubtfulMatch(round_number=number, white=team.number, black=entry.opponent)
        for team in event.teams
        for number, entry in enumerate(team.rounds, start=1)
        if entry.opponent is not None and entry.colour is Colour.WHITE and not entry.is_colour_certain
    ]
    return tuple(sorted(found, key=lambda match: (match.round_number, match.white)))


def with_reversed(event: TeamEvent, matches: Collection[DoubtfulMatch]) -> TeamEvent:
    """Return the event with the colours of some matches the other way round."""
    places = {(match.round_number, team) for match in matches for team in (match.white, match.black)}

    def turned(entry: MatchEntry) -> MatchEntry:
        return entry if entry.colour is None else replace(entry, colour=entry.colour.opposite)

    teams = (
        replace(
            team,
            rounds=tuple(
                turned(entry) if (number, team.number) in places else entry
                for number, entry in enumerate(team.rounds, start=1)
            ),
        )
        for team in event.teams
    )
    return replace(event, teams=tuple(teams))


def doubtful_byes(event: Event) -> tuple[RequestedBye, ...]:
    """Return what every team with an inferred pairing-allocated bye may have had instead, earliest round first."""
    return tuple(_read(event)[0].doubtful)


def inferred_absences(event: Event) -> tuple[RequestedBye, ...]:
    """
    Return the absences of teams that were the only one without a match and had a bye before, earliest round first.

    A second pairing-allocated bye would look the same in the file.
    """
    return tuple(_read(event)[0].inferred_absences)


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
