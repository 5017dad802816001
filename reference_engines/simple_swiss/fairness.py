"""
Ways to pair a scoregroup, compared by how equal their games are.

The comparison of a Greek arbiter ("The algorithm in a scoregroup", 1993): the players of a group are a point apart
from each other, or have ratings. The difference of a game is the difference of its players, and a way to pair is fairer
if its differences vary less. The ways are numbered in the order in which the simple Swiss reaches them. The deviation
is the deviation of all differences about their mean, not an estimate from a sample.

    >>> print(table(6, limit=3))
    place  way        pairs  differences  sum  mean  deviation
        1   15  1-2 3-4 5-6        1 1 1    3  1.00       0.00
        2    1  1-4 2-5 3-6        3 3 3    9  3.00       0.00
        3   12  1-3 2-4 5-6        2 2 1    5  1.67       0.47
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from itertools import pairwise

from tournaments.frozen import FrozenStruct

MOST_PLAYERS = 12
"""10,395 ways; the number grows with the double factorial."""
_HEADINGS = ("place", "way", "pairs", "differences", "sum", "mean", "deviation")


class AskingOrder(Enum):
    """The order in which the first player of a group asks the others."""

    DOWN_THEN_UP = "middle+1 to the last, then the middle upwards"
    OUTWARDS = "middle+1, middle, middle+2, middle-1, ..."


class Way(FrozenStruct, frozen=True, kw_only=True):
    """One way to pair a group; players are numbered from 1, the highest."""

    number: int
    """From 1, in the order of choice."""
    pairs: tuple[tuple[int, int], ...]
    ratings: tuple[int, ...] = ()
    """The ratings of the players, the highest first; empty: each player is a point below the player before."""

    @property
    def differences(self) -> tuple[int, ...]:
        """The differences of the pairs, in points."""
        if self.ratings:
            return tuple(self.ratings[higher - 1] - self.ratings[lower - 1] for higher, lower in self.pairs)
        return tuple(lower - higher for higher, lower in self.pairs)

    @property
    def mean(self) -> Fraction:
        """The mean of the differences."""
        return Fraction(sum(self.differences), len(self.pairs))

    @property
    def variance(self) -> Fraction:
        """The variance of the differences; exact, so that equal ways are equal."""
        return sum(((difference - self.mean) ** 2 for difference in self.differences), Fraction(0)) / len(self.pairs)

    @property
    def deviation(self) -> float:
        """The standard deviation of the differences."""
        return math.sqrt(self.variance)


def ways(
    players: int, choice: AskingOrder = AskingOrder.DOWN_THEN_UP, *, ratings: tuple[int, ...] = ()
) -> tuple[Way, ...]:
    """
    Return all ways to pair a group, in the order in which its first player, and each next first player, chooses.

    Raise ValueError if the number of players is odd, or not from 2 to 12, or if there are ratings but not one for each,
    the highest first.
    """
    if players % 2 or not 2 <= players <= MOST_PLAYERS:  # noqa: PLR2004 - a pair
        raise ValueError(f"{players} players: an even number from 2 to {MOST_PLAYERS} is wanted")
    if ratings and (len(ratings) != players or any(higher < lower for higher, lower in pairwise(ratings))):
        raise ValueError(f"{players} players need as many ratings, the highest first")
    all_ways = _ways(tuple(range(1, players + 1)), choice)
    return tuple(Way(number=number, pairs=pairs, ratings=ratings) for number, pairs in enumerate(all_ways, start=1))


def fairest(
    players: int, choice: AskingOrder = AskingOrder.DOWN_THEN_UP, *, ratings: tuple[int, ...] = ()
) -> tuple[Way, ...]:
    """Return all ways by standard deviation of the differences, then by their mean, then in the order of choice."""
    all_ways = ways(players, choice, ratings=ratings)
    return tuple(sorted(all_ways, key=lambda way: (way.variance, way.mean, way.number)))


def table(
    players: int,
    choice: AskingOrder = AskingOrder.DOWN_THEN_UP,
    *,
    ratings: tuple[int, ...] = (),
    limit: int | None = None,
) -> str:
    """Return the ways as a table, the fairest first."""
    rows = [_HEADINGS]
    for place, way in enumerate(fairest(players, choice, ratings=ratings)[:limit], start=1):
        pairs = " ".join(f"{higher}-{lower}" for higher, lower in way.pairs)
        differences = " ".join(map(str, way.differences))
        figures = (str(sum(way.differences)), f"{float(way.mean):.2f}", f"{way.deviation:.2f}")
        rows.append((str(place), str(way.number), pairs, differences, *figures))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _ways(group: tuple[int, ...], choice: AskingOrder) -> Iterator[tuple[tuple[int, int], ...]]:
    if not group:
        yield ()
        return
    first, *others = group
    for opponent in _opponents_order(others, choice):
        rest = tuple(player for player in others if player != opponent)
        for pairs in _ways(rest, choice):
            yield ((first, opponent), *pairs)


def _opponents_order(others: list[int], choice: AskingOrder) -> Iterator[int]:
    """Yield the players whom the first of a group asks; the middle of the group is the last of its upper half."""
    middle = len(others) // 2
    upper, lower = others[:middle][::-1], others[middle:]
    if choice is AskingOrder.DOWN_THEN_UP:
        yield from (*lower, *upper)
        return
    for place, player in enumerate(lower):
        yield player
        yield from upper[place : place + 1]
