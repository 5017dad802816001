"""
A recorded rank order beside the expected one: who is out of place.

Order counts, not rank numbers: 1-2-2-4 and 1-2-2-3 say the same, and gaps say nothing. Players whom the list separates
must stand in its order; players whom it leaves tied may share a rank or be separated by lot.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class _ChainEnd:
    """The end of a chain of players who are in order: one expected group among players who share a recorded rank."""

    recorded: int
    expected: int
    length: int
    before: _ChainEnd | None


def are_in_conflict(first: int, second: int, recorded: Mapping[int, int], expected: Mapping[int, int]) -> bool:
    """Whether two, by TPN, are recorded otherwise than expected; never, if the list leaves them tied."""
    wanted = expected[first] - expected[second]
    recorded_difference = recorded[first] - recorded[second]
    return wanted != 0 and (recorded_difference == 0 or (wanted > 0) != (recorded_difference > 0))


def out_of_place(recorded: Mapping[int, int], expected: Mapping[int, int]) -> tuple[int, ...]:
    """
    Return the fewest players, by TPN and in recorded order, without whom the recorded order would be as expected.

    Both map TPNs to ranks; those who have no recorded rank are left out of both.
    """
    kept = _players_in_order(recorded, expected)
    order = sorted(recorded, key=lambda tpn: (recorded[tpn], expected[tpn], tpn))
    return tuple(tpn for tpn in order if (recorded[tpn], expected[tpn]) not in kept)


def _players_in_order(recorded: Mapping[int, int], expected: Mapping[int, int]) -> set[tuple[int, int]]:
    """
    Return the (recorded, expected) ranks of the longest chain that is in order.

    Of those who share a recorded rank only one expected group can be in order; its members count together.
    """
    best = _Prefixes(max(expected.values(), default=0))
    sizes = Counter((recorded[tpn], expected[tpn]) for tpn in recorded)
    for _, sharing in groupby(sorted(sizes), key=lambda ranks: ranks[0]):
        steps = []
        for at, wanted in sharing:
            before = best.upto(wanted)
            length = sizes[at, wanted] + (before.length if before else 0)
            steps.append(_ChainEnd(at, wanted, length, before))
        for step in steps:
            best.put(step)
    return _chain(best.upto(best.size))


def _chain(step: _ChainEnd | None) -> set[tuple[int, int]]:
    recorded_difference = set()
    while step is not None:
        recorded_difference.add((step.recorded, step.expected))
        step = step.before
    return recorded_difference


class _Prefixes:
    """The longest chain that ends at an expected rank or before it (a tree of prefixes, so that each look is short)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._best: list[_ChainEnd | None] = [None] * (size + 1)

    def upto(self, rank: int) -> _ChainEnd | None:
        recorded_difference: _ChainEnd | None = None
        while rank > 0:
            recorded_difference = _longer(recorded_difference, self._best[rank])
            rank -= rank & -rank
        return recorded_difference

    def put(self, step: _ChainEnd) -> None:
        rank = step.expected
        while rank <= self.size:
            self._best[rank] = _longer(self._best[rank], step)
            rank += rank & -rank


def _longer(first: _ChainEnd | None, second: _ChainEnd | None) -> _ChainEnd | None:
    """
    Return the longer chain; of two of equal length the one that ends higher up.

    The player put too high is named then.
    """
    if first is None or second is None:
        return first or second
    return max(first, second, key=lambda step: (step.length, -step.expected))


def nearest_in_conflict(
    tpn: int, recorded: Mapping[int, int], expected: Mapping[int, int], misplaced: Iterable[int]
) -> int:
    """
    Return the player who shows that another is out of place: the nearest in recorded order in conflict with them.

    Players in place come before players out of place.
    """
    doubtful = {*misplaced}
    order = sorted(recorded, key=lambda second: (recorded[second], expected[second], second))
    at = {second: place for place, second in enumerate(order)}
    return min(
        (second for second in recorded if are_in_conflict(tpn, second, recorded, expected)),
        key=lambda second: (second in doubtful, abs(at[second] - at[tpn]), second),
    )
