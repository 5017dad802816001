"""
The quality criteria (2.3; C.5 to C.10): the numbers that the upfloaters and pairs of a bracket add to a value.

Places are positions of all players of the round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.definitions.criteria import Contribution, Criterion, index_levels

if TYPE_CHECKING:
    from typing import TypeAlias

    from reference_engines.definitions.criteria import NumberedCriterion
    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.dubov.participants import DubovScoregroup

    ScoregroupCriterion: TypeAlias = Criterion[DubovScoregroup]
    NumberedScoregroupCriterion: TypeAlias = NumberedCriterion[DubovScoregroup]


def _count_upfloaters(group: DubovScoregroup, counts: BoolArray) -> Contribution:
    return Contribution(floats=counts.astype(np.int64), bound=len(group.residents))


def _list_amounts(group: DubovScoregroup, amounts: IntArray) -> Contribution:
    """List the amounts of the upfloaters, largest first."""
    entries, levels = index_levels(amounts)
    return Contribution(floats=entries, bound=len(group.residents), levels=levels)


def _upfloaters(group: DubovScoregroup) -> Contribution:
    return _count_upfloaters(group, group.distance > 0)


def _score_differences(group: DubovScoregroup) -> Contribution:
    return _list_amounts(group, group.distance)


def _colour_preference(group: DubovScoregroup) -> Contribution:
    return Contribution(pairs=group.participants.players.same_preference, bound=len(group.residents))


def _maximum_upfloaters(group: DubovScoregroup) -> Contribution | None:
    if group.participants.is_last_round:
        return None
    return _count_upfloaters(group, group.participants.maximum_upfloaters)


def times_upfloated(group: DubovScoregroup) -> IntArray:
    """Return the number of earlier upfloats of each maximum upfloater; 0 for all other players."""
    return np.where(group.participants.maximum_upfloaters, group.participants.upfloats, 0)


def _times_upfloated(group: DubovScoregroup) -> Contribution | None:
    if group.participants.is_last_round:
        return None
    times = times_upfloated(group)
    return Contribution(floats=times, bound=len(group.residents) * int(times.max(initial=0)))


def _times_most_first(group: DubovScoregroup) -> Contribution | None:
    return None if group.participants.is_last_round else _list_amounts(group, times_upfloated(group))


def _upfloated_before(group: DubovScoregroup) -> Contribution | None:
    return None if group.participants.is_last_round else _count_upfloaters(group, group.participants.upfloated_before)


UPFLOATERS = Criterion("upfloaters", "number of upfloaters", _upfloaters)
SCORE_DIFFERENCES = Criterion(
    "score_differences", "score differences of the upfloaters, largest first", _score_differences
)
COLOUR_PREFERENCE = Criterion("colour_preference", "players who miss their colour preference", _colour_preference)
MAXIMUM_UPFLOATERS = Criterion("maximum_upfloaters", "upfloaters who are maximum upfloaters", _maximum_upfloaters)
TIMES_UPFLOATED = Criterion(
    "times_upfloated",
    "times that the maximum upfloaters among the upfloaters have been upfloated before",
    _times_upfloated,
)
TIMES_MOST_FIRST = Criterion(
    "times_upfloated",
    "times that each maximum upfloater among the upfloaters has been upfloated before, most first",
    _times_most_first,
)
"""The other side of DUBOV-TIMES."""
UPFLOATED_BEFORE = Criterion(
    "upfloated_before", "upfloaters who were upfloated in the previous round", _upfloated_before
)
