"""The score tables of an event: one for players; for teams one by match points and one by game points (Article 13)."""

from __future__ import annotations

from functools import lru_cache

from standings.rules import TieBreakRules
from standings.score_table import ScoreTable, build_player_table
from standings.teams.score_tables import TeamTables
from tournaments.frozen import FrozenStruct
from tournaments.model import Event, PrimaryScore
from tournaments.teams.boards import BoardPoints
from tournaments.teams.event import TeamEvent


class Competition(FrozenStruct, frozen=True, kw_only=True):
    """The participants of an event, players or teams, with the score tables that tie-breaks refer to."""

    table: ScoreTable
    """By points of players, or by the primary score of teams."""
    event: Event | None = None
    """None for a table without an event, for which registered tie-breaks cannot be computed."""
    teams: TeamTables | None = None
    """None if players are ranked."""

    def table_by(self, score: PrimaryScore | None) -> ScoreTable:
        """Return the table of a score; for None, the table of the primary score."""
        return self.table if self.teams is None or score is None else self.teams.tables[score]

    def require_teams(self) -> TeamTables:
        """Return the tables of teams; raise ValueError if players are ranked."""
        if self.teams is None:
            raise ValueError("players are ranked, not teams")
        return self.teams


def prepare_competition(event: Event, rules: TieBreakRules) -> Competition:
    """Build the score tables of an event; raise KeyError for an opponent who is not among the players."""
    if not event.is_team_event:
        return Competition(table=build_player_table(event, rules), event=event)
    from standings.teams.score_tables import build_team_tables  # noqa: PLC0415 - start-up time; few events are of teams

    teams = build_team_tables(event, *_derive_matches(event), rules)
    return Competition(table=teams.tables[teams.primary], teams=teams, event=event)


@lru_cache(maxsize=2)
def _derive_matches(event: Event) -> tuple[TeamEvent, BoardPoints]:
    """Return the matches and board points of an event, cached since one event may be ranked by dozens of rules."""
    from tournaments.teams.boards import compute_board_points  # noqa: PLC0415 - start-up time; few are of teams
    from tournaments.teams.matches import team_event  # noqa: PLC0415 - likewise

    teams = team_event(event)
    return teams, compute_board_points(event, teams)
