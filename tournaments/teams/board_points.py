"""
The points of every team on every board, round by round, as tie-breaks for teams count them (C.07:12).

A game won or lost by forfeit gives the points of a standard win or loss. The pairing-allocated bye gives the points of
a standard win on each board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct
from tournaments.model import Result
from tournaments.places import Places
from tournaments.problems import ProblemLog
from tournaments.teams.boards import Certainty, assign_game_boards, assign_seats
from tournaments.teams.event import MatchResult
from tournaments.teams.meetings import MatchFinder, list_team_rounds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.model import Event, RoundEntry, ScoringSystem
    from tournaments.teams.event import MatchEntry, TeamEvent
    from tournaments.teams.meetings import TeamRound

    Points = tuple[int, ...]
    """Points in tenths, from the first board."""


class BoardPoints(FrozenStruct, frozen=True, kw_only=True):
    """The points of all teams on all boards."""

    points_by_team: Mapping[int, tuple[Points, ...]]
    """Number of the team to its points in every round, from the first."""
    doubtful: tuple[int, ...]
    """The rounds of matches with uncertain boards: both teams have empty boards and no line-ups."""


def compute_board_points(event: Event, teams: TeamEvent) -> BoardPoints:
    """Return the points of every team on the boards of every round; ``teams`` is the team event of ``event``."""
    rounds = list_team_rounds(event)
    opponents = [MatchFinder(round=played, places=Places(), log=ProblemLog("")).find() for played in rounds]
    points = {
        team.number: tuple(
            _round_points(event.scoring, played, (team.number, met.get(team.number)), entry, teams.boards)
            for played, met, entry in zip(rounds, opponents, team.rounds, strict=True)
        )
        for team in teams.teams
    }
    doubtful = (
        played.number
        for played, met in zip(rounds, opponents, strict=True)
        for team, opponent in met.items()
        if team < opponent and _is_doubtful(played, (team, opponent), teams.boards)
    )
    return BoardPoints(points_by_team=points, doubtful=tuple(doubtful))


def _is_doubtful(played: TeamRound, teams: tuple[int, int], boards: int) -> bool:
    sides = (assign_seats(played, teams[0], teams[1], boards), assign_seats(played, teams[1], teams[0], boards))
    return all(seated and certainty is Certainty.LIST_WITH_GAPS for seated, certainty in sides)


def _round_points(
    scoring: ScoringSystem, played: TeamRound, teams: tuple[int, int | None], entry: MatchEntry, boards: int
) -> Points:
    team, opponent = teams
    if opponent is None:
        return (_bye_points(scoring, entry.result),) * boards
    seated = assign_game_boards(played, (team, opponent), boards)
    if not seated:
        return (scoring.win if entry.result is MatchResult.FORFEIT_WIN else scoring.loss,) * boards
    points = [scoring.loss] * boards
    for tpn, board in seated.items():
        if board <= boards:
            points[board - 1] = _game_points(scoring, played.entries[tpn])
    return tuple(points)


def _game_points(scoring: ScoringSystem, entry: RoundEntry) -> int:
    if entry.result is Result.FORFEIT_WIN:
        return scoring.win
    return scoring.loss if entry.result is Result.FORFEIT_LOSS else scoring.points(entry)


def _bye_points(scoring: ScoringSystem, result: MatchResult) -> int:
    points_by_result = {
        MatchResult.PAIRING_ALLOCATED_BYE: scoring.win,
        MatchResult.FULL_POINT_BYE: scoring.full_point_bye,
        MatchResult.HALF_POINT_BYE: scoring.half_point_bye,
    }
    return points_by_result.get(result, 0)
