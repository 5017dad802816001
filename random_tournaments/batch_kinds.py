"""The two kinds of batches, of players and of teams: their axes, settings and class, and axes that can be played."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from random_tournaments.axes import (
    AXIS_KEYS,
    Axes,
    Chance,
    Frequency,
    Span,
    WeightedChoice,
    describe_axis,
    event_start,
    max_rounds,
)
from random_tournaments.event_batch import Batch, PlayedEvent
from random_tournaments.plan import Acceleration, EventPlan, ResultModel
from random_tournaments.profiles import PROFILES
from random_tournaments.random_plans import allows_baku
from random_tournaments.settings import (
    SettingError,
    read_chance,
    read_choice,
    read_date,
    read_frequency,
    read_span,
    read_tie_breaks,
    with_settings,
)
from random_tournaments.teams.axes import MATCH_POINTS, TEAM_AXIS_KEYS, TEAM_PROFILES, TeamAxes
from random_tournaments.teams.batch import TeamBatch, allows_baku_by_match_points, allows_baku_by_scores
from random_tournaments.teams.plan import BoardColours, ByeWorth, TeamPlan, TeamScores
from reference_engines.frame.systems import engine_for, pairs_teams
from reference_engines.team.edition import PreferenceType
from tournaments.frozen import FrozenStruct
from tournaments.model import Colour
from tournaments.suggestion import suggest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from reference_engines.frame.edition import Edition

    AnyAxes = Axes | TeamAxes
    AnyBatch = Batch | TeamBatch
    AnyPlayed = PlayedEvent[EventPlan] | PlayedEvent[TeamPlan]

_MAX_FORBIDDEN_GROUPS = 9
_OPTIONS: dict[str, Mapping[str, object]] = {
    "board_colours": {colours.value: colours for colours in BoardColours},
    "preferences": {"a": PreferenceType.A, "b": PreferenceType.B, "none": PreferenceType.NONE},
    "scores": {scores.value.lower().replace("_", "-"): scores for scores in TeamScores},
    "match_points": MATCH_POINTS,
    "bye": {bye.value: bye for bye in ByeWorth},
    "results": {describe_axis(model): model for model in ResultModel},
    "forbidden_groups": {str(number): number for number in range(_MAX_FORBIDDEN_GROUPS + 1)},
    "acceleration": {describe_axis(acceleration): acceleration for acceleration in Acceleration},
    "initial_colour": {"white": Colour.WHITE, "black": Colour.BLACK, "w": Colour.WHITE, "b": Colour.BLACK},
}


def with_team_settings(axes: TeamAxes, settings: Mapping[str, str]) -> TeamAxes:
    """
    Return the axes with some of them set, by key.

    Raise SettingError for an unknown key, for an axis of individual events only, for a value that its axis cannot have,
    or for axes that contradict each other.
    """
    changes: dict[str, object] = {}
    for key, text in settings.items():
        if key not in TEAM_AXIS_KEYS:
            raise SettingError(_describe_unknown_axis(key))
        try:
            changes[TEAM_AXIS_KEYS[key]] = _read(TEAM_AXIS_KEYS[key], text.strip(), axes)
        except ValueError as error:
            raise SettingError(f"{key}: {error}") from error
    teams = changes.get("teams")
    if "rounds" not in changes and isinstance(teams, Span):
        most = max_rounds(teams.highest)
        changes["rounds"] = Span(max(1, min(axes.rounds.lowest, most // 2)), max(1, min(axes.rounds.highest, most)))
    try:
        return replace(axes, **changes)  # type: ignore[arg-type]  # each reader returns what its axis holds
    except ValueError as error:
        raise SettingError(str(error)) from error


def describe_team_axis(field: str, value: object) -> str:
    """Return the value of an axis of team events as the command line writes it."""
    if not isinstance(value, WeightedChoice):
        return describe_axis(value)
    if field in ("tie_breaks", "start"):
        return describe_axis(value)
    names = {option: name for name, option in reversed(list(_OPTIONS[field].items()))}
    return ",".join(names[option] for option in value.values)


def _describe_unknown_axis(key: str) -> str:
    permitted = suggest(key, TEAM_AXIS_KEYS) or f"; permitted are {', '.join(sorted(TEAM_AXIS_KEYS))}"
    if key in AXIS_KEYS:
        return f"{key} is an axis of individual events, and this system pairs teams{permitted}"
    return f"{key} is not an axis of team events{permitted}"


def _read(field: str, text: str, axes: TeamAxes) -> object:
    present: object = getattr(axes, field)
    if isinstance(present, Span):
        return read_span(text)
    if isinstance(present, Chance):
        return read_chance(text)
    if isinstance(present, Frequency):
        return read_frequency(text)
    if field == "tie_breaks":
        return read_tie_breaks(text, is_team_event=True)
    if field == "start":
        return read_date(text)
    return read_choice(text, _OPTIONS[field])


class BatchKind(FrozenStruct, frozen=True, kw_only=True):
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


_REASON = "the Baku acceleration presupposes that a win is worth two draws and a loss nothing (C.04.7:1.1)"
_TEAM_REASON = "the Baku acceleration presupposes that teams are paired by match points first (C.04.7:1.1)"


class _Condition(FrozenStruct, frozen=True, kw_only=True):
    """A condition of the Baku acceleration on an axis."""

    field: str
    allows: Callable[[Any], bool]
    why: str


_CONDITIONS = (
    _Condition(field="scoring", allows=allows_baku, why=_REASON),
    _Condition(field="scores", allows=allows_baku_by_scores, why=_TEAM_REASON),
    _Condition(field="match_points", allows=allows_baku_by_match_points, why=_REASON),
)


def playable_axes(kind: BatchKind, axes: AnyAxes, system: str) -> AnyAxes:
    """
    Return the axes restricted to values that a system can play; raise SettingError if it cannot play the axes.

    If only the Baku acceleration is requested, a scoring of the profile is drawn from the scorings that Baku allows.
    """
    edition = engine_for(system).edition
    try:
        event_start(axes.start, edition)
    except ValueError as error:
        raise SettingError(str(error)) from error
    accelerations = axes.acceleration.values
    if Acceleration.BAKU not in accelerations or _is_profile_value(kind, axes, "acceleration"):
        return axes
    _require_code(edition)
    is_fixed = set(accelerations) == {Acceleration.BAKU}
    changes: dict[str, Any] = {}
    for condition in _CONDITIONS:
        if condition.field in kind.keys.values():
            narrowed = _narrow_choice(kind, axes, condition, is_fixed=is_fixed)
            changes |= {condition.field: narrowed} if is_fixed else {}
    return replace(axes, **changes)


def _require_code(edition: Edition) -> None:
    """Refuse the Baku acceleration for a system without a code, since a file cannot declare it."""
    if edition.code or edition.pairs_teams:
        return
    raise SettingError(
        f"acceleration: {edition.key} cannot be played with the Baku acceleration. A file declares it by the code of "
        f"the system in field 192, and TRF26 has none for {edition.key}. Choose none, virtual-3, virtual-5 or listed."
    )


def _narrow_choice(kind: BatchKind, axes: AnyAxes, condition: _Condition, *, is_fixed: bool) -> WeightedChoice[Any]:
    """Return the values of an axis that Baku allows; raise SettingError if the user requests another value."""
    choice: WeightedChoice[Any] = getattr(axes, condition.field)
    weights = choice.weights or (1,) * len(choice.values)
    allowed = [(value, weight) for value, weight in zip(choice.values, weights, strict=True) if condition.allows(value)]
    is_requested = not _is_profile_value(kind, axes, condition.field)
    if len(allowed) == len(choice.values):
        return choice
    if not allowed or (is_fixed and is_requested):
        key = next(key for key, field in kind.keys.items() if field == condition.field)
        refused = next(value for value in choice.values if not condition.allows(value))
        name = kind.describe(condition.field, WeightedChoice((refused,)))
        raise SettingError(f"acceleration: baku cannot be played with {key} {name}; {condition.why}")
    return WeightedChoice(tuple(value for value, _ in allowed), tuple(weight for _, weight in allowed))


def _is_profile_value(kind: BatchKind, axes: AnyAxes, field: str) -> bool:
    """Whether the value of an axis comes from a profile, not from the user."""
    value = getattr(axes, field)
    return any(getattr(profile, field) is value for profile in kind.profiles.values())
