"""
Axes that a system can play; axes that it cannot play are refused before the first event.

A profile is a mixture, and a plan drawn from it may fall back on another acceleration of the profile. An acceleration
that the user requests is never replaced.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from random_tournaments.axes import WeightedChoice, event_start
from random_tournaments.plan import Acceleration
from random_tournaments.random_plans import allows_baku
from random_tournaments.settings import SettingError
from random_tournaments.teams.batch import allows_baku_by_match_points, allows_baku_by_scores
from reference_engines.frame.systems import engine_for
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from random_tournaments.batch_kinds import AnyAxes, BatchKind
    from reference_engines.frame.edition import Edition

_REASON = "the Baku acceleration presupposes that a win is worth two draws and a loss nothing (C.04.7:1.1)"
_TEAM_REASON = "the Baku acceleration presupposes that teams are paired by match points first (C.04.7:1.1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Condition:
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
