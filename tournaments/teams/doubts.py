"""
Uncertain byes and colours of a team event, and the event with the alternatives.

Byes: files of 2006 and 2016 have no record for byes, so the only team without a match had the pairing-allocated bye or
was absent. Colours: a match has the colours of its first board, and the lists of the two teams may differ on which game
that is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct
from tournaments.model import Colour, Event, RequestedBye, Result
from tournaments.places import Places
from tournaments.problems import ProblemLog
from tournaments.teams.byes import TeamByeFinder
from tournaments.teams.event import MatchEntry, MatchResult, TeamEvent
from tournaments.teams.meetings import MatchFinder, list_team_rounds
from tournaments.teams.records import TeamAllocatedByes

if TYPE_CHECKING:
    from collections.abc import Collection


class DoubtfulMatch(FrozenStruct, frozen=True, kw_only=True):
    """A match with uncertain colours, by the numbers of the teams."""

    round_number: int
    white: int
    """The team that is read as having White."""
    black: int


def find_doubtful_matches(event: TeamEvent) -> tuple[DoubtfulMatch, ...]:
    """Return all matches with uncertain colours, earliest round first."""
    matches = [
        DoubtfulMatch(round_number=number, white=team.number, black=entry.opponent)
        for team in event.teams
        for number, entry in enumerate(team.rounds, start=1)
        if entry.opponent is not None and entry.colour is Colour.WHITE and not entry.is_colour_certain
    ]
    return tuple(sorted(matches, key=lambda match: (match.round_number, match.white)))


def with_reversed_colours(event: TeamEvent, matches: Collection[DoubtfulMatch]) -> TeamEvent:
    """Return the event with the colours of some matches reversed."""
    places = {(match.round_number, team) for match in matches for team in (match.white, match.black)}

    def reverse_colour(entry: MatchEntry) -> MatchEntry:
        return entry if entry.colour is None else replace(entry, colour=entry.colour.opposite)

    teams = (
        replace(
            team,
            rounds=tuple(
                reverse_colour(entry) if (number, team.number) in places else entry
                for number, entry in enumerate(team.rounds, start=1)
            ),
        )
        for team in event.teams
    )
    return replace(event, teams=tuple(teams))


def find_doubtful_byes(event: Event) -> tuple[RequestedBye, ...]:
    """Return the alternatives to inferred pairing-allocated byes, earliest round first."""
    return tuple(_find_byes(event)[0].doubtful)


def find_inferred_absences(event: Event) -> tuple[RequestedBye, ...]:
    """
    Return the absences of the only team without a match that had a bye before, earliest round first.

    A second pairing-allocated bye would look the same in the file.
    """
    return tuple(_find_byes(event)[0].inferred_absences)


def with_other_byes(event: Event, byes: Collection[RequestedBye]) -> Event:
    """Return the event with some alternatives in place of pairing-allocated byes; all other byes become records."""
    _, allocated = _find_byes(event)
    for bye in byes:
        allocated[bye.round_number - 1] = None
    recorded = event.team_allocated_byes or TeamAllocatedByes()
    return replace(
        event,
        team_allocated_byes=replace(recorded, teams=tuple(allocated)),
        team_byes=(*event.team_byes, *(bye for bye in byes if bye.result is not Result.ZERO_POINT_BYE)),
    )


def _find_byes(event: Event) -> tuple[TeamByeFinder, list[int | None]]:
    """Find the byes of all rounds; return the search, and the team with the pairing-allocated bye of each round."""
    silent = ProblemLog(event.name)
    byes = TeamByeFinder(event=event, places=Places(), log=silent)
    allocated: list[int | None] = []
    for played in list_team_rounds(event):
        round_byes = byes.find(played, MatchFinder(round=played, places=Places(), log=silent).find())
        teams = (team for team, bye in round_byes.items() if bye is MatchResult.PAIRING_ALLOCATED_BYE)
        allocated.append(next(teams, None))
    return byes, allocated
