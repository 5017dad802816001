"""An event laid out by every score that its tie-breaks may refer to: one for players, two for teams (Article 13)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from standings.score_table import ScoreTable, build_player_table
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from standings.rules import TieBreakRules
    from standings.teams.score_tables import TeamTables
    from tournaments.model import Event, PrimaryScore
    from tournaments.teams.board_points import PointsOnBoards
    from tournaments.teams.event import TeamEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition:
    """Those who are ranked, by their score; teams by the primary one, with the other at hand."""

    field: ScoreTable
    teams: TeamTables | None = None
    """None where players are ranked."""

    def by(self, score: PrimaryScore | None) -> ScoreTable:
        """Return the field by a score; by the primary one for None."""
        return self.field if self.teams is None or score is None else self.teams.by_score[score]

    def of_teams(self) -> TeamTables:
        """Return the scores of teams; ValueError where players are ranked."""
        if self.teams is None:
            raise ValueError("players are ranked, not teams")
        return self.teams


def prepare_competition(event: Event, rules: TieBreakRules) -> Competition:
    """Lay an event out; raise KeyError for an opponent who is not among the players."""
    if not event.is_team_event:
        return Competition(field=build_player_table(event, rules))
    from standings.teams.score_tables import build_team_tables  # noqa: PLC0415 - start-up time; few events are of teams

    teams = build_team_tables(event, *_derived(event), rules)
    return Competition(field=teams.by_score[teams.primary], teams=teams)


@lru_cache(maxsize=2)
def _derived(event: Event) -> tuple[TeamEvent, PointsOnBoards]:
    """Return the matches of an event and their boards; one event may be ranked by dozens of rules in a row."""
    from tournaments.teams.board_points import points_on_boards  # noqa: PLC0415 - start-up time; few are of teams
    from tournaments.teams.matches import team_event  # noqa: PLC0415 - likewise

    teams = team_event(event)
    return teams, points_on_boards(event, teams)
