"""A batch of team events, whose plans are drawn at random from axes."""

from __future__ import annotations

from copy import copy
from dataclasses import field, replace
from typing import TYPE_CHECKING, ClassVar

from random_tournaments.axes import event_start, max_rounds
from random_tournaments.event_batch import EventBatch
from random_tournaments.plan import Acceleration
from random_tournaments.random_plans import draw_chance, draw_choice, draw_misfortunes, draw_rounds, draw_span
from random_tournaments.ratings import Ratings
from random_tournaments.teams.axes import TEAM_PROFILES, TeamAxes
from random_tournaments.teams.plan import TeamPlan, TeamScores
from random_tournaments.teams.simulation import play_teams
from reference_engines.frame.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    import random

    from random_tournaments.simulation import Pairer
    from tournaments.model import Event
    from tournaments.teams.records import MatchPoints


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


def draw_team_plan(rng: random.Random, axes: TeamAxes) -> TeamPlan:
    """Draw a plan; the number of teams is uniform on a logarithmic scale."""
    teams = _draw_teams(rng, axes)
    rates, quotas = draw_misfortunes(rng, axes, teams)
    scores, match_points = draw_choice(rng, axes.scores), draw_choice(rng, axes.match_points)
    lowest, highest = sorted((draw_span(rng, axes.lowest_rating), draw_span(rng, axes.highest_rating)))
    groups = draw_choice(rng, axes.forbidden_groups)
    return TeamPlan(
        teams=teams,
        rounds=draw_rounds(rng, axes.rounds, teams),
        boards=draw_span(rng, axes.boards),
        reserves=draw_span(rng, axes.reserves),
        board_colours=draw_choice(rng, axes.board_colours),
        initial_colour=draw_choice(rng, axes.initial_colour),
        preferences=draw_choice(rng, axes.preferences),
        scores=scores,
        match_points=match_points,
        bye=draw_choice(rng, axes.bye),
        acceleration=_draw_acceleration(rng, axes, scores, match_points),
        rates=rates,
        quotas=quotas,
        empty_boards=draw_chance(rng, axes.empty_boards),
        results=draw_choice(rng, axes.results),
        ratings=Ratings(lowest=max(1, lowest), highest=max(1, highest)),
        forbidden_groups=tuple(rng.randint(2, max(2, teams // 5)) for _ in range(groups)),
        tie_breaks=draw_choice(copy(rng), axes.tie_breaks),
    )


def _draw_teams(rng: random.Random, axes: TeamAxes) -> int:
    """Draw a number of teams that can play the smallest number of rounds."""
    fields = [size for size in range(axes.teams.lowest, axes.teams.highest + 1) if size > 1]
    sufficient = [size for size in fields if max_rounds(size) >= axes.rounds.lowest]
    return rng.choices(sufficient, weights=[1 / size for size in sufficient])[0]


def allows_baku_by_scores(scores: TeamScores) -> bool:
    """Whether teams are paired by match points first, as the Baku acceleration presupposes (C.04.7:1.1)."""
    return not scores.has_game_points_first


def allows_baku_by_match_points(match_points: MatchPoints) -> bool:
    """Whether a win is worth two draws and a loss nothing, as the Baku acceleration presupposes (C.04.7:1.1)."""
    return match_points.win == 2 * match_points.draw and match_points.loss == 0


def _draw_acceleration(
    rng: random.Random, axes: TeamAxes, scores: TeamScores, match_points: MatchPoints
) -> Acceleration:
    """Draw an acceleration; none instead of Baku if the scores or the match points do not allow Baku."""
    drawn = draw_choice(rng, axes.acceleration)
    allows_baku = allows_baku_by_scores(scores) and allows_baku_by_match_points(match_points)
    return Acceleration.NONE if drawn is Acceleration.BAKU and not allows_baku else drawn
