"""
What every team scored on every board, round by round.

As tie-breaks for teams count it (C.07:12): a game won or lost by forfeit gives what a standard win or loss gives, and
the pairing-allocated bye a standard win on each board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import dataclass
from tournaments.model import Result
from tournaments.places import Places
from tournaments.problems import Findings
from tournaments.teams.boards import Certainty, seats, seats_of_games
from tournaments.teams.event import MatchResult
from tournaments.teams.meetings import Meetings, rounds_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.model import Event, RoundEntry, ScoringSystem
    from tournaments.teams.event import MatchEntry, TeamEvent
    from tournaments.teams.meetings import TeamRound

    Points = tuple[int, ...]
    """In tenths, from the first board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsOnBoards:
    """The points of all teams on all boards."""

    of_teams: Mapping[int, tuple[Points, ...]]
    """By number of the team, and round."""
    doubtful: tuple[int, ...]
    """The round of every match of which nothing tells the boards: both teams left some empty, and have no line-ups."""


def points_on_boards(event: Event, teams: TeamEvent) -> PointsOnBoards:
    """Return the points of every team on the boards of every round; ``teams`` is the event's."""
    rounds = rounds_of(event)
    opponents = [Meetings(round=played, places=Places(), findings=Findings("")).find() for played in rounds]
    points = {
        team.number: tuple(
            _points(event.scoring, played, (team.number, met.get(team.number)), entry, teams.boards)
            for played, met, entry in zip(rounds, opponents, team.rounds, strict=True)
        )
        for team in teams.teams
    }
    doubtful = (
        played.number
        for played, met in zip(rounds, opponents, strict=True)
        for one, other in met.items()
        if one < other and _is_doubtful(played, (one, other), teams.boards)
    )
    return PointsOnBoards(of_teams=points, doubtful=tuple(doubtful))


def _is_doubtful(played: TeamRound, teams: tuple[int, int], boards: int) -> bool:
    sides = (seats(played, teams[0], teams[1], boards), seats(played, teams[1], teams[0], boards))
    return all(seated and certainty is Certainty.LIST_WITH_GAPS for seated, certainty in sides)


def _points(
    scoring: ScoringSystem, played: TeamRound, teams: tuple[int, int | None], entry: MatchEntry, boards: int
) -> Points:
    team, opponent = teams
    if opponent is None:
        return (_of_bye(scoring, entry.result),) * boards
    seated = seats_of_games(played, (team, opponent), boards)
    if not seated:
        return (scoring.win if entry.result is MatchResult.FORFEIT_WIN else scoring.loss,) * boards
    points = [scoring.loss] * boards
    for tpn, board in seated.items():
        if board <= boards:
            points[board - 1] = _of_game(scoring, played.entries[tpn])
    return tuple(points)


def _of_game(scoring: ScoringSystem, entry: RoundEntry) -> int:
    if entry.result is Result.FORFEIT_WIN:
        return scoring.win
    return scoring.loss if entry.result is Result.FORFEIT_LOSS else scoring.points(entry)


def _of_bye(scoring: ScoringSystem, result: MatchResult) -> int:
    worth = {
        MatchResult.PAIRING_ALLOCATED_BYE: scoring.win,
        MatchResult.FULL_POINT_BYE: scoring.full_point_bye,
        MatchResult.HALF_POINT_BYE: scoring.half_point_bye,
    }
    return worth.get(result, 0)
