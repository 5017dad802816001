"""Events of players and events of teams: what the axes of each are, and who plays a batch of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from random_tournaments.axes import AXIS_KEYS, Axes, describe_axis
from random_tournaments.batch import Batch
from random_tournaments.profiles import PROFILES
from random_tournaments.settings import with_settings
from random_tournaments.teams.axes import TEAM_AXIS_KEYS, TEAM_PROFILES, TeamAxes
from random_tournaments.teams.batch import TeamBatch
from random_tournaments.teams.settings import describe_team_axis, with_team_settings
from reference_engines.systems import pairs_teams
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from random_tournaments.event_batch import PlayedEvent
    from random_tournaments.plan import EventPlan
    from random_tournaments.teams.plan import TeamPlan

    AnyAxes = Axes | TeamAxes
    AnyBatch = Batch | TeamBatch
    AnyPlayed = PlayedEvent[EventPlan] | PlayedEvent[TeamPlan]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchKind:
    """One of the two kinds of events."""

    participants: str
    """Who is paired."""
    profiles: Mapping[str, AnyAxes]
    default_profile: str
    """Of the generate command."""
    keys: Mapping[str, str]
    """Key of every axis, and the field that holds it."""
    with_settings: Callable[..., AnyAxes]
    """Set axes of the kind by key and text; raise SettingError."""
    describe: Callable[[str, object], str]
    """Write the value of a field as it would stand on the command line."""
    batch: Callable[..., AnyBatch]
    """Make a batch of seed, axes, system and label."""


PLAYERS = BatchKind(
    participants="players",
    profiles=PROFILES,
    default_profile="endorsement",
    keys=AXIS_KEYS,
    with_settings=with_settings,
    describe=lambda _, value: describe_axis(value),
    batch=Batch,
)
TEAMS = BatchKind(
    participants="teams",
    profiles=TEAM_PROFILES,
    default_profile="mixed",
    keys=TEAM_AXIS_KEYS,
    with_settings=with_team_settings,
    describe=describe_team_axis,
    batch=TeamBatch,
)


def batch_kind(system: str) -> BatchKind:
    """Return the kind of the events that a system pairs; KeyError if there is no such system."""
    return TEAMS if pairs_teams(system) else PLAYERS
