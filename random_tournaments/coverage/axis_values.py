"""Axes with the same value in all events of a batch, so that other values were not tested."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from random_tournaments.axes import describe_axis
from tournaments.model import Result
from tournaments.teams.event import MatchResult
from tournaments.teams.matches import team_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from random_tournaments.plan import EventPlan
    from random_tournaments.teams.plan import TeamPlan
    from tournaments.model import Event

_UNREPORTED_FIELDS = frozenset({"name", "games", "start", "system_code", "system_text", "quotas", "rates", "ratings"})
"""Fields without information for a reader, and fields whose parts are reported separately."""
_PARITY = ("an even number", "an odd number")


@dataclass(slots=True)
class AxisValues:
    """The values of all events of a batch on every axis."""

    events: int = 0
    values: dict[str, set[str]] = field(default_factory=dict)

    def add(self, plan: EventPlan | TeamPlan | None, event: Event) -> None:
        """Add an event and its plan; None for an event of unknown origin."""
        self.events += 1
        for axis, value in (*_planned_values(plan), *_event_values(event, 1 if plan is None else plan.games)):
            self.values.setdefault(axis, set()).add(value)

    def constant_axes(self) -> tuple[str, ...]:
        """Return a phrase for each axis with the same value in all events; empty for fewer than two events."""
        if self.events < 2:  # noqa: PLR2004 - the axes of a single event are always constant
            return ()
        return tuple(
            f"{axis}: {next(iter(results_seen))}"
            for axis, results_seen in self.values.items()
            if len(results_seen) == 1
        )


def _planned_values(plan: EventPlan | TeamPlan | None) -> Iterator[tuple[str, str]]:
    if plan is None:
        return
    for axis in fields(plan):
        if axis.name not in _UNREPORTED_FIELDS:
            yield axis.name.replace("_", " "), _describe_value(getattr(plan, axis.name))
    for part in fields(plan.ratings):
        yield f"ratings, {part.name}", _describe_value(getattr(plan.ratings, part.name))


def _describe_value(value: Any) -> str:
    if value in ((), 0, 0.0):
        return "none"
    return describe_axis(value)


def _event_values(event: Event, games: int) -> Iterator[tuple[str, str]]:
    """Yield the values that follow from the event itself."""
    planned = event.rounds_declared
    if planned is not None:
        yield "rounds, parity", _PARITY[planned // games % 2]
        yield "final round", "reached" if event.rounds_recorded == planned else "never reached"
    if event.is_team_event:
        yield from _team_event_values(event)
        return
    yield "players, parity", _PARITY[len(event.players) % 2]
    results_seen = {entry.result for player in event.players for entry in player.rounds}
    for axis, has in _RESULT_AXES.items():
        yield axis, "in every event" if has(results_seen) else "in no event"


def _team_event_values(event: Event) -> Iterator[tuple[str, str]]:
    yield "teams, parity", _PARITY[len(event.teams) % 2]
    results_seen = {entry.result for team in team_event(event).teams for entry in team.rounds}
    for axis, results in _TEAM_RESULT_AXES.items():
        yield axis, "in every event" if results_seen & results else "in no event"


_TEAM_RESULT_AXES = {
    "half-point byes": {MatchResult.HALF_POINT_BYE},
    "full-point byes": {MatchResult.FULL_POINT_BYE},
    "absences": {MatchResult.ZERO_POINT_BYE},
    "pairing-allocated byes": {MatchResult.PAIRING_ALLOCATED_BYE},
    "forfeited matches": {MatchResult.FORFEIT_WIN, MatchResult.DOUBLE_FORFEIT},
}
_RESULT_AXES: dict[str, Callable[[set[Result]], bool]] = {
    "half-point byes": lambda results_seen: Result.HALF_POINT_BYE in results_seen,
    "full-point byes": lambda results_seen: Result.FULL_POINT_BYE in results_seen,
    "absences without points": lambda results_seen: Result.ZERO_POINT_BYE in results_seen,
    "pairing-allocated byes": lambda results_seen: Result.PAIRING_ALLOCATED_BYE in results_seen,
    "forfeits": lambda results_seen: any(result.is_forfeit for result in results_seen),
    "unrated games": lambda results_seen: Result.UNRATED_WIN in results_seen or Result.UNRATED_DRAW in results_seen,
    "draws": lambda results_seen: Result.DRAW in results_seen,
}
