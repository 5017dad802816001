"""The two kinds of batches: individual events and team events, each with its axes, settings and batch class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from random_tournaments.axes import AXIS_KEYS, Axes, describe_axis
from random_tournaments.batch import Batch
from random_tournaments.profiles import PROFILES
from random_tournaments.settings import with_settings
from random_tournaments.teams.axes import TEAM_AXIS_KEYS, TEAM_PROFILES, TeamAxes
from random_tournaments.teams.batch import TeamBatch
from random_tournaments.teams.settings import describe_team_axis, with_team_settings
from reference_engines.frame.systems import pairs_teams
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
    """A kind of batch: individual events or team events."""

    participants: str
    """The kind of participants: ``players`` or ``teams``."""
    profiles: Mapping[str, AnyAxes]
    default_profile: str
    """The default profile of the generate command."""
    keys: Mapping[str, str]
    """Key of every axis, and the name of its field."""
    with_settings: Callable[..., AnyAxes]
    """Returns axes with some of them set, by key and text; raises SettingError."""
    describe: Callable[[str, object], str]
    """Returns the value of a field as the command line writes it."""
    batch: Callable[..., AnyBatch]
    """Creates a batch from seed, axes, system and label."""


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
    """Return the kind of batch that a system pairs; raise KeyError for an unknown system."""
    return TEAMS if pairs_teams(system) else PLAYERS
