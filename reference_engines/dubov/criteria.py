"""The quality criteria (2.3; C.5 to C.10): what each upfloater and each pair of a bracket adds to a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.brackets.criteria import BracketContribution, index_levels
from reference_engines.brackets.packing import contribution_terms
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from reference_engines.brackets.packing import Term
    from reference_engines.dubov.participants import DubovScoregroup
    from reference_engines.history import BoolArray, IntArray

    Value = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """What a criterion counts, by position in the field."""

    upfloaters: IntArray | None = None
    """(players,) for an upfloater; None: nothing."""
    pairs: BoolArray | None = None
    """(players, players) for a pair of the bracket; None: nothing."""
    bound: int
    """No bracket has a greater value (in any one level)."""
    levels: tuple[int, ...] | None = None
    """None: the value is the sum. Else the value is the list of the levels' amounts in descending order, and
    an upfloater adds the level ``entry - 1`` to it (0: nothing)."""

    def value(self, upfloaters: Iterable[int], pairs: Iterable[tuple[int, int]]) -> Value:
        """Add up a value: one sum, or amounts in descending order."""
        found = [] if self.pairs is None else [int(self.pairs[pair]) for pair in pairs]
        if self.upfloaters is not None:
            found += [int(self.upfloaters[position]) for position in upfloaters]
        if self.levels is None:
            return (sum(found),)
        return tuple(sorted((self.levels[entry - 1] for entry in found if entry), reverse=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoregroupCriterion:
    """A rule of quality: lower values are better."""

    name: str
    sentence: str
    amounts: Callable[[DubovScoregroup], Iterable[Amounts]]
    """Most important first; none where the criterion's value is zero whatever is done."""

    def value(self, group: DubovScoregroup, upfloaters: Sequence[int], pairs: Sequence[tuple[int, int]]) -> Value:
        """Return the value of a scoregroup as it is completed and paired."""
        found = [amounts.value(upfloaters, pairs) for amounts in self.amounts(group)]
        return tuple(number for value in found for number in value) if found else (0,)

    def terms(self, group: DubovScoregroup, pool: IntArray, spare: int) -> Iterator[Term]:
        """Yield what a matching of the residents with these of the pool, and ``spare`` vertices more, minimises."""
        residents = np.array(group.residents, dtype=np.int64)
        for amounts in self.amounts(group):
            within = None if amounts.pairs is None else amounts.pairs[np.ix_(residents, residents)]
            between = np.zeros((pool.size + spare, 1 if amounts.pairs is None else residents.size), dtype=np.int64)
            if amounts.pairs is not None:
                between[: pool.size] += amounts.pairs[np.ix_(pool, residents)]
            if amounts.upfloaters is not None:
                between[: pool.size] += amounts.upfloaters[pool][:, None]
            yield from contribution_terms(
                BracketContribution(pairs=within, floats=between, bound=amounts.bound, levels=amounts.levels)
            )


@dataclass(frozen=True, slots=True)
class NumberedCriterion:
    """A criterion as an edition prints it."""

    label: str
    article: str
    criterion: ScoregroupCriterion


def _counted(group: DubovScoregroup, who: BoolArray) -> Amounts:
    """Count those who upfloat."""
    return Amounts(upfloaters=who.astype(np.int64), bound=len(group.residents))


def _by_level(group: DubovScoregroup, amounts: IntArray) -> Amounts:
    """List the amounts of those who upfloat, largest first."""
    entries, levels = index_levels(amounts)
    return Amounts(upfloaters=entries, bound=len(group.residents), levels=levels)


def _upfloaters(group: DubovScoregroup) -> Iterator[Amounts]:
    yield _counted(group, group.distance > 0)


def _score_differences(group: DubovScoregroup) -> Iterator[Amounts]:
    yield _by_level(group, group.distance)


def _best_scores(group: DubovScoregroup) -> Iterator[Amounts]:
    for level in sorted({*group.distance.tolist()} - {0}):
        yield _counted(group, group.distance > level)


def _colour_preference(group: DubovScoregroup) -> Iterator[Amounts]:
    yield Amounts(pairs=group.participants.players.same_preference, bound=len(group.residents))


def _maximum_upfloaters(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        yield _counted(group, group.participants.maximum_upfloaters)


def _times(group: DubovScoregroup) -> IntArray:
    return np.where(group.participants.maximum_upfloaters, group.participants.upfloats, 0)


def _times_upfloated(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        times = _times(group)
        yield Amounts(upfloaters=times, bound=len(group.residents) * int(times.max(initial=0)))


def _times_most_first(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        yield _by_level(group, _times(group))


def _times_wanted(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        times = _times(group)
        for level in sorted({*times.tolist()} - {0}, reverse=True):
            yield _counted(group, (times > 0) & (times < level))


def _upfloated_before(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        yield _counted(group, group.participants.upfloated_before)


UPFLOATERS = ScoregroupCriterion(name="upfloaters", sentence="number of upfloaters", amounts=_upfloaters)
SCORE_DIFFERENCES = ScoregroupCriterion(
    name="score_differences", sentence="score differences of the upfloaters, largest first", amounts=_score_differences
)
BEST_SCORES_FIRST = ScoregroupCriterion(
    name="upfloaters_below",
    sentence="upfloaters below the highest score, then below the next",
    amounts=_best_scores,
)
"""No criterion of any edition: scores in descending order."""
COLOUR_PREFERENCE = ScoregroupCriterion(
    name="colour_preference", sentence="players who miss their colour preference", amounts=_colour_preference
)
MAXIMUM_UPFLOATERS = ScoregroupCriterion(
    name="maximum_upfloaters", sentence="upfloaters who are maximum upfloaters", amounts=_maximum_upfloaters
)
TIMES_UPFLOATED = ScoregroupCriterion(
    name="times_upfloated",
    sentence="times that the maximum upfloaters among the upfloaters have been upfloated before",
    amounts=_times_upfloated,
)
TIMES_MOST_FIRST = ScoregroupCriterion(
    name="times_upfloated",
    sentence="times that each maximum upfloater among the upfloaters has been upfloated before, most first",
    amounts=_times_most_first,
)
"""The other side of DUBOV-TIMES."""
TIMES_WANTED = ScoregroupCriterion(
    name="upfloated_less",
    sentence="maximum upfloaters among the upfloaters who have been upfloated less often than others",
    amounts=_times_wanted,
)
"""No criterion of any edition: what is wanted is turned round."""
UPFLOATED_BEFORE = ScoregroupCriterion(
    name="upfloated_before", sentence="upfloaters who were upfloated in the previous round", amounts=_upfloated_before
)
