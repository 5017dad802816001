"""
A scoregroup paired so that its games are as much alike as can be: by the smallest standard deviation.

The essay of 1993 ("The algorithm in a scoregroup") holds the way to pair a group to be the fairest by which the
differences of rating in its pairs vary least; of equal ones that with the smaller mean, then the one to which asking
comes first. Who goes down, within which limits of colours a group is paired, and who has the bye, it does not say: so
far the simple system is followed (SIMPLE-DEVIATION-FLOATERS).

With sum S and sum of squares Q of the differences in n pairs, n times n times the variance is n Q - S S. No pair has
a share of its own in that, but it is concave in (S, Q), so that its least value lies in a corner of the hull of all
(S, Q); and a corner is the best of a matching in which a pair costs q d d - p d, for some p and q. So a few matchings
find it, each between two corners that are known, and none where no corner can be better any more.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reference_engines.matching import first_best
from reference_engines.simple_swiss.edition import Stage
from reference_engines.simple_swiss.walk import asked, choose_bye, groups_asked
from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from reference_engines.history import BoolArray
    from reference_engines.simple_swiss.edition import Options
    from reference_engines.simple_swiss.table import Table
    from reference_engines.simple_swiss.walk import Ask

    Costs = NDArray[np.int64]
    """(levels, players, players), negative on level 0 where two do not meet."""

_NO_EDGE = -1


class Figures(NamedTuple):
    """What is compared of a way to pair a group, the more important first; exact, so that equal ways are equal."""

    breaches: tuple[int, ...]
    """Pairs beyond limits of colours of which there are as few as can be, by limit."""
    variance: Fraction
    mean: Fraction
    """Turned round where the greater one comes first (SIMPLE-DEVIATION-MEAN)."""

    @property
    def deviation(self) -> float:
        """The standard deviation of the differences, in points of rating."""
        return math.sqrt(self.variance)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedGroup:
    """A scoregroup, and what became of it."""

    players: tuple[int, ...]
    """Positions; those who have come down are the first."""
    stage: Stage
    pairs: tuple[tuple[int, int], ...]
    """In the order of the first player of each."""
    leavers: tuple[int, ...]
    """Who go down to the next group."""


class _Corner(NamedTuple):
    """A sum of differences and one of squares that some way has, and by which matching it was found."""

    total: int
    squares: int
    aims: tuple[tuple[int, int], ...]
    """(q, p) of the costs q d d - p d, level by level."""

    def worth(self, pairs: int) -> int:
        """Return the variance, multiplied by the square of the number of pairs."""
        return pairs * self.squares - self.total**2

    def beyond(self, aim: tuple[int, int]) -> int:
        """Return the cost of the way for an aim."""
        return aim[0] * self.squares - aim[1] * self.total


_FEWEST, _MOST, _NARROWEST = (0, -1), (0, 1), (1, 0)
"""Aims: the least and the greatest sum of differences, and the least sum of their squares."""


def paired_by_deviation(table: Table, options: Options) -> tuple[tuple[PairedGroup, ...], int | None]:
    """Return every group of a round, from the top, and the position of the player with the bye."""
    chosen = choose_bye(table)
    if chosen is None or not options.bye_left_over:
        return groups_with_bye(table, options, chosen), chosen
    groups = groups_with_bye(table, options, None)
    paired = frozenset(chain.from_iterable(pair for group in groups for pair in group.pairs))
    (left,) = (player for player in range(table.players.size) if player not in paired)
    return groups, left


def groups_with_bye(table: Table, options: Options, bye: int | None) -> tuple[PairedGroup, ...]:
    """Return every group of a round in which somebody has the bye, or who is left over."""
    return tuple(_paired(table, options, asks) for asks in groups_asked(table, options, bye) if asks)


def figures(table: Table, options: Options, pairs: Sequence[tuple[int, int]]) -> Figures:
    """Return what is compared of some pairs of a group; the smaller the better."""
    counted = breaches_counted(table, options)
    differences = [abs(table.ratings[one] - table.ratings[other]) for one, other in pairs]
    number, total = len(pairs) or 1, sum(differences)
    variance = Fraction(number * sum(difference**2 for difference in differences) - total**2, number**2)
    return Figures(
        breaches=tuple(sum(bool(beyond[pair]) for pair in pairs) for beyond in counted),
        variance=variance,
        mean=Fraction(-total if options.greatest_mean else total, number),
    )


def breaches_counted(table: Table, options: Options) -> tuple[BoolArray, ...]:
    """Return pairs that are counted where limits are lifted for single pairs (SIMPLE-STAGES); else none are."""
    return tuple(~table.within(limit) for limit in options.counted) if options.limits_by_pair else ()


def permitted(table: Table, options: Options, stage: Stage) -> BoolArray:
    """Return (players, players) who may meet in a group that is paired in a stage."""
    return table.within(Stage.NONE if options.limits_by_pair else stage)


def _paired(table: Table, options: Options, asks: tuple[Ask, ...]) -> PairedGroup:
    """Pair those of a group anew who found somebody when they asked."""
    first = asks[0]
    leavers = tuple(ask.asks for ask in asks if ask.taken is None)
    staying = [player for player in first.group if player not in leavers]
    came_down = frozenset(first.group[: first.from_above])
    group = _Group(table, options, first.stage)
    pairs = group.first_way(staying, came_down, group.best_aims(staying)) if staying else ()
    return PairedGroup(players=first.group, stage=first.stage, pairs=pairs, leavers=leavers)


class _Group:
    """The matchings of those who stay in a group."""

    def __init__(self, table: Table, options: Options, stage: Stage) -> None:
        self._options = options
        self._permitted = permitted(table, options, stage)
        self._counted = breaches_counted(table, options)
        ratings = np.array(table.ratings, dtype=np.int64)
        self._difference = np.abs(ratings[:, np.newaxis] - ratings)

    def best_aims(self, staying: list[int]) -> tuple[tuple[int, int], ...]:
        """Return the aims by which a matching of those who stay has the smallest deviation, then the right mean."""
        number, sign = len(staying) // 2, -1 if self._options.greatest_mean else 1
        best: _Corner | None = None
        for corner in self._corners(staying):
            if best is None or (corner.worth(number), sign * corner.total) < (best.worth(number), sign * best.total):
                best = corner
        if best is None:
            raise ValueError("a group has no corner")
        return best.aims

    def _corners(self, staying: list[int]) -> Iterator[_Corner]:
        """Yield every corner that may have the smallest deviation."""
        number = len(staying) // 2
        lowest = self._corner(staying, (_FEWEST, _NARROWEST))
        narrowest = self._corner(staying, (_NARROWEST, _FEWEST))
        highest = self._corner(staying, (_MOST, _NARROWEST))
        yield from (lowest, narrowest, highest)
        least = min(corner.worth(number) for corner in (lowest, narrowest, highest))
        between = [(lowest, _FEWEST, narrowest, _NARROWEST), (narrowest, _NARROWEST, highest, _MOST)]
        while between:
            one, its, other, others = between.pop()
            if one.total == other.total or _bound(one, its, other, others, number) > least:
                continue
            aim = _across(one, other)
            found = self._corner(staying, (aim, _FEWEST))
            if found.beyond(aim) < one.beyond(aim):
                least = min(least, found.worth(number))
                between += [(one, its, found, aim), (found, aim, other, others)]
                yield found

    def _corner(self, staying: list[int], aims: tuple[tuple[int, int], ...]) -> _Corner:
        mates = first_best(self._costs(staying, aims))
        if mates is None:
            raise ValueError("a group loses a pair that asking finds")
        pairs = [(staying[place], staying[mate]) for place, mate in enumerate(mates.tolist()) if place < mate]
        differences = [int(self._difference[pair]) for pair in pairs]
        return _Corner(sum(differences), sum(difference**2 for difference in differences), aims)

    def first_way(
        self, staying: list[int], came_down: frozenset[int], aims: tuple[tuple[int, int], ...]
    ) -> tuple[tuple[int, int], ...]:
        """Return the pairs of the first way, in the order of asking, of those that are best for some aims."""
        looking, pairs = list(staying), []
        while looking:
            from_above = sum(player in came_down for player in looking)
            order = [looking[0], *asked(looking, self._options, from_above)]
            mates = first_best(self._costs(order, aims), settled=range(1))
            if mates is None:
                raise ValueError("a group loses a pair that asking finds")
            pair = order[0], order[int(mates[0])]
            pairs.append(pair)
            looking = [player for player in looking if player not in pair]
        return tuple(pairs)

    def _costs(self, players: list[int], aims: tuple[tuple[int, int], ...]) -> Costs:
        """Return what pairs cost: limits that are counted, then the aims, none of them negative."""
        here = np.ix_(players, players)
        difference = self._difference[here]
        levels = [np.zeros_like(difference), *(beyond[here].astype(np.int64) for beyond in self._counted)]
        for squares, total in aims:
            level = squares * difference**2 - total * difference
            levels.append(level - level.min())
        possible = self._permitted[here] & ~np.eye(len(players), dtype=np.bool_)
        return np.where(possible, np.stack(levels), _NO_EDGE)


def _across(one: _Corner, other: _Corner) -> tuple[int, int]:
    """Return the aim for which two corners are as good."""
    total, squares = other.total - one.total, other.squares - one.squares
    common = math.gcd(total, squares) * (1 if total > 0 else -1)
    return total // common, squares // common


def _bound(one: _Corner, its: tuple[int, int], other: _Corner, others: tuple[int, int], number: int) -> Fraction:
    """
    Return what no way between two corners is better than, each the best for an aim of its own.

    No way lies beyond the lines of the two aims through the corners; between them, what is concave is least in one of
    the corners or where the lines meet.
    """
    across = its[0] * others[1] - its[1] * others[0]
    if not across:
        return Fraction(min(one.worth(number), other.worth(number)))
    mine, theirs = one.beyond(its), other.beyond(others)
    total = Fraction(its[0] * theirs - others[0] * mine, -across)
    squares = Fraction(its[1] * theirs - others[1] * mine, -across)
    return min(number * squares - total**2, Fraction(one.worth(number)), Fraction(other.worth(number)))


def with_ratings(table: Table, ratings: Sequence[int | None], options: Options) -> Table:
    """Return the table with ratings by position; of those who have none, see SIMPLE-DEVIATION-UNRATED."""
    rated = [rating for rating in ratings if rating]
    lowest = min(rated, default=0) if options.unrated_as_lowest else 0
    return replace(table, ratings=tuple(rating or lowest for rating in ratings))
