"""
A recorded rank order beside the expected one: who is out of place.

Order counts, not rank numbers: 1-2-2-4 and 1-2-2-3 say the same, and gaps say nothing. Whom the list parts must stand
in its order; whom it leaves tied may share a rank or be parted by lot.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from tournaments.frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class _Step:
    """The end of a chain of players who are in order: one expected group out of those who share a recorded rank."""

    recorded: int
    expected: int
    length: int
    before: _Step | None


def in_conflict(one: int, other: int, recorded: Mapping[int, int], expected: Mapping[int, int]) -> bool:
    """Whether two, by TPN, are recorded otherwise than expected; never, if the list leaves them tied."""
    wanted = expected[one] - expected[other]
    found = recorded[one] - recorded[other]
    return wanted != 0 and (found == 0 or (wanted > 0) != (found > 0))


def out_of_place(recorded: Mapping[int, int], expected: Mapping[int, int]) -> tuple[int, ...]:
    """
    Return the fewest players, by TPN and in recorded order, without whom the recorded order would be as expected.

    Both map TPNs to ranks; those who have no recorded rank are left out of both.
    """
    kept = _kept(recorded, expected)
    order = sorted(recorded, key=lambda tpn: (recorded[tpn], expected[tpn], tpn))
    return tuple(tpn for tpn in order if (recorded[tpn], expected[tpn]) not in kept)


def _kept(recorded: Mapping[int, int], expected: Mapping[int, int]) -> set[tuple[int, int]]:
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
            steps.append(_Step(at, wanted, length, before))
        for step in steps:
            best.put(step)
    return _chain(best.upto(best.size))


def _chain(step: _Step | None) -> set[tuple[int, int]]:
    found = set()
    while step is not None:
        found.add((step.recorded, step.expected))
        step = step.before
    return found


class _Prefixes:
    """The longest chain that ends at an expected rank or before it (a tree of prefixes, so that each look is short)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._best: list[_Step | None] = [None] * (size + 1)

    def upto(self, rank: int) -> _Step | None:
        found: _Step | None = None
        while rank > 0:
            found = _longer(found, self._best[rank])
            rank -= rank & -rank
        return found

    def put(self, step: _Step) -> None:
        rank = step.expected
        while rank <= self.size:
            self._best[rank] = _longer(self._best[rank], step)
            rank += rank & -rank


def _longer(one: _Step | None, other: _Step | None) -> _Step | None:
    """Return the longer chain; of two of one length that which ends higher up, so that who was put too high is told."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda step: (step.length, -step.expected))


def nearest_in_conflict(
    tpn: int, recorded: Mapping[int, int], expected: Mapping[int, int], misplaced: Iterable[int]
) -> int:
    """
    Return whose place shows that somebody is out of place: the nearest in recorded order they conflict with.

    Those who are in place go before those who are not.
    """
    doubtful = {*misplaced}
    order = sorted(recorded, key=lambda other: (recorded[other], expected[other], other))
    at = {other: place for place, other in enumerate(order)}
    return min(
        (other for other in recorded if in_conflict(tpn, other, recorded, expected)),
        key=lambda other: (other in doubtful, abs(at[other] - at[tpn]), other),
    )
