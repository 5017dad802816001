"""Comparison of the declared points of teams with the points of their rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.frozen import FrozenStruct
from tournaments.model import Event, PrimaryScore, Result
from tournaments.points import points_text, virtual_points_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from tournaments.teams.event import MatchTeam, TeamEvent
    from tournaments.teams.records import Team

SCORE_NAMES = {PrimaryScore.MATCH_POINTS: "match points", PrimaryScore.GAME_POINTS: "game points"}


class TeamMismatch(FrozenStruct, frozen=True, kw_only=True):
    """A team whose declared points do not follow from its rounds; all points in tenths."""

    team: int
    score: PrimaryScore
    declared: int
    computed: int

    @property
    def sentence(self) -> str:
        """``5.0 match points, but its rounds give 4.0``."""
        return (
            f"{points_text(self.declared)} {SCORE_NAMES[self.score]}, but its rounds give {points_text(self.computed)}"
        )


def find_team_mismatches(
    event: Event, derived: TeamEvent, *, allows_additions: bool = True
) -> tuple[TeamMismatch, ...]:
    """
    Return the declared points of teams, in the order of the file, that do not follow from the rounds.

    ``derived`` is the team event of ``event``. If additions are allowed, byes of the next round and virtual points may
    be included or not. A team with a game without a result is not judged.
    """
    by_number = {team.number: team for team in derived.teams}
    unfinished = {
        player.tpn for player in event.players if any(entry.result is Result.PENDING for entry in player.rounds)
    }
    return tuple(
        mismatch
        for team in event.teams
        if unfinished.isdisjoint(team.players)
        for mismatch in _find_mismatches(
            team, by_number[team.number], _list_additions(event, team.number, derived) if allows_additions else {}
        )
    )


def _list_additions(event: Event, number: int, derived: TeamEvent) -> dict[PrimaryScore, set[int]]:
    """Return the points of each score that the total of a team may include besides the points of its rounds."""
    match_points, game_points = _coming_bye(event, number, derived)
    coming = {PrimaryScore.MATCH_POINTS: match_points, PrimaryScore.GAME_POINTS: game_points}
    virtual = {virtual_points_of(event, event.rounds_recorded + ahead).get(number, 0) for ahead in (0, 1)} | {0}
    return {
        score: {
            ahead + extra for ahead in {0, bye} for extra in (virtual if score is event.system.primary_score else {0})
        }
        for score, bye in coming.items()
    }


def _find_mismatches(
    team: Team, rounds: MatchTeam, additions: Mapping[PrimaryScore, Collection[int]]
) -> Iterator[TeamMismatch]:
    sums = (
        (PrimaryScore.MATCH_POINTS, team.match_points, sum(entry.match_points for entry in rounds.rounds)),
        (PrimaryScore.GAME_POINTS, team.game_points, sum(entry.game_points for entry in rounds.rounds)),
    )
    for score, declared, total in sums:
        if declared is not None and declared - total not in additions.get(score, {0}):
            yield TeamMismatch(team=team.number, score=score, declared=declared, computed=total)


def _coming_bye(event: Event, number: int, derived: TeamEvent) -> tuple[int, int]:
    """Return match points and game points of a bye requested for the next round."""
    for bye in derived.requested_byes:
        if (bye.tpn, bye.round_number) == (number, event.rounds_recorded + 1):
            worth = derived.scoring
            if bye.result is Result.FULL_POINT_BYE:
                return worth.win, derived.boards * event.scoring.full_point_bye
            if bye.result is Result.HALF_POINT_BYE:
                return worth.draw, derived.boards * event.scoring.half_point_bye
    return 0, 0
