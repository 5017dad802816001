"""The quality criteria (2.3; C.5 to C.10): the numbers that the upfloaters and pairs of a bracket add to a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reference_engines.downfloating.criteria import BracketContribution, add_up, index_levels
from reference_engines.downfloating.packing import contribution_terms
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from reference_engines.definitions.history import BoolArray, IntArray
    from reference_engines.downfloating.packing import Term
    from reference_engines.dubov.participants import DubovScoregroup

    Value = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """The numbers that a criterion adds up, by position."""

    upfloaters: IntArray | None = None
    """(players,); None if upfloaters add nothing."""
    pairs: BoolArray | None = None
    """(players, players); None if pairs add nothing."""
    bound: int
    """No bracket has a greater value (in any one level)."""
    levels: tuple[int, ...] | None = None
    """Amounts for which numbers stand: n above 0 for ``levels[n - 1]``, 0 for none. The value is the list of amounts in
    descending order. None: the value is the sum of the numbers."""

    def value(self, upfloaters: Iterable[int], pairs: Iterable[tuple[int, int]]) -> Value:
        """Add up a value: one sum, or amounts in descending order."""
        numbers = [] if self.pairs is None else [int(self.pairs[pair]) for pair in pairs]
        if self.upfloaters is not None:
            numbers += [int(self.upfloaters[position]) for position in upfloaters]
        return add_up(numbers, self.levels)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoregroupCriterion:
    """A rule of quality: lower values are better."""

    name: str
    sentence: str
    amounts: Callable[[DubovScoregroup], Iterable[Amounts]]
    """Most important first; empty if the value of every pairing is zero."""

    def value(self, group: DubovScoregroup, upfloaters: Sequence[int], pairs: Sequence[tuple[int, int]]) -> Value:
        """Return the value of a completed and paired scoregroup."""
        values = [amounts.value(upfloaters, pairs) for amounts in self.amounts(group)]
        return tuple(number for value in values for number in value) if values else (0,)

    def terms(self, group: DubovScoregroup, pool: IntArray, spare: int) -> Iterator[Term]:
        """Yield the terms of a matching of the residents with a pool and ``spare`` more vertices."""
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


def _count_upfloaters(group: DubovScoregroup, counts: BoolArray) -> Amounts:
    return Amounts(upfloaters=counts.astype(np.int64), bound=len(group.residents))


def _list_amounts(group: DubovScoregroup, amounts: IntArray) -> Amounts:
    """List the amounts of the upfloaters, largest first."""
    entries, levels = index_levels(amounts)
    return Amounts(upfloaters=entries, bound=len(group.residents), levels=levels)


def _upfloaters(group: DubovScoregroup) -> Iterator[Amounts]:
    yield _count_upfloaters(group, group.distance > 0)


def _score_differences(group: DubovScoregroup) -> Iterator[Amounts]:
    yield _list_amounts(group, group.distance)


def _best_scores(group: DubovScoregroup) -> Iterator[Amounts]:
    for level in sorted({*group.distance.tolist()} - {0}):
        yield _count_upfloaters(group, group.distance > level)


def _colour_preference(group: DubovScoregroup) -> Iterator[Amounts]:
    yield Amounts(pairs=group.participants.players.same_preference, bound=len(group.residents))


def _maximum_upfloaters(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        yield _count_upfloaters(group, group.participants.maximum_upfloaters)


def _times(group: DubovScoregroup) -> IntArray:
    return np.where(group.participants.maximum_upfloaters, group.participants.upfloats, 0)


def _times_upfloated(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        times = _times(group)
        yield Amounts(upfloaters=times, bound=len(group.residents) * int(times.max(initial=0)))


def _times_most_first(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        yield _list_amounts(group, _times(group))


def _times_reversed(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        times = _times(group)
        for level in sorted({*times.tolist()} - {0}, reverse=True):
            yield _count_upfloaters(group, (times > 0) & (times < level))


def _upfloated_before(group: DubovScoregroup) -> Iterator[Amounts]:
    if not group.participants.is_last_round:
        yield _count_upfloaters(group, group.participants.upfloated_before)


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
TIMES_REVERSED = ScoregroupCriterion(
    name="upfloated_less",
    sentence="maximum upfloaters among the upfloaters who have been upfloated less often than others",
    amounts=_times_reversed,
)
"""No criterion of any edition: it prefers the opposite of what C9 prefers."""
UPFLOATED_BEFORE = ScoregroupCriterion(
    name="upfloated_before", sentence="upfloaters who were upfloated in the previous round", amounts=_upfloated_before
)
