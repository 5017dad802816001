"""A batch of team events."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING, ClassVar

from random_tournaments.axes import event_start
from random_tournaments.event_batch import EventBatch
from random_tournaments.teams.axes import TEAM_PROFILES, TeamAxes
from random_tournaments.teams.plan import TeamPlan
from random_tournaments.teams.random_plans import draw_team_plan
from random_tournaments.teams.simulation import play_teams
from reference_engines.frame.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import random

    from random_tournaments.simulation import Pairer
    from tournaments.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBatch(EventBatch[TeamPlan]):
    """A batch of team events; field 092 names the system."""

    participants: ClassVar = "teams"

    axes: TeamAxes = field(default_factory=lambda: TEAM_PROFILES["mixed"])
    system: str = "team-2026"

    def _plan(self, rng: random.Random, name: str) -> TeamPlan:
        return replace(
            draw_team_plan(rng, self.axes),
            system_text=self.system.partition("/")[0],  # a literal engine follows the same regulation
            start=event_start(self.axes.start, engine_for(self.system).edition),
            name=name,
        )

    def _play(self, plan: TeamPlan, pairer: Pairer, rng: random.Random) -> tuple[Event, int]:
        event = play_teams(plan, pairer, rng)
        played_byes = tuple(bye for bye in event.team_byes if bye.round_number <= event.rounds_recorded)
        return replace(event, team_byes=played_byes), len(event.team_byes) - len(played_byes)
