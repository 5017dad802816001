"""A batch of team events, each of which can be played on its own."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TYPE_CHECKING

from random_tournaments.plan import FEWEST_PLAYERS
from random_tournaments.seeds import event_rng
from random_tournaments.teams.axes import TEAM_PROFILES, TeamAxes
from random_tournaments.teams.drawing import draw_team_plan
from random_tournaments.teams.playing import play_teams
from reference_engines.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import random

    from random_tournaments.playing import Pairer
    from random_tournaments.teams.plan import TeamPlan
    from reference_engines.results import RoundPairing
    from tournaments.model import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTeams:
    """A team event of a batch."""

    index: int
    """From 0."""
    plan: TeamPlan
    event: Event
    ended: str = ""
    """Why fewer rounds were played than planned; empty if all were."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBatch:
    """Team events drawn from the same axes; see `random_tournaments.batch.Batch`."""

    seed: int
    axes: TeamAxes = field(default_factory=lambda: TEAM_PROFILES["mixed"])
    system: str = "team-2026"
    """Key of the engine that pairs, unless another pairer is given; field 092 names it."""
    label: str = "random"
    """First word of the events' names."""

    def plan(self, index: int) -> TeamPlan:
        """Draw the plan of an event; KeyError if there is no such system."""
        return self._plan(index, event_rng(self.seed, index))

    def play(self, index: int, pairer: Pairer | None = None) -> PlayedTeams:
        """
        Play an event. Whatever the pairer raises but NoLegalPairingError is passed on.

        Byes requested for a round that could not be paired are left out.
        """
        rng = event_rng(self.seed, index)
        plan = self._plan(index, rng)
        event = play_teams(plan, pairer or self._pair, rng)
        held = tuple(bye for bye in event.team_byes if bye.round_number <= event.rounds_recorded)
        ended = _why_ended(event, plan)
        return PlayedTeams(index=index, plan=plan, event=replace(event, team_byes=held), ended=ended)

    def _plan(self, index: int, rng: random.Random) -> TeamPlan:
        return replace(
            draw_team_plan(rng, self.axes),
            system_text=self.system.partition("/")[0],  # a literal engine follows the same regulation
            start=engine_for(self.system).edition.in_force_from.isoformat(),
            name=f"{self.label} {self.seed}/{index}",
        )

    def _pair(self, event: Event, round_number: int) -> RoundPairing:
        return engine_for(self.system).open(event).pair(round_number)


def _why_ended(event: Event, plan: TeamPlan) -> str:
    if event.rounds_recorded == plan.rounds:
        return ""
    following = event.rounds_recorded + 1
    present = plan.teams - sum(bye.round_number == following for bye in event.team_byes)
    if present < FEWEST_PLAYERS:
        return f"round {following}: fewer than two teams were there"
    return f"round {following}: no legal pairing of the {present} teams that were there"
